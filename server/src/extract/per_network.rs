//! How much of something each network has at the moment: connections, or requests in progress.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::domain::network::{ClientAddress, Network, Width};

/// What each network has of something. Cheap to clone.
#[derive(Debug, Clone)]
pub struct PerNetworkLimit {
    max: Option<usize>,
    taken: Taken,
}

/// How much each network has, of every width.
type Taken = Arc<Mutex<HashMap<Network, usize>>>;

/// One of a network's share, until it is dropped.
#[derive(Debug)]
pub struct NetworkPermit {
    of: ClientAddress,
    max: Option<usize>,
    taken: Taken,
}

impl PerNetworkLimit {
    /// A share of `max` for each network, or of any number. A wider network, which one customer may have as well, gets up to twice as much;
    /// what a network has beyond its share does not count there, so that it takes nothing from its neighbours.
    pub fn new(max: Option<usize>) -> Self {
        Self {
            max,
            taken: Arc::default(),
        }
    }

    /// One more for this network, unless it has its share. While there is plenty it may have more, because many visitors may share an
    /// address.
    pub fn acquire(&self, network: ClientAddress, is_plenty: bool) -> Option<NetworkPermit> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |network: Network| {
            let max = self.max.map(|max| share(max, network.width));
            max.is_some_and(|max| max <= taken.get(&network).copied().unwrap_or(0))
        };
        if !is_plenty && network.networks().any(is_full) {
            return None;
        }
        let has = count(&taken, network);
        for network in counted(network, has, self.max) {
            *taken.entry(network).or_default() += 1;
        }
        Some(NetworkPermit {
            of: network,
            max: self.max,
            taken: Arc::clone(&self.taken),
        })
    }
}

/// How much a network itself has.
fn count(taken: &HashMap<Network, usize>, network: ClientAddress) -> usize {
    let own = network.networks().find(|one| one.width == Width::Customer);
    own.and_then(|own| taken.get(&own)).copied().unwrap_or(0)
}

/// Where the next one of a network that has `has` of them counts.
fn counted(
    network: ClientAddress,
    has: usize,
    max: Option<usize>,
) -> impl Iterator<Item = Network> {
    let is_within = max.is_none_or(|max| has < max);
    network
        .networks()
        .filter(move |one| is_within || one.width == Width::Customer)
}

impl Drop for NetworkPermit {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let others = count(&taken, self.of).saturating_sub(1);
        for network in counted(self.of, others, self.max) {
            let count = taken.get(&network).copied().unwrap_or(0);
            match count {
                0 | 1 => taken.remove(&network),
                _ => taken.insert(network, count - 1),
            };
        }
    }
}

/// The share of a network of this width.
fn share(max: usize, width: Width) -> usize {
    match width {
        Width::Customer => max,
        Width::Household => max + max / 2,
        Width::Company => max * 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_network_has_its_share_and_gets_back_what_it_returns() {
        let of = |text: &str| ClientAddress::of(text.parse().unwrap());
        let limit = PerNetworkLimit::new(Some(2));
        let held = [
            limit.acquire(of("10.0.0.1"), false),
            limit.acquire(of("10.0.0.1"), false),
        ];
        assert!(held.iter().all(Option::is_some));
        assert!(limit.acquire(of("10.0.0.1"), false).is_none());
        assert!(limit.acquire(of("10.0.0.1"), true).is_some(), "plenty");
        let others = [
            limit.acquire(of("10.0.0.2"), false),
            limit.acquire(of("10.0.0.3"), false),
        ];
        assert!(others.iter().all(Option::is_some));
        assert!(limit.acquire(of("10.0.0.4"), false).is_none(), "of 24 bits");
        assert!(limit.acquire(of("10.0.1.4"), false).is_some());
        drop((held, others));
        assert!(limit.acquire(of("10.0.0.1"), false).is_some());
        assert!(limit.taken.lock().unwrap().is_empty(), "nothing is kept");
    }

    #[test]
    fn a_network_with_more_than_its_share_takes_nothing_from_its_neighbours() {
        let of = |text: &str| ClientAddress::of(text.parse().unwrap());
        let limit = PerNetworkLimit::new(Some(2));
        let many: Vec<_> = (0..100)
            .map(|_| limit.acquire(of("10.0.0.1"), true).unwrap())
            .collect();
        let neighbours = [
            limit.acquire(of("10.0.0.2"), false),
            limit.acquire(of("10.0.0.3"), false),
        ];
        assert!(neighbours.iter().all(Option::is_some));
        assert!(limit.acquire(of("10.0.0.4"), false).is_none(), "of 24 bits");
        drop(many);
        let more = [
            limit.acquire(of("10.0.0.4"), false),
            limit.acquire(of("10.0.0.5"), false),
        ];
        assert!(more.iter().all(Option::is_some));
        drop((neighbours, more));
        assert!(limit.taken.lock().unwrap().is_empty(), "nothing is kept");
    }

    #[test]
    fn without_a_limit_every_network_gets_more() {
        let limit = PerNetworkLimit::new(None);
        let network = ClientAddress::of("10.0.0.1".parse().unwrap());
        let held: Vec<_> = (0..1000).map(|_| limit.acquire(network, false)).collect();
        assert!(held.iter().all(Option::is_some));
    }
}
