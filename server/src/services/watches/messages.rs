//! What a push says: a declarative message (<https://www.w3.org/TR/push-api/#declarative-push-message>), which a phone can show without
//! a worker, with the sealed item for the worker.

use data_encoding::BASE64URL_NOPAD;
use entity::watch_item;
use serde_json::{Value, json};

use crate::crypto::web_push::MAX_TEXT_BYTES;
use crate::domain::clock::seconds;

/// The words where no worker finds better ones. They must be true of any message: a phone may have got the newest one alone.
const TITLE: &str = "There is news";
const BODY: &str = "Open this to see whether somebody needs you.";

/// The message about an item, with the server's times of it, because it may be delivered hours later; without one, or with one
/// that does not fit into a push, the worker asks for what is new. `page` is the URL that a tap opens.
pub(super) fn message(page: &str, item: Option<&watch_item::Model>) -> Vec<u8> {
    let sealed = item.map(|item| {
        let bytes = BASE64URL_NOPAD.encode(&item.bytes);
        let mut data = json!({ "seq": item.seq, "bytes": bytes, "at": seconds(item.created_at) });
        if let (Some(got_at), Some(fields)) = (item.got_at, data.as_object_mut()) {
            fields.insert("gotAt".to_owned(), seconds(got_at).into());
        }
        declare(page, &data)
    });
    sealed
        .filter(|text| text.len() <= MAX_TEXT_BYTES)
        .unwrap_or_else(|| declare(page, &json!({})))
}

/// The item goes into the notification's data: of a declarative message, a browser may hand the worker the notification alone.
fn declare(page: &str, data: &Value) -> Vec<u8> {
    let message = json!({
        "web_push": 8030,
        "notification": { "title": TITLE, "body": BODY, "navigate": page, "data": data },
        "mutable": true,
    });
    message.to_string().into_bytes()
}

#[cfg(test)]
mod tests {
    use entity::watch_item::Direction;
    use uuid::Uuid;

    use super::*;

    const PAGE: &str = "https://app.example.com/watch";

    fn item(length: usize) -> watch_item::Model {
        watch_item::Model {
            watch_id: Uuid::from_u128(1),
            direction: Direction::Down,
            seq: 7,
            position: 0,
            news_before: 0,
            bytes: vec![7; length],
            created_at: 1_700_000_000_999,
            got_at: None,
            expires_at: 0,
        }
    }

    fn said(text: &[u8]) -> Value {
        assert!(text.len() <= MAX_TEXT_BYTES, "{} bytes", text.len());
        serde_json::from_slice(text).unwrap()
    }

    #[test]
    fn a_message_can_be_shown_without_a_worker_and_says_what_is_true_of_any() {
        for item in [None, Some(item(540)), Some(item(33 << 10))] {
            let said = said(&message(PAGE, item.as_ref()));
            assert_eq!(said["web_push"], 8030);
            assert_eq!(said["mutable"], true);
            let shown = &said["notification"];
            assert_eq!(shown["navigate"], PAGE);
            assert_eq!(shown["title"], TITLE);
            assert_eq!(shown["body"], BODY);
        }
    }

    #[test]
    fn an_item_goes_along_where_it_fits() {
        let data =
            |length| said(&message(PAGE, Some(&item(length))))["notification"]["data"].clone();
        for padded in [512, 1024] {
            let sealed = data(padded + 28);
            assert_eq!(sealed["seq"], 7);
            assert_eq!(sealed["at"], 1_700_000_000);
            assert!(sealed.get("gotAt").is_none(), "at the same time");
            let bytes = sealed["bytes"].as_str().unwrap();
            assert_eq!(
                BASE64URL_NOPAD.decode(bytes.as_bytes()).unwrap().len(),
                padded + 28
            );
        }
        assert_eq!(data((32 << 10) + 28), json!({}));
        let kept = watch_item::Model {
            got_at: Some(1_699_999_000_000),
            ..item(1052)
        };
        let said = said(&message(PAGE, Some(&kept)));
        assert_eq!(said["notification"]["data"]["gotAt"], 1_699_999_000);
    }
}
