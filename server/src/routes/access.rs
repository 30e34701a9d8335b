//! What this device may use, and forgetting it.

use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::described::DeviceCookie;
use crate::app::App;
use crate::domain::email_address::EmailAddress;
use crate::error::Error;
use crate::extract::json::Json;
use crate::extract::visitor::{self, Visitor};
use crate::services::access::{self, BoughtGift, Holding};
use crate::services::devices;
use crate::services::limits::{About, policy};

/// What this device may use. Without access all other fields are null, unless the device bought a gift: then they
/// describe that gift.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccessResponse {
    access: bool,
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

/// What the device of the cookie may use. A payment that it began is asked about first.
#[utoipa::path(
    get, path = "/api/access", params(DeviceCookie),
    responses((status = 200, body = AccessResponse), (status = 429, description = "Too many attempts"))
)]
pub(crate) async fn get_access(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<AccessResponse>, Error> {
    app.shop
        .limits
        .take(&policy::ACCESS, &visitor.caller, About::Nothing)
        .await?;
    let Some(device) = visitor.id() else {
        return Ok(Json(AccessResponse::default()));
    };
    if let Some(holding) = access::of_returning_device(&app.shop, device).await? {
        return Ok(Json(holding.into()));
    }
    let gift = access::bought_gift(&app.shop, device).await?;
    Ok(Json(gift.map(AccessResponse::from).unwrap_or_default()))
}

/// Forgets this device: its contacts, its access and its cookie.
#[utoipa::path(
    delete, path = "/api/device", params(DeviceCookie),
    responses((status = 204, description = "Forgotten"), (status = 429, description = "Too many attempts"))
)]
pub(crate) async fn delete_device(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Response, Error> {
    app.shop
        .limits
        .take(&policy::CONTACTS, &visitor.caller, About::Nothing)
        .await?;
    if let Some(device) = visitor.id() {
        devices::forget(&app.shop.db, device).await?;
    }
    Ok(visitor::forget(&app, StatusCode::NO_CONTENT))
}

/// A gift for somebody else gives its buyer no access, but the link to hand on.
impl From<BoughtGift> for AccessResponse {
    fn from(gift: BoughtGift) -> Self {
        let text = |address: EmailAddress| address.as_str().to_owned();
        Self {
            email: gift.buyer.map(text),
            is_gift: Some(true),
            recipient_email: gift.recipient.map(text),
            gift_code: Some(gift.code.as_str().to_owned()),
            ..Self::default()
        }
    }
}

impl From<Holding> for AccessResponse {
    fn from(holding: Holding) -> Self {
        let (is_gift, purchase_date) = (holding.gift_code.is_some(), holding.paid_on());
        let email = holding.email.map(|address| address.as_str().to_owned());
        Self {
            access: true,
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
