//! Reading what came over a link between two phones, and sending over it.

use axum::extract::{Query, State};
use data_encoding::BASE64URL_NOPAD;
use http::{StatusCode, Uri};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::openapi_parts::BodyRefusals;
use super::watches::{SealedBytes, bytes, status};
use crate::app::App;
use crate::domain::clock::{now, seconds};
use crate::domain::link_token::TokenHash;
use crate::error::Error;
use crate::extract::bearer::Bearer;
use crate::extract::json::Json;
use crate::extract::long_poll::LongPoll;
use crate::extract::object::Object;
use crate::services::limits::rate_limit::RateLimit;
use crate::services::watches::items::{MAX_SEQ, NewItem};
use crate::services::watches::reading::{
    Item, LinkStage, LinkState, Owned, PushState, ReadRequest, Timer,
};

/// The state of the link that the requester knows.
#[derive(Debug, Deserialize)]
struct KnownState {
    version: Option<String>,
}

/// What came over a link, for one of its sides. Times are Unix seconds of the server.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchItemsResponse {
    /// In the order in which they were stored, at most 250 and about a megabyte. Numbers may be out of order: a timer's item was numbered when the
    /// timer was armed.
    items: Vec<WatchItem>,
    /// What to give as `after` next time. It is not an item's number, and says nothing but the order.
    after: i64,
    /// The place of the newest item before these that was to be pushed to the phone that claimed the link and was no routine, also where it is
    /// kept no more; 0 where none is known. Where it is greater than the `after` that was asked for, it is lost. Null for the phone that made the link.
    #[schema(required)]
    news_before: Option<i64>,
    now: i64,
    link: WatchLink,
}

/// An item that the other side sealed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchItem {
    seq: i64,
    #[schema(value_type = SealedBytes)]
    bytes: String,
    /// When the server stored it.
    at: i64,
    /// When the server got it, where that was earlier: a timer keeps an item until it fires.
    #[schema(required)]
    got_at: Option<i64>,
}

/// The state of a link.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WatchLink {
    state: WatchState,
    /// Differs where the state does.
    version: String,
    /// Of an ended link, the HMAC-SHA-256 of "ended" under the hash of the token that asks, in base64url: an end that somebody else says,
    /// such as a captive portal, is none.
    #[schema(required)]
    ended: Option<String>,
    /// What only the phone that made the link is told.
    #[schema(required)]
    owned: Option<WatchOwned>,
    /// What only the phone that claimed the link is told.
    #[schema(required)]
    reached: Option<WatchReached>,
}

/// How far a link is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WatchState {
    /// Nobody has claimed it yet.
    Open,
    /// Both sides have it.
    Claimed,
    /// One side ended it, or nobody used it for long.
    Ended,
}

/// What only the phone that made a link is told of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchOwned {
    push: WatchPushState,
    /// Since when pushes do not reach it, where `push` is unreachable or broken.
    #[schema(required)]
    broken_since: Option<i64>,
    /// The newest item up to which the push service accepted every push. That they were shown is not known.
    #[schema(required)]
    pushed_seq: Option<i64>,
    /// The timer; null where there is none, or it was stopped.
    #[schema(required)]
    timer: Option<WatchTimer>,
    /// The generation that the next timer has to exceed, whether the last one was stopped or not; null where there was none.
    #[schema(required)]
    newest_generation: Option<i64>,
}

/// Whether pushes reach the phone that claimed a link, as far as the server knows.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WatchReached {
    push: WatchPushState,
}

/// Whether pushes have somewhere to go.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WatchPushState {
    /// The phone that claimed the link takes pushes.
    Works,
    /// It takes none.
    None,
    /// The push service does not take what is sent to it.
    Unreachable,
    /// The push service does not know it any more.
    Broken,
}

/// The timer of a link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchTimer {
    /// When its item is sent, or was.
    due_at: i64,
    generation: i64,
    fired: bool,
}

/// An item to send.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SendWatchItemRequest {
    /// The sender's number, which no other item of this direction has.
    #[schema(minimum = 0, maximum = 2_147_483_647)]
    pub(super) seq: i64,
    #[schema(value_type = SealedBytes)]
    pub(super) bytes: String,
    /// Whether to push it, which only the phone that made the link can.
    wake: bool,
    /// Whether nothing is missed by whoever never reads it, so that `newsBefore` does not name it.
    #[serde(default, rename = "isRoutine")]
    is_routine: bool,
}

/// Reads the other side's items, with the owner's or the read token, and waits for news where there are none.
#[utoipa::path(
    get, path = "/api/watches/items", security(("link" = [])),
    params(
        ("after" = Option<i64>, Query, minimum = -1, description = "`after` of the last answer; -1, or none, for all items that are kept"),
        ("wait" = Option<u64>, Query, minimum = 0, maximum = 25, description = "How many seconds to wait for news"),
        ("version" = Option<String>, Query, max_length = 64,
            description = "`link.version` of the last answer: where the link's state is another one by now, the answer comes at once")
    ),
    responses(
        (status = 200, body = WatchItemsResponse), (status = 400, description = "Not valid"),
        (status = 414, description = "The address is too long"),
        (status = 401, description = "No token"), (status = 404, description = "Unknown token"), (status = 429, description = "A limit is used up")
    )
)]
pub(crate) async fn get_watch_items(
    State(app): State<App>,
    Bearer(token): Bearer,
    rate_limit: RateLimit,
    LongPoll { after, wait }: LongPoll,
    uri: Uri,
) -> Result<Json<WatchItemsResponse>, Error> {
    let Query(KnownState { version }) =
        Query::try_from_uri(&uri).map_err(|_| Error::Invalid("The address cannot be read."))?;
    let token = rate_limit.count(token).await?;
    let question = ReadRequest {
        after,
        version,
        wait,
    };
    let reading = token
        .known(app.watches.read(&token, &question, &app.lifecycle).await)
        .await?;
    Ok(Json(WatchItemsResponse {
        items: reading.items.into_iter().map(WatchItem::from).collect(),
        after: reading.after,
        news_before: reading.news_before,
        now: seconds(now()),
        link: WatchLink::new(reading.link, token.subject()),
    }))
}

/// Sends an item to the other side, with the owner's or the post token. The same again is answered 200.
#[utoipa::path(
    post, path = "/api/watches/items", request_body = SendWatchItemRequest, security(("link" = [])),
    responses(
        (status = 201, description = "Stored"), (status = 200, description = "It was stored before"),
        (status = 400, description = "Not valid"), (status = 401, description = "No token"), (status = 404, description = "Unknown token"),
        (status = 409, description = "Another item has this number, or nobody has claimed the link"),
        (status = 410, description = "Ended"), BodyRefusals
    )
)]
pub(crate) async fn send_watch_item(
    State(app): State<App>,
    Bearer(token): Bearer,
    rate_limit: RateLimit,
    Object(body): Object<SendWatchItemRequest>,
) -> Result<StatusCode, Error> {
    let token = rate_limit.count_sent(token, body.bytes.len()).await?;
    let item = NewItem {
        seq: seq(body.seq)?,
        bytes: bytes(&body.bytes)?,
        wake: body.wake,
        is_routine: body.is_routine,
    };
    Ok(status(
        token.known(app.watches.send(&token, item).await).await?,
    ))
}

/// An item's number.
pub(super) fn seq(seq: i64) -> Result<i64, Error> {
    if (0..=MAX_SEQ).contains(&seq) {
        Ok(seq)
    } else {
        Err(Error::Invalid("The item's number is not valid."))
    }
}

impl From<Item> for WatchItem {
    fn from(item: Item) -> Self {
        Self {
            seq: item.seq,
            bytes: BASE64URL_NOPAD.encode(&item.bytes),
            at: seconds(item.at),
            got_at: item.got_at.map(seconds),
        }
    }
}

impl WatchLink {
    /// The state as the side with this token is told it.
    fn new(link: LinkState, token: &TokenHash) -> Self {
        Self {
            version: link.version(),
            ended: (link.stage == LinkStage::Ended).then(|| token.proof_of("ended")),
            state: match link.stage {
                LinkStage::Open => WatchState::Open,
                LinkStage::Claimed => WatchState::Claimed,
                LinkStage::Ended => WatchState::Ended,
            },
            owned: link.owned.map(WatchOwned::from),
            reached: link.reached.map(|push| WatchReached {
                push: WatchPushState::from(push),
            }),
        }
    }
}

impl From<PushState> for WatchPushState {
    fn from(push: PushState) -> Self {
        match push {
            PushState::Works => Self::Works,
            PushState::None => Self::None,
            PushState::Unreachable(_) => Self::Unreachable,
            PushState::Broken(_) => Self::Broken,
        }
    }
}

impl From<Owned> for WatchOwned {
    fn from(owned: Owned) -> Self {
        let broken_since = match owned.push {
            PushState::Works | PushState::None => None,
            PushState::Unreachable(since) | PushState::Broken(since) => Some(seconds(since)),
        };
        Self {
            push: WatchPushState::from(owned.push),
            broken_since,
            pushed_seq: owned.pushed_seq,
            timer: owned.timer.map(WatchTimer::from),
            newest_generation: owned.newest_generation,
        }
    }
}

impl From<Timer> for WatchTimer {
    fn from(timer: Timer) -> Self {
        Self {
            due_at: seconds(timer.due_at),
            generation: timer.generation,
            fired: timer.has_fired,
        }
    }
}
