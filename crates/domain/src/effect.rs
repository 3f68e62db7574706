//! Durable writes that a handler requests, as values. The journal applies them in one transaction with the inbox row,
//! so a partial outcome cannot exist and a handler's test needs no database.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use crate::entity::fact::Statement;
use crate::note::{NoteFact, NoteSource};
use crate::review::ReviewedResult;
use crate::{
    Classification, EntityId, Evidence, Forecast, JobId, MicroUsd, Research, ResearchTask, Run, RunId, Tenant, Time,
    run::{Cancellation, NoForecast, Question},
};

/// One durable write. Every variant is idempotent by the ids that it carries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Records the event with its first answer. Keyed by the event's job.
    Classified(Box<Classification>),
    /// Records that the result about a group of quiet events is published. Keyed by the group. The message about the
    /// group, which no other consumer reads, leaves the outbox.
    VerdictsAnswered(JobId),
    /// Starts a run: run row, question rows, `outstanding = questions.len()`, phase waiting. Keyed by the run.
    RunStarted {
        /// The run's id.
        run: Box<Run>,
        /// First round of questions; may be empty.
        questions: Vec<Question>,
        /// The round's deadline.
        deadline: Time,
        /// A cancellation that preceded the start: the run starts in its final state, or at its decision. The commit is
        /// stale if the store has recorded a different cancellation.
        stopped: Option<Cancellation>,
    },
    /// Adds a round of questions. Applies only if the run still has `version` and is in phase analyzing.
    RunExtended {
        /// The run's id.
        run: RunId,
        /// The version that the handler read.
        version: i64,
        /// The new questions, never empty.
        questions: Vec<Question>,
        /// The new round's deadline.
        deadline: Time,
    },
    /// Stores the answer to one question, keyed by (run, question). The last answer moves the run to phase analyzing
    /// and releases the messages with [`When::RunReady`]. After the round was closed, the answer is stored as late and
    /// releases nothing.
    Answered {
        /// The run's id.
        run: RunId,
        /// The question's id.
        question: String,
        /// The evidence found.
        evidence: Box<Evidence>,
    },
    /// Records that the decision of a round was dead-lettered. Keyed by (run, round). It does not change the run before
    /// the round's deadline, and has no effect if the round is already decided.
    #[serde(rename = "decision_given_up")]
    DecisionDeadLettered {
        /// The run's id.
        run: RunId,
        /// The round's number, from 1.
        round: u32,
        /// Reason, for an operator.
        because: String,
    },
    /// Stores the value of information computed before another round was bought or declined. Keyed by (run, round); no
    /// decision depends on it.
    RoundValued {
        /// The run's id.
        run: RunId,
        /// Expected value and cost of the round, and the reason for the decision.
        valuation: Box<crate::forecast::Valuation>,
    },
    /// Finishes a run with a forecast. Applies only if the run still has `version` and is in phase analyzing.
    RunFinished {
        /// The run's forecast.
        forecast: Box<Forecast>,
        /// The version that the handler read.
        version: i64,
    },
    /// Ends a run without a forecast. Applies only if the run still has `version` and is in phase analyzing.
    RunEnded {
        /// The run's id.
        run: RunId,
        /// The version that the handler read.
        version: i64,
        /// Reason for the missing forecast.
        ending: NoForecast,
    },
    /// Stores research as the entity's current version; older versions stay as history. Refused if the fence is stale.
    ResearchStored {
        /// The entity's id.
        entity: EntityId,
        /// The research to store.
        research: Box<Research>,
        /// Proof that the lease was held.
        fence: Fence,
        /// Tenant that the research was made for.
        owner: Owner,
    },
    /// Invalidates a version of an entity's research, and the notes made from it, because new evidence contradicts it.
    /// All rows stay; a reason that names evidence replaces a reason that only names newer research. Keyed by (entity,
    /// version).
    ResearchContradicted {
        /// The entity's id.
        entity: EntityId,
        /// The invalidated version.
        version: i64,
        /// Time from which the version is invalid.
        at: Time,
        /// The contradicting evidence, in words.
        because: String,
    },
    /// Stores facts about an entity with the time from which they are valid, one statement per attribute. A new value
    /// ends the validity of the one it contradicts; a repeated value changes nothing.
    FactsLearned {
        /// The entity's id.
        entity: EntityId,
        /// The statements to store.
        #[serde(rename = "said")]
        statements: Vec<Statement>,
        /// Tenant that the statements were researched for.
        owner: Owner,
    },
    /// Stores the complete filtered evidence of a task. Keyed by the job that produced it.
    EvidenceStored(Box<Evidence>),
    /// Stores a note, keyed by its id. The note of a fact that memory has already strengthens the stored one, and the
    /// newest of competing facts ends the others.
    NoteStored(Box<Note>),
    /// Records that the evidence of this job answers a question completely. Keyed by (question, job).
    QuestionAnswered {
        /// Key of the question: equal for equal questions of a tenant.
        question: JobId,
        /// The owning tenant.
        tenant: Tenant,
        /// Time of the research.
        made_at: Time,
    },
    /// Stores a report under its key; a later report replaces it.
    ReportStored(Box<MarkdownReport>),
    /// Appends a line to the audit trail. Keyed by (job, ordinal).
    Audited(Box<AuditLine>),
    /// Stores a result that leaves the fleet, keyed by its id.
    ResultStored(Box<ResultRow>),
    /// Stores a macro's result and the transition of its session. Keyed by the result's id. Applies only if the session
    /// still has `version`.
    MacroResulted {
        /// The result with its session after the transition.
        reviewed: Box<ReviewedResult>,
        /// The version of the session that the handler read.
        version: i64,
    },
    /// Records the external bytes that the job used, keyed by (job, url, hash). A replay needs exactly these bytes.
    RestedOn(Vec<Basis>),
}

/// External bytes that a job used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Basis {
    /// The requested page address, or `ask:<tool>?<arguments as JSON>` for a service's answer.
    pub url: String,
    /// SHA-256 of the bytes as hex. The object store keeps a page's bytes under this hash.
    pub hash: String,
    /// The service's answer as JSON; `None` for a page.
    pub body: Option<String>,
}

/// Tenant that knowledge was researched for, and whether it may be shared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// The tenant that owns it.
    pub tenant: Tenant,
    /// The subject is public, e.g. a mint: other tenants may read the knowledge if the operator shares memory.
    pub is_public: bool,
}

/// Fencing number: proof that an entity's lease was held. It only increases, and the store checks it at every write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fence(pub i64);

/// One atomic, self-contained piece of knowledge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// Id derived from the tenant and the fact, or from the job and the source.
    pub id: JobId,
    /// The owning tenant.
    pub tenant: Tenant,
    /// Text of the note.
    pub text: String,
    /// Summary in one sentence.
    pub summary: String,
    /// Keywords for full-text search.
    pub keywords: Vec<String>,
    /// Tags of the topic.
    pub tags: Vec<String>,
    /// `fact`, `event`, `definition`, …
    pub kind: String,
    /// URL of the source.
    pub source_url: String,
    /// Time of creation.
    pub made_at: Time,
    /// The entity of the underlying research, if any. Contradicting that research invalidates the note.
    #[serde(default)]
    pub entity: Option<EntityId>,
    /// Existing notes about the same topic.
    #[serde(default)]
    pub links: Vec<NoteLink>,
    /// Sources that state it, best tier first; empty if only the address is recorded.
    #[serde(default)]
    pub sources: Vec<NoteSource>,
    /// Set if the note states a fact: another sighting of the fact then strengthens it.
    #[serde(default)]
    pub fact: Option<NoteFact>,
}

/// A link to a note about the same topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NoteLink {
    /// Id of the linked note.
    pub note: JobId,
    /// Relevance of the linked note to the new note, 0 to 1.
    pub score: f64,
}

/// A readable report in Markdown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MarkdownReport {
    /// Path in the object store, for example `runs/<id>/report.md`.
    pub key: String,
    /// The owning tenant.
    pub tenant: Tenant,
    /// The report's text.
    pub markdown: String,
    /// Time of creation.
    pub made_at: Time,
}

/// Audit record of the work done for one identifier or task (`research.jsonl` shape).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AuditLine {
    /// The job that did the work.
    pub job: JobId,
    /// The event that caused the work.
    pub event: JobId,
    /// The tenant that the work was done for.
    pub tenant: Tenant,
    /// Name of the worker.
    pub worker: String,
    /// `classified`, `researched`, `filtered`, `forecast`, `dead`, …
    pub action: String,
    /// The identifier, question or entity.
    pub subject: String,
    /// `true` if the answer came from the cache; `None` if the action has no cache.
    pub from_cache: Option<bool>,
    /// Names of the tools used.
    pub tools: Vec<String>,
    /// Total cost of the work.
    pub cost: MicroUsd,
    /// Errors that occurred; empty if none.
    pub errors: Vec<String>,
    /// Time of completion.
    pub at: Time,
}

/// A published result, as stored in Postgres.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResultRow {
    /// Derived id, also used as `Nats-Msg-Id`.
    pub id: JobId,
    /// One of `classification`, `research`, `forecast`, `ended`, `macro`, `outcome`.
    pub kind: String,
    /// The receiving tenant.
    pub tenant: Tenant,
    /// The event that the result answers.
    pub event: JobId,
    /// The run, if the result is a forecast.
    pub run: Option<RunId>,
    /// The result as canonical JSON of `auspex.v1.Result`.
    pub body: serde_json::Value,
    /// Time of creation.
    pub made_at: Time,
}

/// A message to publish, exactly as it will be sent. One outbox row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// `Nats-Msg-Id`: deterministic, and the receiver's [`JobId`].
    pub id: JobId,
    /// The complete subject.
    pub subject: String,
    /// The tenant that the work is for.
    pub tenant: Tenant,
    /// Protobuf bytes, shared between the outcome held for the journal and the published message.
    pub payload: Bytes,
    /// W3C `traceparent` of the emitting work; empty if there was none.
    pub traceparent: String,
    /// Condition for publishing.
    pub when: When,
}

/// A publishing condition that only the journal's transaction can evaluate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum When {
    /// Publish with the outcome.
    #[default]
    Always,
    /// Publish only if this outcome answered the run's last open question.
    RunReady(RunId),
}

/// Returns a label for a research task, used in keys and reports.
pub fn subject_label(task: &ResearchTask) -> String {
    match &task.subject {
        crate::Subject::Identifier { identifier, .. } => identifier.clone(),
        crate::Subject::Question { question, .. } => question.text.clone(),
        crate::Subject::Miss { query, .. } => query.clone(),
        crate::Subject::Bundle { episode, bundle } => {
            let names: Vec<&str> = bundle.entities.iter().map(|entity| entity.name.as_str()).collect();
            let title = if episode.title.is_empty() { &episode.id } else { &episode.title };
            format!("{}: {} ({title})", bundle.id, names.join(", "))
        }
        crate::Subject::Macro(request) => request.name.clone(),
    }
}
