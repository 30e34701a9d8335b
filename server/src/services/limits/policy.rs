//! Every limit of the product, with those of links between phones in `link_policies.rs`. `router/mod.rs` says which route has which policy.
//!
//! Limits of networks come first: a caller that makes up device cookies is refused before its devices are counted. Where only a known
//! device is let in, its own limit comes first. No limit counts a mailbox, everybody, or a token's network such that a few strangers could
//! use it up for others.
//!
//! A neighbour behind the same address can use up what is counted by network alone: beginning a payment (`PAY`), asking for a link by mail
//! (`VERIFY`), making a link to a guardian (`LINK`), and having times confirmed (`RECEIPT`, `TIMESTAMP`). Nothing tells a person who is new from a neighbour: cookies and addresses can be made up, a place for each would be no limit for
//! whoever tests cards, and one for addresses with a purchase would tell which have one. Whoever has begun to pay, holds a purchase, or has a gift's
//! code or a mailed link is counted by that. The others are told when they can try again, and that another network will do.

use std::time::Duration;

use crate::domain::network::Width;

/// What a limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counts {
    /// The device of the cookie. Requests without the cookie are counted by the policy's other limits.
    Device,
    /// The network: an IPv4 address or 64 bits of an IPv6 address, and the wider ones around it, which may do more.
    Block,
    /// The gift code or token that the request is about, from wherever it comes: for secrets, which strangers do not know.
    Subject,
    /// The mailbox that the request is about, for each network address by itself: strangers elsewhere cannot use it up.
    SubjectByBlock,
    /// The bytes that a network sends; wider ones may send more.
    BytesByBlock,
    /// The bytes that come with the token that the request is about.
    BytesBySubject,
}

impl Counts {
    /// Whether others on the caller's network use it up as well.
    pub fn is_of_network(self) -> bool {
        match self {
            Self::Block | Self::SubjectByBlock | Self::BytesByBlock => true,
            Self::Device | Self::Subject | Self::BytesBySubject => false,
        }
    }

    /// How much more than the quota a network of this width may have.
    pub fn factor(self, width: Width) -> u32 {
        match (self, width) {
            (_, Width::Customer) => 1,
            (Self::BytesByBlock, Width::Household) => 2,
            (Self::BytesByBlock, Width::Company) | (_, Width::Household) => 4,
            (_, Width::Company) => 16,
        }
    }
}

/// At most `quota` requests in a window that starts with its first request.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// Its name, as `RateLimit-Policy` gives it.
    pub name: &'static str,
    /// What it counts.
    pub counts: Counts,
    /// How many requests.
    pub quota: u32,
    /// The window's length.
    pub window: Duration,
}

/// The limits of one kind of request.
#[derive(Debug)]
pub struct Policy {
    /// Limits that count every request.
    pub limits: &'static [Limit],
    /// Limits that count failed requests only.
    pub failures: &'static [Limit],
    /// Limits of a network's requests with codes and tokens that nobody has. Used up, they refuse such requests alone.
    pub unknown: &'static [Limit],
    /// What a network may send, where strangers on it must stop nobody: used up, it refuses only what is not spared.
    pub budgets: &'static [Limit],
    /// What each subject may send whatever others on its network have sent.
    pub spared: &'static [Limit],
    /// What each device that is stored may do besides, where a limit is used up. Strangers on its network cannot use that up
    /// without stored devices of their own.
    pub own: &'static [Limit],
}

/// A policy that counts every request.
pub(super) const fn counting(limits: &'static [Limit]) -> Policy {
    Policy {
        limits,
        failures: &[],
        unknown: &[],
        budgets: &[],
        spared: &[],
        own: &[],
    }
}

pub(super) const MINUTE: u64 = 60;
pub(super) const HOUR: u64 = 3600;
pub(super) const DAY: u64 = 86_400;

pub(super) const fn limit(name: &'static str, counts: Counts, quota: u32, seconds: u64) -> Limit {
    Limit {
        name,
        counts,
        quota,
        window: Duration::from_secs(seconds),
    }
}

/// Asking whether an address has a purchase, or what is kept about it.
pub static VERIFY: Policy = counting(&[
    limit("verify-block", Counts::Block, 5, MINUTE),
    limit("verify-block-day", Counts::Block, 30, DAY),
    limit("verify-device", Counts::Device, 5, MINUTE),
    limit("verify-device-day", Counts::Device, 20, DAY),
    // As long as a link in a mail works: who asks again after that may always be mailed one.
    limit("verify-address", Counts::SubjectByBlock, 5, HOUR),
]);

/// The same by a device that holds a purchase of the address, where its network has asked too often: strangers cannot use it up.
pub static VERIFY_OWN: Policy = counting(&[
    limit("verify-own", Counts::Device, 5, MINUTE),
    limit("verify-own-day", Counts::Device, 20, DAY),
]);

/// Starting a payment. These limits are against people who test stolen cards.
///
/// There is none for everybody, which strangers could use up without paying: `middleware/concurrency.rs` lets payments begin round-robin by network,
/// as fast as the provider takes them.
pub static PAY: Policy = counting(&[
    limit("pay-block", Counts::Block, 10, 10 * MINUTE),
    limit("pay-block-day", Counts::Block, 40, DAY),
    limit("pay-device", Counts::Device, 5, 10 * MINUTE),
    limit("pay-address", Counts::SubjectByBlock, 5, HOUR),
]);

/// Finding a payment that was started before, which a reload of the page does. It may send requests to the payment provider.
///
/// There is none by network, which strangers could use up: whoever gets here has an open order, and those are counted when they are begun.
pub static PAY_AGAIN: Policy =
    counting(&[limit("pay-again-device", Counts::Device, 30, 10 * MINUTE)]);

/// Reading a gift. Codes that exist are counted by themselves: strangers on the recipient's network cannot use that up.
pub static GIFT_READ: Policy = Policy {
    unknown: &[limit("gift-strangers-block", Counts::Block, 20, MINUTE)],
    ..counting(&[limit("gift-reads", Counts::Subject, 120, MINUTE)])
};

/// Redeeming a gift, in the same way. After ten failures a code is blocked for an hour, and after ten codes that nobody has the
/// network's other guesses for a day.
///
/// That does not protect codes that exist: their 130 random bits do.
pub static GIFT_ACTIVATE: Policy = Policy {
    failures: &[limit("activate-failures-code", Counts::Subject, 10, HOUR)],
    unknown: &[
        limit("activate-strangers-block", Counts::Block, 5, MINUTE),
        limit("activate-strangers-block-day", Counts::Block, 10, DAY),
    ],
    ..counting(&[limit("activations", Counts::Subject, 20, MINUTE)])
};

/// Reading and changing a device's contacts, and deleting the device.
pub static CONTACTS: Policy = Policy {
    own: &[
        limit("contacts-own", Counts::Device, 10, MINUTE),
        limit("contacts-own-block", Counts::Block, 120, MINUTE),
    ],
    ..counting(&[
        limit("contacts-block", Counts::Block, 60, MINUTE),
        limit("contacts-device", Counts::Device, 30, MINUTE),
    ])
};

/// Storing a device that was not known before.
pub static NEW_DEVICE: Policy = counting(&[limit("new-devices-block", Counts::Block, 200, DAY)]);

/// Asking what the device has access to, and the pages to which a payment returns. Each may send requests to the payment provider.
pub static ACCESS: Policy = Policy {
    own: &[
        limit("access-own", Counts::Device, 10, MINUTE),
        limit("access-own-block", Counts::Block, 240, MINUTE),
    ],
    ..counting(&[
        limit("access-block", Counts::Block, 120, MINUTE),
        limit("access-device", Counts::Device, 60, MINUTE),
    ])
};

/// Using a link of a mail. Links that were mailed are counted by themselves.
pub static PROVE: Policy = Policy {
    unknown: &[limit("prove-strangers-block", Counts::Block, 10, MINUTE)],
    ..counting(&[limit("proofs", Counts::Subject, 20, MINUTE)])
};

/// Reporting a violation of a page's policy, which browsers do by themselves and anybody can do: no page waits for it.
pub static REPORT: Policy = counting(&[limit("reports-block", Counts::Block, 10, MINUTE)]);

/// Having a time confirmed. A phone that records asks once a minute; nothing that is urgent waits for it.
pub static RECEIPT: Policy = counting(&[
    limit("receipts-block", Counts::Block, 120, MINUTE),
    limit("receipts-block-day", Counts::Block, 10_000, DAY),
]);

/// Asking for a time-stamp token, and whether it is there. Each fingerprint is a request to the authority, which may cost the operator money.
pub static TIMESTAMP: Policy = counting(&[
    limit("timestamps-block", Counts::Block, 60, MINUTE),
    limit("timestamps-block-day", Counts::Block, 1_000, DAY),
]);
