//! Logs and metrics. They never say who did what.

use std::io;
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

pub mod alarm;
pub mod statements;

/// The upper bounds of the histograms of requests and renders, in seconds.
const LATENCY_BUCKETS: &[f64] = &[0.000_1, 0.000_5, 0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10.0];
/// How often samples are aggregated.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// Starts the log on standard output.
///
/// Libraries log warnings and errors only, because at finer levels they log paths and headers. async-stripe's event parser logs nothing: it
/// reports every event that its strict types reject, and this server parses events itself. A panic is logged with its location and without
/// its message, which may hold personal data.
pub fn start_log(format: LogFormat, level: Level) {
    let filter = EnvFilter::new(format!(
        "warn,stripe_webhook=off,server={level},silent_partner={level}"
    ));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_target(false);
    // A second call, as in tests, has no effect.
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
        let location = info.location().map(ToString::to_string).unwrap_or_default();
        let thread = std::thread::current();
        tracing::error!(
            location,
            thread = thread.name().unwrap_or_default(),
            "A thread panicked"
        );
    }));
}

/// Starts the log of a task of the operator's: warnings, on standard error, because its answer goes to standard output alone.
pub fn start_task_log() {
    let builder = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new("warn"))
        .with_writer(io::stderr)
        .with_target(false)
        .with_ansi(false);
    // A second call, as in tests, has no effect.
    let _ = builder.try_init();
}

/// Whether the metrics are served. Without that, samples would pile up.
static IS_COUNTING: AtomicBool = AtomicBool::new(false);

/// Starts counting. To be called once in a process, and only before [`serve_metrics`].
pub fn start_metrics() -> Result<PrometheusHandle, BuildError> {
    let builder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), LATENCY_BUCKETS)?;
    let handle = builder.install_recorder()?;
    IS_COUNTING.store(true, Ordering::Relaxed);
    alarm::register();
    Ok(handle)
}

/// Whether [`start_metrics`] has been called.
pub(crate) fn is_counting() -> bool {
    IS_COUNTING.load(Ordering::Relaxed)
}

/// Serves `/metrics` on a listener of its own, which visitors should not reach.
pub async fn serve_metrics(listener: TcpListener, metrics: PrometheusHandle) -> io::Result<()> {
    let upkeep = metrics.clone();
    tokio::spawn(async move {
        let mut tick = interval(UPKEEP_INTERVAL);
        loop {
            tick.tick().await;
            upkeep.run_upkeep();
        }
    });
    let render = async move || metrics.render();
    axum::serve(listener, Router::new().route("/metrics", get(render))).await
}
