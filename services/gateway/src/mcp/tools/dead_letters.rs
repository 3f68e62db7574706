//! Dead letters: groups, one letter, redrives of one and of many, and letters that will not be redriven.

use domain::JobId;
use domain::access::AccessScope::{Admin, Read};
use operations::dead_letter_groups::{self, DeadLetterGroupItem, DeadLetterQuery};
use operations::dead_letters::{self, DeadLetterItem, DeadLetterStep, Dropped, Redriven};
use operations::redrives::{self, RedriveOrder, RedrivePreview, RedriveStatus};
use operations::{OperationError, Page, PageQuery};
use proto::v1;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::mcp::tool::{About, Effect, Fault, McpCall, Tool};

/// Number of the newest redrives whose progress is listed.
const LISTED: u32 = 5;

pub(super) fn all() -> Vec<Tool> {
    let list = About {
        name: "list_dead_letters",
        title: "List dead letters and redrives",
        description: "Messages that could not be processed: groups by consumer, class and reason, the letters that the arguments select, and the newest redrives with their progress.",
        scopes: &[Read],
        ..About::READS
    };
    let redrive = About {
        name: "redrive_dead_letters",
        title: "Redrive dead letters",
        description: "Runs the jobs of the selected dead letters again, after the cause was fixed; this may cost money. Without `confirm` nothing is changed: the answer is a preview with the number of letters, the estimated cost and the duration. Show it to the user, and repeat the call with `confirm` set to that number. One job runs first; the others wait for its outcome.",
        scopes: &[Admin, Read],
        effect: Effect::Changes,
        ..About::READS
    };
    let control = About {
        name: "control_redrive",
        title: "Pause, resume or cancel a redrive",
        description: "Pauses, resumes or cancels a redrive of dead letters, and returns its progress. Jobs that run again are not stopped.",
        scopes: &[Admin],
        effect: Effect::Changes,
        ..About::READS
    };
    let dropping = About {
        name: "drop_dead_letter",
        title: "Drop a dead letter",
        description: "Closes a dead letter that will not be redriven. Its event stays dead. Call it only if the user asks for it.",
        scopes: &[Admin],
        effect: Effect::Changes,
        ..About::READS
    };
    let get = About {
        name: "get_dead_letter",
        title: "Read a dead letter",
        description: "A dead letter with its message, headers and reason, and what the workers did for its event before.",
        ..About::READS
    };
    let one = About {
        name: "redrive_dead_letter",
        title: "Redrive one dead letter",
        description: "Runs the job of one dead letter again, after the cause was fixed; this may cost money.",
        scopes: &[Admin],
        effect: Effect::Changes,
        ..About::READS
    };
    vec![
        list.handled_by(list_dead_letters),
        get.handled_by(get_dead_letter),
        one.handled_by(redrive_dead_letter),
        redrive.handled_by(redrive_dead_letters),
        control.handled_by(control_redrive),
        dropping.handled_by(drop_dead_letter),
    ]
}

/// Dead letters by cause, and redrives.
#[derive(Debug, Serialize, ToSchema)]
struct DeadLetters {
    /// Open dead letters by cause, newest first, at most 200.
    groups: Vec<DeadLetterGroupItem>,
    /// The letters that the arguments select, newest first.
    letters: Page<DeadLetterItem>,
    /// The newest redrives.
    redrives: Vec<RedriveStatus>,
}

/// The preview of a redrive, or the started redrive.
#[derive(Debug, Serialize, ToSchema)]
struct RedriveReply {
    /// What would be redriven, if `confirm` was absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    preview: Option<RedrivePreview>,
    /// The redrive that was started.
    #[serde(skip_serializing_if = "Option::is_none")]
    started: Option<RedriveStatus>,
}

/// A change of a redrive.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RedriveControl {
    /// Id of the redrive.
    #[schema(format = Uuid)]
    redrive: String,
    /// What to do.
    action: ControlAction,
}

/// What to do with a redrive.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ControlAction {
    Pause,
    Resume,
    Cancel,
}

/// A dead letter.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LetterId {
    /// Id of the dead letter.
    #[schema(format = Uuid)]
    id: String,
}

async fn list_dead_letters(call: McpCall, query: DeadLetterQuery) -> Result<DeadLetters, Fault> {
    let cx = call.cx();
    let letters = dead_letter_groups::list(cx, &query).await?;
    let groups = dead_letter_groups::groups(cx).await?;
    let newest = redrives::list(cx, &PageQuery { limit: Some(LISTED), cursor: None }).await?;
    let mut found = Vec::new();
    for item in newest.items {
        found.push(redrives::show(cx, id(&item.id, "redrive")?).await?);
    }
    Ok(DeadLetters { groups, letters, redrives: found })
}

/// A dead letter with its message, in the canonical JSON of `auspex.v1.DeadLetter`.
#[derive(Debug, Serialize, ToSchema)]
struct LetterDetail {
    /// The dead letter.
    #[schema(value_type = Object)]
    letter: v1::DeadLetter,
    /// The last lines of the audit trail of its event, oldest first, at most 20.
    trail: Vec<DeadLetterStep>,
}

async fn get_dead_letter(call: McpCall, letter: LetterId) -> Result<LetterDetail, Fault> {
    let (cx, id) = (call.cx(), JobId(id(&letter.id, "id")?));
    Ok(LetterDetail { letter: dead_letters::show(cx, id).await?, trail: dead_letters::trail(cx, id).await? })
}

async fn redrive_dead_letter(call: McpCall, letter: LetterId) -> Result<Redriven, Fault> {
    Ok(dead_letters::redrive(call.cx(), JobId(id(&letter.id, "id")?)).await?)
}

async fn redrive_dead_letters(call: McpCall, order: RedriveOrder) -> Result<RedriveReply, Fault> {
    Ok(match order.confirm {
        None => RedriveReply { preview: Some(redrives::preview(call.cx(), &order).await?), started: None },
        Some(_) => RedriveReply { preview: None, started: Some(redrives::start(call.cx(), &order).await?) },
    })
}

async fn control_redrive(call: McpCall, control: RedriveControl) -> Result<RedriveStatus, Fault> {
    let (cx, id) = (call.cx(), id(&control.redrive, "redrive")?);
    Ok(match control.action {
        ControlAction::Pause => redrives::pause(cx, id).await?,
        ControlAction::Resume => redrives::resume(cx, id).await?,
        ControlAction::Cancel => redrives::cancel(cx, id).await?,
    })
}

async fn drop_dead_letter(call: McpCall, letter: LetterId) -> Result<Dropped, Fault> {
    Ok(dead_letters::drop(call.cx(), JobId(id(&letter.id, "id")?)).await?)
}

fn id(text: &str, field: &str) -> Result<Uuid, Fault> {
    Ok(text.parse().map_err(|_| OperationError::invalid(field, "must be a UUID"))?)
}
