//! The limits of links between two phones.

use super::policy::{Counts, DAY, HOUR, Limit, MINUTE, Policy, counting, limit};

/// Making a link between two phones.
pub static LINK: Policy = counting(&[
    limit("links-block", Counts::Block, 20, HOUR),
    limit("links-block-day", Counts::Block, 60, DAY),
]);

/// Asking about links with tokens that nobody has. Those that somebody has are counted by themselves, so that nobody on the same network, and no
/// number of phones behind one address, keeps an alarm from being sent.
const UNKNOWN_TOKENS: &[Limit] = &[limit("link-strangers-block", Counts::Block, 60, MINUTE)];

/// A policy that counts requests with a token that somebody has by that alone.
const fn by_token(limits: &'static [Limit]) -> Policy {
    Policy {
        unknown: UNKNOWN_TOKENS,
        ..counting(limits)
    }
}

/// What every request with a token of a link is refused by before anything else of it is looked at.
pub static LINK_TOKENS: Policy = by_token(&[]);

/// Claiming a link, or ending it.
pub static LINK_CHANGE: Policy = by_token(&[limit("link-changes", Counts::Subject, 20, MINUTE)]);

/// Making a sound copy: one for each emergency and each drill.
pub static SOUND: Policy = by_token(&[
    limit("sounds", Counts::Subject, 20, HOUR),
    limit("sounds-day", Counts::Subject, 60, DAY),
]);

/// Ending a sound copy, and finding the key of one.
pub static SOUND_CHANGE: Policy = by_token(&[limit("sound-changes", Counts::Subject, 20, MINUTE)]);

/// Storing a piece of a sound copy: one every four seconds, and many of those that waited for a connection.
///
/// The quota of a link bounds what is stored; the budgets bound what a network sends of it in a day, three days of sound. Where strangers have used
/// them up, each copy still takes sound as fast as it is recorded, and its hashes.
pub static PIECE_WRITE: Policy = Policy {
    budgets: &[limit("piece-bytes-day", Counts::BytesByBlock, 1 << 30, DAY)],
    spared: &[limit(
        "piece-bytes-spared",
        Counts::BytesBySubject,
        4 << 20,
        10 * MINUTE,
    )],
    ..by_token(&[limit("pieces", Counts::Subject, 300, MINUTE)])
};

/// Hearing of the pieces of a sound copy, by two guardians to whom each piece is told at once.
pub static PIECE_LIST: Policy = by_token(&[limit("piece-lists", Counts::Subject, 240, MINUTE)]);

/// Reading a piece of a sound copy: a guardian who hears an hour from its beginning gets it in a minute.
pub static PIECE_READ: Policy = by_token(&[limit("piece-reads", Counts::Subject, 1_200, MINUTE)]);

/// Reading a link's items. A request waits for news, so that few are needed.
pub static LINK_READ: Policy = by_token(&[limit("link-reads", Counts::Subject, 90, MINUTE)]);

/// Sending an item over a link, and arming its timer: one every ten seconds, and as many again for what happens besides.
///
/// What is sent is kept for three days, so that the budgets bound what a network can have stored. Twelve guardians behind one address need a fifth of the first
/// and three fifths of the second. Where strangers have used them up, each link still sends what a phone does in an emergency all day: a short item
/// every ten seconds, of 720 bytes, and half as many besides.
pub static LINK_WRITE: Policy = Policy {
    budgets: &[
        limit("link-bytes", Counts::BytesByBlock, 4 << 20, 10 * MINUTE),
        limit("link-bytes-day", Counts::BytesByBlock, 128 << 20, DAY),
    ],
    spared: &[
        limit(
            "link-bytes-spared",
            Counts::BytesBySubject,
            64 << 10,
            10 * MINUTE,
        ),
        limit(
            "link-bytes-spared-day",
            Counts::BytesBySubject,
            9_216 << 10,
            DAY,
        ),
    ],
    ..by_token(&[
        limit("link-writes", Counts::Subject, 60, MINUTE),
        limit("link-writes-day", Counts::Subject, 10_000, DAY),
    ])
};
