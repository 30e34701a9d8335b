//! The state of the payment emulator.

use std::sync::Arc;

use super::events::EventSender;
use super::store::Store;

/// The path under which its URLs are; `router/mod.rs` lists them.
pub const MOUNT: &str = "/_sandbox/stripe";
/// The publishable key, which pages carry.
pub const PUBLISHABLE_KEY: &str = "pk_test_sandbox";

/// The payment emulator. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Sandbox {
    pub(super) inner: Arc<Inner>,
}

#[derive(Debug)]
pub(super) struct Inner {
    pub(super) store: Store,
    pub(super) courier: EventSender,
    pub(super) secret_key: String,
    pub(super) public_url: String,
}

impl Sandbox {
    /// An emulator that keeps its payments in `store`, sends events with `courier`, accepts API requests with `secret_key`, and has its
    /// pages under `public_url`, which has no slash at its end.
    pub fn new(store: Store, courier: EventSender, secret_key: String, public_url: String) -> Self {
        Self {
            inner: Arc::new(Inner {
                store,
                courier,
                secret_key,
                public_url,
            }),
        }
    }
}
