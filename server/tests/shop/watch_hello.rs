//! What the side that claims a link sends first: without it the phone that made the link has no keys, and it may look weeks later.

use reqwest::Method;
use serde_json::{Value, json};

use crate::device::Device;
use crate::server::{Place, TestServer, eventually};
use crate::watches::{Link, SUBSCRIPTION, sealed, send, texts};

const ITEMS: &str = "SELECT COUNT(*) FROM watch_items";

/// Everything was written so many days ago.
async fn pass(place: &Place, days: i64) {
    for table in ["watches", "watch_items"] {
        let time = days * 86_400_000;
        let sql = format!("UPDATE {table} SET expires_at = expires_at - {time}");
        place.execute(&sql).await;
    }
}

/// Waits until so many items are left: the start of a server deletes what is too old.
async fn left(place: &Place, expected: i64) {
    eventually("what is left of the items", async || {
        (place.number(ITEMS).await == expected).then_some(())
    })
    .await;
}

#[tokio::test]
async fn the_phone_that_made_a_link_finds_what_its_claim_sent_as_long_as_there_is_the_link() {
    let TestServer { place, mut process } = TestServer::start().await;
    let device = process.device();
    let waiting = Link::claimed(&device, &Value::Null).await;
    let completed = Link::claimed(&device, &Value::Null).await;
    assert_eq!(completed.down(&device, 0, "reveal", false).await, 201);
    let ended = Link::claimed(&device, &Value::Null).await;
    let answer = send(
        &device,
        Method::DELETE,
        "/api/watches",
        &ended.post,
        &json!({}),
    )
    .await;
    assert_eq!(answer, 204);
    assert_eq!(place.number(ITEMS).await, 4);
    process.kill();

    // Longer than any item is kept, and long before the end of a link that nobody uses.
    pass(&place, 4).await;
    let mut process = place.start(&[]).await;
    left(&place, 1).await;
    let device = device.at(&process.base);
    let answers = waiting.answers(&device, "after=-1").await;
    assert_eq!(texts(&answers), ["hello"]);
    assert_eq!(answers["link"]["state"], json!("claimed"));
    let answers = completed.answers(&device, "after=-1").await;
    assert!(texts(&answers).is_empty(), "its keys are known already");

    // What the phone sends shows that it has the keys: what it needed for them is kept like any item.
    assert_eq!(waiting.down(&device, 0, "reveal", false).await, 201);
    assert_eq!(
        texts(&waiting.answers(&device, "after=-1").await),
        ["hello"]
    );
    process.kill();
    pass(&place, 4).await;
    let _process = place.start(&[]).await;
    left(&place, 0).await;
}

#[tokio::test]
async fn of_a_link_that_nobody_used_its_end_is_left_and_later_nothing() {
    let TestServer { place, mut process } = TestServer::start().await;
    let device = process.device();
    let forgotten = Link::claimed(&device, &SUBSCRIPTION).await;
    process.kill();
    pass(&place, 401).await;
    let mut process = place.start(&[]).await;
    left(&place, 0).await;
    assert_ended(&device.at(&process.base), &forgotten).await;
    let addresses = "SELECT COUNT(*) FROM watches WHERE push_ct IS NOT NULL";
    assert_eq!(place.number(addresses).await, 0);
    process.kill();
    pass(&place, 401).await;
    let _process = place.start(&[]).await;
    eventually("its deletion", async || {
        (place.number("SELECT COUNT(*) FROM watches").await == 0).then_some(())
    })
    .await;
}

#[tokio::test]
async fn whoever_asks_a_year_later_learns_that_a_link_was_ended() {
    let TestServer { place, mut process } = TestServer::start().await;
    let device = process.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let path = "/api/watches";
    let ended = send(&device, Method::DELETE, path, &link.post, &json!({})).await;
    assert_eq!(ended, 204);
    process.kill();
    pass(&place, 365).await;
    let process = place.start(&[]).await;
    left(&place, 0).await;
    assert_ended(&device.at(&process.base), &link).await;
}

/// Both sides are told the end, with its proof.
async fn assert_ended(device: &Device, link: &Link) {
    for told in [link.answers(device, "").await, link.news(device, "").await] {
        assert_eq!(told["link"]["state"], json!("ended"));
        assert!(told["link"]["ended"].is_string());
    }
}

#[tokio::test]
async fn the_side_that_claimed_a_link_learns_that_something_was_sent_that_is_kept_no_more() {
    let TestServer { place, mut process } = TestServer::start().await;
    let device = process.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let before = async |query: &str| link.news(&device, query).await["newsBefore"].clone();
    assert_eq!(before("").await, json!(0));
    assert_eq!(link.down(&device, 0, "reveal", false).await, 201);
    assert_eq!(before("").await, json!(0));
    assert_eq!(link.down(&device, 1, "alarm", true).await, 201);
    let routine = json!({ "seq": 2, "bytes": sealed("check"), "wake": true, "isRoutine": true });
    let path = "/api/watches/items";
    let sent = send(&device, Method::POST, path, &link.owner, &routine).await;
    assert_eq!(sent, 201);
    let in_time = link.news(&device, "").await;
    assert_eq!(in_time["newsBefore"], json!(0), "nothing was before them");
    let after = in_time["after"].as_i64().unwrap();
    let alarm = before(&format!("after={after}")).await;
    assert!((1..after).contains(&alarm.as_i64().unwrap()));
    assert_eq!(link.answers(&device, "").await["newsBefore"], json!(null));
    process.kill();
    pass(&place, 4).await;
    let process = place.start(&[]).await;
    left(&place, 0).await;
    let device = device.at(&process.base);
    let too_late = link.news(&device, "after=0").await;
    assert!(texts(&too_late).is_empty());
    assert_eq!(too_late["after"], json!(0));
    assert_eq!(too_late["newsBefore"], alarm);
    // An item that is still kept does not hide it.
    assert_eq!(link.down(&device, 3, "test", true).await, 201);
    let too_late = link.news(&device, "after=0").await;
    assert_eq!(texts(&too_late), ["test"]);
    assert_eq!(too_late["newsBefore"], alarm);
}
