//! Health checks for supervisors and load balancers.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use tokio::time::timeout;

use crate::error::Error;
use crate::lifecycle::Lifecycle;
use crate::pages::Pages;
use crate::services::readiness::Readiness;

/// How long the database may take, so that the answer comes before a load balancer gives up.
const PATIENCE: Duration = Duration::from_secs(3);

/// `GET /healthz`: the process responds.
pub(crate) async fn healthz() -> &'static str {
    "ok"
}

/// `GET /readyz`: pages can be rendered, the database takes a write, and the server is not stopping.
pub(crate) async fn readyz(
    State(pages): State<Pages>,
    State(lifecycle): State<Arc<Lifecycle>>,
    State(readiness): State<Readiness>,
) -> Result<&'static str, Error> {
    if !pages.is_ready() || lifecycle.is_stopping() {
        return Err(Error::Busy);
    }
    let checked = timeout(PATIENCE, readiness.check()).await;
    checked.map_err(|_| Error::Timeout)??;
    Ok("ready")
}
