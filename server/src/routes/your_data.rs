//! What is kept about an address, for the person it is about: asked for by address, shown and erased with the link of a mail.

use axum::extract::{Query, State};
use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use http::header::{self, HeaderMap};
use serde::Deserialize;

use super::{BAD_ADDRESS, EmailForm};
use crate::app::App;
use crate::domain::email_address::EmailAddress;
use crate::domain::mailed_token::MailedToken;
use crate::error::{Error, PageError};
use crate::extract::form::Form;
use crate::pages::data::{HeldOrder, OwnData};
use crate::pages::registry::YOUR_DATA;
use crate::services::data_links::{self, LinkTarget};
use crate::services::data_subject::{Export, Held};
use crate::services::limits::rate_limit::{Counted, RateLimit};
use crate::services::verification;

/// A link's query.
#[derive(Debug, Deserialize)]
pub(crate) struct LinkQuery {
    token: Option<String>,
}

/// The token of a link, in the forms of its page.
#[derive(Debug, Deserialize)]
pub(crate) struct Token {
    #[serde(default)]
    token: String,
}

/// `GET /your-data`: the form, or what a link leads to. Changes nothing.
pub(crate) async fn show(
    State(app): State<App>,
    rate_limit: RateLimit,
    query: Query<LinkQuery>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let Some(token) = &query.token else {
        let form = app.pages.without_data(&YOUR_DATA, &headers, StatusCode::OK);
        return Ok(form.await);
    };
    let token = rate_limit.count(MailedToken::new(token.as_str())).await?;
    let shown = data_links::show(&app.shop, &token).await?;
    Ok(respond(&app, shown, &token).await)
}

/// `POST /your-data`: asks for a link. The answer is the same for every address.
pub(crate) async fn ask(
    State(app): State<App>,
    rate_limit: RateLimit,
    Form(form): Form<EmailForm>,
) -> Response {
    let email = form.email.trim().to_owned();
    match request_link(&app, rate_limit, &email).await {
        Ok(()) => {
            let page = app.pages.show(&YOUR_DATA, StatusCode::OK, &OwnData::Sent);
            page.await
        }
        Err(error) => {
            let describe = |error| OwnData::Form { email, error };
            let page = app
                .pages
                .show_again(&YOUR_DATA, YOUR_DATA.path, error, describe);
            page.await
        }
    }
}

async fn request_link(app: &App, rate_limit: RateLimit, typed: &str) -> Result<(), Error> {
    let email: EmailAddress = typed.parse().map_err(|_| BAD_ADDRESS)?;
    let email = verification::count(&app.shop, rate_limit, email).await?;
    data_links::ask(&app.shop, &email).await
}

/// `POST /your-data/file`: the same as a file.
pub(crate) async fn download(
    State(app): State<App>,
    rate_limit: RateLimit,
    Form(Token { token }): Form<Token>,
) -> Result<Response, PageError> {
    let token = rate_limit.count(MailedToken::new(token)).await?;
    match data_links::show(&app.shop, &token).await? {
        LinkTarget::Held(held) => Ok(file(&held)?),
        other => Ok(respond(&app, other, &token).await),
    }
}

/// Its name tells nothing.
fn file(held: &Held) -> Result<Response, Error> {
    let text = serde_json::to_string_pretty(held).map_err(anyhow::Error::from);
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"data.json\"",
        ),
    ];
    Ok((headers, text.map_err(Error::Internal)?).into_response())
}

/// `POST /your-data/erase`: erases all of it.
pub(crate) async fn erase(
    State(app): State<App>,
    rate_limit: RateLimit,
    Form(Token { token }): Form<Token>,
) -> Result<Response, PageError> {
    let token = rate_limit.count(MailedToken::new(token)).await?;
    let shown = if data_links::erase(&app.shop, &token).await? {
        LinkTarget::Erased
    } else {
        LinkTarget::Gone
    };
    Ok(respond(&app, shown, &token).await)
}

async fn respond(app: &App, shown: LinkTarget, token: &Counted<MailedToken>) -> Response {
    let (status, data) = match shown {
        LinkTarget::Held(held) => {
            let token = token.subject().as_str().to_owned();
            let orders = held.orders.into_iter().map(held_order).collect();
            (StatusCode::OK, OwnData::Held { token, orders })
        }
        LinkTarget::Erased => (StatusCode::OK, OwnData::Erased),
        LinkTarget::Gone => (StatusCode::GONE, OwnData::Gone),
    };
    app.pages.show(&YOUR_DATA, status, &data).await
}

fn held_order(export: Export) -> HeldOrder {
    let order = export.order;
    HeldOrder {
        kind: order.kind,
        status: order.status,
        created_at: order.created_at,
        payment: order.payment_intent.or(order.checkout_session),
        buyer_email: export.buyer_email,
        recipient_email: export.recipient_email,
        personal_message: export.personal_message,
        devices: order.devices,
    }
}
