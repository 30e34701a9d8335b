//! Guessing gift codes: slow from the first try, and over after the tenth.

use reqwest::Method;
use serde_json::json;

use crate::device::Device;
use crate::server::TestServer;
use crate::shared_server::SharedServer;

const ON: &[(&str, &str)] = &[("RATE_LIMITS", "on"), ("TRUSTED_PROXIES", "1")];

/// A code that nobody has.
fn guess(number: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(number).unwrap());
    letter.to_string().repeat(26)
}

/// Tries a code from a network and answers the status and the limit that refused it.
async fn activate(device: &Device, network: &str, code: &str) -> (u16, String) {
    let request = device
        .request(Method::POST, &format!("/api/gift-links/{code}/activate"))
        .header("x-forwarded-for", network)
        .json(&json!({ "email": "recipient@example.com" }));
    let response = request.send().await.unwrap();
    let policy = response.headers().get("ratelimit-policy");
    let policy = policy.map_or("", |policy| policy.to_str().unwrap());
    let limit = policy.split(';').next().unwrap().trim_matches('"');
    (response.status().as_u16(), limit.to_owned())
}

#[tokio::test]
async fn the_guesses_of_a_network_are_refused_for_a_day_after_ten_failures() {
    let server = TestServer::with(ON).await;
    let (_, code) = server.device().buy_gift("recipient@example.com").await;
    let (thief, network) = (server.device(), "10.0.0.1");
    assert_eq!(activate(&thief, network, &guess(0)).await.0, 404);
    // As if that had been the ninth one of this day.
    let of_the_day = "UPDATE rate_buckets SET count = 9 WHERE expires_at - window_start = 86400000";
    server.place.execute(of_the_day).await;
    assert_eq!(activate(&thief, network, &guess(9)).await.0, 404);
    let frozen = (429, "activate-strangers-block-day".to_owned());
    for device in [&thief, &server.device()] {
        assert_eq!(activate(device, network, &guess(10)).await, frozen);
    }
    assert_eq!(
        activate(&server.device(), network, &code).await.0,
        200,
        "the recipient is on the same network"
    );
    let over = "UPDATE rate_buckets SET expires_at = 1";
    server.place.execute(over).await;
    // What the first one remembers of the limit is over as well.
    let next_day = server.place.start(ON).await;
    let guessed = activate(&next_day.device(), network, &guess(11)).await;
    assert_eq!(guessed.0, 404, "the next day it may try again");
}

#[tokio::test]
async fn a_network_may_guess_five_codes_a_minute() {
    let server = SharedServer::limited().await;
    let network = format!("{}.1", SharedServer::network());
    let mut statuses = Vec::new();
    for number in 0..7 {
        statuses.push(activate(&server.device(), &network, &guess(number)).await.0);
    }
    assert_eq!(statuses, [404, 404, 404, 404, 404, 429, 429]);
}

#[tokio::test]
async fn a_code_is_blocked_after_ten_failures_and_other_codes_are_not() {
    let server = SharedServer::limited().await;
    let [buyers, many, last] = [(); 3].map(|()| SharedServer::network());
    let buyer = server.device_in(&buyers);
    let (_, used) = buyer.buy_gift("recipient@example.com").await;
    let (_, fresh) = buyer.buy_gift("other@example.com").await;
    assert_eq!(
        server
            .device_in(&buyers)
            .activate(&used, "recipient@example.com")
            .await,
        200
    );
    let last = format!("{last}.1");
    for number in 0..10 {
        let network = format!("{many}.{number}");
        assert_eq!(activate(&server.device(), &network, &used).await.0, 410);
    }
    assert_eq!(
        activate(&server.device(), &last, &used).await,
        (429, "activate-failures-code".to_owned())
    );
    assert_eq!(activate(&server.device(), &last, &fresh).await.0, 200);
}

#[tokio::test]
async fn endpoint_and_page_share_the_limit_on_reading_gifts() {
    let server = SharedServer::limited().await;
    let device = server.device_in(&SharedServer::network());
    let mut refused = Vec::new();
    for number in 0..24 {
        let path = if number % 2 == 0 {
            format!("/api/gift-links/{}", guess(number))
        } else {
            format!("/gift/{}", guess(number))
        };
        let response = device.get(&path).await;
        refused.push(response.status().as_u16());
    }
    assert_eq!(refused[..20], [404; 20]);
    assert_eq!(refused[20..], [429; 4]);
}
