//! What is true of SQLite alone: its files, its one write lock, and its log. `no_database` needs none, so it runs here only.

mod backup;
mod erased_bytes;
mod locks;
mod no_database;
mod starts;
