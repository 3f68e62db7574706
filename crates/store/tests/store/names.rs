//! Names of entities in other scripts: they find the entity and its research, and belong to several entities if need
//! be.

use std::collections::BTreeMap;

use domain::entity::limits::{CatalogueRefusal, NAME_KEY};
use domain::entity::resolve::{EntityQuery, Match};
use domain::port::PortError;
use domain::{Effect, EntityId, Representation, Tenant};
use store::Memory;
use store::memory::NewEntity;
use store::testing::FakeMemory;

use crate::conformance::Writes;
use crate::samples::{at, holder, owner, research};
use crate::support::{LEASE, number, store};

fn business(name: &str) -> NewEntity {
    NewEntity { name: name.to_owned(), verified: true, created_at: at(0), ..domain::testing::entity() }
}

/// A name as the researcher stores it.
fn named(entity: &EntityId, language: &str, name: &str) -> Representation {
    Representation {
        entity: entity.clone(),
        kind: NAME_KEY.to_owned(),
        protocol: "wikidata".to_owned(),
        chain: language.to_owned(),
        context: BTreeMap::from([(NAME_KEY.to_owned(), name.to_owned())]),
        active: true,
    }
}

async fn entities_and_research_are_found(memory: &impl Memory, store: &impl Writes) {
    let tenant = &Tenant::default();
    let bank = memory.create_entity(&business("Sberbank")).await.expect("an entity").id;
    let sony = memory.create_entity(&business("Sony Group")).await.expect("an entity").id;
    for (entity, language, name) in [
        (&bank, "ru", "Сбербанк"),
        (&sony, "ja", "ソニーグループ"),
        (&bank, "ar", "سبيربنك"),
        (&bank, "ru", "Сбербанк"),
    ] {
        memory.add_representation(None, &named(entity, language, name)).await.expect(name);
    }
    assert_eq!(memory.representations(tenant, &bank).await.expect("a list").len(), 2, "the same again is no other");
    let resolve =
        async |words: &str| memory.resolve(tenant, &[EntityQuery::new(words)]).await.expect("an answer").remove(0);
    for (words, entity) in [("сбербанк", &bank), ("ソニーグループ", &sony), ("سبيربنك", &bank), ("Sberbank", &bank)]
    {
        let found = resolve(words).await;
        assert_eq!(found.known().map(|known| &known.entity.id), Some(entity), "{words}: {found:?}");
    }
    assert_eq!(resolve("Сбербанка").await.outcome, Match::Proposed, "another form of the word");
    let fence = memory.take_fence(&bank, &holder("a"), LEASE).await.expect("an answer").expect("free");
    let research = Box::new(research("Net profit rose by a tenth.", at(0)));
    let stored = Effect::ResearchStored { entity: bank.clone(), research, fence, owner: owner() };
    store.write("research", stored).await.expect("current");
    for words in ["Сбербанка", "سبيربنك", "Sberbank"] {
        let found = memory.retrieve(tenant, words, 5).await.expect("an answer").hits;
        let found: Vec<&str> = found.iter().map(|hit| hit.id.as_str()).collect();
        assert_eq!(found, [bank.as_str()], "{words}");
    }
    memory.add_representation(None, &named(&sony, "ru", "Сбербанк")).await.expect("no key of one entity");
    assert_eq!(resolve("Сбербанк").await.outcome, Match::Several, "nobody chooses between two");
    let key = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
    let refused = memory.add_representation(None, &named(&bank, "ru", key)).await.expect_err("a mint is no name");
    let PortError::Refused { source, .. } = refused else { panic!("{refused:?}") };
    assert_eq!(source.downcast_ref(), Some(&CatalogueRefusal::NoName(key.to_owned())));
}

#[tokio::test]
async fn names_in_other_scripts_find_entities_in_memory_and_in_postgres() {
    let (fake, (store, url)) = (FakeMemory::default(), store().await);
    entities_and_research_are_found(&fake, &fake).await;
    entities_and_research_are_found(&store.memory(), &store).await;
    let of_names = "SELECT count(*) FROM representation_context WHERE key = 'name'";
    assert_eq!(number(&url, of_names).await, 0, "a name is no key of one entity");
}

#[tokio::test]
async fn names_of_a_tenants_entity_find_nothing_for_another_tenant() {
    let (store, _) = store().await;
    let acme = Tenant::parse("acme").expect("a tenant");
    let own = NewEntity { owner: Some(acme.clone()), ..business("Sberbank") };
    let own = store.memory().create_entity(&own).await.expect("an entity").id;
    store.memory().add_representation(Some(&acme), &named(&own, "ru", "Сбербанк")).await.expect("its own");
    for (tenant, outcome) in [(&acme, Match::Known), (&Tenant::default(), Match::Unknown)] {
        let found = store.memory().resolve(tenant, &[EntityQuery::new("Сбербанк")]).await.expect("an answer");
        assert_eq!(found[0].outcome, outcome, "{tenant}");
    }
}
