//! Which failures of the payment provider are temporary, and which need action.

use crate::error::PaymentError;
use crate::telemetry::alarm;

/// Logs and counts a failure; `about` is the id of the order or of the object. An object that does not exist or is in another state is an answer and no failure.
pub(super) fn report(cause: &PaymentError, about: &str) {
    if matches!(cause, PaymentError::Status(401 | 403)) {
        alarm::PAYMENT_KEY.raise(|count| {
            tracing::warn!(error = %cause, about, count, "The payment provider refuses STRIPE_SECRET_KEY");
        });
    } else if is_temporary(cause) || matches!(cause, PaymentError::Unreadable) {
        alarm::PAYMENT_PROVIDER.raise(|count| {
            tracing::warn!(error = %cause, about, count, "The payment provider failed");
        });
    }
}

/// Whether the same request may succeed a moment later. <https://docs.stripe.com/error-low-level>
pub(super) fn is_temporary(cause: &PaymentError) -> bool {
    match cause {
        PaymentError::NoAnswer => true,
        PaymentError::Status(status) => matches!(status, 424 | 429 | 500..=504),
        PaymentError::Unreadable | PaymentError::NoPlace | PaymentError::CircuitOpen => false,
    }
}
