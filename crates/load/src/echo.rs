//! The bare echo that the server is compared with: the same libraries, and nothing to judge or to keep.

use crate::Fault;
use crate::load::{Measured, Noted, Pace, Plan, measure, note};
use crate::process::Process;
use crate::relay;
use crate::socket::Socket;
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::get;
use axum::serve::ListenerExt;
use referee::Stream;

/// Serves the echo, and the relay beside it, until it is killed.
pub async fn serve() -> Result<(), Fault> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("{{\"listening\":\"{}\"}}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true))); // as the server does
    Ok(axum::serve(listener, Router::new().route("/", get(upgraded)).merge(relay::router())).await?)
}

async fn upgraded(upgrade: WebSocketUpgrade) -> Response {
    upgrade.read_buffer_size(4 << 10).write_buffer_size(0).on_upgrade(echo)
}

async fn echo(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        if matches!(message, Message::Text(_)) && socket.send(message).await.is_err() {
            return;
        }
    }
}

/// Says something of so many bytes on every socket, again and again: when the echo has come, or at a pace.
pub async fn shout(process: &Process, plan: Plan, bytes: u64) -> Result<Measured, Fault> {
    let noted = Noted::default();
    let mut clients = Vec::new();
    let mut luck = Stream::from_seed("echo");
    for _ in 0..plan.sockets {
        let socket = Socket::open(process.address, "/").await?;
        let pace = Pace::new(plan.pace.map(|pace| pace / plan.sockets as f64), &mut luck);
        clients.push((again(socket, bytes, pace, noted.clone()), noted.clone()));
    }
    measure(process, plan, clients.into_iter(), noted).await
}

async fn again(mut socket: Socket, bytes: u64, mut pace: Pace, noted: Noted) -> Result<(), Fault> {
    let text = "x".repeat(bytes as usize);
    loop {
        let sent = pace.next().await;
        socket.say(text.clone()).await?;
        let heard = socket.hear().await?;
        note(&noted, sent.elapsed(), (bytes, heard.len() as u64));
    }
}
