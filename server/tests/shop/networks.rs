//! Limits by network: who has many networks does not have as many limits, and nobody uses up those of others.

use reqwest::Method;
use serde_json::{Value, json};

use crate::device::Device;
use crate::server::TestServer;
use crate::shared_server::SharedServer;
use crate::watches::{Link, post, token};

const BEHIND_A_PROXY: &[(&str, &str)] = &[("RATE_LIMITS", "on"), ("TRUSTED_PROXIES", "1")];

/// How many of these networks are let through when each verifies an address once.
async fn let_through(server: &SharedServer, networks: impl Iterator<Item = String>) -> usize {
    let mut count = 0;
    for (number, network) in networks.enumerate() {
        let request = server.device().request(Method::POST, "/api/verify-email");
        let request = request.header("x-forwarded-for", network);
        let body = json!({ "email": format!("a{number}@example.com") });
        let answer = request.json(&body).send().await.unwrap();
        count += usize::from(answer.status() == 200);
    }
    count
}

#[tokio::test]
async fn networks_of_one_customer_are_counted_together() {
    let server = SharedServer::limited().await;
    let of_56_bits = (0..30).map(|number| format!("2001:db8:1:{number:x}::1"));
    assert_eq!(let_through(&server, of_56_bits).await, 20);
    let of_48_bits = (0..100).map(|number| format!("2001:db8:2:{number:x}00::1"));
    assert_eq!(let_through(&server, of_48_bits).await, 80);
    let of_24_bits = (0..100).map(|number| format!("10.1.1.{number}"));
    assert_eq!(let_through(&server, of_24_bits).await, 80);
    let others = (0..100).map(|number| format!("10.2.{number}.1"));
    assert_eq!(let_through(&server, others).await, 100);
}

#[tokio::test]
async fn however_many_orders_strangers_begin_a_buyer_elsewhere_can_pay() {
    let server = TestServer::with(BEHIND_A_PROXY).await;
    let stranger = Device::in_network(&server.process.base, "2001:db8:1:1::1");
    stranger.start_payment("bob@example.com").await;
    // As if there had been twelve hundred of them.
    let many = "UPDATE rate_buckets SET count = count * 1200";
    server.place.execute(many).await;
    let body = json!({ "email": "bob@example.org" });
    for network in ["2001:db8:1:1::2", "2001:db8:1:2::1", "2001:db8:1:ff00::1"] {
        let neighbour = Device::in_network(&server.process.base, network);
        let refused = neighbour.post("/api/create-payment-intent", &body).await;
        assert_eq!(refused.status(), 429, "{network}");
    }
    let buyer = Device::in_network(&server.process.base, "10.2.0.1");
    buyer.start_payment("ann@example.com").await;
}

#[tokio::test]
async fn a_flood_of_reports_is_refused_from_memory_and_disturbs_nobody() {
    let server = TestServer::with(BEHIND_A_PROXY).await;
    let report = json!({ "csp-report": { "violated-directive": "script-src" } });
    let flooding = Device::in_network(&server.process.base, "10.1.0.1");
    let mut statuses = Vec::new();
    for _ in 0..50 {
        let answer = flooding.post("/csp-report", &report).await;
        statuses.push(answer.status().as_u16());
    }
    let taken = statuses.iter().take_while(|status| **status == 204).count();
    assert_eq!(taken, 10);
    assert!(statuses[taken..].iter().all(|status| *status == 429));
    // One counter for the address and one for the 24 bits around it: the keys are hashes, and refused reports add nothing.
    let counters = "SELECT COUNT(*) FROM rate_buckets WHERE LENGTH(key) = 32 AND count = 10";
    assert_eq!(server.place.number(counters).await, 2);
    let stored = server.place.number("SELECT COUNT(*) FROM rate_buckets");
    assert_eq!(stored.await, 2);
    // The same network in all other ways, its neighbour, and somebody elsewhere.
    assert_eq!(flooding.get("/api/access").await.status(), 200);
    for network in ["10.1.0.2", "10.2.0.1"] {
        let other = Device::in_network(&server.process.base, network);
        assert_eq!(other.post("/csp-report", &report).await.status(), 204);
    }
}

#[tokio::test]
async fn what_a_network_has_stored_over_links_is_bounded_and_stops_no_alarm() {
    let server = TestServer::with(BEHIND_A_PROXY).await;
    let own = Device::in_network(&server.process.base, "10.1.0.1");
    let hers = Link::claimed(&own, &Value::Null).await;
    let (mut stored, mut refused) = (0, 0);
    for number in 2..6 {
        // Each a device of its own, all on her network.
        let stranger = Device::in_network(&server.process.base, "10.1.0.1");
        let link = Link::claimed(&stranger, &Value::Null).await;
        let long = "x".repeat(30_000);
        for seq in 0..50 {
            match link.down(&stranger, seq, &long, false).await {
                201 => stored += 1,
                429 => refused += 1,
                other => panic!("{number}: {other}"),
            }
        }
    }
    assert!(90 < stored && 60 < refused, "{stored} and {refused}");
    let bytes = "SELECT CAST(SUM(LENGTH(bytes)) AS BIGINT) FROM watch_items";
    assert!(server.place.number(bytes).await < 4 << 20);
    // What she sends in an emergency: a place every ten seconds, and then that she was made to say that it has ended. A minute may have sixty items.
    let place = "x".repeat(540);
    for seq in 0..60 {
        assert_eq!(hers.down(&own, seq, &place, true).await, 201, "{seq}");
    }
    let next_minute = "DELETE FROM rate_buckets WHERE expires_at - window_start = 60000";
    server.place.execute(next_minute).await;
    assert_eq!(hers.down(&own, 60, &place, true).await, 201);
    assert_eq!(post(&own, &hers.post, 1, "seen", false).await, 201);
    let elsewhere = Device::in_network(&server.process.base, "10.2.0.1");
    let link = Link::claimed(&elsewhere, &Value::Null).await;
    let long = "x".repeat(30_000);
    assert_eq!(link.down(&elsewhere, 0, &long, false).await, 201);
}

#[tokio::test]
async fn strangers_on_the_network_keep_no_stored_device_from_its_access_and_its_contacts() {
    let server = SharedServer::limited().await;
    let network = SharedServer::network();
    let own = server.device_in(&network);
    own.buy("neighbour@example.com").await;
    for path in ["/api/access", "/api/contacts/primary"] {
        // Each a device of its own.
        let ask = async |cookie: &str| {
            let request = server.device_in(&network).request(Method::GET, path);
            let answer = request.header("cookie", cookie).send().await;
            answer.unwrap().status().as_u16()
        };
        let mut asked = 0;
        while ask("").await == 200 {
            asked += 1;
            assert!(asked < 200, "{path}");
        }
        // A cookie that was made up.
        let made_up = format!("id={}", token());
        assert_eq!([ask("").await, ask(&made_up).await], [429, 429], "{path}");
        assert_eq!(own.get(path).await.status(), 200, "{path}");
    }
    assert!(own.has_access().await);
    // What it may do besides is bounded, too.
    let mut besides = 0;
    while own.get("/api/access").await.status() == 200 {
        besides += 1;
        assert!(besides < 60, "no end");
    }
}
