//! How often one may ask.

use data_encoding::BASE64URL_NOPAD;
use reqwest::{Method, Response};
use serde_json::json;

use crate::device::Device;
use crate::server::TestServer;
use crate::shared_server::SharedServer;

const ON: &[(&str, &str)] = &[("RATE_LIMITS", "on")];

async fn verify(device: &Device, email: &str) -> Response {
    device
        .post("/api/verify-email", &json!({ "email": email }))
        .await
}

#[tokio::test]
async fn the_sixth_verification_in_a_minute_is_refused_with_the_time_to_wait() {
    let server = SharedServer::limited().await;
    let device = server.device_in(&SharedServer::network());
    for number in 0..5 {
        assert_eq!(
            verify(&device, &format!("a{number}@example.com"))
                .await
                .status(),
            200
        );
    }
    let response = verify(&device, "b@example.com").await;
    assert_eq!(response.status(), 429);
    let headers = response.headers().clone();
    let wait: u64 = headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait));
    assert_eq!(headers["ratelimit-policy"], r#""verify-block";q=5;w=60"#);
    assert_eq!(
        headers["ratelimit"].to_str().unwrap(),
        format!(r#""verify-block";r=0;t={wait}"#)
    );
    assert_eq!(
        response.text().await.unwrap(),
        "Too many attempts. Please wait a few minutes and try again."
    );
    let page = device
        .submit("/verify", &[("email", "b@example.com")])
        .await;
    assert_eq!(page.status(), 429);
    assert!(page.headers().contains_key("retry-after"));
}

/// An address that the caller writes itself changes nothing.
#[tokio::test]
async fn forged_forwarding_headers_do_not_avoid_a_limit() {
    let server = TestServer::with(ON).await;
    let mut refused = 0;
    for number in 0..200 {
        let request = server.device().request(Method::POST, "/api/verify-email");
        let forged = format!("10.{}.{}.1", number / 256, number % 256);
        let request = request
            .header("x-forwarded-for", &forged)
            .header("x-real-ip", &forged)
            .header("forwarded", format!("for={forged}"));
        let status = request
            .json(&json!({ "email": format!("a{number}@example.com") }))
            .send()
            .await
            .unwrap()
            .status();
        refused += u32::from(status == 429);
    }
    assert_eq!(refused, 195);
}

#[tokio::test]
async fn all_spellings_of_a_mailbox_share_a_limit() {
    let server = SharedServer::limited().await;
    let network = SharedServer::network();
    let spellings = [
        "ann@example.com",
        "ANN@example.com",
        "a.nn@example.com",
        "ann+1@example.com",
        "an.n+2@Example.com",
        "ann@example.com",
    ];
    let mut answers = Vec::new();
    for spelling in spellings {
        let body = json!({ "email": spelling });
        let device = server.device_in(&network);
        let response = device.post("/api/create-payment-intent", &body).await;
        answers.push(refused_by(&response));
    }
    assert_eq!(answers[..5], [const { None }; 5]);
    assert_eq!(answers[5].as_deref(), Some("pay-address"));
}

/// The limit that refused a request.
fn refused_by(response: &Response) -> Option<String> {
    let policy = response.headers().get("ratelimit-policy")?;
    let name = policy.to_str().unwrap().split(';').next().unwrap();
    Some(name.trim_matches('"').to_owned())
}

/// Asks from a network address, through a proxy.
async fn verify_from(server: &SharedServer, network: &str, email: &str) -> u16 {
    let request = server.device().request(Method::POST, "/api/verify-email");
    let request = request.header("x-forwarded-for", network);
    let response = request.json(&json!({ "email": email })).send().await;
    response.unwrap().status().as_u16()
}

#[tokio::test]
async fn strangers_cannot_use_up_a_mailbox_or_the_whole_verification() {
    let server = SharedServer::limited().await;
    let (theirs, hers) = (SharedServer::network(), SharedServer::network());
    for number in 0..30 {
        let network = format!("{theirs}.{number}");
        for _ in 0..5 {
            verify_from(&server, &network, "ann@example.com").await;
        }
    }
    let own = verify_from(&server, &format!("{hers}.1"), "ann@example.com").await;
    assert_eq!(own, 200, "her own request, after 150 of strangers");
}

#[tokio::test]
async fn devices_that_an_address_makes_up_are_not_counted_after_it_is_refused() {
    let server = TestServer::with(ON).await;
    let mut stored = 0;
    for _ in 0..300 {
        // Each a device of its own.
        let body = json!({ "phoneNumber": "000" });
        let token = BASE64URL_NOPAD.encode(&rand::random::<[u8; 32]>());
        let request = server.device().request(Method::POST, "/api/contacts");
        let request = request.header("cookie", format!("id={token}")).json(&body);
        let status = request.send().await.unwrap().status();
        stored += i64::from(status == 201);
    }
    assert_eq!(stored, 60, "the limit of the address");
    let devices = server.place.number("SELECT COUNT(*) FROM device_sessions");
    assert_eq!(devices.await, stored);
    // For each of them a counter, and for the address and the 24 bits around it two each.
    let counters = server.place.number("SELECT COUNT(*) FROM rate_buckets");
    assert_eq!(counters.await, stored + 4);
}

#[tokio::test]
async fn an_address_stores_a_limited_number_of_new_devices_a_day() {
    let server = TestServer::with(ON).await;
    let contact = json!({ "phoneNumber": "000" });
    let known = server.device();
    assert_eq!(known.post("/api/contacts", &contact).await.status(), 201);
    // As if it had stored 200 devices today.
    server
        .place
        .execute("UPDATE rate_buckets SET count = 200 WHERE expires_at - window_start = 86400000")
        .await;
    let refused = server.device().post("/api/contacts", &contact).await;
    assert_eq!(refused.status(), 429);
    assert_eq!(refused_by(&refused).as_deref(), Some("new-devices-block"));
    let again = known.post("/api/contacts", &contact).await;
    assert_eq!(again.status(), 200, "a known device is not counted");
    let devices = server.place.number("SELECT COUNT(*) FROM device_sessions");
    assert_eq!(devices.await, 1);
}

#[tokio::test]
async fn two_processes_share_a_limit() {
    let server = TestServer::with(ON).await;
    let second = server.place.start(ON).await;
    let (one, two) = (server.device(), second.device());
    let mut good = 0;
    for number in 0..10 {
        let device = if number % 2 == 0 { &one } else { &two };
        good += u32::from(
            verify(device, &format!("a{number}@example.com"))
                .await
                .status()
                == 200,
        );
    }
    assert_eq!(good, 5);
}

#[tokio::test]
async fn concurrent_requests_do_not_exceed_a_limit() {
    let server = SharedServer::limited().await;
    let network = SharedServer::network();
    let tasks: Vec<_> = (0..40)
        .map(|number| {
            let device = server.device_in(&network);
            tokio::spawn(async move {
                verify(&device, &format!("a{number}@example.com"))
                    .await
                    .status()
            })
        })
        .collect();
    let mut good = 0;
    for task in tasks {
        good += u32::from(task.await.unwrap() == 200);
    }
    assert_eq!(good, 5);
}

#[tokio::test]
async fn an_unknown_code_is_blocked_after_ten_failures() {
    let server = SharedServer::limited().await;
    let network = SharedServer::network();
    // No other test tries this one.
    let code = "zzzzzzzzzzzzzzzzzzzzzzzzzz";
    let mut statuses = Vec::new();
    for number in 0..12 {
        let request = server
            .device()
            .request(Method::POST, &format!("/api/gift-links/{code}/activate"));
        let request = request.header("x-forwarded-for", format!("{network}.{number}"));
        statuses.push(
            request
                .json(&json!({ "email": "a@example.com" }))
                .send()
                .await
                .unwrap()
                .status()
                .as_u16(),
        );
    }
    assert_eq!(
        statuses,
        [404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 429, 429]
    );
}

#[tokio::test]
async fn limits_store_hashes_of_what_they_count() {
    let server = SharedServer::limited().await;
    verify(
        &server.device_in(&SharedServer::network()),
        "ann@example.com",
    )
    .await;
    let short = server
        .number("SELECT COUNT(*) FROM rate_buckets WHERE length(key) <> 32")
        .await;
    assert_eq!(short, 0);
    assert!(0 < server.number("SELECT COUNT(*) FROM rate_buckets").await);
}

#[tokio::test]
async fn a_reload_of_the_checkout_is_not_counted_as_a_payment() {
    let server = SharedServer::limited().await;
    let device = server.device_in(&SharedServer::network());
    let first = device.start_payment("ann@example.com").await;
    for _ in 0..12 {
        let again = device.start_payment("ann@example.com").await;
        assert_eq!(again.secret, first.secret);
    }
    // Other payments are counted, each of them.
    let mut statuses = Vec::new();
    for number in 0..6 {
        let body = json!({ "email": format!("a{number}@example.com") });
        let response = device.post("/api/create-payment-intent", &body).await;
        statuses.push(response.status().as_u16());
    }
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429]);
}

/// Requests that come at the same time are counted in one transaction, each by itself.
#[tokio::test]
async fn requests_that_come_at_once_are_counted_exactly() {
    let server = TestServer::with(&[("RATE_LIMITS", "on"), ("TRUSTED_PROXIES", "1")]).await;
    let mut requests = tokio::task::JoinSet::new();
    for number in 0..120 {
        let network = format!("10.3.0.{}", number % 3);
        let request = server.device().request(Method::POST, "/csp-report");
        let request = request.json(&json!({}));
        let request = request.header("x-forwarded-for", &network);
        requests.spawn(async move { (network, request.send().await.unwrap().status().as_u16()) });
    }
    let answers = requests.join_all().await;
    for network in ["10.3.0.0", "10.3.0.1", "10.3.0.2"] {
        let of = |status| {
            let same = |answer: &&(String, u16)| answer.0 == network && answer.1 == status;
            answers.iter().filter(same).count()
        };
        assert_eq!((of(204), of(429)), (10, 30), "{network}");
    }
    let counted = "SELECT CAST(SUM(count) AS BIGINT) FROM rate_buckets WHERE LENGTH(key) = 32";
    assert_eq!(
        server.place.number(counted).await,
        2 * 30,
        "a request counts for its address and the 24 bits around it, and a refused one nowhere"
    );
}
