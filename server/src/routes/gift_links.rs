//! Looking at a gift and redeeming it (spec section 7).

use axum::extract::{Path, State};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::described::{BodyRefusals, DeviceCookie, TypedAddress};
use super::verification::BAD_ADDRESS;
use crate::app::App;
use crate::domain::email_address::EmailAddress;
use crate::domain::gift_code::GiftCode;
use crate::error::Error;
use crate::extract::json::Json;
use crate::extract::object::Object;
use crate::extract::visitor::{Identity, Visitor};
use crate::services::gifts::{self, WaitingGift};
use crate::services::limits::{About, policy};

/// A gift that can be redeemed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GiftLinkResponse {
    recipient_email: String,
    #[schema(required)]
    personal_message: Option<String>,
}

/// The recipient's address.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ActivateRequest {
    #[schema(value_type = TypedAddress)]
    email: Option<String>,
}

/// The gift is redeemed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActivateResponse {
    success: bool,
}

/// Looks at a gift; nothing changes.
#[utoipa::path(
    get, path = "/api/gift-links/{code}", params(("code" = String, Path, pattern = "^[A-Za-z2-7]{26}$"), DeviceCookie),
    responses(
        (status = 200, body = GiftLinkResponse), (status = 404, description = "No such gift"),
        (status = 410, description = "Expired, used or taken back"), (status = 429, description = "Too many attempts")
    )
)]
pub(crate) async fn get_gift_link(
    State(app): State<App>,
    visitor: Visitor,
    Path(code): Path<String>,
) -> Result<Json<GiftLinkResponse>, Error> {
    let gift = look(&app, &visitor, &code).await?;
    Ok(Json(GiftLinkResponse {
        recipient_email: gift.recipient.as_str().to_owned(),
        personal_message: gift.message,
    }))
}

/// Redeems a gift for this device.
#[utoipa::path(
    post, path = "/api/gift-links/{code}/activate", params(("code" = String, Path, pattern = "^[A-Za-z2-7]{26}$"), DeviceCookie), request_body = ActivateRequest,
    responses(
        (status = 200, body = ActivateResponse), (status = 400, description = "The address is not valid"),
        (status = 404, description = "No such gift"), (status = 410, description = "Expired, used or taken back"),
        BodyRefusals
    )
)]
pub(crate) async fn activate_gift_link(
    State(app): State<App>,
    visitor: Visitor,
    Path(code): Path<String>,
    Object(body): Object<ActivateRequest>,
) -> Result<Response, Error> {
    let identity = activate(&app, &visitor, &code, body.email.as_deref()).await?;
    Ok(identity.keep(Json(ActivateResponse { success: true })))
}

/// What the call and the page do.
pub(crate) async fn look(app: &App, visitor: &Visitor, code: &str) -> Result<WaitingGift, Error> {
    app.shop
        .limits
        .take(&policy::GIFT_READ, &visitor.caller, About::Nothing)
        .await?;
    let code = GiftCode::parse(code).ok_or(gifts::NOT_FOUND)?;
    gifts::look(&app.shop, &code).await
}

/// What the call and the form do. Failures count against the code and the network, so that nobody guesses for long.
pub(crate) async fn activate(
    app: &App,
    visitor: &Visitor,
    code: &str,
    typed: Option<&str>,
) -> Result<Identity, Error> {
    let limits = &app.shop.limits;
    limits
        .take(&policy::GIFT_ACTIVATE, &visitor.caller, About::Nothing)
        .await?;
    let code = GiftCode::parse(code);
    let about = code.as_ref().map_or(About::Nothing, About::Code);
    limits
        .check_failures(&policy::GIFT_ACTIVATE, &visitor.caller, about)
        .await?;
    let email: EmailAddress = typed.unwrap_or_default().parse().map_err(|_| BAD_ADDRESS)?;
    let identity = visitor.identify(app);
    let result = match &code {
        Some(code) => gifts::activate(&app.shop, &identity.id, code, &email).await,
        None => Err(gifts::NOT_FOUND),
    };
    if matches!(result, Err(Error::NotFound(_) | Error::Gone(_))) {
        limits
            .record_failure(&policy::GIFT_ACTIVATE, &visitor.caller, about)
            .await?;
    }
    result.map(|()| identity)
}
