//! What is true of PostgreSQL alone: its locks, its empty databases, and what it tells other processes.

mod locks;
mod starts;
mod wakes;
