//! The real binary in a process of its own.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

const BINARY: &str = env!("CARGO_BIN_EXE_silent-partner");

/// A running server and what it has logged.
pub(crate) struct TestServer {
    child: Child,
    _folder: TempDir,
    pub(crate) url: String,
    pub(crate) log: Arc<Mutex<String>>,
}

impl TestServer {
    /// Starts it on a free port and waits until it listens.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::run(Command::new(BINARY), arguments)
    }

    /// The same in a process that may have so many files open.
    pub(crate) fn with_open_files(limit: u32, arguments: &[&str]) -> Self {
        let mut shell = Command::new("sh");
        shell.args(["-c", r#"ulimit -n "$0" && exec "$@""#]);
        shell.args([&limit.to_string(), BINARY]);
        Self::run(shell, arguments)
    }

    fn run(program: Command, arguments: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let mut child = with_settings(program, &folder, arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let log = Arc::new(Mutex::new(String::new()));
        let url = loop {
            let mut line = String::new();
            assert!(
                0 < lines.read_line(&mut line).unwrap(),
                "the server ended at once"
            );
            log.lock().unwrap().push_str(&line);
            if let Some((_, rest)) = line.split_once("Listening on ") {
                break rest.split_whitespace().next().unwrap().to_owned();
            }
        };
        let rest = Arc::clone(&log);
        thread::spawn(move || {
            for line in lines.lines().map_while(Result::ok) {
                rest.lock().unwrap().extend([line.as_str(), "\n"]);
            }
        });
        Self {
            child,
            _folder: folder,
            url,
            log,
        }
    }

    /// Sends a signal by name.
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .args([&format!("-{name}"), &self.child.id().to_string()])
            .status()
            .unwrap();
        assert!(sent.success());
    }

    /// Waits for its end.
    pub(crate) fn wait(&mut self, patience: Duration) -> ExitStatus {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(started.elapsed() < patience, "the server does not end");
            thread::park_timeout(Duration::from_millis(10));
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the binary with options that it refuses: its exit code and what it says on standard error.
pub(crate) fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let folder = TempDir::new().unwrap();
    let mut child = with_settings(Command::new(BINARY), &folder, arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    (child.wait().unwrap().code(), said)
}

fn with_settings(mut program: Command, folder: &TempDir, arguments: &[&str]) -> Command {
    program
        .env("DATA_DIR", folder.path())
        // On a busy machine a turn at the database may take longer than the 2.5 seconds that a person waits.
        .env("DATABASE_WAIT_MS", "8000")
        .args(["--bind=127.0.0.1:0"])
        .args(arguments);
    program
}
