//! A PostgreSQL that ends under the server.

use serde_json::json;

use super::way::Way;
use crate::server::{Place, eventually};

/// PostgreSQL ends the sessions of those who use it, as at its shutdown.
const END_SESSIONS: &str = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()";

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn without_its_database_the_server_says_so_and_answers_503_and_serves_what_needs_none() {
    let place = Place::on_postgresql().await;
    let (way, url) = Way::to(&place).await;
    let process = place.start(&[("DATABASE_URL", url.as_str())]).await;
    let device = process.device();
    let contact = json!({ "phoneNumber": "000" });
    assert_eq!(device.post("/api/contacts", &contact).await.status(), 201);
    eventually("200 from /readyz", async || {
        (device.get("/readyz").await.status() == 200).then_some(())
    })
    .await;
    assert!(0 < place.number(END_SESSIONS).await);
    way.end();
    eventually("503 from /readyz", async || {
        (device.get("/readyz").await.status() == 503).then_some(())
    })
    .await;
    for answer in [
        device.post("/api/contacts", &contact).await,
        device.get("/api/access").await,
        device.get("/api/contacts/primary").await,
    ] {
        assert_eq!(answer.status(), 503, "{}", answer.url());
        assert!(answer.headers().contains_key("retry-after"));
    }
    for path in ["/", "/healthz"] {
        assert_eq!(device.get(path).await.status(), 200, "{path}");
    }
}
