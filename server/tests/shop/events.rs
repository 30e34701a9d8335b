//! Events of the payment provider, and a provider that misbehaves.

use serde_json::json;

use crate::device::StartedPayment;
use crate::provider::{OLD_SECRET, Provider, SECRET, event, post_event, send_event, sign};
use crate::shared_doubles;

#[tokio::test]
async fn an_event_is_accepted_only_with_a_valid_signature_of_its_bytes() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    let body = event("payment_intent.succeeded", "evt_1", &payment.intent);
    let good = sign(&body, SECRET, 0);
    let spaced = body.replacen(',', ", ", 1);
    for (body, signature) in [
        (&body, sign(&body, SECRET, 301)),
        (&body, sign(&body, SECRET, -302)),
        (&body, sign(&body, "whsec_forged", 0)),
        (&body, good.replace("v1=", "v0=")),
        (&body, String::new()),
        (&spaced, good.clone()),
    ] {
        assert_eq!(post_event(&device, body, &signature).await, 400);
    }
    let unsigned = device.post("/api/webhooks/stripe", &json!({})).await;
    assert_eq!(unsigned.status(), 400);
    assert_eq!(
        server
            .place
            .number("SELECT COUNT(*) FROM webhook_events")
            .await,
        0
    );
    // Two signatures in one header, of which the second is ours.
    let both = good.replacen("v1=", &format!("v1={},v1=", "0".repeat(64)), 1);
    assert_eq!(post_event(&device, &body, &both).await, 200);
    assert!(device.has_access().await);
    let old = event("payment_intent.succeeded", "evt_2", &payment.intent);
    assert_eq!(
        post_event(&device, &old, &sign(&old, OLD_SECRET, 0)).await,
        200
    );
}

#[tokio::test]
async fn a_payment_that_differs_from_its_order_gives_no_access() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    for (number, wrong) in [
        json!({ "amount": 998 }),
        json!({ "currency": "jpy" }),
        json!({ "livemode": true }),
        json!({ "metadata": { "order_id": "0192f0c1-0000-7000-8000-000000000000" } }),
        json!({ "metadata": {} }),
    ]
    .iter()
    .enumerate()
    {
        let device = server.device();
        let payment = device
            .start_payment(&format!("ann{number}@example.com"))
            .await;
        provider.pay(&payment.intent);
        provider.set(&payment.intent, wrong);
        assert_eq!(
            send_event(
                &device,
                "payment_intent.succeeded",
                &format!("evt_{number}"),
                &payment
            )
            .await,
            200
        );
        assert!(!device.has_access().await, "{wrong}");
    }
    assert_eq!(
        server
            .place
            .number("SELECT COUNT(*) FROM purchases WHERE status <> 'pending'")
            .await,
        0
    );
}

#[tokio::test]
async fn events_about_unknown_objects_are_accepted_and_unreadable_ones_refused() {
    let (_, server) = shared_doubles::provider().await;
    let device = server.device();
    let others = StartedPayment {
        intent: "pi_of_another_account".to_owned(),
        secret: String::new(),
    };
    for kind in [
        "payment_intent.succeeded",
        "customer.created",
        "charge.refunded",
        "nonsense",
    ] {
        assert_eq!(
            send_event(&device, kind, kind, &others).await,
            200,
            "{kind}"
        );
    }
    let unreadable = "[]";
    assert_eq!(
        post_event(&device, unreadable, &sign(unreadable, SECRET, 0)).await,
        400
    );
}

#[tokio::test]
async fn a_refund_is_final_in_whatever_order_events_arrive() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    for (number, order) in [
        ["charge.refunded", "payment_intent.succeeded"],
        ["payment_intent.succeeded", "charge.refunded"],
    ]
    .iter()
    .enumerate()
    {
        let device = server.device();
        let payment = device
            .start_payment(&format!("ann{number}@example.com"))
            .await;
        provider.pay(&payment.intent);
        for (place, kind) in order.iter().enumerate() {
            if *kind == "charge.refunded" {
                provider.set(
                    &payment.intent,
                    &json!({ "latest_charge": { "id": "ch_1", "refunded": true } }),
                );
            }
            assert_eq!(
                send_event(&device, kind, &format!("evt_{number}_{place}"), &payment).await,
                200
            );
        }
        assert!(!device.has_access().await);
    }
    assert_eq!(
        server
            .place
            .number("SELECT COUNT(*) FROM purchases WHERE status = 'refunded'")
            .await,
        2
    );
}

#[tokio::test]
async fn a_partial_refund_revokes_nothing() {
    let (provider, server) = shared_doubles::provider().await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    provider.set(
        &payment.intent,
        &json!({ "latest_charge": { "refunded": false, "amount": 999, "amount_refunded": 100 } }),
    );
    send_event(&device, "payment_intent.succeeded", "evt_1", &payment).await;
    send_event(&device, "charge.refunded", "evt_2", &payment).await;
    assert!(device.has_access().await);
}

#[tokio::test]
async fn a_new_payment_tells_the_provider_no_address_and_no_description() {
    let (provider, server) = shared_doubles::provider().await;
    let payment = server.device().start_payment("ann@example.com").await;
    let mut creations = provider.creations().into_iter();
    let (body, key) = creations
        .find(|(_, key)| payment.secret.ends_with(key))
        .unwrap();
    assert!(
        body.contains("amount=999") && body.contains("currency=usd") && body.contains(&key),
        "{body}"
    );
    for told in ["ann", "receipt", "description", "statement", "example"] {
        assert!(!body.contains(told), "{told} in {body}");
    }
}

#[tokio::test]
async fn only_events_after_which_an_order_can_have_changed_cost_a_question() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    for kind in [
        "payment_intent.created",
        "payment_intent.processing",
        "payment_intent.payment_failed",
        "charge.succeeded",
        "charge.updated",
        "checkout.session.async_payment_failed",
        "customer.created",
    ] {
        assert_eq!(send_event(&device, kind, kind, &payment).await, 200);
    }
    assert_eq!(provider.questions(), 0);
    provider.pay(&payment.intent);
    let paid = send_event(&device, "payment_intent.succeeded", "evt_1", &payment).await;
    assert_eq!((paid, provider.questions()), (200, 1));
}

#[tokio::test]
async fn an_event_about_an_object_without_an_id_is_accepted() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let body = json!({
        "id": "evt_1", "object": "event", "type": "balance.available", "livemode": false,
        "data": { "object": { "object": "balance", "available": [] } },
    });
    let body = body.to_string();
    let status = post_event(&server.device(), &body, &sign(&body, SECRET, 0)).await;
    assert_eq!((status, provider.questions()), (200, 0));
}
