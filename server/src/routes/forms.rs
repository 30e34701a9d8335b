//! The forms that work without JavaScript: the same services as the calls, and a page or a redirect as the answer.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use http::StatusCode;
use serde::{Deserialize, Serialize};

use super::gift_links::{activate, look};
use super::pages::{CHECKOUT, GIFT, REDOWNLOAD, SUBSCRIBE, VERIFY};
use super::payments::{CreateGiftPaymentRequest, count, gift_order};
use super::shop_page::{GIFT_REDEEM, REDOWNLOAD_CONFIRM, again, show};
use super::verification::{BAD_ADDRESS, keep_if_verified, verify};
use crate::app::App;
use crate::error::{Error, PageError};
use crate::extract::form::Form;
use crate::extract::visitor::{Identity, Visitor};
use crate::pages::data::{
    CheckoutData, ConfirmData, GiftData, GiftDetails, RedeemData, ShownGift, SubscribeData,
    VerifyData,
};
use crate::render::page::Page;
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
    let typed = form.email.trim();
    if form.from == "subscribe" {
        let email = Some(typed).filter(|typed| !typed.is_empty());
        let describe = |error| SubscribeData { error };
        buy_on(&app, &visitor, &SUBSCRIBE, email, describe).await
    } else {
        let describe = |error| CheckoutData {
            email: typed.to_owned(),
            error,
        };
        buy_on(&app, &visitor, &CHECKOUT, Some(typed), describe).await
    }
}

/// What both pages do with the address that was typed on `page`.
async fn buy_on<D: Serialize>(
    app: &App,
    visitor: &Visitor,
    page: &Page<D>,
    typed: Option<&str>,
    describe: impl FnOnce(String) -> D,
) -> Response {
    let email = typed.map(|typed| typed.parse().map_err(|_| BAD_ADDRESS));
    let success = "/payment-success?session_id={CHECKOUT_SESSION_ID}";
    let result = match email.transpose() {
        Ok(email) => pay(app, visitor, &Order::OwnUse { email }, success, page.path).await,
        Err(error) => Err(error),
    };
    match result {
        Ok(response) => response,
        Err(error) => again(app, page, page.path, error, describe).await,
    }
}

/// `POST /gift/buy`.
pub(crate) async fn buy_gift(
    State(app): State<App>,
    visitor: Visitor,
    Form(form): Form<CreateGiftPaymentRequest>,
) -> Response {
    let success = "/download-success?gift=true&session_id={CHECKOUT_SESSION_ID}";
    let result = match gift_order(&form) {
        Ok(order) => pay(&app, &visitor, &order, success, GIFT.path).await,
        Err(error) => Err(error),
    };
    let describe = |error| GiftData {
        details: GiftDetails {
            buyer_email: form.buyer_email.unwrap_or_default(),
            recipient_email: form.recipient_email.unwrap_or_default(),
            personal_message: form.personal_message.unwrap_or_default(),
        },
        error,
    };
    match result {
        Ok(response) => response,
        Err(error) => again(&app, &GIFT, GIFT.path, error, describe).await,
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

async fn verify_on(
    app: &App,
    visitor: &Visitor,
    page: &Page<VerifyData>,
    form: &Address,
) -> Response {
    let typed = form.email.trim();
    match verify(app, visitor, Some(typed)).await {
        Ok((answer, identity)) => {
            let data = verify_data(&answer, typed);
            let response = show(app, page, StatusCode::OK, &data).await;
            keep_if_verified(&answer, &identity, response)
        }
        Err(error) => {
            let describe = |error| VerifyData::Form {
                email: typed.to_owned(),
                error: Some(error),
            };
            again(app, page, page.path, error, describe).await
        }
    }
}

fn verify_data(answer: &Answer, typed: &str) -> VerifyData {
    match answer {
        Answer::Verified(holding) => VerifyData::Verified {
            email: Some(typed.to_owned()),
            purchase_date: holding.paid_on(),
        },
        Answer::NotFound => VerifyData::Failed,
        Answer::Sent => VerifyData::Sent,
    }
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
    Ok(show(
        &app,
        &REDOWNLOAD_CONFIRM,
        StatusCode::GONE,
        &ConfirmData::Gone,
    )
    .await)
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
    let describe = |sentence| {
        if is_gone {
            return RedeemData::Unavailable { reason: sentence };
        }
        RedeemData::Available {
            gift: ShownGift {
                recipient_email: typed.to_owned(),
                personal_message: gift.and_then(|gift| gift.message),
            },
            error: Some(sentence),
        }
    };
    again(app, &GIFT_REDEEM, &format!("/gift/{code}"), error, describe).await
}
