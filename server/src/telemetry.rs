//! Logs and metrics: what the operator learns, which is never who did what.

use std::panic::{self, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;
use tokio::time::interval;
use tracing::Level;
use tracing_subscriber::EnvFilter;

use crate::config::LogFormat;

/// The upper bounds of the request histogram, in seconds.
const SECONDS: &[f64] = &[0.000_1, 0.000_5, 0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10.0];
/// How often old samples are folded together.
const UPKEEP: Duration = Duration::from_secs(5);

/// Starts the log on standard output.
///
/// What we build on may only warn: at finer levels it writes paths and headers. async-stripe's reader of events is
/// silent: it calls every event that its strict types refuse an error, and we read those ourselves. What a panic says
/// is kept out of the log too, because it may hold what a person typed; the place is enough to find it.
pub fn start_log(format: LogFormat, level: Level) {
    let filter = EnvFilter::new(format!(
        "warn,stripe_webhook=off,server={level},silent_partner={level}"
    ));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_target(false);
    // A second start, as in tests, leaves the first one in place.
    let _ = match format {
        LogFormat::Human => builder.with_ansi(false).try_init(),
        LogFormat::Json => builder
            .json()
            .flatten_event(true)
            .with_current_span(false)
            .with_span_list(false)
            .try_init(),
    }
    .ok();
    panic::set_hook(Box::new(|info: &PanicHookInfo<'_>| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        let thread = std::thread::current();
        tracing::error!(
            panic.place = place,
            panic.thread = thread.name().unwrap_or_default(),
            "A thread panicked"
        );
    }));
}

/// Whether somebody reads the metrics. Samples that nobody folds together would pile up.
static IS_COUNTING: AtomicBool = AtomicBool::new(false);

/// Starts counting; to be called once in a process, and only if [`serve_metrics`] follows.
pub fn start_metrics() -> Result<PrometheusHandle, BuildError> {
    let builder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Full("http_request_seconds".to_owned()), SECONDS)?;
    let handle = builder.install_recorder()?;
    IS_COUNTING.store(true, Ordering::Relaxed);
    Ok(handle)
}

/// Whether [`start_metrics`] has been called.
pub(crate) fn is_counting() -> bool {
    IS_COUNTING.load(Ordering::Relaxed)
}

/// Serves `/metrics` on a listener of its own, which no visitor should reach.
pub async fn serve_metrics(
    listener: TcpListener,
    metrics: PrometheusHandle,
) -> std::io::Result<()> {
    let upkeep = metrics.clone();
    tokio::spawn(async move {
        let mut tick = interval(UPKEEP);
        loop {
            tick.tick().await;
            upkeep.run_upkeep();
        }
    });
    let render = async move || metrics.render();
    axum::serve(listener, Router::new().route("/metrics", get(render))).await
}
