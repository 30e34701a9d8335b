//! The payment provider: the few calls we make, each with a deadline, a bounded number of tries and an idempotency key.

use std::sync::Arc;
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use stripe::{Client, ClientBuilder, IdempotencyKey, RequestStrategy, StripeError};
use stripe_checkout::CheckoutSessionMode;
use stripe_checkout::checkout_session::{
    CreateCheckoutSession, CreateCheckoutSessionLineItems, CreateCheckoutSessionLineItemsPriceData,
    CreateCheckoutSessionPaymentIntentData, CreateCheckoutSessionWalletOptions,
    CreateCheckoutSessionWalletOptionsLink, CreateCheckoutSessionWalletOptionsLinkDisplay,
    ProductData, RetrieveCheckoutSession,
};
use stripe_client_core::{CustomizableStripeRequest, StripeRequest};
use stripe_core::PaymentIntentAllowedPaymentMethodTypes;
use stripe_core::payment_intent::{
    CancelPaymentIntent, CreatePaymentIntent, RetrievePaymentIntent,
};

use stripe_types::Currency;
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::circuit::Circuit;
use super::stripe_objects::{HostedPage, IntentObject, ORDER_ID, Payment, SessionObject};
use crate::domain::price::PRICE;
use crate::error::PaymentError;

/// Both tries together stay within the time of a whole request.
const DEADLINE: Duration = Duration::from_secs(4);
const TRIES: u32 = 2;
const AT_ONCE: usize = 16;
/// How the product is called at the payment provider: an onlooker reads it.
pub const PRODUCT_NAME: &str = "Heart Rate Monitor";

/// How to reach the payment provider.
#[derive(Debug, Clone)]
pub struct StripeSettings {
    /// The secret key.
    pub secret_key: SecretString,
    /// Another address than Stripe's own; it ends in a slash.
    pub api_base: Option<String>,
    /// A price kept at Stripe, for the hosted page; without it the price is sent along.
    pub price_id: Option<String>,
}

/// What a hosted page is to be made for.
#[derive(Debug, Clone)]
pub struct HostedOrder {
    /// The purchase.
    pub purchase_id: Uuid,
    /// Where the buyer comes back to after paying.
    pub success_url: String,
    /// Where the buyer comes back to without paying.
    pub cancel_url: String,
    /// The buyer's address, where it is known.
    pub email: Option<String>,
}

/// The payment provider. Cheap to clone.
#[derive(Clone)]
pub struct Stripe {
    client: Client,
    price_id: Option<String>,
    circuit: Arc<Circuit>,
    slots: Arc<Semaphore>,
}

impl std::fmt::Debug for Stripe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Stripe(..)")
    }
}

impl Stripe {
    /// Prepares the connection; nothing is sent yet. Fails where key or address cannot be used.
    pub fn new(settings: &StripeSettings) -> Result<Self, PaymentError> {
        let mut builder = ClientBuilder::new(settings.secret_key.expose_secret()).timeout(DEADLINE);
        if let Some(base) = &settings.api_base {
            builder = builder.url(base);
        }
        Ok(Self {
            client: builder.build().map_err(|_| PaymentError::Unreadable)?,
            price_id: settings.price_id.clone(),
            circuit: Arc::default(),
            slots: Arc::new(Semaphore::new(AT_ONCE)),
        })
    }

    /// Creates the payment intent of a purchase: cards alone, so that no wallet or link service keeps a list of it.
    /// No receipt address, no description and no statement text are sent, because others may read them.
    pub async fn create_intent(&self, purchase_id: Uuid) -> Result<Payment, PaymentError> {
        let request = CreatePaymentIntent::new(PRICE.cents, Currency::USD)
            .allowed_payment_method_types([PaymentIntentAllowedPaymentMethodTypes::Card])
            .metadata([(ORDER_ID.to_owned(), purchase_id.to_string())]);
        let key = purchase_id.to_string();
        let object: IntentObject = self
            .send(Some(&key), || request.build().customize())
            .await?;
        Ok(object.into())
    }

    /// Asks how a payment intent stands, with its charge.
    pub async fn intent(&self, id: &str) -> Result<Payment, PaymentError> {
        let request = RetrievePaymentIntent::new(id).expand(["latest_charge".to_owned()]);
        let object: IntentObject = self.send(None, || request.build().customize()).await?;
        Ok(object.into())
    }

    /// Gives up a payment intent, so that nobody can pay it any more; a paid one stays paid and is an error.
    pub async fn cancel_intent(&self, id: &str) -> Result<Payment, PaymentError> {
        let request = CancelPaymentIntent::new(id);
        let object: IntentObject = self.send(None, || request.build().customize()).await?;
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
            .wallet_options(without_link())
            .success_url(&order.success_url)
            .cancel_url(&order.cancel_url);
        if let Some(email) = &order.email {
            request = request.customer_email(email);
        }
        let key = order.purchase_id.to_string();
        let object: SessionObject = self
            .send(Some(&key), || request.build().customize())
            .await?;
        let url = object.url.ok_or(PaymentError::Unreadable)?;
        Ok(HostedPage {
            session_id: object.id,
            url,
        })
    }

    /// Asks how a checkout session stands.
    pub async fn session(&self, id: &str) -> Result<Payment, PaymentError> {
        let request = RetrieveCheckoutSession::new(id);
        let object: SessionObject = self.send(None, || request.build().customize()).await?;
        Ok(object.into())
    }

    fn line_item(&self) -> CreateCheckoutSessionLineItems {
        let mut item = CreateCheckoutSessionLineItems::new();
        item.quantity = Some(1);
        if self.price_id.is_some() {
            item.price.clone_from(&self.price_id);
            return item;
        }
        let mut price = CreateCheckoutSessionLineItemsPriceData::new(Currency::USD);
        price.unit_amount = Some(PRICE.cents);
        price.product_data = Some(ProductData::new(PRODUCT_NAME));
        item.price_data = Some(price);
        item
    }

    /// Sends a request at most twice, with the same key: what the first try created, the second finds.
    async fn send<T: miniserde::Deserialize>(
        &self,
        key: Option<&str>,
        request: impl Fn() -> CustomizableStripeRequest<T>,
    ) -> Result<T, PaymentError> {
        if !self.circuit.may_try() {
            return Err(PaymentError::CircuitOpen);
        }
        let _slot = self
            .slots
            .try_acquire()
            .map_err(|_| PaymentError::NoAnswer)?;
        let mut last = PaymentError::NoAnswer;
        for attempt in 0..TRIES {
            if attempt != 0 {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            let strategy = match key.map(IdempotencyKey::new) {
                Some(Ok(key)) => RequestStrategy::Idempotent(key),
                Some(Err(_)) | None => RequestStrategy::Once,
            };
            match request()
                .request_strategy(strategy)
                .send(&self.client)
                .await
            {
                Ok(object) => {
                    self.circuit.note(true);
                    return Ok(object);
                }
                Err(cause) => last = reason(&cause),
            }
            if !may_pass(&last) {
                break;
            }
        }
        self.circuit.note(!may_pass(&last));
        Err(last)
    }
}

fn without_link() -> CreateCheckoutSessionWalletOptions {
    let mut link = CreateCheckoutSessionWalletOptionsLink::new();
    link.display = Some(CreateCheckoutSessionWalletOptionsLinkDisplay::Never);
    let mut options = CreateCheckoutSessionWalletOptions::new();
    options.link = Some(link);
    options
}

/// Stripe's own message may repeat what a person typed, so the status alone is kept.
fn reason(cause: &StripeError) -> PaymentError {
    match cause {
        StripeError::Stripe(_, status) => PaymentError::Status(*status),
        StripeError::JSONDeserialize(_) | StripeError::ConfigError(_) => PaymentError::Unreadable,
        StripeError::ClientError(_) | StripeError::Timeout => PaymentError::NoAnswer,
    }
}

/// Whether the same request may work a moment later. <https://docs.stripe.com/error-low-level>
fn may_pass(cause: &PaymentError) -> bool {
    match cause {
        PaymentError::NoAnswer => true,
        PaymentError::Status(status) => matches!(status, 409 | 424 | 429 | 500..=504),
        PaymentError::Unreadable | PaymentError::CircuitOpen => false,
    }
}
