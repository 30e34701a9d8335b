//! Every limit of the product in one table. `router/mod.rs` says which route has which policy.
//!
//! Limits of network addresses come first: a caller that makes up device cookies is refused before its devices are counted. No limit
//! counts a mailbox, or everybody, such that a few strangers could use it up for others.

use std::time::Duration;

/// What a limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counts {
    /// The device of the cookie. Requests without the cookie are counted by the policy's other limits.
    Device,
    /// The network address: IPv4 whole, IPv6 by its block of 64 bits.
    Block,
    /// The gift code or token that the request is about, from wherever it comes: for secrets, which strangers do not know.
    Subject,
    /// The mailbox that the request is about, for each network address by itself: strangers elsewhere cannot use it up.
    SubjectByBlock,
    /// All callers together.
    Everyone,
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
}

const MINUTE: u64 = 60;
const HOUR: u64 = 3600;
const DAY: u64 = 86_400;

const fn limit(name: &'static str, counts: Counts, quota: u32, seconds: u64) -> Limit {
    Limit {
        name,
        counts,
        quota,
        window: Duration::from_secs(seconds),
    }
}

/// Asking whether an address has a purchase, or what is kept about it.
pub static VERIFY: Policy = Policy {
    limits: &[
        limit("verify-block", Counts::Block, 5, MINUTE),
        limit("verify-block-day", Counts::Block, 30, DAY),
        limit("verify-device", Counts::Device, 5, MINUTE),
        limit("verify-device-day", Counts::Device, 20, DAY),
        limit("verify-address", Counts::SubjectByBlock, 5, HOUR),
        limit("verify-address-day", Counts::SubjectByBlock, 10, DAY),
    ],
    failures: &[],
};

/// Starting a payment. These limits are against people who test stolen cards.
pub static PAY: Policy = Policy {
    limits: &[
        limit("pay-block", Counts::Block, 10, 10 * MINUTE),
        limit("pay-block-day", Counts::Block, 40, DAY),
        limit("pay-device", Counts::Device, 5, 10 * MINUTE),
        limit("pay-address", Counts::SubjectByBlock, 5, HOUR),
        // Fewer than the provider takes, and more than a hundred networks together can use up.
        limit("pay-all", Counts::Everyone, 1200, MINUTE),
    ],
    failures: &[],
};

/// Finding a payment that was started before, which a reload of the page does. It may send requests to the payment provider.
pub static PAY_AGAIN: Policy = Policy {
    limits: &[
        limit("pay-again-device", Counts::Device, 30, 10 * MINUTE),
        limit("pay-again-block", Counts::Block, 120, 10 * MINUTE),
    ],
    failures: &[],
};

/// Reading a gift.
pub static GIFT_READ: Policy = Policy {
    limits: &[
        limit("gift-block", Counts::Block, 20, MINUTE),
        limit("gift-device", Counts::Device, 20, MINUTE),
    ],
    failures: &[],
};

/// Redeeming a gift. After ten failures a code is blocked for an hour.
pub static GIFT_ACTIVATE: Policy = Policy {
    limits: &[
        limit("activate-block", Counts::Block, 5, MINUTE),
        limit("activate-device", Counts::Device, 5, MINUTE),
    ],
    failures: &[
        limit("activate-failures-block", Counts::Block, 10, DAY),
        limit("activate-failures-code", Counts::Subject, 10, HOUR),
    ],
};

/// Reading and changing a device's contacts, and deleting the device.
pub static CONTACTS: Policy = Policy {
    limits: &[
        limit("contacts-block", Counts::Block, 60, MINUTE),
        limit("contacts-device", Counts::Device, 30, MINUTE),
    ],
    failures: &[],
};

/// Storing a device that was not known before.
pub static NEW_DEVICE: Policy = Policy {
    limits: &[limit("new-devices-block", Counts::Block, 200, DAY)],
    failures: &[],
};

/// Asking what the device has access to, and the pages to which a payment returns. Each may send requests to the payment provider.
pub static ACCESS: Policy = Policy {
    limits: &[
        limit("access-block", Counts::Block, 120, MINUTE),
        limit("access-device", Counts::Device, 60, MINUTE),
    ],
    failures: &[],
};

/// Using a link of a mail.
pub static PROVE: Policy = Policy {
    limits: &[limit("prove-block", Counts::Block, 10, MINUTE)],
    failures: &[],
};

/// Making a link between two phones.
pub static LINK: Policy = Policy {
    limits: &[
        limit("links-block", Counts::Block, 20, HOUR),
        limit("links-block-day", Counts::Block, 60, DAY),
    ],
    failures: &[],
};

/// Claiming a link, or ending it.
pub static LINK_CHANGE: Policy = Policy {
    limits: &[
        limit("link-changes-block", Counts::Block, 120, MINUTE),
        limit("link-changes", Counts::Subject, 20, MINUTE),
    ],
    failures: &[],
};

/// Reading a link's items. A request waits for news, so that few are needed. Many people may share a carrier's address.
pub static LINK_READ: Policy = Policy {
    limits: &[
        limit("link-reads-block", Counts::Block, 1200, MINUTE),
        limit("link-reads", Counts::Subject, 90, MINUTE),
    ],
    failures: &[],
};

/// Sending an item over a link, and arming its timer: one every ten seconds, and as many again for what happens besides. The day's limits
/// bound what can be stored.
pub static LINK_WRITE: Policy = Policy {
    limits: &[
        limit("link-writes-block", Counts::Block, 600, MINUTE),
        limit("link-writes-block-day", Counts::Block, 100_000, DAY),
        limit("link-writes", Counts::Subject, 60, MINUTE),
        limit("link-writes-day", Counts::Subject, 10_000, DAY),
    ],
    failures: &[],
};
