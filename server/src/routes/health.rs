//! What a supervisor or a load balancer asks.

use axum::extract::State;

use crate::app::App;
use crate::error::Error;

/// `GET /healthz`: the process answers.
pub(crate) async fn healthz() -> &'static str {
    "ok"
}

/// `GET /readyz`: a render thread is warm, the page table is full and the server is not about to stop.
pub(crate) async fn readyz(State(app): State<App>) -> Result<&'static str, Error> {
    if app.renderer.is_ready() && !app.lifecycle.is_stopping() {
        Ok("ready")
    } else {
        Err(Error::Busy)
    }
}
