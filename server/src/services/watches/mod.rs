//! Links between two phones: what one of them seals, the other one gets, and is woken for by a push.
//!
//! The server knows neither who they are nor what they send. A link's row is found by the hash of a token: the owner's, which made the
//! link, or those of the side that claimed it, which reads with one and posts with the other.

mod firing;
pub mod items;
mod links;
mod messages;
mod notifier;
pub mod push_key;
mod push_places;
mod pushes;
mod pushing;
pub mod reading;
pub mod restored;
mod retention;
mod running_timers;
mod shared;
pub mod sounds;
pub mod timers;

pub use self::links::Claim;
pub use self::notifier::Notifier;
pub use self::retention::delete_old;
pub use self::shared::{UNKNOWN, Watches};
