//! The security headers, on every status.

use reqwest::{Method, Response};

use crate::fixture;
use crate::test_app::{TestApp, header, one_thread};

const DOCUMENT: &str = "default-src 'none'; script-src 'self'; style-src 'self'STYLE; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src 'self' blob:; worker-src 'self'; manifest-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types app; report-to csp; report-uri /csp-report";
const PAYMENT: &str = "default-src 'none'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; style-src 'self'STYLE; img-src 'self' data: https://*.stripe.com; font-src 'self'; connect-src 'self' https://api.stripe.com; frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; object-src 'none'; base-uri 'none'; form-action 'self' https://checkout.stripe.com; frame-ancestors 'none'; report-to csp; report-uri /csp-report";
const PERMISSIONS: &str = "accelerometer=(self), autoplay=(self), camera=(), clipboard-read=(), clipboard-write=(self), compute-pressure=(), display-capture=(), encrypted-media=(), fullscreen=(self), gamepad=(), geolocation=(self), gyroscope=(self), hid=(), identity-credentials-get=(), idle-detection=(), local-fonts=(), magnetometer=(), microphone=(self), midi=(), on-device-speech-recognition=(self), otp-credentials=(), payment=(), picture-in-picture=(), publickey-credentials-create=(), publickey-credentials-get=(), screen-wake-lock=(self), serial=(), storage-access=(), usb=(), web-share=(self), window-management=(), xr-spatial-tracking=(), browsing-topics=()";

/// The policy without the hash of the inlined style, which differs from page to page.
fn policy(response: &Response) -> String {
    let policy = header(response, "content-security-policy");
    let Some((before, rest)) = policy.split_once(" 'sha256-") else {
        return policy.replace("style-src 'self'", "style-src 'self'STYLE");
    };
    let (_, after) = rest.split_once('\'').unwrap();
    format!("{before}STYLE{after}")
}

fn assert_document(response: &Response, what: &str) {
    assert_any_document(response, PERMISSIONS, what);
}

/// A page of the app: as any document, and it may use the camera and read the clipboard.
fn assert_app(response: &Response, what: &str) {
    let mut permissions = PERMISSIONS.to_owned();
    for name in ["camera=", "clipboard-read="] {
        let before = permissions.clone();
        permissions = before.replace(&format!("{name}()"), &format!("{name}(self)"));
        assert_ne!(permissions, before);
    }
    assert_any_document(response, &permissions, what);
}

fn assert_any_document(response: &Response, permissions: &str, what: &str) {
    assert_eq!(policy(response), DOCUMENT, "{what}");
    assert_eq!(
        header(response, "permissions-policy"),
        permissions,
        "{what}"
    );
    assert_eq!(
        header(response, "cross-origin-opener-policy"),
        "same-origin",
        "{what}"
    );
    assert_eq!(
        header(response, "cross-origin-embedder-policy"),
        "require-corp",
        "{what}"
    );
    assert_page(response, what);
}

fn assert_payment(response: &Response, what: &str) {
    assert_eq!(policy(response), PAYMENT, "{what}");
    for device in [
        "camera",
        "microphone",
        "geolocation",
        "accelerometer",
        "gyroscope",
        "on-device-speech-recognition",
        "screen-wake-lock",
        "web-share",
    ] {
        assert!(
            header(response, "permissions-policy").contains(&format!("{device}=()")),
            "{what} {device}"
        );
    }
    assert_eq!(
        header(response, "cross-origin-opener-policy"),
        "same-origin-allow-popups",
        "{what}"
    );
    assert_eq!(
        header(response, "cross-origin-embedder-policy"),
        "",
        "{what}: Stripe's frames would be blocked"
    );
    assert_page(response, what);
}

fn assert_page(response: &Response, what: &str) {
    for (name, value) in [
        ("referrer-policy", "same-origin"),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("cross-origin-resource-policy", "same-origin"),
        ("reporting-endpoints", "csp=\"/csp-report\""),
        ("strict-transport-security", ""),
        ("server", ""),
    ] {
        assert_eq!(header(response, name), value, "{what} {name}");
    }
}

#[tokio::test]
async fn documents_have_their_security_headers_on_every_status() {
    let app = TestApp::spawn().await;
    assert_document(&app.get("/").await, "200");
    assert_document(&app.get("/nope").await, "404");
    assert_document(&app.request(Method::POST, "/").send().await.unwrap(), "405");
    assert_document(&app.get(&format!("/?{}", "a".repeat(3000))).await, "414");
    assert_document(
        &app.get_with("/", "x-long", &"a".repeat(33_000)).await,
        "431",
    );
    assert_document(&app.get("/sw.js").await, "the service worker");
    assert_document(&app.get("/assets/drawing-1.svg").await, "a drawing");
}

#[tokio::test]
async fn pages_of_the_app_alone_may_use_the_camera_and_read_the_clipboard() {
    let app = TestApp::spawn().await;
    let main_screen = app.get_with("/", "cookie", "view=app").await;
    assert_app(&main_screen, "the main screen");
    assert_app(&app.get("/settings").await, "500");
    for path in ["/", "/nope", "/sw.js", "/checkout"] {
        let response = app.get(path).await;
        let permissions = header(&response, "permissions-policy");
        for what in ["camera=()", "clipboard-read=()"] {
            assert!(permissions.contains(what), "{path} {what}");
        }
    }
}

#[tokio::test]
async fn payment_pages_allow_stripe_and_forbid_sensors() {
    let app = TestApp::spawn().await;
    assert_payment(&app.get("/checkout").await, "200");
    assert_payment(&app.buy("a").await, "422");
    assert_payment(&app.buy("throw@example").await, "500");
    assert_payment(&app.get("/subscribe").await, "500");
}

#[tokio::test]
async fn responses_for_programs_have_the_strictest_policy() {
    let app = TestApp::spawn().await;
    for path in ["/api/nope", "/healthz", "/readyz", "/csp-report"] {
        let response = app.get(path).await;
        assert_eq!(
            header(&response, "content-security-policy"),
            "default-src 'none'; frame-ancestors 'none'",
            "{path}"
        );
        assert_eq!(header(&response, "cache-control"), "no-store", "{path}");
        assert_eq!(
            header(&response, "x-content-type-options"),
            "nosniff",
            "{path}"
        );
        assert_eq!(
            header(&response, "access-control-allow-origin"),
            "",
            "{path}"
        );
    }
}

#[tokio::test]
async fn the_inlined_style_is_allowed_by_its_hash() {
    let app = TestApp::spawn().await;
    let response = app.get("/").await;
    let policy = header(&response, "content-security-policy").to_owned();
    let text = response.text().await.unwrap();
    let (_, rest) = text.split_once("<style>").unwrap();
    let (style, _) = rest.split_once("</style>").unwrap();
    let hash = data_encoding::BASE64.encode(&<sha2::Sha256 as sha2::Digest>::digest(style));
    assert!(
        policy.contains(&format!("style-src 'self' 'sha256-{hash}'")),
        "{policy}"
    );
    assert!(!policy.contains("unsafe"), "{policy}");
}

#[tokio::test]
async fn only_listed_pages_allow_search_engines_and_only_https_sites_send_hsts() {
    let options = [
        "--public-url=https://example.com",
        "--allow-sandbox=true",
        "--trusted-proxies=1",
    ];
    let app = TestApp::with(&options, one_thread(), fixture::bundle()).await;
    for (path, expected) in [("/", ""), ("/checkout", "noindex"), ("/nope", "noindex")] {
        let response = app.get(path).await;
        assert_eq!(header(&response, "x-robots-tag"), expected, "{path}");
        assert_eq!(
            header(&response, "strict-transport-security"),
            "max-age=63072000; includeSubDomains; preload",
            "{path}"
        );
    }
    let file = app.get("/assets/client-1.js").await;
    assert_eq!(
        header(&file, "strict-transport-security"),
        "max-age=63072000; includeSubDomains; preload"
    );
    assert_eq!(
        header(&file, "content-security-policy"),
        "",
        "a script is no document"
    );
}
