//! The socket that takes connections: the server's own, or one that the service manager holds open while the server restarts.

use std::io;
use std::net::{SocketAddr, TcpListener};

use anyhow::Context as _;
use listenfd::ListenFd;

/// A listening socket. Connections wait in the kernel's queue until they are accepted.
#[derive(Debug)]
pub struct Socket {
    listener: TcpListener,
    address: SocketAddr,
    /// Whether the service manager keeps the socket open when the server stops.
    is_kept: bool,
}

impl Socket {
    /// Listens on `address`; port 0 takes a free one.
    pub fn bind(address: SocketAddr) -> anyhow::Result<Self> {
        let listener =
            TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))?;
        Ok(Self::new(listener, false)?)
    }

    /// The first socket that systemd passes to this process, if there is one (`LISTEN_FDS`, see `sd_listen_fds(3)`).
    pub fn inherited() -> anyhow::Result<Option<Self>> {
        let listener = ListenFd::from_env().take_tcp_listener(0);
        let listener = listener.context("the socket of LISTEN_FDS does not take connections")?;
        Ok(listener.map(|socket| Self::new(socket, true)).transpose()?)
    }

    fn new(listener: TcpListener, is_kept: bool) -> io::Result<Self> {
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Self {
            listener,
            address,
            is_kept,
        })
    }

    /// The address and the port on which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The listener for the accept loop, and whether its queue outlives the server. Needs a runtime.
    pub(super) fn open(self) -> io::Result<(tokio::net::TcpListener, bool)> {
        Ok((
            tokio::net::TcpListener::from_std(self.listener)?,
            self.is_kept,
        ))
    }
}
