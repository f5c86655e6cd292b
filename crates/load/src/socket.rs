//! A client's socket.

use crate::Fault;
use futures_util::{SinkExt, StreamExt};
use std::net::SocketAddr;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A client's socket.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Opens one.
    pub async fn open(address: SocketAddr, path: &str) -> Result<Socket, Fault> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(8 << 10).write_buffer_size(0);
        let (socket, _) = client_async_with_config(format!("ws://{address}{path}"), stream, Some(config)).await?;
        Ok(Socket(socket))
    }

    /// Says something.
    pub async fn say(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), Fault> {
        Ok(self.0.send(Message::Text(text.into())).await?)
    }

    /// The next text.
    pub async fn hear(&mut self) -> Result<Utf8Bytes, Fault> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(other)) => return Err(format!("the socket says {other:?}").into()),
                Some(Err(error)) => return Err(error.into()),
                None => return Err("the socket is closed".into()),
            }
        }
    }
}
