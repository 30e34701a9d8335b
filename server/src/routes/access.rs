//! What a device has access to, and deleting the device.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::openapi_parts::DeviceCookie;
use crate::app::App;
use crate::error::Error;
use crate::extract::json::Json;
use crate::extract::visitor::Visitor;
use crate::services::access::{self, BoughtGift, HeldPurchase};
use crate::services::devices;

/// What this device may use. Without access all other facts are null, unless the device bought a gift and is at no
/// later one that is not paid: then they describe that gift.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccessResponse {
    access: bool,
    /// Whether this device had access and lost it to a refund or a dispute. Without access and without this the device
    /// is simply not known: its cookie may have been cleared.
    is_revoked: bool,
    #[schema(required)]
    email: Option<String>,
    #[schema(required)]
    purchase_date: Option<String>,
    #[schema(required)]
    is_gift: Option<bool>,
    #[schema(required)]
    recipient_email: Option<String>,
    #[schema(required)]
    gift_code: Option<String>,
    #[schema(required)]
    verification_count: Option<i32>,
    #[schema(required)]
    payment_intent: Option<String>,
}

/// What the device of the cookie has access to. The payment provider is asked about its pending orders first. The cookie is renewed, so
/// that a device in use does not lose its access when the cookie ends.
#[utoipa::path(
    get, path = "/api/access", params(DeviceCookie),
    responses((status = 200, body = AccessResponse), (status = 429, description = "A limit is used up"))
)]
pub(crate) async fn get_access(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Response, Error> {
    let Some(device) = visitor.id() else {
        return Ok(Json(AccessResponse::default()).into_response());
    };
    let Some(known) = access::of_returning_device(&app.shop, device).await? else {
        return Ok(Json(AccessResponse::default()).into_response());
    };
    let body = if let Some(holding) = known.holding {
        AccessResponse::from(holding)
    } else {
        let gift = access::bought_gift(&app.shop, device).await?;
        AccessResponse {
            is_revoked: known.device.is_revoked(),
            ..gift.map(AccessResponse::from).unwrap_or_default()
        }
    };
    if devices::renew_if_possible(&app.shop.db, known.device.session).await {
        return Ok(visitor.identify().keep(Json(body)));
    }
    Ok(Json(body).into_response())
}

/// Deletes this device: its contacts, its access and its cookie.
#[utoipa::path(
    delete, path = "/api/device", params(DeviceCookie),
    responses((status = 204, description = "Deleted"), (status = 429, description = "A limit is used up"))
)]
pub(crate) async fn delete_device(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Response, Error> {
    if let Some(device) = visitor.id() {
        devices::forget(&app.shop.db, device).await?;
    }
    Ok(visitor.remove_cookie(StatusCode::NO_CONTENT))
}

/// A gift gives its buyer no access, only the code to hand on.
impl From<BoughtGift> for AccessResponse {
    fn from(gift: BoughtGift) -> Self {
        Self {
            email: gift.buyer.map(String::from),
            is_gift: Some(true),
            recipient_email: gift.recipient.map(String::from),
            gift_code: Some(gift.code.as_str().to_owned()),
            ..Self::default()
        }
    }
}

impl From<HeldPurchase> for AccessResponse {
    fn from(holding: HeldPurchase) -> Self {
        let (is_gift, purchase_date) = (holding.gift_code.is_some(), holding.paid_on());
        let email = holding.email.map(String::from);
        Self {
            access: true,
            is_revoked: false,
            recipient_email: email.clone().filter(|_| is_gift),
            email,
            purchase_date,
            is_gift: Some(is_gift),
            gift_code: holding.gift_code.map(|code| code.as_str().to_owned()),
            verification_count: Some(holding.purchase.verification_count),
            payment_intent: holding.purchase.payment_intent_id,
        }
    }
}
