//! Who sends a request: the anonymous device of the cookie, and the network address for limits.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use http::request::Parts;

use super::client_address::TrustedProxies;
use crate::domain::device_token::{DeviceId, DeviceToken};
use crate::domain::network::ClientAddress;
use crate::domain::origin::Origin;
use crate::services::limits::Caller;

/// 400 days in seconds, the longest that browsers keep a cookie.
const COOKIE_MAX_AGE: i64 = 34_560_000;
/// An hour in seconds, for a device that has nothing to lose yet.
const SHARED_DEVICE_MAX_AGE: i64 = 3_600;

/// The sender of a request. A visitor who only looks has no cookie and gets none.
#[derive(Debug)]
pub struct Visitor {
    token: Option<DeviceToken>,
    caller: Caller,
    is_https: bool,
}

/// A device that is about to be stored.
#[derive(Debug)]
pub struct Identity {
    /// Its secret.
    pub token: DeviceToken,
    /// Its id.
    pub id: DeviceId,
    is_https: bool,
}

impl Visitor {
    /// The device of the cookie.
    pub fn token(&self) -> Option<&DeviceToken> {
        self.token.as_ref()
    }

    /// The id of the device of the cookie.
    pub fn id(&self) -> Option<&DeviceId> {
        self.caller.device.as_ref()
    }

    /// The sender, for limits.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// The same, where nothing else of the visitor is needed.
    pub fn into_caller(self) -> Caller {
        self.caller
    }

    /// The device of the cookie, or a new one, for a request that stores something.
    pub fn identify(&self) -> Identity {
        let token = self.token.clone().unwrap_or_else(DeviceToken::generate);
        Identity {
            id: token.id(),
            token,
            is_https: self.is_https,
        }
    }

    /// Adds a cookie for an hour to a page whose button works once, if the visitor has none. Should the response to the button get lost,
    /// the device is known when it repeats the request. Nothing is stored yet.
    pub fn lend_cookie(&self, page: impl IntoResponse) -> Response {
        if self.token.is_some() {
            return page.into_response();
        }
        self.identify().add_cookie(page, SHARED_DEVICE_MAX_AGE)
    }

    /// Removes the cookie.
    pub fn remove_cookie(&self, response: impl IntoResponse) -> Response {
        with_cookie(response, cookie(String::new(), self.is_https, 0))
    }
}

impl Identity {
    /// Adds the cookie to a response, which also renews it.
    pub fn keep(&self, response: impl IntoResponse) -> Response {
        self.add_cookie(response, COOKIE_MAX_AGE)
    }

    fn add_cookie(&self, response: impl IntoResponse, age: i64) -> Response {
        with_cookie(response, cookie(self.token.encode(), self.is_https, age))
    }
}

fn with_cookie(response: impl IntoResponse, cookie: Cookie<'static>) -> Response {
    (CookieJar::new().add(cookie), response).into_response()
}

/// `age` is in seconds.
fn cookie(value: String, is_https: bool, age: i64) -> Cookie<'static> {
    Cookie::build((cookie_name(is_https), value))
        .path("/")
        .secure(is_https)
        .http_only(true)
        .same_site(SameSite::Lax)
        .max_age(time::Duration::seconds(age))
        .build()
}

/// With the prefix, browsers refuse the cookie from any other host or path (RFC 6265bis, section 4.1.3.2). It requires https.
fn cookie_name(is_https: bool) -> &'static str {
    if is_https { "__Host-id" } else { "id" }
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor
where
    Arc<Origin>: FromRef<S>,
    TrustedProxies: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let address = ClientAddress::from_request_parts(parts, state).await?;
        let is_https = Arc::<Origin>::from_ref(state).is_https();
        let cookies = CookieJar::from_headers(&parts.headers);
        let token = cookies
            .get(cookie_name(is_https))
            .and_then(|cookie| DeviceToken::parse(cookie.value()));
        let caller = Caller {
            device: token.as_ref().map(DeviceToken::id),
            network: address,
        };
        Ok(Self {
            token,
            caller,
            is_https,
        })
    }
}
