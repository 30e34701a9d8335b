//! How many connections may be open at once: all together, and from one network.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::domain::network::ClientAddress;
use crate::extract::client_address::TrustedProxies;
use crate::extract::per_network::{NetworkPermit, PerNetworkLimit};
use crate::middleware::open_files;

/// The share of a network is one of so many parts of all connections.
const NETWORK_FRACTION: usize = 8;

/// The connections that may be open. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Connections {
    semaphore: Arc<Semaphore>,
    per_network: PerNetworkLimit,
    proxies: TrustedProxies,
    max: usize,
}

/// The permit of an open connection.
#[derive(Debug)]
pub(super) struct ConnectionPermit {
    _share: Option<NetworkPermit>,
    _permit: OwnedSemaphorePermit,
}

impl Connections {
    /// As many as the process may have files open. Further ones wait in the kernel's queue. With `has_shares` each network has its share of them, unless it is that of a proxy in front
    /// of the server.
    ///
    /// All connections of visitors come from the proxy, which knows them and limits their connections; what the server then limits for each
    /// visitor are the requests in progress (`middleware::concurrency`).
    pub fn new(has_shares: bool, proxies: TrustedProxies) -> Self {
        let max = open_files::connections();
        Self {
            semaphore: Arc::new(Semaphore::new(max)),
            per_network: PerNetworkLimit::new(has_shares.then_some(max / NETWORK_FRACTION)),
            proxies,
            max,
        }
    }

    /// Waits for a permit for any connection.
    pub(super) async fn acquire(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.semaphore).acquire_owned().await.ok()
    }

    /// The permit of a connection from `peer`; `None` when its network has its share and half of the permits are taken.
    pub(super) fn admit(
        &self,
        peer: SocketAddr,
        permit: OwnedSemaphorePermit,
    ) -> Option<ConnectionPermit> {
        let is_plenty = self.max / 2 <= self.semaphore.available_permits();
        let share = if self.proxies.has(peer.ip()) {
            None
        } else {
            let network = ClientAddress::of(peer.ip());
            Some(self.per_network.acquire(network, is_plenty)?)
        };
        Some(ConnectionPermit {
            _share: share,
            _permit: permit,
        })
    }

    /// Whether three quarters of the permits are taken.
    pub(super) fn is_full(&self) -> bool {
        self.semaphore.available_permits() < self.max / 4
    }

    /// How many connections are open.
    pub(super) fn open(&self) -> usize {
        self.max - self.semaphore.available_permits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_network_has_half_of_the_connections_and_a_share_of_the_rest_unless_it_is_a_proxy() {
        let peer = SocketAddr::from(([10, 0, 0, 1], 1));
        let other = SocketAddr::from(([10, 0, 1, 2], 1));
        let connections = Connections::new(true, TrustedProxies::default());
        let mut open = Vec::new();
        for _ in 0..connections.max / 2 {
            let permit = connections.acquire().await.unwrap();
            open.push(connections.admit(peer, permit).unwrap());
        }
        for _ in 0..connections.max / NETWORK_FRACTION {
            let permit = connections.acquire().await.unwrap();
            assert!(connections.admit(peer, permit).is_none());
            let permit = connections.acquire().await.unwrap();
            open.push(connections.admit(other, permit).unwrap());
        }
        let permit = connections.acquire().await.unwrap();
        assert!(connections.admit(other, permit).is_none());
        assert_eq!(connections.open(), open.len());

        let proxy = ["10.0.0.0/24".parse().unwrap()];
        let proxied = Connections::new(true, TrustedProxies::new(1, &proxy));
        let mut open = Vec::new();
        for _ in 0..proxied.max {
            let permit = proxied.acquire().await.unwrap();
            open.push(proxied.admit(peer, permit).unwrap());
        }
        assert!(proxied.is_full());
    }
}
