//! Which settings are accepted and which prevent the start.

use super::*;

fn read(arguments: &[&str]) -> Result<Config, String> {
    let all = ["silent-partner"].iter().chain(arguments);
    Config::read(all).map_err(|error| error.to_string())
}

#[test]
fn the_defaults_are_a_complete_configuration() {
    let config = read(&[]).unwrap();
    let origin = config.origin(config.bind);
    assert_eq!(origin.to_string(), "http://127.0.0.1:3000");
    assert_eq!(config.display_name(), "SP Heart Rate Monitor");
    assert_eq!(config.demo_pin, "1234");
    assert!(0 < config.render_threads());
}

#[test]
fn the_public_url_follows_the_real_port() {
    let config = read(&["--bind=0.0.0.0:0"]).unwrap();
    assert_eq!(
        config.origin("0.0.0.0:4711".parse().unwrap()).to_string(),
        "http://127.0.0.1:4711"
    );
    assert_eq!(
        config.origin("[::1]:4711".parse().unwrap()).to_string(),
        "http://[::1]:4711"
    );
}

#[test]
fn bad_values_are_refused() {
    for bad in [
        "--demo-pin=123",
        "--demo-pin=1234567",
        "--demo-pin=12a4",
        "--bind=localhost",
        "--public-url=ftp://example.com",
        "--public-url=https://example.com/shop",
        "--payments=free",
        "--render-threads=0",
        "--trusted-proxies=99",
        "--log-format=xml",
        "--log-level=loud",
        "--display-abbreviation=",
    ] {
        assert!(read(&[bad]).is_err(), "{bad}");
    }
}

#[test]
fn simulated_payments_are_refused_on_a_public_site() {
    for fine in [
        "http://127.0.0.1:3000",
        "http://localhost",
        "http://[::1]:80",
    ] {
        assert!(read(&[&format!("--public-url={fine}")]).is_ok(), "{fine}");
    }
    let refused = read(&["--public-url=https://example.com"]).unwrap_err();
    assert!(refused.contains("PAYMENTS=sandbox"), "{refused}");
    assert!(read(&["--public-url=https://example.com", "--allow-sandbox=true"]).is_ok());
    let refused = read(&["--public-url=https://example.com", "--payments=stripe"]).unwrap_err();
    assert!(refused.contains("STRIPE_SECRET_KEY"), "{refused}");
}

#[test]
fn real_payments_need_every_decision() {
    let mut arguments = vec!["--payments=stripe"];
    for (setting, needed) in [
        ("--stripe-secret-key=sk_live_1", "STRIPE_SECRET_KEY"),
        (
            "--stripe-publishable-key=pk_live_1",
            "STRIPE_PUBLISHABLE_KEY",
        ),
        (
            "--stripe-webhook-secrets=whsec_1,whsec_2",
            "STRIPE_WEBHOOK_SECRETS",
        ),
        ("--verify-policy=proof", "VERIFY_POLICY"),
        (
            "--server-secret=0123456789abcdef0123456789abcdef",
            "SERVER_SECRET",
        ),
    ] {
        let refused = read(&arguments).unwrap_err();
        assert!(refused.contains(needed), "{refused}");
        arguments.push(setting);
    }
    assert_eq!(
        read(&arguments).unwrap().shop.stripe_webhook_secrets.len(),
        2
    );
    for wrong in ["--rate-limits=off", "--stripe-api-base=http://127.0.0.1/"] {
        let with = [arguments.clone(), vec![wrong]].concat();
        assert!(read(&with).is_err(), "{wrong}");
    }
    assert!(
        read(&["--stripe-secret-key=sk_test_1"])
            .unwrap_err()
            .contains("sandbox")
    );
}
