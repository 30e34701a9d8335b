//! Deletes what is no longer needed, in batches (`database/batches.rs`), and empties SQLite's log, so that what was deleted is gone.
//!
//! What was stored while the clock was ahead has an age or an end that is still to come. Nobody knows its age, so that it is kept from now on for as
//! long as if it was new, and no longer.

use std::time::Duration;

use entity::{
    data_link, device_session, outbox_email, proof_token, rate_bucket, timestamp,
    verification_request, watch_sound, webhook_event,
};
use sea_orm::sea_query::{ExprTrait as _, SimpleExpr};
use sea_orm::{ColumnTrait, EntityTrait, Iterable as _};

use super::database::Database;
use super::database::batches::{delete, update};
use super::database::reached::is_too_far;
use super::mailed_links::LINK_LIFETIME;
use super::watches;
use super::watches::sounds::SOUND_RETENTION;
use crate::domain::clock::{DAY, Millis, now};
use crate::error::Error;

/// Stripe repeats an event for three days and lists it for thirty.
const EVENT_RETENTION: Millis = 35 * DAY;
const SENT_MAIL_RETENTION: Millis = 30 * DAY;
/// How long an operator can see that a mail was given up.
const DEAD_MAIL_RETENTION: Millis = 90 * DAY;
/// As long as the device's cookie lives.
const DEVICE_RETENTION: Millis = 400 * DAY;
/// How long a fingerprint waits for a time-stamp token, and how long a phone can fetch it.
const TIMESTAMP_RETENTION: Millis = 7 * DAY;
/// The longest window of a limit.
const COUNTER_LIFETIME: Millis = DAY;

/// How long a row is kept by the time in a column.
#[derive(Debug, Clone, Copy)]
struct Age {
    /// How far ahead the time is where the row is new.
    ahead: Millis,
    /// How long the row is kept after that time.
    after: Millis,
}

/// Deletes rows that are too old. A table that cannot be changed keeps no other from it; the first failure is returned.
pub async fn run(db: &Database) -> Result<(), Error> {
    let deleted = [
        limits_and_devices(db).await,
        mailed(db).await,
        shorten::<watch_sound::Entity>(db, watch_sound::Column::ExpiresAt, SOUND_RETENTION).await,
        watches::delete_old(db).await,
        match db.empty_log().await {
            // A reader was too slow; the next run does it.
            Err(Error::Busy) => Ok(()),
            emptied => emptied,
        },
    ];
    deleted.into_iter().collect()
}

async fn limits_and_devices(db: &Database) -> Result<(), Error> {
    use device_session::Column::SeenAt;
    use rate_bucket::Column::ExpiresAt;
    use timestamp::Column::CreatedAt;
    use webhook_event::Column::ReceivedAt;
    let deleted = [
        expire::<rate_bucket::Entity>(db, ExpiresAt, Age::ending(COUNTER_LIFETIME, 0)).await,
        expire::<webhook_event::Entity>(db, ReceivedAt, Age::since(EVENT_RETENTION)).await,
        expire::<device_session::Entity>(db, SeenAt, Age::since(DEVICE_RETENTION)).await,
        expire::<timestamp::Entity>(db, CreatedAt, Age::since(TIMESTAMP_RETENTION)).await,
    ];
    deleted.into_iter().collect()
}

/// What is about mails and their links.
async fn mailed(db: &Database) -> Result<(), Error> {
    use data_link::Column::ExpiresAt as DataEnd;
    use outbox_email::Column::CreatedAt;
    use outbox_email::Status::{Dead, Sent};
    use proof_token::Column::ExpiresAt as ProofEnd;
    use verification_request::Column::ProcessedAt;
    let link = Age::ending(LINK_LIFETIME, DAY);
    let deleted = [
        expire::<verification_request::Entity>(db, ProcessedAt, Age::since(DAY)).await,
        expire::<proof_token::Entity>(db, ProofEnd, link).await,
        expire::<data_link::Entity>(db, DataEnd, link).await,
        shorten::<outbox_email::Entity>(db, CreatedAt, 0).await,
        delete::<outbox_email::Entity>(db, is_old_mail(Sent, now() - SENT_MAIL_RETENTION)).await,
        delete::<outbox_email::Entity>(db, is_old_mail(Dead, now() - DEAD_MAIL_RETENTION)).await,
    ];
    deleted.into_iter().collect()
}

impl Age {
    /// Of a row whose column says since when it is kept.
    fn since(after: Millis) -> Self {
        Self::ending(0, after)
    }

    /// Of a row whose column has the end of what lasts so long.
    fn ending(ahead: Millis, after: Millis) -> Self {
        Self { ahead, after }
    }
}

/// Deletes the rows that are too old by the time in a column.
async fn expire<E: EntityTrait>(db: &Database, column: E::Column, age: Age) -> Result<(), Error> {
    let shortened = shorten::<E>(db, column, age.ahead).await;
    shortened.and(delete::<E>(db, column.lt(now() - age.after)).await)
}

/// Has no row have a time in a column that is further ahead than this.
async fn shorten<E: EntityTrait>(
    db: &Database,
    column: E::Column,
    ahead: Millis,
) -> Result<(), Error> {
    let longest = Duration::from_millis(ahead.unsigned_abs());
    update::<E>(db, (column, now() + ahead), is_too_far(column, longest)).await
}

/// Says which status a mail has by the others: SQLite would use the index of the status, read every sent mail for each batch, and keep others from
/// writing meanwhile.
fn is_old_mail(status: outbox_email::Status, time: Millis) -> SimpleExpr {
    let others = outbox_email::Status::iter().filter(|other| *other != status);
    let is_done = outbox_email::Column::Status.is_not_in(others);
    is_done.and(outbox_email::Column::CreatedAt.lt(time))
}

#[cfg(test)]
mod tests {
    use sea_orm::{
        ConnectionTrait as _, DbBackend, PaginatorTrait as _, QueryFilter as _, QueryTrait as _,
        Statement,
    };

    use super::*;
    use crate::services::database::DatabaseOptions;

    #[tokio::test]
    async fn old_mails_are_found_by_their_age_and_not_among_all_that_were_sent() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("app.sqlite").display());
        let db = Database::open(&url, DatabaseOptions::default())
            .await
            .unwrap();
        let find = outbox_email::Entity::find()
            .filter(is_old_mail(outbox_email::Status::Sent, now()))
            .build(DbBackend::Sqlite)
            .to_string();
        let plan = Statement::from_string(DbBackend::Sqlite, format!("EXPLAIN QUERY PLAN {find}"));
        let steps = db.read().query_all_raw(plan).await.unwrap();
        let said: String = steps[0].try_get("", "detail").unwrap();
        assert!(said.contains("outbox_emails_created"), "{said}");
        let others = ["pending", "dead"];
        assert!(others.iter().all(|other| find.contains(other)), "{find}");
    }

    #[tokio::test]
    async fn a_table_that_cannot_be_changed_keeps_no_other_from_being_emptied() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("app.sqlite").display());
        let db = Database::open(&url, DatabaseOptions::default())
            .await
            .unwrap();
        let transaction = db.begin().await.unwrap();
        for sql in [
            "INSERT INTO rate_buckets (key, window_start, count, expires_at) VALUES (x'00', 0, 1, 1)",
            "CREATE TRIGGER no BEFORE DELETE ON rate_buckets BEGIN SELECT RAISE(ABORT, 'no'); END",
            "INSERT INTO device_sessions VALUES (x'00', 0, 0)",
        ] {
            transaction.execute_unprepared(sql).await.unwrap();
        }
        transaction.commit().await.unwrap();
        assert!(run(&db).await.is_err());
        let left = device_session::Entity::find().count(db.read()).await;
        assert_eq!(left.unwrap(), 0);
    }
}
