//! The timer of a link between two phones: it sends an item unless it is stopped in time.

use std::time::Duration;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::openapi_parts::BodyRefusals;
use super::watch_items::seq;
use super::watches::{Hash, SealedBytes, bytes, hash};
use crate::app::App;
use crate::domain::clock::{millis, now, seconds};
use crate::error::Error;
use crate::extract::bearer::Bearer;
use crate::extract::json::Json;
use crate::extract::object::Object;
use crate::services::limits::rate_limit::RateLimit;
use crate::services::watches::timers::{Due, MAX_DURATION, NewTimer};

const TOO_LONG: Error = Error::Invalid("The time is too long.");

/// A timer to arm, in place of an older generation. It fires at `dueAt`; without one, `inSeconds` and `graceSeconds` from now; with none of
/// them when it would have fired, so that only its item is replaced.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ArmTimerRequest {
    /// A time of the server, in Unix seconds; one that has passed is now, unless the timer of this token runs.
    #[schema(minimum = 0)]
    due_at: Option<u64>,
    /// The time in which it can be ended, in seconds.
    #[schema(minimum = 0, maximum = 86_400)]
    in_seconds: Option<u64>,
    /// How many seconds later it fires, for a phone that finds no connection at the end.
    #[schema(minimum = 0, maximum = 3_600)]
    grace_seconds: Option<u64>,
    /// Counted up by the sender. The same generation with the same token again changes nothing.
    #[schema(minimum = 0)]
    generation: i64,
    item: TimerItem,
    /// The SHA-256 of the token that stops it. A token that stopped a timer arms no other one.
    #[schema(value_type = Hash)]
    stop_hash: String,
}

/// The item that a timer sends. Until the timer is stopped, its number is reserved.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct TimerItem {
    #[schema(minimum = 0, maximum = 2_147_483_647)]
    seq: i64,
    #[schema(value_type = SealedBytes)]
    bytes: String,
}

/// What the server holds. Times are Unix seconds of the server.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ArmTimerResponse {
    /// When it fires, or fired.
    due_at: i64,
    now: i64,
    /// Whether it had fired before: a token fires once, and nothing was armed.
    fired: bool,
    /// Whether the other phone can be pushed to.
    has_push: bool,
}

/// The timer is stopped, unless it had fired.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StopTimerResponse {
    /// Whether it had fired before: its item was sent.
    fired: bool,
}

/// Arms the link's timer, with the owner's token.
#[utoipa::path(
    put, path = "/api/watches/timer", request_body = ArmTimerRequest, security(("link" = [])),
    responses(
        (status = 200, body = ArmTimerResponse), (status = 400, description = "Not valid"),
        (status = 401, description = "No token"), (status = 404, description = "Unknown token"),
        (status = 409, description = "A newer generation is armed, or this one with another token; its token has stopped a timer, its item's number is taken, there is no timer to keep the time of, or nobody has claimed the link"),
        (status = 410, description = "Ended"), BodyRefusals
    )
)]
pub(crate) async fn arm_timer(
    State(app): State<App>,
    Bearer(token): Bearer,
    rate_limit: RateLimit,
    Object(body): Object<ArmTimerRequest>,
) -> Result<Json<ArmTimerResponse>, Error> {
    let token = rate_limit.count_sent(token, body.item.bytes.len()).await?;
    let due = due(&body)?;
    let timer = NewTimer {
        due,
        generation: body.generation,
        seq: seq(body.item.seq)?,
        bytes: bytes(&body.item.bytes)?,
        stop: hash(&body.stop_hash)?,
    };
    let armed = token.known(app.watches.arm(&token, timer).await).await?;
    Ok(Json(ArmTimerResponse {
        due_at: seconds(armed.due_at),
        now: seconds(now()),
        fired: armed.has_fired,
        has_push: armed.has_push,
    }))
}

/// When a timer is to fire.
fn due(body: &ArmTimerRequest) -> Result<Due, Error> {
    if let Some(at) = body.due_at {
        let at = millis(Duration::from_secs(at));
        let is_late = now() + millis(MAX_DURATION) < at;
        return if is_late {
            Err(TOO_LONG)
        } else {
            Ok(Due::At(at))
        };
    }
    if body.in_seconds.is_none() && body.grace_seconds.is_none() {
        return Ok(Due::Unchanged);
    }
    let [time, grace] = [body.in_seconds, body.grace_seconds].map(Option::unwrap_or_default);
    let within = Duration::from_secs(time.checked_add(grace).ok_or(TOO_LONG)?);
    if MAX_DURATION < within {
        return Err(TOO_LONG);
    }
    Ok(Due::Within(within))
}

/// Stops a timer, with its stop token. Once it has fired, its item stays sent.
#[utoipa::path(
    delete, path = "/api/watches/timer", security(("link" = [])),
    responses(
        (status = 200, body = StopTimerResponse), (status = 401, description = "No token"), (status = 404, description = "Unknown token"),
        (status = 429, description = "A limit is used up")
    )
)]
pub(crate) async fn stop_timer(
    State(app): State<App>,
    Bearer(token): Bearer,
    rate_limit: RateLimit,
) -> Result<Json<StopTimerResponse>, Error> {
    let token = rate_limit.count(token).await?;
    let fired = token.known(app.watches.stop(&token).await).await?;
    Ok(Json(StopTimerResponse { fired }))
}
