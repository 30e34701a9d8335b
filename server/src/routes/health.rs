//! Health checks for supervisors and load balancers.

use std::sync::Arc;

use axum::extract::State;

use crate::error::Error;
use crate::lifecycle::Lifecycle;
use crate::pages::Pages;

/// `GET /healthz`: the process responds.
pub(crate) async fn healthz() -> &'static str {
    "ok"
}

/// `GET /readyz`: pages can be rendered, and the server is not stopping.
pub(crate) async fn readyz(
    State(pages): State<Pages>,
    State(lifecycle): State<Arc<Lifecycle>>,
) -> Result<&'static str, Error> {
    if pages.is_ready() && !lifecycle.is_stopping() {
        Ok("ready")
    } else {
        Err(Error::Busy)
    }
}
