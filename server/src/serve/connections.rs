//! How many connections may be open at once: all together, and from one network.

use std::net::SocketAddr;
use std::sync::Arc;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::extract::client_address::ClientAddress;
use crate::extract::shares::{Share, Shares};

/// Connections that may be open at once. Further ones wait in the kernel's queue.
const CONNECTIONS: u64 = 8192;
/// File descriptors that are left for the database, mails and requests to the payment provider.
const RESERVED: u64 = 128;
/// The fewest connections, however few file descriptors there are.
const FEWEST: u64 = 16;
/// The share of a network is one of so many parts of all connections.
const PARTS: usize = 8;

/// The connections that may be open. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Connections {
    places: Arc<Semaphore>,
    shares: Shares,
    most: usize,
}

/// The place of an open connection.
#[derive(Debug)]
pub(super) struct Place {
    _share: Share,
    _place: OwnedSemaphorePermit,
}

impl Connections {
    /// As many as the process may have files open. With `has_shares` each network has its share of them.
    ///
    /// Behind a proxy all connections come from the proxy, which knows the visitors and limits their connections; what the server then
    /// limits for each visitor are the requests in progress (`middleware::guard`).
    pub fn new(has_shares: bool) -> Self {
        let files = raise_file_limit(CONNECTIONS + RESERVED);
        let most = files.saturating_sub(RESERVED).clamp(FEWEST, CONNECTIONS);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        Self {
            places: Arc::new(Semaphore::new(most)),
            shares: Shares::new(has_shares.then_some(most / PARTS)),
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
        let network = ClientAddress::of(peer.ip());
        Some(Place {
            _share: self.shares.take(network, is_plenty)?,
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

/// Raises the limit on open files to `wanted`, or as far as the system allows. Returns what it is then.
fn raise_file_limit(wanted: u64) -> u64 {
    let limit = getrlimit(Resource::Nofile);
    let (Some(current), most) = (limit.current, limit.maximum) else {
        return wanted;
    };
    let raised = Ord::min(wanted, most.unwrap_or(wanted));
    let next = Rlimit {
        current: Some(raised),
        maximum: most,
    };
    if current < raised && setrlimit(Resource::Nofile, next).is_ok() {
        raised
    } else {
        current
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_network_has_half_of_the_connections_and_a_share_of_the_rest_unless_it_is_a_proxy() {
        let peer = SocketAddr::from(([10, 0, 0, 1], 1));
        let other = SocketAddr::from(([10, 0, 0, 2], 1));
        let connections = Connections::new(true);
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

        let proxied = Connections::new(false);
        let mut open = Vec::new();
        for _ in 0..proxied.most {
            let place = proxied.wait().await.unwrap();
            open.push(proxied.admit(peer, place).unwrap());
        }
        assert!(proxied.is_full());
    }
}
