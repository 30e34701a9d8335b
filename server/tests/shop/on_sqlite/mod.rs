//! What is true of SQLite alone: its files, its one write lock, and its log.

mod backup;
mod erased_bytes;
mod locks;
mod starts;
