//! `auspex macro run` over the HTTP API of a gateway.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, bail, ensure};
use domain::{JobId, Tenant};
use operations::macros::ExecutionWanted;
use serde_json::Value;

use super::{Args, parameters, report, timed_out};
use crate::Context;
use crate::door::{Executed, HttpClient};

/// Requests the execution and waits for its result. Exit code 3 if the macro was not executed, 4 on timeout.
pub(in crate::macros) async fn run(args: Args, http: &HttpClient, context: &Context) -> anyhow::Result<ExitCode> {
    ensure!(
        args.tenant.is_none(),
        "--tenant: with AUSPEX_URL the tenant is that of the token in AUSPEX_TOKEN; omit the option, or use another token"
    );
    let installed = http.macros(None).await?;
    let known = installed.into_iter().find(|known| known.name == args.name);
    let known = known.with_context(|| format!("the gateway has no macro {:?}; see `auspex macro list`", args.name))?;
    let wanted = ExecutionWanted {
        session_id: args.session.map(|session| session.0),
        params: parameters(&args, &known.parameters)?,
        skip_review: args.skip_review,
        budget_micro_usd: args.budget.map(|budget| budget.0),
    };
    let key = args.id.clone().unwrap_or_else(|| {
        // The time is part of the key: the same request made later is a new one.
        let content = Value::Object(wanted.params.clone()).to_string();
        format!("macro-{}", JobId::named(&[&args.name, &content, &context.clock.now().to_rfc3339()]))
    });
    let end = Instant::now() + args.timeout;
    loop {
        match http.execute_macro(&args.name, &wanted, &key).await? {
            Executed::Result(view) => return report(&view, &Tenant::default(), context),
            Executed::Open(open) => {
                if let Some(letter) = open.progress.dead_letter {
                    bail!("the request was dead-lettered; see `auspex dead show {letter}`");
                }
            }
        }
        if Instant::now() >= end {
            return Ok(timed_out(&args, context));
        }
    }
}
