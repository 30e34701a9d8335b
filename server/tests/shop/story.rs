//! Everything that one can do with the shop, told to a server that logs its statements.

use std::cell::Cell;
use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Value, json};

use crate::device::Device;
use crate::proof::link_token;
use crate::provider::Provider;
use crate::push_service::PushService;
use crate::server::{TestServer, eventually};
use crate::{story_of_links, story_of_payments, your_data};

/// The address of most orders.
pub(crate) const ANN: &str = "ann@example.com";

/// A server and those who ask it. Its limits count, and nobody reaches one.
pub(crate) struct Story {
    pub(crate) server: TestServer,
    pub(crate) pushes: PushService,
    pub(crate) provider: Provider,
    devices: Cell<u32>,
}

impl Story {
    /// Tells all of it.
    pub(crate) async fn told() -> Self {
        let (provider, pushes) = (Provider::start().await, PushService::start().await);
        let settings = [
            ("RATE_LIMITS", "on"),
            ("TRUSTED_PROXIES", "1"),
            ("VERIFY_POLICY", "proof"),
            ("PUSH_HOSTS", &pushes.setting),
            ("TIMESTAMP_URL", "http://127.0.0.1:9"),
            ("LOG_LEVEL", "trace"),
            ("LOG_FORMAT", "json"),
        ];
        let story = Self {
            server: provider.server(&settings).await,
            pushes,
            provider,
            devices: Cell::new(0),
        };
        story_of_payments::tell(&story).await;
        story.mailed().await;
        story.contacts().await;
        story_of_links::tell(&story).await;
        story.free().await;
        story
    }

    /// A new device in a network of its own.
    pub(crate) fn device(&self) -> Device {
        let number = self.devices.get();
        self.devices.set(number + 1);
        let address = format!("10.7.{}.{}", number / 250, number % 250);
        Device::in_network(&self.server.process.base, &address)
    }

    /// What is asked and done by mail, for an address in several orders.
    async fn mailed(&self) {
        let asked = json!({ "email": ANN });
        for path in ["/api/verify-purchase", "/api/verify-email"] {
            assert_eq!(self.device().post(path, &asked).await.status(), 200);
        }
        let typed = [("email", ANN)];
        for path in ["/verify", "/redownload"] {
            assert_eq!(self.device().submit(path, &typed).await.status(), 200);
        }
        let token = link_token(&self.server).await;
        let device = self.device();
        let confirm = "/redownload/confirm";
        device.get(&format!("{confirm}?token={token}")).await;
        for _ in 0..2 {
            let confirmed = device.submit(confirm, &[("token", &token)]).await;
            assert_eq!(confirmed.status(), 303);
        }
        device.submit("/your-data", &typed).await;
        let token = your_data::token(&self.server.place).await;
        device.get(&format!("/your-data?token={token}")).await;
        for path in ["/your-data/file", "/your-data/erase"] {
            let done = device.submit(path, &[("token", &token)]).await;
            assert_eq!(done.status(), 200, "{path}");
        }
        eventually("every mail", async || {
            let open = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending'";
            (self.server.place.number(open).await == 0).then_some(())
        })
        .await;
    }

    async fn contacts(&self) {
        let device = self.device();
        let mut id = Value::Null;
        for number in ["000", "111", "112"] {
            let contact = json!({ "name": "Bob", "phoneNumber": number, "isPrimary": true });
            let stored = device.post("/api/contacts", &contact).await;
            id = stored.json::<Value>().await.unwrap()["id"].clone();
        }
        let path = format!("/api/contacts/{}", id.as_str().unwrap());
        let change = json!({ "phoneNumber": "911", "isPrimary": true });
        assert_eq!(device.patch(&path, &change).await.status(), 200);
        device.json("/api/contacts/primary").await;
        let forgotten = device.request(Method::DELETE, "/api/device").send().await;
        assert_eq!(forgotten.unwrap().status(), 204);
    }

    /// What costs the database nothing or is not about anybody.
    async fn free(&self) {
        let device = self.device();
        let pages = server::pages::registry::without_route().map(|page| page.path);
        for path in pages.chain([
            "/.well-known/security.txt",
            "/.well-known/time-receipt-keys.json",
            "/gift-redeem/x",
            "/healthz",
            "/readyz",
        ]) {
            device.get(path).await;
        }
        device.post("/csp-report", &json!({})).await;
        let head = json!({ "head": "ab".repeat(32) });
        assert_eq!(device.post("/api/receipts", &head).await.status(), 200);
        let drawn = device.post("/api/receipts/nonce", &json!({})).await;
        assert_eq!(drawn.status(), 200);
        let noted = device.post("/api/receipts/token", &head).await;
        assert_eq!(noted.status(), 200);
        let failed = "SELECT COUNT(*) FROM timestamps WHERE attempts > 0";
        eventually("an authority that is away", async || {
            (self.server.place.number(failed).await == 1).then_some(())
        })
        .await;
    }

    /// The most statements that a request of each route has sent, by method and route.
    pub(crate) fn sent(&self) -> BTreeMap<String, u64> {
        let mut sent = BTreeMap::new();
        for line in self.lines() {
            if line["message"] == "Answered" {
                let text = |field: &str| line[field].as_str().unwrap().to_owned();
                let route = format!("{} {}", text("method"), text("route"));
                let most = sent.entry(route).or_default();
                *most = Ord::max(*most, line["statements"].as_u64().unwrap());
            }
        }
        sent
    }

    /// The statements that were sent after the start, which creates tables.
    pub(crate) fn statements(&self) -> Vec<String> {
        let is_listening = |line: &Value| {
            let message = line["message"].as_str().unwrap_or_default();
            message.starts_with("Listening on")
        };
        let lines = self.lines().into_iter();
        let after_start = lines.skip_while(|line| !is_listening(line));
        let mut statements: Vec<String> = after_start
            .filter_map(|line| line["sql"].as_str().map(str::to_owned))
            .collect();
        statements.sort();
        statements.dedup();
        statements
    }

    /// The lines of the server's log.
    fn lines(&self) -> Vec<Value> {
        let said = self.server.process.said();
        let lines = said.lines();
        lines
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect()
    }
}
