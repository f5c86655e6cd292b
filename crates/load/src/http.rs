//! Requests, one a connection: as little as is needed to open matches and read logs.

use crate::Fault;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Asks for something; gives the status and the answer.
pub async fn get(address: SocketAddr, path: &str) -> Result<(u16, String), Fault> {
    ask(address, "GET", path, None, "").await
}

/// Sends something; gives the status and the answer.
pub async fn post(address: SocketAddr, path: &str, body: &str) -> Result<(u16, String), Fault> {
    ask(address, "POST", path, None, body).await
}

/// Sends something as who has a token; gives the status and the answer.
pub async fn post_as(address: SocketAddr, path: &str, token: &str, body: &str) -> Result<(u16, String), Fault> {
    ask(address, "POST", path, Some(token), body).await
}

async fn ask(address: SocketAddr, method: &str, path: &str, token: Option<&str>, body: &str) -> Result<(u16, String), Fault> {
    let mut stream = TcpStream::connect(address).await?;
    let bearer = token.map_or_else(String::new, |token| format!("Authorization: Bearer {token}\r\n"));
    let about = format!("Host: {address}\r\nConnection: close\r\n{bearer}Content-Length: {}\r\n\r\n", body.len());
    let head = format!("{method} {path} HTTP/1.1\r\n{about}");
    stream.write_all(format!("{head}{body}").as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("the answer has no end")?;
    if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        return Err("the answer comes in pieces".into());
    }
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or("the answer has no status")?;
    Ok((status, body.to_owned()))
}
