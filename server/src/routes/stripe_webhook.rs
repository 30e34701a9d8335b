//! Events of the payment provider.

use axum::body::Bytes;
use axum::extract::State;
use http::header::HeaderMap;
use secrecy::ExposeSecret;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Error, PaymentError};
use crate::extract::json::Json;
use crate::gateway::bulkheads::CallPurpose;
use crate::gateway::stripe_signature::{Event, EventError, read_event};
use crate::services::fulfilment::{self, Cause, Reference};
use crate::telemetry::alarm;

/// The event was accepted.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EventResponse {
    received: bool,
}

/// Accepts a signed event. Its content is not trusted: the provider is asked about the object that it names.
#[utoipa::path(
    post, path = "/api/webhooks/stripe", request_body = String,
    security(("signature" = [])),
    responses(
        (status = 200, body = EventResponse), (status = 400, description = "The signature is not valid"),
        (status = 413, description = "Too large"), (status = 500, description = "The provider should send the event again"),
        (status = 502, description = "The provider should send the event again"), (status = 503, description = "The provider should send the event again")
    )
)]
pub(crate) async fn receive_event(
    State(app): State<App>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<EventResponse>, Error> {
    let signature = headers
        .get("stripe-signature")
        .and_then(|value| value.to_str().ok());
    let secrets = app
        .shop
        .settings
        .webhook_secrets
        .iter()
        .map(ExposeSecret::expose_secret);
    let event = read_event(&body, signature.unwrap_or_default(), secrets).map_err(refuse)?;
    if let Some(reference) = reference(&event)
        && !fulfilment::is_known(&app.shop, &event).await?
    {
        handle(&app, &event, reference).await?;
    }
    Ok(Json(EventResponse { received: true }))
}

/// Anybody may send what is not signed.
fn refuse(why: EventError) -> Error {
    match why {
        EventError::Signature => alarm::WEBHOOK_SIGNATURE.raise(|count| {
            tracing::warn!(error = %why, count, "An event of the payment provider was refused; STRIPE_WEBHOOK_SECRETS may lack its secret");
        }),
        EventError::Time => alarm::CLOCK.raise(|count| {
            tracing::warn!(error = %why, count, "An event of the payment provider was refused; the clock may be off");
        }),
        EventError::Unreadable => return Error::Invalid("The event cannot be read."),
    }
    Error::Invalid("The signature is not valid.")
}

async fn handle(app: &App, event: &Event, reference: Reference<'_>) -> Result<(), Error> {
    let shop = app.shop.on(CallPurpose::Events);
    match fulfilment::settle(&shop, reference, Cause::Event(event)).await {
        // An object of another account, or one that no longer exists.
        Err(Error::Payment(PaymentError::Status(404))) => Ok(()),
        settled => settled.map(|_| ()),
    }
}

/// What to ask the provider about; `None` for events after which no order can have changed. An account may send events of every type.
/// <https://docs.stripe.com/api/events/types>
fn reference(event: &Event) -> Option<Reference<'_>> {
    let object = Some(event.object_id.as_str()).filter(|id| !id.is_empty());
    let intent = event.intent_id.as_deref();
    match event.kind.as_str() {
        "payment_intent.succeeded" | "payment_intent.canceled" => object.map(Reference::Intent),
        "checkout.session.completed"
        | "checkout.session.async_payment_succeeded"
        | "checkout.session.expired" => object.map(Reference::Session),
        "charge.refunded"
        | "charge.refund.updated"
        | "refund.created"
        | "refund.updated"
        | "refund.failed"
        | "charge.dispute.created"
        | "charge.dispute.updated"
        | "charge.dispute.closed"
        | "charge.dispute.funds_withdrawn"
        | "charge.dispute.funds_reinstated" => intent.map(Reference::Intent),
        _ => None,
    }
}
