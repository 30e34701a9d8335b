//! The changes of simulated payments, for API requests and pages alike.

use std::io;

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{self, HeaderMap};
use serde_json::{Value, json};

use super::cards::card_error;
use super::emulator::{MOUNT, Sandbox};
use super::objects::{Intent, Status};
use super::store::Store;
use crate::extract::json::Json;

/// An error response in Stripe's form.
pub(super) type Refusal = (StatusCode, Json<Value>);

const UNPAYABLE: &str = "This payment intent can no longer be paid.";

impl Sandbox {
    /// Fails without the secret key.
    pub(super) fn authorize(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let expected = format!("Bearer {}", self.inner.secret_key);
        let given = headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok());
        if given == Some(expected.as_str()) {
            return Ok(());
        }
        let body = json!({ "error": { "type": "invalid_request_error", "message": "Invalid API Key provided." } });
        Err((StatusCode::UNAUTHORIZED, Json(body)))
    }

    /// The object that an earlier request with the same idempotency key created; `find` looks it up by its id.
    pub(super) fn created_before<T>(
        &self,
        headers: &HeaderMap,
        find: impl FnOnce(&Store, &str) -> Option<T>,
    ) -> Option<T> {
        let store = &self.inner.store;
        find(store, &store.created_with(idempotency_key(headers)?)?)
    }

    /// Stores what a request created, under its idempotency key.
    pub(super) fn store(
        &self,
        headers: &HeaderMap,
        id: &str,
        put: impl FnOnce(&Store) -> io::Result<()>,
    ) -> Result<(), Refusal> {
        let store = &self.inner.store;
        let key = idempotency_key(headers);
        put(store)
            .and_then(|()| key.map_or(Ok(()), |key| store.put_key(key, id)))
            .map_err(|_| broken())
    }

    /// The URL of a session's hosted page.
    pub(super) fn page_url(&self, session_id: &str) -> String {
        format!("{}{MOUNT}/checkout/{session_id}", self.inner.public_url)
    }

    /// Changes an intent if `change` returns true. Returns the intent after that, and whether it was changed.
    fn try_change(
        &self,
        id: &str,
        change: impl FnOnce(&mut Intent) -> bool,
    ) -> Result<(Intent, bool), Refusal> {
        let changed = self.inner.store.change_intent(id, change);
        changed.map_err(|_| broken())?.ok_or_else(missing)
    }

    /// The same, but fails with `sentence` when the intent was not changed.
    pub(super) fn change(
        &self,
        id: &str,
        sentence: &str,
        change: impl FnOnce(&mut Intent) -> bool,
    ) -> Result<Intent, Refusal> {
        match self.try_change(id, change)? {
            (intent, true) => Ok(intent),
            (_, false) => Err(invalid(sentence)),
        }
    }

    /// Marks an intent as paid. A second time has no effect.
    pub(super) fn succeed(&self, id: &str) -> Result<Intent, Refusal> {
        let (intent, is_changed) = self.try_change(id, |intent| {
            let may_pay = intent.is_payable();
            if may_pay {
                intent.status = Status::Succeeded;
            }
            may_pay
        })?;
        if is_changed {
            self.inner
                .courier
                .send("payment_intent.succeeded", &intent.show(false));
        }
        match intent.status {
            Status::Succeeded => Ok(intent),
            _ => Err(invalid(UNPAYABLE)),
        }
    }

    /// Asks for a 3-D Secure check.
    pub(super) fn require_authentication(
        &self,
        id: &str,
        return_url: Option<String>,
    ) -> Result<Response, Refusal> {
        let intent = self.change(id, UNPAYABLE, |intent| {
            let may_pay = intent.is_payable();
            if may_pay {
                intent.status = Status::RequiresAction;
                intent.return_url = return_url;
            }
            may_pay
        })?;
        let mut body = intent.show(false);
        let url = format!("{}{MOUNT}/authenticate/{id}", self.inner.public_url);
        if let Some(object) = body.as_object_mut() {
            let action = json!({ "type": "redirect_to_url", "redirect_to_url": { "url": url } });
            object.insert("next_action".to_owned(), action);
        }
        Ok(Json(body).into_response())
    }

    /// Refunds the whole amount.
    pub(super) fn refund(&self, id: &str) -> Result<Intent, Refusal> {
        let intent = self.change(id, "This payment cannot be refunded.", |intent| {
            let may_refund = intent.status == Status::Succeeded && !intent.is_refunded;
            intent.is_refunded |= may_refund;
            may_refund
        })?;
        self.inner.courier.send("charge.refunded", &intent.charge());
        Ok(intent)
    }
}

/// Disputes.
impl Sandbox {
    /// Disputes a payment, as a card holder does at the bank.
    pub(super) fn dispute(&self, id: &str) -> Result<Intent, Refusal> {
        let intent = self.change(id, "This payment cannot be disputed.", |intent| {
            let may_dispute = intent.status == Status::Succeeded && !intent.is_disputed;
            intent.is_disputed |= may_dispute;
            may_dispute
        })?;
        let courier = &self.inner.courier;
        courier.send("charge.dispute.created", &intent.dispute());
        Ok(intent)
    }

    /// Decides a dispute against the card holder. The charge still says that it was disputed, as at Stripe.
    pub(super) fn win_dispute(&self, id: &str) -> Result<Intent, Refusal> {
        let intent = self.change(id, "This payment is not disputed.", |intent| {
            let may_win = intent.is_disputed && !intent.is_dispute_won;
            intent.is_dispute_won |= may_win;
            may_win
        })?;
        let courier = &self.inner.courier;
        courier.send("charge.dispute.closed", &intent.dispute());
        Ok(intent)
    }
}

fn idempotency_key(headers: &HeaderMap) -> Option<&str> {
    headers
        .get("idempotency-key")
        .and_then(|value| value.to_str().ok())
}

pub(super) fn refuse_card(code: &str, message: &str) -> Refusal {
    (
        StatusCode::PAYMENT_REQUIRED,
        Json(card_error(code, message)),
    )
}

pub(super) fn invalid(message: &str) -> Refusal {
    let body = json!({ "error": { "type": "invalid_request_error", "message": message } });
    (StatusCode::BAD_REQUEST, Json(body))
}

pub(super) fn missing() -> Refusal {
    let body = json!({ "error": { "type": "invalid_request_error", "code": "resource_missing", "message": "No such object." } });
    (StatusCode::NOT_FOUND, Json(body))
}

pub(super) fn broken() -> Refusal {
    let body =
        json!({ "error": { "type": "api_error", "message": "The journal cannot be written." } });
    (StatusCode::INTERNAL_SERVER_ERROR, Json(body))
}
