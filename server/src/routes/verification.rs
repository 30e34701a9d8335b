//! Getting access on another device: verifying an address, and the one-time link by mail.

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use http::StatusCode;
use http::header::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::openapi_parts::{BodyRefusals, DeviceCookie};
use super::{BAD_ADDRESS, EmailForm};
use crate::app::App;
use crate::domain::email_address::EmailAddress;
use crate::domain::mailed_token::MailedToken;
use crate::error::{Error, PageError};
use crate::extract::form::Form;
use crate::extract::json::Json;
use crate::extract::object::Object;
use crate::extract::visitor::{Identity, Visitor};
use crate::pages::data::{ConfirmData, VerifyData};
use crate::pages::registry::{Page, REDOWNLOAD, REDOWNLOAD_CONFIRM, VERIFY};
use crate::services::access::{self, HeldPurchase};
use crate::services::limits::rate_limit::RateLimit;
use crate::services::magic_links;
use crate::services::mailed_links::token_in;
use crate::services::verification::{self, Answer};

/// The address to verify.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct VerifyRequest {
    #[schema(value_type = EmailAddress)]
    email: Option<String>,
}

/// Whether an address has a purchase. `sent` is the neutral answer: where there is a purchase, a one-time link is on its
/// way by mail.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VerifyPurchaseResponse {
    verified: bool,
    #[schema(required)]
    purchase_date: Option<String>,
    is_gift: bool,
    verification_count: i32,
    sent: bool,
}

/// Whether an address is known and has a purchase. `sent` is the neutral answer, as in `VerifyPurchaseResponse`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VerifyEmailResponse {
    verified: bool,
    has_purchased: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    purchase_date: Option<String>,
    sent: bool,
}

/// The token of a one-time link, in the link and in the form of its page, or the link as a person pasted it.
#[derive(Debug, Deserialize)]
pub(crate) struct Token {
    #[serde(default)]
    token: String,
}

/// Whether a one-time link was just used.
#[derive(Debug, Deserialize)]
pub(crate) struct RedownloadQuery {
    confirmed: Option<String>,
}

/// Verifies a purchase by its address.
#[utoipa::path(
    post, path = "/api/verify-purchase", params(DeviceCookie), request_body = VerifyRequest,
    responses((status = 200, body = VerifyPurchaseResponse), (status = 400, description = "The address is not valid"), BodyRefusals)
)]
pub(crate) async fn verify_purchase(
    State(app): State<App>,
    visitor: Visitor,
    rate_limit: RateLimit,
    Object(body): Object<VerifyRequest>,
) -> Result<Response, Error> {
    let (answer, identity) = ask(&app, &visitor, rate_limit, body.email.as_deref()).await?;
    let found = holding(&answer);
    let body = VerifyPurchaseResponse {
        verified: found.is_some(),
        purchase_date: found.and_then(HeldPurchase::paid_on),
        is_gift: found.is_some_and(|holding| holding.gift_code.is_some()),
        verification_count: found.map_or(0, |holding| holding.purchase.verification_count),
        sent: matches!(answer, Answer::Sent),
    };
    Ok(keep_if_verified(&answer, &identity, Json(body)))
}

/// Verifies an address.
#[utoipa::path(
    post, path = "/api/verify-email", params(DeviceCookie), request_body = VerifyRequest,
    responses((status = 200, body = VerifyEmailResponse), (status = 400, description = "The address is not valid"), BodyRefusals)
)]
pub(crate) async fn verify_email(
    State(app): State<App>,
    visitor: Visitor,
    rate_limit: RateLimit,
    Object(body): Object<VerifyRequest>,
) -> Result<Response, Error> {
    let (answer, identity) = ask(&app, &visitor, rate_limit, body.email.as_deref()).await?;
    let found = holding(&answer);
    let body = VerifyEmailResponse {
        verified: found.is_some(),
        has_purchased: found.is_some(),
        purchase_date: found.and_then(HeldPurchase::paid_on),
        sent: matches!(answer, Answer::Sent),
    };
    Ok(keep_if_verified(&answer, &identity, Json(body)))
}

/// `POST /verify`.
pub(crate) async fn verify(
    State(app): State<App>,
    visitor: Visitor,
    rate_limit: RateLimit,
    Form(form): Form<EmailForm>,
) -> Response {
    verify_on(&VERIFY, &app, &visitor, rate_limit, &form).await
}

/// `POST /redownload`.
pub(crate) async fn verify_for_redownload(
    State(app): State<App>,
    visitor: Visitor,
    rate_limit: RateLimit,
    Form(form): Form<EmailForm>,
) -> Response {
    verify_on(&REDOWNLOAD, &app, &visitor, rate_limit, &form).await
}

async fn verify_on(
    page: &Page<VerifyData>,
    app: &App,
    visitor: &Visitor,
    rate_limit: RateLimit,
    form: &EmailForm,
) -> Response {
    let email = form.email.trim().to_owned();
    match ask(app, visitor, rate_limit, Some(&email)).await {
        Ok((answer, identity)) => {
            let data = match &answer {
                Answer::Verified(holding) => VerifyData::Verified {
                    email: Some(email),
                    purchase_date: holding.paid_on(),
                },
                Answer::NotFound => VerifyData::Failed,
                Answer::Sent => VerifyData::Sent,
            };
            let response = app.pages.show(page, StatusCode::OK, &data).await;
            keep_if_verified(&answer, &identity, response)
        }
        Err(error) => {
            let describe = |sentence| VerifyData::Form {
                email,
                error: Some(sentence),
            };
            app.pages.show_again(page, page.path, error, describe).await
        }
    }
}

/// What endpoints and forms have in common. Requests are counted before anything is looked up, whether they succeed or not.
async fn ask(
    app: &App,
    visitor: &Visitor,
    rate_limit: RateLimit,
    typed: Option<&str>,
) -> Result<(Answer, Identity), Error> {
    let email: EmailAddress = typed.unwrap_or_default().parse().map_err(|_| BAD_ADDRESS)?;
    let email = verification::count(&app.shop, rate_limit, email).await?;
    let identity = visitor.identify();
    let answer = verification::verify(&app.shop, &identity.id, &email).await?;
    Ok((answer, identity))
}

/// Only a device that has access needs its cookie.
fn keep_if_verified(answer: &Answer, identity: &Identity, response: impl IntoResponse) -> Response {
    match answer {
        Answer::Verified(_) => identity.keep(response),
        Answer::NotFound | Answer::Sent => response.into_response(),
    }
}

fn holding(answer: &Answer) -> Option<&HeldPurchase> {
    match answer {
        Answer::Verified(holding) => Some(holding),
        Answer::NotFound | Answer::Sent => None,
    }
}

/// `GET /redownload`: the form, or what a one-time link gave this device.
pub(crate) async fn redownload(
    State(app): State<App>,
    visitor: Visitor,
    query: Query<RedownloadQuery>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    if query.confirmed.is_some()
        && let Some(device) = visitor.id()
        && let Some(holding) = access::of_device(&app.shop, device).await?
    {
        let data = VerifyData::Verified {
            purchase_date: holding.paid_on(),
            email: holding.email.map(String::from),
        };
        return Ok(app.pages.show(&REDOWNLOAD, StatusCode::OK, &data).await);
    }
    let form = app
        .pages
        .without_data(&REDOWNLOAD, &headers, StatusCode::OK);
    Ok(form.await)
}

/// `GET /redownload/confirm`: shows the button of a one-time link. Changes nothing.
pub(crate) async fn show_confirm(
    State(app): State<App>,
    visitor: Visitor,
    rate_limit: RateLimit,
    Query(Token { token }): Query<Token>,
) -> Result<Response, PageError> {
    let counted = rate_limit.count(MailedToken::new(token.as_str())).await?;
    if !magic_links::is_usable(&app.shop, &counted).await? {
        return Ok(gone(&app).await);
    }
    let data = ConfirmData::Ready { token };
    let page = app.pages.show(&REDOWNLOAD_CONFIRM, StatusCode::OK, &data);
    Ok(visitor.lend_cookie(page.await))
}

/// `POST /redownload/confirm`: uses a one-time link up. Following the link does not, because mail scanners follow links.
/// Takes the whole link too, pasted: a mail's link opens in the browser, and never in an app on an iPhone's home screen.
pub(crate) async fn confirm(
    State(app): State<App>,
    visitor: Visitor,
    rate_limit: RateLimit,
    Form(Token { token }): Form<Token>,
) -> Result<Response, PageError> {
    let token = MailedToken::new(token_in(&token));
    let token = rate_limit.count(token).await?;
    let identity = visitor.identify();
    if magic_links::redeem(&app.shop, &identity.id, &token).await? {
        return Ok(identity.keep(Redirect::to("/redownload?confirmed=1")));
    }
    Ok(gone(&app).await)
}

async fn gone(app: &App) -> Response {
    let page = app
        .pages
        .show(&REDOWNLOAD_CONFIRM, StatusCode::GONE, &ConfirmData::Gone);
    page.await
}
