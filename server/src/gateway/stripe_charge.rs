//! What became of a paid amount: the refunds of Stripe's charge, and how its dispute stands. See <https://docs.stripe.com/api/charges/object>.

use miniserde::json::{Number, Value};

/// How the refund of a payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refund {
    /// None is known, or only of a part.
    None,
    /// The whole amount was paid back, or is on its way: Stripe has taken it from the account.
    Made,
    /// One failed or was canceled, and less than the whole amount is paid back: the money stays.
    Failed,
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

impl Refund {
    /// Reads it from a charge with its refunds. The refunds count more than the charge's own word, which does not say that one failed; without
    /// all of them its word counts. A status of later versions counts as on its way. <https://docs.stripe.com/refunds>
    pub(super) fn of(charge: Option<&Value>) -> Self {
        let amount = whole(charge, "amount").filter(|amount| *amount != 0);
        let reaches = |back: u64| amount.is_some_and(|amount| amount <= back);
        let is_claimed =
            is_true(charge, "refunded") || whole(charge, "amount_refunded").is_some_and(reaches);
        let refunds = all_refunds(charge);
        let (gone, kept): (Vec<_>, Vec<_>) = refunds.iter().copied().partition(|refund| {
            matches!(
                text(Some(refund), "status").as_deref(),
                Some("failed" | "canceled")
            )
        });
        let back = kept
            .iter()
            .filter_map(|refund| whole(Some(refund), "amount"))
            .fold(0, u64::saturating_add);
        if reaches(back) {
            Self::Made
        } else if !gone.is_empty() {
            Self::Failed
        } else if is_claimed {
            Self::Made
        } else {
            Self::None
        }
    }
}

/// The refunds of a charge; none where they are not told, or not all.
fn all_refunds(charge: Option<&Value>) -> Vec<&Value> {
    let list = member(charge, "refunds");
    match member(list, "data") {
        Some(Value::Array(refunds)) if !is_true(list, "has_more") => refunds.iter().collect(),
        _ => Vec::new(),
    }
}

impl Dispute {
    /// A charge says only that there was a dispute once; the list of disputes says how it stands.
    pub(super) fn of(charge: Option<&Value>) -> Self {
        if is_true(charge, "disputed") {
            Self::Open
        } else {
            Self::None
        }
    }
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

fn member<'a>(value: Option<&'a Value>, name: &str) -> Option<&'a Value> {
    match value {
        Some(Value::Object(object)) => object.get(name),
        _ => None,
    }
}

/// A text member of an object.
pub(super) fn text(value: Option<&Value>, name: &str) -> Option<String> {
    match member(value, name) {
        Some(Value::String(text)) => Some(text.clone()),
        _ => None,
    }
}

fn is_true(value: Option<&Value>, name: &str) -> bool {
    matches!(member(value, name), Some(Value::Bool(true)))
}

fn whole(value: Option<&Value>, name: &str) -> Option<u64> {
    match member(value, name) {
        Some(Value::Number(Number::U64(number))) => Some(*number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charge(json: &str) -> Value {
        miniserde::json::from_str(json).unwrap()
    }

    #[test]
    fn without_its_refunds_a_charge_says_itself_whether_it_is_refunded() {
        let of = |json: &str| Refund::of(Some(&charge(json)));
        assert_eq!(of(r#"{"refunded":true}"#), Refund::Made);
        assert_eq!(of(r#"{"amount":999,"amount_refunded":999}"#), Refund::Made);
        assert_eq!(of(r#"{"amount":999,"amount_refunded":500}"#), Refund::None);
        assert_eq!(of(r#"{"amount":0,"amount_refunded":0}"#), Refund::None);
        assert_eq!(of(r#""ch_1""#), Refund::None);
        assert_eq!(Refund::of(None), Refund::None);
        let more = r#"{"refunded":true,"refunds":{"has_more":true,"data":[{"amount":9,"status":"failed"}]}}"#;
        assert_eq!(of(more), Refund::Made);
    }

    #[test]
    fn refunds_that_failed_give_nothing_back_whatever_the_charge_says() {
        let of = |says: bool, refunds: &[(u64, &str)]| {
            let refunds: Vec<String> = refunds
                .iter()
                .map(|(amount, status)| format!(r#"{{"amount":{amount},"status":"{status}"}}"#))
                .collect();
            let list = refunds.join(",");
            let json =
                format!(r#"{{"amount":999,"refunded":{says},"refunds":{{"data":[{list}]}}}}"#);
            Refund::of(Some(&charge(&json)))
        };
        for says in [false, true] {
            for on_its_way in ["succeeded", "pending", "requires_action", "of_next_year"] {
                assert_eq!(of(says, &[(999, on_its_way)]), Refund::Made, "{on_its_way}");
                let again = [(999, on_its_way), (999, "failed")];
                assert_eq!(of(says, &again), Refund::Made, "{on_its_way}");
            }
            for gone in ["failed", "canceled"] {
                assert_eq!(of(says, &[(999, gone)]), Refund::Failed, "{gone}");
                let part = [(499, "succeeded"), (500, gone)];
                assert_eq!(of(says, &part), Refund::Failed, "{gone}");
            }
            let in_parts = [(499, "succeeded"), (500, "succeeded")];
            assert_eq!(of(says, &in_parts), Refund::Made);
        }
        assert_eq!(of(false, &[(500, "succeeded")]), Refund::None);
        assert_eq!(of(false, &[]), Refund::None);
        assert_eq!(of(true, &[]), Refund::Made);
    }

    #[test]
    fn a_charge_says_that_it_was_disputed() {
        let of = |json: &str| Dispute::of(Some(&charge(json)));
        assert_eq!(of(r#"{"disputed":true}"#), Dispute::Open);
        assert_eq!(of(r#"{"disputed":false}"#), Dispute::None);
        assert_eq!(Dispute::of(None), Dispute::None);
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
}
