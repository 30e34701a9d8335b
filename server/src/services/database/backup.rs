//! A consistent copy of a SQLite database, also while other processes write to it.

use sea_orm::{ConnectionTrait as _, DbBackend, Statement};

use super::Database;
use crate::error::Error;

impl Database {
    /// Writes the copy to a new file. Returns false for a database that is not SQLite. <https://www.sqlite.org/lang_vacuum.html#vacuuminto>
    pub async fn copy_to(&self, path: &str) -> Result<bool, Error> {
        if self.inner.reader.get_database_backend() != DbBackend::Sqlite {
            return Ok(false);
        }
        let copy =
            Statement::from_sql_and_values(DbBackend::Sqlite, "VACUUM INTO ?", [path.into()]);
        self.inner.reader.execute_raw(copy).await?;
        Ok(true)
    }
}
