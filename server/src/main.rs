//! Starts the process: reads the settings, then serves requests or runs a task of the operator's.

use std::env;
use std::io::{self, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, bail};
use mimalloc::MiMalloc;
use rustix::fs::Mode;
use server::bundle::Bundle;
use server::config::{Command, Config, ConfigError};
use server::render::{self, Protection};
use server::router::{openapi, router};
use server::serve::front::Front;
use server::serve::{Connections, Socket, serve};
use server::services::data_key;
use server::{operator, priority, setup, telemetry, workers};
use tokio::signal::unix::{SignalKind, signal};

/// Most of a request's time outside SQLite and V8 is small pieces of memory: with the system's allocator the page of a refused
/// address takes 1.4 times as long (`scripts/bench.d/findings.md`).
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The exit code for settings that cannot be used.
const BAD_SETTINGS: u8 = 2;
const REPLACED: &str = "the data key of the database was replaced while this server ran, which would go on with the one before; it ends at once, and can be started again";

fn main() -> ExitCode {
    let started = Instant::now();
    // The database, mails and secrets that this process writes are for its own user.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    let inherited = match Socket::inherited() {
        Ok(inherited) => inherited,
        Err(error) => {
            say(&format!("{error:#}"));
            return ExitCode::FAILURE;
        }
    };
    // The address of an inherited socket has the rules of `BIND`.
    let bind = inherited
        .as_ref()
        .map(|socket| format!("--bind={}", socket.address()).into());
    let config = match Config::read(env::args_os().chain(bind)) {
        Ok(config) => config,
        Err(error) => return refuse(&error),
    };
    let done = match &config.command {
        _ if config.print_openapi => print_openapi(),
        Some(command) => operate(&config, command),
        None => run(&config, inherited, started),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("{error:#}"));
            let is_refusal = error.downcast_ref::<ConfigError>().is_some();
            if is_refusal {
                ExitCode::from(BAD_SETTINGS)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

fn print_openapi() -> anyhow::Result<()> {
    let document = openapi().to_pretty_json()?;
    Ok(writeln!(io::stdout(), "{document}")?)
}

/// Does one task of the operator's. Its answer goes to standard output alone, warnings to standard error.
fn operate(config: &Config, command: &Command) -> anyhow::Result<()> {
    telemetry::start_task_log();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(operator::run(config, command))
}

/// Says in one line why the settings are not valid. Help and version are not errors.
fn refuse(error: &ConfigError) -> ExitCode {
    if let ConfigError::Arguments(arguments) = error
        && !arguments.use_stderr()
    {
        // The reader may have closed the pipe.
        let _ = arguments.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    say(line.strip_prefix("error: ").unwrap_or(line));
    ExitCode::from(BAD_SETTINGS)
}

fn say(line: &str) {
    // Standard error may be closed, and there is no other way to report that.
    let _ = writeln!(io::stderr(), "silent-partner: {line}");
}

/// Runs the server until it is stopped. V8 has to be initialised on the main thread, before other threads exist.
fn run(config: &Config, inherited: Option<Socket>, started: Instant) -> anyhow::Result<()> {
    telemetry::start_log(config.log_format, config.log_level);
    render::init(Protection::On);
    let socket = inherited.map_or_else(|| Socket::bind(config.bind), Ok)?;
    let address = socket.address();
    let metrics_listener = config.metrics_bind.map(bind).transpose()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .on_thread_start(priority::give_way)
        .build()?;
    // Connections and prebuilt responses have threads of their own, which go before those of handlers.
    let connecting = tokio::runtime::Builder::new_multi_thread()
        .thread_name("connections")
        .enable_all()
        .build()?;
    let accepting = connecting.handle().clone();
    let shop = runtime.block_on(setup::open_shop(config, address))?;
    let app = setup::build_app(config, Bundle::embedded()?, address, &shop, None)?;
    runtime.block_on(async move {
        if let Some(listener) = metrics_listener {
            tracing::info!("Metrics on http://{}/metrics", listener.local_addr()?);
            let metrics = telemetry::start_metrics().context("metrics cannot be started")?;
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::spawn(telemetry::serve_metrics(listener, metrics));
        }
        let lifecycle = Arc::clone(&app.lifecycle);
        let workers = workers::start(&shop.shop, (&shop.watches, &shop.sounds, &shop.timestamps), &shop.clock, shop.mailer, &lifecycle);
        tracing::info!(public_url = %app.origin, start_ms = started.elapsed().as_millis(), "Listening on http://{address}");
        let front = Front::new(app.pages.clone(), router(app), Arc::clone(&lifecycle));
        let proxies = setup::trusted_proxies(config);
        let connections = Connections::new(config.limits_connections(), proxies);
        let stop = stop_signal()?;
        let served = async {
            let serving = async move { serve(socket, front, &connections, &lifecycle, stop).await };
            accepting.spawn(serving).await??;
            workers.finish().await;
            tracing::info!("Stopped");
            Ok(())
        };
        tokio::select! {
            served = served => served,
            () = data_key::replaced(&shop.shop.db, shop.key_version) => bail!(REPLACED),
        }
    })
}

/// Listens on `address`.
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use server::{serve, workers};

    use super::BAD_SETTINGS;

    /// A number that the service's unit in `server/README.md` sets.
    fn of_unit(setting: &str) -> u64 {
        let readme = include_str!("../README.md");
        let (_, unit) = readme.split_once("[Service]").unwrap();
        let mut lines = unit.lines();
        let found = lines.find_map(|line| line.strip_prefix(setting)?.strip_prefix('='));
        found.unwrap().parse().unwrap()
    }

    #[test]
    fn the_service_manager_of_readme_lets_requests_and_mails_finish() {
        let stop = Duration::from_secs(of_unit("TimeoutStopSec"));
        let needed = serve::SHUTDOWN_TIMEOUT + workers::SHUTDOWN_TIMEOUT;
        assert!(needed < stop, "{needed:?} is not less than {stop:?}");
    }

    #[test]
    fn the_service_manager_of_readme_starts_nothing_anew_with_settings_that_are_refused() {
        let kept = of_unit("RestartPreventExitStatus");
        assert_eq!(kept, u64::from(BAD_SETTINGS));
    }
}
