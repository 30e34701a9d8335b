//! The security headers of every response, in five profiles.
//!
//! A browser applies a policy to a document, not to a URL: the app keeps the policy of the page on which it started, so all pages that
//! can be reached without loading a document share one. The app's pages alone may use the camera, with which the heart monitor
//! measures, and read the clipboard, from which settings are taken over. Payment pages allow Stripe, and forbid microphone and location.

use http::header::{self, HeaderMap, HeaderName, HeaderValue};

/// Which headers a response carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Every page except those of the app and payment pages, and every other response that a person may see.
    Document,
    /// Pages of the app.
    App,
    /// Payment pages.
    Payment,
    /// Responses for programs.
    Api,
    /// Files with a hash in their name, to which no policy applies; short, because a page loads several of them.
    File,
}

const DOCUMENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'{style}; img-src 'self' data: blob:; font-src 'self'; \
    connect-src 'self'; media-src 'self' blob:; worker-src 'self'; manifest-src 'self'; frame-src 'none'; object-src 'none'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types app; \
    report-to csp; report-uri /csp-report";

const PAYMENT_POLICY: &str = "default-src 'none'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; style-src 'self'{style}; \
    img-src 'self' data: https://*.stripe.com; font-src 'self'; connect-src 'self' https://api.stripe.com; \
    frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; object-src 'none'; base-uri 'none'; \
    form-action 'self' https://checkout.stripe.com; frame-ancestors 'none'; report-to csp; report-uri /csp-report";

const API_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// `{device}` stands for the origins that may use the sensors and the microphone: this one on documents, none on payment pages.
/// `{app}` stands for those that may do what the app's pages alone may: this one there, none elsewhere.
const PERMISSIONS: &str = "accelerometer={device}, autoplay=(self), camera={app}, clipboard-read={app}, clipboard-write=(self), \
    compute-pressure=(), display-capture=(), encrypted-media=(), fullscreen=(self), gamepad=(), geolocation={device}, \
    gyroscope={device}, hid=(), identity-credentials-get=(), idle-detection=(), local-fonts=(), magnetometer=(), \
    microphone={device}, midi=(), on-device-speech-recognition={device}, otp-credentials=(), payment=(), picture-in-picture=(), \
    publickey-credentials-create=(), publickey-credentials-get=(), screen-wake-lock={device}, serial=(), storage-access=(), usb=(), \
    web-share={device}, window-management=(), xr-spatial-tracking=(), browsing-topics=()";

const TRANSPORT: HeaderValue =
    HeaderValue::from_static("max-age=63072000; includeSubDomains; preload");
const SAME_ORIGIN: HeaderValue = HeaderValue::from_static("same-origin");
const REPORTING: HeaderValue = HeaderValue::from_static("csp=\"/csp-report\"");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const EMBEDDER_POLICY: HeaderName = HeaderName::from_static("cross-origin-embedder-policy");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const SELF: &str = "(self)";
const NOBODY: &str = "()";
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// Writes the headers of a profile.
#[derive(Debug, Clone, Copy)]
pub struct SecurityHeaders {
    /// Whether the site is reached over https, so that browsers may be told to use nothing else.
    pub is_https: bool,
}

impl SecurityHeaders {
    /// Adds the profile's headers. `style_hashes` are the source expressions of inlined styles, such as `sha256-...` without quotes.
    pub fn apply(self, headers: &mut HeaderMap, profile: Profile, style_hashes: &[String]) {
        headers.insert(
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        );
        headers.insert(RESOURCE_POLICY, SAME_ORIGIN);
        if self.is_https {
            headers.insert(header::STRICT_TRANSPORT_SECURITY, TRANSPORT);
        }
        match profile {
            Profile::File => {
                headers.insert(EMBEDDER_POLICY, HeaderValue::from_static("require-corp"));
            }
            Profile::Api => {
                headers.insert(
                    header::CONTENT_SECURITY_POLICY,
                    HeaderValue::from_static(API_POLICY),
                );
            }
            Profile::Document | Profile::App => {
                headers.insert(
                    header::CONTENT_SECURITY_POLICY,
                    policy(DOCUMENT_POLICY, style_hashes),
                );
                let app = if profile == Profile::App {
                    SELF
                } else {
                    NOBODY
                };
                headers.insert(PERMISSIONS_POLICY, permissions(SELF, app));
                headers.insert(OPENER_POLICY, SAME_ORIGIN);
                headers.insert(EMBEDDER_POLICY, HeaderValue::from_static("require-corp"));
                every_page(headers);
            }
            Profile::Payment => {
                headers.insert(
                    header::CONTENT_SECURITY_POLICY,
                    policy(PAYMENT_POLICY, style_hashes),
                );
                headers.insert(PERMISSIONS_POLICY, permissions(NOBODY, NOBODY));
                headers.insert(
                    OPENER_POLICY,
                    HeaderValue::from_static("same-origin-allow-popups"),
                );
                every_page(headers);
            }
        }
    }

    /// Whether these headers come from [`SecurityHeaders::apply`].
    pub fn is_on(headers: &HeaderMap) -> bool {
        headers.contains_key(header::X_CONTENT_TYPE_OPTIONS)
    }
}

/// Keeps a response out of search engines.
pub fn hide_from_search(headers: &mut HeaderMap) {
    headers.insert(ROBOTS, HeaderValue::from_static("noindex"));
}

/// The headers of every page.
fn every_page(headers: &mut HeaderMap) {
    headers.insert(HeaderName::from_static("reporting-endpoints"), REPORTING);
    headers.insert(header::REFERRER_POLICY, SAME_ORIGIN);
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
}

fn policy(template: &'static str, style_hashes: &[String]) -> HeaderValue {
    let sources: Vec<_> = style_hashes
        .iter()
        .map(|hash| format!(" '{hash}'"))
        .collect();
    value_or(&template.replace("{style}", &sources.concat()), API_POLICY)
}

fn permissions(device: &str, app: &str) -> HeaderValue {
    let text = PERMISSIONS
        .replace("{device}", device)
        .replace("{app}", app);
    value_or(&text, "")
}

/// `text` as a header value, or `strict` if it were not valid: all of it is written here, in ASCII.
fn value_or(text: &str, strict: &'static str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(strict))
}
