//! The writer of evidence with a scripted model and files in memory: every branch, and twice.

use std::time::Duration;

use llm::testing::{FakeModel, tool_call, words};
use llm::{LlmError, Reply};
use runtime::Verdict;
use runtime::config::Env;
use serde_json::json;
use store::testing::FakeMemory;
use worker::testing::FakeAsks;

use super::*;
use crate::handler::fakes::{Files, attempt, published};
use crate::sample::{answer_evidence, evidence, task};

fn writer(script: Vec<Result<Reply, LlmError>>, files: &Arc<Files>) -> (EvidenceWriter<FakeMemory>, Arc<FakeAsks>) {
    let asks = Arc::new(FakeAsks::new("writer", FakeModel::scripted(script)));
    let limits = Limits::read(&mut Env::from_pairs(Vec::<(String, String)>::new()));
    (EvidenceWriter::new(asks.clone(), Arc::new(FakeMemory::default()), limits, Shelf(files.clone())).unwrap(), asks)
}

fn notes(outcome: &Outcome) -> Vec<Note> {
    let note = |effect: &Effect| match effect {
        Effect::NoteStored(note) => Some((**note).clone()),
        _ => None,
    };
    outcome.effects.iter().filter_map(note).collect()
}

#[tokio::test]
async fn a_look_up_s_evidence_becomes_notes_a_report_and_a_result() {
    let files = Arc::new(Files::default());
    let reply = json!({ "notes": [{ "source": "s1", "text": "It passed one house.", "summary": "One house.", "kind": "event" }] });
    let (writer, asks) = writer(vec![Ok(tool_call("write_notes", reply))], &files);
    let first = writer.handle(EvidenceFiltered(evidence()), &attempt(0)).await.unwrap();
    let again = writer.handle(EvidenceFiltered(evidence()), &attempt(0)).await.unwrap();
    assert_eq!((&first.effects, asks.model.calls()), (&again.effects, 1), "twice is once");
    assert_eq!(notes(&first)[0].text, "It passed one house.");
    let row = published(&first);
    let key = row.body["reportKey"].as_str().unwrap().to_owned();
    assert_eq!(row.kind, "research");
    let report = String::from_utf8(files.files.lock().unwrap()[&key].clone()).unwrap();
    assert!(report.starts_with("# What of the bill?"));
    let kinds = first
        .effects
        .iter()
        .map(|effect| serde_json::to_value(effect).unwrap().as_object().unwrap().keys().next().unwrap().clone());
    assert_eq!(
        kinds.collect::<Vec<_>>(),
        ["evidence_stored", "audited", "note_stored", "report_stored", "result_stored"]
    );
}

#[tokio::test]
async fn a_new_note_is_linked_to_one_that_is_about_the_same() {
    let (writer, _) = writer(vec![Ok(words("no")), Ok(words("no"))], &Arc::new(Files::default()));
    let mut known = note::notes(domain::JobId::named(&["earlier"]), &evidence(), None).remove(0);
    known.source_url = "https://example.net/earlier".to_owned();
    writer.memory.apply(&Effect::NoteStored(Box::new(known.clone())));
    let made = writer.handle(EvidenceFiltered(evidence()), &attempt(0)).await.unwrap();
    let links = &notes(&made)[0].links;
    assert_eq!(links.iter().map(|link| link.note).collect::<Vec<_>>(), [known.id]);
    assert!(links[0].score > 0.5, "{links:?}");
}

#[tokio::test]
async fn without_a_usable_answer_or_money_the_findings_are_the_notes() {
    let files = Arc::new(Files::default());
    let (unusable, _) = writer(vec![Ok(words("no")), Ok(words("no"))], &files);
    let made = unusable.handle(EvidenceFiltered(evidence()), &attempt(0)).await.unwrap();
    assert_eq!(notes(&made)[0].text, "The bill passed the lower house. The vote is in June.");
    let (poor, asks) = writer(vec![], &files);
    let mut cheap = evidence();
    cheap.task.budget = MicroUsd(1);
    let made = poor.handle(EvidenceFiltered(cheap), &attempt(0)).await.unwrap();
    assert_eq!((notes(&made).len(), asks.model.calls()), (1, 0));
}

#[tokio::test]
async fn what_a_run_waits_for_is_stored_and_not_published() {
    let (writer, asks) = writer(vec![], &Arc::new(Files::default()));
    let made = writer.handle(EvidenceFiltered(answer_evidence()), &attempt(0)).await.unwrap();
    assert_eq!((made.facts.len(), made.effects.len(), asks.model.calls(), made.label), (0, 2, 0, "of_a_run"));
}

#[tokio::test]
async fn an_entity_s_report_has_the_entity_s_name_and_no_notes() {
    let files = Arc::new(Files::default());
    let (writer, asks) = writer(vec![], &files);
    let mut about = evidence();
    about.task = task(Subject::Identifier { identifier: "MintA".into(), symbol: String::new() });
    about.research.entity = Some(domain::EntityId::slug("Jupiter"));
    let made = writer.handle(EvidenceFiltered(about.clone()), &attempt(0)).await.unwrap();
    assert_eq!((notes(&made).len(), asks.model.calls()), (0, 0));
    assert!(files.files.lock().unwrap().contains_key("entities/jupiter/report.md"));
    about.research.from_cache = true;
    writer.handle(EvidenceFiltered(about), &attempt(0)).await.unwrap();
    let reports = files.files.lock().unwrap().keys().filter(|key| key.ends_with("report.md")).count();
    assert_eq!(reports, 2, "an answer from memory replaces nothing");
}

/// Research of three days ago, stored as the researcher stores it.
async fn known(memory: &FakeMemory, entity: &domain::EntityId, text: &str) {
    let mut research = evidence().research;
    research.made_at -= chrono::TimeDelta::days(3);
    research.findings[0].text = text.to_owned();
    let job = domain::port::Job { consumer: "researcher", id: domain::JobId::named(&["then"]) };
    let fence = memory.take_fence(entity, &job, Duration::from_secs(60)).await.unwrap().unwrap();
    let stored = Effect::ResearchStored { entity: entity.clone(), research: Box::new(research), fence };
    assert!(memory.apply(&stored));
}

#[tokio::test]
async fn evidence_that_contradicts_what_was_known_ends_it_and_says_so() {
    let files = Arc::new(Files::default());
    let (writer, asks) = writer(vec![], &files);
    let entity = domain::EntityId::slug("The Bill");
    known(&writer.memory, &entity, "The bill has not passed the lower house.").await;
    let mut about = evidence();
    about.task = task(Subject::Identifier { identifier: "The Bill".into(), symbol: String::new() });
    about.research.entity = Some(entity.clone());
    about.research.findings.truncate(1);
    about.research.findings[0].text = "The bill has passed the lower house.".into();
    let made = writer.handle(EvidenceFiltered(about.clone()), &attempt(0)).await.unwrap();
    assert_eq!(asks.model.calls(), 0, "the words show it");
    let ends = made.effects.iter().find(|effect| matches!(effect, Effect::ResearchContradicted { .. })).unwrap();
    assert!(writer.memory.apply(ends));
    let versions = writer.memory.versions(&entity, 9).await.unwrap();
    let ended = versions[0].ended.as_ref().unwrap();
    assert!(ended.because.contains("not passed"), "{}", ended.because);
    let report = String::from_utf8(files.files.lock().unwrap()["entities/the-bill/report.md"].clone()).unwrap();
    assert!(report.contains("## What this changes") && report.contains("version 1"), "{report}");
    let again = writer.handle(EvidenceFiltered(about), &attempt(0)).await.unwrap();
    assert!(
        !again.effects.iter().any(|effect| matches!(effect, Effect::ResearchContradicted { .. })),
        "it is said once"
    );
}

#[tokio::test]
async fn what_words_do_not_show_a_model_judges_for_money_and_without_it_nothing_is_ended() {
    let stances = json!({ "stances": [{ "statement": "f1", "evidence": "f1", "stance": "refutes" }] });
    let entity = domain::EntityId::slug("Pool");
    let mut about = evidence();
    about.task = task(Subject::Identifier { identifier: "Pool".into(), symbol: String::new() });
    about.research.entity = Some(entity.clone());
    about.research.findings.truncate(1);
    about.research.findings[0].text = "Developers drained all liquidity from the pool overnight.".into();
    let ends = async |script: Vec<Result<Reply, LlmError>>, budget: MicroUsd| {
        let (writer, asks) = writer(script, &Arc::new(Files::default()));
        known(&writer.memory, &entity, "The developers build and the liquidity stays in the pool.").await;
        let mut about = about.clone();
        about.task.budget = budget;
        let made = writer.handle(EvidenceFiltered(about), &attempt(0)).await.unwrap();
        let ended = made.effects.iter().any(|effect| matches!(effect, Effect::ResearchContradicted { .. }));
        (ended, asks.model.calls())
    };
    assert_eq!(ends(vec![Ok(tool_call("judge_stances", stances))], MicroUsd::dollars(1)).await, (true, 1));
    assert_eq!(ends(vec![], MicroUsd(1)).await, (false, 0));
}

#[tokio::test]
async fn a_busy_model_and_a_full_disk_are_waited_for() {
    let busy = Err(LlmError::Overloaded { after: Some(Duration::from_secs(2)) });
    let (waiting, _) = writer(vec![busy], &Arc::new(Files::default()));
    let failure = waiting.handle(EvidenceFiltered(evidence()), &attempt(0)).await.err().unwrap();
    assert!(matches!(failure.verdict(), Verdict::Defer(_)));
    let full = Arc::new(Files { full: true, ..Files::default() });
    let (writer, _) = writer(vec![Ok(words("no")), Ok(words("no"))], &full);
    let failure = writer.handle(EvidenceFiltered(evidence()), &attempt(0)).await.err().unwrap();
    assert!(matches!(failure.verdict(), Verdict::Defer(_)));
}

#[test]
fn the_prompt_is_as_it_was_reviewed() {
    let (writer, _) = writer(vec![], &Arc::new(Files::default()));
    let request = writer.request(&evidence()).unwrap();
    let llm::Block::Text { text } = &request.messages[0].blocks[0] else { panic!("words") };
    insta::assert_snapshot!(format!("{}\n=== user\n{text}", request.system));
}
