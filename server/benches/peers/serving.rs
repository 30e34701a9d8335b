//! Servers on axum: constant bytes, a template that reads the gift from SQLite, and our pool with a page of its own.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path;
use std::sync::Arc;

use askama::filters::Html;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::IntoResponse as _;
use axum::routing::get;
use data_encoding::{BASE64, BASE64URL_NOPAD, HEXLOWER};
use sea_orm::{ConnectionTrait as _, Database, DatabaseConnection, DbBackend, Statement};
use serde_json::Value;
use server::render::parts::Pool;
use sha2::{Digest as _, Sha256};

use crate::engines::pool;
use crate::{Job, Piece};

/// Answers on the job's port until it is killed.
pub(crate) fn serve(arm: &str, job: &Job) {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(async move {
        let app = match arm {
            "constant" => constant(job),
            "template" => template(job).await,
            "pool" => rendered(job),
            _ => panic!("unknown arm {arm}"),
        };
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", job.port))
            .await
            .unwrap();
        println!("ready");
        axum::serve(listener, app).await.unwrap();
    });
}

fn header_map(headers: &BTreeMap<String, String>) -> HeaderMap {
    let pairs = headers.iter();
    pairs
        .map(|(name, value)| (name.parse::<HeaderName>().unwrap(), value.parse().unwrap()))
        .collect()
}

/// The least that axum can do for a response that is ready: a handler that returns the same bytes, or 304.
fn constant(job: &Job) -> Router {
    let body = Bytes::from(BASE64.decode(job.landing.body.as_bytes()).unwrap());
    let kept = header_map(&job.landing.headers);
    let mut unchanged = kept.clone();
    for name in [header::CONTENT_ENCODING, header::CONTENT_TYPE] {
        unchanged.remove(name);
    }
    let state = (body, kept, unchanged, job.etag.clone());
    let answer = async |State((body, kept, unchanged, etag)): State<(
        Bytes,
        HeaderMap,
        HeaderMap,
        String,
    )>,
                        headers: HeaderMap| {
        let known = headers.get(header::IF_NONE_MATCH);
        if known.is_some_and(|value| value.as_bytes() == etag.as_bytes()) {
            return (StatusCode::NOT_MODIFIED, unchanged).into_response();
        }
        (kept, body).into_response()
    };
    Router::new().route("/", get(answer)).with_state(state)
}

/// Renders the job's payload for each request in the product's pool, with one thread.
fn rendered(job: &Job) -> Router {
    let script = fs::read_to_string(&job.script).unwrap();
    let pool = Arc::new(pool(script, job));
    let state = (pool, header_map(&job.landing.headers), job.payload.clone());
    let answer = async |State((pool, headers, payload)): State<(Arc<Pool>, HeaderMap, String)>| {
        (headers, pool.render(payload).await.unwrap().html)
    };
    Router::new().route("/", get(answer)).with_state(state)
}

/// What the arm of the template needs for a request.
#[derive(Debug)]
struct Templated {
    database: DatabaseConnection,
    headers: HeaderMap,
    pieces: Vec<Piece>,
}

const SELECT: &str = "SELECT data FROM gifts WHERE code = ?";

/// The gift's page with askama's escaping in place of a render: the gift comes from SQLite as in the other arms.
async fn template(job: &Job) -> Router {
    // In a file, as the product's: a database in memory is gone with its connection, which a dropped request can close.
    let file = path::Path::new(&job.script).with_file_name("template.sqlite");
    let url = format!("sqlite://{}?mode=rwc", file.display());
    let database = Database::connect(url).await.unwrap();
    let schema = "DROP TABLE IF EXISTS gifts;
        CREATE TABLE gifts (code TEXT PRIMARY KEY, data TEXT NOT NULL)";
    database.execute_unprepared(schema).await.unwrap();
    for path in &job.gift.paths {
        let code = hash(path.trim_start_matches("/gift/"));
        let insert = statement("INSERT INTO gifts VALUES (?, ?)", [code, job.data.clone()]);
        database.execute_raw(insert).await.unwrap();
    }
    let state = Arc::new(Templated {
        database,
        headers: header_map(&job.gift.headers),
        pieces: job.pieces.clone(),
    });
    let answer = async |State(state): State<Arc<Templated>>, Path(code): Path<String>| {
        let row = state
            .database
            .query_one_raw(statement(SELECT, [hash(&code)]))
            .await
            .unwrap();
        let data: String = row.unwrap().try_get("", "data").unwrap();
        let cookie = BASE64URL_NOPAD.encode(&rand::random::<[u8; 32]>());
        let cookie = format!("id={cookie}; HttpOnly; SameSite=Lax; Path=/; Max-Age=3600");
        let mut headers = state.headers.clone();
        headers.insert(header::SET_COOKIE, cookie.parse().unwrap());
        (headers, state.page(&code, &data))
    };
    Router::new()
        .route("/gift/{code}", get(answer))
        .with_state(state)
}

impl Templated {
    fn page(&self, code: &str, data: &str) -> String {
        let mut page = String::with_capacity(16 << 10);
        let path = format!("/gift/{code}");
        let parsed: Value = serde_json::from_str(data).unwrap();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => page.push_str(text),
                Piece::Value(name) if name == "data" => {
                    page.push_str(&data.replace('<', "\\u003c"));
                }
                Piece::Value(name) if name == "path" => write_escaped(&mut page, &path),
                Piece::Value(name) => {
                    let value = parsed.pointer(&format!("/gift/{name}"));
                    write_escaped(&mut page, value.and_then(Value::as_str).unwrap());
                }
            }
        }
        page
    }
}

/// Escapes as askama's templates do.
fn write_escaped(page: &mut String, value: &str) {
    write!(page, "{}", askama::filters::escape(value, Html).unwrap()).unwrap();
}

fn hash(code: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(code))
}

fn statement<const N: usize>(sql: &str, values: [String; N]) -> Statement {
    Statement::from_sql_and_values(DbBackend::Sqlite, sql, values.map(Into::into))
}
