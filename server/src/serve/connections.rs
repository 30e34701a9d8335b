//! How many connections may be open at once: all together, and from one network.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::domain::network::ClientAddress;
use crate::extract::client_address::TrustedProxies;
use crate::extract::shares::{Share, Shares};
use crate::middleware::open_files;

/// The share of a network is one of so many parts of all connections.
const PARTS: usize = 8;

/// The connections that may be open. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Connections {
    places: Arc<Semaphore>,
    shares: Shares,
    proxies: TrustedProxies,
    most: usize,
}

/// The place of an open connection.
#[derive(Debug)]
pub(super) struct Place {
    _share: Option<Share>,
    _place: OwnedSemaphorePermit,
}

impl Connections {
    /// As many as the process may have files open. Further ones wait in the kernel's queue. With `has_shares` each network has its share of them, unless it is that of a proxy in front
    /// of the server.
    ///
    /// All connections of visitors come from the proxy, which knows them and limits their connections; what the server then limits for each
    /// visitor are the requests in progress (`middleware::in_flight`).
    pub fn new(has_shares: bool, proxies: TrustedProxies) -> Self {
        let most = open_files::connections();
        Self {
            places: Arc::new(Semaphore::new(most)),
            shares: Shares::new(has_shares.then_some(most / PARTS)),
            proxies,
            most,
        }
    }

    /// Waits for a place for any connection.
    pub(super) async fn wait(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.places).acquire_owned().await.ok()
    }

    /// The place of a connection from `peer`; `None` when its network has its share and half of the places are taken.
    pub(super) fn admit(&self, peer: SocketAddr, place: OwnedSemaphorePermit) -> Option<Place> {
        let is_plenty = self.most / 2 <= self.places.available_permits();
        let share = if self.proxies.has(peer.ip()) {
            None
        } else {
            let network = ClientAddress::of(peer.ip());
            Some(self.shares.take(network, is_plenty)?)
        };
        Some(Place {
            _share: share,
            _place: place,
        })
    }

    /// Whether three quarters of the places are taken.
    pub(super) fn is_full(&self) -> bool {
        self.places.available_permits() < self.most / 4
    }

    /// How many connections are open.
    pub(super) fn open(&self) -> usize {
        self.most - self.places.available_permits()
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
        for _ in 0..connections.most / 2 {
            let place = connections.wait().await.unwrap();
            open.push(connections.admit(peer, place).unwrap());
        }
        for _ in 0..connections.most / PARTS {
            let place = connections.wait().await.unwrap();
            assert!(connections.admit(peer, place).is_none());
            let place = connections.wait().await.unwrap();
            open.push(connections.admit(other, place).unwrap());
        }
        let place = connections.wait().await.unwrap();
        assert!(connections.admit(other, place).is_none());
        assert_eq!(connections.open(), open.len());

        let proxy = ["10.0.0.0/24".parse().unwrap()];
        let proxied = Connections::new(true, TrustedProxies::new(1, &proxy));
        let mut open = Vec::new();
        for _ in 0..proxied.most {
            let place = proxied.wait().await.unwrap();
            open.push(proxied.admit(peer, place).unwrap());
        }
        assert!(proxied.is_full());
    }
}
