//! The signature and the content of Stripe's events.

use stripe_webhook::{Webhook, WebhookError};

/// The fields of an event that are used. They are not trusted: the object is retrieved from Stripe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The event's id.
    pub id: String,
    /// The type, such as `payment_intent.succeeded`.
    pub kind: String,
    /// Whether real money moved.
    pub livemode: bool,
    /// The id of the object; empty for objects that have none, such as a balance.
    pub object_id: String,
    /// The payment intent of a charge or a dispute.
    pub intent_id: Option<String>,
}

/// Why an event is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    /// No signature matches.
    #[error("the signature is not valid")]
    Signature,
    /// A signature matches, but its time is too long ago or in the future: a clock is off, or the event was recorded and sent again.
    #[error("the signature is of another time")]
    Time,
    /// The signature is valid, but the text is not an event.
    #[error("the text is not an event")]
    Unreadable,
}

/// Checks the signature of the raw bytes against every secret (two while one is being replaced), with a tolerance of 300 seconds, and
/// reads the event. <https://docs.stripe.com/webhooks/signature>
pub fn read_event<'a>(
    body: &[u8],
    signature: &str,
    secrets: impl IntoIterator<Item = &'a str>,
) -> Result<Event, EventError> {
    let text = std::str::from_utf8(body).map_err(|_| EventError::Signature)?;
    let mut why = EventError::Signature;
    let is_signed = secrets
        .into_iter()
        .any(|secret| match check(text, signature, secret) {
            Ok(()) => true,
            Err(EventError::Time) => {
                why = EventError::Time;
                false
            }
            Err(_) => false,
        });
    if !is_signed {
        return Err(why);
    }
    parse(text).ok_or(EventError::Unreadable)
}

/// Signs an event as Stripe does; `seconds` is when, since the Unix epoch.
pub fn sign(body: &str, secret: &str, seconds: i64) -> String {
    Webhook::generate_test_header(body, secret, Some(seconds))
}

/// async-stripe checks the signature first, and then whether its time is within five minutes of ours. It also parses the event, with strict
/// types, after both; that this fails does not matter.
fn check(text: &str, signature: &str, secret: &str) -> Result<(), EventError> {
    match Webhook::construct_event(text, signature, secret) {
        Ok(_) | Err(WebhookError::BadParse(_)) => Ok(()),
        Err(WebhookError::BadTimestamp(_)) => Err(EventError::Time),
        Err(_) => Err(EventError::Signature),
    }
}

#[derive(serde::Deserialize)]
struct EventText {
    id: Option<String>,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    livemode: bool,
    data: DataText,
}

#[derive(serde::Deserialize)]
struct DataText {
    object: ObjectText,
}

#[derive(serde::Deserialize)]
struct ObjectText {
    #[serde(default)]
    id: String,
    payment_intent: Option<serde_json::Value>,
}

fn parse(text: &str) -> Option<Event> {
    let event: EventText = serde_json::from_str(text).ok()?;
    let intent = event.data.object.payment_intent;
    Some(Event {
        // An event without an id is identified by its text.
        id: event
            .id
            .unwrap_or_else(|| blake3::hash(text.as_bytes()).to_hex().to_string()),
        kind: event.kind,
        livemode: event.livemode,
        object_id: event.data.object.id,
        intent_id: intent.and_then(|intent| match intent {
            serde_json::Value::String(id) => Some(id),
            other => other
                .get("id")
                .and_then(|id| id.as_str())
                .map(str::to_owned),
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::clock::now;

    const BODY: &str = r#"{"id":"evt_1","type":"payment_intent.succeeded","livemode":false,"data":{"object":{"id":"pi_1"}}}"#;

    fn header(secret: &str, age_seconds: i64) -> String {
        Webhook::generate_test_header(BODY, secret, Some(now() / 1000 - age_seconds))
    }

    fn read(signature: &str, secrets: &[&str]) -> Result<Event, EventError> {
        read_event(BODY.as_bytes(), signature, secrets.iter().copied())
    }

    #[test]
    fn a_signed_event_is_read() {
        let event = read(&header("whsec_a", 0), &["whsec_a"]).unwrap();
        assert_eq!(
            (event.id.as_str(), event.object_id.as_str()),
            ("evt_1", "pi_1")
        );
    }

    #[test]
    fn one_of_several_secrets_and_signatures_is_enough() {
        assert!(read(&header("whsec_b", 0), &["whsec_a", "whsec_b"]).is_ok());
        let (good, other) = (header("whsec_a", 0), header("whsec_c", 0));
        let other_v1 = other.split("v1=").nth(1).unwrap();
        let (time, good_v1) = good.split_once(",v1=").unwrap();
        assert!(read(&format!("{time},v1={other_v1},v1={good_v1}"), &["whsec_a"]).is_ok());
        assert!(read(&format!("{time},v1={good_v1},v1={other_v1}"), &["whsec_a"]).is_ok());
    }

    #[test]
    fn old_future_forged_and_missing_signatures_are_refused() {
        let good = header("whsec_a", 0);
        for (age, why) in [(301, "old"), (-302, "future")] {
            let signature = header("whsec_a", age);
            for secrets in [&["whsec_a"][..], &["whsec_a", "whsec_b"]] {
                assert_eq!(read(&signature, secrets), Err(EventError::Time), "{why}");
            }
        }
        for (signature, why) in [
            (header("whsec_x", 0), "other secret"),
            (good.replace("v1=", "v0="), "old scheme"),
            (String::new(), "missing"),
            ("t=abc,v1=00".to_owned(), "nonsense"),
            ("v".repeat(1_000_000), "huge"),
        ] {
            assert_eq!(
                read(&signature, &["whsec_a"]),
                Err(EventError::Signature),
                "{why}"
            );
        }
        assert_eq!(read(&good, &[]), Err(EventError::Signature));
    }

    #[test]
    fn a_changed_byte_invalidates_the_signature() {
        let signature = header("whsec_a", 0);
        for changed in [BODY.replace("pi_1", "pi_2"), BODY.replace(',', ", ")] {
            let read = read_event(changed.as_bytes(), &signature, ["whsec_a"]);
            assert_eq!(read, Err(EventError::Signature));
        }
    }
}
