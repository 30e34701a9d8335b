//! Engines by themselves, without HTTP: the time of a render, and what many renders leave in memory.

use std::fs;
use std::time::{Duration, Instant};

use server::render::PoolOptions;
use server::render::parts::{Pool, Snapshot};

use crate::Job;

/// Something that renders, called from one thread.
pub(crate) enum Engine {
    Ours(tokio::runtime::Runtime, Pool),
    SsrRs(Box<ssr_rs::Ssr<'static, 'static>>),
}

impl Engine {
    pub(crate) fn start(arm: &str, job: &Job) -> Self {
        let script = fs::read_to_string(&job.script).unwrap();
        match arm {
            "ours" => {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_time()
                    .build()
                    .unwrap();
                Self::Ours(runtime, pool(script, job))
            }
            "ssr_rs" => Self::SsrRs(Box::new(ssr_rs::Ssr::from(script, "SSR").unwrap())),
            _ => panic!("unknown arm {arm}"),
        }
    }

    pub(crate) fn render(&mut self, payload: &str) -> String {
        match self {
            Self::Ours(runtime, pool) => {
                runtime
                    .block_on(pool.render(payload.to_owned()))
                    .unwrap()
                    .html
            }
            Self::SsrRs(ssr) => ssr.render_to_string(Some(payload)).unwrap(),
        }
    }
}

/// Our pool with one thread, from a snapshot that has seen the page.
pub(crate) fn pool(script: String, job: &Job) -> Pool {
    let payloads = vec![numbered(&job.payload, 0)];
    let warm = payloads.clone();
    let build = move || Snapshot::build(&script, &payloads).unwrap().0;
    let snapshot = std::thread::Builder::new()
        .stack_size(8 << 20)
        .spawn(build)
        .unwrap()
        .join()
        .unwrap();
    Pool::start(
        snapshot,
        warm,
        &PoolOptions {
            threads: 1,
            ..PoolOptions::default()
        },
    )
    .unwrap()
}

fn numbered(payload: &str, number: u64) -> String {
    payload.replace("{n}", &number.to_string())
}

/// Prints the microseconds of a render: median and least of the second half, the first half being warm-up.
pub(crate) fn measure(arm: &str, job: &Job) {
    let mut engine = Engine::start(arm, job);
    let mut times = Vec::new();
    for number in 0..job.renders {
        let payload = numbered(&job.payload, number);
        let started = Instant::now();
        engine.render(&payload);
        times.push(started.elapsed().as_nanos());
    }
    let mut times = times.split_off(times.len() / 2);
    times.sort_unstable();
    let micros =
        |nanos: u128| Duration::from_nanos(u64::try_from(nanos).unwrap()).as_secs_f64() * 1e6;
    let median = times.get(times.len() / 2).copied().unwrap();
    println!(
        "{:.1} {:.1}",
        micros(median),
        micros(times.first().copied().unwrap())
    );
}

/// Prints the resident memory in KiB after a tenth of the renders and after all of them.
pub(crate) fn leak(arm: &str, job: &Job) {
    let mut engine = Engine::start(arm, job);
    let mut early = 0;
    for number in 0..job.renders {
        if number == job.renders / 10 {
            early = resident();
        }
        engine.render(&numbered(&job.payload, number));
    }
    println!("{early} {}", resident());
}

/// The resident memory of this process in KiB.
fn resident() -> u64 {
    let text = fs::read_to_string("/proc/self/smaps_rollup").unwrap();
    let line = text.lines().find(|line| line.starts_with("Rss:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}
