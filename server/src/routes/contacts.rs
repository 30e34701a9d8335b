//! The contact copies of a device.

use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Number;
use utoipa::ToSchema;
use uuid::Uuid;

use super::openapi_parts::{BodyRefusals, DeviceCookie};
use crate::app::App;
use crate::domain::contact_name::ContactName;
use crate::domain::phone_number::PhoneNumber;
use crate::error::Error;
use crate::extract::json::Json;
use crate::extract::object::Object;
use crate::extract::visitor::Visitor;
use crate::services::contacts::{self, Changes, Contact, NewContact, Slot};
use crate::services::devices;

const BAD_NUMBER: Error = Error::Invalid("Please enter a valid phone number.");
const BAD_NAME: Error = Error::Invalid("Please enter a shorter name.");

/// An emergency contact.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ContactResponse {
    id: Uuid,
    name: String,
    phone_number: String,
    is_primary: bool,
}

/// An emergency contact to save. The settings page posts all of its contacts on every save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreateContactRequest {
    #[schema(value_type = Option<ContactName>)]
    name: Option<String>,
    #[schema(value_type = PhoneNumber)]
    phone_number: Option<String>,
    is_primary: Option<bool>,
    #[schema(minimum = 0, maximum = 2)]
    #[serde(default, deserialize_with = "whole")]
    contact_order: Option<i64>,
}

/// Reads a whole number, which JSON may write as `1` or as `1.0`.
fn whole<'de, D: Deserializer<'de>>(from: D) -> Result<Option<i64>, D::Error> {
    let number = Option::<Number>::deserialize(from)?;
    let whole = |number: Number| {
        let text = number.to_string();
        let digits = text.strip_suffix(".0").unwrap_or(&text);
        digits.parse().map_err(D::Error::custom)
    };
    number.map(whole).transpose()
}

/// The fields of an emergency contact to change.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangeContactRequest {
    #[schema(value_type = Option<ContactName>)]
    name: Option<String>,
    #[schema(value_type = Option<PhoneNumber>)]
    phone_number: Option<String>,
    is_primary: Option<bool>,
}

/// The primary contact, or null for a device that saved none. The cookie of one that did is renewed.
#[utoipa::path(
    get, path = "/api/contacts/primary", params(DeviceCookie),
    responses((status = 200, body = Option<ContactResponse>), (status = 429, description = "A limit is used up"))
)]
pub(crate) async fn get_primary_contact(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Response, Error> {
    let Some(token) = visitor.token() else {
        return Ok(Json(None::<ContactResponse>).into_response());
    };
    let found = contacts::primary(&app.shop.db, token).await?;
    let body = Json(found.map(ContactResponse::from));
    let device = devices::find(&app.shop.db, &token.id()).await?;
    if let Some(device) = device
        && devices::renew_if_possible(&app.shop.db, device).await
    {
        return Ok(visitor.identify().keep(body));
    }
    Ok(body.into_response())
}

/// Saves a contact in its place: 201 where the place was free, 200 where a contact was replaced.
#[utoipa::path(
    post, path = "/api/contacts", params(DeviceCookie), request_body = CreateContactRequest,
    responses(
        (status = 200, body = ContactResponse), (status = 201, body = ContactResponse),
        (status = 400, description = "Name or phone number is not valid"),
        (status = 409, description = "The device has two contacts already"),
        BodyRefusals
    )
)]
pub(crate) async fn create_contact(
    State(app): State<App>,
    visitor: Visitor,
    Object(body): Object<CreateContactRequest>,
) -> Result<Response, Error> {
    let is_primary = body.is_primary.unwrap_or(false);
    let typed = body.phone_number.unwrap_or_default();
    let new = NewContact {
        name: ContactName::parse(&body.name.unwrap_or_default()).ok_or(BAD_NAME)?,
        phone_number: PhoneNumber::parse(&typed).ok_or(BAD_NUMBER)?,
        is_primary,
        slot: Slot::of(body.contact_order, is_primary)
            .ok_or(Error::Conflict("You can save up to 2 emergency contacts."))?,
    };
    let identity = visitor.identify();
    devices::admit(&app.shop, &identity.id, visitor.caller()).await?;
    let (contact, is_new) = contacts::save(&app.shop.db, &identity.token, new).await?;
    let status = if is_new {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    Ok(identity.keep((status, Json(ContactResponse::from(contact)))))
}

/// Changes a contact of this device.
#[utoipa::path(
    patch, path = "/api/contacts/{id}", params(("id" = Uuid, Path), DeviceCookie), request_body = ChangeContactRequest,
    responses(
        (status = 200, body = ContactResponse), (status = 400, description = "Name or phone number is not valid"),
        (status = 404, description = "The device has no such contact"),
        BodyRefusals
    )
)]
pub(crate) async fn change_contact(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Object(body): Object<ChangeContactRequest>,
) -> Result<Response, Error> {
    let changes = Changes {
        name: body
            .name
            .map(|name| ContactName::parse(&name).ok_or(BAD_NAME))
            .transpose()?,
        phone_number: body
            .phone_number
            .map(|number| PhoneNumber::parse(&number).ok_or(BAD_NUMBER))
            .transpose()?,
        is_primary: body.is_primary,
    };
    let unknown = || Error::NotFound("Contact not found.");
    visitor.token().ok_or_else(unknown)?;
    let id = Uuid::try_parse(&id).map_err(|_| unknown())?;
    let identity = visitor.identify();
    let contact = contacts::change(&app.shop.db, &identity.token, id, changes).await?;
    Ok(identity.keep(Json(ContactResponse::from(contact))))
}

impl From<Contact> for ContactResponse {
    fn from(contact: Contact) -> Self {
        Self {
            id: contact.id,
            name: contact.name.as_str().to_owned(),
            phone_number: contact.phone_number.as_str().to_owned(),
            is_primary: contact.is_primary,
        }
    }
}
