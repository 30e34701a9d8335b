//! The pages to which a payment returns. Each shows only what the server has confirmed.

use axum::extract::{Query, State};
use axum::response::Response;
use http::StatusCode;
use serde::Deserialize;

use crate::app::App;
use crate::error::{Error, PageError};
use crate::extract::visitor::Visitor;
use crate::pages::data::{DownloadData, SuccessData};
use crate::pages::registry::{DOWNLOAD_SUCCESS, PAYMENT_SUCCESS, PAYPAL_SUCCESS, Page};
use crate::services::payment_return::{self, PaymentReturn, ReturnOutcome};

/// The query of a return. The addresses of buyer and recipient are read from the order, never from here.
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
    fn claim(&self) -> PaymentReturn<'_> {
        PaymentReturn {
            intent: self
                .payment_intent
                .as_deref()
                .zip(self.payment_intent_client_secret.as_deref()),
            session: self.session_id.as_deref(),
            is_gift: self.gift.as_deref() == Some("true"),
        }
    }
}

/// `GET /payment-success`.
pub(crate) async fn payment_success(
    State(app): State<App>,
    visitor: Visitor,
    query: Query<ReturnQuery>,
) -> Result<Response, PageError> {
    success(&PAYMENT_SUCCESS, &app, &visitor, &query).await
}

/// `GET /paypal-success`.
pub(crate) async fn paypal_success(
    State(app): State<App>,
    visitor: Visitor,
    query: Query<ReturnQuery>,
) -> Result<Response, PageError> {
    success(&PAYPAL_SUCCESS, &app, &visitor, &query).await
}

async fn success(
    page: &Page<SuccessData>,
    app: &App,
    visitor: &Visitor,
    query: &ReturnQuery,
) -> Result<Response, PageError> {
    let (returned, keep) = settle(app, visitor, query).await?;
    let data = match returned {
        ReturnOutcome::Holds(holding) => SuccessData::Verified {
            email: holding.email.map(String::from),
        },
        ReturnOutcome::Unpaid => SuccessData::Unpaid,
        ReturnOutcome::BoughtGift(_) | ReturnOutcome::Unconfirmed => SuccessData::Issue,
    };
    Ok(keep(app.pages.show(page, StatusCode::OK, &data).await))
}

/// `GET /download-success`.
pub(crate) async fn download_success(
    State(app): State<App>,
    visitor: Visitor,
    query: Query<ReturnQuery>,
) -> Result<Response, PageError> {
    let (returned, keep) = settle(&app, &visitor, &query).await?;
    let data = match returned {
        ReturnOutcome::Holds(_) => DownloadData::Own,
        ReturnOutcome::BoughtGift(gift) => DownloadData::Gift {
            recipient_email: gift.recipient.map(String::from),
            gift_link: format!("{}/gift/{}", app.origin, gift.code.as_str()),
        },
        ReturnOutcome::Unpaid => DownloadData::Unpaid,
        ReturnOutcome::Unconfirmed => DownloadData::Unconfirmed,
    };
    let page = app.pages.show(&DOWNLOAD_SUCCESS, StatusCode::OK, &data);
    Ok(keep(page.await))
}

/// Settles the payment, and returns what adds the cookie to a response for a device that has access. When the provider does not answer,
/// nothing is confirmed.
async fn settle(
    app: &App,
    visitor: &Visitor,
    query: &ReturnQuery,
) -> Result<(ReturnOutcome, impl FnOnce(Response) -> Response), Error> {
    let identity = visitor.identify();
    let settled =
        payment_return::settle(&app.shop, visitor.id(), &identity.id, query.claim()).await;
    let returned = match settled {
        Err(error @ (Error::Payment(_) | Error::PaymentsUnavailable(_))) => {
            tracing::warn!(error = %error.for_log(), "A returning payment could not be checked");
            ReturnOutcome::Unconfirmed
        }
        settled => settled?,
    };
    let has_access = matches!(returned, ReturnOutcome::Holds(_));
    let keep = move |response: Response| {
        if has_access {
            identity.keep(response)
        } else {
            response
        }
    };
    Ok((returned, keep))
}
