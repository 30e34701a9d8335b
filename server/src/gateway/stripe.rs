//! The requests to the payment provider. `attempts.rs` sends them, each with a timeout, a bounded number of attempts and, where it creates
//! something, an idempotency key.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use stripe::ClientBuilder;
use stripe_checkout::CheckoutSessionMode;
use stripe_checkout::checkout_session::{
    CreateCheckoutSession, CreateCheckoutSessionAllowedPaymentMethodTypes,
    CreateCheckoutSessionLineItems, CreateCheckoutSessionLineItemsPriceData,
    CreateCheckoutSessionPaymentIntentData, CreateCheckoutSessionWalletOptions,
    CreateCheckoutSessionWalletOptionsLink, CreateCheckoutSessionWalletOptionsLinkDisplay,
    ExpireCheckoutSession, ProductData, RetrieveCheckoutSession,
};
use stripe_client_core::StripeRequest;
use stripe_core::PaymentIntentAllowedPaymentMethodTypes;
use stripe_core::dispute::ListDispute;
use stripe_core::payment_intent::{
    CancelPaymentIntent, CreatePaymentIntent, RetrievePaymentIntent,
};

use stripe_types::Currency;
use uuid::Uuid;

use super::attempts::Attempts;
use super::bulkheads::CallPurpose;
use super::stripe_charge::{Dispute, DisputeList};
use super::stripe_objects::{HostedPage, IntentObject, ORDER_ID, Payment, SessionObject};
use super::stripe_price::{self, PriceCheck, PriceObject};
use crate::domain::price::PRICE;
use crate::error::PaymentError;

/// The time for one attempt. All attempts together stay within the time of a whole request.
const TIMEOUT: Duration = Duration::from_secs(4);
/// The product's name at the payment provider, where bystanders may read it.
pub const PRODUCT_NAME: &str = "Heart Rate Monitor";

/// How to reach the payment provider.
#[derive(Debug, Clone)]
pub struct StripeSettings {
    /// The secret key.
    pub secret_key: SecretString,
    /// The base URL of the API, ending in a slash; Stripe's own without it.
    pub api_base: Option<String>,
    /// A price that is set up at Stripe, for the hosted page; without it the amount is sent along.
    pub price_id: Option<String>,
}

/// The order that a hosted page is for.
#[derive(Debug, Clone)]
pub struct HostedOrder {
    /// The purchase.
    pub purchase_id: Uuid,
    /// Where the buyer returns to after paying.
    pub success_url: String,
    /// Where the buyer returns to without paying.
    pub cancel_url: String,
    /// The buyer's address, where it is known.
    pub email: Option<String>,
}

/// The payment provider. Cheap to clone.
#[derive(Clone)]
pub struct Stripe {
    attempts: Attempts,
    price_id: Option<String>,
    /// Whether Stripe has said that the price is right. Before that its id is not used.
    is_price_right: Arc<AtomicBool>,
}

impl std::fmt::Debug for Stripe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Stripe(..)")
    }
}

impl Stripe {
    /// Prepares the client. Sends nothing yet. Fails where key or base URL are not valid.
    pub fn new(settings: &StripeSettings) -> Result<Self, PaymentError> {
        let mut builder = ClientBuilder::new(settings.secret_key.expose_secret()).timeout(TIMEOUT);
        if let Some(base) = &settings.api_base {
            builder = builder.url(base);
        }
        Ok(Self {
            attempts: Attempts::new(builder.build().map_err(|_| PaymentError::Unreadable)?),
            price_id: settings.price_id.clone(),
            is_price_right: Arc::default(),
        })
    }

    /// The same provider, with the permits of another kind of request. Those of browsers that return are the first.
    #[must_use]
    pub fn on(&self, purpose: CallPurpose) -> Self {
        Self {
            attempts: self.attempts.on(purpose),
            ..self.clone()
        }
    }

    /// Asks whether the price that is set up at Stripe is the right one. Only then the hosted page names it.
    pub async fn check_price(&self) -> PriceCheck {
        let Some(id) = &self.price_id else {
            return PriceCheck::Right;
        };
        let asked: Result<PriceObject, _> = self
            .attempts
            .send(None, id, || stripe_price::request(id))
            .await;
        match asked.map(|price| price.fault()) {
            Ok(None) => {
                self.is_price_right.store(true, Ordering::Relaxed);
                PriceCheck::Right
            }
            Ok(Some(fault)) => PriceCheck::Wrong(fault),
            Err(PaymentError::Status(404)) => PriceCheck::Wrong(
                "STRIPE_PRICE_ID names a price that Stripe does not have".to_owned(),
            ),
            Err(cause) => PriceCheck::Unknown(cause),
        }
    }

    /// Whether a price is set up at Stripe that is not known to be the right one.
    pub fn is_price_open(&self) -> bool {
        self.price_id.is_some() && !self.is_price_right.load(Ordering::Relaxed)
    }

    /// Creates the payment intent of a purchase. Only cards are allowed, so that no wallet or link service lists it. Receipt address,
    /// description and statement text are not sent, because others may read them.
    pub async fn create_intent(&self, purchase_id: Uuid) -> Result<Payment, PaymentError> {
        let request = CreatePaymentIntent::new(PRICE.cents, Currency::USD)
            .allowed_payment_method_types([PaymentIntentAllowedPaymentMethodTypes::Card])
            .metadata([(ORDER_ID.to_owned(), purchase_id.to_string())]);
        let key = purchase_id.to_string();
        let object: IntentObject = self
            .attempts
            .send(Some(&key), &key, || request.build().customize())
            .await?;
        Ok(object.into())
    }

    /// Retrieves a payment intent with its charge and the refunds of that, and with how its dispute stands where there was one.
    pub async fn intent(&self, id: &str) -> Result<Payment, PaymentError> {
        let request = RetrievePaymentIntent::new(id).expand(["latest_charge.refunds".to_owned()]);
        let object: IntentObject = self
            .attempts
            .send(None, id, || request.build().customize())
            .await?;
        let mut payment = Payment::from(object);
        if payment.dispute == Dispute::Open {
            let request = ListDispute::new().payment_intent(id).limit(100);
            let list: DisputeList = self
                .attempts
                .send(None, id, || request.build().customize())
                .await?;
            payment.dispute = list.into();
        }
        Ok(payment)
    }

    /// Cancels a payment intent, so that it can no longer be paid. Fails when it is paid.
    pub async fn cancel_intent(&self, id: &str) -> Result<Payment, PaymentError> {
        let request = CancelPaymentIntent::new(id);
        let object: IntentObject = self
            .attempts
            .send(None, id, || request.build().customize())
            .await?;
        Ok(object.into())
    }

    /// Creates a hosted page for a purchase.
    pub async fn create_hosted_page(
        &self,
        order: &HostedOrder,
    ) -> Result<HostedPage, PaymentError> {
        let metadata = [(ORDER_ID.to_owned(), order.purchase_id.to_string())];
        let mut intent_data = CreateCheckoutSessionPaymentIntentData::new();
        intent_data.metadata = Some(metadata.clone().into());
        let mut request = CreateCheckoutSession::new()
            .mode(CheckoutSessionMode::Payment)
            .line_items([self.line_item()])
            .metadata(metadata)
            .payment_intent_data(intent_data)
            // Without it, the page offers whatever the account's settings allow: wallets that list the purchase, and methods that pay
            // days later. https://docs.stripe.com/payments/payment-methods/dynamic-payment-methods
            .allowed_payment_method_types([CreateCheckoutSessionAllowedPaymentMethodTypes::Card])
            .wallet_options(without_link())
            .success_url(&order.success_url)
            .cancel_url(&order.cancel_url);
        if let Some(email) = &order.email {
            request = request.customer_email(email);
        }
        let key = order.purchase_id.to_string();
        let object: SessionObject = self
            .attempts
            .send(Some(&key), &key, || request.build().customize())
            .await?;
        let url = object.url.ok_or(PaymentError::Unreadable)?;
        Ok(HostedPage {
            session_id: object.id,
            url,
        })
    }

    /// Expires a checkout session, so that it can no longer be paid. Fails when it is paid.
    pub async fn expire_session(&self, id: &str) -> Result<Payment, PaymentError> {
        let request = ExpireCheckoutSession::new(id);
        let object: SessionObject = self
            .attempts
            .send(None, id, || request.build().customize())
            .await?;
        Ok(object.into())
    }

    /// Retrieves a checkout session.
    pub async fn session(&self, id: &str) -> Result<Payment, PaymentError> {
        let request = RetrieveCheckoutSession::new(id);
        let object: SessionObject = self
            .attempts
            .send(None, id, || request.build().customize())
            .await?;
        Ok(object.into())
    }

    fn line_item(&self) -> CreateCheckoutSessionLineItems {
        let mut item = CreateCheckoutSessionLineItems::new();
        item.quantity = Some(1);
        if self.price_id.is_some() && !self.is_price_open() {
            item.price.clone_from(&self.price_id);
            return item;
        }
        let mut price = CreateCheckoutSessionLineItemsPriceData::new(Currency::USD);
        price.unit_amount = Some(PRICE.cents);
        price.product_data = Some(ProductData::new(PRODUCT_NAME));
        item.price_data = Some(price);
        item
    }
}

fn without_link() -> CreateCheckoutSessionWalletOptions {
    let mut link = CreateCheckoutSessionWalletOptionsLink::new();
    link.display = Some(CreateCheckoutSessionWalletOptionsLinkDisplay::Never);
    let mut options = CreateCheckoutSessionWalletOptions::new();
    options.link = Some(link);
    options
}
