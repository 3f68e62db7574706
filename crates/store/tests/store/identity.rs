//! Identity of entities: lists, look-alikes and facts over time.

use std::collections::BTreeSet;

use domain::entity::fact::Statement;
use domain::entity::resolve::{Danger, EntityQuery, Match, resolve};
use domain::port::{Committed, Journal};
use domain::{Effect, EntityId, EntityKind, Tenant};
use store::memory::{Ended, Imported, ListSource, Listed, NewEntity, Snapshot};
use store::testing::FakeMemory;
use store::{Memory, Store};

use crate::samples::{at, owner, settled};
use crate::support::{database, execute, instance, number, store};

/// A valid mint address for every number.
fn mint(number: u32) -> String {
    const ALPHABET: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    let digit = |place: u32| char::from(ALPHABET[(number / 58_u32.pow(place) % 58) as usize]);
    format!("So{}{}{}11111111111111111111111111111111111111", digit(0), digit(1), digit(2))
}

fn listed(number: u32, symbol: &str, name: &str) -> Listed {
    Listed {
        mint: mint(number),
        symbol: Some(symbol.to_owned()),
        name: Some(name.to_owned()),
        verified: Some(number.is_multiple_of(5)),
        ..Listed::default()
    }
}

fn source(name: &str, second: i64) -> ListSource {
    ListSource { name: name.to_owned(), at: at(second) }
}

/// All pairs of a few syllables: many differ in one character, share a symbol or look alike.
fn crowd() -> Vec<Listed> {
    let syllables =
        ["bonk", "b0nk", "bonq", "cat", "CAT", "tok\u{435}n", "token", "dog\u{200b}", "wif-hat", "1inch", "linch"];
    let pairs = syllables.iter().flat_map(|one| syllables.iter().map(move |two| (one, two)));
    (0..).zip(pairs).map(|(number, (one, two))| listed(number, one, &format!("{one} {two}"))).collect()
}

fn queries() -> Vec<EntityQuery> {
    let words = [
        "BONK",
        "$cat",
        "bonk bonk",
        "bonk bonqq",
        "tok\u{435}n cat",
        "token cat",
        "dog",
        "dog wif-ha",
        "zzzzqqqq",
        "1INCH",
        "",
    ];
    let mut queries: Vec<EntityQuery> = words.into_iter().map(EntityQuery::new).collect();
    queries.push(EntityQuery { identifier: "cat".to_owned(), name: "CAT bonk".to_owned() });
    queries.extend([1, 5, 7, 30, 9_999].map(|number| EntityQuery::new(mint(number))));
    queries.push(EntityQuery::new(mint(1).replacen("1111", "1121", 1)));
    queries.push(EntityQuery::new(&mint(1)[..30]));
    queries
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_and_its_snapshot_resolve_alike() {
    let (store, _) = store().await;
    let (list, mut snapshot) = (crowd(), Snapshot::default());
    for (second, part) in (0..).zip(list.chunks(40)) {
        store.memory().import_tokens(&source("list", second), part).await.expect("imported");
        store.memory().refresh(&mut snapshot).await.expect("refreshed");
        let asked = store.memory().resolve(&Tenant::default(), &queries()).await.expect("answers");
        for (ask, found) in queries().iter().zip(asked) {
            let copied = resolve(snapshot.directory.seen_by(None), ask);
            let ids = |found: &domain::entity::resolve::Resolution| -> Vec<EntityId> {
                found.candidates.iter().map(|candidate| candidate.record.entity.id.clone()).collect()
            };
            assert_eq!(
                (found.outcome, ids(&found), &found.warnings),
                (copied.outcome, ids(&copied), &copied.warnings),
                "{ask:?}"
            );
        }
    }
    assert_eq!(snapshot.directory.len(), list.len());
    // Rows may be read again while an older transaction is open on the server; they are unchanged.
    store.memory().refresh(&mut snapshot).await.expect("refreshed");
    assert_eq!(snapshot.directory.len(), list.len(), "nothing has changed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_is_imported_once_and_its_facts_keep_their_times() {
    let (store, url) = store().await;
    let mut list = crowd();
    list.truncate(30);
    let new = Imported { created: 30, ..Imported::default() };
    assert_eq!(store.memory().import_tokens(&source("jup", 100), &list).await.expect("imported"), new);
    let facts = number(&url, "SELECT count(*) FROM fact").await;
    let same = Imported { same: 30, ..Imported::default() };
    assert_eq!(store.memory().import_tokens(&source("jup", 200), &list).await.expect("imported"), same);
    assert_eq!(number(&url, "SELECT count(*) FROM fact").await, facts, "the same again is nothing new");

    list[5].banned = Some("a rug pull".to_owned());
    let changed = store.memory().import_tokens(&source("bans", 300), &list).await.expect("imported");
    assert_eq!((changed.changed, changed.same), (1, 29));
    let found =
        store.memory().resolve(&Tenant::default(), &[EntityQuery::new(mint(5))]).await.expect("an answer").remove(0);
    let id = found.known().expect("it is known").entity.id.clone();
    assert!(!found.known().expect("known").entity.verified, "what is banned is not vouched for");
    assert_eq!(found.warnings[0].kind, Danger::Banned);
    let standing = |second: i64, known: bool| {
        let store = store.clone();
        let id = id.clone();
        async move {
            let facts = store.memory().facts(&Tenant::default(), &id).await.expect("facts");
            let learned = facts.iter().map(|fact| fact.learned_at).min().expect("some");
            let when = if known { domain::Time::MAX_UTC } else { learned };
            let holding = facts.into_iter().find(|fact| fact.attribute == "standing" && fact.holds(at(second), when));
            holding.map(|fact| fact.value)
        }
    };
    assert_eq!(standing(250, true).await.as_deref(), Some("verified"), "it was true then");
    assert_eq!(standing(300, true).await.as_deref(), Some("banned: a rug pull"));
    assert_eq!(standing(300, false).await.as_deref(), Some("verified"), "so we thought then");
    assert_eq!(standing(50, true).await, None);

    let renamed = Listed { name: Some("Something Else".to_owned()), ..list[6].clone() };
    store.memory().import_tokens(&source("jup", 400), &[renamed]).await.expect("imported");
    let former = list[6].name.clone().expect("a name");
    let found = store
        .memory()
        .resolve(&Tenant::default(), &[EntityQuery::new("something else"), EntityQuery::new(former)])
        .await
        .expect("answers");
    assert_eq!(
        found[0].known().map(|known| known.mint()),
        found[1].known().map(|known| known.mint()),
        "by either name"
    );
}

/// Many replicas create the same tokens at once: by list and by mint, in any order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_creates_of_one_identifier_give_one_entity() {
    let (store, url) = store().await;
    let mut tasks = Vec::new();
    for turn in 0..12_u32 {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            let mut list: Vec<Listed> = (0..20).map(|number| listed(number, "SAME", "Same Name")).collect();
            list.rotate_left(usize::try_from(turn).unwrap());
            if turn % 3 == 0 {
                let found = store.memory().import_tokens(&source("list", 1), &list).await.expect("imported");
                return BTreeSet::from([format!("{}", found.created + found.changed + found.same)]);
            }
            let mut ids = BTreeSet::new();
            for listed in list {
                let new = NewEntity {
                    kind: EntityKind::CryptoToken,
                    name: "Same Name".to_owned(),
                    symbol: Some("SAME".to_owned()),
                    mint: Some(listed.mint),
                    created_at: at(0),
                    ..domain::testing::entity()
                };
                ids.insert(store.memory().create_entity(&new).await.expect("created").id.to_string());
            }
            ids
        }));
    }
    for task in tasks {
        let ids = task.await.expect("no panic");
        assert!(ids.len() == 20 || ids.contains("20"), "{ids:?}");
    }
    assert_eq!(number(&url, "SELECT count(*) FROM entity").await, 20);
    let same =
        store.memory().resolve(&Tenant::default(), &[EntityQuery::new("SAME")]).await.expect("an answer").remove(0);
    assert_eq!((same.outcome, same.candidates.len()), (Match::Several, 20), "one name, twenty mints: not merged");
}

/// Keys of an older derivation are replaced: `keyed` is below the version of this binary.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn entities_without_keys_are_found_and_receive_keys() {
    let url = database().await;
    let store = Store::connect(store::PostgresConfig::new(url.clone(), "one")).await.expect("a store");
    store.migrate().await.expect("today's schema");
    let old = "
        INSERT INTO entity (id, identity, kind, name, symbol, name_key, symbol_key, verified, metadata, created_at)
        VALUES ('bonk', 'crypto-token:4:bonk:bonk', 'crypto-token', 'Bonk', 'BONK', 'bonk', 'bonk', false, '{}', now())";
    execute(&url, old).await;
    store.migrate().await.expect("new keys");
    assert_eq!(number(&url, "SELECT count(*) FROM entity_key WHERE entity = 'bonk'").await, 3);
    let other = instance(&url, "two").await;
    let found =
        other.memory().resolve(&Tenant::default(), &[EntityQuery::new("$BONK")]).await.expect("an answer").remove(0);
    assert_eq!(found.outcome, Match::Known);
    let again = NewEntity {
        kind: EntityKind::CryptoToken,
        name: "Bonk".into(),
        symbol: Some("BONK".into()),
        ..domain::testing::entity()
    };
    assert_eq!(store.memory().create_entity(&again).await.expect("found").id.as_str(), "bonk", "the same description");
}

fn new_token(n: u32) -> NewEntity {
    NewEntity {
        kind: EntityKind::CryptoToken,
        name: "Bonk".to_owned(),
        mint: Some(mint(n)),
        created_at: at(0),
        ..domain::testing::entity()
    }
}

async fn facts_and_ends(memory: &impl Memory) {
    let id = memory.create_entity(&new_token(1)).await.expect("created").id;
    let found = memory
        .resolve(&Tenant::default(), &[EntityQuery::new(mint(1)), EntityQuery::new("bonk"), EntityQuery::new("bnok")])
        .await
        .expect("answers");
    let outcomes: Vec<Match> = found.iter().map(|found| found.outcome).collect();
    assert_eq!(outcomes, [Match::Known, Match::Known, Match::Unknown]);
    let statement = |value: &str, second: i64| Statement {
        attribute: "owner".to_owned(),
        value: value.to_owned(),
        valid_from: at(second),
        source: "page".to_owned(),
    };
    memory.learn(&id, &[statement("Ann", 10), statement("Bob", 20), statement("Bob", 30)]).await.expect("learned");
    memory.learn(&id, &[statement("Cy", 15)]).await.expect("learned");
    let facts = memory.facts(&Tenant::default(), &id).await.expect("facts");
    let owner = |second| {
        facts.iter().find(|fact| fact.holds(at(second), domain::Time::MAX_UTC)).map(|fact| fact.value.as_str())
    };
    assert_eq!([owner(5), owner(12), owner(17), owner(99)], [None, Some("Ann"), Some("Cy"), Some("Bob")]);
    assert!(facts.iter().any(|fact| !fact.is_believed()), "what was thought before is kept");
    let ended = Ended { at: at(50), because: "a rug pull".to_owned() };
    assert!(!memory.end_research(&id, 1, &ended).await.expect("an answer"), "there is none");
    let span = store::memory::Span {
        kinds: Some(vec!["fact".to_owned()]),
        from: Some(at(12)),
        ..store::memory::Span::newest(10)
    };
    let timeline = memory.timeline(&Tenant::default(), &id, &span).await.expect("a timeline");
    assert_eq!(timeline.iter().map(|item| item.at).collect::<Vec<_>>(), [at(20), at(15)], "{timeline:?}");
}

/// Facts are committed in the transaction of the job's outcome.
#[tokio::test]
async fn findings_are_learned_with_the_outcome_and_listed_while_valid() {
    let (store, _) = store().await;
    let id = store.memory().create_entity(&new_token(7)).await.expect("created").id;
    let statement = |value: &str, second: i64| Statement {
        attribute: "finding:1".to_owned(),
        value: value.to_owned(),
        valid_from: at(second),
        source: "page".to_owned(),
    };
    for (job, learned) in
        [("one", statement("Liquidity is locked.", 10)), ("two", statement("", 20)), ("three", statement("", 20))]
    {
        let mut outcome = settled(job);
        outcome.effects.push(Effect::FactsLearned { entity: id.clone(), statements: vec![learned], owner: owner() });
        assert!(matches!(store.journal().commit(outcome).await.expect("a commit"), Committed::New(_)));
    }
    let facts = store.memory().facts(&Tenant::default(), &id).await.expect("facts");
    assert_eq!(facts.iter().filter(|fact| fact.is_believed()).count(), 2, "it held, then it did not: {facts:?}");
    let timeline =
        store.memory().timeline(&Tenant::default(), &id, &store::memory::Span::newest(10)).await.expect("a timeline");
    let [item] = timeline.as_slice() else { panic!("{timeline:?}") };
    assert!(item.text.starts_with("Liquidity is locked. (page) (until "), "{}", item.text);
}

#[tokio::test]
async fn facts_and_their_ends_in_memory_and_in_postgres() {
    facts_and_ends(&FakeMemory::default()).await;
    facts_and_ends(&store().await.0.memory()).await;
}
