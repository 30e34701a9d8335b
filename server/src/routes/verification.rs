//! Whether an address has bought (spec section 7).

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::described::{BodyRefusals, DeviceCookie, TypedAddress};
use crate::app::App;
use crate::domain::email_address::EmailAddress;
use crate::error::Error;
use crate::extract::json::Json;
use crate::extract::object::Object;
use crate::extract::visitor::{Identity, Visitor};
use crate::services::access::Holding;
use crate::services::limits::{About, policy};
use crate::services::verification::{self, Answer};

/// Spec section 5.
pub(crate) const BAD_ADDRESS: Error = Error::Invalid("Please enter a valid email address");

/// The address to verify.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct VerifyRequest {
    #[schema(value_type = TypedAddress)]
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

/// Verifies a purchase by its address.
#[utoipa::path(
    post, path = "/api/verify-purchase", params(DeviceCookie), request_body = VerifyRequest,
    responses((status = 200, body = VerifyPurchaseResponse), (status = 400, description = "The address is not valid"), BodyRefusals)
)]
pub(crate) async fn verify_purchase(
    State(app): State<App>,
    visitor: Visitor,
    Object(body): Object<VerifyRequest>,
) -> Result<Response, Error> {
    respond(&app, &visitor, &body, |found, sent| {
        VerifyPurchaseResponse {
            verified: found.is_some(),
            purchase_date: found.and_then(Holding::paid_on),
            is_gift: found.is_some_and(|holding| holding.gift_code.is_some()),
            verification_count: found.map_or(0, |holding| holding.purchase.verification_count),
            sent,
        }
    })
    .await
}

/// Verifies an address.
#[utoipa::path(
    post, path = "/api/verify-email", params(DeviceCookie), request_body = VerifyRequest,
    responses((status = 200, body = VerifyEmailResponse), (status = 400, description = "The address is not valid"), BodyRefusals)
)]
pub(crate) async fn verify_email(
    State(app): State<App>,
    visitor: Visitor,
    Object(body): Object<VerifyRequest>,
) -> Result<Response, Error> {
    respond(&app, &visitor, &body, |found, sent| VerifyEmailResponse {
        verified: found.is_some(),
        has_purchased: found.is_some(),
        purchase_date: found.and_then(Holding::paid_on),
        sent,
    })
    .await
}
/// What both calls do; `describe` makes an answer of what was found, and of whether a mail may be on its way.
async fn respond<T: Serialize>(
    app: &App,
    visitor: &Visitor,
    body: &VerifyRequest,
    describe: impl FnOnce(Option<&Holding>, bool) -> T,
) -> Result<Response, Error> {
    let (answer, identity) = verify(app, visitor, body.email.as_deref()).await?;
    let body = describe(holding(&answer), matches!(answer, Answer::Sent));
    Ok(keep_if_verified(&answer, &identity, Json(body)))
}

/// What both calls and the forms do: hits and misses are counted alike, before anything is looked up.
pub(crate) async fn verify(
    app: &App,
    visitor: &Visitor,
    typed: Option<&str>,
) -> Result<(Answer, Identity), Error> {
    let email: EmailAddress = typed.unwrap_or_default().parse().map_err(|_| BAD_ADDRESS)?;
    app.shop
        .limits
        .take(&policy::VERIFY, &visitor.caller, About::Address(&email))
        .await?;
    let identity = visitor.identify(app);
    let answer = verification::verify(&app.shop, &identity.id, &email).await?;
    Ok((answer, identity))
}

/// Only a device that now holds something needs its cookie.
pub(crate) fn keep_if_verified(
    answer: &Answer,
    identity: &Identity,
    response: impl IntoResponse,
) -> Response {
    match answer {
        Answer::Verified(_) => identity.keep(response),
        Answer::NotFound | Answer::Sent => response.into_response(),
    }
}

/// The purchase that was found.
pub(crate) fn holding(answer: &Answer) -> Option<&Holding> {
    match answer {
        Answer::Verified(holding) => Some(holding),
        Answer::NotFound | Answer::Sent => None,
    }
}
