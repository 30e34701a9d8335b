//! The pieces of sound copies: storing one, hearing of them, and reading one.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use http::header::{self, HeaderValue};
use serde::Serialize;
use utoipa::ToSchema;

use super::openapi_parts::BodyRefusals;
use super::watch_items::seq;
use crate::app::App;
use crate::domain::clock::{now, seconds};
use crate::error::Error;
use crate::extract::bearer::Bearer;
use crate::extract::json::Json;
use crate::extract::long_poll::LongPoll;
use crate::extract::octets::Octets;
use crate::services::limits::rate_limit::RateLimit;
use crate::services::watches::sounds::{Kind, NewPiece, Piece};

const NO_PIECE: Error = Error::NotFound("There is no such piece.");

/// Sealed bytes as they are, 512 KiB at most.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary, max_length = 524_288)]
#[expect(dead_code, reason = "only its description is used")]
pub(crate) struct SealedPiece(String);

/// What a piece has.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PieceKind {
    /// The hashes of some seconds of sound.
    Hashes,
    /// The sound itself.
    Sound,
}

/// A piece is stored.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StorePieceResponse {
    /// When it was, in Unix seconds of the server.
    at: i64,
}

/// The pieces of a copy. Times are Unix seconds of the server.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PiecesResponse {
    /// In the order in which they were stored, 500 at most. Numbers may be out of order.
    pieces: Vec<SoundPiece>,
    /// What to give as `after` next time. It is not a piece's number, and says nothing but the order.
    after: i64,
    now: i64,
}

/// A piece that was stored.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SoundPiece {
    kind: PieceKind,
    seq: i64,
    /// How many bytes it has.
    size: i32,
    /// When the server stored it.
    at: i64,
}

/// Stores a piece of a copy, with the token that writes. It is never overwritten. The same bytes again are answered 200.
#[utoipa::path(
    put, path = "/api/watches/sounds/pieces/{kind}/{seq}", security(("link" = [])),
    request_body(content = SealedPiece, content_type = "application/octet-stream"),
    params(
        ("kind" = PieceKind, Path, description = "What the piece has"),
        ("seq" = i64, Path, minimum = 0, maximum = 2_147_483_647, description = "The sender's number, which no other piece of this kind has")
    ),
    responses(
        (status = 201, body = StorePieceResponse, description = "Stored"),
        (status = 200, body = StorePieceResponse, description = "The same bytes were stored before"),
        (status = 400, description = "Not valid"), (status = 401, description = "No token"), (status = 404, description = "Unknown token"),
        (status = 409, description = "Another piece has this number"),
        (status = 507, description = "The link has as much sound stored as it may have or, with Retry-After, the store is full or cannot be used"),
        BodyRefusals
    )
)]
pub(crate) async fn store_piece(
    State(app): State<App>,
    Bearer(token): Bearer,
    rate_limit: RateLimit,
    Path((kind, number)): Path<(String, String)>,
    Octets(bytes): Octets,
) -> Result<(StatusCode, Json<StorePieceResponse>), Error> {
    let token = rate_limit.count_sent(token, bytes.len()).await?;
    let (kind, seq) = named(&kind, &number).ok_or(Error::Invalid("The piece is not valid."))?;
    let piece = NewPiece { kind, seq, bytes };
    let stored = token.known(app.sounds.store(&token, piece).await).await?;
    let status = if stored.is_new {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    let at = seconds(stored.at);
    Ok((status, Json(StorePieceResponse { at })))
}

/// Names the pieces of a copy, with the token that reads, and waits for the next one where there is none.
#[utoipa::path(
    get, path = "/api/watches/sounds/pieces", security(("link" = [])),
    params(
        ("after" = Option<i64>, Query, minimum = -1, description = "`after` of the last answer; -1, or none, for all pieces"),
        ("wait" = Option<u64>, Query, minimum = 0, maximum = 25, description = "How many seconds to wait for a piece")
    ),
    responses(
        (status = 200, body = PiecesResponse), (status = 400, description = "Not valid"),
        (status = 414, description = "The address is too long"),
        (status = 401, description = "No token"), (status = 404, description = "Unknown token"), (status = 429, description = "A limit is used up")
    )
)]
pub(crate) async fn get_pieces(
    State(app): State<App>,
    Bearer(token): Bearer,
    rate_limit: RateLimit,
    LongPoll { after, wait }: LongPoll,
) -> Result<Json<PiecesResponse>, Error> {
    let token = rate_limit.count(token).await?;
    let reading = app.sounds.read(&token, after, wait, &app.lifecycle).await;
    let reading = token.known(reading).await?;
    Ok(Json(PiecesResponse {
        pieces: reading.pieces.into_iter().map(SoundPiece::from).collect(),
        after: reading.after,
        now: seconds(now()),
    }))
}

/// The sealed bytes of a piece, with the token that reads.
#[utoipa::path(
    get, path = "/api/watches/sounds/pieces/{kind}/{seq}", security(("link" = [])),
    params(
        ("kind" = PieceKind, Path, description = "What the piece has"),
        ("seq" = i64, Path, minimum = 0, maximum = 2_147_483_647, description = "Its number")
    ),
    responses(
        (status = 200, body = SealedPiece, content_type = "application/octet-stream"), (status = 401, description = "No token"),
        (status = 404, description = "Unknown token, or no such piece"), (status = 429, description = "A limit is used up"),
        (status = 503, description = "The store cannot be used")
    )
)]
pub(crate) async fn get_piece(
    State(app): State<App>,
    Bearer(token): Bearer,
    rate_limit: RateLimit,
    Path((kind, number)): Path<(String, String)>,
) -> Result<Response, Error> {
    let token = rate_limit.count(token).await?;
    let (kind, seq) = named(&kind, &number).ok_or(NO_PIECE)?;
    let found = token
        .known(app.sounds.piece(&token, kind, seq).await)
        .await?;
    // Whoever has the token and asks for another number is no stranger.
    let piece = found.ok_or(NO_PIECE)?;
    let mut response = Body::from_stream(piece.stream).into_response();
    let headers = response.headers_mut();
    let octets = HeaderValue::from_static("application/octet-stream");
    headers.insert(header::CONTENT_TYPE, octets);
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(piece.size));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// The piece that a path names.
fn named(kind: &str, number: &str) -> Option<(Kind, i64)> {
    let kind = match kind {
        "hashes" => Kind::Hashes,
        "sound" => Kind::Sound,
        _ => return None,
    };
    let number = seq(number.parse().ok()?).ok()?;
    Some((kind, number))
}

impl From<Piece> for SoundPiece {
    fn from(piece: Piece) -> Self {
        Self {
            kind: match piece.kind {
                Kind::Hashes => PieceKind::Hashes,
                Kind::Sound => PieceKind::Sound,
            },
            seq: piece.seq,
            size: piece.size,
            at: seconds(piece.at),
        }
    }
}
