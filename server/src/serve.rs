//! The accept loop: bounded connections, bounded heads, and a stop that lets everybody finish.
//!
//! The framework's own loop sets no timer, so a client could send a header byte a minute and keep its connection for ever.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};
use tokio_util::task::TaskTracker;

use crate::front::{Connection, Front};

/// Connections that may be open at once; further ones wait in the kernel's queue.
const CONNECTIONS: usize = 8192;
/// The time for a request's head to arrive, which is also how long an idle connection is kept.
const HEAD: Duration = Duration::from_secs(5);
/// What hyper buffers of a head before it answers 431 on its own; a little more than the limit of which `middleware::finish` tells.
const BUFFER: usize = 40 << 10;
/// Header fields that hyper takes before it answers 431 on its own.
const FIELDS: usize = 100;
/// The pause after a failure to accept, such as too many open files.
const BREATH: Duration = Duration::from_millis(50);

/// How long connections in use are told to close before idle ones are closed for them.
const DRAIN: Duration = Duration::from_millis(500);
/// How long requests in progress may take to finish; longer than the longest request.
const FINISH: Duration = Duration::from_secs(9);

/// Whether the server is about to stop.
#[derive(Debug, Default)]
pub struct Lifecycle {
    is_stopping: AtomicBool,
}

impl Lifecycle {
    /// From now on every answer closes its connection, and the server is not ready.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Release);
    }

    /// Whether [`Lifecycle::stop`] has been called.
    pub fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Acquire)
    }
}

/// Answers requests until `stop` is done; then lets those in progress finish, for ten seconds at most.
pub async fn serve(
    listener: TcpListener,
    front: Front,
    lifecycle: &Arc<Lifecycle>,
    stop: impl Future<Output = ()>,
) {
    let (connections, places) = (TaskTracker::new(), Arc::new(Semaphore::new(CONNECTIONS)));
    let (close, closing) = watch::channel(());
    let mut stop = pin!(stop);
    let open = async |stream: (TcpStream, SocketAddr), place| {
        let connection = connection(stream, front.clone(), closing.clone());
        connections.spawn(hold(place, connection));
    };
    loop {
        tokio::select! {
            () = &mut stop => break,
            (stream, place) = accept(&listener, &places) => open(stream, place).await,
        }
    }
    tracing::info!("Stopping: requests in progress may finish");
    lifecycle.stop();
    for stream in waiting(listener) {
        open(stream, None).await;
    }
    // Somebody whose request is on its way must not find the connection closed, so answers announce it first.
    sleep(DRAIN).await;
    let _ = close.send(());
    connections.close();
    if timeout(FINISH, connections.wait()).await.is_err() {
        tracing::warn!(
            connections = connections.len(),
            "Some connections did not finish in time"
        );
    }
}

/// The next connection, once there is a place for it.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> ((TcpStream, SocketAddr), Option<OwnedSemaphorePermit>) {
    loop {
        // The semaphore is never closed.
        let place = Arc::clone(places).acquire_owned().await.ok();
        match listener.accept().await {
            Ok(stream) => return (stream, place),
            Err(error) if is_their_fault(&error) => {}
            Err(error) => {
                tracing::error!(error = %error, "A connection could not be accepted");
                sleep(BREATH).await;
            }
        }
    }
}

/// Closes the listener and returns the connections that the kernel has already made, which closing alone would reset.
fn waiting(listener: TcpListener) -> Vec<(TcpStream, SocketAddr)> {
    let Ok(listener) = listener.into_std() else {
        return Vec::new();
    };
    let mut waiting = Vec::new();
    while let Ok((stream, peer)) = listener.accept() {
        let stream = stream
            .set_nonblocking(true)
            .and_then(|()| TcpStream::from_std(stream));
        waiting.extend(stream.map(|stream| (stream, peer)));
    }
    waiting
}

/// Failures that concern one connection and not us.
fn is_their_fault(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}

async fn hold(place: Option<OwnedSemaphorePermit>, connection: impl Future<Output = ()>) {
    connection.await;
    drop(place);
}

/// Serves one connection until it ends or is asked to.
async fn connection(
    (stream, peer): (TcpStream, SocketAddr),
    front: Front,
    mut closing: watch::Receiver<()>,
) {
    // Small answers should not wait for the client's acknowledgement; if it cannot be set, they do.
    let _ = stream.set_nodelay(true);
    let mut connection =
        pin!(builder().serve_connection(TokioIo::new(stream), Connection { front, peer }));
    // A connection that breaks is the client's affair and says nothing about us.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = closing.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// The limits of a connection.
///
/// HTTP/1.1 only: browsers speak HTTP/2 to the proxy that holds the certificate, and hyper-util's switch between the two waits for the
/// first byte without a limit.
fn builder() -> Builder {
    let mut builder = Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_headers(FIELDS)
        .max_buf_size(BUFFER);
    builder
}
