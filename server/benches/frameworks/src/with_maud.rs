//! axum with pages that maud writes.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::routing::get;
use maud::{PreEscaped, Render};
use sqlx::SqlitePool;
use tokio::net::TcpListener;

use crate::gifts::{self, Row, Written};
use crate::{Job, Part, fresh_cookie, header_map};

#[derive(Debug)]
struct App {
    pool: SqlitePool,
    gift_headers: HeaderMap,
    parts: Vec<Part>,
    landing_headers: HeaderMap,
    landing: &'static str,
}

/// The gift's page. What follows is what maud's macro expands to for a template with these texts.
struct GiftPage<'a> {
    parts: &'a [Part],
    row: &'a Row,
}

impl Render for GiftPage<'_> {
    fn render_to(&self, page: &mut String) {
        for part in self.parts {
            match part {
                Part::Text(text) => page.push_str(text),
                Part::Value(value) => match self.row.value(*value) {
                    Written::Escaped(text) => text.render_to(page),
                    Written::Json(text) => PreEscaped(text).render_to(page),
                },
            }
        }
    }
}

async fn gift(
    State(app): State<Arc<App>>,
    Path(code): Path<String>,
) -> (HeaderMap, PreEscaped<String>) {
    let row = gifts::read(&app.pool, &code).await;
    let cookie = fresh_cookie();
    let cookie = format!("id={cookie}; HttpOnly; SameSite=Lax; Path=/; Max-Age=3600");
    let mut headers = app.gift_headers.clone();
    headers.insert(header::SET_COOKIE, cookie.parse().unwrap());
    // The macro reserves what its texts need.
    let mut page = String::with_capacity(16 << 10);
    let parts = &app.parts;
    GiftPage { parts, row: &row }.render_to(&mut page);
    (headers, PreEscaped(page))
}

async fn landing(State(app): State<Arc<App>>) -> (HeaderMap, PreEscaped<String>) {
    let page = PreEscaped(app.landing).render();
    (app.landing_headers.clone(), page)
}

/// Answers on the job's port until it is killed.
pub(crate) async fn serve(listener: TcpListener, job: &Job) {
    let app = App {
        pool: gifts::open("maud", job).await,
        gift_headers: header_map(&job.gift.headers),
        parts: job.parts(),
        landing_headers: header_map(&job.plain.headers),
        landing: job.plain.text.clone().leak(),
    };
    let router = Router::new()
        .route("/gift/{code}", get(gift))
        .route("/", get(landing))
        .with_state(Arc::new(app));
    println!("ready");
    axum::serve(listener, router).await.unwrap();
}
