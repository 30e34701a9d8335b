//! The counters of limits in the database: one statement for all counters of any number of requests.

use std::collections::{BTreeMap, HashMap};

use entity::rate_bucket::{Column, Entity, Model};
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Query};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter};

use super::policy::Limit;
use crate::domain::clock::{Millis, millis, now};
use crate::error::Error;

/// One counter of a request.
#[derive(Debug)]
pub(super) struct Counted {
    /// Its limit.
    pub(super) limit: &'static Limit,
    /// Its key: keyed hash of the limit's name and of what it counts.
    pub(super) key: Vec<u8>,
}

/// How far counters are, by their keys.
pub(super) type Counts = HashMap<Vec<u8>, Model>;

/// What is added to a counter.
#[derive(Debug, Clone, Copy)]
pub(super) struct Addition {
    limit: &'static Limit,
    count: u32,
}

impl Addition {
    /// How much it is.
    pub(super) fn count(&self) -> i64 {
        self.count.into()
    }
}

/// One for every counter of these requests. In the order of their keys, so that two transactions cannot block each other.
pub(super) fn sum<'a>(
    counted: impl IntoIterator<Item = &'a Counted>,
) -> BTreeMap<Vec<u8>, Addition> {
    let mut sums: BTreeMap<Vec<u8>, Addition> = BTreeMap::new();
    for Counted { limit, key } in counted {
        let none = Addition { limit, count: 0 };
        sums.entry(key.clone()).or_insert(none).count += 1;
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
    let next =
        |restarted: Expr, kept: Expr| Expr::case(old(ExpiresAt).lte(now), restarted).finally(kept);
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
        insert.values_panic([
            key.clone().into(),
            now.into(),
            i64::from(*count).into(),
            ends.into(),
        ]);
    }
    let rows = db.query_all(&insert).await?;
    let models = rows.iter().map(|row| Model::from_query_result(row, ""));
    Ok(by_key(models.collect::<Result<_, _>>()?))
}

/// Takes back what was added to counters in the same transaction. Those that are empty then are removed.
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
pub(super) async fn read(db: &impl ConnectionTrait, counted: &[Counted]) -> Result<Counts, Error> {
    let keys = counted.iter().map(|counted| counted.key.clone());
    let rows = Entity::find()
        .filter(Column::Key.is_in(keys))
        .filter(Column::ExpiresAt.gt(now()))
        .all(db)
        .await?;
    Ok(by_key(rows))
}

/// The first counter, in the order of the limits, for which `is_full` holds, and when its window ends.
pub(super) fn first<'a>(
    counted: &'a [Counted],
    counts: &Counts,
    is_full: impl Fn(&Limit, u32) -> bool,
) -> Option<(&'a Counted, Millis)> {
    counted.iter().find_map(|one| {
        let model = counts.get(&one.key)?;
        let count = u32::try_from(model.count).unwrap_or(u32::MAX);
        is_full(one.limit, count).then_some((one, model.expires_at))
    })
}

fn by_key(models: Vec<Model>) -> Counts {
    let pairs = models.into_iter().map(|model| (model.key.clone(), model));
    pairs.collect()
}
