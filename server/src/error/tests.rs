//! What each error says, and when it says to try again.

use std::time::Duration;

use super::*;

fn too_many(retry_after: Duration) -> Error {
    Error::TooMany(Limited {
        policy: "test",
        quota: 5,
        window: Duration::from_mins(1),
        retry_after,
        is_of_network: true,
    })
}

#[test]
fn an_error_has_its_status_and_sentence() {
    let cases = [
        (
            Error::Invalid("Please enter a number."),
            400,
            "Please enter a number.",
        ),
        (Error::NoToken, 401, "Please open the link again."),
        (
            Error::NotFound("Gift link not found"),
            404,
            "Gift link not found",
        ),
        (
            Error::MethodNotAllowed,
            405,
            "This address cannot be used in that way.",
        ),
        (Error::TooLarge, 413, "The request is too large."),
        (
            too_many(Duration::from_secs(9)),
            429,
            "Too many attempts. Please wait a few minutes and try again.",
        ),
        (
            Error::TooEarly(1_795_255_200_000),
            409,
            "This can be deleted from 21 November 2026, 10:00 UTC on.",
        ),
        (
            Error::QuotaUsedUp,
            507,
            "No more recordings can be stored for this link.",
        ),
        (
            Error::NotStored(anyhow::anyhow!("full")),
            507,
            "Recordings cannot be stored right now.",
        ),
        (Error::Busy, 503, "The service is busy. Please try again."),
        (
            Error::Internal(anyhow::anyhow!("secret")),
            500,
            "Something went wrong. Please try again.",
        ),
    ];
    for (error, status, sentence) in cases {
        assert_eq!(error.to_string(), sentence);
        assert_eq!(error.into_response().status(), status);
    }
}

#[test]
fn a_limit_of_a_day_says_how_long_it_lasts_and_which_way_is_open() {
    let said = |minutes: u64, is_of_network| {
        let limited = Limited {
            policy: "test",
            quota: 5,
            window: Duration::from_hours(24),
            retry_after: Duration::from_secs(minutes * 60 - 1),
            is_of_network,
        };
        Error::TooMany(limited).to_string()
    };
    let few = "Too many attempts. Please wait a few minutes and try again.";
    assert_eq!(said(10, true), few);
    assert_eq!(
        said(90, false),
        "Too many attempts. Try again in 90 minutes."
    );
    assert_eq!(
        said(24 * 60 - 30, true),
        "Too many attempts from your network. Try again in 24 hours, or over another network, such as mobile data."
    );
}

#[test]
fn a_temporary_error_says_when_to_try_again() {
    let wait = |error: Error| {
        error
            .into_response()
            .headers()
            .get(header::RETRY_AFTER)
            .map(|value| value.to_str().unwrap().to_owned())
    };
    assert_eq!(
        wait(too_many(Duration::from_millis(200))),
        Some("1".to_owned())
    );
    assert_eq!(
        wait(too_many(Duration::from_secs(42))),
        Some("42".to_owned())
    );
    assert_eq!(wait(Error::Busy), Some("1".to_owned()));
    let full = Error::NotStored(anyhow::anyhow!("full"));
    assert_eq!(wait(full), Some("30".to_owned()));
    assert_eq!(wait(Error::QuotaUsedUp), None);
    assert_eq!(wait(Error::TooEarly(0)), Some("1".to_owned()));
    assert_eq!(wait(Error::TooLarge), None);
}
