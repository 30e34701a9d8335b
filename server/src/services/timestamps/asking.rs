//! Asks the authority for the tokens that are due, and what becomes of each question.
//!
//! A row is put off before the authority is asked, so that of any number of processes one asks, and again where that process is killed. It is asked
//! until it is old enough to be deleted.

use std::time::{Duration, Instant};

use entity::timestamp::{Column, Entity, Model};
use sea_orm::sea_query::{Expr, ExprTrait as _, LockBehavior, LockType};
use sea_orm::{
    ColumnTrait as _, EntityTrait as _, QueryFilter as _, QueryOrder as _, QuerySelect as _,
};
use tokio::task::JoinSet;

use super::{NEVER, Timestamps};
use crate::crypto::time_stamps::{Fault, Query, Signature};
use crate::domain::chain_head::ChainHead;
use crate::domain::clock::{self, millis, now, seconds};
use crate::error::Error;
use crate::gateway::timestamp_authority::{AuthorityError, TIMEOUT, TimestampAuthority};
use crate::services::database::reached::is_reached;
use crate::services::retry_delay::RetryDelay;
use crate::telemetry::alarm;

/// Questions of one process at once.
const MAX_CONCURRENT: u64 = 8;
/// After so long a run asks nothing more. The next run, which follows at once, asks what is left.
const MAX_RUN_TIME: Duration = Duration::from_mins(1);
/// How long one question and storing the outcome may take.
const LEASE_DURATION: Duration = Duration::from_secs(3 * TIMEOUT.as_secs());
const RETRY_DELAY: RetryDelay = RetryDelay {
    first: Duration::from_secs(5),
    max: Duration::from_hours(1),
};
/// How far the authority's clock and a trusted one here may be apart, in seconds.
const MAX_CLOCK_SKEW: i64 = 300;

/// Why a question brought no token.
#[derive(Debug, thiserror::Error)]
enum TokenError {
    #[error(transparent)]
    AuthorityError(#[from] AuthorityError),
    #[error(transparent)]
    Refused(#[from] Fault),
}

impl Timestamps {
    /// Asks for what is due, a few at once, until nothing is left, the authority has failed too often lately or the server stops.
    pub async fn ask_due(&self, is_stopping: impl Fn() -> bool) -> Result<(), Error> {
        let Some(authority) = &self.authority else {
            return Ok(());
        };
        let started = Instant::now();
        loop {
            if is_stopping() || MAX_RUN_TIME < started.elapsed() || !self.circuit.may_try() {
                return Ok(());
            }
            let leased = self.lease().await?;
            if leased.is_empty() {
                return Ok(());
            }
            let mut asked = JoinSet::new();
            for row in leased {
                asked.spawn(self.clone().ask_one(authority.clone(), row));
            }
            for outcome in asked.join_all().await {
                outcome?;
            }
        }
    }

    /// Takes rows that are due. No other worker gets them for a while.
    async fn lease(&self) -> Result<Vec<Model>, Error> {
        let due = Entity::find()
            .filter(is_reached(Column::NextAttemptAt, RETRY_DELAY.max))
            .filter(Column::NextAttemptAt.lt(NEVER));
        if due.clone().one(self.db.read()).await?.is_none() {
            return Ok(Vec::new());
        }
        let transaction = self.db.begin().await?;
        let rows = due
            .order_by_asc(Column::NextAttemptAt)
            .limit(MAX_CONCURRENT)
            .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
            .all(&transaction)
            .await?;
        let heads = rows.iter().map(|row| row.head.clone());
        Entity::update_many()
            .col_expr(
                Column::NextAttemptAt,
                Expr::value(now() + millis(LEASE_DURATION)),
            )
            .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1))
            .filter(Column::Head.is_in(heads))
            .exec(&transaction)
            .await?;
        transaction.commit().await?;
        Ok(rows)
    }

    async fn ask_one(self, authority: TimestampAuthority, row: Model) -> Result<(), Error> {
        let asked = ask(&authority, &row.head).await;
        self.circuit.record(asked.is_ok());
        let (outcome, token, next) = match asked {
            Ok((token, Signature::Right)) => ("kept", Some(token), NEVER),
            Ok((token, Signature::UnknownKind)) => ("kept_unchecked", Some(token), NEVER),
            Err(cause) => {
                alarm::TIMESTAMP.raise(|count| {
                    tracing::warn!(error = %cause, count, "The time-stamp authority gave no token and will be asked again");
                });
                let outcome = match cause {
                    TokenError::AuthorityError(_) => "no_answer",
                    TokenError::Refused(_) => "refused",
                };
                (
                    outcome,
                    None,
                    now() + millis(RETRY_DELAY.after(row.attempts)),
                )
            }
        };
        metrics::counter!("timestamps_total", "outcome" => outcome).increment(1);
        Entity::update_many()
            .col_expr(Column::Token, Expr::value(token))
            .col_expr(Column::NextAttemptAt, Expr::value(next))
            .filter(Column::Head.eq(row.head))
            // Where this took longer than the lease, another worker may have the token.
            .filter(Column::NextAttemptAt.lt(NEVER))
            .exec(self.db.write())
            .await?;
        Ok(())
    }
}

/// A token that passed.
async fn ask(
    authority: &TimestampAuthority,
    head: &[u8],
) -> Result<(Vec<u8>, Signature), TokenError> {
    // The column has 32 bytes.
    let head = ChainHead::from_bytes(head).ok_or(Fault::Fingerprint)?;
    let query = Query::new(head, rand::random());
    let begun = seconds(now());
    let request = query.to_der().ok_or(Fault::Fingerprint)?;
    let answer = authority.ask(request).await?;
    let times = begun - MAX_CLOCK_SKEW..=seconds(now()) + MAX_CLOCK_SKEW;
    let token = query.token(&answer, clock::is_trusted().then_some(times))?;
    Ok((token.der, token.signature))
}
