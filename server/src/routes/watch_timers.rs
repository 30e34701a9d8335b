//! The timer of a link between two phones: it sends an item unless it is stopped in time.

use std::time::Duration;

use axum::extract::State;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::openapi_parts::BodyRefusals;
use super::watch_items::{seconds, seq};
use super::watches::{Hash, SealedBytes, bytes, hash};
use crate::app::App;
use crate::domain::clock::now;
use crate::error::Error;
use crate::extract::bearer::Bearer;
use crate::extract::json::Json;
use crate::extract::object::Object;
use crate::services::limits::permit::Permit;
use crate::services::watches::timers::{LONGEST, NewTimer};

const TOO_LONG: Error = Error::Invalid("The time is too long.");

/// A timer to arm, in place of an older generation.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ArmTimerRequest {
    /// The time in which it can be ended, in seconds.
    #[schema(minimum = 0, maximum = 86_400)]
    in_seconds: u64,
    /// How many seconds later it fires, for a phone that finds no connection at the end.
    #[schema(minimum = 0, maximum = 3_600)]
    grace_seconds: u64,
    /// Counted up by the sender. The same generation again changes nothing.
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

/// The timer is armed. Times are Unix seconds of the server.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ArmTimerResponse {
    /// When it fires: both times from now.
    due_at: i64,
    now: i64,
}

/// Arms the link's timer, with the owner's token.
#[utoipa::path(
    put, path = "/api/watches/timer", request_body = ArmTimerRequest, security(("link" = [])),
    responses(
        (status = 200, body = ArmTimerResponse), (status = 400, description = "Not valid"),
        (status = 401, description = "No token"), (status = 404, description = "Unknown token"),
        (status = 409, description = "A newer generation is armed, its token has stopped a timer, its item's number is taken, or nobody has claimed the link"),
        (status = 410, description = "Ended"), BodyRefusals
    )
)]
pub(crate) async fn arm_timer(
    State(app): State<App>,
    Bearer(token): Bearer,
    permit: Permit,
    Object(body): Object<ArmTimerRequest>,
) -> Result<Json<ArmTimerResponse>, Error> {
    let token = permit.count(token).await?;
    let within = body.in_seconds.checked_add(body.grace_seconds);
    let within = Duration::from_secs(within.ok_or(TOO_LONG)?);
    if LONGEST < within {
        return Err(TOO_LONG);
    }
    let timer = NewTimer {
        within,
        generation: body.generation,
        seq: seq(body.item.seq)?,
        bytes: bytes(&body.item.bytes)?,
        stop: hash(&body.stop_hash)?,
    };
    let due_at = app.watches.arm(&token, timer).await?;
    Ok(Json(ArmTimerResponse {
        due_at: seconds(due_at),
        now: seconds(now()),
    }))
}

/// Stops a timer, with its stop token. Once it has fired, its item stays sent.
#[utoipa::path(
    delete, path = "/api/watches/timer", security(("link" = [])),
    responses(
        (status = 204, description = "Stopped"), (status = 401, description = "No token"), (status = 404, description = "Unknown token"),
        (status = 429, description = "A limit is used up")
    )
)]
pub(crate) async fn stop_timer(
    State(app): State<App>,
    Bearer(token): Bearer,
    permit: Permit,
) -> Result<StatusCode, Error> {
    let token = permit.count(token).await?;
    app.watches.stop(&token).await?;
    Ok(StatusCode::NO_CONTENT)
}
