//! Starts the server: settings, V8, pages, render threads, and only then the runtime that accepts requests.

use std::io::{self, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context as _;
use server::app::App;
use server::bundle::Bundle;
use server::config::{Config, ConfigError};
use server::front::Front;
use server::open_shop;
use server::render::snapshot::{self, Protection};
use server::router::router;
use server::serve::serve;
use server::{openapi, telemetry, workers};
use tokio::signal::unix::{SignalKind, signal};

/// The exit code for settings that cannot be used.
const BAD_SETTINGS: u8 = 2;

fn main() -> ExitCode {
    let started = Instant::now();
    let config = match Config::read(std::env::args_os()) {
        Ok(config) => config,
        Err(error) => return refuse(&error),
    };
    let done = if config.print_openapi {
        print_openapi()
    } else {
        run(config, started)
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn print_openapi() -> anyhow::Result<()> {
    let document = openapi::document().to_pretty_json()?;
    Ok(writeln!(io::stdout(), "{document}")?)
}

/// Says in one line why the settings cannot be used; help and version are no error.
fn refuse(error: &ConfigError) -> ExitCode {
    if let ConfigError::Arguments(arguments) = error
        && !arguments.use_stderr()
    {
        // Whoever asked for help and closed the pipe does not want it any more.
        let _ = arguments.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    say(line.strip_prefix("error: ").unwrap_or(line));
    ExitCode::from(BAD_SETTINGS)
}

fn say(line: &str) {
    // With standard error closed there is nowhere left to say anything.
    let _ = writeln!(io::stderr(), "silent-partner: {line}");
}

/// V8 has to be initialised here on the main thread, before there are others.
fn run(config: Config, started: Instant) -> anyhow::Result<()> {
    telemetry::start_log(config.log_format, config.log_level);
    snapshot::init(Protection::On);
    let listener = bind(config.bind)?;
    let address = listener.local_addr()?;
    let metrics_listener = config.metrics_bind.map(bind).transpose()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let shop = runtime.block_on(open_shop::open(&config, address))?;
    let app = App::build(config, Bundle::embedded()?, address, &shop)?;
    runtime.block_on(async move {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        if let Some(listener) = metrics_listener {
            tracing::info!("metrics on http://{}/metrics", listener.local_addr()?);
            let metrics = telemetry::start_metrics().context("metrics cannot be kept")?;
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::spawn(telemetry::serve_metrics(listener, metrics));
        }
        workers::start(&shop.shop, shop.mailer);
        let lifecycle = Arc::clone(&app.lifecycle);
        tracing::info!(public_url = %app.origin, start_ms = started.elapsed().as_millis(), "listening on http://{address}");
        let front = Front::new(&app, router(app.clone()));
        serve(listener, front, &lifecycle, stop_signal()?).await;
        tracing::info!("Stopped");
        Ok(())
    })
}

/// Listens on `address`; connections wait in the kernel's queue until the pages are ready.
fn bind(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener =
        TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Ends at SIGTERM or SIGINT.
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    let (mut terminate, mut interrupt) = (
        signal(SignalKind::terminate())?,
        signal(SignalKind::interrupt())?,
    );
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
