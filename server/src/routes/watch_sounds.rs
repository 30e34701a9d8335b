//! Sound copies: making one, finding its key again, and ending it.

use axum::extract::State;
use data_encoding::BASE64URL_NOPAD;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::openapi_parts::BodyRefusals;
use super::watches::{Hash, SealedBytes, bytes, hash};
use crate::app::App;
use crate::error::Error;
use crate::extract::bearer::Bearer;
use crate::extract::json::Json;
use crate::extract::object::Object;
use crate::services::limits::rate_limit::RateLimit;
use crate::services::watches::sounds::{NewSound, Recovery};

/// The longest sealed key in bytes: a key of 32 bytes with its nonce and tag, and room for another format.
const MAX_KEY_BYTES: usize = 256;

/// A sound copy to make. Its tokens are made by the phone; the server gets their SHA-256.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreateSoundRequest {
    /// Of the token with which pieces are stored.
    #[schema(value_type = Hash)]
    write_hash: String,
    /// Of the token with which they are read.
    #[schema(value_type = Hash)]
    read_hash: String,
    #[schema(required)]
    recovery: Option<SoundRecovery>,
}

/// What a recovery phrase finds.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SoundRecovery {
    /// Of the token with which it is found.
    #[schema(value_type = Hash)]
    find_hash: String,
    /// The copy's key, sealed for the phrase; 256 bytes at most.
    #[schema(value_type = SealedBytes)]
    sealed_key: String,
}

/// What a recovery phrase finds.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SoundRecoveryResponse {
    #[schema(value_type = SealedBytes)]
    sealed_key: String,
}

/// Makes the copy of an emergency's sound, with the token of the link's owner. It is kept for 30 days, also where the link ends before. The
/// same request again is answered 201 too.
#[utoipa::path(
    post, path = "/api/watches/sounds", request_body = CreateSoundRequest, security(("link" = [])),
    responses(
        (status = 201, description = "Made"), (status = 400, description = "Not valid"), (status = 401, description = "No token"),
        (status = 404, description = "Unknown token"),
        (status = 409, description = "Another copy has one of these tokens, or nobody has claimed the link"),
        (status = 410, description = "Ended"), (status = 507, description = "The link has as much sound stored as it may have"), BodyRefusals
    )
)]
pub(crate) async fn create_sound(
    State(app): State<App>,
    Bearer(token): Bearer,
    rate_limit: RateLimit,
    Object(body): Object<CreateSoundRequest>,
) -> Result<StatusCode, Error> {
    let token = rate_limit.count(token).await?;
    let new = NewSound {
        write: hash(&body.write_hash)?,
        read: hash(&body.read_hash)?,
        recovery: body.recovery.as_ref().map(recovery).transpose()?,
    };
    token.known(app.sounds.create(&token, new).await).await?;
    Ok(StatusCode::CREATED)
}

fn recovery(sent: &SoundRecovery) -> Result<Recovery, Error> {
    let sealed_key = bytes(&sent.sealed_key)?;
    if MAX_KEY_BYTES < sealed_key.len() {
        return Err(Error::TooLarge);
    }
    let find = hash(&sent.find_hash)?;
    Ok(Recovery { find, sealed_key })
}

/// The key of a copy, with the token that comes from a recovery phrase.
#[utoipa::path(
    get, path = "/api/watches/sounds/recovery", security(("link" = [])),
    responses(
        (status = 200, body = SoundRecoveryResponse), (status = 401, description = "No token"), (status = 404, description = "Unknown token"),
        (status = 429, description = "A limit is used up")
    )
)]
pub(crate) async fn recover_sound(
    State(app): State<App>,
    Bearer(token): Bearer,
    rate_limit: RateLimit,
) -> Result<Json<SoundRecoveryResponse>, Error> {
    let token = rate_limit.count(token).await?;
    let sealed_key = token.known(app.sounds.recovery(&token).await).await?;
    Ok(Json(SoundRecoveryResponse {
        sealed_key: BASE64URL_NOPAD.encode(&sealed_key),
    }))
}

/// Ends a copy before its time, with the token that writes: nobody reads it any more, and its bytes are deleted soon. Not before 24 hours
/// have passed since its newest piece.
#[utoipa::path(
    delete, path = "/api/watches/sounds", security(("link" = [])),
    responses(
        (status = 204, description = "Ended"), (status = 401, description = "No token"), (status = 404, description = "Unknown token"),
        (status = 409, description = "Too early, or the server is not sure what time it is"), (status = 429, description = "A limit is used up")
    )
)]
pub(crate) async fn end_sound(
    State(app): State<App>,
    Bearer(token): Bearer,
    rate_limit: RateLimit,
) -> Result<StatusCode, Error> {
    let token = rate_limit.count(token).await?;
    token.known(app.sounds.end(&token).await).await?;
    Ok(StatusCode::NO_CONTENT)
}
