//! Lexemes of notes and research that earlier rules made are made anew.

use domain::effect::Owner;
use domain::port::Journal;
use domain::{Effect, Tenant};
use store::memory::LeaseHolder;
use store::{Memory, Store};

use crate::samples::{at, job, note, research, settled};
use crate::support::{LEASE, execute, number, store};

const OLD: &str = "SELECT (SELECT count(*) FROM note WHERE search_version = 0) + (SELECT count(*) FROM research WHERE search_version = 0)";

async fn found(store: &Store, tenant: &Tenant, query: &str) -> usize {
    store.memory().retrieve(tenant, query, 9).await.expect("an answer").hits.len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lexemes_of_earlier_rules_are_made_anew_newest_first() {
    let (store, url) = store().await;
    let (memory, tenant) = (store.memory(), Tenant::default());
    let texts = ["The harbour of Kelm was dredged.", "Zebras of Norland sleep at noon.", "Lantern oil burns slowly."];
    let mut outcome = settled("notes");
    for (n, text) in texts.iter().enumerate() {
        let mut note = note(text, text);
        note.made_at = at(i64::try_from(n).expect("small"));
        outcome.effects.push(Effect::NoteStored(Box::new(note)));
    }
    let entity = domain::EntityId::slug("Brae lighthouse");
    let holder = LeaseHolder { tenant: tenant.clone(), job: job("research") };
    let fence = memory.take_fence(&entity, &holder, LEASE).await.expect("an answer").expect("free");
    let owner = Owner { tenant: tenant.clone(), is_public: false };
    let body = Box::new(research("The lamp of the tower was lit in 1904.", at(9_000)));
    outcome.effects.push(Effect::ResearchStored { entity, research: body, fence, owner });
    store.journal().commit(outcome).await.expect("written");
    assert_eq!((number(&url, OLD).await, memory.reindex(9).await.expect("an answer")), (0, 0), "all are current");

    for table in ["note", "research"] {
        execute(&url, &format!("CREATE TABLE {table}_before AS SELECT * FROM {table}")).await;
        execute(&url, &format!("UPDATE {table} SET search = 'old', search_version = 0")).await;
    }
    execute(&url, "UPDATE note SET ended_at = now() WHERE text LIKE 'The harbour%'").await;
    assert_eq!(found(&store, &tenant, "zebras lantern lighthouse").await, 0, "the fixture is without lexemes");
    assert_eq!(memory.reindex(1).await.expect("an answer"), 2, "a note and a research");
    let of = async |query| found(&store, &tenant, query).await;
    assert_eq!([of("lantern oil").await, of("zebras").await, of("lighthouse of Brae").await], [1, 0, 1]);
    assert_eq!([memory.reindex(9).await.expect("notes"), memory.reindex(9).await.expect("none")], [1, 0]);
    assert_eq!((of("zebras").await, number(&url, OLD).await), (1, 1), "an ended note is not searched");
    for table in ["note", "research"] {
        let equal = format!(
            "SELECT count(*) FROM {table} JOIN {table}_before b USING (made_at) WHERE {table}.search = b.search"
        );
        let current = format!("SELECT count(*) FROM {table} WHERE search_version > 0");
        assert_eq!(number(&url, &equal).await, number(&url, &current).await, "{table}");
    }
}

#[tokio::test]
async fn a_document_of_many_passages_is_added_in_parts_and_may_be_repeated() {
    let (store, url) = store().await;
    let (memory, stored) = (store.memory(), "SELECT count(*) FROM note");
    let mut notes: Vec<_> =
        (0..450).map(|n| note(&format!("barrel {n}"), &format!("Barrel {n} was sealed."))).collect();
    let text = std::mem::replace(&mut notes[300].text, "Barrel 300 \0 was sealed.".to_owned());
    memory.add_notes(notes.clone()).await.expect_err("Postgres stores no NUL");
    assert_eq!(number(&url, stored).await, 200, "a transaction that waits for thousands of lexemes would be ended");
    notes[300].text = text;
    memory.add_notes(notes).await.expect("a repetition");
    assert_eq!(number(&url, stored).await, 450);
}
