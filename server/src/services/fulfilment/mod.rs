//! What happens when money comes or goes: one path for events, return pages and the reconcile job.
//!
//! Nothing that a caller or an event says is believed: the provider is asked, and its answer must name the order and
//! have the right amount, currency and mode. Doing it twice changes nothing.

use entity::device_entitlement::Source;
use entity::{gift_link, outbox_email, purchase, webhook_event};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait,
    IntoActiveModel, QueryFilter, QuerySelect,
};
use uuid::Uuid;

use super::purchases::Party;
use super::shop::Shop;
use super::{devices, outbox};
use crate::domain::clock::{Millis, now};
use crate::domain::email_address::EmailAddress;
use crate::error::Error;
use crate::gateway::stripe_objects::Payment;
use crate::gateway::stripe_signature::Event;

mod verdict;

pub use verdict::{Reference, Verdict};

/// How long a gift waits for its friend.
const GIFT_LIFE: Millis = 365 * 86_400_000;

/// Asks the provider about a payment intent or a checkout session and does what its answer asks for.
///
/// Answers the purchase as it then stands and what the provider said; no purchase where the payment is not ours.
pub async fn settle(
    shop: &Shop,
    reference: Reference<'_>,
    event: Option<&Event>,
) -> Result<(Option<purchase::Model>, Payment), Error> {
    let payment = match reference {
        Reference::Intent(id) => shop.stripe.intent(id).await?,
        Reference::Session(id) => shop.stripe.session(id).await?,
    };
    let purchase = apply(shop, reference, &payment, event).await?;
    Ok((purchase, payment))
}

async fn apply(
    shop: &Shop,
    reference: Reference<'_>,
    payment: &Payment,
    event: Option<&Event>,
) -> Result<Option<purchase::Model>, Error> {
    let Some(id) = payment
        .order_id
        .as_deref()
        .and_then(|id| Uuid::try_parse(id).ok())
    else {
        return Ok(None);
    };
    let transaction = shop.db.begin().await?;
    let found = purchase::Entity::find_by_id(id)
        .lock_exclusive()
        .one(&transaction)
        .await?;
    let Some(found) = found else { return Ok(None) };
    let verdict = verdict::judge(&found, reference, payment, shop.settings.livemode);
    if let Some(event) = event {
        note_event(&transaction, event).await?;
    }
    let kept = match verdict {
        Verdict::NotOurs => {
            tracing::warn!("a payment does not match its order and is not accepted");
            None
        }
        Verdict::Nothing => Some(found),
        Verdict::Pay => Some(pay(&transaction, shop, found, payment).await?),
        Verdict::Cancel => Some(set_status(&transaction, found, purchase::Status::Canceled).await?),
        Verdict::TakeBack(status) => Some(take_back(&transaction, found, status).await?),
    };
    transaction.commit().await?;
    Ok(kept)
}

/// Whether an event was handled before.
pub async fn is_known(shop: &Shop, event: &Event) -> Result<bool, Error> {
    let known = webhook_event::Entity::find_by_id(event.id.clone())
        .one(shop.db.read())
        .await?;
    Ok(known.is_some())
}

async fn note_event(db: &impl ConnectionTrait, event: &Event) -> Result<(), Error> {
    let row = webhook_event::ActiveModel {
        id: Set(event.id.clone()),
        kind: Set(event.kind.clone()),
        object_id: Set(event.object_id.clone()),
        livemode: Set(event.livemode),
        received_at: Set(now()),
    };
    let twice = OnConflict::column(webhook_event::Column::Id)
        .do_nothing()
        .to_owned();
    webhook_event::Entity::insert(row)
        .on_conflict(twice)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

async fn pay(
    transaction: &DatabaseTransaction,
    shop: &Shop,
    found: purchase::Model,
    payment: &Payment,
) -> Result<purchase::Model, Error> {
    let typed = payment
        .typed_email
        .as_deref()
        .and_then(|typed| typed.parse::<EmailAddress>().ok());
    let address_column = Party::Buyer.column(&found.id);
    let mut row = found.clone().into_active_model();
    row.status = Set(purchase::Status::Paid);
    row.paid_at = Set(Some(now()));
    row.updated_at = Set(now());
    if let (None, Some(id)) = (&found.payment_intent_id, &payment.intent_id) {
        row.payment_intent_id = Set(Some(id.clone()));
    }
    if let (None, Some(address)) = (&found.buyer_email_hash, &typed) {
        row.buyer_email_hash = Set(Some(shop.keys.email_hash(address)));
        row.buyer_email_ct = Set(Some(address_column.seal(&shop.keys, address.as_str())?));
    }
    let paid = purchase::Entity::update(row).exec(transaction).await?;
    if paid.kind == purchase::Kind::Gift {
        open_gift(transaction, paid.id).await?;
    } else if let Some(device) = paid.device_session_id.clone() {
        devices::entitle(transaction, device, paid.id, Source::Checkout).await?;
    }
    queue_mail(transaction, shop, &paid).await?;
    Ok(paid)
}

async fn open_gift(db: &impl ConnectionTrait, purchase_id: Uuid) -> Result<(), Error> {
    gift_link::Entity::update_many()
        .col_expr(
            gift_link::Column::Status,
            Expr::value(gift_link::Status::Available),
        )
        .col_expr(gift_link::Column::ExpiresAt, Expr::value(now() + GIFT_LIFE))
        .filter(gift_link::Column::PurchaseId.eq(purchase_id))
        .filter(gift_link::Column::Status.eq(gift_link::Status::Unpaid))
        .exec(db)
        .await?;
    Ok(())
}

/// One discreet mail to who paid; the friend of a gift gets none, because that inbox may be watched.
async fn queue_mail(
    transaction: &DatabaseTransaction,
    shop: &Shop,
    paid: &purchase::Model,
) -> Result<(), Error> {
    let Some(buyer) = Party::Buyer.address(&shop.keys, paid)? else {
        return Ok(());
    };
    let template = match paid.kind {
        purchase::Kind::Gift => outbox_email::Template::Gift,
        _ => outbox_email::Template::Purchase,
    };
    let mail = outbox::NewMail {
        template,
        subject: format!("paid {}", paid.id),
        to: buyer,
        params: paid.id.to_string(),
    };
    outbox::queue(transaction, &shop.keys, mail).await
}

/// Takes back what was paid for: the purchase, its unused gift link, and what a friend redeemed with it.
async fn take_back(
    transaction: &DatabaseTransaction,
    found: purchase::Model,
    status: purchase::Status,
) -> Result<purchase::Model, Error> {
    let id = found.id;
    gift_link::Entity::update_many()
        .col_expr(
            gift_link::Column::Status,
            Expr::value(gift_link::Status::Revoked),
        )
        .filter(gift_link::Column::PurchaseId.eq(id))
        .exec(transaction)
        .await?;
    purchase::Entity::update_many()
        .col_expr(purchase::Column::Status, Expr::value(status))
        .col_expr(purchase::Column::RefundedAt, Expr::value(now()))
        .filter(purchase::Column::PaidByPurchaseId.eq(id))
        .exec(transaction)
        .await?;
    let mut row = found.into_active_model();
    row.status = Set(status);
    row.refunded_at = Set(Some(now()));
    row.updated_at = Set(now());
    Ok(purchase::Entity::update(row).exec(transaction).await?)
}

async fn set_status(
    transaction: &DatabaseTransaction,
    found: purchase::Model,
    status: purchase::Status,
) -> Result<purchase::Model, Error> {
    let mut row = found.into_active_model();
    row.status = Set(status);
    row.updated_at = Set(now());
    Ok(purchase::Entity::update(row).exec(transaction).await?)
}
