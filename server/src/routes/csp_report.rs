//! Browsers' reports of policy violations: counted by directive, logged once a minute at most, and not stored.

use axum::body::Bytes;
use http::StatusCode;
use serde_json::Value;

use crate::error::Error;
use crate::telemetry::alarm;

/// The directives that may become a metric's label. Anybody can write the text of a report.
const DIRECTIVES: &[&str] = &[
    "default-src",
    "script-src",
    "script-src-elem",
    "script-src-attr",
    "style-src",
    "style-src-elem",
    "style-src-attr",
    "img-src",
    "font-src",
    "connect-src",
    "media-src",
    "worker-src",
    "manifest-src",
    "frame-src",
    "object-src",
    "base-uri",
    "form-action",
    "frame-ancestors",
    "require-trusted-types-for",
    "trusted-types",
];

/// `POST /csp-report`: accepts both formats, the Reporting API's list and the older single object.
pub(crate) async fn report(body: Bytes) -> Result<StatusCode, Error> {
    let report: Value =
        serde_json::from_slice(&body).map_err(|_| Error::Invalid("The report cannot be read."))?;
    let single = report.pointer("/csp-report/violated-directive");
    let listed = report
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.pointer("/body/effectiveDirective"));
    for directive in listed.chain(single).take(20) {
        let directive = known(directive.as_str().unwrap_or_default());
        metrics::counter!("csp_reports_total", "directive" => directive).increment(1);
        alarm::POLICY_REPORT.raise(|count| {
            tracing::warn!(directive, count, "A browser reported a policy violation");
        });
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The directive's name. Older browsers add its sources.
fn known(directive: &str) -> &'static str {
    let name = directive.split_whitespace().next().unwrap_or_default();
    DIRECTIVES
        .iter()
        .copied()
        .find(|known| *known == name)
        .unwrap_or("other")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_directives_become_labels() {
        assert_eq!(
            known("script-src 'self' https://a.example/?email=a@b.c"),
            "script-src"
        );
        assert_eq!(known("a@b.c"), "other");
        assert_eq!(known(""), "other");
    }
}
