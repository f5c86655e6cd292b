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
    stream.set_nodelay(true)?; // the body does not wait until its head has come
    let bearer = token.map_or_else(String::new, |token| format!("Authorization: Bearer {token}\r\n"));
    let about = format!("Host: {address}\r\nConnection: close\r\n{bearer}Content-Length: {}\r\n\r\n", body.len());
    let head = format!("{method} {path} HTTP/1.1\r\n{about}");
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?; // not joined: a whole log is long
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("the answer has no end")?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or("the answer has no status")?;
    match head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        true => Ok((status, joined(body).ok_or("the answer broke off")?)),
        false => Ok((status, body.to_owned())),
    }
}

/// An answer that came in pieces (a log does), each after its length; none where the last is missing.
fn joined(pieces: &str) -> Option<String> {
    let (mut rest, mut whole) = (pieces, String::new());
    loop {
        let (length, after) = rest.split_once("\r\n")?;
        let length = usize::from_str_radix(length, 16).ok()?;
        if length == 0 {
            return Some(whole);
        }
        whole.push_str(after.get(..length)?);
        rest = after.get(length..)?.strip_prefix("\r\n")?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_one_answer_if_none_is_missing() {
        assert_eq!(joined("3\r\nabc\r\na\r\n0123456789\r\n0\r\n\r\n").as_deref(), Some("abc0123456789"));
        for broken in ["", "3\r\nabc\r\n", "3\r\nab", "x\r\nabc\r\n0\r\n\r\n", "2\r\nabc\r\n0\r\n\r\n"] {
            assert_eq!(joined(broken), None, "{broken:?}");
        }
    }
}
