//! Limits how many requests are in progress at once, and how long each may take.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::error::Error;

/// The time for a whole request, its body included.
const REQUEST: Duration = Duration::from_secs(10);
/// Requests in progress at once, prebuilt responses left out. Further ones are answered 503.
const IN_FLIGHT: usize = 512;

/// Places for requests in progress. Cheap to clone.
#[derive(Debug, Clone)]
pub struct InFlight(Arc<Semaphore>);

impl Default for InFlight {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(IN_FLIGHT)))
    }
}

impl InFlight {
    /// The number of free places.
    pub fn free(&self) -> usize {
        self.0.available_permits()
    }
}

/// Runs the request if there is a free place, and ends it when it takes too long.
pub(crate) async fn guard(
    State(in_flight): State<InFlight>,
    request: Request,
    next: Next,
) -> Response {
    let Ok(_place) = in_flight.0.try_acquire() else {
        return Error::Busy.into_response();
    };
    timeout(REQUEST, next.run(request))
        .await
        .unwrap_or_else(|_| Error::Timeout.into_response())
}
