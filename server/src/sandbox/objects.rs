//! The objects of the payment emulator, as they are stored and as Stripe's API shows them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::domain::clock::now;

/// A payment intent. <https://docs.stripe.com/api/payment_intents/object>
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Intent {
    pub(super) id: String,
    pub(super) client_secret: String,
    pub(super) amount: i64,
    pub(super) currency: String,
    pub(super) metadata: BTreeMap<String, String>,
    pub(super) status: Status,
    pub(super) created: i64,
    pub(super) is_refunded: bool,
    pub(super) is_disputed: bool,
    /// Whether its dispute was decided against the card holder.
    #[serde(default)]
    pub(super) is_dispute_won: bool,
    /// The URL after a 3-D Secure check.
    pub(super) return_url: Option<String>,
    /// The checkout session that created it.
    pub(super) session_id: Option<String>,
}

/// The status of a payment intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Status {
    RequiresPaymentMethod,
    RequiresAction,
    Succeeded,
    Canceled,
}

/// A checkout session. <https://docs.stripe.com/api/checkout/sessions/object>
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Session {
    pub(super) id: String,
    pub(super) amount: i64,
    pub(super) currency: String,
    pub(super) metadata: BTreeMap<String, String>,
    pub(super) intent_metadata: BTreeMap<String, String>,
    pub(super) success_url: String,
    pub(super) cancel_url: String,
    pub(super) email: Option<String>,
    pub(super) intent_id: Option<String>,
    pub(super) is_paid: bool,
    /// Whether the shop closed it.
    #[serde(default)]
    pub(super) is_expired: bool,
    pub(super) created: i64,
}

/// A random id in Stripe's form.
pub(super) fn new_id(prefix: &str) -> String {
    let random: [u8; 15] = rand::random();
    format!(
        "{prefix}_{}",
        data_encoding::BASE32_NOPAD
            .encode(&random)
            .to_ascii_lowercase()
    )
}

impl Intent {
    /// A new intent without a payment method.
    pub(super) fn new(amount: i64, currency: String, metadata: BTreeMap<String, String>) -> Self {
        let id = new_id("pi");
        Self {
            client_secret: new_id(&format!("{id}_secret")),
            id,
            amount,
            currency,
            metadata,
            status: Status::RequiresPaymentMethod,
            created: now() / 1000,
            is_refunded: false,
            is_disputed: false,
            is_dispute_won: false,
            return_url: None,
            session_id: None,
        }
    }

    /// Whether it can still be paid.
    pub(super) fn is_payable(&self) -> bool {
        matches!(
            self.status,
            Status::RequiresPaymentMethod | Status::RequiresAction
        )
    }

    /// As Stripe shows it, with the whole charge or only its id.
    pub(super) fn show(&self, with_charge: bool) -> Value {
        let charge = match self.status {
            Status::Succeeded if with_charge => self.charge(),
            Status::Succeeded => json!(self.charge_id()),
            _ => Value::Null,
        };
        let received = if self.status == Status::Succeeded {
            self.amount
        } else {
            0
        };
        json!({
            "id": self.id, "object": "payment_intent", "amount": self.amount, "amount_capturable": 0,
            "amount_received": received, "currency": self.currency, "client_secret": self.client_secret,
            "created": self.created, "livemode": false, "metadata": self.metadata, "status": self.status,
            "payment_method_types": ["card"], "capture_method": "automatic",
            "confirmation_method": "automatic", "latest_charge": charge,
        })
    }

    /// The charge of a paid intent, as Stripe shows it.
    pub(super) fn charge(&self) -> Value {
        json!({
            "id": self.charge_id(), "object": "charge", "amount": self.amount, "currency": self.currency,
            "amount_refunded": if self.is_refunded { self.amount } else { 0 }, "refunded": self.is_refunded,
            "disputed": self.is_disputed, "payment_intent": self.id, "paid": true, "status": "succeeded",
            "created": self.created, "livemode": false, "metadata": self.metadata,
        })
    }

    /// Its dispute, as Stripe shows it.
    pub(super) fn dispute(&self) -> Value {
        json!({
            "id": self.id.replacen("pi_", "dp_", 1), "object": "dispute", "payment_intent": self.id,
            "amount": self.amount, "status": if self.is_dispute_won { "won" } else { "needs_response" },
        })
    }

    fn charge_id(&self) -> String {
        self.id.replacen("pi_", "ch_", 1)
    }
}

impl Session {
    /// Whether it can no longer be paid; a session lives for a day.
    pub(super) fn is_over(&self) -> bool {
        self.is_expired || self.created < now() / 1000 - 86_400
    }

    /// As Stripe shows it.
    pub(super) fn show(&self, page_url: &str) -> Value {
        let status = match (self.is_paid, self.is_over()) {
            (true, _) => "complete",
            (false, true) => "expired",
            (false, false) => "open",
        };
        json!({
            "id": self.id, "object": "checkout.session", "amount_total": self.amount, "currency": self.currency,
            "created": self.created, "livemode": false, "metadata": self.metadata, "mode": "payment",
            "status": status, "payment_status": if self.is_paid { "paid" } else { "unpaid" },
            "payment_intent": self.intent_id, "customer_details": { "email": self.email },
            "success_url": self.success_url, "cancel_url": self.cancel_url,
            "url": if status == "open" { json!(page_url) } else { Value::Null },
        })
    }
}
