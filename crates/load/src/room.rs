//! How much memory a socket takes, and a match that nobody plays at the moment.

use crate::followed::Followed;
use crate::process::Process;
use crate::socket::Socket;
use crate::{Fault, http};
use serde::Deserialize;
use std::collections::BTreeMap;
use tokio::task::LocalSet;

/// How many are opened at once.
const TOGETHER: usize = 50;

#[derive(Deserialize)]
struct Opened {
    id: String,
}

/// Bytes for each of so many sockets that watch a match in which nothing happens, beyond the first few.
pub async fn of_a_socket<G: Followed>(process: &Process, count: usize) -> Result<u64, Fault> {
    let ids = opened::<G>(process, count / 2).await?;
    let mut sockets = watched(process, ids.iter().take(TOGETHER)).await?;
    let before = process.memory()?;
    for _ in 0..2 {
        sockets.extend(watched(process, ids.iter()).await?);
    }
    let after = process.memory()?;
    Ok(after.saturating_sub(before) / (sockets.len() - TOGETHER.min(ids.len())) as u64)
}

/// Bytes for each of so many matches that have begun, beyond the first few.
pub async fn of_a_match<G: Followed>(process: &Process, count: usize) -> Result<u64, Fault> {
    opened::<G>(process, TOGETHER * 4).await?;
    let before = process.memory()?;
    opened::<G>(process, count).await?;
    Ok(process.memory()?.saturating_sub(before) / count as u64)
}

/// Opens matches; gives their ids.
async fn opened<G: Followed>(process: &Process, count: usize) -> Result<Vec<String>, Fault> {
    let (address, mut ids) = (process.address, Vec::new());
    let seats: BTreeMap<&str, &str> = G::SEATS.iter().map(|seat| (*seat, "me")).collect();
    let body = format!("{{\"game\":\"{}\",\"seats\":{},\"setup\":{}}}", G::NAME, serde_json::to_string(&seats)?, G::setup());
    while ids.len() < count {
        let tasks = LocalSet::new();
        let batch = (0..TOGETHER.min(count - ids.len())).map(|_| {
            let body = body.clone();
            tasks.spawn_local(async move { http::post(address, "/api/matches", &body).await.map_err(|fault| fault.to_string()) })
        });
        let batch: Vec<_> = batch.collect();
        tasks.await;
        for task in batch {
            let (_, answer) = task.await??;
            ids.push(serde_json::from_str::<Opened>(&answer).map_err(|_| answer)?.id);
        }
    }
    Ok(ids)
}

/// Sockets that have said hello and heard all there is.
async fn watched(process: &Process, ids: impl Iterator<Item = &String>) -> Result<Vec<Socket>, Fault> {
    let mut sockets = Vec::new();
    for id in ids {
        let mut socket = Socket::open(process.address, &format!("/api/matches/{id}/live")).await?;
        socket.say("{\"type\":\"hello\"}").await?;
        socket.hear().await?; // hello
        socket.hear().await?; // the beginning
        sockets.push(socket);
    }
    Ok(sockets)
}
