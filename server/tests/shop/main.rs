//! Buying, giving and verifying as the outside sees them: the real server runs as a process, of the test's own or shared.
//!
//! With `TEST_DATABASE=postgres` they use the PostgreSQL of `TEST_POSTGRES_URL`, each a database of its own. What is true of one database
//! alone stands in `on_sqlite/`, with what no database has a part in, and in `on_postgresql/`, whose tests are ignored unless somebody asks
//! for them: `cargo test --test shop -- --include-ignored --skip on_sqlite`.
//!
//! Tests that kill servers at random moments do so a few times; `KILLS=50` before the command is for a deliberate long run.
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

mod adoption;
mod alarms;
#[path = "../../src/crypto/time_stamps/authority.rs"]
mod authority;
mod before_the_data_key;
mod bought_twice;
mod busy_events;
mod buying;
mod charged_once;
mod clock;
mod contacts;
mod cookie;
mod database;
mod deliberate;
mod device;
mod disputes;
mod events;
mod failing_provider;
mod first_release;
mod gift_ends;
mod gift_forms;
mod gift_guessing;
mod gift_races;
mod gifts;
mod hosted;
mod kills;
mod late_links;
mod limit_memory;
mod limits;
mod livemode;
mod mail_spacing;
mod mails;
mod neighbours;
mod networks;
mod older_tables;
mod on_postgresql;
mod on_sqlite;
mod operator;
mod own_database;
mod privacy;
mod proof;
mod proof_times;
mod provider;
mod provider_begins;
mod provider_ends;
mod provider_slow;
mod push_service;
mod receipts;
mod reconcile;
mod refunds;
mod reseals;
mod returned_again;
mod returns;
mod rotation;
mod server;
mod shared_doubles;
mod shared_server;
mod signed;
mod sounds;
mod sounds_end;
mod sounds_faults;
mod starts;
mod statements;
mod story;
mod story_of_links;
mod story_of_payments;
mod threads;
mod time_stamper;
mod timer_kills;
mod timestamps;
mod verification;
mod watch_hello;
mod watch_limits;
mod watch_privacy;
mod watch_push_states;
mod watch_push_waits;
mod watch_pushes;
mod watch_restored;
mod watch_stops;
mod watch_timers;
mod watch_timers_due;
mod watches;
mod wiped;
mod your_data;
