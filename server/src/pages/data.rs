//! Page data: what the server tells a page that is not the same for everybody.
//!
//! `ui/src/wire/pages.ts` is generated from these types. Where a page has several states, `name` says which one, and
//! each state has its own fields only.

use serde::Serialize;
use utoipa::ToSchema;

/// `/subscribe`, after a purchase that could not be started.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubscribeData {
    /// What went wrong, for the buyer.
    pub error: String,
}

/// `/checkout`, after a purchase that could not be started.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "name", rename_all = "camelCase")]
pub enum CheckoutData {
    /// The form again, with what was wrong.
    Form {
        /// The address as it was typed.
        email: String,
        /// What went wrong, for the buyer.
        error: String,
    },
    /// This device owns the product already.
    Owned,
}

/// `/gift`, after a purchase that could not be started: the form as it was typed.
#[derive(Debug, Serialize, ToSchema)]
pub struct GiftData {
    /// What was typed.
    pub details: GiftDetails,
    /// The fields to which the error belongs; none where it is about something else.
    pub wrong: WrongAddresses,
    /// What went wrong, for the buyer.
    pub error: String,
}

/// Which of a gift's addresses cannot be used.
#[derive(Debug, Serialize, ToSchema)]
pub struct WrongAddresses {
    /// The buyer's.
    pub buyer: bool,
    /// The recipient's.
    pub recipient: bool,
}

/// The form in which a gift is bought, as it was typed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiftDetails {
    /// The buyer's address.
    pub buyer_email: String,
    /// The recipient's address.
    pub recipient_email: String,
    /// What the recipient will read; empty for none.
    pub personal_message: String,
}

/// `/payment-success` and `/paypal-success`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "name", rename_all = "camelCase")]
pub enum SuccessData {
    /// The payment provider confirmed the payment, and this device has access.
    Verified {
        /// The buyer's address, where it is known.
        #[schema(required)]
        email: Option<String>,
    },
    /// The provider says that nothing is paid, and the payment can be tried again.
    Unpaid,
    /// Nothing is confirmed.
    Issue,
}

/// `/download-success`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "name", rename_all = "camelCase")]
pub enum DownloadData {
    /// The buyer's own purchase is confirmed.
    Own,
    /// A gift is paid for.
    #[serde(rename_all = "camelCase")]
    Gift {
        /// The recipient's address, where it is known.
        #[schema(required)]
        recipient_email: Option<String>,
        /// The URL to hand on.
        gift_link: String,
    },
    /// The provider says that nothing is paid, and the payment can be tried again.
    Unpaid,
    /// Nothing is confirmed.
    Unconfirmed,
}

/// `/verify` and `/redownload`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "name", rename_all = "camelCase")]
pub enum VerifyData {
    /// The form again, with what was wrong.
    Form {
        /// The address as it was typed.
        email: String,
        /// What went wrong.
        #[schema(required)]
        error: Option<String>,
    },
    /// The address has a purchase, and this device has access.
    #[serde(rename_all = "camelCase")]
    Verified {
        /// The address, where it is known.
        #[schema(required)]
        email: Option<String>,
        /// When it was paid, in ISO 8601.
        #[schema(required)]
        purchase_date: Option<String>,
    },
    /// The address has no purchase.
    Failed,
    /// Neither yes nor no: where there is a purchase, a one-time link is on its way by mail.
    Sent,
}

/// `/watch`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchData {
    /// The public key for pushes, 65 bytes in base64url (RFC 8292).
    pub push_key: String,
}

/// `/redownload/confirm`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "name", rename_all = "camelCase")]
pub enum ConfirmData {
    /// The one-time link can be used.
    Ready {
        /// The link's token, for the form.
        token: String,
    },
    /// It is unknown, too old or used.
    Gone,
}

/// `/your-data`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "name", rename_all = "camelCase")]
pub enum OwnData {
    /// The form again, with what was wrong.
    Form {
        /// The address as it was typed.
        email: String,
        /// What went wrong.
        error: String,
    },
    /// Neither yes nor no: where anything is kept, a link is on its way by mail.
    Sent,
    /// What is kept about the link's address.
    Held {
        /// The link's token, for the forms.
        token: String,
        /// The orders in which the address is, oldest first.
        orders: Vec<HeldOrder>,
    },
    /// Everything was erased.
    Erased,
    /// The link is unknown or too old.
    Gone,
}

/// What is kept of one order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeldOrder {
    /// `own_use`, `gift` or `gift_redemption`.
    pub kind: String,
    /// How far the payment is: `pending`, `paid`, `canceled`, `refunded` or `disputed`.
    pub status: String,
    /// When it began, in ISO 8601.
    pub created_at: String,
    /// The payment's reference, for the buyer.
    #[schema(required)]
    pub payment: Option<String>,
    /// The buyer's address; none for the recipient of a gift.
    #[schema(required)]
    pub buyer_email: Option<String>,
    /// The recipient's address.
    #[schema(required)]
    pub recipient_email: Option<String>,
    /// What the buyer wrote, for the buyer.
    #[schema(required)]
    pub personal_message: Option<String>,
    /// How many devices hold it.
    pub devices: u64,
}

/// `/gift/{linkCode}`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "name", rename_all = "camelCase")]
pub enum RedeemData {
    /// The gift can be redeemed.
    Available {
        /// What the recipient sees of it.
        gift: ShownGift,
        /// What was wrong with an attempt to redeem it.
        #[schema(required)]
        error: Option<String>,
    },
    /// It cannot be redeemed, or not now.
    #[serde(rename_all = "camelCase")]
    Unavailable {
        /// Whether it was there once: whoever redeemed it may be on another device now.
        is_used: bool,
        /// Whether it may be there later.
        is_temporary: bool,
        /// Why, for the recipient.
        reason: String,
    },
    /// This device redeemed it before.
    Activated,
}

/// What the recipient sees of a gift.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShownGift {
    /// The address to put into the form; empty where it is not kept any more.
    pub recipient_email: String,
    /// The buyer's words.
    #[schema(required)]
    pub personal_message: Option<String>,
}
