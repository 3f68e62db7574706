//! What a handler wants written, as values. The journal applies them in one transaction with the inbox row, so half an
//! outcome cannot exist and a handler's test needs no database.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use crate::entity::fact::Statement;
use crate::{
    Classification, EntityId, Evidence, Forecast, JobId, MicroUsd, Research, ResearchTask, Run, RunId, Tenant, Time,
    run::{Cancellation, NoForecast, Question},
};

/// One durable write. Every variant is idempotent by the ids it carries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// The event is accounted for, with its first answer. Keyed by the event's job.
    Classified(Box<Classification>),
    /// A run begins: run row, question rows, `outstanding = questions.len()`, phase waiting. Keyed by the run.
    RunStarted {
        /// The run.
        run: Box<Run>,
        /// First round of questions; may be empty.
        questions: Vec<Question>,
        /// The round's deadline.
        deadline: Time,
        /// Somebody stopped it before it began: it begins at its end, or at its decision. Stale if the store knows of another stop.
        stopped: Option<Cancellation>,
    },
    /// Another round of questions. Applies only if the run still has `version` and is analyzing.
    RunExtended {
        /// The run.
        run: RunId,
        /// The version that the handler saw.
        version: i64,
        /// The new questions, never empty.
        questions: Vec<Question>,
        /// The new round's deadline.
        deadline: Time,
    },
    /// An answer to one question; keyed by (run, question). The last one turns the run to analyzing, which releases the
    /// facts that wait [`When::RunReady`]. After the round was closed it is stored as late and releases nothing.
    Answered {
        /// The run.
        run: RunId,
        /// The question's id.
        question: String,
        /// What was found.
        evidence: Box<Evidence>,
    },
    /// The decision of a round is given up. Keyed by (run, round); it changes nothing of the run before the round's deadline, and
    /// nothing at all where the round is decided.
    DecisionGivenUp {
        /// The run.
        run: RunId,
        /// The round.
        round: u32,
        /// Why, for a person.
        because: String,
    },
    /// What another round of a run was worth, before it was bought or not. Keyed by (run, round); it decides nothing.
    RoundValued {
        /// The run.
        run: RunId,
        /// What the round was worth, and why it was bought or not.
        valuation: Box<crate::forecast::Valuation>,
    },
    /// The run is done. Applies only if the run still has `version` and is analyzing.
    RunFinished {
        /// The run's forecast.
        forecast: Box<Forecast>,
        /// The version that the handler saw.
        version: i64,
    },
    /// The run is done without a forecast. Applies only if the run still has `version` and is analyzing.
    RunEnded {
        /// The run.
        run: RunId,
        /// The version that the handler saw.
        version: i64,
        /// Why there is none.
        ending: NoForecast,
    },
    /// Research about an entity becomes the current one; the older stays as history. Refused if the fence is stale.
    ResearchStored {
        /// The entity.
        entity: EntityId,
        /// What was found.
        research: Box<Research>,
        /// Proof of the lease.
        fence: Fence,
    },
    /// New evidence contradicts a version of an entity's research: it is not valid any more, and neither are the notes made of it. All
    /// stay; a reason that names
    /// evidence replaces one that only names newer research. Keyed by (entity, version).
    ResearchContradicted {
        /// The entity.
        entity: EntityId,
        /// The version that does not hold any more.
        version: i64,
        /// Since when.
        at: Time,
        /// What contradicts it, in words.
        because: String,
    },
    /// What is said of an entity is true from when on; what it contradicts ends. Of each attribute one statement. The same again
    /// changes nothing.
    FactsLearned {
        /// The entity.
        entity: EntityId,
        /// What is said.
        said: Vec<Statement>,
    },
    /// Filtered evidence of a task, kept whole. Keyed by the job that made it.
    EvidenceStored(Box<Evidence>),
    /// One atomic thing learned; keyed by its id.
    NoteStored(Box<Note>),
    /// A readable report; keyed by its key, a later one replaces it.
    ReportStored(Box<Report>),
    /// One line of the audit trail; keyed by (job, ordinal).
    Audited(Box<AuditLine>),
    /// A result that leaves the fleet; keyed by its id.
    ResultStored(Box<ResultRow>),
    /// What the job rested on; keyed by (job, url, hash). A replay of it needs these bytes and no others.
    RestedOn(Vec<Basis>),
}

/// Bytes from outside that a job rested on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Basis {
    /// A page's address as it was asked for, or `ask:<tool>?<arguments as JSON>` for what a service answered.
    pub url: String,
    /// SHA-256 of the bytes, in hex. A page's bytes lie in the object store under it.
    pub hash: String,
    /// A service's answer as JSON; `None` for a page.
    pub body: Option<String>,
}

/// Proof that an entity's lease was held: a number that only grows, checked by the store at every write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fence(pub i64);

/// One atomic thing learned, self-contained.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// Derived from the job and the source.
    pub id: JobId,
    /// Whom it belongs to.
    pub tenant: Tenant,
    /// The note.
    pub text: String,
    /// One sentence.
    pub summary: String,
    /// Words to find it by.
    pub keywords: Vec<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// `fact`, `event`, `definition`, …
    pub kind: String,
    /// Where it was read.
    pub source_url: String,
    /// When it was learned.
    pub made_at: Time,
    /// The entity that the research was about, where it was about one: what contradicts that research ends the note.
    #[serde(default)]
    pub entity: Option<EntityId>,
    /// Notes that were known and are about the same.
    #[serde(default)]
    pub links: Vec<NoteLink>,
}

/// A note that is about the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NoteLink {
    /// Which.
    pub note: JobId,
    /// 0 to 1: how surely it answers what the new one says.
    pub score: f64,
}

/// A readable report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Its path in the object store, e.g. `runs/<id>/report.md`.
    pub key: String,
    /// Whom it belongs to.
    pub tenant: Tenant,
    /// Markdown.
    pub markdown: String,
    /// When it was written.
    pub made_at: Time,
}

/// What was done for one identifier or task (`research.jsonl` shape).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AuditLine {
    /// The job that did it.
    pub job: JobId,
    /// The event that caused it.
    pub event: JobId,
    /// Whom it was done for.
    pub tenant: Tenant,
    /// Which worker.
    pub worker: String,
    /// `classified`, `researched`, `filtered`, `forecast`, `dead`, …
    pub action: String,
    /// The identifier, question or entity.
    pub subject: String,
    /// From cache or not, where that makes sense.
    pub from_cache: Option<bool>,
    /// Tools used.
    pub tools: Vec<String>,
    /// What it cost.
    pub cost: MicroUsd,
    /// What went wrong, if anything did.
    pub errors: Vec<String>,
    /// When.
    pub at: Time,
}

/// What a subscriber receives, kept in Postgres too.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResultRow {
    /// Derived; also the `Nats-Msg-Id`.
    pub id: JobId,
    /// `classification`, `research`, `forecast`.
    pub kind: String,
    /// Whom it is for.
    pub tenant: Tenant,
    /// The event it answers.
    pub event: JobId,
    /// The run, if it is a forecast.
    pub run: Option<RunId>,
    /// The result as canonical JSON of `auspex.v1.Result`.
    pub body: serde_json::Value,
    /// When it was made.
    pub made_at: Time,
}

/// A message that shall leave, exactly as it will be published. An outbox row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// `Nats-Msg-Id`: deterministic, and the receiver's [`JobId`].
    pub id: JobId,
    /// Full subject.
    pub subject: String,
    /// Whom the work is for.
    pub tenant: Tenant,
    /// Protobuf bytes. Shared: an outcome is kept until the journal has taken it, and the message is published from the same bytes.
    pub payload: Bytes,
    /// W3C `traceparent` of the work that said it; empty if there was none.
    pub traceparent: String,
    /// Whether it is said at all.
    pub when: When,
}

/// A condition that only the journal's transaction can decide.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum When {
    /// Said with the outcome.
    #[default]
    Always,
    /// Said only if this very outcome answered the run's last open question.
    RunReady(RunId),
}

/// The research task that an evidence belongs to, for keys and labels.
pub fn subject_label(task: &ResearchTask) -> String {
    match &task.subject {
        crate::Subject::Identifier { identifier, .. } => identifier.clone(),
        crate::Subject::Question { question, .. } => question.text.clone(),
        crate::Subject::Miss { query, .. } => query.clone(),
        crate::Subject::Bundle { bundle, .. } => bundle.id.to_string(),
        crate::Subject::Macro(request) => request.name.clone(),
    }
}
