//! Sends requests to the payment provider, each in a place of its kind and more than once where that may help.

use std::sync::Arc;
use std::time::Duration;

use stripe::{Client, IdempotencyKey, RequestStrategy, StripeError};
use stripe_client_core::CustomizableStripeRequest;

use super::circuit::Circuit;
use super::failures::{is_temporary, report};
use super::lanes::{Lane, Lanes};
use crate::error::PaymentError;
use crate::telemetry::alarm;

const ATTEMPTS: u32 = 2;
const ATTEMPTS_IN_CONFLICT: u32 = 6;
/// The pause before the second attempt; before each further one it is as much longer.
const PAUSE: Duration = Duration::from_millis(200);

/// What sends requests. Cheap to clone.
#[derive(Clone)]
pub(super) struct Attempts {
    client: Client,
    circuit: Arc<Circuit>,
    lanes: Arc<Lanes>,
    lane: Lane,
}

impl Attempts {
    /// With this client, for browsers that return.
    pub(super) fn new(client: Client) -> Self {
        Self {
            client,
            circuit: Arc::default(),
            lanes: Arc::default(),
            lane: Lane::Returning,
        }
    }

    /// The same for another kind of request.
    pub(super) fn on(&self, lane: Lane) -> Self {
        Self {
            lane,
            ..self.clone()
        }
    }

    /// Sends a request at most twice. With a key a second attempt finds what the first one created, if its answer was lost; after an error that
    /// the provider would repeat for that key it has a key of its own. While another request with the same key is in progress, which the
    /// provider refuses with status 409, it is sent a few times more. `about` is the id of the order or of the provider's object, for the
    /// log.
    pub(super) async fn send<T: miniserde::Deserialize>(
        &self,
        key: Option<&str>,
        about: &str,
        request: impl Fn() -> CustomizableStripeRequest<T>,
    ) -> Result<T, PaymentError> {
        if !self.circuit.may_try() {
            return Err(PaymentError::CircuitOpen);
        }
        let Some(_place) = self.lanes.enter(self.lane).await else {
            self.report_no_place();
            return Err(PaymentError::NoPlace);
        };
        let (mut last, mut repeated) = (PaymentError::NoAnswer, 0);
        for attempt in 0..ATTEMPTS_IN_CONFLICT {
            if attempt != 0 {
                tokio::time::sleep(PAUSE * attempt).await;
            }
            let key = key.map(|key| numbered(key, repeated));
            let strategy = match key.map(IdempotencyKey::new) {
                Some(Ok(key)) => RequestStrategy::Idempotent(key),
                Some(Err(_)) | None => RequestStrategy::Once,
            };
            match request()
                .request_strategy(strategy)
                .send(&self.client)
                .await
            {
                Ok(object) => {
                    self.circuit.record(true);
                    return Ok(object);
                }
                Err(cause) => last = reason(&cause),
            }
            repeated += u32::from(last.is_repeated());
            let is_conflict = matches!(last, PaymentError::Status(409));
            if !is_conflict && (!is_temporary(&last) || ATTEMPTS <= attempt + 1) {
                break;
            }
        }
        self.circuit.record(!is_temporary(&last));
        report(&last, about);
        Err(last)
    }

    fn report_no_place(&self) {
        alarm::PAYMENT_PLACES.raise(|count| {
            tracing::warn!(kind = ?self.lane, count, "A request to the payment provider found no free place; the provider may be slow");
        });
    }
}

/// The idempotency key after so many errors that were stored for it.
fn numbered(key: &str, repeated: u32) -> String {
    match repeated {
        0 => key.to_owned(),
        _ => format!("{key}-{}", repeated + 1),
    }
}

/// Stripe's message may repeat what a person typed, so only the status is kept.
fn reason(cause: &StripeError) -> PaymentError {
    match cause {
        StripeError::Stripe(_, status) => PaymentError::Status(*status),
        StripeError::JSONDeserialize(_) | StripeError::ConfigError(_) => PaymentError::Unreadable,
        StripeError::ClientError(_) | StripeError::Timeout => PaymentError::NoAnswer,
    }
}
