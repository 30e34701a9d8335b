//! Orders, and storing one before it is paid.

use entity::{gift_link, purchase};
use sea_orm::{ActiveValue::Set, ConnectionTrait, EntityTrait};
use uuid::Uuid;

use super::limits::RequestSubject;
use super::limits::rate_limit::Subject;
use super::purchases::Party;
use super::reconcile_schedule;
use super::sealed::EncryptedColumn;
use super::shop::Shop;
use crate::domain::clock::{DAY, Millis, now};
use crate::domain::device_token::DeviceId;
use crate::domain::email_address::EmailAddress;
use crate::domain::personal_message::PersonalMessage;
use crate::domain::price::PRICE;
use crate::error::Error;

/// How long an order can be paid.
pub const PAYABLE_PERIOD: Millis = DAY;

/// Where the buyer pays (<https://docs.stripe.com/api/checkout/sessions/object#checkout_session_object-ui_mode>).
#[derive(Debug, Clone, Copy)]
pub enum PaymentUi<'a> {
    /// The form in our page.
    Embedded,
    /// The provider's page.
    Hosted {
        /// Where the buyer returns to after paying; in it the provider writes its session's id in the place of `{CHECKOUT_SESSION_ID}`.
        success_path: &'a str,
        /// Where the buyer returns to without paying.
        cancel_path: &'a str,
    },
}

impl PaymentUi<'_> {
    /// Whether it is the provider's page.
    pub fn is_hosted(self) -> bool {
        matches!(self, Self::Hosted { .. })
    }
}

/// What is being bought.
#[derive(Debug, Clone)]
pub enum Order {
    /// For the buyer. Where the address is not known yet, the hosted page asks for it.
    OwnUse {
        /// The buyer's address.
        email: Option<EmailAddress>,
    },
    /// For somebody else.
    Gift {
        /// The buyer's address.
        buyer: EmailAddress,
        /// The recipient's address.
        recipient: EmailAddress,
        /// The personal message.
        message: Option<PersonalMessage>,
    },
}

impl Order {
    /// The kind of purchase.
    pub fn kind(&self) -> purchase::Kind {
        match self {
            Self::OwnUse { .. } => purchase::Kind::OwnUse,
            Self::Gift { .. } => purchase::Kind::Gift,
        }
    }

    /// The buyer's address.
    pub fn buyer(&self) -> Option<&EmailAddress> {
        match self {
            Self::OwnUse { email } => email.as_ref(),
            Self::Gift { buyer, .. } => Some(buyer),
        }
    }

    /// The recipient's address.
    pub fn recipient(&self) -> Option<&EmailAddress> {
        match self {
            Self::OwnUse { .. } => None,
            Self::Gift { recipient, .. } => Some(recipient),
        }
    }
}

impl Subject for Order {
    fn about(&self) -> RequestSubject<'_> {
        self.buyer()
            .map_or(RequestSubject::Nothing, RequestSubject::Address)
    }
}

/// Stores a pending purchase, and for a gift the link that works once it is paid.
pub async fn insert(
    db: &impl ConnectionTrait,
    shop: &Shop,
    device: &DeviceId,
    order: &Order,
    ui: PaymentUi<'_>,
) -> Result<purchase::Model, Error> {
    let stored = insert_purchase(db, shop, device, order, ui).await?;
    if let Order::Gift { message, .. } = order {
        insert_gift_link(db, shop, stored.id, message.as_ref()).await?;
    }
    Ok(stored)
}

async fn insert_purchase(
    db: &impl ConnectionTrait,
    shop: &Shop,
    device: &DeviceId,
    order: &Order,
    ui: PaymentUi<'_>,
) -> Result<purchase::Model, Error> {
    let id = Uuid::now_v7();
    let recipient = order.recipient();
    let sealed = recipient.map(|address| {
        Party::Recipient
            .column(&id)
            .seal(&shop.keys, address.as_str())
    });
    let row = purchase::ActiveModel {
        is_hosted: Set(ui.is_hosted()),
        recipient_email_hash: Set(recipient.map(|address| shop.keys.email_hash(address))),
        recipient_email_ct: Set(sealed.transpose()?),
        device_session_id: Set(Some(device.to_vec())),
        ..pending(shop, id, order.kind(), order.buyer())?
    };
    let stored = purchase::Entity::insert(row).exec_with_returning(db);
    Ok(stored.await?)
}

/// The row of an order that is not paid yet and belongs to no device: paid in our page, for what the product costs now.
pub fn pending(
    shop: &Shop,
    id: Uuid,
    kind: purchase::Kind,
    buyer: Option<&EmailAddress>,
) -> Result<purchase::ActiveModel, Error> {
    let now = now();
    let sealed = buyer.map(|address| Party::Buyer.column(&id).seal(&shop.keys, address.as_str()));
    Ok(purchase::ActiveModel {
        id: Set(id),
        kind: Set(kind),
        status: Set(purchase::Status::Pending),
        livemode: Set(shop.settings.livemode),
        is_hosted: Set(false),
        amount_cents: Set(PRICE.cents),
        currency: Set(PRICE.currency.to_owned()),
        buyer_email_hash: Set(buyer.map(|address| shop.keys.email_hash(address))),
        buyer_email_ct: Set(sealed.transpose()?),
        verification_count: Set(0),
        checked_at: Set(now),
        next_check_at: Set(Some(now + reconcile_schedule::MIN_INTERVAL)),
        created_at: Set(now),
        updated_at: Set(now),
        ..purchase::ActiveModel::default()
    })
}

/// Stores the link of a gift, which works once the gift is paid.
pub async fn insert_gift_link(
    db: &impl ConnectionTrait,
    shop: &Shop,
    purchase_id: Uuid,
    message: Option<&PersonalMessage>,
) -> Result<(), Error> {
    let id = Uuid::now_v7();
    let code = shop.keys.gift_code(purchase_id);
    let row = gift_link::ActiveModel {
        id: Set(id),
        purchase_id: Set(purchase_id),
        code_hash: Set(shop.keys.gift_code_hash(&code)),
        code_ct: Set(None),
        personal_message_ct: Set(seal_message(shop, &id, message)?),
        status: Set(gift_link::Status::Unpaid),
        activated_at: Set(None),
        activated_purchase_id: Set(None),
        created_at: Set(now()),
    };
    gift_link::Entity::insert(row)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// Seals the personal message for its gift link.
pub fn seal_message(
    shop: &Shop,
    link_id: &Uuid,
    message: Option<&PersonalMessage>,
) -> Result<Option<Vec<u8>>, Error> {
    let column = EncryptedColumn::of_gift_link(link_id, "personal_message_ct");
    message
        .map(|message| column.seal(&shop.keys, message.as_str()))
        .transpose()
}
