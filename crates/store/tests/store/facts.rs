//! Notes of facts: exactly once, the same state in every order, ended by newer facts and by contradicted research.

use std::time::Duration;

use domain::effect::{Effect, Note};
use domain::note::{NoteFact, NoteSource, StoredNote};
use domain::port::Journal;
use domain::{EntityId, Evidence, JobId, Research, Source, Tenant, Tier};
use proptest::prelude::{Just, Strategy, prop};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use store::testing::FakeMemory;
use store::{Memory, Store};

use crate::samples::{at, holder, id, note, owner, research, settled};
use crate::support::{number, store};

/// A sighting of a fact by some research, on one page.
fn sighting(fact: &str, research: &str, seen: i64) -> Note {
    let tier = if seen % 2 == 0 { Tier::Official } else { Tier::Other };
    let url = format!("https://example.org/{research}");
    let source = Source { id: String::new(), url, tier, fetched_at: at(seen), ..domain::testing::source() };
    let topic = id(&format!("topic of {}", &fact[..4]));
    let (question, context) = (format!("{research}?"), String::new());
    let fact_of = NoteFact { topic, research: id(research), question, context, dated: at(seen), seen_at: at(seen) };
    let source = NoteSource { source, quote: format!("quote of {research}") };
    Note { made_at: at(seen), sources: vec![source], fact: Some(fact_of), ..note(fact, fact) }
}

/// Commits effects as the outcome of a job; a repetition changes nothing.
async fn commit_all(store: &Store, name: &str, effects: Vec<Effect>) {
    let mut outcome = settled(name);
    outcome.effects = effects;
    store.journal().commit(outcome).await.expect("a commit");
}

/// Research with one or two facts: two topics, values that compete, one fact seen three times.
fn arrivals() -> Vec<Vec<Note>> {
    vec![
        vec![sighting("rate 3.25", "one", 10), sighting("pool locked", "one", 10)],
        vec![sighting("rate 3.50", "two", 20)],
        vec![sighting("rate 3.25", "three", 15), sighting("pool unlocked", "three", 15)],
        vec![sighting("rate 3.75", "four", 5), sighting("rate 3.25", "four", 5)],
    ]
}

fn ids() -> Vec<JobId> {
    arrivals().iter().flatten().map(|note| note.id).collect()
}

fn effects(notes: &[Note]) -> Vec<Effect> {
    notes.iter().cloned().map(|note| Effect::NoteStored(Box::new(note))).collect()
}

fn sorted(mut notes: Vec<StoredNote>) -> Vec<StoredNote> {
    notes.sort_by_key(|stored| stored.note.id);
    // The entity is part of the sighting.
    notes.iter_mut().for_each(|stored| stored.note.links = Vec::new());
    notes
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_ends_in_the_same_state_whatever_the_order_of_the_findings() {
    let fake = FakeMemory::default();
    arrivals().iter().flat_map(|notes| effects(notes)).for_each(|effect| assert!(fake.apply(&effect)));
    let expected = sorted(fake.notes_by_id(&Tenant::default(), &ids()).await.expect("notes"));
    assert_eq!(expected.len(), 5);
    let holds = expected.iter().filter(|stored| stored.ended.is_none()).map(|stored| stored.note.text.as_str());
    let mut holds: Vec<&str> = holds.collect();
    holds.sort_unstable();
    assert_eq!(holds, ["pool unlocked", "rate 3.50"], "the newest of each topic");
    for turn in 0..4 {
        let (store, url) = store().await;
        let mut order = arrivals();
        order.rotate_left(turn);
        if turn % 2 == 1 {
            order.reverse();
        }
        for (n, notes) in order.iter().enumerate() {
            commit_all(&store, &format!("job {n}"), effects(notes)).await;
            commit_all(&store, &format!("again {n}"), effects(notes)).await;
        }
        let stored = sorted(store.memory().notes_by_id(&Tenant::default(), &ids()).await.expect("notes"));
        assert_eq!(stored, expected, "order {turn}");
        assert_eq!(number(&url, "SELECT count(*) FROM note").await, 5, "no fact twice");
        assert_eq!(number(&url, "SELECT count(*) FROM note_sighting").await, 7);
        let other = Tenant::parse("acme").expect("a tenant");
        assert_eq!(store.memory().notes_by_id(&other, &ids()).await.expect("notes"), [], "another tenant");
        let replaced = store.memory().replaced_facts(&Tenant::default(), &ids()).await.expect("facts");
        let mut replaced: Vec<&str> = replaced.iter().map(|fact| fact.text.as_str()).collect();
        replaced.sort_unstable();
        assert_eq!(replaced, ["pool locked", "rate 3.25", "rate 3.75"], "order {turn}");
        assert_eq!(store.memory().replaced_facts(&other, &ids()).await.expect("facts"), [], "another tenant");
    }
}

/// Topic, value and research of a sighting.
type Sighted = (u8, u8, u8);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_findings_in_any_order_and_grouping_leave_the_same_memory() {
    let ((store, url), tenant, mut runner) = (store().await, Tenant::default(), TestRunner::deterministic());
    let seen = prop::collection::vec((0..2_u8, 0..3_u8, 0..6_u8), 1..12);
    let sizes = || prop::collection::vec(1..4_usize, 12);
    let orders = seen.prop_flat_map(move |seen| (Just(seen.clone()), Just(seen).prop_shuffle(), sizes()));
    for case in 0..24 {
        let (seen, shuffled, sizes) = orders.new_tree(&mut runner).expect("a case").current();
        let note = |(topic, value, research): &Sighted| {
            let (fact, name) =
                (format!("{case:02}{topic:02} value {value}"), format!("case {case} research {research}"));
            // Some research is made at the same time.
            sighting(&fact, &name, i64::from(*research) * 3 % 5)
        };
        let fake = FakeMemory::default();
        let all: Vec<Note> = seen.iter().map(note).collect();
        effects(&all).iter().for_each(|effect| assert!(fake.apply(effect)));
        let ids: Vec<JobId> = all.iter().map(|note| note.id).collect();
        let expected = sorted(fake.notes_by_id(&tenant, &ids).await.expect("notes"));
        let (mut rest, mut part) = (&shuffled[..], 0);
        while !rest.is_empty() {
            let (together, others) = rest.split_at(sizes[part].min(rest.len()));
            let together: Vec<Note> = together.iter().map(note).collect();
            commit_all(&store, &format!("case {case} part {part}"), effects(&together)).await;
            (rest, part) = (others, part + 1);
        }
        let stored = sorted(store.memory().notes_by_id(&tenant, &ids).await.expect("notes"));
        assert_eq!(stored, expected, "case {case}: {shuffled:?} in parts of {sizes:?}");
    }
    let rivals = "SELECT count(*) FROM (SELECT f.topic FROM note_fact f JOIN note n ON n.id = f.note
        WHERE n.ended_at IS NULL GROUP BY f.topic HAVING count(*) > 1) AS t";
    assert_eq!(number(&url, rivals).await, 0, "of competing facts one holds");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_findings_about_one_topic_leave_one_that_holds() {
    let (store, url) = store().await;
    let name = |n: i64| format!("rate {n}.00");
    let jobs = (0..12).map(|n| {
        let store = store.clone();
        async move { commit_all(&store, &format!("job {n}"), effects(&[sighting(&name(n), "r", n)])).await }
    });
    futures::future::join_all(jobs).await;
    assert_eq!(number(&url, "SELECT count(*) FROM note WHERE ended_at IS NULL").await, 1);
    assert_eq!(number(&url, "SELECT count(*) FROM note_fact WHERE ended_by IS NOT NULL").await, 11);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn evidence_is_returned_for_its_question_and_tenant() {
    let (store, _) = store().await;
    let Effect::Answered { evidence, .. } = crate::samples::answered("a") else { panic!("an answer") };
    let older = Evidence { model: "older".to_owned(), ..(*evidence).clone() };
    let (question, tenant) = (id("question"), evidence.task.tenant.clone());
    let answered = |seconds| Effect::QuestionAnswered { question, tenant: tenant.clone(), made_at: at(seconds) };
    let newer = [answered(9), Effect::EvidenceStored(evidence.clone())];
    commit_all(&store, "newer", newer.to_vec()).await;
    commit_all(&store, "older", vec![answered(3), Effect::EvidenceStored(Box::new(older))]).await;
    let memory = store.memory();
    assert_eq!(memory.evidence_for(&tenant, question).await.expect("an answer"), Some(*evidence));
    let other = Tenant::parse("acme").expect("a tenant");
    assert_eq!(memory.evidence_for(&other, question).await.expect("an answer"), None);
    assert_eq!(memory.evidence_for(&tenant, id("another")).await.expect("an answer"), None);
}

/// Findings of four versions of an entity's research: topic, value and version. The second and the fourth version are
/// contradicted.
const FOUND: [(u8, u8, i64); 17] = [
    (0, 0, 1),
    (0, 1, 2),
    (0, 0, 3),
    (0, 2, 4),
    (1, 0, 1),
    (1, 1, 2),
    (1, 1, 3),
    (2, 0, 2),
    (2, 0, 3),
    (3, 0, 4),
    (3, 1, 3),
    (3, 1, 1),
    // Each of them contradicted.
    (4, 0, 2),
    (4, 1, 4),
    // Three values, of which the second is contradicted.
    (5, 0, 1),
    (5, 1, 2),
    (5, 2, 3),
];

/// Text of a fact, the reason of its end and the text of its successor.
type Standing = (String, Option<(String, Option<String>)>);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn findings_and_contradictions_in_any_order_leave_the_same_memory() {
    let ((store, _), mut runner) = (store().await, TestRunner::deterministic());
    // A finding by its place, or the contradiction of a version.
    let steps: Vec<usize> = (0..FOUND.len() + 2).collect();
    let orders = Just(steps).prop_shuffle();
    let standing = |text: &str, end: Option<(&str, Option<&str>)>| -> Standing {
        (text.to_owned(), end.map(|(because, by)| (because.to_owned(), by.map(str::to_owned))))
    };
    let superseded = Some(("a source of 2030-03-17 states: \u{201c}01 value 1\u{201d}", Some("01 value 1")));
    let first_of_three = Some(("a source of 2030-03-17 states: \u{201c}05 value 2\u{201d}", Some("05 value 2")));
    let expected = [
        standing("00 value 0", None),
        standing("00 value 1", Some(("refuted 2", None))),
        standing("00 value 2", Some(("refuted 4", None))),
        standing("01 value 0", superseded),
        standing("01 value 1", None),
        standing("02 value 0", None),
        standing("03 value 0", Some(("refuted 4", None))),
        standing("03 value 1", None),
        standing("04 value 0", Some(("refuted 2", None))),
        standing("04 value 1", Some(("refuted 4", None))),
        standing("05 value 0", first_of_three),
        standing("05 value 1", Some(("refuted 2", None))),
        standing("05 value 2", None),
    ];
    for case in 0..50 {
        let entity = EntityId::slug(&format!("case-{case}"));
        for version in 1..=4 {
            let lease = holder(&format!("lease {case}"));
            let taken = store.memory().take_fence(&entity, &lease, Duration::from_secs(600)).await;
            let fence = taken.expect("an answer").expect("free");
            let made = Research { made_at: at(version * 10), ..research("a version", at(9_000)) };
            let (entity, research) = (entity.clone(), Box::new(made));
            let stored = Effect::ResearchStored { entity, research, fence, owner: owner() };
            commit_all(&store, &format!("case {case} version {version}"), vec![stored]).await;
        }
        let named = |name: &str| id(&format!("case {case} {name}"));
        let found = |(topic, value, version): (u8, u8, i64)| {
            let text = format!("{topic:02} value {value}");
            let mut note = sighting(&text, &format!("case {case} version {version}"), version * 10);
            (note.id, note.entity) = (named(&text), Some(entity.clone()));
            note.fact = note.fact.map(|fact| NoteFact { topic: named(&format!("topic {topic}")), ..fact });
            Effect::NoteStored(Box::new(note))
        };
        let refuted = |version: i64| {
            let (entity, because) = (entity.clone(), format!("refuted {version}"));
            Effect::ResearchContradicted { entity, version, at: at(50), because }
        };
        let order = orders.new_tree(&mut runner).expect("an order").current();
        for step in &order {
            let effect =
                FOUND.get(*step).map_or_else(|| refuted(if *step == FOUND.len() { 2 } else { 4 }), |it| found(*it));
            commit_all(&store, &format!("case {case} step {step}"), vec![effect]).await;
        }
        let ids: Vec<JobId> = expected.iter().map(|(text, _)| named(text)).collect();
        let stored = store.memory().notes_by_id(&Tenant::default(), &ids).await.expect("notes");
        let text_of = |id: JobId| stored.iter().find(|it| it.note.id == id).map(|it| it.note.text.clone());
        let mut state: Vec<Standing> = Vec::new();
        for it in &stored {
            let end = it.ended.as_ref().map(|end| (end.ended.because.clone(), end.by.and_then(text_of)));
            state.push((it.note.text.clone(), end));
        }
        state.sort();
        assert_eq!(state, expected, "case {case}: {order:?}");
    }
}
