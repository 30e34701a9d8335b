//! Peers in Rust that are built with a web framework: `frameworks maud <job>` and `frameworks topcoat <job>`.
//!
//! Run by `scripts/bench`. Both read the gift from SQLite by the hash of its code, send a fresh cookie, and write the page's
//! values with their own escaping between the texts of the page. A job is a JSON file, see [`Job`].
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark may panic and its output is its result"
)]

mod gifts;
#[path = "../../peers/job.rs"]
mod job;
mod with_maud;
mod with_topcoat;

use std::collections::BTreeMap;
use std::fs;

use axum::http::{HeaderMap, HeaderName};
use data_encoding::BASE64URL_NOPAD;
use serde::Deserialize;

use crate::job::{Gift, Landing};

// Allocates as in the benchmark of topcoat's authors.
#[global_allocator]
static GLOBAL: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// What an arm is to do.
#[derive(Debug, Deserialize)]
struct Job {
    /// Where to listen.
    port: u16,
    /// Where files of the run are.
    folder: String,
    /// The compressed landing page.
    landing: Landing,
    /// The landing page as text.
    plain: Plain,
    /// The page of a gift.
    gift: Gift,
    /// The page of any of the gifts as a template.
    pieces: Vec<Piece>,
    /// The gift's own data, in JSON.
    data: String,
}

/// The landing page as the product sends it to those that unpack nothing.
#[derive(Debug, Deserialize)]
struct Plain {
    headers: BTreeMap<String, String>,
    text: String,
}

/// A part of a page as the harness writes it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Piece {
    /// The same for everybody.
    Text(String),
    /// The name of a value of the gift.
    Value(Value),
}

/// What the gift's page shows.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Value {
    RecipientEmail,
    PersonalMessage,
    /// The page's own path.
    Path,
    /// The gift in JSON.
    Data,
}

/// A part of a template: like a compiled one, it has its texts for as long as the process runs.
#[derive(Debug, Clone, Copy)]
enum Part {
    Text(&'static str),
    Value(Value),
}

impl Job {
    /// The gift's page as a template.
    fn parts(&self) -> Vec<Part> {
        let pieces = self.pieces.iter();
        pieces
            .map(|piece| match piece {
                Piece::Text(text) => Part::Text(text.clone().leak()),
                Piece::Value(value) => Part::Value(*value),
            })
            .collect()
    }
}

/// The headers of a response that are always the same.
fn header_map(headers: &BTreeMap<String, String>) -> HeaderMap {
    let pairs = headers.iter();
    pairs
        .map(|(name, value)| (name.parse::<HeaderName>().unwrap(), value.parse().unwrap()))
        .collect()
}

/// The value of a new visitor's cookie.
fn fresh_cookie() -> String {
    BASE64URL_NOPAD.encode(&rand::random::<[u8; 32]>())
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (arm, file) = (arguments.next().unwrap(), arguments.next().unwrap());
    let job: Job = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", job.port))
            .await
            .unwrap();
        match arm.as_str() {
            "maud" => with_maud::serve(listener, &job).await,
            "topcoat" => with_topcoat::serve(listener, &job).await,
            _ => panic!("unknown arm {arm}"),
        }
    });
}
