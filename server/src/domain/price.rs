//! What the product costs, and how long it can be given back.

use std::fmt;

/// An amount of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    /// In cents.
    pub cents: i64,
    /// ISO 4217 in lower case, as Stripe writes it.
    pub currency: &'static str,
}

/// Paid once, forever.
pub const PRICE: Price = Price {
    cents: 999,
    currency: "usd",
};

/// How many days a buyer may ask for the money back.
pub const REFUND_DAYS: u32 = 30;

impl Price {
    /// The price with its currency, such as `US$9.99`: in Australia `$` alone is another one.
    #[must_use]
    pub fn named(&self) -> String {
        named(self.cents, self.currency)
    }
}

/// As the specification's texts write it, such as `$9.99`.
impl fmt::Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&dollars(self.cents))
    }
}

/// What an order cost, in cents and with the currency in lower case, such as `US$9.99`: another release may have had another price.
#[must_use]
pub fn named(cents: i64, currency: &str) -> String {
    let amount = dollars(cents);
    match currency {
        "usd" => format!("US{amount}"),
        other => format!("{} {amount}", other.to_uppercase()),
    }
}

fn dollars(cents: i64) -> String {
    format!("${}.{:02}", cents / 100, cents % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_reads_as_dollars_and_cents() {
        assert_eq!(PRICE.to_string(), "$9.99");
        assert_eq!(PRICE.named(), "US$9.99");
        let cheap = Price {
            cents: 105,
            ..PRICE
        };
        assert_eq!(cheap.to_string(), "$1.05");
    }
}
