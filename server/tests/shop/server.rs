//! A server of a test's own, with a folder, a database and a log that nobody else uses.

use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait as _, Database, DatabaseConnection, Statement};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::device::Device;
use crate::own_database;

/// How long anything may take on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Where a server keeps its data; outlives its processes.
pub(crate) struct Place {
    pub(crate) folder: TempDir,
    pub(crate) database_url: String,
    /// To PostgreSQL, where to begin a connection takes longer than to ask.
    kept: OnceCell<DatabaseConnection>,
}

/// A running server.
pub(crate) struct TestServer {
    /// The first to be dropped: its log is in the folder of its place.
    pub(crate) process: Process,
    pub(crate) place: Place,
}

/// One process of a server.
pub(crate) struct Process {
    child: Child,
    log_path: PathBuf,
    pub(crate) base: String,
}

impl Place {
    /// A new place, with an empty database.
    pub(crate) async fn new() -> Self {
        match std::env::var_os("TEST_DATABASE") {
            Some(kind) if kind == "postgres" => Self::on_postgresql().await,
            _ => Self::on_sqlite(),
        }
    }

    /// The same on SQLite, whatever the others use.
    pub(crate) fn on_sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data/app.sqlite");
        let database_url = format!("sqlite://{}", path.display());
        Self {
            folder,
            database_url,
            kept: OnceCell::new(),
        }
    }

    /// The same on PostgreSQL.
    pub(crate) async fn on_postgresql() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            database_url: own_database::create().await,
            kept: OnceCell::new(),
        }
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        self.database_url.starts_with("sqlite:")
    }

    pub(crate) fn mail_folder(&self) -> PathBuf {
        self.folder.path().join("data/mail")
    }

    /// Starts a process here; later settings go before earlier ones.
    pub(crate) async fn start(&self, settings: &[(&str, &str)]) -> Process {
        let mut process = self.spawn(settings);
        process.wait_until_ready().await;
        process
    }

    /// Starts a process, which may not be ready for a while.
    pub(crate) fn spawn(&self, settings: &[(&str, &str)]) -> Process {
        self.run(Command::new(env!("CARGO_BIN_EXE_silent-partner")), settings)
    }

    /// Runs the command of a server here.
    pub(crate) fn run(&self, mut command: Command, settings: &[(&str, &str)]) -> Process {
        let log_path = self
            .folder
            .path()
            .join(format!("log-{:016x}", rand::random::<u64>()));
        let log = File::create(&log_path).unwrap();
        command
            .current_dir(self.folder.path())
            .env_clear()
            .env("BIND", "127.0.0.1:0")
            .env("DATABASE_URL", &self.database_url)
            .envs([("RATE_LIMITS", "off"), ("RENDER_THREADS", "1")])
            // Beside other tests a turn at the database may take longer than the 2.5 seconds that a person waits.
            .env("DATABASE_WAIT_MS", "8000")
            .env("SOUND_RESERVE_MB", "0")
            .envs(settings.iter().copied())
            .stdout(Stdio::from(log.try_clone().unwrap()))
            .stderr(Stdio::from(log));
        Process {
            child: command.spawn().unwrap(),
            log_path,
            base: String::new(),
        }
    }

    pub(crate) async fn database(&self) -> DatabaseConnection {
        Database::connect(&self.database_url).await.unwrap()
    }

    /// A connection for one statement, and then for [`Place::after`].
    async fn before(&self) -> DatabaseConnection {
        if self.is_sqlite() {
            return self.database().await;
        }
        let kept = self.kept.get_or_init(|| self.database()).await;
        kept.clone()
    }

    /// Closes what would hold SQLite's files.
    async fn after(&self, database: DatabaseConnection) {
        if self.is_sqlite() {
            database.close().await.unwrap();
        }
    }

    /// The one number that a query answers.
    pub(crate) async fn number(&self, sql: &str) -> i64 {
        let database = self.before().await;
        let statement = Statement::from_string(database.get_database_backend(), sql);
        let row = database.query_one_raw(statement).await.unwrap().unwrap();
        let number = row.try_get_by_index(0).unwrap();
        self.after(database).await;
        number
    }

    pub(crate) async fn execute(&self, sql: &str) {
        let database = self.before().await;
        database.execute_unprepared(sql).await.unwrap();
        self.after(database).await;
    }

    /// The mails that were sent, each as text.
    pub(crate) fn mails(&self) -> Vec<String> {
        let Ok(files) = std::fs::read_dir(self.mail_folder()) else {
            return Vec::new();
        };
        let files = files.map(|file| file.unwrap().path());
        let mails = files.filter(|path| path.extension().is_some_and(|kind| kind == "eml"));
        // A file is there before its text, which comes whole.
        mails
            .map(|path| std::fs::read_to_string(path).unwrap())
            .filter(|mail| !mail.is_empty())
            .collect()
    }

    /// The one mail that a server sends in time.
    pub(crate) async fn mail(&self) -> String {
        eventually("a mail", async || self.mails().pop()).await
    }
}

impl Process {
    /// Waits for the line that says where the server listens.
    pub(crate) async fn wait_until_ready(&mut self) {
        let started = Instant::now();
        loop {
            let said = self.said();
            if let Some(rest) = said.split("Listening on ").nth(1)
                && let Some(base) = rest.split([' ', '"', '\n']).next()
            {
                base.clone_into(&mut self.base);
                return;
            }
            let ended = self.child.try_wait().unwrap();
            assert!(
                ended.is_none() && started.elapsed() < TIMEOUT,
                "the server does not start: {said}"
            );
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    pub(crate) fn said(&self) -> String {
        std::fs::read_to_string(&self.log_path).unwrap()
    }

    pub(crate) fn device(&self) -> Device {
        Device::new(&self.base)
    }

    /// Where Linux tells of the process.
    pub(crate) fn proc(&self) -> PathBuf {
        PathBuf::from(format!("/proc/{}", self.child.id()))
    }

    /// How much memory the process holds, in KiB.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(self.proc().join("status")).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let number = line.unwrap().split_whitespace().nth(1).unwrap();
        number.parse().unwrap()
    }

    /// Ends the process as a power cut would.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks the process to stop, as a service manager does.
    pub(crate) fn terminate(&self) {
        let id = self.child.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &id]).status();
        assert!(asked.unwrap().success());
    }

    /// What the process said when it ended by itself.
    pub(crate) async fn ended(&mut self) -> i32 {
        let status = eventually("an end", async || self.child.try_wait().unwrap()).await;
        status.code().unwrap()
    }

    /// Prints what the process said, if a test is failing.
    #[expect(clippy::print_stdout, reason = "it is shown with the failed test")]
    pub(crate) fn show_log_of_failure(&self) {
        if std::thread::panicking() {
            let log = std::fs::read_to_string(&self.log_path).unwrap_or_default();
            println!("-- What the server said:\n{log}");
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A process that has ended already cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.show_log_of_failure();
    }
}

impl TestServer {
    /// A server with simulated payments and no limits.
    pub(crate) async fn start() -> Self {
        Self::with(&[]).await
    }

    /// The same with other settings.
    pub(crate) async fn with(settings: &[(&str, &str)]) -> Self {
        Self::at(Place::new().await, settings).await
    }

    pub(crate) async fn on_sqlite(settings: &[(&str, &str)]) -> Self {
        Self::at(Place::on_sqlite(), settings).await
    }

    pub(crate) async fn on_postgresql(settings: &[(&str, &str)]) -> Self {
        Self::at(Place::on_postgresql().await, settings).await
    }

    async fn at(place: Place, settings: &[(&str, &str)]) -> Self {
        let process = place.start(settings).await;
        Self { process, place }
    }

    pub(crate) fn device(&self) -> Device {
        self.process.device()
    }
}

/// Starts a process that is expected to refuse, and answers its exit code and what it said.
pub(crate) async fn refused(place: &Place, settings: &[(&str, &str)]) -> (i32, String) {
    let mut process = place.spawn(settings);
    let code = process.ended().await;
    (code, process.said())
}

/// Asks until there is an answer.
pub(crate) async fn eventually<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(answer) = ask().await {
            return answer;
        }
        assert!(started.elapsed() < TIMEOUT, "{what} did not come");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
