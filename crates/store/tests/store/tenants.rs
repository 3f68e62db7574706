//! Facts that one tenant has learned are not read by another, unless they are public and the operator shares memory.

use std::ops::Deref;
use std::time::Duration;

use domain::effect::Owner;
use domain::entity::fact::{FINDING, Statement};
use domain::port::{Committed, Journal, Settled};
use domain::{Effect, EntityId, EntityKind, Tenant};
use store::memory::{Freshness, LeaseHolder, NewEntity, Span};
use store::testing::FakeMemory;
use store::{History, Memory, PostgresConfig, Store};

use crate::samples::{at, job, note, research, settled};
use crate::support::{LEASE, execute, instance, number, store};

trait Learns {
    fn facet(&self) -> impl Deref<Target = impl Memory + History>;

    async fn write(&self, name: &str, effects: Vec<Effect>);
}

impl Learns for Store {
    fn facet(&self) -> impl Deref<Target = impl Memory + History> {
        Box::new(self.memory())
    }

    async fn write(&self, name: &str, effects: Vec<Effect>) {
        let mut outcome = settled(name);
        outcome.effects = effects;
        self.journal().commit(outcome).await.expect("a commit");
    }
}

impl Learns for FakeMemory {
    fn facet(&self) -> impl Deref<Target = impl Memory + History> {
        self
    }

    async fn write(&self, _: &str, effects: Vec<Effect>) {
        assert!(effects.iter().all(|effect| self.apply(effect)));
    }
}

fn tenant(name: &str) -> Tenant {
    Tenant::parse(name).expect("a name")
}

fn acme() -> Tenant {
    tenant("acme")
}

fn entity() -> EntityId {
    EntityId::slug("bonk")
}

/// Creates the entity with facts of the operator.
async fn list(memory: &impl Memory) {
    let new = NewEntity {
        kind: EntityKind::CryptoToken,
        name: "Bonk".to_owned(),
        symbol: Some("BONK".to_owned()),
        created_at: at(0),
        ..domain::testing::entity()
    };
    memory.create_entity(&new).await.expect("an entity");
    memory.learn(&entity(), &[statement("standing", "verified")]).await.expect("learned");
}

fn statement(attribute: &str, value: &str) -> Statement {
    Statement { attribute: attribute.to_owned(), value: value.to_owned(), valid_from: at(0), source: "list".to_owned() }
}

/// Stores research, a finding and a note of one tenant, as a researcher and a writer do.
async fn learn(store: &impl Learns, owner: &Owner, text: &str) {
    let memory = store.facet();
    let name = format!("{}: {text}", owner.tenant);
    let holder = LeaseHolder { tenant: owner.tenant.clone(), job: job(&name) };
    let fence = memory.take_fence(&entity(), &holder, LEASE).await.expect("an answer").expect("free");
    let research = Box::new(research(text, at(9_000)));
    let finding = statement(&format!("{FINDING}the same words"), text);
    let mut note = note(&name, &format!("About {text}."));
    note.tenant = owner.tenant.clone();
    let effects = vec![
        Effect::ResearchStored { entity: entity(), research, fence, owner: owner.clone() },
        Effect::FactsLearned { entity: entity(), statements: vec![finding], owner: owner.clone() },
        Effect::NoteStored(Box::new(note)),
    ];
    store.write(&name, effects).await;
}

/// Returns everything that a tenant can read about the entity, as text.
async fn everything(store: &impl Learns, tenant: &Tenant) -> String {
    let memory = store.facet();
    let entity = entity();
    let newest = memory.research(tenant, &entity).await.expect("an answer");
    let versions = memory.versions(tenant, &entity, 9).await.expect("an answer");
    let facts = memory.facts(tenant, &entity).await.expect("an answer");
    let timeline = memory.timeline(tenant, &entity, &Span::newest(50)).await.expect("an answer");
    let mut found = format!("{newest:?} {versions:?} {facts:?} {timeline:?}");
    for query in ["validators stake", "zebras", "bonk"] {
        found += &format!("{:?}", memory.retrieve(tenant, query, 20).await.expect("an answer"));
    }
    found
}

async fn only_the_owner_reads(store: &impl Learns) {
    let memory = store.facet();
    list(&*memory).await;
    let (own, other) = (Owner { tenant: acme(), is_public: true }, tenant("globex"));
    learn(store, &own, "validators stake zebras").await;
    let (read, unread) = (everything(store, &acme()).await, everything(store, &other).await);
    assert!(read.contains("validators stake zebras") && read.contains("About validators"), "{read}");
    assert!(!unread.contains("zebras"), "{unread}");
    assert!(unread.contains("verified"), "every tenant reads the operator's lists: {unread}");
    let fresh = async |tenant: &Tenant| memory.freshness_of(tenant, &["bonk".to_owned()]).await.expect("an answer")[0];
    assert_eq!((fresh(&acme()).await, fresh(&other).await), (Freshness::Fresh, Freshness::None));
    // A version of another tenant ends none of the first.
    learn(store, &Owner { tenant: other.clone(), is_public: true }, "yaks graze").await;
    assert_eq!(fresh(&acme()).await, Freshness::Fresh);
    let (read, theirs) = (everything(store, &acme()).await, everything(store, &other).await);
    assert!(!read.contains("yaks") && !theirs.contains("zebras"), "{read} {theirs}");
    assert!(!read.contains("newer research"), "{read}");
}

#[tokio::test]
async fn knowledge_of_a_tenant_is_read_by_no_other_in_memory_and_in_postgres() {
    let (store, _) = store().await;
    only_the_owner_reads(&store).await;
    only_the_owner_reads(&FakeMemory::default()).await;
}

#[tokio::test]
async fn research_in_progress_for_one_tenant_is_not_in_progress_for_another() {
    async fn hold(memory: &impl Memory) {
        list(memory).await;
        let (own, other) = (acme(), tenant("globex"));
        let holder = LeaseHolder { tenant: own.clone(), job: job("a") };
        memory.take_fence(&entity(), &holder, Duration::from_secs(600)).await.expect("an answer").expect("free");
        let asked = ["bonk".to_owned()];
        assert_eq!(memory.freshness_of(&own, &asked).await.expect("an answer"), [Freshness::InProgress]);
        assert_eq!(memory.freshness_of(&other, &asked).await.expect("an answer"), [Freshness::None]);
    }
    let (store, _) = store().await;
    hold(&store.memory()).await;
    hold(&FakeMemory::default()).await;
}

/// The delay of a refused lease would reveal that another tenant researches the entity.
async fn neither_waits_for_the_other(store: &impl Learns) {
    let memory = store.facet();
    list(&*memory).await;
    let take = async |tenant: &Tenant, name: &str| {
        let holder = LeaseHolder { tenant: tenant.clone(), job: job(name) };
        memory.take_fence(&entity(), &holder, LEASE).await.expect("an answer")
    };
    let (own, other) = (acme(), tenant("globex"));
    let first = take(&own, "first").await.expect("free");
    let second = take(&other, "second").await.expect("free for another tenant");
    assert_eq!(take(&own, "third").await, None, "one job of a tenant at a time");
    assert!(second.0 > first.0, "no two leases have one fence: {first:?} {second:?}");
    memory.release(&entity(), first).await.expect("released");
    assert!(memory.renew(&entity(), second, LEASE).await.expect("an answer"), "the other lease is as it was");
    let mut fences = vec![(other, second)];
    fences.push((own.clone(), take(&own, "third").await.expect("released")));
    for (tenant, fence) in &fences {
        let owner = Owner { tenant: tenant.clone(), is_public: true };
        let research = Box::new(research("validators stake", at(9_000)));
        let name = format!("outcome of {tenant}");
        store.write(&name, vec![Effect::ResearchStored { entity: entity(), research, fence: *fence, owner }]).await;
        let stored = memory.versions(tenant, &entity(), 9).await.expect("an answer");
        assert_eq!(stored.len(), 1, "{tenant}");
    }
    assert!(take(&own, "fourth").await.is_some(), "stored research releases the lease under which it was made");
}

#[tokio::test]
async fn a_tenant_does_not_wait_for_the_research_of_another() {
    let (store, _) = store().await;
    neither_waits_for_the_other(&store).await;
    neither_waits_for_the_other(&FakeMemory::default()).await;
}

/// Each transaction numbers its version after all others, whose leases it locks.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn versions_of_many_tenants_that_are_stored_at_once_have_numbers_of_their_own() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    list(&one.memory()).await;
    for round in 0..8 {
        let writes = (0..12).map(|number| {
            let store = [one.clone(), two.clone()][number % 2].clone();
            let name = format!("tenant{number}");
            tokio::spawn(async move {
                let owner = Owner { tenant: tenant(&name), is_public: true };
                let job = job(&format!("{name} {round}"));
                let holder = LeaseHolder { tenant: owner.tenant.clone(), job: job.clone() };
                let fence =
                    store.memory().take_fence(&entity(), &holder, LEASE).await.expect("an answer").expect("free");
                let research = Box::new(research("validators stake", at(9_000)));
                let effects = vec![Effect::ResearchStored { entity: entity(), research, fence, owner }];
                let settled = Settled { job, effects, outgoing: Vec::new(), dead: None };
                assert!(matches!(store.journal().commit(settled).await, Ok(Committed::New(_))));
            })
        });
        for write in writes.collect::<Vec<_>>() {
            write.await.expect("stored");
        }
    }
    assert_eq!(number(&url, "SELECT count(DISTINCT version) FROM research").await, 96);
    assert_eq!(number(&url, "SELECT max(number) FROM research").await, 8);
}

/// Another process on the same database whose operator shares memory.
async fn sharing(url: &str) -> Store {
    let config = PostgresConfig { shares_memory: true, ..PostgresConfig::new(url, "sharing") };
    let store = Store::connect(config).await.expect("a store");
    store.journal().renew_lease(LEASE).await.expect("alive");
    store
}

#[tokio::test]
async fn shared_memory_contains_public_research_and_findings_but_neither_notes_nor_private_research() {
    let (store, url) = store().await;
    let shared = sharing(&url).await;
    list(&store.memory()).await;
    learn(&store, &Owner { tenant: acme(), is_public: true }, "validators stake zebras").await;
    let read = everything(&shared, &tenant("globex")).await;
    assert!(read.contains("validators stake zebras") && !read.contains("About validators"), "{read}");
    assert_eq!(
        shared.memory().freshness_of(&tenant("globex"), &["bonk".to_owned()]).await.unwrap(),
        [Freshness::Fresh]
    );
    // The same finding of another tenant continues the shared history instead of repeating it.
    learn(&shared, &Owner { tenant: tenant("globex"), is_public: true }, "validators stake zebras").await;
    assert_eq!(number(&url, "SELECT count(*) FROM fact WHERE attribute LIKE 'finding:%'").await, 1);
    let taken = async |name: &str| {
        let holder = LeaseHolder { tenant: tenant(name), job: job(name) };
        shared.memory().take_fence(&entity(), &holder, Duration::from_secs(600)).await.unwrap()
    };
    let fence = taken("globex").await.expect("free");
    assert_eq!(taken("acme").await, None, "shared research is made once, for all tenants");
    shared.memory().release(&entity(), fence).await.unwrap();
    learn(&shared, &Owner { tenant: acme(), is_public: false }, "secret yaks").await;
    assert!(everything(&shared, &acme()).await.contains("secret yaks"));
    assert!(!everything(&shared, &tenant("globex")).await.contains("secret yaks"));
}

/// A word that others use a thousand times is not common for a tenant that uses it once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_another_tenant_stores_changes_neither_the_order_nor_the_confidence() {
    let (store, url) = store().await;
    let texts = [
        "The harbour of Kelm was dredged in spring.",
        "Lantern oil is stored in the harbour of Kelm.",
        "The pilots of Brae use lantern oil.",
    ];
    for (n, text) in texts.iter().enumerate() {
        let name = format!("own {n}");
        let own = domain::effect::Note { tenant: acme(), ..note(&name, text) };
        store.write(&name, vec![Effect::NoteStored(Box::new(own))]).await;
    }
    let asked = "Is lantern oil stored in the harbour of Kelm?";
    let ask = async |store: &Store| store.memory().retrieve(&acme(), asked, 5).await.expect("an answer");
    let before = ask(&store).await;
    assert!(before.confidence > 0.5, "{before:?}");
    let others = "INSERT INTO note (id, tenant, text, summary, keywords, tags, kind, source_url, made_at, search)
        SELECT gen_random_uuid(), 'globex', '', '', '', '', '', '', now(), to_tsvector('english', 'lantern oil stored harbour')
        FROM generate_series(1, 3000)";
    for sql in [others, "VACUUM ANALYZE note"] {
        execute(&url, sql).await;
    }
    assert!(number(&url, "SELECT count(*) FROM word_shares() WHERE is_note AND holders > 2000").await >= 4);
    // The statistics are cached for a minute in each process.
    let after = ask(&instance(&url, "two").await).await;
    assert_eq!(after, before);
}
