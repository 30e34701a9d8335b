//! The counters of limits in the database: one statement for all counters of any number of requests.

use std::collections::{BTreeMap, HashMap};

use entity::rate_bucket::{Column, Entity, Model};
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Query};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter};

use super::policy::Limit;
use crate::domain::clock::{Millis, millis, now};
use crate::error::Error;

/// How far the clocks of processes that share a database may differ. A window that begins later than that began by a clock that was set back
/// since, and would end when that clock's time is reached.
const MAX_CLOCK_DIFFERENCE: Millis = 60_000;

/// What a request adds to one counter.
#[derive(Debug, Clone)]
pub(super) struct Charge {
    /// Its limit.
    pub(super) limit: &'static Limit,
    /// Its key: keyed hash of the limit's name and of what it counts.
    pub(super) key: Vec<u8>,
    /// How much it takes: the limit's quota, or more for a wider network.
    pub(super) quota: u32,
    /// How much the request adds: itself, or its bytes.
    pub(super) amount: u32,
    /// What follows where there is no room for it.
    pub(super) role: Role,
}

/// What follows where a counter has no room for a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The request is refused.
    Refuses,
    /// It is refused unless it is spared.
    Budget,
    /// It is not spared.
    Spares,
}

impl Charge {
    /// Whether there is no room for the request beside so much.
    pub(super) fn is_full(&self, count: i64) -> bool {
        i64::from(self.quota) < count.saturating_add(self.amount.into())
    }
}

/// The index of the counter that refuses a request, and when that ends. `ends` tells of each counter that has no room for the request when
/// its window ends.
pub(super) fn refusing(
    charges: &[Charge],
    ends: impl Fn(&Charge) -> Option<Millis>,
) -> Option<(usize, Millis)> {
    let full = |role| {
        let mut of_role = charges.iter().enumerate();
        of_role.find_map(|(index, one)| Some((index, (one.role == role).then(|| ends(one))??)))
    };
    full(Role::Refuses).or_else(|| {
        let (budget, spared) = (full(Role::Budget)?, full(Role::Spares)?);
        Some(if spared.1 <= budget.1 { spared } else { budget })
    })
}

/// How far counters are, by their keys.
pub(super) type Counts = HashMap<Vec<u8>, Model>;

/// What is added to a counter.
#[derive(Debug, Clone, Copy)]
pub(super) struct Addition {
    limit: &'static Limit,
    count: i64,
}

impl Addition {
    /// How much it is.
    pub(super) fn count(&self) -> i64 {
        self.count
    }
}

/// What these requests add to each counter. In the order of their keys, so that two transactions cannot block each other.
pub(super) fn sum<'a>(
    charges: impl IntoIterator<Item = &'a Charge>,
) -> BTreeMap<Vec<u8>, Addition> {
    let mut sums: BTreeMap<Vec<u8>, Addition> = BTreeMap::new();
    for Charge {
        limit, key, amount, ..
    } in charges
    {
        let none = Addition { limit, count: 0 };
        sums.entry(key.clone()).or_insert(none).count += i64::from(*amount);
    }
    sums
}

/// Adds to counters, or begins their next window, and returns how far they are now.
pub(super) async fn add(
    db: &impl ConnectionTrait,
    sums: &BTreeMap<Vec<u8>, Addition>,
) -> Result<Counts, Error> {
    use Column::{Count, ExpiresAt, Key, WindowStart};
    let now = now();
    let old = |column: Column| Expr::col((Entity, column));
    let new = |column: Column| Expr::col(("excluded", column));
    let is_over = || {
        let is_ahead = old(WindowStart).gt(now + MAX_CLOCK_DIFFERENCE);
        old(ExpiresAt).lte(now).or(is_ahead)
    };
    let next = |restarted: Expr, kept: Expr| Expr::case(is_over(), restarted).finally(kept);
    let next = OnConflict::column(Key)
        .value(Count, next(new(Count), old(Count).add(new(Count))))
        .value(WindowStart, next(new(WindowStart), old(WindowStart)))
        .value(ExpiresAt, next(new(ExpiresAt), old(ExpiresAt)))
        .to_owned();
    let mut insert = Query::insert();
    insert
        .into_table(Entity)
        .columns([Key, WindowStart, Count, ExpiresAt])
        .on_conflict(next)
        .returning_all();
    for (key, Addition { limit, count }) in sums {
        let ends = now + millis(limit.window);
        insert.values_panic([key.clone().into(), now.into(), (*count).into(), ends.into()]);
    }
    let rows = db.query_all(&insert).await?;
    let models = rows.iter().map(|row| Model::from_query_result(row, ""));
    Ok(by_key(models.collect::<Result<_, _>>()?))
}

/// Takes back what was added to counters. Those that are empty then are removed.
pub(super) async fn take_back(
    db: &impl ConnectionTrait,
    counts: &BTreeMap<&[u8], i64>,
) -> Result<(), Error> {
    for (key, count) in counts {
        Entity::update_many()
            .col_expr(Column::Count, Expr::col(Column::Count).sub(*count))
            .filter(Column::Key.eq(*key))
            .exec(db)
            .await?;
    }
    Entity::delete_many()
        .filter(Column::Key.is_in(counts.keys().copied()))
        .filter(Column::Count.lte(0))
        .exec(db)
        .await?;
    Ok(())
}

/// How far the counters are whose windows have not ended.
pub(super) async fn read(db: &impl ConnectionTrait, charges: &[Charge]) -> Result<Counts, Error> {
    let keys = charges.iter().map(|charge| charge.key.clone());
    let rows = Entity::find()
        .filter(Column::Key.is_in(keys))
        .filter(Column::ExpiresAt.gt(now()))
        .filter(Column::WindowStart.lte(now() + MAX_CLOCK_DIFFERENCE))
        .all(db)
        .await?;
    Ok(by_key(rows))
}

/// The first counter, in the order of the limits, that has no room for one more, and when its window ends.
pub(super) fn first<'a>(charges: &'a [Charge], counts: &Counts) -> Option<(&'a Charge, Millis)> {
    charges.iter().find_map(|one| {
        let model = counts.get(&one.key)?;
        one.is_full(model.count).then_some((one, model.expires_at))
    })
}

fn by_key(models: Vec<Model>) -> Counts {
    let pairs = models.into_iter().map(|model| (model.key.clone(), model));
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::super::link_policies;
    use super::*;
    use crate::domain::clock::DAY;
    use crate::services::database::{Database, DatabaseOptions};
    use sea_orm::ActiveValue::Set;

    #[tokio::test]
    async fn a_window_that_began_by_a_clock_that_was_ahead_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("app.sqlite").display());
        let db = Database::open(&url, DatabaseOptions::default())
            .await
            .unwrap();
        let limit = &link_policies::LINK_WRITE.limits[0];
        let ahead = now() + 100 * DAY;
        let row = entity::rate_bucket::ActiveModel {
            key: Set(b"key".to_vec()),
            window_start: Set(ahead),
            count: Set(59),
            expires_at: Set(ahead + millis(limit.window)),
        };
        Entity::insert(row)
            .exec_without_returning(db.write())
            .await
            .unwrap();
        let charge = Charge {
            limit,
            key: b"key".to_vec(),
            quota: limit.quota,
            amount: 1,
            role: Role::Refuses,
        };
        let transaction = db.begin_counting().await.unwrap();
        let counts = add(&transaction, &sum([&charge])).await.unwrap();
        transaction.commit().await.unwrap();
        let counted = &counts[b"key".as_slice()];
        assert_eq!(counted.count, 1);
        assert!(counted.expires_at <= now() + millis(limit.window));
    }
}
