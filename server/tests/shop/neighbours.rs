//! What strangers cannot use up on the network of somebody who has what they do not have: a gift's code, a mailed link, an open order.

use reqwest::Method;
use serde_json::json;
use tokio::task::JoinSet;

use crate::device::Device;
use crate::proof::link_token;
use crate::server::TestServer;
use crate::shared_server::SharedServer;
use crate::your_data;

const LIMITED: &[(&str, &str)] = &[
    ("RATE_LIMITS", "on"),
    ("TRUSTED_PROXIES", "1"),
    ("VERIFY_POLICY", "proof"),
];

/// Sends requests of this kind about what nobody has until they are refused, each from a device of its own.
async fn flood(base: &str, network: &str, method: &Method, path: impl Fn(char) -> String) {
    let mut refused = false;
    for number in 0..60 {
        let letter = char::from(b'a' + number % 26);
        let stranger = Device::in_network(base, network);
        let request = stranger.request(method.clone(), &path(letter));
        let fields = [("email", "bob@example.com"), ("token", &path(letter))];
        let answer = request.form(&fields).send().await.unwrap();
        refused |= answer.status() == 429;
    }
    assert!(refused, "{}", path('a'));
}

#[tokio::test]
async fn strangers_on_the_network_keep_nobody_from_reading_and_redeeming_a_gift() {
    let server = SharedServer::limited().await;
    let network = SharedServer::network();
    let buyer = server.device_in(&SharedServer::network());
    let (_, code) = buyer.buy_gift("neighbour-gift@example.com").await;
    let address = format!("{network}.1");
    for path in ["/gift/", "/api/gift-links/"] {
        let guess = |letter: char| format!("{path}{}", letter.to_string().repeat(26));
        flood(server.base(), &address, &Method::GET, guess).await;
    }
    let guess = |letter: char| format!("/gift/{}/activate", letter.to_string().repeat(26));
    flood(server.base(), &address, &Method::POST, guess).await;
    // Texts that are no codes count as well.
    let text = |letter: char| format!("/gift/{letter}");
    flood(server.base(), &address, &Method::GET, text).await;
    let recipient = server.device_in(&network);
    for path in [format!("/gift/{code}"), format!("/api/gift-links/{code}")] {
        assert_eq!(recipient.get(&path).await.status(), 200, "{path}");
    }
    let email = "neighbour-gift@example.com";
    assert_eq!(recipient.activate(&code, email).await, 200);
    assert!(recipient.has_access().await);
}

#[tokio::test]
async fn strangers_on_the_network_keep_nobody_from_using_a_mailed_link() {
    let server = TestServer::with(LIMITED).await;
    let base = &server.process.base;
    let buyer = Device::in_network(base, "10.1.0.1");
    buyer.buy("ann@example.com").await;
    let own = Device::in_network(base, "10.2.0.1");
    let ann = [("email", "ann@example.com")];
    own.submit("/redownload", &ann).await;
    let proof = link_token(&server).await;
    own.submit("/your-data", &ann).await;
    let data = your_data::token(&server.place).await;
    for path in ["/redownload/confirm", "/your-data"] {
        let guess = |letter: char| format!("{path}?token={letter}");
        flood(base, "10.2.0.1", &Method::GET, guess).await;
    }
    for path in ["/your-data/file", "/your-data/erase"] {
        flood(base, "10.2.0.1", &Method::POST, |_| path.to_owned()).await;
    }
    let confirm = format!("/redownload/confirm?token={proof}");
    assert_eq!(own.get(&confirm).await.status(), 200);
    let fields = [("token", proof.as_str())];
    let done = own.submit("/redownload/confirm", &fields).await;
    assert_eq!(done.status(), 303);
    let shown = own.get(&format!("/your-data?token={data}")).await;
    assert_eq!(shown.status(), 200);
    for path in ["/your-data/file", "/your-data/erase"] {
        let answer = own.submit(path, &[("token", &data)]).await;
        assert_eq!(answer.status(), 200, "{path}");
    }
}

#[tokio::test]
async fn strangers_on_the_network_keep_nobody_from_a_payment_that_is_begun() {
    let server = TestServer::with(LIMITED).await;
    let in_network = || Device::in_network(&server.process.base, "10.1.0.1");
    let (buyer, stranger) = (in_network(), in_network());
    let begun = buyer.start_payment("ann@example.com").await;
    for _ in 0..2 {
        stranger.start_payment("bob@example.com").await;
    }
    // As if strangers had begun and opened again two hundred times as many.
    let many = "UPDATE rate_buckets SET count = count * 200";
    server.place.execute(many).await;
    let again = buyer.start_payment("ann@example.com").await;
    assert_eq!(again.secret, begun.secret);
}

#[tokio::test]
async fn requests_that_begin_no_payment_keep_no_buyer_waiting() {
    let server = SharedServer::limited().await;
    let mut refused = JoinSet::new();
    for number in 0..20 {
        let device = server.device_in(&SharedServer::network());
        for _ in 0..20 {
            let (device, body) = (device.clone(), json!({ "email": "no address" }));
            refused.spawn(async move {
                let answer = device.post("/api/create-payment-intent", &body).await;
                (number, answer.status().as_u16())
            });
        }
    }
    // Twenty payments a second may begin, and a request waits four seconds for its turn.
    let answers = refused.join_all().await;
    let busy = answers.iter().filter(|(_, status)| *status != 400);
    assert_eq!(busy.count(), 0, "{answers:?}");
}
