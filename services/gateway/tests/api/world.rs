//! One tenant's data of every kind, written through the journal as the workers write it. Every text contains [`MARKER`].

use std::collections::BTreeMap;

use domain::effect::{Note, Report, ResultRow};
use domain::event::{AskConfig, AskedQuestion};
use domain::port::{DeadLetter, Job, Journal, Settled};
use domain::schedule::Schedule;
use domain::webhook::WebhookSecret;
use domain::{
    Classification, Decider, Effect, EntityKind, Event, EventId, JobId, Kind, MicroUsd, Run, RunId, Tenant, Time,
};
use store::memory::NewEntity;
use store::webhooks::{NewWebhook, WebhookEndpoint};
use store::{Memory, Store};
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
    pub(crate) webhook: Uuid,
}

fn at() -> Time {
    Time::from_timestamp(1_790_000_000, 0).expect("a time")
}

fn asked() -> AskedQuestion {
    AskedQuestion {
        text: format!("Will the {MARKER} rise?"),
        background: String::new(),
        resolution_criteria: String::new(),
        closes: None,
        market: None,
        config: AskConfig::default(),
        topic: String::new(),
    }
}

fn event(tenant: &Tenant, name: &str) -> Event {
    Event {
        id: EventId::parse(&format!("{MARKER}-{name}")).expect("an id"),
        tenant: tenant.clone(),
        source: "tests".to_owned(),
        occurred_at: None,
        budget: None,
        kind: Kind::Question(asked()),
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
            Effect::ReportStored(Box::new(Report {
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
    store.commit(outcome).await.expect("committed");
    let schedule = "daily";
    store.put_schedule(&schedule_of(schedule, event)).await.expect("stored");
    let webhook = job.derive("webhook", 0).0;
    assert!(store.create_webhook(&webhook_of(tenant, webhook)).await.expect("stored"));
    World { run, event: job, dead_letter: job.derive("dead", 0), report, entity, schedule, webhook }
}

async fn entity(store: &Store) -> String {
    let new = NewEntity {
        name: "Wrapped Example".to_owned(),
        symbol: Some("WEX".to_owned()),
        kind: EntityKind::CryptoToken,
        mint: None,
        verified: false,
        metadata: BTreeMap::new(),
        created_at: at(),
    };
    store.create_entity(&new).await.expect("created").id.to_string()
}

fn classification(event: &Event, run: RunId) -> Classification {
    Classification {
        event: event.clone(),
        interesting: true,
        score: 1.0,
        reason: MARKER.to_owned(),
        decided_by: Decider::Rule,
        identifiers: Vec::new(),
        run: Some(run),
        tasks: 0,
        prompt_version: String::new(),
    }
}

fn run_of(event: &Event, run: RunId) -> Run {
    Run {
        id: run,
        tenant: event.tenant.clone(),
        event: event.id.clone(),
        event_job: event.job(),
        asked: asked(),
        alert: None,
        budget: MicroUsd::dollars(20),
        asked_at: at(),
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
        consumer: "tests".to_owned(),
        job,
        tenant: tenant.clone(),
        subject: "auspex.research.requested".to_owned(),
        headers: Vec::new(),
        payload: MARKER.as_bytes().to_vec(),
        class: "rejected".to_owned(),
        errors: vec![MARKER.to_owned()],
        attempts: 1,
        trace_id: String::new(),
        at: at(),
    }
}

fn schedule_of(name: &str, event: Event) -> Schedule {
    Schedule {
        tenant: event.tenant.clone(),
        name: name.to_owned(),
        cron: "0 8 * * *".to_owned(),
        event,
        next_at: Some(at()),
        fired: 0,
        last_at: None,
        last_job: None,
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
