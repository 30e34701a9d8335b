//! What is true of PostgreSQL alone: its locks, its empty databases, and what it tells other processes.

mod clocks;
mod erased_keys;
mod gone;
mod locks;
mod silence;
mod starts;
mod ten_timers;
mod turns;
mod wakes;
mod way;
