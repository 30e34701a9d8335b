//! The fields of Stripe's objects that this server uses.
//!
//! The generated types of async-stripe reject an object that lacks any field of one API version; these require only what is used. See <https://docs.stripe.com/api/payment_intents/object>.

use std::collections::HashMap;

use miniserde::json::{Number, Value};

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

/// How the dispute of a payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dispute {
    /// None is known.
    None,
    /// The money is withdrawn, for now or for good.
    Open,
    /// There was one, or an inquiry, and the money stays.
    Over,
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
    /// Whether the whole amount was refunded.
    pub is_refunded: bool,
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

/// The first page of a payment's disputes. <https://docs.stripe.com/api/disputes/object>
#[derive(miniserde::Deserialize)]
pub(super) struct DisputeList {
    data: Vec<DisputeObject>,
}

#[derive(miniserde::Deserialize)]
struct DisputeObject {
    status: String,
}

impl From<DisputeList> for Dispute {
    /// An inquiry (`warning_...`) withdraws no money, and neither does a dispute that was prevented. A status of later versions counts as
    /// open.
    fn from(list: DisputeList) -> Self {
        let keeps = |dispute: &DisputeObject| {
            let status = dispute.status.as_str();
            matches!(status, "won" | "prevented") || status.starts_with("warning_")
        };
        if list.data.is_empty() {
            Self::None
        } else if list.data.iter().all(keeps) {
            Self::Over
        } else {
            Self::Open
        }
    }
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
            is_refunded: is_true(charge, "refunded") || is_all_refunded(charge),
            // A charge says only that there was a dispute once; `with_disputes` says how it stands.
            dispute: if is_true(charge, "disputed") {
                Dispute::Open
            } else {
                Dispute::None
            },
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
            is_refunded: false,
            dispute: Dispute::None,
            intent_id: match object.payment_intent {
                Some(Value::String(id)) => Some(id),
                expanded => text(expanded.as_ref(), "id"),
            },
        }
    }
}

fn member<'a>(value: Option<&'a Value>, name: &str) -> Option<&'a Value> {
    match value {
        Some(Value::Object(object)) => object.get(name),
        _ => None,
    }
}

fn text(value: Option<&Value>, name: &str) -> Option<String> {
    match member(value, name) {
        Some(Value::String(text)) => Some(text.clone()),
        _ => None,
    }
}

fn is_true(value: Option<&Value>, name: &str) -> bool {
    matches!(member(value, name), Some(Value::Bool(true)))
}

fn is_all_refunded(charge: Option<&Value>) -> bool {
    let whole = |name| match member(charge, name) {
        Some(Value::Number(Number::U64(number))) => Some(*number),
        _ => None,
    };
    matches!((whole("amount"), whole("amount_refunded")), (Some(amount), Some(back)) if amount != 0 && amount <= back)
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
        assert!(!payment.is_refunded && payment.dispute == Dispute::None);
    }

    #[test]
    fn refund_and_dispute_are_read_from_the_charge() {
        let with = |charge: &str| {
            intent(&format!(
                r#"{{"id":"pi_1","status":"succeeded","amount":999,"currency":"usd","livemode":false,"latest_charge":{charge}}}"#
            ))
        };
        assert!(with(r#"{"refunded":true}"#).is_refunded);
        assert!(with(r#"{"amount":999,"amount_refunded":999}"#).is_refunded);
        assert!(!with(r#"{"amount":999,"amount_refunded":500}"#).is_refunded);
        assert_eq!(with(r#"{"disputed":true}"#).dispute, Dispute::Open);
        assert!(!with(r#""ch_1""#).is_refunded);
        assert_eq!(with("null").dispute, Dispute::None);
    }

    #[test]
    fn a_dispute_is_open_until_every_one_of_a_payment_keeps_the_money() {
        let of = |statuses: &[&str]| {
            let objects: Vec<String> = statuses
                .iter()
                .map(|status| format!(r#"{{"id":"dp_1","status":"{status}"}}"#))
                .collect();
            let json = format!(r#"{{"data":[{}]}}"#, objects.join(","));
            Dispute::from(miniserde::json::from_str::<DisputeList>(&json).unwrap())
        };
        assert_eq!(of(&[]), Dispute::None);
        for open in ["needs_response", "under_review", "lost", "of_next_year"] {
            assert_eq!(of(&[open]), Dispute::Open, "{open}");
            assert_eq!(of(&["won", open]), Dispute::Open, "{open}");
        }
        for over in [
            "won",
            "prevented",
            "warning_needs_response",
            "warning_closed",
        ] {
            assert_eq!(of(&[over]), Dispute::Over, "{over}");
        }
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
