//! Work that one process does at a time.

use sea_orm::{ConnectionTrait as _, DatabaseTransaction};

use super::{Database, statement};
use crate::error::Error;

/// The number is any but those of the other advisory locks.
const TRY_LOCK: &str = "SELECT pg_try_advisory_xact_lock(7163520922)";

impl Database {
    /// Whether this transaction alone answers requests for links, until it ends. Without turns two processes that answer two requests with one
    /// address would not see one another's link, and both would mail one. A transaction that writes to SQLite is alone anyway.
    pub async fn has_turn_to_answer(
        &self,
        transaction: &DatabaseTransaction,
    ) -> Result<bool, Error> {
        if !self.is_postgres() {
            return Ok(true);
        }
        let lock = statement(self.write(), TRY_LOCK);
        let locked = transaction.query_one_raw(lock).await?;
        Ok(locked.map_or(Ok(false), |row| row.try_get_by_index(0))?)
    }
}
