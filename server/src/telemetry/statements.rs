//! How many statements a request sends to the database, BEGIN and COMMIT included.
//!
//! Logged at `trace` as the text that the database gets, with placeholders instead of values.

use std::cell::Cell;

tokio::task_local! {
    static COUNT: Cell<u32>;
}

/// Runs a future and returns how many statements it sent. What other tasks send for it is not counted.
pub async fn counted<F: Future>(future: F) -> (F::Output, u32) {
    let counting = async {
        let output = future.await;
        (output, COUNT.with(Cell::get))
    };
    COUNT.scope(Cell::new(0), counting).await
}

/// Counts a statement.
pub fn sent(sql: &str) {
    tracing::trace!(sql, "Statement");
    add(1);
}

/// Counts what another task sent for this one.
pub fn add(statements: u32) {
    // Background jobs are not counted.
    let _ = COUNT.try_with(|count| count.set(count.get() + statements));
}
