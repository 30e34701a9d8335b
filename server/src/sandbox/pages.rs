//! The look-alike's pages: where a buyer pays without our script, where a card is checked, and where money goes back.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use http::StatusCode;
use serde::Deserialize;

use super::Sandbox;
use super::actions::Refusal;
use super::cards::{Card, DECLINED, NOT_AUTHENTICATED, UNKNOWN};
use super::objects::{Intent, Session, Status};
use crate::domain::email_address::EmailAddress;

#[derive(Template)]
#[template(path = "sandbox/checkout.html")]
struct CheckoutPage<'a> {
    session: &'a Session,
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

/// What the hosted page's form sends.
#[derive(Deserialize)]
pub(super) struct Payment {
    #[serde(default)]
    email: String,
    #[serde(default)]
    number: String,
    action: String,
}

/// Which button was pressed.
#[derive(Deserialize)]
pub(super) struct Button {
    action: String,
}

/// `GET /checkout/{id}`: the hosted page.
pub(super) async fn checkout(State(sandbox): State<Sandbox>, Path(id): Path<String>) -> Response {
    match sandbox.inner.store.session(&id) {
        Some(session) if session.is_paid => Redirect::to(&session.cancel_url).into_response(),
        Some(session) => checkout_page(&session, "", StatusCode::OK),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// `POST /checkout/{id}`: pays, is declined, or goes back.
pub(super) async fn pay(
    State(sandbox): State<Sandbox>,
    Path(id): Path<String>,
    axum::Form(payment): axum::Form<Payment>,
) -> Result<Response, Refusal> {
    let Some(mut session) = sandbox.inner.store.session(&id) else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    if payment.action == "cancel" || session.is_paid {
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
        .map_err(|_| super::actions::broken())?;
    sandbox
        .inner
        .store
        .put_session(&session)
        .map_err(|_| super::actions::broken())?;
    if card == Card::AsksFirst {
        return Ok(Redirect::to(&format!("../authenticate/{}", intent.id)).into_response());
    }
    sandbox.complete(&intent.id)
}

/// `GET /authenticate/{id}`: stands for the bank's 3-D Secure page.
pub(super) async fn authenticate(
    State(sandbox): State<Sandbox>,
    Path(id): Path<String>,
) -> Response {
    match sandbox.inner.store.intent(&id) {
        Some(_) => page(&AuthenticatePage, StatusCode::OK),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// `POST /authenticate/{id}`.
pub(super) async fn authenticated(
    State(sandbox): State<Sandbox>,
    Path(id): Path<String>,
    axum::Form(button): axum::Form<Button>,
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

/// `GET /payments`: every pretended payment, with buttons to give it back.
pub(super) async fn payments(State(sandbox): State<Sandbox>) -> Response {
    page(
        &PaymentsPage {
            intents: sandbox.inner.store.intents(),
        },
        StatusCode::OK,
    )
}

/// `POST /payments/{id}`: gives a payment back, or disputes it.
pub(super) async fn take_back(
    State(sandbox): State<Sandbox>,
    Path(id): Path<String>,
    axum::Form(button): axum::Form<Button>,
) -> Result<Redirect, Refusal> {
    if button.action == "dispute" {
        sandbox.dispute(&id)?;
    } else {
        sandbox.refund(&id)?;
    }
    Ok(Redirect::to("../payments"))
}

impl Sandbox {
    /// The card paid: the intent succeeds, its session is complete, and the browser goes where it came from.
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
                .map_err(|_| super::actions::broken())?;
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

/// Where a page's own payment form goes on, with what Stripe adds to it (spec section 7).
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
    page(
        &CheckoutPage {
            session,
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
