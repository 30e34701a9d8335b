//! The pages of the payment emulator: the hosted page, the 3-D Secure check, and the list of payments with refunds; and its script.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use http::{StatusCode, header};
use serde::Deserialize;

use super::actions::{Refusal, broken};
use super::cards::{Card, DECLINED, NOT_AUTHENTICATED, UNKNOWN};
use super::emulator::Sandbox;
use super::objects::{Intent, Session, Status};
use crate::domain::email_address::EmailAddress;
use crate::domain::price::{PRICE, Price};

#[derive(Template)]
#[template(path = "sandbox/checkout.html")]
struct CheckoutPage<'a> {
    session: &'a Session,
    amount: String,
    email: &'a str,
    error: &'a str,
}

#[derive(Template)]
#[template(path = "sandbox/authenticate.html")]
struct AuthenticatePage;

#[derive(Template)]
#[template(path = "sandbox/payments.html")]
struct PaymentsPage {
    intents: Vec<Intent>,
}

/// The form of the hosted page.
#[derive(Deserialize)]
pub(crate) struct PaymentForm {
    #[serde(default)]
    email: String,
    #[serde(default)]
    number: String,
    action: String,
}

/// The button of a form.
#[derive(Deserialize)]
pub(crate) struct ButtonForm {
    action: String,
}

/// `GET /checkout/{id}`: the hosted page.
pub(crate) async fn checkout(State(sandbox): State<Sandbox>, Path(id): Path<String>) -> Response {
    match sandbox.inner.store.session(&id) {
        Some(session) if session.is_paid || session.is_over() => {
            Redirect::to(&session.cancel_url).into_response()
        }
        Some(session) => checkout_page(&session, "", StatusCode::OK),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// `POST /checkout/{id}`: pays, is declined, or returns to the shop.
pub(crate) async fn pay(
    State(sandbox): State<Sandbox>,
    Path(id): Path<String>,
    axum::Form(payment): axum::Form<PaymentForm>,
) -> Result<Response, Refusal> {
    let Some(mut session) = sandbox.inner.store.session(&id) else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    if payment.action == "cancel" || session.is_paid || session.is_over() {
        return Ok(Redirect::to(&session.cancel_url).into_response());
    }
    let again = |error| {
        Ok(checkout_page(
            &session,
            error,
            StatusCode::UNPROCESSABLE_ENTITY,
        ))
    };
    if payment.action == "decline" {
        return again(DECLINED);
    }
    if payment.email.parse::<EmailAddress>().is_err() {
        return again("Your email is invalid.");
    }
    let card = match Card::of(&payment.number) {
        Card::Declined => return again(DECLINED),
        Card::Unknown => return again(UNKNOWN),
        card => card,
    };
    session.email = Some(payment.email);
    let mut intent = Intent::new(
        session.amount,
        session.currency.clone(),
        session.intent_metadata.clone(),
    );
    intent.session_id = Some(session.id.clone());
    session.intent_id = Some(intent.id.clone());
    sandbox
        .inner
        .store
        .put_intent(&intent)
        .map_err(|_| broken())?;
    sandbox
        .inner
        .store
        .put_session(&session)
        .map_err(|_| broken())?;
    if card == Card::RequiresAuthentication {
        return Ok(Redirect::to(&format!("../authenticate/{}", intent.id)).into_response());
    }
    sandbox.complete(&intent.id)
}

/// `GET /stripe.js`: the replacement for Stripe's script.
pub(crate) async fn script() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, include_str!("stripe.js")).into_response()
}

/// `GET /style.css`: the look of these pages.
pub(crate) async fn style() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/css; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, include_str!("style.css")).into_response()
}

/// `GET /authenticate/{id}`: the bank's 3-D Secure page.
pub(crate) async fn authenticate(
    State(sandbox): State<Sandbox>,
    Path(id): Path<String>,
) -> Response {
    match sandbox.inner.store.intent(&id) {
        Some(_) => page(&AuthenticatePage, StatusCode::OK),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// `POST /authenticate/{id}`.
pub(crate) async fn finish_authentication(
    State(sandbox): State<Sandbox>,
    Path(id): Path<String>,
    axum::Form(button): axum::Form<ButtonForm>,
) -> Result<Response, Refusal> {
    if button.action == "complete" {
        return sandbox.complete(&id);
    }
    let Some(intent) = sandbox.inner.store.intent(&id) else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    if let Some(session) = sandbox.session_of(&intent) {
        return Ok(checkout_page(
            &session,
            NOT_AUTHENTICATED,
            StatusCode::UNPROCESSABLE_ENTITY,
        ));
    }
    Ok(Redirect::to(&return_url(&intent, "failed")).into_response())
}

/// `GET /payments`: every simulated payment, with buttons to refund or dispute it.
pub(crate) async fn payments(State(sandbox): State<Sandbox>) -> Response {
    page(
        &PaymentsPage {
            intents: sandbox.inner.store.intents(),
        },
        StatusCode::OK,
    )
}

/// `POST /payments/{id}`: refunds or disputes a payment, or decides its dispute.
pub(crate) async fn refund_or_dispute(
    State(sandbox): State<Sandbox>,
    Path(id): Path<String>,
    axum::Form(button): axum::Form<ButtonForm>,
) -> Result<Redirect, Refusal> {
    match button.action.as_str() {
        "dispute" => sandbox.dispute(&id)?,
        "win" => sandbox.win_dispute(&id)?,
        _ => sandbox.refund(&id)?,
    };
    Ok(Redirect::to("../payments"))
}

impl Sandbox {
    /// Completes a payment: the intent succeeds, its session is complete, and the browser returns to the shop.
    fn complete(&self, intent_id: &str) -> Result<Response, Refusal> {
        let intent = self.succeed(intent_id)?;
        let Some(mut session) = self.session_of(&intent) else {
            return Ok(Redirect::to(&return_url(&intent, "succeeded")).into_response());
        };
        if !session.is_paid {
            session.is_paid = true;
            self.inner
                .store
                .put_session(&session)
                .map_err(|_| broken())?;
            let page_url = self.page_url(&session.id);
            self.inner
                .courier
                .send("checkout.session.completed", &session.show(&page_url));
        }
        let url = session
            .success_url
            .replace("{CHECKOUT_SESSION_ID}", &session.id);
        Ok(Redirect::to(&url).into_response())
    }

    fn session_of(&self, intent: &Intent) -> Option<Session> {
        self.inner.store.session(intent.session_id.as_deref()?)
    }
}

/// The return URL of an embedded payment, with the parameters that Stripe adds.
fn return_url(intent: &Intent, redirect_status: &str) -> String {
    let url = intent.return_url.as_deref().unwrap_or("/");
    let mark = if url.contains('?') { '&' } else { '?' };
    let (id, secret) = (&intent.id, &intent.client_secret);
    format!(
        "{url}{mark}payment_intent={id}&payment_intent_client_secret={secret}&redirect_status={redirect_status}"
    )
}

fn checkout_page(session: &Session, error: &str, status: StatusCode) -> Response {
    let email = session.email.as_deref().unwrap_or_default();
    let amount = Price {
        cents: session.amount,
        ..PRICE
    };
    page(
        &CheckoutPage {
            session,
            amount: amount.to_string(),
            email,
            error,
        },
        status,
    )
}

fn page(template: &impl Template, status: StatusCode) -> Response {
    match template.render() {
        Ok(html) => (status, Html(html)).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
