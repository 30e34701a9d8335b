//! Places for requests in progress. Where all are taken, networks wait for one in turn.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout};

use super::line::{Line, Ticket};
use crate::domain::network::{ClientAddress, Network};

/// The places, and the line before them. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Turns(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    state: Mutex<State>,
    /// How long a place is taken at least.
    pace: Duration,
}

#[derive(Debug)]
struct State {
    free: usize,
    line: Line<oneshot::Sender<Held>>,
}

/// A place, until it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    held: Option<Held>,
    /// When the next may have it.
    free_at: Instant,
}

/// What passes a place on when it is dropped.
#[derive(Debug)]
struct Held(Turns);

/// One that waits, until it is dropped.
struct Waiting<'a> {
    turns: &'a Turns,
    ticket: Ticket,
}

impl Turns {
    /// So many places, and a line of at most so many before them. No place is given out again before `pace` has passed.
    pub(super) fn new(places: usize, line: usize, pace: Duration) -> Self {
        let state = State {
            free: places,
            line: Line::new(line),
        };
        Self(Arc::new(Inner {
            state: Mutex::new(state),
            pace,
        }))
    }

    /// How many places are free.
    pub(super) fn free(&self) -> usize {
        self.state().free
    }

    /// A place for a request from this network, which waits for its turn no longer than `longest`.
    pub(super) async fn enter(&self, network: ClientAddress, longest: Duration) -> Option<Place> {
        let (given, waiting) = match self.line_up(network.widest()) {
            LinedUp::In(held) => return Some(self.place(held)),
            LinedUp::Full => return None,
            LinedUp::Waits(given, ticket) => {
                let turns = self;
                (given, Waiting { turns, ticket })
            }
        };
        let held = timeout(longest, given).await.ok()?.ok()?;
        drop(waiting);
        Some(self.place(held))
    }

    fn line_up(&self, network: Network) -> LinedUp {
        let mut state = self.state();
        if 0 < state.free && state.line.is_empty() {
            state.free -= 1;
            drop(state);
            return LinedUp::In(Held(self.clone()));
        }
        let (sender, given) = oneshot::channel();
        match state.line.push(network, sender) {
            // Whoever has to leave the line learns it by its sender, which is dropped here.
            Some((ticket, _left)) => LinedUp::Waits(given, ticket),
            None => LinedUp::Full,
        }
    }

    fn place(&self, held: Held) -> Place {
        Place {
            held: Some(held),
            free_at: Instant::now() + self.0.pace,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum LinedUp {
    In(Held),
    Waits(oneshot::Receiver<Held>, Ticket),
    Full,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.turns.state().line.leave(self.ticket);
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let next = {
            let mut state = self.0.state();
            let next = state.line.pop();
            if next.is_none() {
                state.free += 1;
            }
            next
        };
        if let Some(next) = next {
            // Should it have left meanwhile, this drops the place again, which passes it on.
            let _ = next.send(Self(self.0.clone()));
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let (held, free_at) = (self.held.take(), self.free_at);
        if Instant::now() < free_at
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(async move {
                sleep_until(free_at).await;
                drop(held);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_mins(1);

    fn network(text: &str) -> ClientAddress {
        ClientAddress::of(text.parse().unwrap())
    }

    async fn enter(turns: Turns, text: &str) -> Option<Place> {
        turns.enter(network(text), LONG).await
    }

    #[tokio::test]
    async fn a_network_that_fills_the_line_makes_another_one_wait_for_one_place_only() {
        let turns = Turns::new(1, 8, Duration::ZERO);
        let first = turns.enter(network("10.0.0.1"), LONG).await.unwrap();
        let mut flood = tokio::task::JoinSet::new();
        for _ in 0..9 {
            flood.spawn(enter(turns.clone(), "10.0.0.1"));
        }
        let refused = flood.join_next().await.unwrap().unwrap();
        assert!(refused.is_none(), "found the line full");
        let other = tokio::spawn(enter(turns.clone(), "10.0.1.1"));
        let left = flood.join_next().await.unwrap().unwrap();
        assert!(left.is_none(), "gave way to the other network");
        drop(first);
        let second = flood.join_next().await.unwrap().unwrap();
        assert!(second.is_some());
        drop(second);
        assert!(other.await.unwrap().is_some());
        assert_eq!(flood.len(), 6);
    }

    #[tokio::test]
    async fn whoever_gives_up_leaves_the_line_and_its_place_to_others() {
        let turns = Turns::new(1, 8, Duration::ZERO);
        let first = turns.enter(network("10.0.0.1"), LONG).await;
        let gone = turns.enter(network("10.0.0.2"), Duration::ZERO).await;
        assert!(gone.is_none() && turns.state().line.is_empty());
        drop(first);
        assert_eq!(turns.free(), 1);
        assert!(turns.enter(network("10.0.0.3"), LONG).await.is_some());
    }

    #[tokio::test]
    async fn a_place_is_given_out_again_when_its_pace_has_passed() {
        let pace = Duration::from_millis(50);
        let turns = Turns::new(1, 8, pace);
        let begun = Instant::now();
        for _ in 0..3 {
            drop(turns.enter(network("10.0.0.1"), LONG).await.unwrap());
        }
        assert!(2 * pace <= begun.elapsed());
    }
}
