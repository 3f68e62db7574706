//! Schedules: questions that are asked, and entities that are researched, again and again.

use domain::access::AccessScope::Admin;
use operations::schedules::{self, RunNow, ScheduleFired, ScheduleItem, ScheduleList, ScheduleQuery, ScheduleWanted};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::mcp::tool::{About, Argument, Effect, Fault, McpCall, McpReply, Tool};

pub(super) fn all() -> Vec<Tool> {
    let list = About {
        name: "list_schedules",
        title: "List schedules",
        description: "The tenant's schedules with their last and next firing, ordered by name. `next` is `after` of the next page.",
        ..About::READS
    };
    let put = About {
        name: "put_schedule",
        title: "Create or replace a schedule",
        description: "Asks a question, or researches entities, at each instant of a cron expression (UTC), until it is deleted. Each instant \
                      costs money. Call it only if the user asks for it.",
        scopes: &[Admin],
        effect: Effect::Changes,
        open_world: true,
    };
    let delete = About {
        name: "delete_schedule",
        title: "Delete a schedule",
        description: "Deletes a schedule. Runs that it has started continue.",
        scopes: &[Admin],
        effect: Effect::Changes,
        ..About::READS
    };
    let run = About {
        name: "run_schedule",
        title: "Run a schedule now",
        description: "Asks the question of a schedule, or researches its entities, at once, as its plan does; the plan stays as it is. It costs \
                      money, once for each minute. Call it only if the user asks for it.",
        scopes: &[Admin],
        effect: Effect::AddsOnce,
        open_world: true,
    };
    let name = json!({ "type": "string", "description": "Name: letters, digits, `-` and `_`, at most 64." });
    vec![
        list.handled_by(list_schedules),
        put.with_argument(&Argument { name: "name", schema: name.clone(), is_required: true }, put_schedule),
        run.with_argument(&Argument { name: "name", schema: name, is_required: true }, run_schedule),
        delete.handled_by(delete_schedule),
    ]
}

async fn list_schedules(call: McpCall, query: ScheduleQuery) -> Result<ScheduleList, Fault> {
    Ok(schedules::list(call.cx(), query).await?)
}

async fn put_schedule(call: McpCall, name: String, wanted: ScheduleWanted) -> Result<McpReply<ScheduleItem>, Fault> {
    Ok(McpReply::Output(schedules::put(call.cx(), &name, wanted).await?))
}

async fn run_schedule(call: McpCall, name: String, wanted: RunNow) -> Result<McpReply<ScheduleFired>, Fault> {
    Ok(McpReply::Output(schedules::run_now(call.cx(), &name, &wanted).await?))
}

/// Names a schedule.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ScheduleInput {
    /// Name of the schedule.
    name: String,
}

/// The schedule does not exist any more.
#[derive(Debug, Serialize, ToSchema)]
struct ScheduleDeleted {
    /// Name of the schedule.
    name: String,
    /// `true`: a refusal is an error.
    removed: bool,
}

async fn delete_schedule(call: McpCall, input: ScheduleInput) -> Result<ScheduleDeleted, Fault> {
    schedules::delete(call.cx(), &input.name).await?;
    Ok(ScheduleDeleted { name: input.name, removed: true })
}
