//! Bounds what a request that does work may take: a place and a time.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tokio::time::timeout;

use crate::app::App;
use crate::error::Error;

/// The time for a whole request, its body included.
const REQUEST: Duration = Duration::from_secs(10);

/// Lets the request in if there is a place, and answers for it when it takes too long.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let Ok(_place) = app.in_flight.try_acquire() else {
        return Error::Busy.into_response();
    };
    timeout(REQUEST, next.run(request))
        .await
        .unwrap_or_else(|_| Error::Timeout.into_response())
}
