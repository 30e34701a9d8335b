//! A line in which networks take turns: the more a network has waiting, the longer its own wait, and nobody else's.

use std::collections::{HashMap, VecDeque};

use crate::domain::network::Network;

/// What waits, each for the turn of its network.
#[derive(Debug)]
pub(super) struct Line<T> {
    most: usize,
    count: usize,
    last: u64,
    waiting: HashMap<Network, VecDeque<(u64, T)>>,
    /// The networks that wait, in the order of their turns.
    turns: VecDeque<Network>,
}

/// Where something that waits stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ticket {
    network: Network,
    number: u64,
}

impl<T> Line<T> {
    /// A line of at most so many.
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            count: 0,
            last: 0,
            waiting: HashMap::new(),
            turns: VecDeque::new(),
        }
    }

    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Lines up, and returns what has to leave the full line for that: the newest of the network with the most. `None` where this network
    /// would itself be one with the most.
    pub(super) fn push(&mut self, network: Network, one: T) -> Option<(Ticket, Option<T>)> {
        let own = self.waiting.get(&network).map_or(0, VecDeque::len);
        let left = if self.count < self.most {
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
            self.turns.push_back(network);
        }
        queue.push_back((self.last, one));
        self.count += 1;
        let ticket = Ticket {
            network,
            number: self.last,
        };
        Some((ticket, left))
    }

    /// The next: the oldest of the network whose turn it is, which then goes behind the others.
    pub(super) fn pop(&mut self) -> Option<T> {
        let network = *self.turns.front()?;
        self.turns.rotate_left(1);
        self.take(network, VecDeque::pop_front)
    }

    /// Leaves the line. Changes nothing where it was left before.
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
            self.turns.retain(|other| *other != network);
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

    fn all(mut line: Line<&str>) -> Vec<&str> {
        std::iter::from_fn(|| line.pop()).collect()
    }

    #[test]
    fn networks_take_turns_whatever_each_has_waiting() {
        let mut line = Line::new(10);
        for one in ["a1", "a2", "a3", "a4"] {
            line.push(of("10.0.0.1"), one).unwrap();
        }
        line.push(of("10.0.1.1"), "b1").unwrap();
        line.push(of("10.0.2.1"), "c1").unwrap();
        line.push(of("10.0.1.2"), "b2").unwrap();
        assert_eq!(all(line), ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
    }

    #[test]
    fn in_a_full_line_the_network_with_the_most_gives_way() {
        let mut line = Line::new(3);
        for one in ["a1", "a2", "a3"] {
            assert!(line.push(of("10.0.0.1"), one).is_some());
        }
        assert!(line.push(of("10.0.0.1"), "a4").is_none());
        let (_, left) = line.push(of("10.0.1.1"), "b1").unwrap();
        assert_eq!(left, Some("a3"));
        assert!(line.push(of("10.0.1.1"), "b2").is_none(), "as many");
        assert_eq!(all(line), ["a1", "b1", "a2"]);
    }

    #[test]
    fn who_leaves_takes_no_turn_and_nothing_is_kept() {
        let mut line = Line::new(10);
        let (ticket, _) = line.push(of("10.0.0.1"), "a1").unwrap();
        line.push(of("10.0.1.1"), "b1").unwrap();
        line.leave(ticket);
        line.leave(ticket);
        assert_eq!(line.pop(), Some("b1"));
        assert_eq!(line.pop(), None);
        assert!(line.is_empty() && line.waiting.is_empty() && line.turns.is_empty());
    }
}
