//! Reports on a topic.

use domain::JobId;
use domain::access::AccessScope::{Publish, Read};
use operations::OperationError;
use operations::deep_reports::{self, ReportStatus, ReportWanted};
use operations::progress::Look;
use serde_json::json;

use crate::mcp::resources::report_uri;
use crate::mcp::tasks::Work;
use crate::mcp::tool::{About, Argument, Effect, Fault, McpCall, McpReply, Tool};
use crate::mcp::waiting;

pub(super) fn all() -> Vec<Tool> {
    let write = About {
        name: "write_report",
        title: "Write a report",
        description: "Researches a question or topic and returns a report in Markdown: executive summary, sections whose sentences cite checked \
                      findings, references, sources with tier and date, and what was not answered. `report` is its address as a resource, which ends with .pdf for the file. It has no probability; `ask` makes forecasts. \
                      Costs money and takes minutes, more with each depth.",
        scopes: &[Publish, Read],
        effect: Effect::Adds,
        open_world: true,
    };
    let waits = "Waits for the report; true if absent. Otherwise the run is returned at once, and get_forecast reads its state later.";
    let wait = json!({ "type": "boolean", "description": waits });
    vec![write.with_argument(&Argument { name: "wait", schema: wait, is_required: false }, wanted)]
}

async fn wanted(call: McpCall, wait: Option<bool>, wanted: ReportWanted) -> Result<McpReply<ReportStatus>, Fault> {
    let job = deep_reports::write(call.cx(), wanted, None).await?.job;
    if wait.unwrap_or(true) {
        if call.wants_task() {
            return Ok(McpReply::Started(Work::Report { job }));
        }
        if let Some(status) = waiting::wait(&call, || look(&call, job)).await? {
            return Ok(McpReply::Output(status));
        }
    }
    let message = "the report is not written yet; the run continues, so call get_forecast with its id later".to_owned();
    Ok(McpReply::Output(ReportStatus { message, ..named(deep_reports::status(call.cx(), job).await?) }))
}

pub(super) async fn look(call: &McpCall, job: JobId) -> Result<Look<ReportStatus>, OperationError> {
    Ok(match deep_reports::look(call.cx(), job).await? {
        Look::Done(status) => Look::Done(named(status)),
        working => working,
    })
}

/// Names the report by its address as a resource.
fn named(status: ReportStatus) -> ReportStatus {
    ReportStatus { report: status.report.as_deref().map(report_uri), ..status }
}
