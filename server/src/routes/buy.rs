//! The form that buys without JavaScript.

use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;

use crate::app::App;
use crate::domain::email_address::EmailAddress;
use crate::error::PageError;
use crate::extract::form::Form;
use crate::routes::pages::CHECKOUT;

/// What the form sends.
#[derive(Deserialize)]
pub(crate) struct Purchase {
    #[serde(default)]
    email: String,
}

/// `POST /buy`: a valid address goes on to payment; any other comes back with the page (spec section 5).
pub(crate) async fn buy(
    State(app): State<App>,
    Form(purchase): Form<Purchase>,
) -> Result<Response, PageError> {
    let (status, error) = match purchase.email.parse::<EmailAddress>() {
        Ok(_) => (
            StatusCode::SERVICE_UNAVAILABLE,
            "Payments are not available right now.".to_owned(),
        ),
        Err(error) => (StatusCode::UNPROCESSABLE_ENTITY, error.to_string()),
    };
    let data = json!({ "email": purchase.email.trim(), "error": error });
    Ok(app
        .renderer
        .render(&CHECKOUT, status, &data)
        .await
        .map(Body::from))
}
