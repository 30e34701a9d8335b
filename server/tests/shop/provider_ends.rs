//! How a payment ends at the provider of the tests: closed before it is paid, or disputed.

use std::collections::HashMap;

use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use serde_json::{Value, json};

use crate::provider::{Provider, error};

impl Provider {
    /// Disputes a payment, or changes how its only dispute stands.
    pub(crate) fn dispute(&self, intent: &str, status: &str) {
        let charge = json!({ "id": "ch_1", "refunded": false, "disputed": true });
        self.dispute_charge(intent, status, &charge);
    }

    /// The same for a payment whose refund failed.
    pub(crate) fn dispute_after_refund(&self, intent: &str, status: &str) {
        let refunds = json!({ "data": [{ "amount": 999, "status": "failed" }] });
        let charge =
            json!({ "amount": 999, "refunded": true, "disputed": true, "refunds": refunds });
        self.dispute_charge(intent, status, &charge);
    }

    fn dispute_charge(&self, intent: &str, status: &str, charge: &Value) {
        self.set(intent, &json!({ "latest_charge": charge }));
        let mut state = self.state.lock().unwrap();
        let statuses = vec![status.to_owned()];
        state.disputes.insert(intent.to_owned(), statuses);
    }
}

impl Provider {
    /// Gives a payment refunds of these amounts and statuses.
    pub(crate) fn refund(&self, intent: &str, refunds: &[(u64, &str)]) {
        let of = |(amount, status)| json!({ "id": "re_1", "amount": amount, "status": status });
        let list: Vec<Value> = refunds.iter().copied().map(of).collect();
        // It stays true where a refund fails.
        let is_whole = refunds.iter().map(|(amount, _)| amount).sum::<u64>() >= 999;
        let charge = json!({
            "id": "ch_1", "amount": 999, "refunded": is_whole, "disputed": false,
            "refunds": { "object": "list", "has_more": false, "data": list },
        });
        self.set(intent, &json!({ "latest_charge": charge }));
    }
}

/// An object as a question for it gets it: a charge has its refunds only where they were asked for.
pub(crate) fn shown(object: &Value, query: &str) -> String {
    let mut shown = object.clone();
    let asked = query.contains("latest_charge.refunds");
    if let (false, Some(charge)) = (asked, shown["latest_charge"].as_object_mut()) {
        charge.remove("refunds");
    }
    shown.to_string()
}

pub(crate) async fn cancel(State(provider): State<Provider>, Path(id): Path<String>) -> Response {
    close(&provider, &id, "requires_payment_method", "canceled")
}

pub(crate) async fn expire(State(provider): State<Provider>, Path(id): Path<String>) -> Response {
    close(&provider, &id, "open", "expired")
}

/// Closes an object that can still be paid.
fn close(provider: &Provider, id: &str, open: &str, closed: &str) -> Response {
    let status = provider.state.lock().unwrap().objects[id]["status"].clone();
    if status != open {
        return error(StatusCode::BAD_REQUEST, "invalid_request_error");
    }
    provider.set(id, &json!({ "status": closed }));
    let state = provider.state.lock().unwrap();
    state.objects[id].to_string().into_response()
}

pub(crate) async fn disputes(
    State(provider): State<Provider>,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    let state = provider.state.lock().unwrap();
    let statuses = state.disputes.get(&query["payment_intent"]);
    let of = |status| json!({ "id": "dp_1", "object": "dispute", "status": status });
    let all: Vec<Value> = statuses.into_iter().flatten().map(of).collect();
    json!({ "object": "list", "data": all, "has_more": false })
        .to_string()
        .into_response()
}
