//! Signed events, as the payment provider posts them.

use serde_json::json;

use crate::device::{Device, StartedPayment};

pub(crate) const SECRET: &str = "whsec_of_the_test";
pub(crate) const OLD_SECRET: &str = "whsec_of_last_year";

/// Posts a signed event, whose id begins with this; answers the status. Payments of other tests have other events.
pub(crate) async fn send_event(
    device: &Device,
    kind: &str,
    id: &str,
    payment: &StartedPayment,
) -> u16 {
    let id = format!("{id}_{}", payment.intent);
    let body = event(kind, &id, &payment.intent);
    post_event(device, &body, &sign(&body, SECRET, 0)).await
}

pub(crate) fn event(kind: &str, id: &str, intent: &str) -> String {
    json!({
        "id": id, "object": "event", "type": kind, "livemode": false,
        "data": { "object": { "id": intent, "payment_intent": intent } },
    })
    .to_string()
}

pub(crate) async fn post_event(device: &Device, body: &str, signature: &str) -> u16 {
    let request = device.request(reqwest::Method::POST, "/api/webhooks/stripe");
    let request = request
        .header("stripe-signature", signature)
        .header("content-type", "text/plain");
    request
        .body(body.to_owned())
        .send()
        .await
        .unwrap()
        .status()
        .as_u16()
}

pub(crate) fn sign(body: &str, secret: &str, age_seconds: i64) -> String {
    let now = server::domain::clock::now() / 1000;
    server::gateway::stripe_signature::sign(body, secret, now - age_seconds)
}
