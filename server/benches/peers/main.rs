//! The arms of the benchmark that live in Rust: our engine, `ssr_rs` as its examples use it, and what axum can do at most.
//!
//! Run by `scripts/bench`; each call is one arm: `peers serve <arm> <job>`, `peers engine <arm> <job>`, `peers leak <arm> <job>` or
//! `peers html <arm> <job>`. A job is a JSON file, see [`Job`].
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::panic,
    reason = "a benchmark may panic and its output is its result"
)]

mod engines;
mod job;
mod serving;

use std::fs;

use mimalloc::MiMalloc;
use serde::Deserialize;
use server::render::{self, Protection};

use crate::engines::Engine;
use crate::job::{Gift, Landing};

/// As the product allocates.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// What an arm is to do.
#[derive(Debug, Deserialize)]
struct Job {
    /// Where to listen.
    port: u16,
    /// The server script.
    script: String,
    /// What the page receives; `{n}` stands for the number of the render.
    payload: String,
    /// How many renders to make.
    renders: u64,
    /// The ready response of the landing page.
    landing: Landing,
    /// Its `ETag`.
    etag: String,
    /// The page of a gift.
    gift: Gift,
    /// The page of any of the gifts as a template.
    pieces: Vec<Piece>,
    /// The gift's own data, in JSON.
    data: String,
}

/// A part of a page.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Piece {
    /// The same for everybody.
    Text(String),
    /// The name of a value: of the gift, `path`, or `data` for the gift in JSON.
    Value(String),
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
        "engine" => engines::measure(&arm, &job),
        "leak" => engines::leak(&arm, &job),
        "serve" => serving::serve(&arm, &job),
        _ => panic!("unknown task {task}"),
    }
}
