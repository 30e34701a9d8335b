//! Who asks: the anonymous device of the cookie, and the network address for limits.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use http::HeaderValue;
use http::header;
use http::request::Parts;

use crate::app::App;
use crate::client_address::ClientAddress;
use crate::domain::device_token::{DeviceId, DeviceToken};
use crate::services::limits::Caller;

/// 400 days, the most that browsers keep a cookie.
const MAX_AGE: u32 = 34_560_000;
/// An hour, for a device that has nothing to lose yet.
const LENT_AGE: u32 = 3_600;

/// Who asks. A visitor who only looks has no cookie and gets none.
#[derive(Debug)]
pub struct Visitor {
    token: Option<DeviceToken>,
    /// The same for limits.
    pub caller: Caller,
}

/// A device that is about to be written down.
#[derive(Debug)]
pub struct Identity {
    /// Its secret.
    pub token: DeviceToken,
    /// Its id.
    pub id: DeviceId,
    is_https: bool,
}

impl Visitor {
    /// The device, where the visitor has one.
    pub fn token(&self) -> Option<&DeviceToken> {
        self.token.as_ref()
    }

    /// The id of the device, where the visitor has one.
    pub fn id(&self) -> Option<&DeviceId> {
        self.caller.device.as_ref()
    }

    /// The visitor's device, or a new one: what follows writes something.
    pub fn identify(&self, app: &App) -> Identity {
        let token = self.token.clone().unwrap_or_else(DeviceToken::generate);
        Identity {
            id: token.id(),
            token,
            is_https: app.origin.is_https(),
        }
    }

    /// Gives a visitor without a cookie one for an hour, along with a page whose button can be used once only. Should
    /// the answer to the button be lost on the way, the device is known when it asks again; nothing is written down.
    pub fn prepare(&self, app: &App, page: impl IntoResponse) -> Response {
        if self.token.is_some() {
            return page.into_response();
        }
        self.identify(app).give(page, LENT_AGE)
    }
}

impl Identity {
    /// Gives the cookie to the browser along with an answer, and so renews it.
    pub fn keep(&self, answer: impl IntoResponse) -> Response {
        self.give(answer, MAX_AGE)
    }

    fn give(&self, answer: impl IntoResponse, age: u32) -> Response {
        let mut response = answer.into_response();
        let (name, secure) = cookie_name(self.is_https);
        let value = self.token.encode();
        set(
            &mut response,
            &format!("{name}={value}; Path=/;{secure} HttpOnly; SameSite=Lax; Max-Age={age}"),
        );
        response
    }
}

/// Takes the cookie back.
pub fn forget(app: &App, answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    let (name, secure) = cookie_name(app.origin.is_https());
    set(
        &mut response,
        &format!("{name}=; Path=/;{secure} HttpOnly; SameSite=Lax; Max-Age=0"),
    );
    response
}

/// The prefix makes browsers refuse the cookie from any other host or path (RFC 6265bis); it needs https.
fn cookie_name(is_https: bool) -> (&'static str, &'static str) {
    if is_https {
        ("__Host-id", " Secure;")
    } else {
        ("id", "")
    }
}

fn set(response: &mut Response, cookie: &str) {
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let block = ClientAddress::from_request_parts(parts, app)
            .await?
            .key()
            .to_vec();
        let cookies = CookieJar::from_headers(&parts.headers);
        let (name, _) = cookie_name(app.origin.is_https());
        let token = cookies
            .get(name)
            .and_then(|cookie| DeviceToken::parse(cookie.value()));
        let caller = Caller {
            device: token.as_ref().map(DeviceToken::id),
            block,
        };
        Ok(Self { token, caller })
    }
}
