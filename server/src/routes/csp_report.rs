//! Browsers' reports of what the policy stopped: counted by directive and otherwise forgotten.

use axum::body::Bytes;
use axum::extract::State;
use http::StatusCode;
use serde_json::Value;

use crate::app::App;
use crate::client_address::ClientAddress;
use crate::error::Error;

/// Directives that may become a metric's label; the text of a report is anybody's.
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

/// `POST /csp-report`: takes both forms of report, the Reporting API's list and the older single object.
pub(crate) async fn report(
    State(app): State<App>,
    client: ClientAddress,
    body: Bytes,
) -> Result<StatusCode, Error> {
    app.report_limit.check(client.key())?;
    app.all_reports_limit.check(b"all")?;
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
        tracing::warn!(
            csp.directive = directive,
            "A browser reports a violation of the policy"
        );
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The directive by our own spelling; older browsers send its sources along.
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
    fn only_names_of_directives_are_kept() {
        assert_eq!(
            known("script-src 'self' https://a.example/?email=a@b.c"),
            "script-src"
        );
        assert_eq!(known("a@b.c"), "other");
        assert_eq!(known(""), "other");
    }
}
