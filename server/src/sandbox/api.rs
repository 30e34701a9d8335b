//! The part of Stripe's API that this server uses.

use std::collections::BTreeMap;

use axum::extract::{Path, Query, RawQuery, State};
use axum::response::{IntoResponse, Response};
use http::header::HeaderMap;
use serde_json::json;

use super::actions::{Refusal, broken, invalid, missing, refuse_card};
use super::cards::{Card, DECLINED, UNKNOWN};
use super::emulator::{PUBLISHABLE_KEY, Sandbox};
use super::objects::{Intent, Session, Status, new_id};
use super::store::Store;
use crate::domain::clock::now;
use crate::extract::json::Json;
use crate::gateway::stripe::PRODUCT_NAME;

/// The fields of a request in Stripe's form encoding: `metadata[order_id]=...`.
type Fields = axum::Form<Vec<(String, String)>>;

/// `POST /v1/payment_intents`.
pub(crate) async fn create_intent(
    State(sandbox): State<Sandbox>,
    headers: HeaderMap,
    axum::Form(fields): Fields,
) -> Result<Response, Refusal> {
    sandbox.authorize(&headers)?;
    if let Some(known) = sandbox.created_before(&headers, Store::intent) {
        return Ok(Json(known.show(false)).into_response());
    }
    let amount = number(&fields, "amount").unwrap_or(0);
    if amount < 50 {
        return Err(invalid("Amount must be at least 50 cents."));
    }
    let currency = value(&fields, "currency").unwrap_or("usd").to_owned();
    let intent = Intent::new(amount, currency, map(&fields, "metadata"));
    sandbox.store(&headers, &intent.id, |store| store.put_intent(&intent))?;
    Ok(Json(intent.show(false)).into_response())
}

/// `GET /v1/payment_intents/{id}`: with the secret key, or from a page with the client secret.
pub(crate) async fn intent(
    State(sandbox): State<Sandbox>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let intent = sandbox.inner.store.intent(&id).ok_or_else(missing)?;
    let query = query.unwrap_or_default();
    if !query.contains(&intent.client_secret) {
        sandbox.authorize(&headers)?;
    }
    Ok(Json(intent.show(query.contains("latest_charge"))).into_response())
}

/// `POST /v1/payment_intents/{id}/confirm`: from a page with the client secret and a card, or with the secret key.
pub(crate) async fn confirm_intent(
    State(sandbox): State<Sandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
    axum::Form(fields): Fields,
) -> Result<Response, Refusal> {
    let known = sandbox.inner.store.intent(&id).ok_or_else(missing)?;
    let is_page = value(&fields, "key") == Some(PUBLISHABLE_KEY)
        && value(&fields, "client_secret") == Some(known.client_secret.as_str());
    if !is_page {
        sandbox.authorize(&headers)?;
    }
    let number = value(&fields, "payment_method_data[card][number]");
    let card = match (number, value(&fields, "payment_method")) {
        (Some(number), _) => Card::of(number),
        (None, Some("pm_card_visa")) => Card::Succeeds,
        (None, _) => Card::Unknown,
    };
    let return_url = value(&fields, "return_url").map(str::to_owned);
    match card {
        Card::Unknown => Err(refuse_card("incorrect_number", UNKNOWN)),
        Card::Declined => {
            sandbox
                .inner
                .courier
                .send("payment_intent.payment_failed", &known.show(false));
            Err(refuse_card("card_declined", DECLINED))
        }
        Card::Succeeds => {
            let intent = sandbox.succeed(&id)?;
            Ok(Json(intent.show(false)).into_response())
        }
        Card::RequiresAuthentication => sandbox.require_authentication(&id, return_url),
    }
}

/// `POST /v1/payment_intents/{id}/cancel`.
pub(crate) async fn cancel_intent(
    State(sandbox): State<Sandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    sandbox.authorize(&headers)?;
    let sentence = "This payment intent can no longer be canceled.";
    let intent = sandbox.change(&id, sentence, |intent| {
        let may_cancel = intent.is_payable();
        if may_cancel {
            intent.status = Status::Canceled;
        }
        may_cancel
    })?;
    sandbox
        .inner
        .courier
        .send("payment_intent.canceled", &intent.show(false));
    Ok(Json(intent.show(false)).into_response())
}

/// `POST /v1/checkout/sessions`.
pub(crate) async fn create_session(
    State(sandbox): State<Sandbox>,
    headers: HeaderMap,
    axum::Form(fields): Fields,
) -> Result<Response, Refusal> {
    sandbox.authorize(&headers)?;
    if let Some(known) = sandbox.created_before(&headers, Store::session) {
        return Ok(Json(known.show(&sandbox.page_url(&known.id))).into_response());
    }
    let price = "line_items[0][price_data]";
    let amount = number(&fields, &format!("{price}[unit_amount]"));
    let name = value(&fields, &format!("{price}[product_data][name]"));
    let (Some(success_url), Some(amount), Some(PRODUCT_NAME)) =
        (value(&fields, "success_url"), amount, name)
    else {
        return Err(invalid(
            "A session needs success_url and a line item with its price.",
        ));
    };
    let session = Session {
        id: new_id("cs_test"),
        amount,
        currency: value(&fields, &format!("{price}[currency]"))
            .unwrap_or("usd")
            .to_owned(),
        metadata: map(&fields, "metadata"),
        intent_metadata: map(&fields, "payment_intent_data[metadata]"),
        success_url: success_url.to_owned(),
        cancel_url: value(&fields, "cancel_url")
            .unwrap_or(success_url)
            .to_owned(),
        email: value(&fields, "customer_email").map(str::to_owned),
        intent_id: None,
        is_paid: false,
        is_expired: false,
        created: now() / 1000,
    };
    sandbox.store(&headers, &session.id, |store| store.put_session(&session))?;
    Ok(Json(session.show(&sandbox.page_url(&session.id))).into_response())
}

/// `GET /v1/checkout/sessions/{id}`.
pub(crate) async fn session(
    State(sandbox): State<Sandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    sandbox.authorize(&headers)?;
    let session = sandbox.inner.store.session(&id).ok_or_else(missing)?;
    Ok(Json(session.show(&sandbox.page_url(&id))).into_response())
}

/// `POST /v1/checkout/sessions/{id}/expire`.
pub(crate) async fn expire_session(
    State(sandbox): State<Sandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    sandbox.authorize(&headers)?;
    let session = sandbox
        .inner
        .store
        .change_session(&id, |session| {
            let may_expire = !session.is_paid && !session.is_over();
            session.is_expired |= may_expire;
            may_expire
        })
        .map_err(|_| broken())?;
    match session.ok_or_else(missing)? {
        (session, true) => Ok(Json(session.show(&sandbox.page_url(&id))).into_response()),
        (_, false) => Err(invalid("This session can no longer be expired.")),
    }
}

/// `GET /v1/disputes?payment_intent=...`.
pub(crate) async fn disputes(
    State(sandbox): State<Sandbox>,
    Query(query): Query<BTreeMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    sandbox.authorize(&headers)?;
    let id = query.get("payment_intent").ok_or_else(missing)?;
    let intent = sandbox.inner.store.intent(id).ok_or_else(missing)?;
    let all = if intent.is_disputed {
        vec![intent.dispute()]
    } else {
        Vec::new()
    };
    let body = json!({ "object": "list", "data": all, "has_more": false });
    Ok(Json(body).into_response())
}

/// `POST /v1/refunds`: the whole amount.
pub(crate) async fn refund(
    State(sandbox): State<Sandbox>,
    headers: HeaderMap,
    axum::Form(fields): Fields,
) -> Result<Response, Refusal> {
    sandbox.authorize(&headers)?;
    let id = value(&fields, "payment_intent").ok_or_else(missing)?;
    let intent = sandbox.refund(id)?;
    let body = json!({ "id": new_id("re"), "object": "refund", "amount": intent.amount, "status": "succeeded", "payment_intent": id });
    Ok(Json(body).into_response())
}

fn value<'a>(fields: &'a [(String, String)], name: &str) -> Option<&'a str> {
    fields
        .iter()
        .find(|(key, _)| key == name)
        .map(|(_, value)| value.as_str())
}

fn number(fields: &[(String, String)], name: &str) -> Option<i64> {
    value(fields, name)?.parse().ok()
}

/// The members of a map such as `metadata[order_id]`.
fn map(fields: &[(String, String)], name: &str) -> BTreeMap<String, String> {
    let member = |key: &str| -> Option<String> {
        let rest = key.strip_prefix(name)?.strip_prefix('[')?;
        rest.strip_suffix(']')
            .filter(|inner| !inner.contains('['))
            .map(str::to_owned)
    };
    fields
        .iter()
        .filter_map(|(key, value)| Some((member(key)?, value.clone())))
        .collect()
}
