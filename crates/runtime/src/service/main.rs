//! From `main` to the exit code: configuration, telemetry, runtime, service, and the flush at the end.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use domain::Clock;
use domain::port::Journal;

use super::{Exit, Lifecycle, Service, Start};
use crate::clock::{SystemClock, WrongClock};
use crate::config::{self, Config, Env};

/// What the collector gets at the end.
const FLUSH: Duration = Duration::from_secs(5);

/// Runs a worker. `read` reads the worker's own settings, `build` makes its handlers. The argument `--settings` prints the
/// table of all settings instead, `--version` the version.
pub fn main<S, R, B, Fut, J>(name: &'static str, read: R, build: B) -> ExitCode
where
    R: FnOnce(&mut Env) -> S,
    B: FnOnce(S, Start) -> Fut,
    Fut: Future<Output = anyhow::Result<Service<J>>>,
    J: Journal,
{
    let mut env = Env::from_process();
    let config = Config::read(&mut env);
    let settings = read(&mut env);
    match std::env::args().nth(1).as_deref() {
        None => {}
        Some("--settings") => return print(&config::markdown(&env)),
        Some("--version") => return print(&format!("{name} {}\n", env!("CARGO_PKG_VERSION"))),
        Some(other) => {
            return refuse(name, &format!("{other:?} is not understood; there are --settings and --version"));
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
        tracing::warn!(variable = unread, "nobody reads this variable; is it misspelt?");
    }
    drop(env);
    if let Some(point) = config.crash_at.clone() {
        crate::crash::arm(point);
    }
    // At least two threads: opentelemetry-rust deadlocks on one (#2715).
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(config.threads.max(2)).enable_all().build();
    let exit = match runtime {
        Err(error) => Exit::Failed(format!("no event loop: {error}")),
        Ok(runtime) => {
            let exit = runtime.block_on(live(name, config, settings, build));
            runtime.shutdown_timeout(Duration::from_millis(500));
            exit
        }
    };
    tell(&exit);
    // `main` is no runtime's thread, so it may block here. An unreachable collector is no reason to fail.
    if let Err(error) = guard.shutdown(FLUSH) {
        tracing::debug!(%error, "telemetry");
    }
    ExitCode::from(exit.code())
}

async fn live<S, B, Fut, J>(name: &'static str, config: Config, settings: S, build: B) -> Exit
where
    B: FnOnce(S, Start) -> Fut,
    Fut: Future<Output = anyhow::Result<Service<J>>>,
    J: Journal,
{
    let life = Lifecycle::new();
    if let Err(error) = life.listen() {
        return Exit::Failed(format!("signals cannot be listened to: {error}"));
    }
    let start = Start { name, clock: clock(config.clock_skew), stop: life.soft.clone() };
    let service = tokio::select! {
        service = build(settings, start) => service,
        () = life.soft.cancelled() => return Exit::Clean,
    };
    match service {
        Ok(service) => service.run(name, &config, life).await,
        Err(error) => Exit::Failed(format!("{error:#}")),
    }
}

fn clock(skew: i32) -> Arc<dyn Clock> {
    match skew {
        0 => Arc::new(SystemClock),
        seconds => Arc::new(WrongClock(chrono::TimeDelta::seconds(seconds.into()))),
    }
}

fn tell(exit: &Exit) {
    match exit {
        Exit::Clean => tracing::info!("ended"),
        Exit::Failed(reason) | Exit::Misconfigured(reason) => tracing::error!(reason, code = exit.code(), "ended"),
        Exit::Hard => tracing::warn!("ended by a second signal; what was in flight comes again"),
    }
}

fn print(text: &str) -> ExitCode {
    use std::io::Write;
    // A reader who has seen enough (`| head`) is no fault of ours.
    let _ = std::io::stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}

/// Before telemetry there is only standard error.
#[allow(clippy::print_stderr, reason = "there is no log yet")]
fn refuse(name: &str, reason: &str) -> ExitCode {
    eprintln!("{name}: {reason}");
    ExitCode::from(Exit::Misconfigured(String::new()).code())
}
