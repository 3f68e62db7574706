//! One tenant's data of every kind, written through the journal as the workers write it. Every text contains
//! [`MARKER`].

use domain::effect::{MarkdownReport, Note, ResultRow};
use domain::event::{AskedQuestion, Bundle, DirectedEntity, Direction, Directions, MacroRequest};
use domain::note::{NoteFact, NoteSource};
use domain::port::{DeadLetter, Job, Journal, Settled};
use domain::redrive::RedriveState;
use domain::review::{NewResult, ReviewedResult, SessionId};
use domain::schedule::Schedule;
use domain::testing::when as at;
use domain::webhook::WebhookSecret;
use domain::{
    Classification, Clock, Effect, EntityId, EntityKind, Event, EventId, EventKind, JobId, MacroResult, Run, RunId,
    Tenant,
};
use store::memory::NewEntity;
use store::redrives::{Redrive, RedriveSelection};
use store::webhooks::{NewWebhook, WebhookEndpoint};
use store::{Memory, Reviews, Store};
use uuid::Uuid;

/// Text that no other tenant may see.
pub(crate) const MARKER: &str = "zebra-secret";

/// Ids of the written rows.
pub(crate) struct World {
    pub(crate) run: RunId,
    pub(crate) event: JobId,
    pub(crate) dead_letter: JobId,
    pub(crate) report: String,
    pub(crate) entity: String,
    pub(crate) schedule: &'static str,
    pub(crate) result: JobId,
    pub(crate) session: SessionId,
    /// Job of an event with one bundle of research directions.
    pub(crate) episode: JobId,
    pub(crate) webhook: Uuid,
    /// A redrive that no gateway executes.
    pub(crate) redrive: Uuid,
}

fn asked() -> AskedQuestion {
    AskedQuestion { text: format!("Will the {MARKER} rise?"), ..AskedQuestion::default() }
}

fn event(tenant: &Tenant, name: &str) -> Event {
    Event {
        id: EventId::parse(&format!("{MARKER}-{name}")).expect("an id"),
        tenant: tenant.clone(),
        source: "tests".to_owned(),
        kind: EventKind::Question(asked()),
        ..domain::testing::event()
    }
}

/// Writes the rows. `number` distinguishes further runs, notes, reports and dead letters of the same tenant.
pub(crate) async fn write(store: &Store, tenant: &Tenant, number: usize) -> World {
    let event = event(tenant, &number.to_string());
    let job = event.job();
    let run = RunId::for_event(job);
    let report = format!("runs/{run}/report.md");
    let entity = entity(store).await;
    let outcome = Settled {
        job: Job { consumer: "tests", id: job },
        effects: vec![
            Effect::Classified(Box::new(classification(&event, run))),
            Effect::RunStarted {
                run: Box::new(run_of(&event, run)),
                questions: Vec::new(),
                deadline: at(),
                stopped: None,
            },
            Effect::NoteStored(Box::new(note(tenant, job))),
            Effect::ReportStored(Box::new(MarkdownReport {
                key: report.clone(),
                tenant: tenant.clone(),
                markdown: format!("# {MARKER}"),
                made_at: at(),
            })),
            Effect::ResultStored(Box::new(result(tenant, job))),
        ],
        outgoing: Vec::new(),
        dead: Some(Box::new(dead_letter(tenant, job))),
    };
    store.journal().commit(outcome).await.expect("committed");
    let schedule = "daily";
    store.schedules().put(&schedule_of(schedule, event), None).await.expect("stored");
    let (result, session) = pending_result(store, tenant, number).await;
    let episode = write_episode(store, tenant, number).await;
    let webhook = job.derive("webhook", 0).0;
    assert!(store.webhooks().create(&webhook_of(tenant, webhook)).await.expect("stored"));
    let dead_letter = job.derive("dead", 0);
    let redrive = job.derive("redrive", 0).0;
    assert!(store.redrives().create(&redrive_of(tenant, redrive)).await.expect("stored"));
    World { run, event: job, dead_letter, report, entity, schedule, result, session, episode, webhook, redrive }
}

/// Opens the review of a macro's result, as the writer does. `number` distinguishes results; each has a session of its
/// own.
pub(crate) async fn pending_result(store: &Store, tenant: &Tenant, number: usize) -> (JobId, SessionId) {
    let session = SessionId(JobId::named(&["session", tenant.as_str(), &number.to_string()]).0);
    let read = store.reviews().session(tenant, session).await.expect("a session");
    let job = JobId::named(&["macro", tenant.as_str(), &number.to_string()]);
    let reviewed = ReviewedResult::record(&read, new_result(tenant, job), runtime::SystemClock.now());
    let result = reviewed.result.id;
    commit_result(store, reviewed, read.version).await;
    (result, session)
}

/// Stores the pending result of an accepted macro request whose definition requires two people.
#[allow(dead_code, reason = "only the tests of the HTTP API use it")]
pub(crate) async fn four_eyes_result(store: &Store, tenant: &Tenant, event_job: JobId) -> JobId {
    let session = SessionId::of_request(&MacroRequest::default(), event_job);
    let read = store.reviews().session(tenant, session).await.expect("a session");
    let definition = NOTES.replace("    schema_name: notes", "    four_eyes: true\n    schema_name: notes");
    let new = NewResult { definition, ..new_result(tenant, event_job) };
    let reviewed = ReviewedResult::record(&read, new, runtime::SystemClock.now());
    let result = reviewed.result.id;
    commit_result(store, reviewed, read.version).await;
    result
}

/// Stores the pending result of an accepted macro request in the session of the request.
pub(crate) async fn answer(store: &Store, tenant: &Tenant, event_job: JobId) {
    let session = SessionId::of_request(&MacroRequest::default(), event_job);
    let read = store.reviews().session(tenant, session).await.expect("a session");
    let reviewed = ReviewedResult::record(&read, new_result(tenant, event_job), runtime::SystemClock.now());
    commit_result(store, reviewed, read.version).await;
}

/// Stores a pending result that answers a request for a macro, in the session of the request. Does nothing for other
/// events.
#[allow(dead_code, reason = "only the tests of the MCP server use it")]
pub(crate) async fn answer_in_session(store: &Store, message: &domain::Outgoing) {
    let envelope = proto::event::Envelope { subject: &message.subject, ..proto::event::Envelope::default() };
    let event = <proto::events::EventReceived as proto::event::Event>::decode(&envelope, &message.payload);
    let event = event.expect("an event").0;
    let EventKind::Macro(request) = &event.kind else { return };
    let session = SessionId::of_request(request, message.id);
    let read = store.reviews().session(&event.tenant, session).await.expect("a session");
    let reviewed = ReviewedResult::record(&read, new_result(&event.tenant, message.id), runtime::SystemClock.now());
    commit_result(store, reviewed, read.version).await;
}

async fn commit_result(store: &Store, reviewed: ReviewedResult, version: i64) {
    let job = Job { consumer: "tests", id: reviewed.result.id };
    let effects = vec![Effect::MacroResulted { reviewed: Box::new(reviewed), version }];
    store.journal().commit(Settled { job, effects, outgoing: Vec::new(), dead: None }).await.expect("committed");
}

/// A macro whose verbs contain every text of its data.
pub(crate) const NOTES: &str = r#"
macro:
  name: notes
  version: "1"
  description: Notes about a subject.
  parameters: []
  tools: [web_search]
  prompt: Write notes.
  output:
    schema_name: notes
    schema:
      type: object
      additionalProperties: false
      required: [subject, notes]
      properties:
        subject: {type: string, minLength: 1}
        notes: {type: array, items: {type: string}}
  suggested_verbs: |
    {{#each notes}}
    (note.add :text {{this}})
    {{/each}}
  batch:
    path: /notes
    event:
      macro: notes
      parameters: {}
"#;

fn new_result(tenant: &Tenant, job: JobId) -> NewResult {
    let data = serde_json::json!({ "subject": MARKER, "notes": [MARKER] });
    let event = event(tenant, &format!("macro-{job}"));
    let blank = MacroResult::not_executed(MacroResult::id_of_event(job), &MacroRequest::default(), at());
    let result = MacroResult {
        name: "notes".to_owned(),
        version: "1".to_owned(),
        data,
        schema_valid: true,
        suggested_verbs: vec![format!("(note.add :text \"{MARKER}\")")],
        ..blank
    };
    let definition = NOTES.to_owned();
    NewResult { event: event.id, event_job: job, result, definition, skip_review: false, refused: None }
}

/// Writes a classified event with research directions.
async fn write_episode(store: &Store, tenant: &Tenant, number: usize) -> JobId {
    let direction = Direction {
        key: "profiles".to_owned(),
        objective: format!("Find the {MARKER}."),
        fields: Vec::new(),
        acceptance: Vec::new(),
        priority: 1,
        optional: false,
    };
    let entity = DirectedEntity {
        name: "Ada".to_owned(),
        kind: EntityKind::Person,
        directions: vec![direction],
        candidate_sources: Vec::new(),
    };
    let directions = Directions {
        episode_id: "Ep 1".to_owned(),
        url: String::new(),
        title: MARKER.to_owned(),
        context: String::new(),
        bundles: vec![Bundle {
            id: EntityId::slug("b1").into(),
            entities: vec![entity],
            review: domain::event::BundleReview::default(),
        }],
    };
    let event = Event { kind: EventKind::Directions(directions), ..event(tenant, &format!("episode-{number}")) };
    let outcome = Settled {
        job: Job { consumer: "tests", id: event.job() },
        effects: vec![Effect::Classified(Box::new(Classification {
            run: None,
            ..classification(&event, RunId::for_event(event.job()))
        }))],
        outgoing: Vec::new(),
        dead: None,
    };
    store.journal().commit(outcome).await.expect("committed");
    event.job()
}

async fn entity(store: &Store) -> String {
    let new = NewEntity {
        name: "Wrapped Example".to_owned(),
        symbol: Some("WEX".to_owned()),
        kind: EntityKind::CryptoToken,
        created_at: at(),
        ..domain::testing::entity()
    };
    store.memory().create_entity(&new).await.expect("created").id.to_string()
}

fn classification(event: &Event, run: RunId) -> Classification {
    Classification {
        event: event.clone(),
        interesting: true,
        score: 1.0,
        reason: MARKER.to_owned(),
        run: Some(run),
        ..domain::testing::classification()
    }
}

fn run_of(event: &Event, run: RunId) -> Run {
    Run {
        id: run,
        tenant: event.tenant.clone(),
        event: event.id.clone(),
        event_job: event.job(),
        asked: asked(),
        asked_at: at(),
        ..domain::testing::run()
    }
}

fn note(tenant: &Tenant, job: JobId) -> Note {
    Note {
        id: job.derive("note", 0),
        tenant: tenant.clone(),
        text: format!("The {MARKER} rises."),
        summary: format!("The {MARKER} rises."),
        keywords: Vec::new(),
        tags: Vec::new(),
        kind: "fact".to_owned(),
        source_url: "https://example.com".to_owned(),
        made_at: at(),
        entity: None,
        links: Vec::new(),
        sources: vec![NoteSource { source: domain::testing::source(), quote: format!("the {MARKER} rises") }],
        fact: Some(NoteFact {
            topic: job.derive("topic", 0),
            research: job,
            question: "Does it rise?".to_owned(),
            context: String::new(),
            dated: at(),
            seen_at: at(),
        }),
    }
}

fn result(tenant: &Tenant, job: JobId) -> ResultRow {
    ResultRow {
        id: job.derive("result", 0),
        kind: "research".to_owned(),
        tenant: tenant.clone(),
        event: job,
        run: None,
        body: serde_json::json!({ "text": MARKER }),
        made_at: at(),
    }
}

fn dead_letter(tenant: &Tenant, job: JobId) -> DeadLetter {
    DeadLetter {
        id: job.derive("dead", 0),
        job,
        tenant: tenant.clone(),
        payload: MARKER.as_bytes().to_vec(),
        errors: vec![MARKER.to_owned(), "permission denied for table page".to_owned()],
        at: at(),
        ..domain::testing::dead_letter()
    }
}

/// A redrive of letters that do not exist.
fn redrive_of(tenant: &Tenant, id: Uuid) -> Redrive {
    let reason = Some(format!("{MARKER} {id}"));
    let selection = RedriveSelection { tenant: tenant.clone(), consumer: None, class: None, reason, until: at() };
    Redrive {
        id,
        selection,
        letters: 1,
        per_second: 1,
        state: RedriveState::Canary,
        note: String::new(),
        created_by: MARKER.to_owned(),
        updated_at: at(),
    }
}

fn schedule_of(name: &str, event: Event) -> Schedule {
    Schedule {
        tenant: event.tenant.clone(),
        name: name.to_owned(),
        cron: "0 8 * * *".to_owned(),
        event,
        next_at: Some(at()),
        ..domain::testing::schedule()
    }
}

fn webhook_of(tenant: &Tenant, id: Uuid) -> NewWebhook {
    let endpoint = WebhookEndpoint {
        id,
        tenant: tenant.clone(),
        url: format!("https://hooks.example.com/{MARKER}"),
        kinds: Vec::new(),
        description: MARKER.to_owned(),
        enabled: true,
        disabled_reason: None,
        created_at: at(),
        failing_since: None,
    };
    NewWebhook { endpoint, secret: WebhookSecret::from_random([3; 32]) }
}
