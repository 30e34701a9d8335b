//! Times that the server confirms, and the keys with which they are checked.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use data_encoding::BASE64;
use http::header;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::openapi_parts::BodyRefusals;
use crate::app::App;
use crate::crypto::receipts::{VERSION, key_id};
use crate::domain::chain_head::ChainHead;
use crate::domain::clock::{Millis, seconds};
use crate::error::Error;
use crate::extract::json::Json;
use crate::extract::object::Object;
use crate::services::receipts::PublicKey;
use crate::services::timestamps::Answer;

/// A SHA-256 as 64 hexadecimal digits in lower case.
#[derive(ToSchema)]
#[schema(pattern = "^[0-9a-f]{64}$")]
#[expect(dead_code, reason = "only its description is used")]
pub(crate) struct Fingerprint(String);

/// What is to be confirmed.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CreateReceiptRequest {
    /// The newest head of a recording's hash chain.
    #[schema(value_type = Fingerprint)]
    head: String,
}

/// The head was there at this time. `signature` is Ed25519 over `receipt|VERSION|HEAD|TIME|KEY`, in base64.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReceiptResponse {
    version: u8,
    #[schema(value_type = Fingerprint)]
    head: String,
    /// The server's, in Unix seconds.
    time: i64,
    /// The name of the key that signed.
    key: String,
    signature: String,
}

/// A number that nobody knew before this time. `signature` is Ed25519 over `nonce|VERSION|NONCE|TIME|KEY`, in base64.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NonceResponse {
    version: u8,
    #[schema(value_type = Fingerprint)]
    nonce: String,
    /// The server's, in Unix seconds.
    time: i64,
    /// The name of the key that signed.
    key: String,
    signature: String,
}

/// Confirms that a fingerprint is there by now. The request is not kept.
#[utoipa::path(
    post, path = "/api/receipts", request_body = CreateReceiptRequest,
    responses(
        (status = 200, body = ReceiptResponse), (status = 400, description = "Not valid"),
        (status = 503, description = "The server's clock is in doubt"), BodyRefusals
    )
)]
pub(crate) async fn create_receipt(
    State(app): State<App>,
    Object(body): Object<CreateReceiptRequest>,
) -> Result<Json<ReceiptResponse>, Error> {
    let head = ChainHead::parse(&body.head);
    let head = head.ok_or(Error::Invalid("The request cannot be read."))?;
    let signed = app.receipts.receipt(&head)?;
    Ok(Json(ReceiptResponse {
        version: VERSION,
        head: signed.digits,
        time: signed.time,
        key: signed.key,
        signature: signed.signature,
    }))
}

/// Draws a number for the beginning of a recording. An endpoint of its own, so that its answer is never taken for a receipt.
#[utoipa::path(
    post, path = "/api/receipts/nonce",
    responses(
        (status = 200, body = NonceResponse), (status = 429, description = "A limit is used up"),
        (status = 503, description = "The server's clock is in doubt")
    )
)]
pub(crate) async fn create_nonce(State(app): State<App>) -> Result<Json<NonceResponse>, Error> {
    let signed = app.receipts.nonce()?;
    Ok(Json(NonceResponse {
        version: VERSION,
        nonce: signed.digits,
        time: signed.time,
        key: signed.key,
        signature: signed.signature,
    }))
}

/// For what a time-stamp token is wanted.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct TokenRequest {
    /// The newest head of a recording's hash chain.
    #[schema(value_type = Fingerprint)]
    head: String,
}

/// A time-stamp token (RFC 3161) of an authority that is not this server.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TimeToken {
    /// Whether this server asks an authority.
    is_offered: bool,
    /// The CMS structure in DER, in base64. Where it is `null` and tokens are offered, the head is noted, and the client asks again later.
    #[schema(required)]
    token: Option<String>,
}

/// Has an authority confirm that a fingerprint is there by now. Only the fingerprint is kept, for some days.
#[utoipa::path(
    post, path = "/api/receipts/token", request_body = TokenRequest,
    responses(
        (status = 200, body = TimeToken), (status = 400, description = "Not valid"),
        (status = 503, description = "Too many fingerprints wait"), BodyRefusals
    )
)]
pub(crate) async fn get_token(
    State(app): State<App>,
    Object(body): Object<TokenRequest>,
) -> Result<Json<TimeToken>, Error> {
    let head = ChainHead::parse(&body.head);
    let head = head.ok_or(Error::Invalid("The request cannot be read."))?;
    let answer = app.timestamps.token(&head).await?;
    Ok(Json(TimeToken {
        is_offered: answer != Answer::NotOffered,
        token: match answer {
            Answer::Token(der) => Some(BASE64.encode(&der)),
            Answer::NotOffered | Answer::Waiting => None,
        },
    }))
}

/// Every key that ever signed, oldest first.
#[derive(Debug, Serialize)]
struct KeyList {
    keys: Vec<Listed>,
}

/// A key. A receipt with a time outside of its validity is not to be believed. Times are Unix seconds.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    id: String,
    algorithm: &'static str,
    /// 32 bytes in base64.
    public_key: String,
    valid_from: i64,
    /// `null` while it signs.
    valid_until: Option<i64>,
}

/// `GET /.well-known/time-receipt-keys.json`. Says nothing about what was confirmed.
pub(crate) async fn receipt_keys(State(app): State<App>) -> Response {
    let keys = app.receipts.keys().iter().map(key).collect();
    let headers = [(header::CACHE_CONTROL, "public, max-age=300")];
    (headers, Json(KeyList { keys })).into_response()
}

fn key(key: &PublicKey) -> Listed {
    let until = |at: Millis| seconds(at) + 1;
    Listed {
        id: key_id(&key.bytes),
        algorithm: "Ed25519",
        public_key: BASE64.encode(&key.bytes),
        valid_from: seconds(key.made_at),
        valid_until: key.ended_at.map(until),
    }
}
