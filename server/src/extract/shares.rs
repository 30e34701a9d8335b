//! How much of something each network has at the moment: connections, or requests in progress.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::domain::network::{ClientAddress, Network, Width};

/// What each network has of something. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Shares {
    most: Option<usize>,
    taken: Taken,
}

/// How much each network has, of every width.
type Taken = Arc<Mutex<HashMap<Network, usize>>>;

/// One of a network's share, until it is dropped.
#[derive(Debug)]
pub struct Share {
    of: ClientAddress,
    most: Option<usize>,
    taken: Taken,
}

impl Shares {
    /// A share of `most` for each network, or of any number. A wider network, which one customer may have as well, gets up to twice as much;
    /// what a network has beyond its share does not count there, so that it takes nothing from its neighbours.
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
        let is_full = |network: Network| {
            let most = self.most.map(|most| share(most, network.width));
            most.is_some_and(|most| most <= taken.get(&network).copied().unwrap_or(0))
        };
        if !is_plenty && network.networks().any(is_full) {
            return None;
        }
        let has = count(&taken, network);
        for network in counted(network, has, self.most) {
            *taken.entry(network).or_default() += 1;
        }
        Some(Share {
            of: network,
            most: self.most,
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
    most: Option<usize>,
) -> impl Iterator<Item = Network> {
    let is_within = most.is_none_or(|most| has < most);
    network
        .networks()
        .filter(move |one| is_within || one.width == Width::Customer)
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let others = count(&taken, self.of).saturating_sub(1);
        for network in counted(self.of, others, self.most) {
            let count = taken.get(&network).copied().unwrap_or(0);
            match count {
                0 | 1 => taken.remove(&network),
                _ => taken.insert(network, count - 1),
            };
        }
    }
}

/// The share of a network of this width.
fn share(most: usize, width: Width) -> usize {
    match width {
        Width::Customer => most,
        Width::Household => most + most / 2,
        Width::Company => most * 2,
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
        let others = [
            shares.take(of("10.0.0.2"), false),
            shares.take(of("10.0.0.3"), false),
        ];
        assert!(others.iter().all(Option::is_some));
        assert!(shares.take(of("10.0.0.4"), false).is_none(), "of 24 bits");
        assert!(shares.take(of("10.0.1.4"), false).is_some());
        drop((held, others));
        assert!(shares.take(of("10.0.0.1"), false).is_some());
        assert!(shares.taken.lock().unwrap().is_empty(), "nothing is kept");
    }

    #[test]
    fn a_network_with_more_than_its_share_takes_nothing_from_its_neighbours() {
        let of = |text: &str| ClientAddress::of(text.parse().unwrap());
        let shares = Shares::new(Some(2));
        let many: Vec<_> = (0..100)
            .map(|_| shares.take(of("10.0.0.1"), true).unwrap())
            .collect();
        let neighbours = [
            shares.take(of("10.0.0.2"), false),
            shares.take(of("10.0.0.3"), false),
        ];
        assert!(neighbours.iter().all(Option::is_some));
        assert!(shares.take(of("10.0.0.4"), false).is_none(), "of 24 bits");
        drop(many);
        let more = [
            shares.take(of("10.0.0.4"), false),
            shares.take(of("10.0.0.5"), false),
        ];
        assert!(more.iter().all(Option::is_some));
        drop((neighbours, more));
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
