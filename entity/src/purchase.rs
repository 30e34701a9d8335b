//! Something bought, or a gift that was redeemed.

use sea_orm::entity::prelude::*;

/// What was bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
pub enum Kind {
    /// For the buyer.
    #[sea_orm(string_value = "own_use")]
    OwnUse,
    /// For a friend, who gets a gift link.
    #[sea_orm(string_value = "gift")]
    Gift,
    /// What the friend holds after redeeming the link.
    #[sea_orm(string_value = "gift_redemption")]
    GiftRedemption,
}

/// How far the payment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
pub enum Status {
    /// Not paid yet.
    #[sea_orm(string_value = "pending")]
    Pending,
    /// Paid, as Stripe said when asked.
    #[sea_orm(string_value = "paid")]
    Paid,
    /// Given up before it was paid.
    #[sea_orm(string_value = "canceled")]
    Canceled,
    /// The money went back.
    #[sea_orm(string_value = "refunded")]
    Refunded,
    /// The card holder disputes the payment.
    #[sea_orm(string_value = "disputed")]
    Disputed,
}

/// One purchase.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "purchases")]
pub struct Model {
    /// Also the order number that Stripe keeps in its metadata, and the idempotency key of its creation.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub kind: Kind,
    pub status: Status,
    pub livemode: bool,
    #[sea_orm(unique)]
    pub payment_intent_id: Option<String>,
    #[sea_orm(unique)]
    pub checkout_session_id: Option<String>,
    /// Whether it is paid at the provider's hosted page and not in ours.
    pub is_hosted: bool,
    pub amount_cents: i64,
    pub currency: String,
    pub buyer_email_hash: Option<Vec<u8>>,
    pub buyer_email_ct: Option<Vec<u8>>,
    pub recipient_email_hash: Option<Vec<u8>>,
    pub recipient_email_ct: Option<Vec<u8>>,
    /// The device that began the purchase.
    pub device_session_id: Option<Vec<u8>>,
    /// For a redemption: the purchase that paid for it.
    pub paid_by_purchase_id: Option<Uuid>,
    pub verification_count: i32,
    pub paid_at: Option<i64>,
    pub refunded_at: Option<i64>,
    /// When Stripe was asked last.
    pub checked_at: i64,
    /// When the reconcile job asks Stripe next; none for what cannot change any more.
    pub next_check_at: Option<i64>,
    pub created_at: i64,
    pub updated_at: i64,
    #[sea_orm(has_one)]
    pub gift_link: HasOne<super::gift_link::Entity>,
    #[sea_orm(has_many)]
    pub entitlements: HasMany<super::device_entitlement::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
