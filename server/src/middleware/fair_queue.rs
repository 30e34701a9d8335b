//! A queue that serves networks round-robin: the more a network has waiting, the longer its own wait, and nobody else's.

use std::collections::{HashMap, VecDeque};

use crate::domain::network::Network;

/// What waits, in one queue for each network.
#[derive(Debug)]
pub(super) struct FairQueue<T> {
    capacity: usize,
    count: usize,
    last: u64,
    waiting: HashMap<Network, VecDeque<(u64, T)>>,
    /// The networks that wait, in the order in which they are served.
    order: VecDeque<Network>,
}

/// Identifies an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ticket {
    network: Network,
    number: u64,
}

impl<T> FairQueue<T> {
    /// A queue of at most so many entries.
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            capacity,
            count: 0,
            last: 0,
            waiting: HashMap::new(),
            order: VecDeque::new(),
        }
    }

    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds an entry, and returns the one that has to leave the full queue for it: the newest of the network with the most. `None` where this
    /// network would itself be one with the most.
    pub(super) fn push(&mut self, network: Network, one: T) -> Option<(Ticket, Option<T>)> {
        let own = self.waiting.get(&network).map_or(0, VecDeque::len);
        let left = if self.count < self.capacity {
            None
        } else {
            let longest = self.waiting.iter().max_by_key(|(_, queue)| queue.len());
            let (longest, _) = longest.filter(|(_, queue)| own + 1 < queue.len())?;
            let longest = *longest;
            self.take(longest, VecDeque::pop_back)
        };
        self.last += 1;
        let queue = self.waiting.entry(network).or_default();
        if queue.is_empty() {
            self.order.push_back(network);
        }
        queue.push_back((self.last, one));
        self.count += 1;
        let ticket = Ticket {
            network,
            number: self.last,
        };
        Some((ticket, left))
    }

    /// The next entry: the oldest of the network that is served next, which then goes behind the others.
    pub(super) fn pop(&mut self) -> Option<T> {
        let network = *self.order.front()?;
        self.order.rotate_left(1);
        self.take(network, VecDeque::pop_front)
    }

    /// Leaves the queue. Changes nothing where it was left before.
    pub(super) fn leave(&mut self, ticket: Ticket) {
        self.take(ticket.network, |queue| {
            let at = queue
                .iter()
                .position(|(number, _)| *number == ticket.number)?;
            queue.remove(at)
        });
    }

    fn take(
        &mut self,
        network: Network,
        take: impl FnOnce(&mut VecDeque<(u64, T)>) -> Option<(u64, T)>,
    ) -> Option<T> {
        let queue = self.waiting.get_mut(&network)?;
        let (_, one) = take(queue)?;
        self.count -= 1;
        if queue.is_empty() {
            self.waiting.remove(&network);
            self.order.retain(|other| *other != network);
        }
        Some(one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::network::ClientAddress;

    fn of(text: &str) -> Network {
        ClientAddress::of(text.parse().unwrap()).widest()
    }

    fn all(mut queue: FairQueue<&str>) -> Vec<&str> {
        std::iter::from_fn(|| queue.pop()).collect()
    }

    #[test]
    fn networks_are_served_round_robin_whatever_each_has_waiting() {
        let mut queue = FairQueue::new(10);
        for one in ["a1", "a2", "a3", "a4"] {
            queue.push(of("10.0.0.1"), one).unwrap();
        }
        queue.push(of("10.0.1.1"), "b1").unwrap();
        queue.push(of("10.0.2.1"), "c1").unwrap();
        queue.push(of("10.0.1.2"), "b2").unwrap();
        assert_eq!(all(queue), ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
    }

    #[test]
    fn in_a_full_queue_the_network_with_the_most_gives_way() {
        let mut queue = FairQueue::new(3);
        for one in ["a1", "a2", "a3"] {
            assert!(queue.push(of("10.0.0.1"), one).is_some());
        }
        assert!(queue.push(of("10.0.0.1"), "a4").is_none());
        let (_, left) = queue.push(of("10.0.1.1"), "b1").unwrap();
        assert_eq!(left, Some("a3"));
        assert!(queue.push(of("10.0.1.1"), "b2").is_none(), "as many");
        assert_eq!(all(queue), ["a1", "b1", "a2"]);
    }

    #[test]
    fn an_entry_that_leaves_is_not_served_and_nothing_is_kept() {
        let mut queue = FairQueue::new(10);
        let (ticket, _) = queue.push(of("10.0.0.1"), "a1").unwrap();
        queue.push(of("10.0.1.1"), "b1").unwrap();
        queue.leave(ticket);
        queue.leave(ticket);
        assert_eq!(queue.pop(), Some("b1"));
        assert_eq!(queue.pop(), None);
        assert!(queue.is_empty() && queue.waiting.is_empty() && queue.order.is_empty());
    }
}
