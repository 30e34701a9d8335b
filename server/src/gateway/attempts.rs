//! Sends requests to the payment provider, each with a permit of its kind, and more than once where that may help.

use std::sync::Arc;
use std::time::Duration;

use stripe::{Client, IdempotencyKey, RequestStrategy, StripeError};
use stripe_client_core::CustomizableStripeRequest;

use super::bulkheads::{Bulkheads, CallPurpose};
use super::circuit_breaker::CircuitBreaker;
use super::failures::{is_temporary, report};
use crate::error::PaymentError;
use crate::telemetry::alarm;

const MAX_ATTEMPTS: u32 = 2;
const MAX_CONFLICT_ATTEMPTS: u32 = 6;
/// The pause before the second attempt; before each further one it is as much longer.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// What sends requests. Cheap to clone.
#[derive(Clone)]
pub(super) struct Attempts {
    client: Client,
    circuit: Arc<CircuitBreaker>,
    bulkheads: Arc<Bulkheads>,
    purpose: CallPurpose,
}

impl Attempts {
    /// With this client, for browsers that return.
    pub(super) fn new(client: Client) -> Self {
        Self {
            client,
            circuit: Arc::default(),
            bulkheads: Arc::default(),
            purpose: CallPurpose::Returning,
        }
    }

    /// The same for another kind of request.
    pub(super) fn on(&self, purpose: CallPurpose) -> Self {
        Self {
            purpose,
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
        let Some(_permit) = self.bulkheads.acquire(self.purpose).await else {
            self.report_no_permit();
            return Err(PaymentError::NoPlace);
        };
        let (mut last, mut repeated) = (PaymentError::NoAnswer, 0);
        for attempt in 0..MAX_CONFLICT_ATTEMPTS {
            if attempt != 0 {
                tokio::time::sleep(RETRY_DELAY * attempt).await;
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
            if !is_conflict && (!is_temporary(&last) || MAX_ATTEMPTS <= attempt + 1) {
                break;
            }
        }
        self.circuit.record(!is_temporary(&last));
        report(&last, about);
        Err(last)
    }

    fn report_no_permit(&self) {
        alarm::PAYMENT_PLACES.raise(|count| {
            tracing::warn!(kind = ?self.purpose, count, "A request to the payment provider found no free place; the provider may be slow");
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
