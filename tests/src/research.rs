//! Research tasks published directly to the researchers, and the results that they emit.

use std::collections::BTreeMap;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use domain::event::{Bundle, DirectedEntity, Direction, Episode};
use domain::run::{Priority, Question};
use domain::{EntityId, EntityKind, EventId, JobId, MicroUsd, Profile, Research, ResearchTask, RunId, Subject, Tenant};
use futures::{StreamExt, TryStreamExt};
use proto::event::{Envelope, Event as _, Fact};
use proto::events::{ResearchGathered, ResearchRequested};

use crate::publish::Publisher;
use crate::{Database, Fleet, corpus, wait};

/// Creates a task with its own event and a budget of at most `dollars`.
fn task(name: &str, subject: Subject, budget: MicroUsd) -> ResearchTask {
    ResearchTask {
        tenant: Tenant::default(),
        event: EventId::parse(name).unwrap_or_else(|error| panic!("the id {name:?} {error}")),
        event_job: JobId::named(&["event", name]),
        subject,
        reason: "A large swap.".to_owned(),
        profile: Profile::Default,
        budget,
        deadline: None,
        as_of: None,
        alarm: String::new(),
        can_wait: false,
        is_foreign: false,
        entity_terms: None,
        sources: domain::SourceRules::default(),
        event_facts: Vec::new(),
    }
}

/// Creates the `n`-th task about a token of the corpus.
pub fn token(n: usize, token: usize, budget: MicroUsd) -> ResearchTask {
    let token = corpus::token(token);
    task(&format!("task-{n}"), Subject::Identifier { identifier: token.mint, symbol: token.symbol }, budget)
}

/// Creates a task for a question of a run.
pub fn question(n: usize, budget: MicroUsd) -> ResearchTask {
    let question = Question {
        id: "i1q1".to_owned(),
        topic: "zebras".to_owned(),
        text: format!("Will the Ministry of Zebras publish report number {n}?"),
        priority: Priority::Critical,
        expected_sources: Vec::new(),
    };
    let run = RunId::for_event(JobId::named(&["run", &n.to_string()]));
    task(&format!("question-{n}"), Subject::Question { run, question, context: "Will it?".to_owned() }, budget)
}

/// Creates a task for a look-up without a confident answer.
pub fn miss(n: usize, budget: MicroUsd) -> ResearchTask {
    let query = format!("Ministry of Zebras report {n}");
    task(&format!("miss-{n}"), Subject::Miss { query, context: String::new(), max_sources: 3 }, budget)
}

/// Creates a task for a bundle with this many directions.
pub fn bundle(n: usize, directions: u32, budget: MicroUsd) -> ResearchTask {
    let direction = |priority: u32| Direction {
        key: format!("direction_{priority}"),
        objective: format!("What the ministry says in report {priority}."),
        fields: vec!["summary".to_owned()],
        acceptance: vec!["one source".to_owned()],
        priority,
        optional: false,
    };
    let entity = DirectedEntity {
        name: "Ministry of Zebras".to_owned(),
        kind: EntityKind::Business,
        // Later directions have a higher priority.
        directions: (1..=directions).rev().map(direction).collect(),
        candidate_sources: vec![corpus::PAGE.to_owned()],
    };
    let bundle = Bundle {
        id: EntityId::slug(&format!("bundle-{n}")).into(),
        entities: vec![entity],
        review: domain::event::BundleReview::default(),
    };
    task(
        &format!("bundle-{n}"),
        Subject::Bundle { episode: Episode { id: format!("Episode {n}"), ..Episode::default() }, bundle },
        budget,
    )
}

/// Publishes tasks as the classifier does and returns their job ids.
pub async fn publish(publisher: &Publisher, tasks: &[ResearchTask]) -> anyhow::Result<Vec<JobId>> {
    let send = |task: &ResearchTask| {
        let fact = ResearchRequested(task.clone());
        let job = JobId::named(&["research", task.event.as_str()]);
        let (subject, payload) = (format!("{}.{}", fact.subject(), task.tenant), fact.encode());
        async move { publisher.bytes(&subject, &job.to_string(), payload).await.map(|()| job) }
    };
    futures::stream::iter(tasks.iter().map(send)).buffered(64).try_collect().await
}

/// Returns the number of tasks that researchers requested from each other.
pub async fn asked_for(database: &Database) -> anyhow::Result<usize> {
    let tasks = database.count("SELECT count(*) FROM outbox WHERE subject = 'auspex.research.requested'").await?;
    Ok(usize::try_from(tasks)?)
}

/// Waits until every task has its outcome, including tasks that research requested, and all facts are published.
pub async fn settled(database: &Database, tasks: usize, patience: Duration) -> anyhow::Result<()> {
    wait::until("every task has its outcome", patience, || async {
        let done =
            database.count("SELECT count(*) FROM inbox WHERE consumer = 'researcher' AND done_at IS NOT NULL").await?;
        let mut open = database.open_work().await?;
        // Nothing consumes the facts of the researchers if no other worker runs.
        open.remove("messages not consumed");
        let tasks = tasks + asked_for(database).await?;
        let settled = done == i64::try_from(tasks)? && open.is_empty();
        Ok(if settled { Ok(()) } else { Err(format!("{done} of {tasks}, open: {open:?}")) })
    })
    .await
}

/// Returns the emitted research by event id.
pub async fn gathered(fleet: &Fleet) -> anyhow::Result<BTreeMap<String, Research>> {
    let stream = fleet.publisher.jetstream.get_stream("AUSPEX_WORK").await?;
    let config = pull::Config {
        ack_policy: AckPolicy::None,
        deliver_policy: DeliverPolicy::All,
        filter_subject: "auspex.research.gathered.*".to_owned(),
        ..Default::default()
    };
    let mut consumer = stream.create_consumer(config).await?;
    let mut left = usize::try_from(consumer.info().await?.num_pending)?;
    let mut tasks = BTreeMap::new();
    while left > 0 {
        let batch = consumer.fetch().max_messages(left.min(500)).expires(Duration::from_secs(5)).messages().await?;
        futures::pin_mut!(batch);
        let mut got = 0;
        while let Some(message) = batch.next().await {
            let message = message.map_err(|error| anyhow::anyhow!("{error}"))?;
            let fact = ResearchGathered::decode(&Envelope::default(), &message.payload)?;
            tasks.insert(fact.task.event.to_string(), fact.research);
            got += 1;
        }
        anyhow::ensure!(got > 0, "{left} messages too few");
        left -= got;
    }
    Ok(tasks)
}
