//! Whether the price that is set up at Stripe is the one that this product is sold for.

use stripe_client_core::{CustomizableStripeRequest, RequestBuilder, StripeMethod};

use crate::domain::price::{PRICE, Price};
use crate::error::PaymentError;

/// What Stripe says about the price.
#[derive(Debug)]
pub enum PriceCheck {
    /// It is right, or none is set up and the amount is sent along.
    Right,
    /// It is another price. The line says which setting to mend.
    Wrong(String),
    /// Stripe did not say. Until it does, the amount is sent along instead of the price's id.
    Unknown(PaymentError),
}

/// The fields that decide. <https://docs.stripe.com/api/prices/object>
#[derive(miniserde::Deserialize)]
pub(super) struct PriceObject {
    active: bool,
    currency: String,
    #[serde(rename = "type")]
    kind: String,
    /// None for a price in fractions of a cent, or one that the buyer chooses.
    unit_amount: Option<i64>,
}

impl PriceObject {
    /// Why it is not the price, if it is not.
    pub(super) fn fault(&self) -> Option<String> {
        if self.unit_amount != Some(PRICE.cents) || self.currency != PRICE.currency {
            let Price { cents, currency } = PRICE;
            return Some(format!(
                "STRIPE_PRICE_ID names a price that is not {} (unit_amount {cents}, currency {currency})",
                PRICE.named(),
            ));
        }
        if self.kind != "one_time" {
            return Some(
                "STRIPE_PRICE_ID names a price that is paid again and again; set one that is paid once"
                    .to_owned(),
            );
        }
        (!self.active)
            .then(|| "STRIPE_PRICE_ID names a price that is archived at Stripe".to_owned())
    }
}

/// Asks for a price.
pub(super) fn request(id: &str) -> CustomizableStripeRequest<PriceObject> {
    RequestBuilder::new(StripeMethod::Get, format!("/prices/{id}")).customize()
}
