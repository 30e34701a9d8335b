//! What the product costs (spec section 9).

/// An amount of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    /// In cents.
    pub cents: i64,
    /// ISO 4217 in lower case, as Stripe writes it.
    pub currency: &'static str,
}

/// $9.99, once, for ever.
pub const PRICE: Price = Price {
    cents: 999,
    currency: "usd",
};
