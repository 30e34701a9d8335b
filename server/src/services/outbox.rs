//! Mails to be sent: queued in the transaction that makes them due, leased by one worker at a time, tried again after growing pauses, and
//! wiped once they are sent.

use std::time::Duration;

use entity::outbox_email::{self, Status, Template};
use sea_orm::sea_query::{Expr, ExprTrait, LockBehavior, LockType, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect,
};
use uuid::Uuid;

use super::database::Database;
use super::sealed::Column;
use crate::crypto::keys::Keys;
use crate::domain::clock::{Millis, millis, now};
use crate::domain::email_address::EmailAddress;
use crate::error::Error;

/// How long a worker may take to send the mails that it leased, in milliseconds.
const LEASE: Millis = 120_000;
const BATCH: u64 = 10;
const MAX_ATTEMPTS: i32 = 12;
const FIRST_PAUSE: Duration = Duration::from_secs(30);
const LONGEST_PAUSE: Duration = Duration::from_hours(1);

/// A mail to queue.
#[derive(Debug)]
pub struct NewMail {
    /// Which mail.
    pub template: Template,
    /// What it is about. A second mail with the same key is not queued.
    pub dedupe_key: String,
    /// The recipient.
    pub to: EmailAddress,
    /// What the template needs, in a form of its own.
    pub params: String,
}

/// A mail leased for sending.
#[derive(Debug)]
pub struct LeasedMail {
    /// Its id, from which its Message-ID is made.
    pub id: Uuid,
    /// Which mail.
    pub template: Template,
    /// The recipient.
    pub to: EmailAddress,
    /// What the template needs.
    pub params: String,
    attempts: i32,
}

/// The outcome of sending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The mail server accepted it.
    Sent,
    /// Another attempt may succeed.
    TryAgain,
    /// No attempt will succeed.
    GiveUp,
}

/// Queues a mail in the caller's transaction.
pub async fn queue(db: &impl ConnectionTrait, keys: &Keys, mail: NewMail) -> Result<(), Error> {
    let id = Uuid::now_v7();
    let row = outbox_email::ActiveModel {
        id: Set(id),
        dedupe_key: Set(mail.dedupe_key),
        template: Set(mail.template),
        to_ct: Set(Some(column(&id, "to_ct").seal(keys, mail.to.as_str())?)),
        params_ct: Set(Some(column(&id, "params_ct").seal(keys, &mail.params)?)),
        status: Set(Status::Pending),
        attempts: Set(0),
        next_attempt_at: Set(now()),
        locked_until: Set(0),
        created_at: Set(now()),
        sent_at: Set(None),
    };
    let ignore = OnConflict::column(outbox_email::Column::DedupeKey)
        .do_nothing()
        .to_owned();
    outbox_email::Entity::insert(row)
        .on_conflict(ignore)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// Leases mails that are due. No other worker gets them before the lease ends.
pub async fn lease(db: &Database, keys: &Keys) -> Result<Vec<LeasedMail>, Error> {
    let transaction = db.begin().await?;
    let due = outbox_email::Entity::find()
        .filter(outbox_email::Column::Status.eq(Status::Pending))
        .filter(outbox_email::Column::NextAttemptAt.lte(now()))
        .filter(outbox_email::Column::LockedUntil.lte(now()))
        .order_by_asc(outbox_email::Column::NextAttemptAt)
        .limit(BATCH)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .all(&transaction)
        .await?;
    let ids: Vec<Uuid> = due.iter().map(|row| row.id).collect();
    if !ids.is_empty() {
        let tried = Expr::col(outbox_email::Column::Attempts).add(1);
        outbox_email::Entity::update_many()
            .col_expr(
                outbox_email::Column::LockedUntil,
                Expr::value(now() + LEASE),
            )
            .col_expr(outbox_email::Column::Attempts, tried)
            .filter(outbox_email::Column::Id.is_in(ids))
            .exec(&transaction)
            .await?;
    }
    transaction.commit().await?;
    due.iter().map(|row| open(keys, row)).collect()
}

/// Stores the outcome. Address and parameters of a mail that will not be sent again are wiped.
pub async fn finish(db: &Database, mail: &LeasedMail, outcome: Outcome) -> Result<(), Error> {
    let outcome = match outcome {
        Outcome::TryAgain if MAX_ATTEMPTS <= mail.attempts => Outcome::GiveUp,
        other => other,
    };
    let mut row = outbox_email::ActiveModel {
        id: Set(mail.id),
        locked_until: Set(0),
        ..Default::default()
    };
    match outcome {
        Outcome::TryAgain => {
            row.next_attempt_at = Set(now() + millis(pause(mail.attempts, rand::random())));
        }
        Outcome::Sent | Outcome::GiveUp => {
            row.status = Set(if outcome == Outcome::Sent {
                Status::Sent
            } else {
                Status::Dead
            });
            row.to_ct = Set(None);
            row.params_ct = Set(None);
            row.sent_at = Set((outcome == Outcome::Sent).then(now));
        }
    }
    let transaction = db.begin().await?;
    outbox_email::Entity::update(row).exec(&transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// The pause after a number of attempts: half a minute, doubled each time up to an hour, and up to a quarter more by `chance`, so that
/// attempts spread out.
fn pause(attempts: i32, chance: u8) -> Duration {
    let doublings = u32::try_from(attempts.clamp(1, 16) - 1).unwrap_or(0);
    let pause = (FIRST_PAUSE * 2_u32.pow(doublings)).min(LONGEST_PAUSE);
    pause + pause * u32::from(chance) / 1024
}

fn open(keys: &Keys, row: &outbox_email::Model) -> Result<LeasedMail, Error> {
    let to =
        column(&row.id, "to_ct").open_address(keys, row.to_ct.as_deref().unwrap_or_default())?;
    let params =
        column(&row.id, "params_ct").open(keys, row.params_ct.as_deref().unwrap_or_default())?;
    Ok(LeasedMail {
        id: row.id,
        template: row.template,
        to,
        params,
        attempts: row.attempts + 1,
    })
}

fn column<'a>(id: &'a Uuid, column: &'a str) -> Column<'a> {
    Column {
        table: "outbox_emails",
        row: id.as_bytes(),
        column,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_an_hour() {
        let seconds = |attempts| pause(attempts, 0).as_secs();
        assert_eq!(
            [1, 2, 3, 7, 8, 12, 1000].map(seconds),
            [30, 60, 120, 1920, 3600, 3600, 3600]
        );
        assert!(pause(8, 255) <= LONGEST_PAUSE * 5 / 4);
    }
}
