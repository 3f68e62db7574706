//! Memory answers a question only while the facts hold, are fresh, and belong to the tenant and the day.

use domain::effect::{Effect, Note};
use domain::note::{FactEnd, NoteFact};
use domain::port::memory::Ended;
use domain::testing::{finding, note, research, source};
use domain::{Clock, Filtering, MicroUsd, ResearchTask, Source, Tenant};

use super::*;
use crate::tests::{Bench, question, sensible};

const QUESTION: &str = "What is the policy rate of the Bank of Norland?";
const FACT: &str = "The policy rate of the Bank of Norland is 3.25%.";

fn now() -> Time {
    "2026-11-29T12:00:00Z".parse().unwrap()
}

/// The time some hours later, or earlier.
fn after(at: Time, hours: i64) -> Time {
    let span = Duration::from_secs(hours.unsigned_abs() * 3_600);
    if hours < 0 { at - span } else { at + span }
}

/// Evidence of a question that one fact answers, read some hours ago.
fn evidence(task: ResearchTask, hours: i64) -> Evidence {
    let at = after(now(), -hours);
    let published_at = Some(after(at, -24));
    let read = Source { published_at, fetched_at: at, ..source() };
    let found = Finding { text: FACT.into(), ..finding() };
    let research =
        Research { findings: vec![found], sources: vec![read], made_at: at, cost: MicroUsd(40), ..research() };
    let filtering = Filtering::Filtered { removed: vec![] };
    Evidence {
        task,
        research,
        filtering,
        cost: MicroUsd(2),
        lowered: vec![],
        model: String::new(),
        prompt_version: String::new(),
    }
}

/// The notes of the evidence, as the writer stores them.
fn notes(evidence: &Evidence) -> Vec<Note> {
    let made = |(found, place): (&Finding, FactPlace)| {
        let at = evidence.research.made_at;
        let fact = NoteFact {
            topic: place.topic,
            research: JobId::named(&["r"]),
            question: QUESTION.into(),
            context: String::new(),
            dated: at,
            seen_at: at,
        };
        let tenant = evidence.task.tenant.clone();
        Note { id: place.note, tenant, text: found.text.clone(), made_at: at, fact: Some(fact), ..note() }
    };
    places(evidence).into_iter().map(made).collect()
}

fn stored(evidence: &Evidence) -> Vec<StoredNote> {
    notes(evidence).into_iter().map(|note| StoredNote { note, ended: None }).collect()
}

fn freshness(limit_days: u64) -> Freshness {
    Freshness { limit: Duration::from_secs(limit_days * 86_400), now: now(), is_relative: false, as_of: None }
}

#[test]
fn fresh_evidence_answers_with_its_age_and_what_it_saves() {
    let known = evidence(question(QUESTION), 5);
    let answer = freshness(3).recall(&known, &places(&known), &stored(&known)).unwrap();
    assert_eq!((answer.made_at, &answer.findings), (known.research.made_at, &known.research.findings));
    assert_eq!(answer.recalled, Some(Recollection { saved: MicroUsd(42), facts: 1 }));
}

#[test]
fn an_old_an_ended_and_a_missing_fact_have_to_be_researched() {
    let old = evidence(question(QUESTION), 73);
    assert_eq!(freshness(9).recall(&old, &places(&old), &stored(&old)), None, "a rate is fresh for three days");
    let known = evidence(question(QUESTION), 25);
    assert_eq!(
        freshness(1).recall(&known, &places(&known), &stored(&known)),
        None,
        "the question asks for something fresher"
    );
    let mut ended = stored(&known);
    let end = Ended { at: now(), because: "a newer statement".into() };
    ended[0].ended = Some(FactEnd { ended: end, by: None });
    assert_eq!(freshness(3).recall(&known, &places(&known), &ended), None);
    assert_eq!(freshness(3).recall(&known, &places(&known), &[]), None);
}

#[test]
fn a_question_about_yesterday_is_answered_on_the_day_of_the_answer_only() {
    let asked = Freshness { is_relative: true, ..freshness(3) };
    for (hours, is_answered) in [(5, true), (13, false)] {
        let known = evidence(question(QUESTION), hours);
        let answer = asked.recall(&known, &places(&known), &stored(&known));
        assert_eq!(answer.is_some(), is_answered, "{hours} h at noon");
    }
}

#[test]
fn a_past_day_uses_only_what_was_known_then() {
    let known = evidence(question(QUESTION), 24 * 400);
    let at = |hours: i64| Freshness { as_of: Some(after(known.research.made_at, hours)), ..freshness(1) };
    assert!(at(1).recall(&known, &places(&known), &stored(&known)).is_some(), "the past does not age");
    assert_eq!(at(-48).recall(&known, &places(&known), &stored(&known)), None, "its source is later");
    let mut later = stored(&known);
    later[0].ended = Some(FactEnd { ended: Ended { at: now(), because: String::new() }, by: None });
    assert!(at(1).recall(&known, &places(&known), &later).is_some(), "nobody knew then that it would end");
}

/// Stores evidence as the writer does.
fn remember(bench: &Bench, known: &Evidence) {
    let (tenant, made_at) = (known.task.tenant.clone(), known.research.made_at);
    let question = fact::question_key(&known.task).unwrap();
    bench.memory.apply(&Effect::QuestionAnswered { question, tenant, made_at });
    bench.memory.apply(&Effect::EvidenceStored(Box::new(known.clone())));
    for note in notes(known) {
        bench.memory.apply(&Effect::NoteStored(Box::new(note)));
    }
}

#[tokio::test]
async fn the_same_question_is_answered_without_a_call_of_the_model() {
    let bench = Bench::new(sensible);
    let task = question(QUESTION);
    let hours = (now() - bench.client.clock.now()).num_hours();
    let known = evidence(task.clone(), hours);
    remember(&bench, &known);
    let (answer, _) = bench.done(&task, "again").await;
    assert!(answer.from_cache && answer.cost == MicroUsd::ZERO && answer.recalled.is_some(), "{answer:?}");
    assert_eq!((answer.findings[0].text.as_str(), bench.client.model.calls()), (FACT, 0));
    let foreign = ResearchTask { tenant: Tenant::parse("acme").unwrap(), ..task.clone() };
    assert!(!bench.done(&foreign, "foreign").await.0.from_cache, "memory of another tenant");
    let off = Bench::with(sensible, &[("AUSPEX_MEMORY_MAX_AGE", "0s")]);
    remember(&off, &known);
    assert!(!off.done(&task, "off").await.0.from_cache);
}
