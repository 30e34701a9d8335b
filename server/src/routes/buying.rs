//! Starting a payment: in the page for the client, and by forms that lead to the hosted page.

use axum::extract::State;
use axum::response::{Redirect, Response};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::BAD_ADDRESS;
use super::openapi_parts::{BodyRefusals, DeviceCookie, MaybeEmailAddress, PaymentRefusals};
use crate::app::App;
use crate::domain::email_address::EmailAddress;
use crate::domain::personal_message::{ParsedMessage, PersonalMessage};
use crate::error::Error;
use crate::extract::form::Form;
use crate::extract::json::Json;
use crate::extract::object::{MaybeObject, Object};
use crate::extract::visitor::{Identity, Visitor};
use crate::pages::data::{CheckoutData, GiftData, GiftDetails, SubscribeData, WrongAddresses};
use crate::pages::registry::{CHECKOUT, GIFT, SUBSCRIBE};
use crate::services::checkout::{self, StartOutcome};
use crate::services::limits::policy::PAY_AGAIN;
use crate::services::limits::rate_limit::{Counted, RateLimit};
use crate::services::open_orders;
use crate::services::orders::{Order, PaymentUi};

const OWNED: Error = Error::Conflict("You already own this.");
const PAID_GIFT: Error = Error::Conflict("This gift is paid for already.");
/// Where a device finds the link of the gift that it bought last.
const BOUGHT_GIFT: &str = "/download-success?gift=true";

/// The buyer. Other fields are ignored: the server decides amount and product.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct CreatePaymentRequest {
    #[schema(value_type = Option<MaybeEmailAddress>)]
    email: Option<String>,
}

/// A gift's buyer and recipient, and what the recipient will read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreateGiftPaymentRequest {
    #[schema(value_type = EmailAddress)]
    buyer_email: Option<String>,
    #[schema(value_type = EmailAddress)]
    recipient_email: Option<String>,
    #[schema(value_type = Option<PersonalMessage>)]
    personal_message: Option<String>,
}

/// What the payment form needs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PaymentResponse {
    client_secret: String,
}

/// The form of `/subscribe` and `/checkout`.
#[derive(Debug, Deserialize)]
pub(crate) struct BuyForm {
    #[serde(default)]
    from: String,
    #[serde(default)]
    email: String,
}

/// Starts a payment for the buyer's own use.
#[utoipa::path(
    post, path = "/api/create-payment-intent", params(DeviceCookie), request_body = Option<CreatePaymentRequest>,
    responses(
        (status = 200, body = PaymentResponse), (status = 400, description = "The address is not valid"),
        (status = 409, description = "The device owns it already"),
        BodyRefusals, PaymentRefusals
    )
)]
pub(crate) async fn create_payment_intent(
    State(app): State<App>,
    visitor: Visitor,
    rate_limit: RateLimit,
    MaybeObject(body): MaybeObject<CreatePaymentRequest>,
) -> Result<Response, Error> {
    let typed = body.email.filter(|typed| !typed.trim().is_empty());
    start(&app, &visitor, rate_limit, own_order(typed.as_deref())?).await
}

/// Starts a payment for a gift.
#[utoipa::path(
    post, path = "/api/create-gift-payment-intent", params(DeviceCookie), request_body = CreateGiftPaymentRequest,
    responses(
        (status = 200, body = PaymentResponse), (status = 400, description = "An address is missing or not valid"),
        (status = 409, description = "This gift was paid a moment ago"),
        BodyRefusals, PaymentRefusals
    )
)]
pub(crate) async fn create_gift_payment_intent(
    State(app): State<App>,
    visitor: Visitor,
    rate_limit: RateLimit,
    Object(body): Object<CreateGiftPaymentRequest>,
) -> Result<Response, Error> {
    start(&app, &visitor, rate_limit, gift_order(&body)?).await
}

async fn start(
    app: &App,
    visitor: &Visitor,
    rate_limit: RateLimit,
    order: Order,
) -> Result<Response, Error> {
    let order = count(app, visitor, rate_limit, order, PaymentUi::Embedded).await?;
    let identity = visitor.identify();
    match begin(app, &identity, &order, PaymentUi::Embedded).await? {
        StartOutcome::Payable(client_secret) => {
            Ok(identity.keep(Json(PaymentResponse { client_secret })))
        }
        StartOutcome::Owned => Err(OWNED),
        StartOutcome::PaidGift => Err(PAID_GIFT),
    }
}

/// Begins the payment of an order. While the provider fails no payment begins, so that those who try again use up no limit of a day.
async fn begin(
    app: &App,
    identity: &Identity,
    order: &Counted<Order>,
    ui: PaymentUi<'_>,
) -> Result<StartOutcome, Error> {
    let begun = checkout::start(&app.shop, &identity.id, order, ui).await;
    if let Err(Error::Payment(_) | Error::PaymentsUnavailable(_)) = &begun
        && let Err(error) = order.give_back().await
    {
        tracing::warn!(error = %error.for_log(), "A request that began no payment stays counted");
    }
    begun
}

/// Counts a request. One that finds the order that this device opened before, as a reload does, starts no payment and has limits of its
/// own.
async fn count(
    app: &App,
    visitor: &Visitor,
    rate_limit: RateLimit,
    order: Order,
    ui: PaymentUi<'_>,
) -> Result<Counted<Order>, Error> {
    if let Some(device) = visitor.id()
        && open_orders::is_open(&app.shop, device, &order, ui).await?
    {
        return rate_limit.count_by(&PAY_AGAIN, order).await;
    }
    rate_limit.count(order).await
}

/// `POST /buy`. The hosted page asks for the address itself when `/subscribe` sent none.
pub(crate) async fn buy(
    State(app): State<App>,
    visitor: Visitor,
    rate_limit: RateLimit,
    Form(form): Form<BuyForm>,
) -> Response {
    let is_subscribe = form.from == "subscribe";
    let typed = form.email.trim();
    let order = own_order(Some(typed).filter(|typed| !(is_subscribe && typed.is_empty())));
    let success = "/payment-success?session_id={CHECKOUT_SESSION_ID}";
    let cancel = if is_subscribe {
        SUBSCRIBE.path
    } else {
        CHECKOUT.path
    };
    match start_hosted(&app, &visitor, rate_limit, order, (success, cancel)).await {
        Ok(redirect) => redirect,
        Err(error) if is_subscribe => {
            let describe = |error| SubscribeData { error };
            app.pages
                .show_again(&SUBSCRIBE, cancel, error, describe)
                .await
        }
        Err(error) => {
            let email = typed.to_owned();
            let describe = |error| CheckoutData::Form { email, error };
            app.pages
                .show_again(&CHECKOUT, cancel, error, describe)
                .await
        }
    }
}

/// `POST /gift/buy`.
pub(crate) async fn buy_gift(
    State(app): State<App>,
    visitor: Visitor,
    rate_limit: RateLimit,
    Form(form): Form<CreateGiftPaymentRequest>,
) -> Response {
    let success = "/download-success?gift=true&session_id={CHECKOUT_SESSION_ID}";
    let order = gift_order(&form);
    let redirect = start_hosted(&app, &visitor, rate_limit, order, (success, GIFT.path)).await;
    let wrong = wrong_addresses(&form);
    let describe = |error| GiftData {
        details: GiftDetails {
            buyer_email: form.buyer_email.unwrap_or_default(),
            recipient_email: form.recipient_email.unwrap_or_default(),
            personal_message: form.personal_message.unwrap_or_default(),
        },
        wrong,
        error,
    };
    match redirect {
        Ok(redirect) => redirect,
        Err(error) => {
            app.pages
                .show_again(&GIFT, GIFT.path, error, describe)
                .await
        }
    }
}

/// Redirects to the hosted page, which returns to the first path after a payment and to the second without one.
async fn start_hosted(
    app: &App,
    visitor: &Visitor,
    rate_limit: RateLimit,
    order: Result<Order, Error>,
    (success_path, cancel_path): (&str, &str),
) -> Result<Response, Error> {
    let ui = PaymentUi::Hosted {
        success_path,
        cancel_path,
    };
    let order = count(app, visitor, rate_limit, order?, ui).await?;
    let identity = visitor.identify();
    match begin(app, &identity, &order, ui).await? {
        StartOutcome::Payable(url) => Ok(identity.keep(Redirect::to(&url))),
        StartOutcome::PaidGift => Ok(identity.keep(Redirect::to(BOUGHT_GIFT))),
        StartOutcome::Owned => {
            let data = CheckoutData::Owned;
            let page = app.pages.show(&CHECKOUT, StatusCode::CONFLICT, &data);
            Ok(page.await)
        }
    }
}

fn own_order(typed: Option<&str>) -> Result<Order, Error> {
    let email = typed.map(|typed| typed.parse().map_err(|_| BAD_ADDRESS));
    Ok(Order::OwnUse {
        email: email.transpose()?,
    })
}

/// Both addresses are required, the message is not.
fn gift_order(body: &CreateGiftPaymentRequest) -> Result<Order, Error> {
    let [buyer, recipient] = typed_addresses(body);
    if buyer.is_empty() || recipient.is_empty() {
        return Err(Error::Invalid("Please enter both email addresses."));
    }
    let address = |typed: &str| typed.parse::<EmailAddress>().map_err(|_| BAD_ADDRESS);
    let (buyer, recipient) = (address(buyer)?, address(recipient)?);
    let message = match PersonalMessage::parse(body.personal_message.as_deref().unwrap_or_default())
    {
        ParsedMessage::Nothing => None,
        ParsedMessage::Message(message) => Some(message),
        ParsedMessage::Unusable => {
            return Err(Error::Invalid(
                "Please write a message of at most 480 characters.",
            ));
        }
    };
    Ok(Order::Gift {
        buyer,
        recipient,
        message,
    })
}

/// The addresses of a gift's buyer and recipient, as they were typed.
fn typed_addresses(body: &CreateGiftPaymentRequest) -> [&str; 2] {
    [&body.buyer_email, &body.recipient_email]
        .map(|field| field.as_deref().unwrap_or_default().trim())
}

/// The fields to which the error of [`gift_order`] belongs: what is missing, or else what is no address.
fn wrong_addresses(body: &CreateGiftPaymentRequest) -> WrongAddresses {
    let typed = typed_addresses(body);
    let missing = typed.map(str::is_empty);
    let [buyer, recipient] = if missing.contains(&true) {
        missing
    } else {
        typed.map(|one| one.parse::<EmailAddress>().is_err())
    };
    WrongAddresses { buyer, recipient }
}
