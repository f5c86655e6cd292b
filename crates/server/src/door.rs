//! The door: connections are taken, counted and timed here, before anything of a request is known. A client that sends its headers too
//! slowly, holds a connection without a request, or does not read what it is told, is let go.

use crate::limits::{Guest, Limits};
use crate::outlet::Outlet;
use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::Service;

/// The longest headers of a request, in bytes.
const HEADERS_MAX: usize = 16 << 10;
/// The most of a connection that is kept in memory unread.
const BUFFER_MAX: usize = 64 << 10;
/// How long those who are being answered may take when the server ends.
const GOODBYE: Duration = Duration::from_secs(30);
/// How long a client may take nothing of what it is told.
const UNREAD: Duration = Duration::from_secs(20);
/// How long nobody is let in when the system has no room for another connection.
const BREATH: Duration = Duration::from_millis(100);

/// What a client hears that has too many connections.
const FULL: &[u8] =
    b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\ncontent-length: 101\r\nconnection: close\r\n\r\n\
{\"error\":{\"code\":\"TOO_MANY_CONNECTIONS\",\"message\":\"the address holds as many connections as it may\"}}";

/// Lets clients in until told to stop; then waits for those who are being answered.
pub(crate) async fn open(
    listener: TcpListener,
    router: Router,
    limits: Arc<Limits>,
    header: Duration,
    stop: impl Future<Output = ()> + Send,
) {
    let (end, ended) = watch::channel(false);
    let mut stop = pin!(stop);
    loop {
        let taken = tokio::select! {
            taken = listener.accept() => taken,
            () = &mut stop => break,
        };
        let Ok((stream, from)) = taken else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        match limits.connection(from.ip()) {
            Some(guest) => drop(tokio::spawn(served(stream, from, router.clone(), header, ended.clone(), guest))),
            None => drop(stream.try_write(FULL)),
        }
    }
    drop((listener, ended));
    end.send_replace(true);
    let _ = tokio::time::timeout(GOODBYE, end.closed()).await;
}

/// Serves a connection until it closes. One that becomes a socket is the socket's from then on.
async fn served(
    stream: TcpStream,
    from: SocketAddr,
    router: Router,
    header: Duration,
    mut ended: watch::Receiver<bool>,
    _guest: Guest,
) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| answered(router.clone(), from, request));
    let mut http = http1::Builder::new();
    // Who has said everything may stop talking before it is answered.
    http.half_close(true);
    http.timer(TokioTimer::new()).header_read_timeout(header).max_header_size(HEADERS_MAX).max_buf_size(BUFFER_MAX);
    let mut connection = pin!(http.serve_connection(TokioIo::new(Outlet::new(stream, UNREAD)), service).with_upgrades());
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = ended.wait_for(|ended| *ended) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

async fn answered(
    mut router: Router,
    from: SocketAddr,
    request: hyper::Request<hyper::body::Incoming>,
) -> Result<axum::response::Response, std::convert::Infallible> {
    let mut request: Request = request.map(axum::body::Body::new);
    request.extensions_mut().insert(ConnectInfo(from));
    router.call(request).await
}

#[cfg(test)]
mod tests {
    use super::FULL;

    #[test]
    fn the_length_of_the_refusal_is_right() {
        let text = std::str::from_utf8(FULL).unwrap();
        let (headers, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(headers.contains(&format!("content-length: {}\r\n", body.len())), "{}", body.len());
        assert!(serde_json::from_str::<serde_json::Value>(body).unwrap()["error"]["code"].is_string());
    }
}
