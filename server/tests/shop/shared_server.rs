//! A server for the tests that ask only what their own devices are answered. It saves each of them the start of one.
//!
//! A test has a server of its own if it changes a setting, reads the database, the mails or the log, or claims that an address is
//! unknown: tests type the same addresses.

use std::process::{Command, Stdio};

use tokio::sync::OnceCell;

use crate::device::Device;
use crate::server::{Place, TestServer};

/// Nothing is dropped at the end of a test process. A shell runs the server, sees the end of its input when that process has ended,
/// however it ended, and then stops the server and removes its folder.
const UNTIL_THE_TESTS_END: &str = r#""$0" & read -r _; kill -KILL $!; wait; rm -rf "$PWD""#;

static SERVER: OnceCell<TestServer> = OnceCell::const_new();

/// The server with simulated payments and no limits that tests share. Its database and its mails are everybody's.
pub(crate) struct SharedServer(&'static TestServer);

impl SharedServer {
    /// The server, which the first test starts.
    pub(crate) async fn get() -> Self {
        Self(SERVER.get_or_init(start).await)
    }

    pub(crate) fn device(&self) -> Device {
        self.0.device()
    }

    /// Where it listens.
    pub(crate) fn base(&self) -> &str {
        &self.0.process.base
    }
}

impl Drop for SharedServer {
    fn drop(&mut self) {
        self.0.process.show_log_of_failure();
    }
}

async fn start() -> TestServer {
    let place = Place::new().await;
    let mut shell = Command::new("/bin/sh");
    shell
        .args(["-c", UNTIL_THE_TESTS_END])
        .arg(env!("CARGO_BIN_EXE_silent-partner"))
        .stdin(Stdio::piped());
    let mut process = place.run(shell, &[]);
    process.wait_until_ready().await;
    TestServer { process, place }
}
