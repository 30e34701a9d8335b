//! Health checks for supervisors and load balancers.

use std::time::Duration;

use axum::extract::State;
use tokio::time::timeout;

use crate::app::App;
use crate::error::Error;

/// How long the database may take, so that the answer comes before a load balancer gives up.
const TIMEOUT: Duration = Duration::from_secs(3);

/// `GET /healthz`: the process responds.
pub(crate) async fn healthz() -> &'static str {
    "ok"
}

/// `GET /readyz`: pages can be rendered, the database takes a write, and the server is not stopping. While the
/// price at the payment provider is not known to be right, the answer says so, and the server is ready all the same.
pub(crate) async fn readyz(State(app): State<App>) -> Result<&'static str, Error> {
    if !app.pages.is_ready() || app.lifecycle.is_stopping() {
        return Err(Error::Busy);
    }
    let checked = timeout(TIMEOUT, app.readiness.check()).await;
    checked.map_err(|_| Error::Timeout)??;
    Ok(if app.shop.stripe.is_price_open() {
        "ready; the price at Stripe is not checked, and the amount is sent in its place"
    } else {
        "ready"
    })
}
