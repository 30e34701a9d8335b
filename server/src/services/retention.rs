//! Deletes what is no longer needed.

use entity::{
    device_session, outbox_email, proof_token, rate_bucket, verification_request, webhook_event,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::database::Database;
use crate::domain::clock::{Millis, now};
use crate::error::Error;

const DAY: Millis = 86_400_000;
/// Stripe repeats an event for three days and lists it for thirty.
const EVENTS: Millis = 35 * DAY;
const SENT_MAILS: Millis = 30 * DAY;
/// As long as the device's cookie lives.
const DEVICES: Millis = 400 * DAY;

/// Deletes rows that are too old.
pub async fn run(db: &Database) -> Result<(), Error> {
    let now = now();
    let transaction = db.begin().await?;
    rate_bucket::Entity::delete_many()
        .filter(rate_bucket::Column::ExpiresAt.lt(now))
        .exec(&transaction)
        .await?;
    verification_request::Entity::delete_many()
        .filter(verification_request::Column::ProcessedAt.lt(now - DAY))
        .exec(&transaction)
        .await?;
    proof_token::Entity::delete_many()
        .filter(proof_token::Column::ExpiresAt.lt(now - DAY))
        .exec(&transaction)
        .await?;
    webhook_event::Entity::delete_many()
        .filter(webhook_event::Column::ReceivedAt.lt(now - EVENTS))
        .exec(&transaction)
        .await?;
    outbox_email::Entity::delete_many()
        .filter(outbox_email::Column::Status.ne(outbox_email::Status::Pending))
        .filter(outbox_email::Column::CreatedAt.lt(now - SENT_MAILS))
        .exec(&transaction)
        .await?;
    device_session::Entity::delete_many()
        .filter(device_session::Column::SeenAt.lt(now - DEVICES))
        .exec(&transaction)
        .await?;
    transaction.commit().await?;
    Ok(())
}
