//! What stops a start beyond the settings themselves: the database, the secret, and the price at the payment provider.

use serde_json::json;

use crate::provider::{Behaviour, Provider};
use crate::server::{Place, Process, TestServer, eventually, refused};

const OTHER: (&str, &str) = ("SERVER_SECRET", "another-secret-of-32-characters-!");
const PRICE: (&str, &str) = ("STRIPE_PRICE_ID", "price_1");

#[tokio::test]
async fn the_first_start_with_a_secret_of_ones_own_says_so_once() {
    let place = Place::new().await;
    let (code, said) = refused(&place, &[OTHER]).await;
    assert_eq!((code, said.lines().count()), (2, 1), "{said}");
    drop(place.start(&[OTHER, ("BEGIN_ANEW", "true")]).await);
    drop(place.start(&[OTHER]).await);
    let still_set = place.start(&[OTHER, ("BEGIN_ANEW", "true")]).await;
    assert!(still_set.said().contains("should be removed"));
}

#[tokio::test]
async fn another_secret_stops_the_start_even_before_the_first_order() {
    let TestServer { place, mut process } = TestServer::start().await;
    process.kill();
    let (code, said) = refused(&place, &[OTHER]).await;
    assert_eq!((code, said.lines().count()), (2, 1), "{said}");
    assert!(said.contains("does not open this database"), "{said}");
    std::fs::remove_file(place.folder.path().join("data/server-secret")).unwrap();
    let (code, said) = refused(&place, &[]).await;
    assert_eq!((code, said.lines().count()), (2, 1), "{said}");
    assert!(!place.folder.path().join("data/server-secret").exists());
}

#[tokio::test]
async fn a_price_that_is_not_the_products_stops_the_start() {
    let provider = Provider::start().await;
    let place = Place::new().await;
    let settings = provider.settings(&[PRICE]);
    for (change, named) in [
        (json!({ "unit_amount": 998 }), "9.99"),
        (json!({ "unit_amount": null }), "9.99"),
        (json!({ "currency": "aud" }), "9.99"),
        (json!({ "type": "recurring" }), "paid once"),
        (json!({ "active": false }), "archived"),
    ] {
        provider.add_price("price_1", &change);
        let (code, said) = refused(&place, &settings).await;
        let line = said.lines().last().unwrap();
        assert_eq!(code, 2, "{change}: {said}");
        assert!(
            line.contains("STRIPE_PRICE_ID") && line.contains(named),
            "{change}: {said}"
        );
    }
    let unknown = provider.settings(&[("STRIPE_PRICE_ID", "price_2")]);
    let (code, said) = refused(&place, &unknown).await;
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("does not have"), "{said}");
}

#[tokio::test]
async fn the_hosted_page_names_a_price_only_once_it_is_known_to_be_right() {
    let provider = Provider::start().await;
    provider.add_price("price_1", &json!({}));
    let server = provider.server(&[PRICE]).await;
    assert_eq!(ready(&server.process).await, "ready");
    assert!(
        hosted(&provider, &server.process)
            .await
            .contains("[price]=price_1")
    );
    drop(server);
    // A provider that does not tell its prices stops no start.
    provider.behave(Behaviour::ErrorForPrices);
    let place = Place::new().await;
    let process = place.start(&provider.settings(&[PRICE])).await;
    assert!(
        process
            .said()
            .contains("The price at Stripe could not be checked")
    );
    let said = ready(&process).await;
    assert!(said.contains("price at Stripe is not checked"), "{said}");
    let sent = hosted(&provider, &process).await;
    assert!(
        sent.contains("[unit_amount]=999") && !sent.contains("price_1"),
        "{sent}"
    );
}

/// What `/readyz` says once the server is ready.
async fn ready(process: &Process) -> String {
    let response = eventually("a good answer", async || {
        let response = process.device().get("/readyz").await;
        (response.status() == 200).then_some(response)
    })
    .await;
    response.text().await.unwrap()
}

/// What the server sends for a hosted page.
async fn hosted(provider: &Provider, process: &Process) -> String {
    let before = provider.creations().len();
    eventually("a hosted page", async || {
        let fields = [("from", "checkout"), ("email", "ann@example.com")];
        process.device().submit("/buy", &fields).await;
        provider
            .creations()
            .get(before)
            .map(|(body, _)| body.replace("%5B", "[").replace("%5D", "]"))
    })
    .await
}
