//! The accept loop: limits connections and request heads, and lets requests in progress finish when the server stops.
//!
//! `axum::serve` has no time limits, so a client could hold a connection by sending a byte a minute.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1::Builder;
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use self::connections::ConnectionPermit;
pub use self::connections::Connections;
use self::front::{Connection, Front};
pub use self::socket::Socket;
use self::timeouts::{Progress, TimeoutStream};
use crate::lifecycle::Lifecycle;

mod connections;
pub mod front;
mod socket;
mod timeouts;

/// What hyper buffers of a head before it answers 431 by itself; more than `middleware::head` allows.
const MAX_HEAD_BUFFER: usize = 40 << 10;
/// Header fields that hyper reads before it answers 431 by itself; more than `middleware::head` allows.
const MAX_HEADER_FIELDS: usize = 100;
/// The pause after a connection could not be accepted, for example for lack of file descriptors.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);

/// How long responses ask clients to close their connections, before idle connections are closed.
const DRAIN_TIME: Duration = Duration::from_millis(500);
/// How long requests in progress may take to finish.
const FINISH_TIMEOUT: Duration = Duration::from_secs(9);

/// How long requests may take to finish when the server stops.
pub const SHUTDOWN_TIMEOUT: Duration = DRAIN_TIME.saturating_add(FINISH_TIMEOUT);

/// Serves requests until `stop` ends. Then requests in progress have [`SHUTDOWN_TIMEOUT`] to finish.
///
/// Connections that nobody has accepted by then are served too, or wait for the next process where the service manager keeps the socket.
///
/// # Errors
///
/// When the runtime does not take the socket.
pub async fn serve(
    socket: Socket,
    front: Front,
    connections: &Connections,
    lifecycle: &Arc<Lifecycle>,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let (listener, is_kept) = socket.open()?;
    let graceful = GracefulShutdown::new();
    let open = |(stream, peer): (TcpStream, SocketAddr), permit: Option<ConnectionPermit>| {
        // Small responses should not wait for the client's acknowledgement. If the option cannot be set, they do.
        let _ = stream.set_nodelay(true);
        let progress = Progress::new();
        let connections = connections.clone();
        let stream =
            TimeoutStream::new(stream, Arc::clone(&progress), move || connections.is_full());
        let service = Connection {
            front: front.clone(),
            peer,
            progress,
        };
        let connection = builder().serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A broken connection is no fault of the server.
            let _ = connection.await;
            drop(permit);
        });
    };
    let mut stop = pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => break,
            (stream, permit) = accept(&listener, connections) => open(stream, Some(permit)),
        }
    }
    tracing::info!("Stopping: requests in progress may finish");
    lifecycle.stop();
    if is_kept {
        drop(listener);
    } else {
        for stream in accepted_by_kernel(listener) {
            open(stream, None);
        }
    }
    // A client that is just sending a request must not find its connection closed, so responses announce the closing first.
    sleep(DRAIN_TIME).await;
    if timeout(FINISH_TIMEOUT, graceful.shutdown()).await.is_err() {
        let connections = connections.open();
        tracing::warn!(connections, "Some connections did not finish in time");
    }
    Ok(())
}

/// The next connection, once there is a permit for it. One of a network that has its share is closed at once.
async fn accept(
    listener: &TcpListener,
    connections: &Connections,
) -> ((TcpStream, SocketAddr), ConnectionPermit) {
    loop {
        let Some(permit) = connections.acquire().await else {
            continue;
        };
        match listener.accept().await {
            Ok((stream, peer)) => {
                if let Some(permit) = connections.admit(peer, permit) {
                    return ((stream, peer), permit);
                }
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                tracing::error!(%error, "A connection could not be accepted");
                sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
}

/// Closes the listener and returns the connections that the kernel has accepted already, which closing alone would reset.
fn accepted_by_kernel(listener: TcpListener) -> Vec<(TcpStream, SocketAddr)> {
    let Ok(listener) = listener.into_std() else {
        return Vec::new();
    };
    let mut accepted = Vec::new();
    while let Ok((stream, peer)) = listener.accept() {
        let stream = stream
            .set_nonblocking(true)
            .and_then(|()| TcpStream::from_std(stream));
        accepted.extend(stream.map(|stream| (stream, peer)));
    }
    accepted
}

/// Whether an error concerns one connection and not the listener.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}

/// The limits of a connection.
///
/// HTTP/1.1 only: browsers use HTTP/2 with the proxy that terminates TLS, and hyper-util's detection of the version waits for the first
/// byte without a timeout.
fn builder() -> Builder {
    let mut builder = Builder::new();
    builder
        // The socket has the time limits (`timeouts.rs`).
        .header_read_timeout(None)
        .max_headers(MAX_HEADER_FIELDS)
        .max_buf_size(MAX_HEAD_BUFFER);
    builder
}
