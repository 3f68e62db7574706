//! From `main` to the exit code: configuration, telemetry, runtime, service, and the final flush.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use domain::Clock;
use domain::port::Journal;

use super::base::Base;
use super::{Exit, Lifecycle, Service, Start, healthy};
use crate::clock::{SkewedClock, SystemClock};
use crate::config::{self, Env, RuntimeConfig};
use crate::link::Target;

/// Maximum time of the final flush to the collector.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(5);
/// Polls of tasks between two looks at the sockets. One thread at a time looks; with the 61 of tokio, that thread polls
/// the work of a busy tenant for tens of milliseconds before it sees the request of another one (ADR 0026).
const EVENT_INTERVAL: u32 = 4;

/// Runs a worker. `read` reads the worker's own settings, `build` creates its handlers. The argument `--settings`
/// prints the table of all settings instead, `--version` the version; `--healthy` asks the running process if it is
/// ready.
pub fn main<S, R, B, Fut, J>(name: &'static str, read: R, build: B) -> ExitCode
where
    R: FnOnce(&mut Env) -> S,
    B: FnOnce(S, Start) -> Fut,
    Fut: Future<Output = anyhow::Result<Service<J>>>,
    J: Journal,
{
    let mut env = Env::from_process();
    let config = RuntimeConfig::read(&mut env);
    let settings = read(&mut env);
    match std::env::args().nth(1).as_deref() {
        None => {}
        Some("--settings") => return print(&config::markdown(&env)),
        Some("--version") => return print(&format!("{name} {}\n", env!("CARGO_PKG_VERSION"))),
        Some("--healthy") => return healthy::ask(config.http),
        Some(other) => {
            let known = "the arguments are --settings, --version and --healthy";
            return refuse(name, &format!("unknown argument {other:?}; {known}"));
        }
    }
    if let Err(mistakes) = env.finish() {
        return refuse(name, &mistakes.to_string());
    }
    let guard = match telemetry::init(&config.telemetry(name)) {
        Ok(guard) => guard,
        Err(error) => return refuse(name, &format!("{:#}", anyhow::Error::from(error))),
    };
    for unread in env.unread() {
        tracing::warn!(variable = unread, "this variable is not used; check its spelling");
    }
    drop(env);
    if let Some(point) = config.crash_at.clone() {
        crate::crash::arm(point);
    }
    let exit = match event_loop(config.threads) {
        Err(error) => Exit::Failed(format!("the event loop could not be created: {error}")),
        Ok(runtime) => {
            let exit = runtime.block_on(live(name, config, settings, build));
            runtime.shutdown_timeout(Duration::from_millis(500));
            exit
        }
    };
    log_exit(&exit);
    // This is not a runtime thread, so it may block. An unreachable collector is not a failure.
    if let Err(error) = guard.shutdown(FLUSH_TIMEOUT) {
        tracing::debug!(%error, "telemetry was not flushed");
    }
    ExitCode::from(exit.code())
}

/// Creates the runtime of a worker or gateway.
///
/// # Errors
/// The system refuses a thread or a socket.
pub fn event_loop(threads: usize) -> std::io::Result<tokio::runtime::Runtime> {
    // At least two threads: opentelemetry-rust deadlocks on one (#2715).
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(threads.max(2)).event_interval(EVENT_INTERVAL).enable_all().build()
}

async fn live<S, B, Fut, J>(name: &'static str, config: RuntimeConfig, settings: S, build: B) -> Exit
where
    B: FnOnce(S, Start) -> Fut,
    Fut: Future<Output = anyhow::Result<Service<J>>>,
    J: Journal,
{
    let life = Lifecycle::new();
    if let Err(error) = life.listen() {
        return Exit::Failed(format!("the signal handlers could not be installed: {error}"));
    }
    let broker = Target::new(&config, name);
    let start = Start { name, clock: clock(config.clock_skew), stop: life.soft.clone(), broker };
    // Before the stores are reachable, so that the process counts as alive while it waits for them.
    let base = match Base::start(name, &config, &life).await {
        Ok(base) => base,
        Err(exit) => return exit,
    };
    let service = tokio::select! {
        service = build(settings, start) => service,
        () = life.soft.cancelled() => return Exit::Clean,
    };
    match service {
        Ok(service) => service.run_on(base, &config, life).await,
        Err(error) => Exit::Failed(format!("{error:#}")),
    }
}

fn clock(skew: i32) -> Arc<dyn Clock> {
    match skew {
        0 => Arc::new(SystemClock),
        seconds => Arc::new(SkewedClock(chrono::TimeDelta::seconds(seconds.into()))),
    }
}

fn log_exit(exit: &Exit) {
    match exit {
        Exit::Clean => tracing::info!("ended"),
        Exit::Failed(reason) | Exit::Misconfigured(reason) => tracing::error!(reason, code = exit.code(), "ended"),
        Exit::Hard => tracing::warn!("ended by a second signal; work in flight will be redelivered"),
    }
}

fn print(text: &str) -> ExitCode {
    use std::io::Write;
    // A closed pipe (`| head`) is not a failure.
    let _ = std::io::stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}

/// Reports an error on standard error, since telemetry is not set up yet.
#[allow(clippy::print_stderr, reason = "the log is not set up yet")]
fn refuse(name: &str, reason: &str) -> ExitCode {
    eprintln!("{name}: {reason}");
    ExitCode::from(Exit::Misconfigured(String::new()).code())
}
