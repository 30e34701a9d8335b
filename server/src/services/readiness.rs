//! Whether the database takes writes, for health checks.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use super::database::Database;
use crate::error::Error;

/// How long an answer is repeated, so that health checks cannot be used to load the database.
const CACHE_TTL: Duration = Duration::from_secs(1);

/// Asks the database, once a second at most. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Readiness {
    db: Database,
    last: Arc<Mutex<Option<Answer>>>,
}

#[derive(Debug, Clone, Copy)]
struct Answer {
    at: Instant,
    is_ready: bool,
}

impl Readiness {
    /// Of this database.
    pub fn new(db: Database) -> Self {
        Self {
            db,
            last: Arc::default(),
        }
    }

    /// Fails where the database cannot be read or written. Only the request that asked the database gets the cause; the others, for a second,
    /// get its outcome.
    pub async fn check(&self) -> Result<(), Error> {
        let mut last = self.last.lock().await;
        if let Some(answer) = last.filter(|answer| answer.at.elapsed() < CACHE_TTL) {
            return if answer.is_ready {
                Ok(())
            } else {
                Err(Error::Busy)
            };
        }
        // Asking may be given up in the middle, and then nothing is known.
        *last = None;
        let asked = self.ask().await;
        *last = Some(Answer {
            at: Instant::now(),
            is_ready: asked.is_ok(),
        });
        asked
    }

    async fn ask(&self) -> Result<(), Error> {
        self.db.probe().await
    }
}
