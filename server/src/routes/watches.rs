//! Making, claiming and ending a link between two phones, and where its pushes go.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use data_encoding::BASE64URL_NOPAD;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::openapi_parts::BodyRefusals;
use crate::app::App;
use crate::domain::link_token::TokenHash;
use crate::domain::push_subscription::PushSubscription;
use crate::error::Error;
use crate::extract::bearer::Bearer;
use crate::extract::object::Object;
use crate::services::limits::rate_limit::RateLimit;
use crate::services::watches::Claim;
use crate::services::watches::items::MAX_BYTES;

const UNREADABLE: Error = Error::Invalid("The request cannot be read.");
const UNKNOWN_SERVICE: Error =
    Error::Invalid("Notifications of this browser are not supported here.");

/// 32 bytes in base64url.
#[derive(ToSchema)]
#[schema(pattern = "^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$")]
#[expect(dead_code, reason = "only its description is used")]
pub(crate) struct Hash(String);

/// Sealed bytes in base64url.
#[derive(ToSchema)]
#[schema(pattern = "^([A-Za-z0-9_-]{4})*$", max_length = 45056)]
#[expect(dead_code, reason = "only its description is used")]
pub(crate) struct SealedBytes(String);

/// A link to make. Its tokens are known to the phone that makes it; the server gets their SHA-256.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreateWatchRequest {
    #[schema(value_type = Hash)]
    claim_hash: String,
    #[schema(value_type = Hash)]
    owner_hash: String,
}

/// What the phone that claims a link sends.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClaimWatchRequest {
    /// The SHA-256 of the token with which it reads.
    #[schema(value_type = Hash)]
    read_hash: String,
    /// The SHA-256 of the token with which it posts.
    #[schema(value_type = Hash)]
    post_hash: String,
    /// Its first item, which gets the number 0.
    #[schema(value_type = SealedBytes)]
    hello: String,
    #[schema(required)]
    subscription: Option<WatchSubscription>,
}

/// Where pushes go: what the browser's `PushSubscription` has.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct WatchSubscription {
    #[schema(max_length = 1024)]
    endpoint: String,
    /// 65 bytes in base64url.
    #[schema(max_length = 88)]
    p256dh: String,
    /// 16 bytes in base64url.
    #[schema(max_length = 24)]
    auth: String,
}

/// Where pushes go from now on.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SubscribeWatchRequest {
    #[schema(required)]
    subscription: Option<WatchSubscription>,
}

/// Makes a link, which has to be claimed within a day. The same request again is answered 200.
#[utoipa::path(
    post, path = "/api/watches", request_body = CreateWatchRequest,
    responses(
        (status = 201, description = "Made"), (status = 200, description = "It was made before"),
        (status = 400, description = "Not valid"), (status = 409, description = "Another link has one of these tokens"),
        BodyRefusals
    )
)]
pub(crate) async fn create_watch(
    State(app): State<App>,
    Object(body): Object<CreateWatchRequest>,
) -> Result<StatusCode, Error> {
    let (claim, owner) = (hash(&body.claim_hash)?, hash(&body.owner_hash)?);
    Ok(status(app.watches.create(&claim, &owner).await?))
}

/// Claims a link, with its claim token. Works once; the same request again is answered 200.
#[utoipa::path(
    post, path = "/api/watches/claim", request_body = ClaimWatchRequest, security(("link" = [])),
    responses(
        (status = 201, description = "Claimed"), (status = 200, description = "It was claimed before by this request"),
        (status = 400, description = "Not valid, or a push service that is not known"),
        (status = 401, description = "No token"), (status = 404, description = "Unknown token"), (status = 409, description = "Another link has one of these tokens"),
        (status = 410, description = "Claimed before, or ended"), BodyRefusals
    )
)]
pub(crate) async fn claim_watch(
    State(app): State<App>,
    Bearer(token): Bearer,
    rate_limit: RateLimit,
    Object(body): Object<ClaimWatchRequest>,
) -> Result<StatusCode, Error> {
    let token = rate_limit.count(token).await?;
    let claim = Claim {
        read: hash(&body.read_hash)?,
        post: hash(&body.post_hash)?,
        hello: bytes(&body.hello)?,
        subscription: subscription(&app, body.subscription)?,
    };
    Ok(status(
        token.known(app.watches.claim(&token, claim).await).await?,
    ))
}

/// Changes where pushes go, with the post token.
#[utoipa::path(
    put, path = "/api/watches/push", request_body = SubscribeWatchRequest, security(("link" = [])),
    responses(
        (status = 204, description = "Stored"), (status = 400, description = "Not valid, or a push service that is not known"),
        (status = 401, description = "No token"), (status = 404, description = "Unknown token"), (status = 410, description = "Ended"), BodyRefusals
    )
)]
pub(crate) async fn subscribe_watch(
    State(app): State<App>,
    Bearer(token): Bearer,
    rate_limit: RateLimit,
    Object(body): Object<SubscribeWatchRequest>,
) -> Result<StatusCode, Error> {
    let token = rate_limit.count(token).await?;
    let subscription = subscription(&app, body.subscription)?;
    token
        .known(app.watches.subscribe(&token, subscription.as_ref()).await)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a link for both sides, with the owner's or the post token. The other side reads that it has ended.
#[utoipa::path(
    delete, path = "/api/watches", security(("link" = [])),
    responses(
        (status = 204, description = "Ended"), (status = 401, description = "No token"), (status = 404, description = "Unknown token"),
        (status = 429, description = "A limit is used up")
    )
)]
pub(crate) async fn end_watch(
    State(app): State<App>,
    Bearer(token): Bearer,
    rate_limit: RateLimit,
) -> Result<Response, Error> {
    let token = rate_limit.count(token).await?;
    token.known(app.watches.end(&token).await).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// 201 for what is new.
pub(super) fn status(is_new: bool) -> StatusCode {
    if is_new {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    }
}

pub(super) fn hash(text: &str) -> Result<TokenHash, Error> {
    TokenHash::parse(text).ok_or(UNREADABLE)
}

/// The bytes of an item.
pub(super) fn bytes(text: &str) -> Result<Vec<u8>, Error> {
    let bytes = BASE64URL_NOPAD.decode(text.as_bytes());
    let bytes = bytes.map_err(|_| UNREADABLE)?;
    if MAX_BYTES < bytes.len() {
        return Err(Error::TooLarge);
    }
    Ok(bytes)
}

fn subscription(
    app: &App,
    sent: Option<WatchSubscription>,
) -> Result<Option<PushSubscription>, Error> {
    let Some(sent) = sent else {
        return Ok(None);
    };
    let parsed = PushSubscription::parse(&sent.endpoint, &sent.p256dh, &sent.auth);
    parsed
        .filter(|parsed| app.watches.push.takes(parsed))
        .map(Some)
        .ok_or(UNKNOWN_SERVICE)
}
