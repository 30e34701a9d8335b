//! The forms that work without JavaScript: the same services as the calls, and a page or a redirect as the answer.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::gift_links::{activate, look};
use super::pages::{CHECKOUT, GIFT, REDOWNLOAD, SUBSCRIBE, VERIFY};
use super::payments::{CreateGiftPayment, count, gift_order};
use super::shop_page::{GIFT_REDEEM, REDOWNLOAD_CONFIRM, again, show};
use super::verification::{BAD_ADDRESS, holding, keep_if_verified, verify};
use crate::app::App;
use crate::error::{Error, PageError};
use crate::extract::form::Form;
use crate::extract::visitor::{Identity, Visitor};
use crate::render::table::Page;
use crate::services::access::Holding;
use crate::services::limits::{About, policy};
use crate::services::orders::Order;
use crate::services::verification::Answer;
use crate::services::{checkout, proofs};

/// What `/subscribe` and `/checkout` send.
#[derive(Debug, Deserialize)]
pub(crate) struct Buy {
    #[serde(default)]
    from: String,
    #[serde(default)]
    email: String,
}

/// A form with an address alone.
#[derive(Debug, Deserialize)]
pub(crate) struct Address {
    #[serde(default)]
    email: String,
}

/// The button under a one-time link.
#[derive(Debug, Deserialize)]
pub(crate) struct Confirm {
    #[serde(default)]
    token: String,
}

/// `POST /buy`: on to the hosted page. It asks for the address itself where `/subscribe` did not.
pub(crate) async fn buy(
    State(app): State<App>,
    visitor: Visitor,
    Form(form): Form<Buy>,
) -> Response {
    let is_subscribe = form.from == "subscribe";
    let page = if is_subscribe { &SUBSCRIBE } else { &CHECKOUT };
    let typed = form.email.trim();
    let order = match typed.parse() {
        Ok(address) => Ok(Order::OwnUse {
            email: Some(address),
        }),
        Err(_) if is_subscribe && typed.is_empty() => Ok(Order::OwnUse { email: None }),
        Err(_) => Err(BAD_ADDRESS),
    };
    let back = if is_subscribe {
        json!({ "error": null })
    } else {
        json!({ "email": typed, "error": null })
    };
    let success = "/payment-success?session_id={CHECKOUT_SESSION_ID}";
    let result = match order {
        Ok(order) => pay(&app, &visitor, &order, success, page.path).await,
        Err(error) => Err(error),
    };
    match result {
        Ok(response) => response,
        Err(error) => again(&app, page, page.path, error, back).await,
    }
}

/// `POST /gift/buy`.
pub(crate) async fn buy_gift(
    State(app): State<App>,
    visitor: Visitor,
    Form(form): Form<CreateGiftPayment>,
) -> Response {
    let success = "/download-success?gift=true&session_id={CHECKOUT_SESSION_ID}";
    let result = match gift_order(&form) {
        Ok(order) => pay(&app, &visitor, &order, success, GIFT.path).await,
        Err(error) => Err(error),
    };
    match result {
        Ok(response) => response,
        Err(error) => {
            let back = json!({
                "buyerEmail": form.buyer_email, "recipientEmail": form.recipient_email,
                "personalMessage": form.personal_message, "error": null,
            });
            again(&app, &GIFT, GIFT.path, error, back).await
        }
    }
}

async fn pay(
    app: &App,
    visitor: &Visitor,
    order: &Order,
    success: &str,
    cancel: &str,
) -> Result<Response, Error> {
    count(app, visitor, order).await?;
    let identity = visitor.identify(app);
    let url = checkout::begin_hosted(&app.shop, &identity.id, order, success, cancel).await?;
    Ok(identity.keep(Redirect::to(&url)))
}

/// `POST /verify`.
pub(crate) async fn verify_page(
    State(app): State<App>,
    visitor: Visitor,
    Form(form): Form<Address>,
) -> Response {
    verify_on(&app, &visitor, &VERIFY, &form).await
}

/// `POST /redownload`.
pub(crate) async fn redownload(
    State(app): State<App>,
    visitor: Visitor,
    Form(form): Form<Address>,
) -> Response {
    verify_on(&app, &visitor, &REDOWNLOAD, &form).await
}

async fn verify_on(app: &App, visitor: &Visitor, page: &Page, form: &Address) -> Response {
    let typed = form.email.trim();
    match verify(app, visitor, Some(typed)).await {
        Ok((answer, identity)) => {
            let data = verify_data(&answer, typed);
            let response = show(app, page, StatusCode::OK, &data).await;
            keep_if_verified(&answer, &identity, response)
        }
        Err(error) => {
            let back =
                json!({ "state": "form", "email": typed, "error": null, "purchaseDate": null });
            again(app, page, page.path, error, back).await
        }
    }
}

fn verify_data(answer: &Answer, typed: &str) -> Value {
    let state = match answer {
        Answer::Verified(_) => "verified",
        Answer::NotFound => "failed",
        Answer::Sent => "sent",
    };
    let date = holding(answer).and_then(Holding::paid_on);
    json!({ "state": state, "email": typed, "error": null, "purchaseDate": date })
}

/// `POST /redownload/confirm`: uses the one-time link up. Following it alone does not: mail scanners follow links.
pub(crate) async fn confirm(
    State(app): State<App>,
    visitor: Visitor,
    Form(form): Form<Confirm>,
) -> Result<Response, PageError> {
    app.shop
        .limits
        .take(&policy::PROVE, &visitor.caller, About::Nothing)
        .await?;
    let identity: Identity = visitor.identify(&app);
    if proofs::redeem(&app.shop, &identity.id, &form.token).await? {
        return Ok(identity.keep(Redirect::to("/redownload?confirmed=1")));
    }
    let data = json!({ "state": "gone", "token": null });
    Ok(show(&app, &REDOWNLOAD_CONFIRM, StatusCode::GONE, &data).await)
}

/// `POST /gift/{code}/activate`.
pub(crate) async fn activate_gift(
    State(app): State<App>,
    visitor: Visitor,
    Path(code): Path<String>,
    Form(form): Form<Address>,
) -> Response {
    let typed = form.email.trim();
    match activate(&app, &visitor, &code, Some(typed)).await {
        Ok(identity) => identity
            .keep(Redirect::to("/app?gift=true&activated=true"))
            .into_response(),
        Err(error) => activate_again(&app, &visitor, &code, typed, error).await,
    }
}

/// The gift's page with what was wrong. What the friend reads on it must not be lost to a slip of the pen, so the gift
/// is looked at again, as often as anybody may look.
async fn activate_again(
    app: &App,
    visitor: &Visitor,
    code: &str,
    typed: &str,
    error: Error,
) -> Response {
    let (error, gift) = match &error {
        Error::NotFound(_) | Error::Gone(_) | Error::Internal(_) => (error, None),
        _ => match look(app, visitor, code).await {
            Ok(gift) => (error, Some(gift)),
            Err(gone @ (Error::NotFound(_) | Error::Gone(_))) => (gone, None),
            Err(_) => (error, None),
        },
    };
    let is_gone = matches!(error, Error::NotFound(_) | Error::Gone(_));
    let back = json!({
        "state": if is_gone { "unavailable" } else { "available" }, "linkCode": code, "recipientEmail": typed,
        "personalMessage": gift.and_then(|gift| gift.message), "error": null,
    });
    again(app, &GIFT_REDEEM, &format!("/gift/{code}"), error, back).await
}
