//! Deletes what is no longer needed, in batches, so that requests never wait for more than one batch, and empties SQLite's log, so that what
//! was deleted is gone.

use entity::{
    data_link, device_session, outbox_email, proof_token, rate_bucket, timestamp,
    verification_request, watch, watch_item, watch_push, watch_sound, webhook_event,
};
use sea_orm::sea_query::{Expr, ExprTrait as _, LockBehavior, LockType, Query, SimpleExpr};
use sea_orm::{ColumnTrait, Condition, EntityTrait, Iterable as _, QueryFilter};

use super::database::Database;
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
/// How long a push waits for a subscription: as long as its item is kept.
const PUSH_RETENTION: Millis = 3 * DAY;
/// How long a fingerprint waits for a time-stamp token, and how long a phone can fetch it.
const TIMESTAMP_RETENTION: Millis = 7 * DAY;
/// How far the clocks of processes that share a database may differ.
const MAX_CLOCK_DIFFERENCE: Millis = 60_000;
/// Rows of one transaction.
const MAX_BATCH: u64 = 500;

/// Deletes rows that are too old. A table that cannot be changed keeps no other from it; the first failure is returned.
pub async fn run(db: &Database) -> Result<(), Error> {
    let now = now();
    let deleted = [
        shorten_all(db, now).await,
        delete::<rate_bucket::Entity>(
            db,
            rate_bucket::Column::Key,
            rate_bucket::Column::ExpiresAt.lt(now),
        )
        .await,
        delete::<verification_request::Entity>(
            db,
            verification_request::Column::Id,
            verification_request::Column::ProcessedAt.lt(now - DAY),
        )
        .await,
        delete::<proof_token::Entity>(
            db,
            proof_token::Column::TokenHash,
            proof_token::Column::ExpiresAt.lt(now - DAY),
        )
        .await,
        delete::<data_link::Entity>(
            db,
            data_link::Column::TokenHash,
            data_link::Column::ExpiresAt.lt(now - DAY),
        )
        .await,
        delete::<webhook_event::Entity>(
            db,
            webhook_event::Column::Id,
            webhook_event::Column::ReceivedAt.lt(now - EVENT_RETENTION),
        )
        .await,
        mails(db, outbox_email::Status::Sent, now - SENT_MAIL_RETENTION).await,
        mails(db, outbox_email::Status::Dead, now - DEAD_MAIL_RETENTION).await,
        delete::<device_session::Entity>(
            db,
            device_session::Column::Id,
            device_session::Column::SeenAt.lt(now - DEVICE_RETENTION),
        )
        .await,
        delete::<timestamp::Entity>(
            db,
            timestamp::Column::Head,
            timestamp::Column::CreatedAt.lt(now - TIMESTAMP_RETENTION),
        )
        .await,
        links(db, now).await,
        match db.empty_log().await {
            // A reader was too slow; the next run does it.
            Err(Error::Busy) => Ok(()),
            emptied => emptied,
        },
    ];
    deleted.into_iter().collect()
}

/// Brings forward the end of sound and mailed links that would work or be kept for longer than they may: they were stored while the clock was ahead, so their age is not known.
async fn shorten_all(db: &Database, now: Millis) -> Result<(), Error> {
    use {data_link::Column as Data, proof_token::Column as Proof, watch_sound::Column as Sound};
    let link = now + LINK_LIFETIME;
    let sound = now + SOUND_RETENTION;
    let shortened = [
        shorten::<proof_token::Entity>(db, (Proof::TokenHash, Proof::ExpiresAt), link).await,
        shorten::<data_link::Entity>(db, (Data::TokenHash, Data::ExpiresAt), link).await,
        shorten::<watch_sound::Entity>(db, (Sound::Id, Sound::ExpiresAt), sound).await,
    ];
    shortened.into_iter().collect()
}

/// Has no row of a table expire after `latest`. Rows that somebody writes at the moment are left to the next run.
async fn shorten<E: EntityTrait>(
    db: &Database,
    (key, expires_at): (E::Column, E::Column),
    latest: Millis,
) -> Result<(), Error> {
    let is_late = || expires_at.gt(latest + MAX_CLOCK_DIFFERENCE);
    let late = Query::select()
        .column(key)
        .from(E::default())
        .and_where(is_late())
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .to_owned();
    E::update_many()
        .col_expr(expires_at, Expr::value(latest))
        .filter(key.in_subquery(late))
        .filter(is_late())
        .exec(db.write())
        .await?;
    Ok(())
}

/// Deletes the mails with this status that were queued before a time.
async fn mails(db: &Database, status: outbox_email::Status, time: Millis) -> Result<(), Error> {
    let is_old = is_old_mail(status, time);
    delete::<outbox_email::Entity>(db, outbox_email::Column::Id, is_old).await
}

/// Says which status it is by the others: SQLite would use the index of the status, read every sent mail for each batch, and keep others from
/// writing meanwhile.
fn is_old_mail(status: outbox_email::Status, time: Millis) -> SimpleExpr {
    let others = outbox_email::Status::iter().filter(|other| *other != status);
    let is_done = outbox_email::Column::Status.is_not_in(others);
    is_done.and(outbox_email::Column::CreatedAt.lt(time))
}

/// Ends links that nobody uses, deletes those that ended long ago, and what was sent over others.
async fn links(db: &Database, now: Millis) -> Result<(), Error> {
    let deleted = [
        watches::end_unused(db).await,
        delete::<watch::Entity>(db, watch::Column::Id, watch::Column::ExpiresAt.lt(now)).await,
        delete::<watch_item::Entity>(
            db,
            watch_item::Column::WatchId,
            watch_item::Column::ExpiresAt.lt(now),
        )
        .await,
        watches::forget_subscriptions(db, now - PUSH_RETENTION).await,
        delete::<watch_push::Entity>(
            db,
            watch_push::Column::WatchId,
            watch_push::Column::CreatedAt.lt(now - PUSH_RETENTION),
        )
        .await,
    ];
    deleted.into_iter().collect()
}

/// Deletes the rows for which `is_old` holds, a batch in a transaction. Rows that somebody writes at the moment are left to the next run: two
/// transactions that wait for rows of each other would both fail. `key` is the table's primary key, or its first column. Between two batches the
/// requests that wait for the connection have their turn.
async fn delete<E: EntityTrait>(
    db: &Database,
    key: E::Column,
    is_old: impl Into<Condition>,
) -> Result<(), Error> {
    let is_old = is_old.into();
    let batch = Query::select()
        .column(key)
        .from(E::default())
        .cond_where(is_old.clone())
        .limit(MAX_BATCH)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .to_owned();
    loop {
        let transaction = db.begin().await?;
        let deleted = E::delete_many()
            .filter(key.in_subquery(batch.clone()))
            .filter(is_old.clone())
            .exec(&transaction)
            .await?;
        transaction.commit().await?;
        if deleted.rows_affected < MAX_BATCH {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::{
        ConnectionTrait as _, DbBackend, PaginatorTrait as _, QueryTrait as _, Statement,
    };

    use super::*;
    use crate::services::database::DatabaseOptions;

    #[tokio::test]
    async fn a_request_has_its_turn_while_old_rows_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("app.sqlite").display());
        let db = Database::open(&url, DatabaseOptions::default())
            .await
            .unwrap();
        let old = 4 * MAX_BATCH;
        let insert = |from: u64, count: u64, seen: Millis| {
            format!(
                "WITH RECURSIVE numbers(n) AS (SELECT {from} UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < {})
                 INSERT INTO device_sessions SELECT CAST(n AS BLOB), {seen}, {seen} FROM numbers",
                from + count
            )
        };
        let transaction = db.begin().await.unwrap();
        for sql in [insert(0, old, 0), insert(old, 7, now())] {
            transaction.execute_unprepared(&sql).await.unwrap();
        }
        transaction.commit().await.unwrap();
        let request = async {
            // The deleting comes first, and has the connection.
            tokio::task::yield_now().await;
            let transaction = db.begin().await.unwrap();
            let left = device_session::Entity::find().count(&transaction);
            let left = left.await.unwrap();
            transaction.commit().await.unwrap();
            left
        };
        let devices = device_session::Column::SeenAt.lt(now() - DEVICE_RETENTION);
        let deleting = delete::<device_session::Entity>(&db, device_session::Column::Id, devices);
        let (deleted, left) = tokio::join!(deleting, request);
        deleted.unwrap();
        assert!(0 < left && left < old + 7, "the request saw {left} rows");
        let left = device_session::Entity::find()
            .count(db.read())
            .await
            .unwrap();
        assert_eq!(left, 7, "devices that were seen lately stay");
    }

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
