//! The fields of Stripe's objects that this server uses.
//!
//! The generated types of async-stripe reject an object that lacks any field of one API version; these require only what is used. See <https://docs.stripe.com/api/payment_intents/object>.

use std::collections::HashMap;

use miniserde::json::Value;

use super::stripe_charge::{Dispute, Refund, text};

/// The metadata key under which every object has the purchase's id.
pub const ORDER_ID: &str = "order_id";

/// The status of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentStatus {
    /// It is paid.
    Paid,
    /// It can still be paid.
    Open,
    /// A payment is on its way and not decided.
    Processing,
    /// It can no longer be paid.
    Canceled,
}

/// A payment as Stripe reports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// The payment intent; `None` for a checkout session before its payment.
    pub intent_id: Option<String>,
    /// Its status.
    pub status: PaymentStatus,
    /// In cents.
    pub amount: i64,
    /// ISO 4217 in lower case.
    pub currency: String,
    /// Whether real money moves.
    pub livemode: bool,
    /// The purchase it pays for.
    pub order_id: Option<String>,
    /// What the page needs to pay. It proves that a caller started this payment.
    pub client_secret: Option<String>,
    /// Where a checkout session can be paid.
    pub page_url: Option<String>,
    /// The address that was entered at the hosted page.
    pub typed_email: Option<String>,
    /// How its refund stands.
    pub refund: Refund,
    /// How its dispute stands.
    pub dispute: Dispute,
}

/// A hosted payment page.
#[derive(Debug, Clone)]
pub struct HostedPage {
    /// The checkout session.
    pub session_id: String,
    /// Where to send the buyer.
    pub url: String,
}

#[derive(miniserde::Deserialize)]
pub(super) struct IntentObject {
    id: String,
    status: String,
    amount: i64,
    currency: String,
    livemode: bool,
    client_secret: Option<String>,
    metadata: Option<HashMap<String, String>>,
    latest_charge: Option<Value>,
}

#[derive(miniserde::Deserialize)]
pub(super) struct SessionObject {
    pub(super) id: String,
    pub(super) url: Option<String>,
    status: Option<String>,
    payment_status: Option<String>,
    payment_intent: Option<Value>,
    amount_total: Option<i64>,
    currency: Option<String>,
    livemode: Option<bool>,
    metadata: Option<HashMap<String, String>>,
    customer_details: Option<Value>,
    customer_email: Option<String>,
}

impl From<IntentObject> for Payment {
    fn from(object: IntentObject) -> Self {
        let status = match object.status.as_str() {
            "succeeded" => PaymentStatus::Paid,
            "canceled" => PaymentStatus::Canceled,
            "processing" => PaymentStatus::Processing,
            _ => PaymentStatus::Open,
        };
        let charge = object.latest_charge.as_ref();
        Self {
            status,
            amount: object.amount,
            currency: object.currency,
            livemode: object.livemode,
            order_id: object.metadata.and_then(|mut data| data.remove(ORDER_ID)),
            client_secret: object.client_secret,
            page_url: None,
            typed_email: None,
            refund: Refund::of(charge),
            dispute: Dispute::of(charge),
            intent_id: Some(object.id),
        }
    }
}

impl From<SessionObject> for Payment {
    fn from(object: SessionObject) -> Self {
        let status = match (object.payment_status.as_deref(), object.status.as_deref()) {
            (Some("paid"), _) => PaymentStatus::Paid,
            (_, Some("expired")) => PaymentStatus::Canceled,
            _ => PaymentStatus::Open,
        };
        let typed = text(object.customer_details.as_ref(), "email");
        Self {
            status,
            amount: object.amount_total.unwrap_or_default(),
            currency: object.currency.unwrap_or_default(),
            livemode: object.livemode.unwrap_or_default(),
            order_id: object.metadata.and_then(|mut data| data.remove(ORDER_ID)),
            client_secret: None,
            page_url: object.url,
            typed_email: typed.or(object.customer_email),
            refund: Refund::None,
            dispute: Dispute::None,
            intent_id: match object.payment_intent {
                Some(Value::String(id)) => Some(id),
                expanded => text(expanded.as_ref(), "id"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn intent(json: &str) -> Payment {
        miniserde::json::from_str::<IntentObject>(json)
            .unwrap()
            .into()
    }

    #[test]
    fn a_succeeded_intent_is_paid() {
        let payment = intent(
            r#"{"id":"pi_1","object":"payment_intent","status":"succeeded","amount":999,"currency":"usd",
                "livemode":false,"client_secret":"pi_1_secret_2","metadata":{"order_id":"o"},
                "latest_charge":{"refunded":false,"disputed":false,"amount":999,"amount_refunded":0}}"#,
        );
        assert_eq!(payment.status, PaymentStatus::Paid);
        assert_eq!(payment.order_id.as_deref(), Some("o"));
        assert_eq!(
            (payment.refund, payment.dispute),
            (Refund::None, Dispute::None)
        );
    }

    #[test]
    fn a_session_is_paid_only_with_payment_status_paid() {
        let session = |json: &str| -> Payment {
            miniserde::json::from_str::<SessionObject>(json)
                .unwrap()
                .into()
        };
        let paid = session(
            r#"{"id":"cs_1","status":"complete","payment_status":"paid","payment_intent":"pi_1","amount_total":999,
                "currency":"usd","livemode":false,"customer_details":{"email":"ann@example.com"}}"#,
        );
        assert_eq!(paid.status, PaymentStatus::Paid);
        assert_eq!(paid.typed_email.as_deref(), Some("ann@example.com"));
        assert_eq!(
            session(r#"{"id":"cs_1","status":"complete","payment_status":"unpaid"}"#).status,
            PaymentStatus::Open
        );
        assert_eq!(
            session(r#"{"id":"cs_1","status":"expired","payment_status":"unpaid"}"#).status,
            PaymentStatus::Canceled
        );
    }
}
