//! A worker's main, for workers of this fleet.

use std::process::ExitCode;

use runtime::Service;
use runtime::config::Env;
use store::Store;

use crate::{Config, Parts};

/// Runs a worker. `read` reads what only this worker knows; `build` makes its service, beginning with [`Parts::service`].
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     crate::main("filter", |_env| (), |(), parts| Ok(parts.service()))
/// }
/// ```
pub fn main<S, R, B>(name: &'static str, read: R, build: B) -> ExitCode
where
    R: FnOnce(&mut Env) -> S,
    B: FnOnce(S, Parts) -> anyhow::Result<Service<Store>>,
{
    let read = |env: &mut Env| (Config::read(env, name), read(env));
    runtime::service::main(name, read, |(fleet, own), start| async move {
        let parts = Parts::connect(fleet, &start).await?;
        build(own, parts)
    })
}
