//! What a push says, for the documentation: `services/watches/messages.rs` writes it.

use serde::Serialize;
use utoipa::ToSchema;

use super::watches::SealedBytes;

/// What a push says, as JSON, after the browser has opened it: a declarative message of the Push API, whose words are true of any item.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WatchPush {
    /// 8030, by which browsers know such a message.
    web_push: i64,
    notification: WatchNotification,
    /// Whether the service worker may show another notification: true.
    mutable: bool,
}

/// What a browser shows where the service worker shows nothing else.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WatchNotification {
    title: String,
    body: String,
    /// The URL that a tap opens.
    navigate: String,
    data: WatchPushed,
}

/// The item; without one the service worker has to ask for the items, because this one is too long. Times are Unix seconds of the server.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchPushed {
    seq: Option<i64>,
    #[schema(value_type = Option<SealedBytes>)]
    bytes: Option<String>,
    /// When the server stored it.
    at: Option<i64>,
    /// When the server got it, where that was earlier.
    got_at: Option<i64>,
}
