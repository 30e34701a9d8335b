//! A browser: what one device asks of the server, with its own cookies.

use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderValue};
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::{Value, json};

use crate::server::eventually;

pub(crate) const GOOD_CARD: &str = "4242424242424242";
pub(crate) const DECLINED_CARD: &str = "4000 0000 0000 0002";
pub(crate) const CHECKED_CARD: &str = "4000002500003155";

/// One device.
#[derive(Clone)]
pub(crate) struct Device {
    client: Client,
    pub(crate) base: String,
}

/// A payment that was payment in a page.
pub(crate) struct StartedPayment {
    pub(crate) intent: String,
    pub(crate) secret: String,
}

impl StartedPayment {
    /// Where the page of a gift comes back from paying.
    pub(crate) fn gift_return(&self) -> String {
        format!(
            "/download-success?gift=true&payment_intent={}&payment_intent_client_secret={}",
            self.intent, self.secret
        )
    }
}

impl Device {
    pub(crate) fn new(base: &str) -> Self {
        Self::sending(base, HeaderMap::new())
    }

    /// A device of another network, for a server behind a proxy.
    pub(crate) fn in_network(base: &str, address: &str) -> Self {
        let address = HeaderValue::from_str(address).unwrap();
        let forwarded = [("x-forwarded-for".parse().unwrap(), address)];
        Self::sending(base, HeaderMap::from_iter(forwarded))
    }

    fn sending(base: &str, headers: HeaderMap) -> Self {
        let client = Client::builder()
            .default_headers(headers)
            .redirect(reqwest::redirect::Policy::none())
            .cookie_store(true)
            .timeout(Duration::from_mins(1))
            .build()
            .unwrap();
        Self {
            client,
            base: base.to_owned(),
        }
    }

    /// The same device after the server came back on another port: browsers do not tell ports apart in cookies.
    pub(crate) fn at(&self, base: &str) -> Self {
        Self {
            client: self.client.clone(),
            base: base.to_owned(),
        }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = if path.starts_with("http") {
            path.to_owned()
        } else {
            format!("{}{path}", self.base)
        };
        self.client.request(method, url)
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.unwrap()
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Response {
        self.request(Method::POST, path)
            .json(body)
            .send()
            .await
            .unwrap()
    }

    pub(crate) async fn patch(&self, path: &str, body: &Value) -> Response {
        self.request(Method::PATCH, path)
            .json(body)
            .send()
            .await
            .unwrap()
    }

    pub(crate) async fn submit(&self, path: &str, fields: &[(&str, &str)]) -> Response {
        self.request(Method::POST, path)
            .form(fields)
            .send()
            .await
            .unwrap()
    }

    /// The JSON of a page's or call's good answer.
    pub(crate) async fn json(&self, path: &str) -> Value {
        let response = self.get(path).await;
        assert_eq!(response.status(), 200, "{path}");
        response.json().await.unwrap()
    }

    pub(crate) async fn has_access(&self) -> bool {
        self.json("/api/access").await["access"].as_bool().unwrap()
    }

    pub(crate) async fn wait_for_access(&self) {
        eventually("access", async || self.has_access().await.then_some(())).await;
    }

    /// Begins a payment for oneself.
    pub(crate) async fn start_payment(&self, email: &str) -> StartedPayment {
        self.start_payment_at("/api/create-payment-intent", &json!({ "email": email }))
            .await
    }

    pub(crate) async fn start_payment_at(&self, path: &str, body: &Value) -> StartedPayment {
        let response = self.post(path, body).await;
        assert_eq!(response.status(), 200);
        let body: Value = response.json().await.unwrap();
        let secret = body["clientSecret"].as_str().unwrap().to_owned();
        let intent = secret.split("_secret_").next().unwrap().to_owned();
        StartedPayment { intent, secret }
    }

    /// Pays with a card, as the page's script does.
    pub(crate) async fn confirm(&self, payment: &StartedPayment, card: &str) -> Value {
        self.try_confirm(payment, card).await.unwrap()
    }

    /// The same where the answer may be cut off.
    pub(crate) async fn try_confirm(
        &self,
        payment: &StartedPayment,
        card: &str,
    ) -> reqwest::Result<Value> {
        let path = format!(
            "/_sandbox/stripe/v1/payment_intents/{}/confirm",
            payment.intent
        );
        let fields = [
            ("key", "pk_test_sandbox"),
            ("client_secret", payment.secret.as_str()),
            ("payment_method_data[card][number]", card),
            ("return_url", "/payment-success"),
        ];
        let request = self.request(Method::POST, &path).form(&fields);
        request.send().await?.json().await
    }

    /// Buys for oneself and waits until the server knows.
    pub(crate) async fn buy(&self, email: &str) -> StartedPayment {
        let payment = self.start_payment(email).await;
        assert_eq!(
            self.confirm(&payment, GOOD_CARD).await["status"],
            "succeeded"
        );
        self.wait_for_access().await;
        payment
    }

    /// Buys a gift, comes back from paying, and answers the code to share.
    pub(crate) async fn buy_gift(&self, recipient: &str) -> (StartedPayment, String) {
        let body = json!({ "buyerEmail": "buyer@example.com", "recipientEmail": recipient, "personalMessage": "Take care" });
        let payment = self
            .start_payment_at("/api/create-gift-payment-intent", &body)
            .await;
        assert_eq!(
            self.confirm(&payment, GOOD_CARD).await["status"],
            "succeeded"
        );
        let code = self.shown_code(&payment).await;
        (payment, code)
    }

    /// Comes back from paying a gift, and answers the code that is shown to be shared.
    pub(crate) async fn shown_code(&self, payment: &StartedPayment) -> String {
        let page = self.get(&payment.gift_return()).await;
        let data = page_data(&page.text().await.unwrap());
        assert_eq!(data["name"], "gift");
        let link = data["giftLink"].as_str().unwrap();
        link.rsplit('/').next().unwrap().to_owned()
    }

    pub(crate) async fn activate(&self, code: &str, email: &str) -> u16 {
        self.try_activate(code, email).await.unwrap()
    }

    /// The same where the answer may be cut off.
    pub(crate) async fn try_activate(&self, code: &str, email: &str) -> reqwest::Result<u16> {
        let path = format!("/api/gift-links/{code}/activate");
        let request = self.request(Method::POST, &path);
        let answer = request.json(&json!({ "email": email })).send().await?;
        Ok(answer.status().as_u16())
    }
}

/// The data that a page carries.
pub(crate) fn page_data(html: &str) -> Value {
    let json = html
        .split(r#"id="page-data">"#)
        .nth(1)
        .unwrap_or_else(|| panic!("no data in {html}"));
    let payload: Value = serde_json::from_str(json.split("</script>").next().unwrap()).unwrap();
    payload["data"].clone()
}
