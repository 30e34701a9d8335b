//! The last line of defence: a page that ignores its end and fills the memory takes its process down, and not the machine.

use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use server::render::{HeapLimits, PoolOptions};

use crate::test_app::TestApp;

/// Tells the test below that it is the process to be ended.
const MARK: &str = "FILL_MEMORY";

#[tokio::test]
async fn a_render_that_ignores_its_termination_aborts_the_process() {
    if std::env::var_os(MARK).is_some() {
        let heap = HeapLimits {
            max: 128 << 20,
            step: 32 << 20,
            raises: 2,
        };
        let app = TestApp::with_pool(PoolOptions {
            threads: 1,
            heap,
            budget: Duration::from_secs(1),
            ..PoolOptions::default()
        })
        .await;
        app.buy("escape@example").await;
        return;
    }
    let child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "memory::a_render_that_ignores_its_termination_aborts_the_process",
        ])
        .env(MARK, "yes")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let end = child.unwrap();
    assert!(
        end.signal().is_some(),
        "the process must be ended by a signal, not {end}"
    );
}
