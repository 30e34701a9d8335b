//! Mails to be sent.
//!
//! They are queued in the transaction that makes them due, leased one by one, retried after growing pauses for days, links for an hour, and
//! wiped once they are sent or given up. An operator can queue another one about an order.

use std::time::{Duration, Instant};

use entity::outbox_email::{self, Column, Status, Template};
use sea_orm::sea_query::{Expr, ExprTrait, LockBehavior, LockType, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect,
};
use uuid::Uuid;

use super::database::Database;
use super::database::reached::is_reached;
use super::retry_delay::RetryDelay;
use super::sealed::EncryptedColumn;
use crate::crypto::keys::Keys;
use crate::domain::clock::{DAY, Millis, millis, now, time_of_ages};
use crate::domain::email_address::EmailAddress;
use crate::error::Error;

/// How long one mail is leased: longer than sending may take (`gateway/mailer.rs`), so that no other worker sends it too.
const LEASE_DURATION: Duration = Duration::from_mins(2);
const RETRY_DELAY: RetryDelay = RetryDelay {
    first: Duration::from_secs(30),
    max: Duration::from_hours(1),
};
/// How long a mail is tried: as long as mail servers do (RFC 5321, section 4.5.4.1). An outage may take days to be noticed.
pub const RETRY_PERIOD: Millis = 5 * DAY;
/// The same for a link that works for an hour.
const PROOF_RETRY_PERIOD: Millis = 3_600_000;

/// A mail to queue.
#[derive(Debug)]
pub struct NewMail {
    /// Which mail.
    pub template: Template,
    /// What it is about. A second mail with the same key is not queued.
    pub dedupe_key: String,
    /// The order or the request that the mail is about.
    pub about: Uuid,
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
    /// The id of the order or request that it is about.
    pub about: Option<String>,
    /// How often it was tried, this time included.
    pub attempts: i32,
    to_ct: Option<Vec<u8>>,
    params_ct: Option<Vec<u8>>,
    created_at: Millis,
    /// Until when it is leased, which tells this lease from later ones.
    locked_until: Millis,
    leased_at: Instant,
}

/// What is in a mail.
#[derive(Debug)]
pub struct Content {
    /// The recipient.
    pub to: EmailAddress,
    /// What the template needs.
    pub params: String,
}

/// The outcome of sending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SendOutcome {
    /// The mail server accepted it.
    Sent,
    /// It was not accepted, whatever the reason: most refusals come from settings that an operator can mend.
    Failed,
}

/// What became of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreOutcome {
    /// It is sent, or will be tried again.
    Stored,
    /// It was tried for too long, and is not tried again. An operator can queue the mail of the order anew.
    GivenUp,
    /// It has a link, which is asked for anew, and was tried for too long: it is wiped.
    Expired,
    /// Another worker has leased it meanwhile, so nothing was stored.
    LeaseLost,
}

impl LeasedMail {
    /// When another worker may lease it.
    pub fn lease_ends(&self) -> Instant {
        self.leased_at + LEASE_DURATION
    }

    /// Opens the sealed content. Fails where the row was sealed with another data key or is damaged.
    pub fn open(&self, keys: &Keys) -> Result<Content, Error> {
        let sealed = |bytes: &Option<Vec<u8>>| bytes.clone().unwrap_or_default();
        Ok(Content {
            to: EncryptedColumn::of_mail(&self.id, "to_ct")
                .open_address(keys, &sealed(&self.to_ct))?,
            params: EncryptedColumn::of_mail(&self.id, "params_ct")
                .open(keys, &sealed(&self.params_ct))?,
        })
    }

    pub(super) fn is_too_old(&self, now: Millis) -> bool {
        let tried = if self.has_link() {
            PROOF_RETRY_PERIOD
        } else {
            RETRY_PERIOD
        };
        self.created_at + tried <= now
    }

    /// Whether it has a link that works once and not for long.
    pub(super) fn has_link(&self) -> bool {
        match self.template {
            Template::Proof | Template::Data => true,
            Template::Purchase | Template::Gift => false,
        }
    }
}

/// Queues a mail in the caller's transaction.
pub async fn queue(db: &impl ConnectionTrait, keys: &Keys, mail: NewMail) -> Result<(), Error> {
    let id = Uuid::now_v7();
    let row = outbox_email::ActiveModel {
        id: Set(id),
        dedupe_key: Set(mail.dedupe_key),
        about: Set(Some(mail.about.to_string())),
        template: Set(mail.template),
        to_ct: Set(Some(
            EncryptedColumn::of_mail(&id, "to_ct").seal(keys, mail.to.as_str())?,
        )),
        params_ct: Set(Some(
            EncryptedColumn::of_mail(&id, "params_ct").seal(keys, &mail.params)?,
        )),
        status: Set(Status::Pending),
        attempts: Set(0),
        next_attempt_at: Set(now()),
        locked_until: Set(0),
        created_at: Set(now()),
        sent_at: Set(None),
    };
    let mut ignore = OnConflict::column(Column::DedupeKey);
    ignore.do_nothing();
    outbox_email::Entity::insert(row)
        .on_conflict(ignore)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// Removes the mails about an order or a request that were not sent yet, in the caller's transaction.
pub async fn remove_unsent(db: &impl ConnectionTrait, about: Uuid) -> Result<(), Error> {
    outbox_email::Entity::delete_many()
        .filter(Column::About.eq(about.to_string()))
        .filter(Column::Status.ne(Status::Sent))
        .exec(db)
        .await?;
    Ok(())
}

/// Leases the mail that is due longest. No other worker gets it before the lease ends.
pub async fn lease(db: &Database) -> Result<Option<LeasedMail>, Error> {
    let due = outbox_email::Entity::find()
        .filter(Column::Status.eq(Status::Pending))
        .filter(is_reached(Column::NextAttemptAt, 2 * RETRY_DELAY.max))
        .filter(is_reached(Column::LockedUntil, LEASE_DURATION));
    // Where none is due, all that wait are read, and nobody can write to SQLite while a transaction does that.
    if due.clone().one(db.read()).await?.is_none() {
        return Ok(None);
    }
    let transaction = db.begin().await?;
    let due = due
        .order_by_asc(Column::NextAttemptAt)
        .limit(1)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .one(&transaction)
        .await?;
    let Some(row) = due else {
        return Ok(None);
    };
    let (locked_until, leased_at) = (now() + millis(LEASE_DURATION), Instant::now());
    let tried = Expr::col(Column::Attempts).add(1);
    outbox_email::Entity::update_many()
        .col_expr(Column::LockedUntil, Expr::value(locked_until))
        .col_expr(Column::Attempts, tried)
        .filter(Column::Id.eq(row.id))
        .exec(&transaction)
        .await?;
    transaction.commit().await?;
    Ok(Some(LeasedMail {
        id: row.id,
        template: row.template,
        about: row.about,
        attempts: row.attempts + 1,
        to_ct: row.to_ct,
        params_ct: row.params_ct,
        created_at: row.created_at,
        locked_until,
        leased_at,
    }))
}

/// Stores the outcome, if the lease is still held. The content of a mail that is sent or given up is wiped: an operator who has it
/// sent again takes it from the order.
pub async fn finish(
    db: &Database,
    mail: &LeasedMail,
    outcome: SendOutcome,
) -> Result<StoreOutcome, Error> {
    let is_given_up = outcome == SendOutcome::Failed && mail.is_too_old(time_of_ages());
    let mut row = outbox_email::ActiveModel {
        locked_until: Set(0),
        ..Default::default()
    };
    if outcome == SendOutcome::Sent {
        row.status = Set(Status::Sent);
        row.sent_at = Set(Some(now()));
    } else if is_given_up {
        row.status = Set(Status::Dead);
    } else {
        row.next_attempt_at = Set(now() + millis(pause(mail.attempts, rand::random())));
    }
    if outcome == SendOutcome::Sent || is_given_up {
        row.to_ct = Set(None);
        row.params_ct = Set(None);
    }
    let stored = outbox_email::Entity::update_many()
        .set(row)
        .filter(Column::Id.eq(mail.id))
        .filter(Column::Status.eq(Status::Pending))
        .filter(Column::LockedUntil.eq(mail.locked_until))
        .filter(Column::Attempts.eq(mail.attempts))
        .exec(db.write())
        .await?;
    Ok(match (stored.rows_affected, is_given_up) {
        (0, _) => StoreOutcome::LeaseLost,
        (_, false) => StoreOutcome::Stored,
        (_, true) if mail.has_link() => StoreOutcome::Expired,
        (_, true) => StoreOutcome::GivenUp,
    })
}

/// The pause after a number of attempts: the delay of their failures, and up to a quarter more by `chance`, so that attempts spread out.
fn pause(attempts: i32, chance: u8) -> Duration {
    let delay = RETRY_DELAY.after(attempts.saturating_sub(1));
    delay + delay * u32::from(chance) / 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_is_tried_for_days_and_a_one_time_link_for_an_hour() {
        let hour = 3_600_000;
        for (template, tried) in [
            (Template::Purchase, 120 * hour),
            (Template::Gift, 120 * hour),
            (Template::Proof, hour),
            (Template::Data, hour),
        ] {
            let mail = LeasedMail {
                about: None,
                id: Uuid::nil(),
                template,
                attempts: 1000,
                to_ct: None,
                params_ct: None,
                created_at: 7,
                locked_until: 0,
                leased_at: Instant::now(),
            };
            assert!(!mail.is_too_old(7 + tried - 1) && mail.is_too_old(7 + tried));
        }
    }

    #[test]
    fn pauses_grow_from_half_a_minute_to_an_hour() {
        let seconds = |attempts| pause(attempts, 0).as_secs();
        assert_eq!([1, 2, 8, 1000].map(seconds), [30, 60, 3600, 3600]);
        assert!(pause(8, 255) <= RETRY_DELAY.max * 5 / 4);
    }
}
