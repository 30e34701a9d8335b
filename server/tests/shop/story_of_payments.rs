//! Everything that one can do to pay and to give, for `story.rs`.

use serde_json::{Value, json};

use crate::device::{Device, StartedPayment, page_data};
use crate::provider::send_event;
use crate::story::{ANN, Story};

const OWN: &str = "/api/create-payment-intent";
const GIFT: &str = "/api/create-gift-payment-intent";

pub(crate) async fn tell(story: &Story) {
    story.orders().await;
    story.returns().await;
    story.lost_news().await;
    story.gifts().await;
    story.events().await;
}

impl Story {
    /// Opens each kind of order, finds it again, and closes it for the other way to pay.
    async fn orders(&self) {
        let own = [("from", "checkout"), ("email", ANN)];
        let gift = [
            ("buyerEmail", ANN),
            ("recipientEmail", "bob@example.com"),
            ("personalMessage", "Hi"),
        ];
        for (api, body, form, fields) in [
            (OWN, json!({ "email": ANN }), "/buy", &own[..]),
            (GIFT, gift_for("bob@example.com"), "/gift/buy", &gift[..]),
        ] {
            let device = self.device();
            for _ in 0..2 {
                for _ in 0..2 {
                    assert_eq!(device.post(api, &body).await.status(), 200);
                }
                for _ in 0..2 {
                    assert_eq!(device.submit(form, fields).await.status(), 303);
                }
            }
        }
    }

    /// Begins a payment that the provider has, and of which nobody has told the server.
    async fn paid(&self, device: &Device, path: &str, body: &Value) -> StartedPayment {
        let payment = device.start_payment_at(path, body).await;
        self.provider.pay(&payment.intent);
        payment
    }

    /// Returns that settle a payment, in the browser that began it and in another one.
    async fn returns(&self) {
        for path in [
            "/payment-success?",
            "/paypal-success?",
            "/download-success?",
            "/download-success/ann@example.com?",
        ] {
            for is_other in [false, true] {
                let buyer = self.device();
                let payment = self.paid(&buyer, OWN, &json!({ "email": ANN })).await;
                let browser = if is_other { self.device() } else { buyer };
                let page = browser.get(&of(path, &payment)).await;
                assert_eq!(page.status(), 200, "{path}");
                assert!(browser.has_access().await);
            }
        }
    }

    /// Requests of a device with two paid orders of which the server does not know yet.
    async fn lost_news(&self) {
        for path in [
            "/api/access",
            "/payment-success",
            "/paypal-success",
            "/download-success?gift=true",
            "/download-success/ann@example.com?gift=true",
        ] {
            let device = self.device();
            self.paid(&device, OWN, &json!({ "email": ANN })).await;
            self.paid(&device, GIFT, &gift_for("bob@example.com")).await;
            // The provider is not asked twice within seconds.
            let long_ago = "UPDATE purchases SET checked_at = 0";
            self.server.place.execute(long_ago).await;
            assert_eq!(device.get(path).await.status(), 200, "{path}");
            let paid = device.json("/api/access").await;
            assert_eq!(paid["access"], json!(true), "{path}");
        }
    }

    /// Buys a gift and returns from paying; answers its payment and its code.
    async fn buy_gift(&self, recipient: &str) -> (StartedPayment, String) {
        let buyer = self.device();
        let payment = self.paid(&buyer, GIFT, &gift_for(recipient)).await;
        let page = buyer
            .get(&of("/download-success?gift=true&", &payment))
            .await;
        let data = page_data(&page.text().await.unwrap());
        let link = data["giftLink"].as_str().unwrap().to_owned();
        assert_eq!(
            buyer.json("/api/access").await["giftCode"],
            link.rsplit('/').next().unwrap()
        );
        (payment, link.rsplit('/').next().unwrap().to_owned())
    }

    async fn gifts(&self) {
        for is_form in [false, true] {
            let (_, code) = self.buy_gift("bob@example.com").await;
            let (recipient, stranger) = (self.device(), self.device());
            let path = format!("/gift/{code}/activate");
            for page in ["/api/gift-links/", "/gift/"] {
                let page = recipient.get(&format!("{page}{code}")).await;
                assert_eq!(page.status(), 200);
            }
            let mistyped = recipient.submit(&path, &[("email", "bob")]).await;
            assert_eq!(mistyped.status(), 422);
            for (device, is_right) in [(&recipient, true), (&recipient, true), (&stranger, false)] {
                let status = if is_form {
                    let form = [("email", "bob@example.com")];
                    let redeemed = device.submit(&path, &form).await;
                    redeemed.status().as_u16()
                } else {
                    device.activate(&code, "bob@example.com").await
                };
                let expected = if is_form { 303 } else { 200 };
                assert_eq!(status, if is_right { expected } else { 410 });
            }
            assert_eq!(recipient.get(&format!("/gift/{code}")).await.status(), 200);
            assert!(recipient.has_access().await);
            let bob = json!({ "email": "bob@example.com" });
            for path in ["/api/verify-purchase", "/api/verify-email"] {
                assert_eq!(recipient.post(path, &bob).await.status(), 200);
            }
            for path in ["/verify", "/redownload"] {
                let form = [("email", "bob@example.com")];
                assert_eq!(recipient.submit(path, &form).await.status(), 200);
            }
            let confirmed = recipient.get("/redownload?confirmed=1").await;
            assert_eq!(confirmed.status(), 200);
        }
    }

    /// Events of payments of both kinds; the gift is disputed, won back and refunded after it was redeemed.
    async fn events(&self) {
        let device = self.device();
        let event = async |kind: &str, id: &str, payment: &StartedPayment| {
            assert_eq!(send_event(&device, kind, id, payment).await, 200, "{id}");
        };
        let canceled = json!({ "status": "canceled" });
        for (name, path, body) in [
            ("own", OWN, json!({ "email": ANN })),
            ("gift", GIFT, gift_for("bob@example.com")),
        ] {
            let payment = self.paid(&self.device(), path, &body).await;
            for _ in 0..2 {
                event("payment_intent.succeeded", name, &payment).await;
            }
            let payment = self.device().start_payment_at(path, &body).await;
            self.provider.set(&payment.intent, &canceled);
            let id = format!("{name}_canceled");
            event("payment_intent.canceled", &id, &payment).await;
        }
        let (payment, code) = self.buy_gift("eve@example.com").await;
        let recipient = self.device();
        assert_eq!(recipient.activate(&code, "eve@example.com").await, 200);
        for (status, has_access) in [("needs_response", false), ("won", true)] {
            self.provider.dispute(&payment.intent, status);
            event("charge.dispute.closed", status, &payment).await;
            assert_eq!(recipient.has_access().await, has_access, "{status}");
        }
        let refunded = json!({ "latest_charge": { "id": "ch_1", "refunded": true } });
        self.provider.set(&payment.intent, &refunded);
        event("charge.refunded", "evt_refunded", &payment).await;
        assert!(!recipient.has_access().await);
    }
}

fn gift_for(recipient: &str) -> Value {
    json!({ "buyerEmail": ANN, "recipientEmail": recipient, "personalMessage": "Hi" })
}

/// The URL of a return from paying.
fn of(path: &str, payment: &StartedPayment) -> String {
    let StartedPayment { intent, secret } = payment;
    format!("{path}payment_intent={intent}&payment_intent_client_secret={secret}")
}
