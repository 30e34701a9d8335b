//! How much of something each network has at the moment: connections, or requests in progress.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::client_address::ClientAddress;

/// What each network has of something. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Shares {
    most: Option<usize>,
    taken: Arc<Mutex<HashMap<ClientAddress, usize>>>,
}

/// One of a network's share, until it is dropped.
#[derive(Debug)]
pub struct Share {
    of: ClientAddress,
    taken: Arc<Mutex<HashMap<ClientAddress, usize>>>,
}

impl Shares {
    /// A share of `most` for each network, or of any number.
    pub fn new(most: Option<usize>) -> Self {
        Self {
            most,
            taken: Arc::default(),
        }
    }

    /// One more for this network, unless it has its share. While there is plenty it may have more, because many visitors may share an
    /// address.
    pub fn take(&self, network: ClientAddress, is_plenty: bool) -> Option<Share> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(network).or_default();
        if !is_plenty && self.most.is_some_and(|most| most <= *count) {
            return None;
        }
        *count += 1;
        Some(Share {
            of: network,
            taken: Arc::clone(&self.taken),
        })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.of);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_network_has_its_share_and_gets_back_what_it_returns() {
        let of = |text: &str| ClientAddress::of(text.parse().unwrap());
        let shares = Shares::new(Some(2));
        let held = [
            shares.take(of("10.0.0.1"), false),
            shares.take(of("10.0.0.1"), false),
        ];
        assert!(held.iter().all(Option::is_some));
        assert!(shares.take(of("10.0.0.1"), false).is_none());
        assert!(shares.take(of("10.0.0.1"), true).is_some(), "plenty");
        assert!(shares.take(of("10.0.0.2"), false).is_some());
        drop(held);
        assert!(shares.take(of("10.0.0.1"), false).is_some());
        assert!(shares.taken.lock().unwrap().is_empty(), "nothing is kept");
    }

    #[test]
    fn without_a_limit_every_network_gets_more() {
        let shares = Shares::new(None);
        let network = ClientAddress::of("10.0.0.1".parse().unwrap());
        let held: Vec<_> = (0..1000).map(|_| shares.take(network, false)).collect();
        assert!(held.iter().all(Option::is_some));
    }
}
