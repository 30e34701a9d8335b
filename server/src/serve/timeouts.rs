//! A socket with time limits for its client: for a request, for the rest of a request's head, and for room to write.
//!
//! hyper has one time limit for a head, which includes the time between two requests, and none for writing: a client that does not read
//! its responses would hold its connection forever.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

/// The time for a request's head to arrive.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a connection stays open between two requests.
pub(super) const IDLE_TIMEOUT: Duration = Duration::from_secs(75);
/// The same, while few further connections can be accepted.
const IDLE_TIMEOUT_WHEN_FULL: Duration = Duration::from_secs(5);
/// How long a client may take nothing of a response.
const STALL_TIMEOUT: Duration = Duration::from_secs(10);
/// What a client must take at least, in bytes a second; the slowest mobile networks carry more.
const MIN_BYTES_PER_SECOND: u64 = 1024;
/// How often an idle connection looks whether many connections are open.
const FULL_CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// What a connection is doing. The service tells it, because only the service knows when a request is complete.
#[derive(Debug)]
pub(super) struct Progress(Mutex<Phase>);

#[derive(Debug, Clone, Copy)]
enum Phase {
    /// Nothing of the next request has arrived.
    Idle { since: Instant },
    /// A part of a head has arrived.
    Head { since: Instant },
    /// A request is being handled.
    Busy,
}

impl Progress {
    /// A new connection, from which a request is expected at once.
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self(Mutex::new(Phase::Head {
            since: Instant::now(),
        })))
    }

    /// A request's head is complete.
    pub(super) fn begin(&self) {
        self.set(|_| Phase::Busy);
    }

    /// The response to it is ready to be written.
    pub(super) fn finish(&self) {
        let since = Instant::now();
        self.set(|_| Phase::Idle { since });
    }

    fn read(&self) {
        let since = Instant::now();
        self.set(|phase| match phase {
            Phase::Idle { .. } => Phase::Head { since },
            other => other,
        });
    }

    fn written(&self) {
        let since = Instant::now();
        self.set(|phase| match phase {
            Phase::Idle { .. } => Phase::Idle { since },
            other => other,
        });
    }

    fn set(&self, next: impl FnOnce(Phase) -> Phase) {
        let mut phase = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *phase = next(*phase);
    }

    /// When to stop waiting for the client to send something.
    fn deadline(&self, is_full: bool) -> Option<Instant> {
        match *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Phase::Idle { since } if is_full => Some(since + IDLE_TIMEOUT_WHEN_FULL),
            Phase::Idle { since } => Some(since + IDLE_TIMEOUT),
            Phase::Head { since } => Some(since + HEAD_TIMEOUT),
            Phase::Busy => None,
        }
    }
}

/// The socket. `IsFull` tells whether few further connections can be accepted.
pub(super) struct TimeoutStream<IsFull> {
    stream: TcpStream,
    progress: Arc<Progress>,
    is_full: IsFull,
    read_timer: Timer,
    write_timer: Timer,
    stalled: Option<Stalled>,
}

/// A response that the client does not take as fast as it could be sent.
#[derive(Debug, Clone, Copy)]
struct Stalled {
    since: Instant,
    last: Instant,
    taken: u64,
}

impl Stalled {
    fn deadline(&self) -> Instant {
        let slowest = Duration::from_secs(self.taken / MIN_BYTES_PER_SECOND);
        Ord::min(
            self.last + STALL_TIMEOUT,
            self.since + STALL_TIMEOUT + slowest,
        )
    }
}

impl<IsFull: Fn() -> bool + Unpin> TimeoutStream<IsFull> {
    pub(super) fn new(stream: TcpStream, progress: Arc<Progress>, is_full: IsFull) -> Self {
        Self {
            stream,
            progress,
            is_full,
            read_timer: Timer::default(),
            write_timer: Timer::default(),
            stalled: None,
        }
    }

    /// Whether to stop waiting for the client to send something. Otherwise the task is woken when there is something new to decide.
    fn has_waited(&mut self, context: &mut Context<'_>) -> bool {
        while let Some(deadline) = self.progress.deadline((self.is_full)()) {
            let now = Instant::now();
            if deadline <= now {
                return true;
            }
            if self
                .read_timer
                .poll(Ord::min(deadline, now + FULL_CHECK_INTERVAL), context)
                .is_pending()
            {
                return false;
            }
        }
        false
    }

    fn after_write(
        &mut self,
        offered: usize,
        written: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        let now = Instant::now();
        match written {
            Poll::Ready(Ok(count)) => {
                self.progress.written();
                if offered <= count {
                    self.stalled = None;
                } else if let Some(stalled) = &mut self.stalled {
                    stalled.last = now;
                    stalled.taken += u64::try_from(count).unwrap_or(u64::MAX);
                }
                Poll::Ready(Ok(count))
            }
            Poll::Ready(error) => Poll::Ready(error),
            Poll::Pending => {
                let stalled = *self.stalled.get_or_insert(Stalled {
                    since: now,
                    last: now,
                    taken: 0,
                });
                ready!(self.write_timer.poll(stalled.deadline(), context));
                // What is still to be sent would keep the kernel's memory: the connection is reset. If that fails, it is closed.
                let _ = self.stream.set_zero_linger();
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl<IsFull: Fn() -> bool + Unpin> AsyncRead for TimeoutStream<IsFull> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_pending() {
            // An end without an error: hyper closes the connection.
            return if self.has_waited(context) {
                Poll::Ready(Ok(()))
            } else {
                Poll::Pending
            };
        }
        if before < buffer.filled().len() {
            self.progress.read();
        }
        read
    }
}

impl<IsFull: Fn() -> bool + Unpin> AsyncWrite for TimeoutStream<IsFull> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.after_write(bytes.len(), written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let offered = slices.iter().map(|slice| slice.len()).sum();
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.after_write(offered, written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// A timer that is made when it is first needed.
#[derive(Default)]
struct Timer(Option<Pin<Box<Sleep>>>);

impl Timer {
    /// Ready at `deadline`.
    fn poll(&mut self, deadline: Instant, context: &mut Context<'_>) -> Poll<()> {
        let deadline = deadline.into();
        let sleep = self
            .0
            .get_or_insert_with(|| Box::pin(tokio::time::sleep_until(deadline)));
        if sleep.deadline() != deadline {
            sleep.as_mut().reset(deadline);
        }
        sleep.as_mut().poll(context)
    }
}
