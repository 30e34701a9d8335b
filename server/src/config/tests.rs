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
    let config = read(&["--bind=0.0.0.0:0", "--allow-sandbox=true"]).unwrap();
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
        "--trusted-proxy-ranges=10.0.0.1/8",
        "--log-format=xml",
        "--log-level=loud",
        "--display-abbreviation=",
    ] {
        assert!(read(&[bad]).is_err(), "{bad}");
    }
}

/// A complete configuration that takes real money.
const LIVE: &[&str] = &[
    "--payments=stripe",
    "--public-url=https://monitor.example",
    "--trusted-proxies=1",
    "--stripe-secret-key=sk_live_1",
    "--stripe-publishable-key=pk_live_1",
    "--stripe-webhook-secrets=whsec_1,whsec_2",
    "--verify-policy=proof",
    "--server-secret=0123456789abcdef0123456789abcdef",
    "--mail-url=smtps://user:hunter2@mail.example",
    "--mail-from=Heart Rate Monitor <monitor@monitor.example>",
    "--support-email=help@monitor.example",
    "--support-phone=1300 555 123",
    "--statement-name=HEART RATE MONITOR",
];

/// The live configuration with other values for some settings; a setting without a value is left out.
fn live(changes: &[&str]) -> Result<Config, String> {
    let name = |argument: &str| argument.split('=').next().unwrap().to_owned();
    let changed: Vec<String> = changes.iter().map(|change| name(change)).collect();
    let kept = LIVE
        .iter()
        .filter(|argument| !changed.contains(&name(argument)));
    let added = changes.iter().filter(|change| change.contains('='));
    read(&kept.chain(added).copied().collect::<Vec<_>>())
}

#[test]
fn simulated_payments_are_refused_where_strangers_reach_the_server() {
    for fine in [
        "--public-url=http://127.0.0.1:3000",
        "--public-url=http://localhost",
        "--public-url=http://[::1]:80",
        "--bind=[::1]:3000",
        "--bind=127.3.2.1:3000",
    ] {
        assert!(read(&[fine]).is_ok(), "{fine}");
    }
    for public in [
        "--public-url=http://example.com",
        "--bind=0.0.0.0:3000",
        "--bind=[::]:1",
        "--bind=192.168.0.2:1",
    ] {
        let refused = read(&[public]).unwrap_err();
        assert!(refused.contains("ALLOW_SANDBOX"), "{refused}");
        assert!(read(&[public, "--allow-sandbox=true"]).is_ok(), "{public}");
    }
    let rehearsal = [
        "--stripe-secret-key=sk_test_1",
        "--stripe-publishable-key=pk_test_1",
        "--stripe-api-base=http://127.0.0.1:1/",
    ];
    let refused = live(&rehearsal).unwrap_err();
    assert!(refused.contains("ALLOW_SANDBOX"), "{refused}");
}

#[test]
fn test_keys_are_refused_on_a_public_site() {
    let keys = [
        "--stripe-secret-key=rk_test_1",
        "--stripe-publishable-key=pk_test_1",
    ];
    let refused = live(&keys).unwrap_err();
    assert!(
        refused.contains("test keys") && refused.contains("ALLOW_SANDBOX"),
        "{refused}"
    );
    let trial = [keys[0], keys[1], "--allow-sandbox=true"];
    assert!(live(&trial).is_ok());
}

#[test]
fn a_payment_provider_on_this_machine_needs_no_mail_and_no_public_address() {
    let rehearsal = read(&[
        "--payments=stripe",
        "--stripe-api-base=http://127.0.0.1:12111/",
        "--stripe-secret-key=sk_test_1",
        "--stripe-publishable-key=pk_test_1",
        "--stripe-webhook-secrets=whsec_1",
        "--verify-policy=instant",
        "--server-secret=0123456789abcdef0123456789abcdef",
    ]);
    assert!(rehearsal.is_ok(), "{rehearsal:?}");
}

/// A change of the live configuration, and what the refusal says.
const DANGEROUS: &[(&str, &str)] = &[
    ("--stripe-secret-key", "STRIPE_SECRET_KEY"),
    ("--stripe-secret-key=", "STRIPE_SECRET_KEY is empty"),
    (
        "--stripe-secret-key=pk_live_1",
        "STRIPE_SECRET_KEY holds a publishable key",
    ),
    ("--stripe-secret-key=sk_test_1", "different modes"),
    (
        "--stripe-secret-key=sk_live_",
        "STRIPE_SECRET_KEY must begin",
    ),
    ("--stripe-secret-key=key_1", "STRIPE_SECRET_KEY must begin"),
    ("--stripe-publishable-key", "STRIPE_PUBLISHABLE_KEY"),
    (
        "--stripe-publishable-key= ",
        "STRIPE_PUBLISHABLE_KEY is empty",
    ),
    (
        "--stripe-publishable-key=sk_live_1",
        "STRIPE_PUBLISHABLE_KEY holds a secret key",
    ),
    (
        "--stripe-publishable-key=rk_test_1",
        "STRIPE_PUBLISHABLE_KEY holds a secret key",
    ),
    ("--stripe-publishable-key=pk_test_1", "different modes"),
    (
        "--push-hosts=push.example.com=http://127.0.0.1:9",
        "PUSH_HOSTS",
    ),
    (
        "--stripe-publishable-key=live",
        "STRIPE_PUBLISHABLE_KEY must begin",
    ),
    ("--stripe-webhook-secrets", "STRIPE_WEBHOOK_SECRETS"),
    ("--stripe-webhook-secrets=", "STRIPE_WEBHOOK_SECRETS"),
    ("--stripe-webhook-secrets=whsec_1,", "empty secret"),
    ("--stripe-webhook-secrets=,whsec_1", "empty secret"),
    ("--stripe-webhook-secrets=whsec_1, ", "empty secret"),
    ("--stripe-webhook-secrets=whsec_1, whsec_2", "whsec_"),
    ("--stripe-webhook-secrets=whsec_", "whsec_"),
    ("--stripe-price-id=", "STRIPE_PRICE_ID is empty"),
    ("--stripe-api-base=http://127.0.0.1/", "STRIPE_API_BASE"),
    (
        "--stripe-js-url=https://example.com/stripe.js",
        "STRIPE_JS_URL",
    ),
    ("--verify-policy", "VERIFY_POLICY"),
    ("--server-secret", "SERVER_SECRET"),
    ("--server-secret=", "SERVER_SECRET is empty"),
    ("--server-secret=0123456789abcdef", "32 characters"),
    ("--rate-limits=off", "RATE_LIMITS"),
    ("--public-url", "PUBLIC_URL"),
    ("--public-url=http://monitor.example", "PUBLIC_URL"),
    ("--trusted-proxies=0", "TRUSTED_PROXIES"),
    ("--mail-url", "MAIL_URL"),
    ("--mail-url=", "MAIL_URL is empty"),
    ("--mail-url=file:///var/mail", "MAIL_URL"),
    ("--mail-url=smtp://user:hunter2@mail.example", "MAIL_URL"),
    (
        "--mail-url=smtp://mail.example?tls=opportunistic",
        "MAIL_URL",
    ),
    ("--mail-from", "MAIL_FROM"),
    ("--statement-name", "STATEMENT_NAME"),
    ("--statement-name=HRM", "STATEMENT_NAME must be"),
    ("--statement-name=12345", "STATEMENT_NAME must be"),
    ("--statement-name=HEART*MONITOR", "STATEMENT_NAME must be"),
    (
        "--statement-name=HEART RATE MONITOR SHOP",
        "STATEMENT_NAME must be",
    ),
    ("--support-email", "SUPPORT_EMAIL"),
    ("--support-email=", "SUPPORT_EMAIL is empty"),
    ("--support-email=nobody", "SUPPORT_EMAIL"),
    ("--support-phone=", "SUPPORT_PHONE is empty"),
    ("--support-phone", "SUPPORT_PHONE, a number of yours"),
    (
        "--support-phone=+61 1800-975-711",
        "SUPPORT_PHONE, a number of yours",
    ),
    ("--database-url=", "DATABASE_URL is empty"),
    (
        "--database-url=mysql://user:hunter2@host/shop",
        "DATABASE_URL",
    ),
    (
        "--database-url=postgres://user:hunter2@host:port/shop",
        "DATABASE_URL",
    ),
    ("--database-url=hunter2", "DATABASE_URL"),
    ("--sound-store=s3://evidence", "SOUND_STORE_KEY_ID"),
    ("--sound-store-key=hunter2", "SOUND_STORE names none"),
    ("--sound-store-endpoint=http://s3.example", "SOUND_STORE"),
    ("--sound-store=sounds", "s3://bucket"),
    ("--timestamp-url=http://tsa.example/tsr", "TIMESTAMP_URL"),
    (
        "--timestamp-url=https://user:hunter2@tsa.example",
        "TIMESTAMP_URL",
    ),
];

#[test]
fn every_dangerous_setting_is_refused_with_one_line_that_names_it() {
    assert_eq!(live(&[]).unwrap().shop.stripe_webhook_secrets.len(), 2);
    for (change, named) in DANGEROUS {
        let refused = live(&[change]).unwrap_err();
        assert!(refused.contains(named), "{change}: {refused}");
        assert_eq!(refused.lines().count(), 1, "{change}: {refused}");
        assert!(!refused.contains("hunter2"), "{change}: {refused}");
    }
}

#[test]
fn private_ways_of_sending_mail_are_accepted() {
    for url in [
        "smtp://mail.example:587?tls=required",
        "smtp://127.0.0.1",
        "smtp://localhost:25",
        "sendmail:",
    ] {
        assert!(live(&[&format!("--mail-url={url}")]).is_ok(), "{url}");
    }
}

#[test]
fn a_value_that_cannot_be_read_is_not_repeated() {
    let refused = read(&["--public-url=https://user:hunter2@example.com"]).unwrap_err();
    assert_eq!(
        refused,
        "invalid value for '--public-url <PUBLIC_URL>': it must be http:// or https:// with a host and nothing behind it"
    );
}

#[test]
fn metrics_for_other_machines_need_a_word() {
    for fine in ["--metrics-bind=127.0.0.1:9100", "--metrics-bind=[::1]:9100"] {
        assert!(read(&[fine]).is_ok(), "{fine}");
    }
    for public in [
        "--metrics-bind=0.0.0.0:9100",
        "--metrics-bind=10.0.0.2:9100",
    ] {
        let refused = read(&[public]).unwrap_err();
        assert!(refused.contains("ALLOW_PUBLIC_METRICS"), "{refused}");
        assert!(
            read(&[public, "--allow-public-metrics=true"]).is_ok(),
            "{public}"
        );
    }
}
