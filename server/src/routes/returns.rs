//! The pages that a payment, a mail or a friend's link leads to, each with what the server knows to be true.

use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use http::header::HeaderMap;
use http::{StatusCode, Uri};
use serde::Deserialize;

use super::gift_links::look;
use super::pages::{REDOWNLOAD, respond};
use super::shop_page::{
    DOWNLOAD_SUCCESS, GIFT_REDEEM, PAYMENT_SUCCESS, PAYPAL_SUCCESS, REDOWNLOAD_CONFIRM, show,
    show_at,
};
use crate::app::App;
use crate::domain::gift_code::GiftCode;
use crate::error::{Error, PageError};
use crate::extract::visitor::Visitor;
use crate::pages::data::{
    ConfirmData, DownloadData, RedeemData, ShownGift, SuccessData, VerifyData,
};
use crate::render::page::Page;
use crate::services::limits::{About, policy};
use crate::services::returning::{self, Claim, Returned};
use crate::services::{access, gifts, proofs};

/// What a browser brings back. Who bought and who is given are read from the order, never from here.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct ReturnQuery {
    #[serde(default)]
    gift: Option<String>,
    #[serde(default)]
    payment_intent: Option<String>,
    #[serde(default)]
    payment_intent_client_secret: Option<String>,
    #[serde(default)]
    session_id: Option<String>,
}

impl ReturnQuery {
    fn claim(&self) -> Claim<'_> {
        Claim {
            intent: self
                .payment_intent
                .as_deref()
                .zip(self.payment_intent_client_secret.as_deref()),
            session: self.session_id.as_deref(),
            is_gift: self.gift.as_deref() == Some("true"),
        }
    }
}

/// The token of a one-time link.
#[derive(Debug, Deserialize)]
pub(crate) struct TokenQuery {
    #[serde(default)]
    token: String,
}

/// Whether a one-time link was just used.
#[derive(Debug, Deserialize)]
pub(crate) struct ConfirmedQuery {
    confirmed: Option<String>,
}

/// `GET /payment-success`.
pub(crate) async fn payment_success(
    State(app): State<App>,
    visitor: Visitor,
    query: Query<ReturnQuery>,
) -> Result<Response, PageError> {
    success(&app, &visitor, &query, &PAYMENT_SUCCESS).await
}

/// `GET /paypal-success`.
pub(crate) async fn paypal_success(
    State(app): State<App>,
    visitor: Visitor,
    query: Query<ReturnQuery>,
) -> Result<Response, PageError> {
    success(&app, &visitor, &query, &PAYPAL_SUCCESS).await
}

async fn success(
    app: &App,
    visitor: &Visitor,
    query: &ReturnQuery,
    page: &Page<SuccessData>,
) -> Result<Response, PageError> {
    let (returned, keep) = settle(app, visitor, query).await?;
    let data = match returned {
        Returned::Holds(holding) => SuccessData::Verified {
            email: holding.email.map(String::from),
        },
        Returned::Gave(_) | Returned::Unconfirmed => SuccessData::Issue,
    };
    Ok(keep(show(app, page, StatusCode::OK, &data).await))
}

/// `GET /download-success`.
pub(crate) async fn download_success(
    State(app): State<App>,
    visitor: Visitor,
    query: Query<ReturnQuery>,
) -> Result<Response, PageError> {
    let (returned, keep) = settle(&app, &visitor, &query).await?;
    let data = download_data(&app, returned);
    Ok(keep(
        show(&app, &DOWNLOAD_SUCCESS, StatusCode::OK, &data).await,
    ))
}

fn download_data(app: &App, returned: Returned) -> DownloadData {
    match returned {
        Returned::Holds(_) => DownloadData::Own,
        Returned::Gave(gift) => DownloadData::Gift {
            recipient_email: gift.recipient.map(String::from),
            gift_link: format!(
                "{}/gift/{}",
                app.shop.settings.public_url,
                gift.code.as_str()
            ),
        },
        Returned::Unconfirmed => DownloadData::Unconfirmed,
    }
}

/// Finds out what the visitor comes back from; a provider that does not answer confirms nothing.
async fn settle(
    app: &App,
    visitor: &Visitor,
    query: &ReturnQuery,
) -> Result<(Returned, impl FnOnce(Response) -> Response), Error> {
    app.shop
        .limits
        .take(&policy::ACCESS, &visitor.caller, About::Nothing)
        .await?;
    let identity = visitor.identify(app);
    let returned =
        match returning::settle(&app.shop, visitor.id(), &identity.id, query.claim()).await {
            Err(Error::Payment(_) | Error::PaymentsUnavailable(_)) => Returned::Unconfirmed,
            settled => settled?,
        };
    let is_bound = matches!(returned, Returned::Holds(_));
    let keep = move |response: Response| {
        if is_bound {
            identity.keep(response)
        } else {
            response
        }
    };
    Ok((returned, keep))
}

/// `GET /redownload`: the form, or what a one-time link brought.
pub(crate) async fn redownload(
    State(app): State<App>,
    visitor: Visitor,
    query: Query<ConfirmedQuery>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    if query.confirmed.is_some()
        && let Some(device) = visitor.id()
    {
        app.shop
            .limits
            .take(&policy::ACCESS, &visitor.caller, About::Nothing)
            .await?;
        if let Some(holding) = access::of_device(&app.shop, device).await? {
            let data = VerifyData::Verified {
                purchase_date: holding.paid_on(),
                email: holding.email.map(String::from),
            };
            return Ok(show(&app, &REDOWNLOAD, StatusCode::OK, &data).await);
        }
    }
    Ok(respond(&app, &REDOWNLOAD, &headers, StatusCode::OK).await)
}

/// `GET /redownload/confirm`: shows the button and changes nothing.
pub(crate) async fn redownload_confirm(
    State(app): State<App>,
    visitor: Visitor,
    query: Query<TokenQuery>,
) -> Result<Response, PageError> {
    app.shop
        .limits
        .take(&policy::PROVE, &visitor.caller, About::Nothing)
        .await?;
    if !proofs::is_usable(&app.shop, &query.token).await? {
        let data = ConfirmData::Gone;
        return Ok(show(&app, &REDOWNLOAD_CONFIRM, StatusCode::GONE, &data).await);
    }
    let data = ConfirmData::Ready {
        token: query.0.token,
    };
    let page = show(&app, &REDOWNLOAD_CONFIRM, StatusCode::OK, &data).await;
    Ok(visitor.prepare(&app, page))
}

/// `GET /gift/{code}`: shows the gift and changes nothing here.
pub(crate) async fn gift(
    State(app): State<App>,
    visitor: Visitor,
    Path(code): Path<String>,
) -> Result<Response, PageError> {
    let path = format!("/gift/{code}");
    let gift = match look(&app, &visitor, &code).await {
        Err(error @ Error::Internal(_)) => return Err(error.into()),
        gift => gift,
    };
    let (status, data) = match gift {
        Ok(gift) => {
            let gift = ShownGift {
                recipient_email: gift.recipient.into(),
                personal_message: gift.message,
            };
            (StatusCode::OK, RedeemData::Available { gift, error: None })
        }
        Err(_) if is_own(&app, &visitor, &code).await? => (StatusCode::OK, RedeemData::Activated),
        Err(error) => {
            let reason = error.to_string();
            (error.status(), RedeemData::Unavailable { reason })
        }
    };
    let page = show_at(&app, &GIFT_REDEEM, &path, status, &data).await;
    Ok(match data {
        RedeemData::Available { .. } => visitor.prepare(&app, page),
        RedeemData::Unavailable { .. } | RedeemData::Activated => page,
    })
}

/// Whether this device redeemed the gift before.
async fn is_own(app: &App, visitor: &Visitor, code: &str) -> Result<bool, Error> {
    match (GiftCode::parse(code), visitor.id()) {
        (Some(code), Some(device)) => gifts::is_redeemed_by(&app.shop, &code, device).await,
        _ => Ok(false),
    }
}

/// `GET /gift-redeem/{code}`: the form of the link that the specification shares.
pub(crate) async fn gift_redeem(uri: Uri) -> Response {
    let code = uri.path().trim_start_matches("/gift-redeem/");
    Redirect::permanent(&format!("/gift/{code}")).into_response()
}
