//! Sending sealed items over a link.

use entity::watch::{self, Column};
use entity::watch_item::{self, Column as ItemColumn, Direction};
use entity::watch_timer;
use sea_orm::sea_query::{Expr, ExprTrait as _, Func, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait as _, ConnectionTrait, EntityTrait as _, PaginatorTrait as _,
    QueryFilter as _,
};
use uuid::Uuid;

use super::pushing;
use super::shared::{
    ITEM_RETENTION, Watches, is_either, is_owner, is_poster, locked, renewed, require_claimed,
};
use crate::domain::clock::{Millis, now};
use crate::domain::link_token::TokenHash;
use crate::error::Error;
use crate::services::limits::rate_limit::Counted;

/// The longest item in bytes: a text padded to 32 KiB, with its nonce and tag.
pub const MAX_BYTES: usize = 33 << 10;
/// The largest number of an item.
pub const MAX_SEQ: i64 = i32::MAX as i64;
/// Items longer than this many bytes are long ones, of which a link keeps few.
const MAX_SHORT_BYTES: usize = 2 << 10;
/// The long items of each direction that a link keeps.
const MAX_LONG_ITEMS: u64 = 64;

/// The number of the first item of the side that claims a link.
const HELLO_SEQ: i64 = 0;
/// What follows the place of that item: as long as a link gives out no later place, nothing was sent over it since its claim.
pub(super) const PLACE_AFTER_HELLO: i64 = 1;

/// An item's link, direction and number.
type Key = (Uuid, Direction, i64);

/// An item to send.
#[derive(Debug)]
pub struct NewItem {
    /// The sender's number for it.
    pub seq: i64,
    /// Its sealed bytes.
    pub bytes: Vec<u8>,
    /// Whether to push it.
    pub wake: bool,
    /// Whether nothing is missed by whoever never reads it.
    pub is_routine: bool,
}

impl Watches {
    /// Sends an item to the other side. Returns false where it was sent before; another item with its number is refused.
    pub async fn send(&self, token: &Counted<TokenHash>, item: NewItem) -> Result<bool, Error> {
        let token = token.subject();
        let transaction = self.db.begin().await?;
        let link = locked(&transaction, is_either(is_owner(token), is_poster(token))).await?;
        require_claimed(&link)?;
        let direction = if link.owner_hash == token.to_vec() {
            Direction::Down
        } else {
            Direction::Up
        };
        if direction == Direction::Down && is_reserved(&transaction, &link, item.seq).await? {
            return Err(taken());
        }
        let key = (link.id, direction, item.seq);
        let place = next_place(&link);
        let new = row(key, (place, link.newest_down), item.bytes.clone());
        if !insert(&transaction, new).await? {
            return repeated(&transaction, key, item.bytes).await;
        }
        if MAX_SHORT_BYTES < item.bytes.len() {
            refuse_many(&transaction, &link, direction).await?;
        }
        let is_pushed = item.wake && direction == Direction::Down;
        let is_news = is_pushed && !item.is_routine;
        move_on(&transaction, &link, (place, is_news), renewed()).await?;
        if direction == Direction::Down && link.positions == PLACE_AFTER_HELLO {
            expire_hello(&transaction, &link).await?;
        }
        if is_pushed {
            pushing::queue(&transaction, &link, item.seq).await?;
        }
        self.announce(transaction, link.id).await?;
        self.notifier.push();
        Ok(true)
    }
}

fn taken() -> Error {
    Error::Conflict("Another item has this number.")
}

/// An item with a number that the link has already: the same one, whose first response was lost, or another one, which is refused.
async fn repeated(db: &impl ConnectionTrait, key: Key, bytes: Vec<u8>) -> Result<bool, Error> {
    let same = watch_item::Entity::find_by_id(key).filter(ItemColumn::Bytes.eq(bytes));
    same.one(db).await?.map(|_| false).ok_or_else(taken)
}

/// Whether the link's timer will send an item with this number.
async fn is_reserved(
    db: &impl ConnectionTrait,
    link: &watch::Model,
    seq: i64,
) -> Result<bool, Error> {
    let timer = watch_timer::Entity::find_by_id(link.id).one(db).await?;
    Ok(
        timer
            .is_some_and(|timer| timer.state == watch_timer::State::Armed && timer.item_seq == seq),
    )
}

/// Fails where the link holds too many long items, with the one that was just stored.
async fn refuse_many(
    db: &impl ConnectionTrait,
    link: &watch::Model,
    direction: Direction,
) -> Result<(), Error> {
    let length = Func::cust("length").arg(Expr::col(ItemColumn::Bytes));
    let long = watch_item::Entity::find()
        .filter(ItemColumn::WatchId.eq(link.id))
        .filter(ItemColumn::Direction.eq(direction))
        .filter(Expr::expr(length).gt(i64::try_from(MAX_SHORT_BYTES).unwrap_or(i64::MAX)))
        .count(db)
        .await?;
    if MAX_LONG_ITEMS < long {
        return Err(Error::Conflict("This link holds too many long items."));
    }
    Ok(())
}

/// Stores what a timer kept, and since when, at the next place in the link's order, unless its number is taken. The link's row is locked, so
/// that readers see places in their order.
pub(super) async fn store_kept(
    db: &impl ConnectionTrait,
    link: &watch::Model,
    seq: i64,
    (bytes, got_at): (Vec<u8>, Option<Millis>),
) -> Result<(), Error> {
    let place = next_place(link);
    let places = (place, link.newest_down);
    let mut row = row((link.id, Direction::Down, seq), places, bytes);
    row.got_at = Set(got_at);
    if insert(db, row).await? {
        move_on(db, link, (place, true), link.expires_at).await?;
    }
    Ok(())
}

/// The next place in the link's order: the time, or what follows the last place. So a server that was restored from a backup, which does not
/// know the last places that it gave out, gives out later ones, and what readers have read hides nothing new from them.
fn next_place(link: &watch::Model) -> i64 {
    Ord::max(link.positions, now())
}

/// Takes a place in the link's order, and stores until when the link is kept.
async fn move_on(
    db: &impl ConnectionTrait,
    link: &watch::Model,
    (place, is_news): (i64, bool),
    expires_at: Millis,
) -> Result<(), Error> {
    let newest_down = if is_news { place } else { link.newest_down };
    watch::Entity::update_many()
        .col_expr(Column::Positions, Expr::value(place + 1))
        .col_expr(Column::NewestDown, Expr::value(newest_down))
        .col_expr(Column::ExpiresAt, Expr::value(expires_at))
        .filter(Column::Id.eq(link.id))
        .exec(db)
        .await?;
    Ok(())
}

/// Stores the first item of the side that claims a link. It goes with the link and no sooner: without it the owner's phone, which may look
/// weeks later, has no keys.
pub(super) async fn store_hello(
    db: &impl ConnectionTrait,
    link: Uuid,
    bytes: Vec<u8>,
) -> Result<(), Error> {
    let mut hello = row((link, Direction::Up, HELLO_SEQ), (0, 0), bytes);
    hello.expires_at = Set(Millis::MAX);
    insert(db, hello).await?;
    Ok(())
}

/// The first item of the other side is kept like any other: from the owner's first item on, which shows that the owner's phone has the keys, or from
/// the link's end.
pub(super) async fn expire_hello(
    db: &impl ConnectionTrait,
    link: &watch::Model,
) -> Result<(), Error> {
    watch_item::Entity::update_many()
        .col_expr(ItemColumn::ExpiresAt, Expr::value(now() + ITEM_RETENTION))
        .filter(ItemColumn::WatchId.eq(link.id))
        .filter(ItemColumn::Direction.eq(Direction::Up))
        .filter(ItemColumn::Seq.eq(HELLO_SEQ))
        .exec(db)
        .await?;
    Ok(())
}

fn row(
    (link, direction, seq): Key,
    (position, news_before): (i64, i64),
    bytes: Vec<u8>,
) -> watch_item::ActiveModel {
    watch_item::ActiveModel {
        watch_id: Set(link),
        direction: Set(direction),
        seq: Set(seq),
        position: Set(position),
        news_before: Set(news_before),
        bytes: Set(bytes),
        created_at: Set(now()),
        got_at: Set(None),
        expires_at: Set(now() + ITEM_RETENTION),
    }
}

/// Stores an item. Returns false where its number is taken.
async fn insert(db: &impl ConnectionTrait, row: watch_item::ActiveModel) -> Result<bool, Error> {
    let number = [ItemColumn::WatchId, ItemColumn::Direction, ItemColumn::Seq];
    let stored = watch_item::Entity::insert(row)
        .on_conflict(OnConflict::columns(number).do_nothing().to_owned())
        .exec_without_returning(db)
        .await?;
    Ok(stored == 1)
}
