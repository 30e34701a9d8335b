//! Beginning a payment in the page (spec section 7).

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::described::{
    BodyRefusals, DeviceCookie, MaybeTypedAddress, PaymentRefusals, TypedAddress, TypedMessage,
};
use super::verification::BAD_ADDRESS;
use crate::app::App;
use crate::domain::email_address::EmailAddress;
use crate::domain::personal_message::{PersonalMessage, Typed};
use crate::error::Error;
use crate::extract::json::Json;
use crate::extract::object::{MaybeObject, Object};
use crate::extract::visitor::Visitor;
use crate::services::checkout;
use crate::services::limits::{About, policy};
use crate::services::orders::Order;

/// The buyer. Other fields are ignored: the server decides amount and product.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct CreatePaymentRequest {
    #[schema(value_type = Option<MaybeTypedAddress>)]
    email: Option<String>,
}

/// A gift's buyer and recipient, and what the recipient will read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreateGiftPaymentRequest {
    #[schema(value_type = TypedAddress)]
    pub(crate) buyer_email: Option<String>,
    #[schema(value_type = TypedAddress)]
    pub(crate) recipient_email: Option<String>,
    #[schema(value_type = Option<TypedMessage>)]
    pub(crate) personal_message: Option<String>,
}

/// What the payment form needs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PaymentResponse {
    client_secret: String,
}

/// Begins a payment for the buyer.
#[utoipa::path(
    post, path = "/api/create-payment-intent", params(DeviceCookie), request_body = Option<CreatePaymentRequest>,
    responses(
        (status = 200, body = PaymentResponse), (status = 400, description = "The address is not valid"),
        BodyRefusals, PaymentRefusals
    )
)]
pub(crate) async fn create_payment_intent(
    State(app): State<App>,
    visitor: Visitor,
    MaybeObject(body): MaybeObject<CreatePaymentRequest>,
) -> Result<Response, Error> {
    let typed = body.email.filter(|typed| !typed.trim().is_empty());
    let email = typed
        .map(|typed| typed.parse().map_err(|_| BAD_ADDRESS))
        .transpose()?;
    begin(&app, &visitor, &Order::OwnUse { email }).await
}

/// Begins a payment for a gift.
#[utoipa::path(
    post, path = "/api/create-gift-payment-intent", params(DeviceCookie), request_body = CreateGiftPaymentRequest,
    responses(
        (status = 200, body = PaymentResponse), (status = 400, description = "An address is missing or not valid"),
        BodyRefusals, PaymentRefusals
    )
)]
pub(crate) async fn create_gift_payment_intent(
    State(app): State<App>,
    visitor: Visitor,
    Object(body): Object<CreateGiftPaymentRequest>,
) -> Result<Response, Error> {
    begin(&app, &visitor, &gift_order(&body)?).await
}

async fn begin(app: &App, visitor: &Visitor, order: &Order) -> Result<Response, Error> {
    count(app, visitor, order).await?;
    let identity = visitor.identify(app);
    let client_secret = checkout::begin(&app.shop, &identity.id, order).await?;
    Ok(identity.keep(Json(PaymentResponse { client_secret })))
}

/// Counts a payment that is about to be begun.
pub(crate) async fn count(app: &App, visitor: &Visitor, order: &Order) -> Result<(), Error> {
    let about = order.buyer().map_or(About::Nothing, About::Address);
    app.shop
        .limits
        .take(&policy::PAY, &visitor.caller, about)
        .await
}

/// Reads a gift's order (spec section 5: both addresses are required).
pub(crate) fn gift_order(body: &CreateGiftPaymentRequest) -> Result<Order, Error> {
    let typed = |member: &Option<String>| member.as_deref().unwrap_or_default().trim().to_owned();
    let (buyer, recipient) = (typed(&body.buyer_email), typed(&body.recipient_email));
    if buyer.is_empty() || recipient.is_empty() {
        return Err(Error::Invalid("Please enter both email addresses."));
    }
    let message = match PersonalMessage::parse(body.personal_message.as_deref().unwrap_or_default())
    {
        Typed::Nothing => None,
        Typed::Message(message) => Some(message),
        Typed::Unusable => {
            return Err(Error::Invalid(
                "Please write a message of at most 480 characters.",
            ));
        }
    };
    let address = |typed: String| typed.parse::<EmailAddress>().map_err(|_| BAD_ADDRESS);
    Ok(Order::Gift {
        buyer: address(buyer)?,
        recipient: address(recipient)?,
        message,
    })
}
