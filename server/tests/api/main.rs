//! One test binary for everything that is seen from outside: linking V8 takes long enough once.
//!
//! `TestApp::spawn` runs the real router on a real listener, with a small hand-made UI build whose pages can be told to fail;
//! `TestServer::start` runs the real binary. `real_pages` looks at the UI build inside the binary.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod configuration;
mod encodings;
mod faults;
mod fixture;
mod forms;
mod front;
mod headers;
mod limits;
mod memory;
mod pages;
mod pool;
mod privacy;
mod real_pages;
mod search;
mod slow_clients;
mod spliced;
mod stop;
mod test_app;
mod test_server;
