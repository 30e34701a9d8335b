//! Asks for the price at the payment provider until it is known to be right.

use crate::gateway::stripe::Stripe;
use crate::gateway::stripe_price::PriceCheck;
use crate::telemetry::alarm;

/// Asks, unless the answer is known. A price that turns out to be wrong while the server runs is not used, and does not stop it.
pub async fn check(stripe: &Stripe) {
    if !stripe.is_price_open() {
        return;
    }
    match stripe.check_price().await {
        PriceCheck::Right => tracing::info!("The price at Stripe is right and is used from now on"),
        PriceCheck::Wrong(fault) => alarm::PRICE.raise(|count| {
            tracing::warn!(
                error = fault,
                count,
                "The price at Stripe is wrong and is not used"
            );
        }),
        // The request has logged why.
        PriceCheck::Unknown(_) => {}
    }
}
