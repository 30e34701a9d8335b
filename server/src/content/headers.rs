//! The security headers of every answer, in four profiles.
//!
//! A policy belongs to a document, not to a URL: the app keeps that of the page on which it started, so all pages that one can reach
//! without a full load share one. Pages that take a card have their own, which lets Stripe in and the microphone and location out.

use http::header::{self, HeaderMap, HeaderName, HeaderValue};

/// What kind of answer the headers are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Every page but those that take a card, and every other answer to somebody who may be looking at a page.
    Document,
    /// The pages that take a card.
    Payment,
    /// Answers for programs.
    Api,
    /// Files with a hash in their name, which no policy applies to; short, because a page loads several of them.
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

/// `{device}` stands for who may use the sensors and the microphone: this site on documents, nobody on payment pages.
const PERMISSIONS: &str = "accelerometer={device}, autoplay=(self), camera=(), clipboard-read=(), clipboard-write=(self), \
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
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// Makes the headers of a profile.
#[derive(Debug, Clone, Copy)]
pub struct Stamp {
    /// Whether the site is reached by https, so that browsers may be told to use nothing else.
    pub is_https: bool,
}

impl Stamp {
    /// Adds the profile's headers. `style_hash` is the source expression of an inlined style, such as `sha256-...` without quotes.
    pub fn apply(self, headers: &mut HeaderMap, profile: Profile, style_hash: Option<&str>) {
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
            Profile::Document => {
                headers.insert(
                    header::CONTENT_SECURITY_POLICY,
                    policy(DOCUMENT_POLICY, style_hash),
                );
                headers.insert(
                    HeaderName::from_static("permissions-policy"),
                    permissions("(self)"),
                );
                headers.insert(OPENER_POLICY, SAME_ORIGIN);
                headers.insert(EMBEDDER_POLICY, HeaderValue::from_static("require-corp"));
                every_page(headers);
            }
            Profile::Payment => {
                headers.insert(
                    header::CONTENT_SECURITY_POLICY,
                    policy(PAYMENT_POLICY, style_hash),
                );
                headers.insert(
                    HeaderName::from_static("permissions-policy"),
                    permissions("()"),
                );
                headers.insert(
                    OPENER_POLICY,
                    HeaderValue::from_static("same-origin-allow-popups"),
                );
                every_page(headers);
            }
        }
    }

    /// Whether these headers come from [`Stamp::apply`].
    pub fn is_on(headers: &HeaderMap) -> bool {
        headers.contains_key(header::X_CONTENT_TYPE_OPTIONS)
    }
}

/// Tells search engines to keep the answer out of their lists.
pub fn hide_from_search(headers: &mut HeaderMap) {
    headers.insert(ROBOTS, HeaderValue::from_static("noindex"));
}

/// What both kinds of pages have.
fn every_page(headers: &mut HeaderMap) {
    headers.insert(HeaderName::from_static("reporting-endpoints"), REPORTING);
    headers.insert(header::REFERRER_POLICY, SAME_ORIGIN);
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
}

fn policy(template: &'static str, style_hash: Option<&str>) -> HeaderValue {
    let style = style_hash
        .map(|hash| format!(" '{hash}'"))
        .unwrap_or_default();
    filled(&template.replace("{style}", &style), API_POLICY)
}

fn permissions(device: &str) -> HeaderValue {
    filled(&PERMISSIONS.replace("{device}", device), "")
}

/// The text as a header; all of it is ours and ASCII, and if ever it were not, the strict text goes out.
fn filled(text: &str, strict: &'static str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(strict))
}
