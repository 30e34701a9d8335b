//! Sound copies: sealed sound that leaves a phone while it is recorded. Their rows are in the database, their bytes in the store.
//!
//! A copy is made under a link, for authorization and quota alone, and found by the hashes of its own tokens: one writes, one reads, and
//! one that comes from a recovery phrase finds its sealed key. It outlives the link.

mod ending;
mod making;
mod reading;
mod shared;
mod storing;
mod sweeping;
mod totals;

pub use entity::watch_piece::Kind;

pub use self::making::{NewSound, Recovery};
pub use self::reading::{Piece, PieceBytes, PieceReading};
pub use self::shared::{MIN_RETENTION, SOUND_RETENTION, Sounds};
pub use self::storing::{MAX_PIECE_BYTES, NewPiece, StoredPiece};
