//! One suite over Postgres and over the in-memory fakes, so that tests of workers with fakes are valid for Postgres.

use std::collections::BTreeMap;
use std::time::Duration;

use domain::effect::{Fence, NoteLink, When};
use domain::port::{Committed, Journal, PortError};
use domain::run::Phase;
use domain::{Effect, Entity, EntityId, EntityKind, Forecast, Probability, Representation, RunId, Tenant, Time};
use store::memory::{Ended, Freshness, NewEntity, Recalled, Span};
use store::testing::{FakeMemory, FakeRuns};
use store::{Memory, Runs, Store};

use crate::samples::{answered, at, extended, holder, id, message, note, owner, research, run, settled, started};
use crate::support::{LEASE, store};

/// A store that accepts effects.
pub(crate) trait Writes {
    /// The run that became ready by this very effect, or why it is stale.
    async fn write(&self, name: &str, effect: Effect) -> Result<Option<RunId>, String>;
}

impl Writes for Store {
    async fn write(&self, name: &str, effect: Effect) -> Result<Option<RunId>, String> {
        let mut outcome = settled(name);
        outcome.effects.push(effect);
        outcome.outgoing.push(message(&format!("ready {name}"), When::RunReady(run().id)));
        match self.journal().commit(outcome).await.expect("a commit") {
            Committed::New(messages) => Ok((!messages.is_empty()).then_some(run().id)),
            Committed::Duplicate => panic!("{name} is used twice"),
            Committed::Stale(why) => Err(why),
        }
    }
}

impl Writes for FakeMemory {
    async fn write(&self, _: &str, effect: Effect) -> Result<Option<RunId>, String> {
        if self.apply(&effect) { Ok(None) } else { Err("stale".to_owned()) }
    }
}

impl Writes for FakeRuns {
    async fn write(&self, _: &str, effect: Effect) -> Result<Option<RunId>, String> {
        self.apply(&effect)
    }
}

fn token(name: &str, symbol: &str, mint: Option<&str>) -> NewEntity {
    NewEntity {
        kind: EntityKind::CryptoToken,
        name: name.to_owned(),
        symbol: Some(symbol.to_owned()),
        mint: mint.map(str::to_owned),
        verified: false,
        metadata: BTreeMap::from([("a".to_owned(), "b".to_owned())]),
        created_at: at(0),
        owner: None,
    }
}

fn spot(entity: &EntityId, mint: &str) -> Representation {
    Representation {
        entity: entity.clone(),
        kind: "spot-token".to_owned(),
        protocol: String::new(),
        chain: "solana".to_owned(),
        context: BTreeMap::from([("mint".to_owned(), mint.to_owned())]),
        active: true,
    }
}

pub(crate) async fn entities(memory: &impl Memory) -> Result<(), PortError> {
    let tenant = &Tenant::default();
    let verified = |mint: &str| NewEntity { verified: true, ..token("Bonk", "BONK", Some(mint)) };
    let bonk = memory.create_entity(&verified("MintA")).await?;
    assert_eq!(bonk.id.as_str(), "bonk");
    assert_eq!(memory.create_entity(&token("Bonk", "BONK", Some("MintA"))).await?, bonk, "the same mint");
    let same_name = memory.create_entity(&verified("MintV")).await?;
    assert!(same_name.id != bonk.id && same_name.id.as_str().starts_with("bonk-"), "{}", same_name.id);
    let scam = memory.create_entity(&token("Bonk", "BONK", Some("MintB"))).await?;
    assert_eq!(scam.id.as_str(), "token-mintb", "the issuer's name is no part of the id");
    let alike = memory.create_entity(&token("Bunk", "BUNK", Some("mintb"))).await?;
    assert!(alike.id.as_str().starts_with("token-mintb-"), "{}", alike.id);
    assert_eq!(memory.create_entity(&token("Bonk", "BONK", Some("MintB"))).await?.id, scam.id);
    let named = memory.create_entity(&token("Dog Wif Hat", "WIF", None)).await?;
    assert_eq!(memory.create_entity(&token(" dog wif HAT", "wif", None)).await?, named, "the same description");
    assert_eq!(memory.entity(tenant, &named.id).await?.as_ref(), Some(&named));
    assert_eq!(memory.entity(tenant, &EntityId::slug("nobody")).await?, None);
    assert_eq!(ids(&memory.by_symbol(tenant, "bonk").await?), ids(&[bonk.clone(), same_name, scam]));
    assert_eq!(ids(&memory.by_name(tenant, "DOG wif hat ").await?), ids(std::slice::from_ref(&named)));
    assert_eq!(memory.by_symbol(tenant, "none").await?, []);
    memory.add_representation(None, &spot(&named.id, "MintC")).await?;
    memory.add_representation(None, &Representation { active: false, ..spot(&named.id, "MintC") }).await?;
    let forms = memory.representations(tenant, &named.id).await?;
    assert_eq!((forms.len(), forms[0].active), (1, false), "the same form, now out of use");
    assert_eq!(memory.by_context(tenant, "mint", "MintC").await?.map(|entity| entity.id), Some(named.id.clone()));
    assert_eq!(memory.by_context(tenant, "lei", "MintC").await?, None);
    assert_eq!(memory.create_entity(&token("Other", "O", Some("MintC"))).await?.id, named.id, "its form has that mint");
    let like = memory.similar(tenant, "dog wif hatt", 5).await?;
    assert!(like[0].entity.id == named.id && like[0].score > 0.7 && like[0].score < 1.0, "{like:?}");
    assert!((memory.similar(tenant, "dog wif hat", 5).await?[0].score - 1.0).abs() < 1e-6);
    assert_eq!(memory.similar(tenant, "zzzzqqq", 5).await?, []);
    Ok(())
}

fn ids(entities: &[Entity]) -> Vec<&str> {
    entities.iter().map(|entity| entity.id.as_str()).collect()
}

fn stored(entity: &EntityId, summary: &str, expires: Time, fence: Fence) -> Effect {
    Effect::ResearchStored {
        entity: entity.clone(),
        research: Box::new(research(summary, expires)),
        fence,
        owner: owner(),
    }
}

pub(crate) async fn leases_and_research(memory: &impl Memory, store: &impl Writes) -> Result<(), PortError> {
    let entity = memory.create_entity(&token("Bonk", "BONK", None)).await?.id;
    let asked = ["BONK".to_owned(), "bonk".to_owned(), "MintZ".to_owned()];
    assert_eq!(memory.freshness_of(&Tenant::default(), &asked).await?, [Freshness::None; 3]);
    let old = memory.take_fence(&entity, &holder("a"), LEASE).await?.expect("free");
    assert_eq!(memory.take_fence(&entity, &holder("b"), LEASE).await?, None);
    assert_eq!(memory.freshness_of(&Tenant::default(), &asked[..1]).await?, [Freshness::InProgress]);
    let new = memory.take_fence(&entity, &holder("a"), LEASE).await?.expect("ours");
    assert!(new.0 > old.0 && !memory.renew(&entity, old, LEASE).await? && memory.renew(&entity, new, LEASE).await?);
    assert!(store.write("old", stored(&entity, "old", at(0), old)).await.is_err());
    memory.release(&entity, old).await?;
    assert_eq!(memory.take_fence(&entity, &holder("b"), LEASE).await?, None, "an old fence releases nothing");
    store.write("first", stored(&entity, "first", at(-1_899_999_000), new)).await.expect("current");
    assert!(!memory.renew(&entity, new, LEASE).await?, "given back with the research");
    memory.release(&entity, new).await?;
    assert_eq!(memory.freshness_of(&Tenant::default(), &asked[..1]).await?, [Freshness::None], "expired in 1970");
    store.write("second", stored(&entity, "second meme", at(0), new)).await.expect("a commit on its way");
    assert_eq!(
        memory.freshness_of(&Tenant::default(), &asked).await?,
        [Freshness::Fresh, Freshness::Fresh, Freshness::None]
    );
    let newest = memory.research(&Tenant::default(), &entity).await?.expect("research");
    assert_eq!((newest.version, newest.research.summary.as_str(), newest.ended), (2, "second meme", None));
    let ended = Ended { at: at(60), because: "a rug pull".to_owned() };
    assert!(!memory.end_research(&entity, 1, &ended).await?, "it was followed by a newer one, which stays");
    assert!(memory.end_research(&entity, 2, &ended).await? && !memory.end_research(&entity, 2, &ended).await?, "once");
    assert_eq!(
        memory.research(&Tenant::default(), &entity).await?.expect("research").ended,
        Some(ended),
        "the version stays"
    );
    assert_eq!(memory.freshness_of(&Tenant::default(), &asked[..1]).await?, [Freshness::None], "contradicted");
    let timeline = memory.timeline(&Tenant::default(), &entity, &Span::newest(10)).await?;
    assert_eq!(timeline.iter().map(|item| item.kind.as_str()).collect::<Vec<_>>(), ["research", "research", "event"]);
    assert!(memory.take_fence(&entity, &holder("b"), Duration::ZERO).await?.expect("free").0 > new.0);
    assert!(memory.take_fence(&entity, &holder("c"), LEASE).await?.is_some(), "expired");
    Ok(())
}

pub(crate) async fn looking_up(memory: &impl Memory, store: &impl Writes) -> Result<(), PortError> {
    let tenant = Tenant::default();
    let mut learned = note("n1", "validators stake tokens");
    learned.links.push(NoteLink { note: id("known"), score: 0.5 });
    store.write("n1", Effect::NoteStored(Box::new(learned))).await.expect("a note");
    let mut theirs = note("n2", "validators stake tokens");
    theirs.tenant = Tenant::parse("other").expect("a tenant");
    store.write("n2", Effect::NoteStored(Box::new(theirs))).await.expect("a note");
    let fence = memory.take_fence(&EntityId::slug("solana"), &holder("a"), LEASE).await?.expect("free");
    store.write("r1", stored(&EntityId::slug("solana"), "validators everywhere", at(0), fence)).await.expect("current");
    let found = memory.retrieve(&tenant, "validators stake", 10).await?;
    let hits = found.hits;
    assert_eq!(hits.iter().map(|hit| hit.kind.as_str()).collect::<Vec<_>>(), ["note", "research"], "{hits:?}");
    assert!(found.confidence > 0.5 && hits[0].score > 0.5 && hits[1].score < 0.5, "{} {hits:?}", found.confidence);
    assert_eq!(hits[0].related, [id("known").to_string()]);
    assert_eq!(hits[1].id, "solana");
    assert_eq!(memory.retrieve(&tenant, "validators stake", 1).await?.hits.len(), 1);
    assert_eq!(memory.retrieve(&tenant, "bananas", 10).await?, Recalled::default());
    assert_eq!(memory.retrieve(&tenant, "", 10).await?, Recalled::default());
    // Longer than any lexeme that Postgres accepts.
    assert_eq!(memory.retrieve(&tenant, &"é".repeat(2_000), 10).await?, Recalled::default());
    Ok(())
}

pub(crate) async fn rounds(runs: &impl Runs, store: &impl Writes) -> Result<(), PortError> {
    let run_id = run().id;
    assert_eq!(runs.load(run_id).await?, None);
    assert_eq!(store.write("start", started(&["a", "b"], at(10))).await, Ok(None));
    assert_eq!(store.write("again", started(&["a", "b"], at(10))).await, Ok(None), "a run starts once");
    assert_eq!(store.write("a", answered("a")).await, Ok(None));
    assert_eq!(store.write("a twice", answered("a")).await, Ok(None));
    assert_eq!(runs.due(at(9), 10).await?, []);
    let due = runs.due(at(10), 10).await?;
    assert_eq!((due.len(), due[0].run, due[0].iteration, due[0].outstanding), (1, run_id, 1, 1));
    let closing = message("round 1", When::Always);
    assert!(!runs.close_round(run_id, 2, &closing).await?);
    assert!(runs.close_round(run_id, 1, &closing).await?);
    assert!(!runs.close_round(run_id, 1, &closing).await?, "closed already");
    let state = runs.load(run_id).await?.expect("the run");
    assert_eq!((state.phase, state.iteration, state.answers.len(), state.questions.len()), (Phase::Analyzing, 1, 1, 2));
    assert_eq!(state.run, run());
    assert!(store.write("stale", extended(state.version - 1, &["c"], at(20))).await.is_err());
    assert_eq!(store.write("b", answered("b")).await, Ok(None), "late");
    assert_eq!(runs.load(run_id).await?.expect("the run").version, state.version, "a late answer disturbs no forecast");
    assert_eq!(store.write("more", extended(state.version, &["c"], at(20))).await, Ok(None));
    assert_eq!(store.write("c", answered("c")).await, Ok(Some(run_id)), "the last of round 2");
    let state = runs.load(run_id).await?.expect("the run");
    assert_eq!((state.phase, state.iteration, state.deadline), (Phase::Analyzing, 2, at(20)));
    assert_eq!(state.answers.iter().map(|answer| answer.late).collect::<Vec<_>>(), [false, true, false]);
    let finish = |version| Effect::RunFinished { forecast: Box::new(forecast()), version };
    assert!(store.write("too early", finish(state.version - 1)).await.is_err());
    assert_eq!(store.write("finish", finish(state.version)).await, Ok(None));
    assert!(store.write("finish twice", finish(state.version)).await.is_err());
    assert_eq!(runs.load(run_id).await?.expect("the run").phase, Phase::Done);
    assert_eq!(runs.due(at(99), 10).await?, []);
    Ok(())
}

pub(crate) fn forecast() -> Forecast {
    let probability = Probability::clamp(0.4).expect("a probability");
    Forecast {
        run: run(),
        probability,
        lower: probability,
        upper: probability,
        iterations: 2,
        questions_asked: 3,
        questions_answered: 3,
        cost: domain::MicroUsd(5),
        model: String::new(),
        prompt_version: String::new(),
        made_at: at(30),
        ..domain::testing::forecast()
    }
}

#[tokio::test]
pub(crate) async fn entities_in_memory_and_in_postgres() {
    entities(&FakeMemory::default()).await.unwrap();
    entities(&store().await.0.memory()).await.unwrap();
}

#[tokio::test]
async fn leases_and_research_in_memory_and_in_postgres() {
    let (fake, (store, _)) = (FakeMemory::default(), store().await);
    leases_and_research(&fake, &fake).await.unwrap();
    leases_and_research(&store.memory(), &store).await.unwrap();
}

#[tokio::test]
async fn retrieval_in_memory_and_in_postgres() {
    let (fake, (store, _)) = (FakeMemory::default(), store().await);
    looking_up(&fake, &fake).await.unwrap();
    looking_up(&store.memory(), &store).await.unwrap();
}

#[tokio::test]
async fn rounds_in_memory_and_in_postgres() {
    let fake = FakeRuns::default();
    rounds(&fake, &fake).await.unwrap();
    let (postgres, _) = store().await;
    rounds(&postgres.runs(), &postgres).await.unwrap();
    assert_eq!(postgres.forecasts().published(run().id).await.unwrap(), Some(forecast()));
    let line = &postgres.runs().recent(10).await.unwrap()[0];
    assert_eq!((line.run, line.phase.as_str(), line.probability), (run().id, "done", Some(0.4)));
}

/// Twenty replicas create the same new token at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_replicas_create_one_entity() {
    let (one, url) = store().await;
    let tasks: Vec<_> = (0..40)
        .map(|n| {
            let (one, mint) = (one.clone(), format!("Mint{}", n % 2));
            tokio::spawn(
                async move { one.memory().create_entity(&token("Bonk", "BONK", Some(&mint))).await.unwrap().id },
            )
        })
        .collect();
    let mut made = std::collections::BTreeSet::new();
    for task in tasks {
        made.insert(task.await.unwrap());
    }
    assert_eq!(made.len(), 2, "{made:?}");
    assert_eq!(crate::support::number(&url, "SELECT count(*) FROM entity").await, 2);
    let (memory, tenant, id) = (one.memory(), Tenant::default(), made.first().expect("two"));
    assert!(memory.entity(&tenant, id).await.unwrap().is_some());
    assert_eq!(memory.research(&tenant, id).await.unwrap(), None);
    assert_eq!(memory.timeline(&tenant, id, &Span::newest(50)).await.unwrap(), []);
}
