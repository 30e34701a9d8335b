//! Clocks of machines that differ, and a database's clock that is set.
//!
//! Processes on one PostgreSQL go by its clock. A machine's clock is set with libfaketime, which leaves the steady clocks alone, and the
//! database's by a function of its own.

use std::path::Path;

use serde_json::Value;

use crate::device::Device;
use crate::operator::{answer, operate_with};
use crate::server::{Place, Process, TestServer, eventually};
use crate::watch_timers::Timer;
use crate::watches::{Link, texts, token};

const FIRED: &str = "SELECT COUNT(*) FROM watch_timers WHERE state = 'fired'";
/// In seconds.
const TIME: &str = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS BIGINT)";
/// More than a timer of an hour.
const TWO_HOURS: i64 = 7_200;

/// What sets the clock of a process's machine.
struct Shift([(&'static str, String); 3]);

impl Shift {
    fn by(shift: &str) -> Self {
        let folders = std::fs::read_dir("/usr/lib").unwrap();
        let paths = folders.map(|entry| entry.unwrap().path().join("faketime/libfaketimeMT.so.1"));
        let library = paths.into_iter().find(|path| Path::exists(path));
        let library = library.expect("Debian's package faketime is installed");
        Self([
            ("LD_PRELOAD", library.display().to_string()),
            ("FAKETIME", shift.to_owned()),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
        ])
    }

    fn settings(&self) -> Vec<(&str, &str)> {
        let Self(settings) = self;
        settings
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect()
    }
}

/// Starts a process on a machine whose clock is off by so much.
async fn start_shifted(place: &Place, shift: &str) -> Process {
    place.start(&Shift::by(shift).settings()).await
}

/// Arms a timer of so many seconds on a new link. Returns the link, and the time of the process in seconds.
async fn armed(device: &Device, within: u64) -> (Link, i64) {
    let link = Link::claimed(device, &Value::Null).await;
    let stop = token();
    let timer = Timer {
        within,
        ..Timer::of(&stop)
    };
    let (status, armed) = timer.arm(device, &link).await;
    assert_eq!(status, 200, "{armed}");
    (link, armed["now"].as_i64().unwrap())
}

/// Waits until so many timers have fired.
async fn fired(place: &Place, count: i64) {
    eventually("the timer", async || {
        (count <= place.number(FIRED).await).then_some(())
    })
    .await;
}

async fn says(process: &Process, what: &str) {
    eventually(what, async || process.said().contains(what).then_some(())).await;
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn a_process_whose_machine_is_ahead_fires_no_timer_of_another_early() {
    let TestServer { place, mut process } = TestServer::on_postgresql(&[]).await;
    let (hour, _) = armed(&process.device(), 3600).await;
    let ahead = start_shifted(&place, "+2h").await;
    // From here on only the one that is ahead fires.
    process.kill();
    let device = ahead.device();
    let (second, _) = armed(&device, 1).await;
    eventually("the timer of a second", async || {
        (texts(&second.news(&device, "").await) == ["overdue"]).then_some(())
    })
    .await;
    assert_eq!(texts(&hour.news(&device, "").await), Vec::<String>::new());
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn processes_go_by_the_databases_time_whatever_their_machines_say() {
    let server = TestServer::on_postgresql(&[]).await;
    for shift in ["+5m", "-5m", "+401d", "-401d"] {
        let process = start_shifted(&server.place, shift).await;
        let before = server.place.number(TIME).await;
        let (_, time) = armed(&process.device(), 3600).await;
        let after = server.place.number(TIME).await;
        assert!(
            (before - 1..=after + 1).contains(&time),
            "{shift}: {time} is not from {before} to {after}"
        );
        let said = process.said();
        assert!(!said.contains("clock is"), "{shift}: {said}");
    }
    let shift = Shift::by("+401d");
    let word = operate_with(&server.place, &shift.settings(), &["trust-clock"]);
    assert!(word.status.success());
    let word: Value = serde_json::from_slice(&word.stdout).unwrap();
    let year = "SELECT CAST(EXTRACT(YEAR FROM clock_timestamp() AT TIME ZONE 'UTC') AS BIGINT)";
    let year = server.place.number(year).await.to_string();
    assert!(word["time"].as_str().unwrap().starts_with(&year), "{word}");
}

/// Puts a clock that can be set in the place of the database's.
async fn with_clock(place: &Place) {
    place
        .execute(
            "CREATE TABLE shift (seconds BIGINT NOT NULL);
             INSERT INTO shift VALUES (0);
             CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
                'SELECT pg_catalog.clock_timestamp() + make_interval(secs => (SELECT seconds FROM public.shift))';
             DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$",
        )
        .await;
}

async fn set_clock(place: &Place, seconds: i64) {
    let sql = format!("UPDATE shift SET seconds = {seconds}");
    place.execute(&sql).await;
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn while_the_databases_clock_is_set_each_process_goes_on_by_its_steady_one() {
    let place = Place::on_postgresql().await;
    with_clock(&place).await;
    let mut process = place.start(&[]).await;
    let other = place.start(&[]).await;
    let (hour, began) = armed(&process.device(), 3600).await;
    set_clock(&place, TWO_HOURS).await;
    says(&other, "database's clock was set while the server ran").await;
    process.kill();
    let device = other.device();
    let (_, time) = armed(&device, 1).await;
    assert!((0..TWO_HOURS).contains(&(time - began)), "no jump");
    fired(&place, 1).await;
    assert_eq!(texts(&hour.news(&device, "").await), Vec::<String>::new());
    set_clock(&place, 0).await;
    says(&other, "database's clock is trusted again").await;
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn the_operator_may_say_that_the_databases_clock_is_right() {
    let place = Place::on_postgresql().await;
    with_clock(&place).await;
    let process = place.start(&[]).await;
    set_clock(&place, -TWO_HOURS).await;
    says(&process, "database's clock was set while the server ran").await;
    answer(&place, &["trust-clock"]);
    says(&process, "database's clock is trusted again").await;
    let (_, time) = armed(&process.device(), 3600).await;
    let off = place.number("SELECT CAST(EXTRACT(EPOCH FROM public.clock_timestamp()) AS BIGINT)");
    let off = off.await - time;
    assert!((-1..60).contains(&off), "{off}");
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn a_databases_clock_that_was_set_forward_fires_no_timer_early_once_the_operator_has_said_that_it_is_right()
 {
    let place = Place::on_postgresql().await;
    with_clock(&place).await;
    let processes = [place.start(&[]).await, place.start(&[]).await];
    // Each process has a timer of which the other one does not know how long it is.
    for process in &processes {
        armed(&process.device(), 3600).await;
    }
    set_clock(&place, TWO_HOURS).await;
    for process in &processes {
        says(process, "database's clock was set while the server ran").await;
    }
    answer(&place, &["trust-clock"]);
    for process in &processes {
        says(process, "database's clock is trusted again").await;
    }
    eventually("both timers to be put off", async || {
        let sql = "SELECT COUNT(*) FROM watch_timers WHERE due_at > 3000000 +
                   CAST(EXTRACT(EPOCH FROM public.clock_timestamp()) * 1000 AS BIGINT)";
        let fired = place.number(FIRED).await;
        assert_eq!(fired, 0, "a timer of an hour has fired");
        (place.number(sql).await == 2).then_some(())
    })
    .await;
    // What is armed from now on, and what is due, fires.
    armed(&processes[0].device(), 1).await;
    fired(&place, 1).await;
}
