//! `auspex console`: a link that opens the console in a browser, once.

use std::process::ExitCode;

use serde_json::json;

use crate::Context;
use crate::door::Door;

/// Command-line arguments of `auspex console`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Prints a link that signs in to the console with the token of the command line. It can be used once, within a day.
///
/// # Errors
/// When the gateway cannot be reached, or the token lacks the scope `read`.
pub async fn run(context: &Context) -> anyhow::Result<ExitCode> {
    let door = Door::open(context)?;
    let login = door.console_login().await?;
    let url = door.address(&login.path);
    context.print(&json!({ "url": url, "expires_in": login.expires_in }), |_| [url])?;
    context.remark("The link opens one session, within a day. The session lasts 12 hours and ends with your token.");
    Ok(ExitCode::SUCCESS)
}
