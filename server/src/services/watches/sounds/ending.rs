//! Ending a sound copy before its time: not before a day has passed since its newest piece.

use entity::watch_sound::{self, Column};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait as _, Condition, EntityTrait as _, QueryFilter as _};

use super::super::shared::UNKNOWN;
use super::shared::{MIN_RETENTION, Sounds};
use crate::domain::clock::{self, now, time_of_ages};
use crate::domain::link_token::TokenHash;
use crate::error::Error;
use crate::services::limits::rate_limit::Counted;

/// When a copy expires that was ended: before everything that is deleted for its age, so that its deletion does not depend on a clock.
pub(super) const DUE_AT_ONCE: i64 = 0;

const IN_DOUBT: Error =
    Error::Conflict("The server is not sure what time it is. Please try again later.");

impl Sounds {
    /// Ends a copy with the token that writes: nobody reads it any more, and its objects are deleted soon. Ending it again changes nothing.
    pub async fn end(&self, token: &Counted<TokenHash>) -> Result<(), Error> {
        let is_it = Column::WriteHash.eq(token.subject().to_vec());
        let transaction = self.db.begin().await?;
        let sound = watch_sound::Entity::find()
            .filter(is_it)
            .one(&transaction)
            .await?
            .ok_or(UNKNOWN)?;
        if sound.expires_at == DUE_AT_ONCE {
            return Ok(());
        }
        if sound.expires_at <= time_of_ages() {
            return Err(UNKNOWN);
        }
        // By a clock that is wrong a day may seem to have passed.
        if sound.newest_at.is_some() && !clock::is_trusted() {
            return Err(IN_DOUBT);
        }
        let latest = now() - MIN_RETENTION;
        let is_old = Condition::any()
            .add(Column::NewestAt.is_null())
            .add(Column::NewestAt.lte(latest));
        let ended = watch_sound::Entity::update_many()
            .col_expr(Column::ExpiresAt, Expr::value(DUE_AT_ONCE))
            .filter(Column::Id.eq(sound.id))
            .filter(is_old)
            .exec(&transaction)
            .await?;
        if ended.rows_affected == 0 {
            let newest = sound.newest_at.unwrap_or_else(now);
            return Err(Error::TooEarly(newest + MIN_RETENTION));
        }
        self.db.notify(&transaction, sound.id).await?;
        transaction.commit().await?;
        self.notifier.wake(sound.id);
        self.wake();
        Ok(())
    }
}
