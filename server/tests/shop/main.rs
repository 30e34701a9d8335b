//! Buying, giving and verifying as the outside sees them: each test starts the real server as a process of its own.
//!
//! `TEST_DATABASE=postgres` runs all of them on the PostgreSQL of `TEST_POSTGRES_URL`, each on a database of its own.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]
#![expect(
    clippy::too_many_lines,
    clippy::excessive_nesting,
    reason = "a test tells one story"
)]

mod alarms;
mod buying;
mod charged_once;
mod contacts;
mod cookie;
mod database;
mod device;
mod disputes;
mod erased_bytes;
mod events;
mod failing_provider;
mod gift_ends;
mod gift_forms;
mod gift_guessing;
mod gift_races;
mod gifts;
mod hosted;
mod limit_memory;
mod limits;
mod livemode;
mod mails;
mod older_tables;
mod operator;
mod privacy;
mod proof;
mod provider;
mod provider_ends;
mod push_service;
mod reconcile;
mod returns;
mod rotation;
mod rotation_waits;
mod server;
mod signed;
mod starts;
mod statements;
mod story;
mod story_of_links;
mod story_of_payments;
mod verification;
mod watch_privacy;
mod watch_pushes;
mod watch_timers;
mod watches;
mod wiped;
mod your_data;
