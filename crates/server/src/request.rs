//! What stands before every route: who asks and how often, the whole body in time, an id, one form for every refusal, headers that keep
//! browsers from guessing.

use crate::contract;
use crate::limits::Room;
use crate::office::Office;
use crate::problem::Problem;
use crate::proxy::Proxy;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

tokio::task_local! {
    /// The id of the request that is being answered.
    static REQUEST: String;
}

/// The id of the request that is being answered, if one is.
pub(crate) fn current() -> Option<String> {
    REQUEST.try_with(Clone::clone).ok()
}

/// An id that no other request has: this run of the server, and a number.
fn fresh_id() -> String {
    static RUN: OnceLock<u32> = OnceLock::new();
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let run = RUN.get_or_init(|| crate::token::random().map_or(0, u32::from_be_bytes));
    format!("{run:08x}-{:x}", COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Takes a request. What was begun is done, whether or not anybody waits for the answer: nobody can stop an action between its judging and
/// its storing by hanging up.
pub(crate) async fn taken(
    State(office): State<Office>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let id = fresh_id();
    let answered = REQUEST.scope(id.clone(), async move {
        let answered = passed(&office, peer, request, next).await;
        answered.unwrap_or_else(IntoResponse::into_response)
    });
    let fell = |_| {
        let problem = Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "FELL", "the server fell over this request");
        REQUEST.sync_scope(id.clone(), || problem.into_response())
    };
    dressed(tokio::spawn(answered).await.unwrap_or_else(fell), &id)
}

async fn passed(office: &Office, peer: SocketAddr, mut request: Request, next: Next) -> Result<Response, Problem> {
    let from = asker(&office.limits.proxies, peer.ip(), request.headers());
    office.limits.request(from)?;
    request.extensions_mut().insert(ConnectInfo(SocketAddr::new(from, peer.port())));
    let (request, _room) = with_body(office, from, request).await?;
    Ok(in_one_form(next.run(request).await).await)
}

/// Who asks: the other end of the connection; where that is a proxy of ours, whom it names last.
fn asker(proxies: &[Proxy], peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let peer = peer.to_canonical(); // who listens to both kinds of addresses meets the old in the new one's clothes
    let trusted = |address: &IpAddr| proxies.iter().any(|proxy| proxy.is(*address));
    if !trusted(&peer) {
        return peer;
    }
    let named = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let named: Vec<&str> = named.flat_map(|value| value.split(',')).map(str::trim).collect();
    // What a proxy of ours did not write itself may be anybody's: the first that is none of ours ends the search.
    named.iter().rev().map_while(|name| address(name)).find(|address| !trusted(address)).unwrap_or(peer)
}

/// An address as proxies write it, some of them with its port.
fn address(name: &str) -> Option<IpAddr> {
    name.parse().ok().or_else(|| name.parse().ok().map(|place: SocketAddr| place.ip()))
}

/// A request whose body is all there, and the room that it takes.
async fn with_body(office: &Office, from: IpAddr, request: Request) -> Result<(Request, Option<Room>), Problem> {
    let settings = &office.settings;
    if request.body().is_end_stream() {
        return Ok((request, None));
    }
    check_encoding(request.headers())?;
    let path = request.uri().path();
    // A log, or a document that has its log in it.
    let has_log = ["/api/verify/", "/api/leaderboards/", contract::PREFIX].iter().any(|prefix| path.starts_with(prefix));
    let most = if has_log { settings.log_max } else { settings.body_max };
    let too_long = || {
        let problem = Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "BODY_TOO_LONG", "the body is too long");
        problem.because(format!("at most {most} bytes"), "more")
    };
    // What is short takes none; what is long as much as has come of it.
    let mut room = office.limits.body(from);
    let mut take = |length: usize| if length > settings.body_max { room.hold(length) } else { Ok(()) };
    let (parts, body) = request.into_parts();
    let seconds = settings.body_seconds.max(1);
    let slow = |_| {
        let problem = Problem::new(StatusCode::REQUEST_TIMEOUT, "BODY_TOO_SLOW", "the body did not come in time");
        problem.because(format!("{seconds} seconds at most"), "more")
    };
    let read = tokio::time::timeout(Duration::from_secs(seconds), whole(body, most, &mut take)).await.map_err(slow)?;
    let bytes = read?.ok_or_else(too_long)?;
    Ok((Request::from_parts(parts, Body::from(bytes)), Some(room)))
}

/// How much of a body that is too long is read all the same, so that its sender hears why it is refused.
const PATIENCE: u64 = 16 << 20;

/// How much room is made at once for a body that is announced: what is longer gets more as it comes.
const ROOM: u64 = 1 << 20;

/// A body to its end; none where it is longer than it may be. What is too long is not kept. `take` hears how much is.
async fn whole(
    mut body: Body,
    most: usize,
    take: &mut (dyn FnMut(usize) -> Result<(), Problem> + Send),
) -> Result<Option<Vec<u8>>, Problem> {
    let broken = |_| Problem::bad("BODY_BROKEN", "the body broke off, or was not sent as its headers say");
    let announced = body.size_hint().lower();
    if announced > PATIENCE {
        return Ok(None);
    }
    let (mut kept, mut count) = (Vec::new(), 0u64);
    while let Some(frame) = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Ok(data) = frame.map_err(broken)?.into_data() else { continue };
        count += data.len() as u64;
        if count <= most as u64 {
            take(kept.len() + data.len())?;
            if kept.is_empty() {
                kept.reserve_exact(announced.min(ROOM) as usize);
            }
            kept.extend_from_slice(&data);
        } else if count > PATIENCE {
            return Ok(None);
        } else {
            kept = Vec::new();
        }
    }
    Ok((count <= most as u64).then_some(kept))
}

/// Bodies come as they are: what is packed small may be anything when it is unpacked.
fn check_encoding(headers: &HeaderMap) -> Result<(), Problem> {
    match headers.get(header::CONTENT_ENCODING) {
        Some(packed) if packed != "identity" => Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "BODY_PACKED",
            "bodies are taken only as they are, not compressed",
        )),
        _ => Ok(()),
    }
}

/// What the framework refuses (a query it cannot read, no handshake of a socket) is told in the form of every other refusal.
async fn in_one_form(response: Response) -> Response {
    let status = response.status();
    let is_ours = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if !status.is_client_error() || is_ours {
        return response;
    }
    let code = if status == StatusCode::BAD_REQUEST { "BAD_REQUEST" } else { "REFUSED" };
    let text = to_bytes(response.into_body(), 4 << 10).await.unwrap_or_default();
    Problem::new(status, code, String::from_utf8_lossy(&text)).into_response()
}

/// What every answer carries, besides its id.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CACHE_CONTROL, "no-store"),
];

/// An answer with its id and the headers of every answer, where it has none of its own.
fn dressed(mut response: Response, id: &str) -> Response {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(HeaderName::from_static("x-request-id"), id);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::post;
    use axum::{Router, middleware};
    use std::sync::Arc;
    use tokio::sync::Notify;
    use tower::ServiceExt;

    /// Threat 4: whoever hangs up while something is being done does not stop it between its judging and its storing.
    #[tokio::test]
    async fn threat_4_what_was_begun_is_done_although_nobody_waits() {
        let (begun, stored, done) = (Arc::new(Notify::new()), Arc::new(Notify::new()), Arc::new(Notify::new()));
        let act = {
            let (begun, stored, done) = (begun.clone(), stored.clone(), done.clone());
            async move || {
                begun.notify_one();
                stored.notified().await;
                done.notify_one();
            }
        };
        let office = crate::office::tests::office(crate::Settings::default());
        let router = Router::new().route("/", post(act)).layer(middleware::from_fn_with_state(office, taken));
        let mut request = Request::post("/").body(Body::empty()).unwrap();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 1))));
        let mut answer = Box::pin(router.oneshot(request));
        tokio::select! {
            _ = &mut answer => panic!("it waits for the store"),
            () = begun.notified() => {}
        }
        drop(answer); // the line is cut
        stored.notify_one();
        tokio::time::timeout(Duration::from_secs(20), done.notified()).await.expect("it is done all the same");
    }

    /// Threat 36: whoever writes the header itself is not believed.
    #[test]
    fn threat_36_only_a_proxy_of_ours_says_who_asks() {
        let (peer, proxy) = (IpAddr::from([203, 0, 113, 9]), IpAddr::from([10, 0, 0, 1]));
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", HeaderValue::from_static("1.1.1.1, 198.51.100.7:4711"));
        headers.append("x-forwarded-for", HeaderValue::from_static("10.0.0.2"));
        let behind = ["10.0.0.1", "10.0.0.2/31"].map(|proxy| Proxy::parse(proxy).unwrap());
        assert_eq!(asker(&[], peer, &headers), peer);
        assert_eq!(asker(&behind, peer, &headers), peer, "it did not come through our proxy");
        assert_eq!(asker(&behind, proxy, &headers), IpAddr::from([198, 51, 100, 7]), "the last that is none of ours");
        let clothed = IpAddr::from([0, 0, 0, 0, 0, 0xffff, 0x0a00, 1]);
        assert_eq!(asker(&behind, clothed, &headers), IpAddr::from([198, 51, 100, 7]), "the same proxy");
        headers.append("x-forwarded-for", HeaderValue::from_static("nonsense"));
        assert_eq!(asker(&behind, proxy, &headers), proxy, "what cannot be read ends the search");
        assert_eq!(asker(&behind, proxy, &HeaderMap::new()), proxy);
    }
}
