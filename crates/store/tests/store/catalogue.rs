//! The catalogue and tenants: what one tenant writes changes nothing that another resolves.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use domain::entity::limits::{CatalogueRefusal, MAX_ENTITIES, MAX_MATCHES, MAX_REPRESENTATIONS};
use domain::entity::resolve::{Danger, EntityQuery, Match, Resolution};
use domain::port::PortError;
use domain::{Entity, EntityId, EntityKind, Representation, Tenant};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::memory::{CataloguePage, Freshness, NewEntity};
use store::testing::FakeMemory;
use store::{Memory, Store};

use crate::roles::{connect, database, url_as};
use crate::samples::at;
use crate::support::{execute, number, store};

const MINT: &str = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const OWN_MINT: &str = "HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr";

fn tenant(name: &str) -> Tenant {
    Tenant::parse(name).expect("a name")
}

fn new(owner: Option<&str>, name: &str, symbol: &str) -> NewEntity {
    NewEntity {
        kind: EntityKind::Meme,
        name: name.to_owned(),
        symbol: Some(symbol.to_owned()),
        created_at: at(0),
        owner: owner.map(tenant),
        ..domain::testing::entity()
    }
}

fn form(entity: &EntityId, key: &str, value: &str) -> Representation {
    Representation {
        entity: entity.clone(),
        kind: "spot-token".to_owned(),
        protocol: "spl".to_owned(),
        chain: "solana".to_owned(),
        context: BTreeMap::from([(key.to_owned(), value.to_owned())]),
        active: true,
    }
}

/// The verified token of the catalogue.
async fn verified(memory: &impl Memory) -> Entity {
    let token = NewEntity {
        kind: EntityKind::CryptoToken,
        mint: Some(MINT.to_owned()),
        verified: true,
        ..new(None, "PayPal USD", "PYUSD")
    };
    let token = memory.create_entity(&token).await.expect("created");
    memory.add_representation(None, &form(&token.id, "mint", MINT)).await.expect("added");
    token
}

async fn resolve(memory: &impl Memory, name: &str, words: &str) -> Resolution {
    memory.resolve(&tenant(name), &[EntityQuery::new(words)]).await.expect("an answer").remove(0)
}

fn refusal(error: PortError) -> CatalogueRefusal {
    let PortError::Refused { source, .. } = error else { panic!("{error:?}") };
    *source.downcast::<CatalogueRefusal>().expect("a refusal of the catalogue")
}

/// Everything that the tenant `victim` sees of the words.
async fn view(memory: &impl Memory, words: &str) -> String {
    let victim = tenant("victim");
    let resolution = resolve(memory, "victim", words).await;
    let by_words = (memory.by_symbol(&victim, words).await.unwrap(), memory.by_name(&victim, words).await.unwrap());
    let by_key = (
        memory.by_context(&victim, "mint", words).await.unwrap(),
        memory.by_context(&victim, "url", words).await.unwrap(),
    );
    let similar = memory.similar(&victim, words, 20).await.unwrap();
    format!("{resolution:?} {by_words:?} {by_key:?} {similar:?}")
}

/// What a hostile tenant writes, and words that another one then resolves.
async fn attack(memory: &impl Memory, token: &Entity) {
    let evil = tenant("evil");
    let own = memory.create_entity(&new(Some("evil"), "PayPal USD", "PYUSD")).await.expect("its own");
    assert!(own.owner.as_ref() == Some(&evil) && own.id != token.id, "{own:?}");
    memory.create_entity(&new(Some("evil"), "Quite New", "QNEW")).await.expect("its own");
    memory.add_representation(Some(&evil), &form(&own.id, "mint", OWN_MINT)).await.expect("to its own");
    memory.add_representation(Some(&evil), &form(&own.id, "url", "https://x.example")).await.expect("to its own");
    for (entity, key, value) in [
        (&token.id, "mint", OWN_MINT),
        (&token.id, "market", "0xabc"),
        (&own.id, "mint", MINT),
        (&EntityId::slug("nobody"), "mint", OWN_MINT),
    ] {
        let refused = memory.add_representation(Some(&evil), &form(entity, key, value)).await;
        let refused = refusal(refused.expect_err("refused"));
        assert!(matches!(refused, CatalogueRefusal::NotOwned(_) | CatalogueRefusal::KeyTaken { .. }), "{refused}");
    }
}

async fn one_tenant_changes_nothing_of_another(memory: &impl Memory) {
    let token = verified(memory).await;
    let words = ["PYUSD", "PayPal USD", "paypal usdd", MINT, OWN_MINT, "QNEW", "Quite New", "https://x.example"];
    let mut before = Vec::new();
    for words in words {
        before.push(view(memory, words).await);
    }
    attack(memory, &token).await;
    for (words, before) in words.iter().zip(before) {
        assert_eq!(view(memory, words).await, before, "{words}");
    }
    // The tenant itself finds the verified one, with a warning that names its own.
    let found = resolve(memory, "evil", "PYUSD").await;
    assert_eq!(found.known().expect("the verified one").entity.id, token.id);
    assert!(found.warnings.iter().any(|warning| warning.kind == Danger::Namesakes), "{:?}", found.warnings);
    assert_eq!(resolve(memory, "evil", OWN_MINT).await.outcome, Match::Known);
    let own = memory.by_context(&tenant("evil"), "mint", OWN_MINT).await.unwrap().expect("its own");
    for (name, sees) in [("evil", true), ("victim", false)] {
        assert_eq!(memory.entity(&tenant(name), &own.id).await.unwrap().is_some(), sees, "{name}");
        assert_eq!(!memory.representations(&tenant(name), &own.id).await.unwrap().is_empty(), sees, "{name}");
    }
}

#[tokio::test]
async fn what_a_tenant_writes_changes_nothing_that_another_resolves() {
    one_tenant_changes_nothing_of_another(&FakeMemory::default()).await;
    one_tenant_changes_nothing_of_another(&store().await.0.memory()).await;
}

/// The gateway, under its role and row-level security, and with a statement that forgets the tenant.
#[tokio::test]
async fn row_level_security_keeps_entities_of_tenants_apart_and_the_catalogue_unchanged() {
    let (owner, url, prefix) = database().await;
    let token = verified(&owner.memory()).await;
    let gateway = connect(&url, &prefix, "gateway").await;
    attack(&gateway.of(&tenant("evil")).memory(), &token).await;
    let victim = gateway.of(&tenant("victim"));
    assert_eq!(resolve(&victim.memory(), "victim", "PYUSD").await.known().expect("one").entity.id, token.id);
    // The wrong tenant in the query finds nothing either.
    assert!(resolve(&victim.memory(), "evil", "QNEW").await.known().is_none());
    let similar = victim.memory().similar(&tenant("evil"), "quite newer", 9).await.unwrap();
    assert!(similar.is_empty(), "{similar:?}");
    let mut conn = PgConnection::connect(&url_as(&url, &prefix, "gateway")).await.unwrap();
    for statement in [
        "INSERT INTO entity (id, identity, kind, name, name_key, verified, metadata, created_at) VALUES ('x', 'x', 'meme', 'x', 'x', true, '{}', now())",
        "INSERT INTO entity (id, identity, kind, name, name_key, verified, metadata, created_at, tenant) VALUES ('x', 'x', 'meme', 'x', 'x', true, '{}', now(), 'victim')",
        "INSERT INTO entity_key (kind, key, entity) VALUES (1, 'pyusd', 'x')",
        "INSERT INTO representation_context (key, value, entity) VALUES ('mint', 'x', 'x')",
        "INSERT INTO representation (entity, kind, protocol, chain, context, active) VALUES ('paypal-usd', 'x', '', '', '{}', true)",
        "UPDATE entity SET changed = changed",
        "UPDATE entity SET name = 'x'",
        "UPDATE representation SET active = false",
        "DELETE FROM entity",
        "DELETE FROM entity_key",
    ] {
        let mut transaction = conn.begin().await.unwrap();
        sqlx::query("SET LOCAL auspex.tenant = 'evil'").execute(&mut *transaction).await.unwrap();
        let done = sqlx::query(AssertSqlSafe(statement)).execute(&mut *transaction).await;
        assert!(done.is_err(), "{statement}: {done:?}");
    }
}

/// Two calls at once give one mint to two entities: one of them succeeds, whichever entities and keys they name.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_racing_calls_one_gets_the_key() {
    let (store, url) = store().await;
    for round in 0..20 {
        let mut calls = Vec::new();
        for side in ["one", "two"] {
            let store = store.clone();
            calls.push(tokio::spawn(async move {
                let own =
                    store.memory().create_entity(&new(Some("evil"), &format!("{side} {round}"), "S")).await.unwrap();
                let mut form = form(&own.id, "mint", &format!("mint-{round}"));
                form.context.insert("pool".to_owned(), format!("pool-{side}-{round}"));
                store.memory().add_representation(Some(&tenant("evil")), &form).await
            }));
        }
        let mut added = 0;
        for call in calls {
            match call.await.unwrap() {
                Ok(()) => added += 1,
                Err(error) => assert!(matches!(refusal(error), CatalogueRefusal::KeyTaken { .. })),
            }
        }
        assert_eq!(added, 1, "round {round}");
    }
    assert_eq!(number(&url, "SELECT count(*) FROM representation_context WHERE key = 'mint'").await, 20);
    assert_eq!(number(&url, "SELECT count(*) FROM representation").await, 20, "a refused call leaves nothing behind");
    assert_eq!(number(&url, "SELECT count(*) FROM representation_context WHERE key = 'pool'").await, 20);
}

async fn descriptions_are_kept_apart(memory: &impl Memory) {
    let one = memory.create_entity(&new(Some("evil"), "b:c", "a")).await.unwrap();
    let other = memory.create_entity(&new(Some("evil"), "c", "a:b")).await.unwrap();
    assert_ne!(one.id, other.id, "the colon belongs to the symbol or to the name");
    let refused = memory.add_representation(Some(&tenant("evil")), &form(&one.id, "url:https", "//x.example")).await;
    assert_eq!(refusal(refused.expect_err("refused")), CatalogueRefusal::UnknownKey("url:https".to_owned()));
}

#[tokio::test]
async fn two_descriptions_or_keys_never_have_one_spelling() {
    descriptions_are_kept_apart(&FakeMemory::default()).await;
    descriptions_are_kept_apart(&store().await.0.memory()).await;
}

async fn forms_are_limited(memory: &impl Memory) {
    let evil = tenant("evil");
    let own = memory.create_entity(&new(Some("evil"), "Own", "OWN")).await.unwrap();
    for number in 0..MAX_REPRESENTATIONS {
        memory.add_representation(Some(&evil), &form(&own.id, "pool", &format!("p{number}"))).await.unwrap();
    }
    memory.add_representation(Some(&evil), &form(&own.id, "pool", "p0")).await.expect("the same again is not one more");
    let refused = memory.add_representation(Some(&evil), &form(&own.id, "pool", "one more")).await;
    assert_eq!(refusal(refused.expect_err("refused")), CatalogueRefusal::TooManyRepresentations(own.id.clone()));
    assert!(memory.by_context(&evil, "pool", "one more").await.unwrap().is_none(), "its key is free");
    let long = memory.create_entity(&new(Some("evil"), &"n".repeat(257), "OWN")).await;
    assert!(matches!(refusal(long.expect_err("refused")), CatalogueRefusal::TooLarge { .. }));
}

#[tokio::test]
async fn an_entity_has_a_limited_number_of_forms_and_limited_texts() {
    forms_are_limited(&FakeMemory::default()).await;
    forms_are_limited(&store().await.0.memory()).await;
}

async fn run(url: &str, sql: String) {
    let mut conn = PgConnection::connect(url).await.unwrap();
    sqlx::query(AssertSqlSafe(sql)).execute(&mut conn).await.unwrap();
}

/// Fills a tenant with entities, past everything that a look-up returns.
async fn crowd(url: &str, owner: &str, rows: usize) {
    let sql = format!(
        "INSERT INTO entity (id, identity, kind, name, name_key, symbol, symbol_key, verified, metadata, created_at, tenant, keyed)
         SELECT '{owner}-' || n, '{owner}-' || n, 'meme', 'PayPal USD', 'paypal usd', 'PYUSD', 'pyusd', false, '{{}}', now(), '{owner}', 2
         FROM generate_series(1, {rows}) AS n"
    );
    run(url, sql).await;
    let keys = format!(
        "INSERT INTO entity_key (kind, key, entity, tenant) SELECT k.kind, k.key, id, tenant
         FROM entity CROSS JOIN (VALUES (1, 'pyusd'), (2, 'paypal usd')) AS k (kind, key) WHERE tenant = '{owner}'"
    );
    run(url, keys).await;
}

#[tokio::test]
async fn a_tenant_has_a_limited_number_of_entities_and_a_look_up_a_limited_number_of_rows() {
    let (store, url) = store().await;
    verified(&store.memory()).await;
    crowd(&url, "evil", MAX_ENTITIES).await;
    let refused = store.memory().create_entity(&new(Some("evil"), "One More", "M")).await;
    assert_eq!(refusal(refused.expect_err("refused")), CatalogueRefusal::TooManyEntities(tenant("evil")));
    store.memory().create_entity(&new(Some("victim"), "One More", "M")).await.expect("another tenant has room");
    let evil = tenant("evil");
    assert_eq!(store.memory().by_symbol(&evil, "PYUSD").await.unwrap().len(), MAX_MATCHES + 1);
    assert_eq!(store.memory().by_name(&evil, "PayPal USD").await.unwrap().len(), MAX_MATCHES + 1);
    assert!(store.memory().by_name(&evil, "PayPal USD").await.unwrap()[0].verified, "the verified one first");
    let found = resolve(&store.memory(), "evil", "PYUSD").await;
    assert!(found.known().is_some_and(|known| known.entity.verified));
    assert!(found.warnings.iter().all(|warning| warning.beside.len() <= MAX_MATCHES));
    // A crowd of the catalogue, for example copies that issuers have made, does not hide the verified one.
    crowd(&url, "", 500).await;
    for words in ["PYUSD", "PayPal USD"] {
        assert!(
            resolve(&store.memory(), "victim", words).await.known().is_some_and(|known| known.entity.verified),
            "{words}"
        );
    }
    let freshness = store.memory().freshness_of(&tenant("victim"), &["PYUSD".to_owned()]).await.unwrap();
    assert_eq!(freshness, [Freshness::None]);
}

/// Each statement of a look-up reads a bounded number of rows by an index, however many rows a neighbour has.
#[tokio::test]
async fn look_ups_read_rows_of_the_catalogue_and_of_one_tenant_by_index() {
    let (_, url) = store().await;
    crowd(&url, "evil", 5_000).await;
    crowd(&url, "", 5_000).await;
    execute(&url, "ANALYZE entity").await;
    execute(&url, "ANALYZE entity_key").await;
    let mut conn = PgConnection::connect(&url).await.unwrap();
    for sql in [
        "SELECT entity FROM entity_key WHERE kind = 1 AND key = 'pyusd' AND tenant = 'victim' ORDER BY rank, entity LIMIT 32",
        "SELECT id FROM entity WHERE symbol_key = 'pyusd' AND tenant = '' ORDER BY verified DESC, id LIMIT 32",
        "SELECT id FROM entity WHERE name_key = 'paypal usd' AND tenant = 'victim' ORDER BY verified DESC, id LIMIT 32",
        "SELECT count(*) FROM (SELECT FROM entity WHERE tenant = 'victim' AND tenant <> '' LIMIT 10000) AS own",
        "SELECT entity FROM representation_context WHERE key = 'mint' AND value = 'x' AND tenant IN ('', 'victim') LIMIT 1",
    ] {
        let explained = format!("EXPLAIN (ANALYZE, BUFFERS OFF, TIMING OFF, SUMMARY OFF) {sql}");
        let plan: Vec<String> = sqlx::query_scalar(AssertSqlSafe(explained)).fetch_all(&mut conn).await.unwrap();
        let plan = plan.join("\n");
        assert!(plan.contains("Index") && !plan.contains("Seq Scan") && !plan.contains("Sort"), "{sql}: {plan}");
    }
}

#[tokio::test]
async fn an_operator_promotes_and_removes_an_entity_of_a_tenant() {
    let (_, url, prefix) = database().await;
    let operator: Store = connect(&url, &prefix, "operator").await;
    let researcher: Store = connect(&url, &prefix, "researcher").await;
    verified(&operator.memory()).await;
    let acme = tenant("acme");
    let own = researcher.memory().create_entity(&new(Some("acme"), "Quite New", "QNEW")).await.unwrap();
    researcher.memory().add_representation(Some(&acme), &form(&own.id, "mint", OWN_MINT)).await.unwrap();
    let page = CataloguePage { tenant: &acme, after: "", limit: 10 };
    assert_eq!(operator.memory().entities(&page).await.unwrap(), std::slice::from_ref(&own));
    assert!(resolve(&operator.memory(), "victim", OWN_MINT).await.known().is_none());
    assert!(operator.memory().promote(&own.id, true).await.unwrap());
    for words in [OWN_MINT, "QNEW", "quite new"] {
        let found = resolve(&operator.memory(), "victim", words).await;
        assert!(found.known().is_some_and(|known| known.entity.verified && known.entity.owner.is_none()), "{words}");
    }
    assert_eq!(operator.memory().entities(&page).await.unwrap(), []);
    assert!(!operator.memory().promote(&own.id, true).await.unwrap(), "it is promoted already");
    let copy = researcher.memory().create_entity(&new(Some("acme"), "PayPal USD", "PYUSD")).await.unwrap();
    let row = format!(
        "INSERT INTO representation_context (key, value, entity, tenant) VALUES ('mint', '{MINT}', '{}', 'acme')",
        copy.id
    );
    run(&url, row).await;
    let refused = operator.memory().promote(&copy.id, true).await;
    assert!(matches!(refusal(refused.expect_err("refused")), CatalogueRefusal::KeyTaken { .. }));
    assert!(
        operator.memory().remove(&own.id, at(9)).await.unwrap()
            && !operator.memory().remove(&own.id, at(9)).await.unwrap()
    );
    assert!(resolve(&operator.memory(), "acme", OWN_MINT).await.known().is_none());
    assert_eq!(number(&url, "SELECT count(*) FROM entity_key WHERE starts_with(entity, 'quite-new')").await, 0);
}
