//! Waiting for a resource that another process holds.

use std::time::Duration;

use tokio::time::sleep;

/// The pause between two tries.
pub(super) const RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// Tries until there is a result. The first time that there is none, the log says what is waited for. For the operator's tasks: the compiler
/// does not see that such a future may move to another thread.
pub async fn until_there<T, E>(
    what: &str,
    mut attempt: impl AsyncFnMut() -> Result<Option<T>, E>,
) -> Result<T, E> {
    let mut is_said = false;
    loop {
        if let Some(result) = attempt().await? {
            return Ok(result);
        }
        if !is_said {
            tracing::warn!("Waiting for {what}");
            is_said = true;
        }
        sleep(RETRY_INTERVAL).await;
    }
}
