//! A relay: what the server does with a message, but for judging and keeping it. Whatever is said on one of two sockets is told on both.

use crate::Fault;
use crate::load::{Measured, Noted, Pace, Plan, measure, note};
use crate::process::Process;
use crate::socket::Socket;
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use referee::Stream;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// A socket of each pair that waits for its other half: how to tell it something, and how it hears of the other.
type Waiting = Arc<Mutex<BTreeMap<u32, Half>>>;

/// What one of a pair has of the other.
struct Half {
    to: UnboundedSender<Message>,
    from: UnboundedReceiver<Message>,
}

/// The routes of the relay.
pub(crate) fn router() -> Router {
    Router::new().route("/pairs/{pair}", get(upgraded)).with_state(Waiting::default())
}

async fn upgraded(upgrade: WebSocketUpgrade, Path(pair): Path<u32>, State(waiting): State<Waiting>) -> Response {
    let half = met(&waiting, pair);
    upgrade.read_buffer_size(4 << 10).write_buffer_size(0).on_upgrade(|socket| relay(socket, half))
}

/// The first of a pair leaves a half for the second.
fn met(waiting: &Waiting, pair: u32) -> Half {
    let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
    waiting.remove(&pair).unwrap_or_else(|| {
        let ((to, theirs), (back, from)) = (unbounded_channel(), unbounded_channel());
        waiting.insert(pair, Half { to: back, from: theirs });
        Half { to, from }
    })
}

async fn relay(mut socket: WebSocket, mut other: Half) {
    loop {
        let message = tokio::select! {
            biased;
            Some(message) = other.from.recv() => message,
            Some(Ok(message)) = socket.recv() => {
                if other.to.send(message.clone()).is_err() {
                    return;
                }
                message
            }
            else => return,
        };
        if matches!(message, Message::Text(_)) && socket.send(message).await.is_err() {
            return;
        }
    }
}

/// Says something of so many bytes in every pair, now on one socket, now on the other, when both have heard it, or at a pace.
pub async fn shout(process: &Process, plan: Plan, bytes: u64) -> Result<Measured, Fault> {
    let (noted, pairs) = (Noted::default(), plan.sockets / 2);
    let (mut luck, mut clients) = (Stream::from_seed("relay"), Vec::new());
    for pair in 0..pairs {
        let path = format!("/pairs/{pair}");
        let sockets = [Socket::open(process.address, &path).await?, Socket::open(process.address, &path).await?];
        let pace = Pace::new(plan.pace.map(|pace| pace / pairs as f64), &mut luck);
        clients.push((again(sockets, bytes, pace, noted.clone()), noted.clone()));
    }
    measure(process, plan, clients.into_iter(), noted).await
}

async fn again(mut sockets: [Socket; 2], bytes: u64, mut pace: Pace, noted: Noted) -> Result<(), Fault> {
    let text = "x".repeat(bytes as usize);
    loop {
        let sent = pace.next().await;
        sockets[0].say(text.clone()).await?;
        let heard = sockets[0].hear().await?;
        let answered = Instant::now();
        sockets[1].hear().await?;
        note(&noted, answered.saturating_duration_since(sent), (bytes, 2 * heard.len() as u64));
        sockets.swap(0, 1);
    }
}
