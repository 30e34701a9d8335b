//! The arms of the benchmark that live in Rust: our engine, `ssr_rs` as its examples use it, and what axum and tower-http can do at most.
//!
//! Run by `scripts/bench`; each call is one arm: `peers serve <arm> <job>`, `peers engine <arm> <job>`, `peers leak <arm> <job>` or
//! `peers html <arm> <job>`. A job is a JSON file, see [`Job`].
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::panic,
    reason = "a benchmark may panic and its output is its result"
)]

use std::cell::RefCell;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use data_encoding::BASE64;
use serde::Deserialize;
use server::render::parts::{Pool, Snapshot};
use server::render::{self, PoolOptions, Protection};
use tower_http::services::ServeDir;

/// What an arm is to do.
#[derive(Debug, Deserialize)]
struct Job {
    /// Where to listen.
    port: u16,
    /// The server script.
    script: String,
    /// What the page receives; `{n}` stands for the number of the render.
    payload: String,
    /// The document before the rendered HTML.
    before: String,
    /// The document after it.
    after: String,
    /// The ready answer, brotli, in base64.
    body: String,
    /// Its `ETag`.
    etag: String,
    /// A folder that holds `index.html` and `index.html.br`.
    folder: String,
    /// How many renders to make.
    renders: u64,
}

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench");
    let (Some(task), Some(arm), Some(file)) =
        (arguments.next(), arguments.next(), arguments.next())
    else {
        println!("run scripts/bench");
        return;
    };
    let job: Job = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    render::init(Protection::On);
    match task.as_str() {
        "html" => println!("{}", Engine::start(&arm, &job).render(&job.payload)),
        "engine" => engine(&arm, &job),
        "leak" => leak(&arm, &job),
        "serve" => serve(&arm, &job),
        _ => panic!("unknown task {task}"),
    }
}

/// Something that renders, called from one thread.
enum Engine {
    Ours(tokio::runtime::Runtime, Pool),
    SsrRs(Box<ssr_rs::Ssr<'static, 'static>>),
}

impl Engine {
    fn start(arm: &str, job: &Job) -> Self {
        let script = fs::read_to_string(&job.script).unwrap();
        match arm {
            "ours" => {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .build()
                    .unwrap();
                Self::Ours(runtime, pool(script, job))
            }
            "ssr_rs" => Self::SsrRs(Box::new(ssr_rs::Ssr::from(script, "SSR").unwrap())),
            _ => panic!("unknown arm {arm}"),
        }
    }

    fn render(&mut self, payload: &str) -> String {
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
fn pool(script: String, job: &Job) -> Pool {
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
fn engine(arm: &str, job: &Job) {
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
fn leak(arm: &str, job: &Job) {
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

/// Answers on the job's port until it is killed.
fn serve(arm: &str, job: &Job) {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(1).enable_all().build().unwrap();
    let app = match arm {
        "ours" => ours(job),
        "ssr_rs" => as_in_its_examples(job),
        "constant" => constant(job),
        "folder" => Router::new().fallback_service(ServeDir::new(&job.folder).precompressed_br()),
        _ => panic!("unknown arm {arm}"),
    };
    runtime.block_on(async move {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", job.port))
            .await
            .unwrap();
        println!("ready");
        axum::serve(listener, app).await.unwrap();
    });
}

/// What stands around a render, and what it receives.
#[derive(Debug, Clone)]
struct Around {
    before: String,
    after: String,
    payload: String,
}

impl Around {
    fn of(job: &Job) -> Self {
        Self {
            before: job.before.clone(),
            after: job.after.clone(),
            payload: job.payload.clone(),
        }
    }

    fn document(&self, html: &str) -> Html<String> {
        Html([self.before.as_str(), html, self.after.as_str()].concat())
    }
}

/// Every request is rendered by our pool and put into the document.
fn ours(job: &Job) -> Router {
    let pool = pool(fs::read_to_string(&job.script).unwrap(), job);
    let state = Arc::new((pool, Around::of(job)));
    let answer = async |State(state): State<Arc<(Pool, Around)>>| {
        let (pool, around) = &*state;
        let rendered = pool.render(around.payload.clone()).await.unwrap();
        around.document(&rendered.html)
    };
    Router::new().route("/", get(answer)).with_state(state)
}

thread_local! {
    static SSR: RefCell<Option<ssr_rs::Ssr<'static, 'static>>> = const { RefCell::new(None) };
}

/// `ssr_rs` as its axum example has it: one isolate in each worker thread, called from the handler.
fn as_in_its_examples(job: &Job) -> Router {
    let state = Arc::new((fs::read_to_string(&job.script).unwrap(), Around::of(job)));
    let answer = async |State(state): State<Arc<(String, Around)>>| {
        let (script, around) = &*state;
        SSR.with_borrow_mut(|ssr| {
            let ssr = ssr.get_or_insert_with(|| ssr_rs::Ssr::from(script.clone(), "SSR").unwrap());
            around.document(&ssr.render_to_string(Some(&around.payload)).unwrap())
        })
    };
    Router::new().route("/", get(answer)).with_state(state)
}

/// The least that axum can do for an answer that is ready: a handler that returns the same bytes, or 304.
fn constant(job: &Job) -> Router {
    let body = Bytes::from(BASE64.decode(job.body.as_bytes()).unwrap());
    let state = (body, job.etag.clone());
    let answer = async |State((body, etag)): State<(Bytes, String)>, headers: HeaderMap| {
        let known = headers.get(header::IF_NONE_MATCH);
        if known.is_some_and(|value| value.as_bytes() == etag.as_bytes()) {
            return (StatusCode::NOT_MODIFIED, [(header::ETAG, etag)]).into_response();
        }
        let kind = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::CONTENT_ENCODING, "br"),
        ];
        (kind, body).into_response()
    };
    Router::new().route("/", get(answer)).with_state(state)
}
