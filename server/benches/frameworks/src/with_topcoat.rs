//! topcoat, with its own router, cookies and views.

use axum::body::Bytes;
use axum::http::{HeaderMap, header};
use data_encoding::BASE64;
use sqlx::SqlitePool;
use tokio::net::TcpListener;
use topcoat::Result;
use topcoat::context::{Cx, app_context};
use topcoat::cookie::{Cookie, Cookies as _, RouterBuilderCookieExt as _, SameSite, cookies, time};
use topcoat::router::request::headers;
use topcoat::router::response::{IntoResponse as _, Response};
use topcoat::router::{Router, path_param, route};
use topcoat::view::{NodeViewParts, PartsWriter, Unescaped, view};

use crate::gifts::{self, Row, Written};
use crate::{Job, Part, fresh_cookie, header_map};

#[derive(Debug)]
struct App {
    pool: SqlitePool,
    gift_headers: HeaderMap,
    parts: Vec<Part>,
    landing_headers: HeaderMap,
    landing: Bytes,
    plain_headers: HeaderMap,
    plain: &'static str,
}

/// The gift's page. What follows is what the view macro expands to for a template with these texts.
struct GiftPage<'a> {
    parts: &'a [Part],
    row: &'a Row,
}

impl NodeViewParts for GiftPage<'_> {
    fn into_view_parts(self, cx: &Cx, parts: &mut PartsWriter<'_>) {
        for part in self.parts {
            match part {
                Part::Text(text) => Unescaped::new_unchecked(*text).into_view_parts(cx, parts),
                Part::Value(value) => match self.row.value(*value) {
                    Written::Escaped(text) => text.into_view_parts(cx, parts),
                    Written::Json(text) => {
                        Unescaped::new_unchecked(text.to_owned()).into_view_parts(cx, parts);
                    }
                },
            }
        }
    }
}

path_param!(code);

#[route(GET "/gift/{code}")]
async fn gift(cx: &Cx) -> Result<Response> {
    let app = app_context::<App>(cx);
    let row = gifts::read(&app.pool, path_param::<Code>(cx)).await;
    let cookie = Cookie::build(("id", fresh_cookie()))
        .http_only(true)
        .same_site(SameSite::Lax)
        .path("/")
        .max_age(time::Duration::seconds(3600));
    cookies(cx).add(cookie.build());
    let page = GiftPage {
        parts: &app.parts,
        row: &row,
    };
    let page = view! { (page) }?;
    Ok(respond(&app.gift_headers, page.into_response(cx)?))
}

#[route(GET "/")]
async fn landing(cx: &Cx) -> Result<Response> {
    let app = app_context::<App>(cx);
    if headers(cx).contains_key(header::ACCEPT_ENCODING) {
        let page = app.landing.clone().into_response(cx)?;
        return Ok(respond(&app.landing_headers, page));
    }
    let page = view! { (Unescaped::new_unchecked(app.plain)) }?;
    Ok(respond(&app.plain_headers, page.into_response(cx)?))
}

/// A page with the product's headers.
fn respond(kept: &HeaderMap, mut response: Response) -> Response {
    response.headers_mut().extend(kept.clone());
    response
}

/// Answers on the job's port until it is killed.
pub(crate) async fn serve(listener: TcpListener, job: &Job) {
    let app = App {
        pool: gifts::open("topcoat", job).await,
        gift_headers: header_map(&job.gift.headers),
        parts: job.parts(),
        landing_headers: header_map(&job.landing.headers),
        landing: Bytes::from(BASE64.decode(job.landing.body.as_bytes()).unwrap()),
        plain_headers: header_map(&job.plain.headers),
        plain: job.plain.text.clone().leak(),
    };
    let router = Router::builder()
        .cookies()
        .app_context(app)
        .route(gift)
        .route(landing)
        .build();
    println!("ready");
    topcoat::serve(listener, router).await.unwrap();
}
