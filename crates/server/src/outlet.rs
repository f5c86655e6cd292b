//! A connection whose other end must read: one that takes nothing for too long is let go, and whatever was on its way with it.

use std::future::Future;
use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A connection whose other end must read.
pub(crate) struct Outlet<S> {
    stream: S,
    patience: Duration,
    /// Runs while the other end takes nothing.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S: AsyncWrite + Unpin> Outlet<S> {
    /// A connection that is let go when its other end takes nothing for so long.
    pub(crate) fn new(stream: S, patience: Duration) -> Outlet<S> {
        Outlet { stream, patience, waiting: None }
    }

    /// Writes, unless nothing was taken for too long. Who reads costs no look at the time.
    fn in_time<T>(
        &mut self,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<Result<T>>,
    ) -> Poll<Result<T>> {
        let written = write(Pin::new(&mut self.stream), context);
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let patience = self.patience;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(patience)));
        let late = || Err(Error::new(ErrorKind::TimedOut, "the other end does not read"));
        waiting.as_mut().poll(context).map(|()| late())
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Outlet<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        self.in_time(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context<'_>, parts: &[IoSlice<'_>]) -> Poll<Result<usize>> {
        self.in_time(context, |stream, context| stream.poll_write_vectored(context, parts))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        self.in_time(context, |stream, context| stream.poll_flush(context))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        self.in_time(context, |stream, context| stream.poll_shutdown(context))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Outlet<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    #[tokio::test(start_paused = true)]
    async fn who_reads_slowly_is_waited_for_and_who_does_not_read_is_let_go() {
        let (ours, mut theirs) = duplex(8);
        let mut outlet = Outlet::new(ours, Duration::from_secs(20));
        let reads = tokio::spawn(async move {
            for _ in 0..10 {
                sleep(Duration::from_secs(19)).await;
                theirs.read_exact(&mut [0; 8]).await.unwrap();
            }
            theirs
        });
        outlet.write_all(&[7; 80]).await.unwrap();
        let mut theirs = reads.await.unwrap();
        let began = tokio::time::Instant::now();
        let ended = outlet.write_all(&[7; 9]).await.unwrap_err();
        assert_eq!((ended.kind(), began.elapsed().as_secs()), (ErrorKind::TimedOut, 20));
        theirs.write_all(&[1]).await.unwrap();
        assert_eq!(outlet.read(&mut [0; 9]).await.unwrap(), 1, "what comes in is read all the same");
    }
}
