//! Reading and redeeming a gift: endpoints for the client, and the page with its form.

use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use http::{StatusCode, Uri};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::openapi_parts::{BodyRefusals, DeviceCookie};
use super::{BAD_ADDRESS, EmailForm};
use crate::app::App;
use crate::domain::email_address::EmailAddress;
use crate::domain::gift_code::GiftCode;
use crate::error::{Error, PageError};
use crate::extract::form::Form;
use crate::extract::json::Json;
use crate::extract::object::Object;
use crate::extract::visitor::Visitor;
use crate::pages::data::{RedeemData, ShownGift};
use crate::pages::registry::GIFT_REDEEM;
use crate::services::gifts;
use crate::services::limits::rate_limit::{Counted, RateLimit};

/// A gift that can be redeemed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GiftLinkResponse {
    /// Empty where it is not kept any more.
    recipient_email: String,
    #[schema(required)]
    personal_message: Option<String>,
}

/// The recipient's address.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ActivateRequest {
    #[schema(value_type = EmailAddress)]
    email: Option<String>,
}

/// The gift is redeemed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActivateResponse {
    success: bool,
}

/// Reads a gift. Changes nothing.
#[utoipa::path(
    get, path = "/api/gift-links/{code}", params(("code" = String, Path, pattern = "^[A-Za-z2-7]{26}$"), DeviceCookie),
    responses(
        (status = 200, body = GiftLinkResponse), (status = 404, description = "Unknown code"),
        (status = 410, description = "Redeemed or revoked"), (status = 429, description = "A limit is used up")
    )
)]
pub(crate) async fn get_gift_link(
    State(app): State<App>,
    rate_limit: RateLimit,
    Path(code): Path<String>,
) -> Result<Json<GiftLinkResponse>, Error> {
    let code = rate_limit.count(GiftCode::parse(&code)).await?;
    let gift = gifts::read(&app.shop, &code).await?;
    Ok(Json(GiftLinkResponse {
        recipient_email: gift.recipient.map(String::from).unwrap_or_default(),
        personal_message: gift.message,
    }))
}

/// Redeems a gift for this device.
#[utoipa::path(
    post, path = "/api/gift-links/{code}/activate", params(("code" = String, Path, pattern = "^[A-Za-z2-7]{26}$"), DeviceCookie), request_body = ActivateRequest,
    responses(
        (status = 200, body = ActivateResponse), (status = 400, description = "The address is not valid"),
        (status = 404, description = "Unknown code"), (status = 410, description = "Redeemed or revoked"),
        BodyRefusals
    )
)]
pub(crate) async fn activate_gift_link(
    State(app): State<App>,
    visitor: Visitor,
    rate_limit: RateLimit,
    Path(code): Path<String>,
    Object(body): Object<ActivateRequest>,
) -> Result<Response, Error> {
    let code = rate_limit.count(GiftCode::parse(&code)).await?;
    let email = parse_address(body.email.as_deref().unwrap_or_default())?;
    let identity = visitor.identify();
    gifts::activate(&app.shop, &identity.id, &code, &email).await?;
    Ok(identity.keep(Json(ActivateResponse { success: true })))
}

/// `GET /gift/{code}`: shows the gift. Changes nothing.
pub(crate) async fn gift(
    State(app): State<App>,
    visitor: Visitor,
    rate_limit: RateLimit,
    Path(code): Path<String>,
) -> Result<Response, PageError> {
    let path = format!("/gift/{code}");
    let (status, data) = match rate_limit.count(GiftCode::parse(&code)).await {
        Ok(code) => read(&app, &visitor, &code).await?,
        Err(error) => unavailable(error)?,
    };
    let page = app.pages.show_at(&GIFT_REDEEM, &path, status, &data).await;
    Ok(match data {
        RedeemData::Available { .. } => visitor.lend_cookie(page),
        RedeemData::Unavailable { .. } | RedeemData::Activated => page,
    })
}

async fn read(
    app: &App,
    visitor: &Visitor,
    code: &Counted<Option<GiftCode>>,
) -> Result<(StatusCode, RedeemData), Error> {
    let error = match gifts::read(&app.shop, code).await {
        Ok(gift) => {
            let gift = ShownGift {
                recipient_email: gift.recipient.map(String::from).unwrap_or_default(),
                personal_message: gift.message,
            };
            return Ok((StatusCode::OK, RedeemData::Available { gift, error: None }));
        }
        Err(error) => error,
    };
    if let Some(device) = visitor.id()
        && gifts::is_redeemed_by(&app.shop, code, device).await?
    {
        return Ok((StatusCode::OK, RedeemData::Activated));
    }
    unavailable(error)
}

fn unavailable(error: Error) -> Result<(StatusCode, RedeemData), Error> {
    if matches!(error, Error::Internal(_)) {
        return Err(error);
    }
    let data = RedeemData::Unavailable {
        is_used: matches!(error, Error::Gone(_)),
        is_temporary: !matches!(error, Error::Gone(_) | Error::NotFound(_)),
        reason: error.to_string(),
    };
    Ok((error.status(), data))
}

/// `POST /gift/{code}/activate`.
pub(crate) async fn activate_gift(
    State(app): State<App>,
    visitor: Visitor,
    rate_limit: RateLimit,
    Path(code): Path<String>,
    Form(form): Form<EmailForm>,
) -> Response {
    let (path, typed) = (format!("/gift/{code}"), form.email.trim());
    let (error, gift) = match rate_limit.count(GiftCode::parse(&code)).await {
        Ok(code) => match activate(&app, &visitor, &code, typed).await {
            Ok(redirect) => return redirect,
            Err(error) => with_gift(&app, &code, error).await,
        },
        Err(error) => (error, None),
    };
    let is_used = matches!(error, Error::Gone(_));
    let is_gone = is_used || matches!(error, Error::NotFound(_));
    let describe = |reason| {
        if is_gone {
            return RedeemData::Unavailable {
                is_used,
                is_temporary: false,
                reason,
            };
        }
        RedeemData::Available {
            gift: ShownGift {
                recipient_email: typed.to_owned(),
                personal_message: gift.and_then(|gift| gift.message),
            },
            error: Some(reason),
        }
    };
    let page = app.pages.show_again(&GIFT_REDEEM, &path, error, describe);
    page.await
}

async fn activate(
    app: &App,
    visitor: &Visitor,
    code: &Counted<Option<GiftCode>>,
    typed: &str,
) -> Result<Response, Error> {
    let email = parse_address(typed)?;
    let identity = visitor.identify();
    gifts::activate(&app.shop, &identity.id, code, &email).await?;
    Ok(identity.keep(Redirect::to("/app?gift=true&activated=true")))
}

/// Adds the gift to an error, so that the page still shows the personal message after a mistyped address. A gift that is gone by now is
/// the error to show.
async fn with_gift(
    app: &App,
    code: &Counted<Option<GiftCode>>,
    error: Error,
) -> (Error, Option<gifts::AvailableGift>) {
    if matches!(
        error,
        Error::NotFound(_) | Error::Gone(_) | Error::Internal(_)
    ) {
        return (error, None);
    }
    match gifts::read(&app.shop, code).await {
        Ok(gift) => (error, Some(gift)),
        Err(gone @ (Error::NotFound(_) | Error::Gone(_))) => (gone, None),
        Err(_) => (error, None),
    }
}

fn parse_address(typed: &str) -> Result<EmailAddress, Error> {
    typed.parse().map_err(|_| BAD_ADDRESS)
}

/// `GET /gift-redeem/{code}`: an older form of gift links.
pub(crate) async fn gift_redeem(uri: Uri) -> Response {
    let code = uri.path().trim_start_matches("/gift-redeem/");
    Redirect::permanent(&format!("/gift/{code}")).into_response()
}
