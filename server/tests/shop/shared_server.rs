//! Servers for the tests that ask only what their own devices are answered. They save each of these the start of one.
//!
//! A test has a server of its own if it changes a setting or rows, counts its own, reads all mails or the log, or claims that an address is
//! unknown that another test may type too. Where requests are counted, each test asks from networks of its own.

use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};

use tokio::sync::OnceCell;

use crate::device::Device;
use crate::server::{Place, TestServer};

/// Nothing is dropped at the end of a test process. A shell runs the server, sees the end of its input when that process has ended,
/// however it ended, and then stops the server and removes its folder.
const UNTIL_THE_TESTS_END: &str = r#""$0" & read -r _; kill -KILL $!; wait; rm -rf "$PWD""#;

static SERVER: OnceCell<TestServer> = OnceCell::const_new();
static LIMITED: OnceCell<TestServer> = OnceCell::const_new();

/// Servers that live as long as all tests leave connections to PostgreSQL for these.
pub(crate) const FEW: (&str, &str) = ("DATABASE_CONNECTIONS", "4");

/// How many networks tests have had.
static NETWORKS: AtomicU16 = AtomicU16::new(0);

/// A server with simulated payments that tests share. Its database and its mails are everybody's.
pub(crate) struct SharedServer(pub(crate) &'static TestServer);

impl SharedServer {
    /// The server without limits, which the first test starts.
    pub(crate) async fn get() -> Self {
        Self(SERVER.get_or_init(async || start(&[]).await).await)
    }

    /// The one with limits, behind a proxy.
    pub(crate) async fn limited() -> Self {
        let settings = [("RATE_LIMITS", "on"), ("TRUSTED_PROXIES", "1"), FEW];
        Self(LIMITED.get_or_init(async || start(&settings).await).await)
    }

    /// The first 24 bits of a network that no other test has: of 10.0.0.0/16, while there are fewer tests than that has networks.
    pub(crate) fn network() -> String {
        let [high, low] = NETWORKS.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        format!("10.{high}.{low}")
    }

    /// A device of such a network.
    pub(crate) fn device_in(&self, network: &str) -> Device {
        Device::in_network(self.base(), &format!("{network}.1"))
    }

    pub(crate) fn device(&self) -> Device {
        self.0.device()
    }

    /// The one number that a query answers which is about all rows, whoever made them.
    pub(crate) async fn number(&self, sql: &str) -> i64 {
        self.0.place.number(sql).await
    }

    /// The mails that name this address, which no other test types.
    pub(crate) fn mails_to(&self, address: &str) -> Vec<String> {
        let mut mails = self.0.place.mails();
        mails.retain(|mail| mail.contains(address));
        mails
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

/// A server that ends with the process of the tests.
pub(crate) async fn start(settings: &[(&str, &str)]) -> TestServer {
    let place = Place::new().await;
    let mut shell = Command::new("/bin/sh");
    shell
        .args(["-c", UNTIL_THE_TESTS_END])
        .arg(env!("CARGO_BIN_EXE_silent-partner"))
        .stdin(Stdio::piped());
    let mut process = place.run(shell, settings);
    process.wait_until_ready().await;
    TestServer { process, place }
}
