//! What both sides of a link are told of its pushes, at a push service of the test's own.

use reqwest::Method;
use serde_json::{Value, json};

use crate::device::Device;
use crate::push_service::{PushService, subscription};
use crate::server::{TestServer, eventually};
use crate::watches::{Link, send};

/// Every push is due at once, whatever pause it has.
const AT_ONCE: &str = "UPDATE watch_pushes SET next_attempt_at = 0";

/// What the two sides are told of pushes. The owner asks last, so that she is told what the other side is told, or later news.
async fn pushes(device: &Device, link: &Link) -> (Value, Value) {
    let theirs = link.news(device, "").await["link"].clone();
    let hers = link.answers(device, "").await["link"].clone();
    assert!(hers["reached"].is_null() && theirs["owned"].is_null());
    (hers["owned"].clone(), theirs["reached"]["push"].clone())
}

#[tokio::test]
async fn a_push_service_that_bars_the_server_makes_a_link_unreachable_until_a_push_is_taken_or_there_is_another_subscription()
 {
    let service = PushService::start().await;
    let server = TestServer::with(&[("PUSH_HOSTS", &service.setting)]).await;
    let device = server.device();
    for status in [400, 401, 403] {
        service.answer(status, "");
        let link = Link::claimed(&device, &subscription("a")).await;
        assert_eq!(pushes(&device, &link).await.1, json!("works"));
        link.down(&device, 0, "alarm", true).await;
        let unreachable = eventually("an unreachable link", async || {
            let (hers, theirs) = pushes(&device, &link).await;
            (theirs == json!("unreachable")).then_some(hers)
        })
        .await;
        assert_eq!(unreachable["push"], json!("unreachable"));
        assert!(unreachable["brokenSince"].as_i64().unwrap() > 1_700_000_000);
        // The page tells its subscription whenever it is opened.
        let same = json!({ "subscription": subscription("a") });
        let stored = send(&device, Method::PUT, "/api/watches/push", &link.post, &same);
        assert_eq!(stored.await, 204);
        assert_eq!(pushes(&device, &link).await.1, json!("unreachable"));
        // What waits is pushed to another one at once.
        service.answer(503, "");
        let other = json!({ "subscription": subscription("b") });
        let stored = send(
            &device,
            Method::PUT,
            "/api/watches/push",
            &link.post,
            &other,
        );
        assert_eq!(stored.await, 204);
        let (hers, theirs) = pushes(&device, &link).await;
        assert_eq!((&hers["push"], &theirs), (&json!("works"), &json!("works")));
        assert!(hers["brokenSince"].is_null());
        service.answer(status, "");
        eventually("another refusal", async || {
            server.place.execute(AT_ONCE).await;
            (pushes(&device, &link).await.1 == json!("unreachable")).then_some(())
        })
        .await;
        service.answer(201, "");
        eventually("the push", async || {
            server.place.execute(AT_ONCE).await;
            let (hers, theirs) = pushes(&device, &link).await;
            (hers["pushedSeq"] == json!(0) && theirs == json!("works")).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn pushes_of_two_items_do_not_replace_each_other_and_have_one_signature() {
    let service = PushService::start().await;
    let server = TestServer::with(&[("PUSH_HOSTS", &service.setting)]).await;
    let device = server.device();
    let link = Link::claimed(&device, &subscription("a")).await;
    for seq in [1, 2] {
        link.down(&device, seq, "alarm", true).await;
        eventually("the push", async || {
            (pushes(&device, &link).await.0["pushedSeq"] == json!(seq)).then_some(())
        })
        .await;
    }
    let [alarm, test] = &service.received()[..] else {
        panic!("a message for each item");
    };
    assert_ne!(alarm.headers["topic"], test.headers["topic"]);
    assert_eq!(
        alarm.headers["authorization"],
        test.headers["authorization"]
    );
}
