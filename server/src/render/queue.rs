//! The queue of jobs: bounded, and a job wakes one thread only.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::error::RenderError;

/// What waits for a render thread. `J` is a job.
#[derive(Debug)]
pub(super) struct Queue<J> {
    state: Mutex<State<J>>,
    /// A job has come, or the queue is closed.
    filled: Condvar,
    closed: Condvar,
    most: usize,
}

#[derive(Debug)]
struct State<J> {
    jobs: VecDeque<J>,
    is_closed: bool,
}

impl<J> Queue<J> {
    /// A queue of at most `most` jobs.
    pub(super) fn new(most: usize) -> Self {
        let (jobs, is_closed) = (VecDeque::new(), false);
        Self {
            state: Mutex::new(State { jobs, is_closed }),
            filled: Condvar::new(),
            closed: Condvar::new(),
            most,
        }
    }

    /// Adds a job, unless the queue is full or closed.
    pub(super) fn push(&self, job: J) -> Result<(), RenderError> {
        let mut state = self.state();
        if state.is_closed {
            return Err(RenderError::Stopped);
        }
        if self.most <= state.jobs.len() {
            return Err(RenderError::QueueFull);
        }
        state.jobs.push_back(job);
        drop(state);
        self.filled.notify_one();
        Ok(())
    }

    /// Waits for the next job; `None` when the queue is closed.
    pub(super) fn pop(&self) -> Option<J> {
        let is_idle = |state: &mut State<J>| state.jobs.is_empty() && !state.is_closed;
        let waited = self.filled.wait_while(self.state(), is_idle);
        waited
            .unwrap_or_else(PoisonError::into_inner)
            .jobs
            .pop_front()
    }

    /// Waits for `time`, or until the queue is closed. Returns whether it is closed.
    pub(super) fn pause(&self, time: Duration) -> bool {
        let is_open = |state: &mut State<J>| !state.is_closed;
        let waited = self.closed.wait_timeout_while(self.state(), time, is_open);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.is_closed
    }

    /// Drops all jobs and takes no more.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.jobs.clear();
        drop(state);
        self.filled.notify_all();
        self.closed.notify_all();
    }

    /// Whether it takes no more jobs.
    pub(super) fn is_closed(&self) -> bool {
        self.state().is_closed
    }

    /// Tells the metrics how many jobs wait.
    pub(super) fn measure(&self) {
        self.tell(|length| metrics::gauge!("render_queue_length").set(length));
    }

    /// Tells how many jobs wait, before it can be another number: of two threads that tell it, the later one has the last word.
    fn tell(&self, told: impl FnOnce(u32)) {
        let state = self.state();
        told(u32::try_from(state.jobs.len()).unwrap_or(u32::MAX));
    }

    fn state(&self) -> MutexGuard<'_, State<J>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::thread;

    use super::*;

    #[test]
    fn jobs_come_in_their_order_and_a_full_queue_refuses() {
        let queue = Queue::new(2);
        queue.push(1).unwrap();
        queue.push(2).unwrap();
        assert!(matches!(queue.push(3), Err(RenderError::QueueFull)));
        assert_eq!((queue.pop(), queue.pop()), (Some(1), Some(2)));
        queue.tell(|length| assert_eq!(length, 0));
    }

    #[test]
    fn the_length_is_told_before_it_changes() {
        let queue = Queue::new(2);
        queue.push(1).unwrap();
        queue.tell(|length| {
            assert_eq!(length, 1);
            assert!(queue.state.try_lock().is_err());
        });
    }

    #[test]
    fn every_job_is_taken_by_one_of_the_threads() {
        let queue = Arc::new(Queue::new(10_000));
        let threads: Vec<_> = (0..4)
            .map(|_| {
                let queue = Arc::clone(&queue);
                thread::spawn(move || std::iter::from_fn(|| queue.pop()).collect::<Vec<u32>>())
            })
            .collect();
        for job in 0..5_000 {
            queue.push(job).unwrap();
        }
        while !queue.state().jobs.is_empty() {
            thread::yield_now();
        }
        queue.close();
        let taken = threads.into_iter().map(|thread| thread.join().unwrap());
        let mut taken = taken.collect::<Vec<_>>().concat();
        taken.sort_unstable();
        assert_eq!(taken, (0..5_000).collect::<Vec<_>>());
    }

    #[test]
    fn a_job_reaches_a_thread_though_another_one_pauses() {
        let queue = Arc::new(Queue::new(1));
        let pausing = thread::spawn({
            let queue = Arc::clone(&queue);
            move || queue.pause(Duration::from_mins(5))
        });
        let taking = thread::spawn({
            let queue = Arc::clone(&queue);
            move || queue.pop()
        });
        queue.push("job").unwrap();
        assert_eq!(taking.join().unwrap(), Some("job"));
        queue.close();
        assert!(pausing.join().unwrap());
    }

    #[test]
    fn a_closed_queue_ends_every_wait_and_takes_nothing() {
        let queue = Arc::new(Queue::<u32>::new(1));
        let waiting = thread::spawn({
            let queue = Arc::clone(&queue);
            move || queue.pop()
        });
        queue.close();
        assert_eq!(waiting.join().unwrap(), None);
        assert!(matches!(queue.push(1), Err(RenderError::Stopped)));
        assert!(queue.pause(Duration::from_mins(5)));
    }
}
