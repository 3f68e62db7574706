//! The evidence handler with a scripted model and in-memory files.

use std::time::Duration;

use llm::testing::{FakeModel, text_reply, tool_call};
use llm::{LlmError, ModelReply};
use runtime::FailureAction;
use runtime::config::Env;
use serde_json::json;
use store::testing::FakeMemory;
use worker::testing::FakeModelClient;

use super::*;
use crate::handler::fakes::{Files, attempt, published};
use crate::sample::{answer_evidence, evidence, task};

fn writer(
    script: Vec<Result<ModelReply, LlmError>>,
    files: &Arc<Files>,
) -> (EvidenceWriter<FakeMemory>, Arc<FakeModelClient>) {
    let client = Arc::new(FakeModelClient::new("writer", FakeModel::scripted(script)));
    let limits = SpendingLimits::read(&mut Env::from_pairs(Vec::<(String, String)>::new()));
    let prompts = Arc::new(Prompts::builtin("writer").unwrap());
    let model = WriterModel { client: client.clone(), prompts, limits };
    (EvidenceWriter::new(model, Arc::new(FakeMemory::default()), ReportStore(files.clone())), client)
}

fn notes(outcome: &Outcome) -> Vec<Note> {
    let note = |effect: &Effect| match effect {
        Effect::NoteStored(note) => Some((**note).clone()),
        _ => None,
    };
    outcome.effects.iter().filter_map(note).collect()
}

/// Returns what the stored evidence lacks; the published result lacks the same.
fn lacks(outcome: &Outcome) -> Vec<String> {
    let evidence = |effect: &Effect| match effect {
        Effect::EvidenceStored(evidence) => Some(evidence.research.lacks.clone()),
        _ => None,
    };
    let stored: Vec<String> =
        outcome.effects.iter().find_map(evidence).unwrap().into_iter().map(|lack| lack.reason).collect();
    let empty = Vec::new();
    let listed = published(outcome).body["research"]["research"]["lacks"].as_array().unwrap_or(&empty).clone();
    let listed: Vec<&str> = listed.iter().map(|lack| lack["reason"].as_str().unwrap()).collect();
    assert_eq!(stored, listed);
    stored
}

#[tokio::test]
async fn evidence_of_a_miss_becomes_notes_a_report_and_a_result() {
    let files = Arc::new(Files::default());
    let reply = json!({ "notes": [{ "source": "s1", "text": "It passed one house.", "summary": "One house.", "kind": "event" }] });
    let (writer, client) = writer(vec![Ok(tool_call("write_notes", reply))], &files);
    let first = writer.handle(EvidenceFiltered(evidence()), &attempt(0)).await.unwrap();
    let again = writer.handle(EvidenceFiltered(evidence()), &attempt(0)).await.unwrap();
    assert_eq!((&first.effects, client.model.calls()), (&again.effects, 1), "a redelivery changes nothing");
    let stored: Vec<(String, String)> = notes(&first).into_iter().map(|note| (note.text, note.kind)).collect();
    let fact = |text: &str, kind: &str| (text.to_owned(), kind.to_owned());
    assert_eq!(stored, [fact("The bill passed the lower house.", "event"), fact("The vote is in June.", "event")]);
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
        ["evidence_stored", "audited", "note_stored", "note_stored", "report_stored", "result_stored"]
    );
}

#[tokio::test]
async fn a_new_note_is_linked_to_a_related_one() {
    let (writer, _) = writer(vec![Ok(text_reply("no")), Ok(text_reply("no"))], &Arc::new(Files::default()));
    let mut earlier = evidence();
    earlier.research.findings[0].text = "The bill passed the lower house by nine votes.".to_owned();
    let known = note::notes(domain::JobId::named(&["earlier"]), &earlier, None).remove(0);
    writer.memory.apply(&Effect::NoteStored(Box::new(known.clone())));
    let made = writer.handle(EvidenceFiltered(evidence()), &attempt(0)).await.unwrap();
    let links = &notes(&made)[0].links;
    assert!(links.iter().any(|link| link.note == known.id && link.score > 0.5), "{links:?}");
}

#[tokio::test]
async fn without_a_usable_answer_or_budget_the_findings_become_the_notes() {
    let files = Arc::new(Files::default());
    let reply = json!({ "notes": [{ "source": "s1", "text": "It passed one house.", "summary": "One house.", "kind": "event" }] });
    let (able, _) = writer(vec![Ok(tool_call("write_notes", reply))], &files);
    let made = able.handle(EvidenceFiltered(evidence()), &attempt(0)).await.unwrap();
    assert_eq!(lacks(&made), [""; 0]);
    let (unusable, _) = writer(vec![Ok(text_reply("no")), Ok(text_reply("no"))], &files);
    let made = unusable.handle(EvidenceFiltered(evidence()), &attempt(0)).await.unwrap();
    assert_eq!(notes(&made)[1].text, "The vote is in June.");
    assert_eq!(lacks(&made), ["plain_notes"], "the stored evidence and the published result say so");
    let (poor, client) = writer(vec![], &files);
    let mut cheap = evidence();
    cheap.task.budget = MicroUsd(1);
    let made = poor.handle(EvidenceFiltered(cheap), &attempt(0)).await.unwrap();
    assert_eq!((notes(&made).len(), client.model.calls()), (2, 0));
}

#[tokio::test]
async fn the_evidence_of_a_run_is_stored_but_not_published() {
    let (writer, client) = writer(vec![], &Arc::new(Files::default()));
    let made = writer.handle(EvidenceFiltered(answer_evidence()), &attempt(0)).await.unwrap();
    assert_eq!((made.facts.len(), client.model.calls(), made.label), (0, 0, "of_a_run"));
    assert!(
        matches!(made.effects[0], Effect::QuestionAnswered { .. }),
        "the same question need not be researched again"
    );
    let mut recalled = answer_evidence();
    recalled.research.from_cache = true;
    let again = writer.handle(EvidenceFiltered(recalled), &attempt(0)).await.unwrap();
    assert_eq!((notes(&made).len(), notes(&again).len(), again.effects.len()), (2, 0, 2), "memory states nothing new");
}

#[tokio::test]
async fn a_report_about_an_entity_is_stored_under_its_name_with_notes() {
    let files = Arc::new(Files::default());
    let (writer, client) = writer(vec![], &files);
    let mut about = evidence();
    about.task = task(Subject::Identifier { identifier: "MintA".into(), symbol: String::new() });
    about.research.entity = Some(domain::EntityId::slug("Jupiter"));
    let made = writer.handle(EvidenceFiltered(about.clone()), &attempt(0)).await.unwrap();
    assert_eq!((notes(&made).len(), client.model.calls()), (2, 0));
    assert!(files.files.lock().unwrap().contains_key("entities/jupiter/report.md"));
    let mut of_another = about.clone();
    of_another.task.tenant = domain::Tenant::parse("acme").unwrap();
    writer.handle(EvidenceFiltered(of_another), &attempt(0)).await.unwrap();
    assert!(files.files.lock().unwrap().contains_key("entities/acme/jupiter/report.md"), "replaces no other tenant's");
    about.research.from_cache = true;
    writer.handle(EvidenceFiltered(about), &attempt(0)).await.unwrap();
    let reports = files.files.lock().unwrap().keys().filter(|key| key.ends_with("report.md")).count();
    assert_eq!(reports, 3, "an answer from memory replaces nothing");
}

/// Stores research from three days ago, as the researcher does.
async fn known(memory: &FakeMemory, entity: &domain::EntityId, text: &str) {
    let mut research = evidence().research;
    research.made_at -= chrono::TimeDelta::days(3);
    research.findings[0].text = text.to_owned();
    let job = domain::port::Job { consumer: "researcher", id: domain::JobId::named(&["then"]) };
    let owner = domain::effect::Owner { tenant: evidence().task.tenant, is_public: true };
    let holder = store::memory::LeaseHolder { tenant: owner.tenant.clone(), job };
    let fence = memory.take_fence(entity, &holder, Duration::from_secs(60)).await.unwrap().unwrap();
    let stored = Effect::ResearchStored { entity: entity.clone(), research: Box::new(research), fence, owner };
    assert!(memory.apply(&stored));
}

#[tokio::test]
async fn contradicting_evidence_ends_earlier_research_once() {
    let files = Arc::new(Files::default());
    let (writer, client) = writer(vec![], &files);
    let entity = domain::EntityId::slug("The Bill");
    known(&writer.memory, &entity, "The bill has not passed the lower house.").await;
    let mut about = evidence();
    about.task = task(Subject::Identifier { identifier: "The Bill".into(), symbol: String::new() });
    about.research.entity = Some(entity.clone());
    about.research.findings.truncate(1);
    about.research.findings[0].text = "The bill has passed the lower house.".into();
    let made = writer.handle(EvidenceFiltered(about.clone()), &attempt(0)).await.unwrap();
    assert_eq!(client.model.calls(), 0, "the wording is sufficient");
    let ends = made.effects.iter().find(|effect| matches!(effect, Effect::ResearchContradicted { .. })).unwrap();
    assert!(writer.memory.apply(ends));
    let versions = writer.memory.versions(&about.task.tenant, &entity, 9).await.unwrap();
    let ended = versions[0].ended.as_ref().unwrap();
    assert!(ended.because.contains("not passed"), "{}", ended.because);
    let report = String::from_utf8(files.files.lock().unwrap()["entities/the-bill/report.md"].clone()).unwrap();
    assert!(report.contains("## Changes to earlier research") && report.contains("version 1"), "{report}");
    let again = writer.handle(EvidenceFiltered(about), &attempt(0)).await.unwrap();
    assert!(
        !again.effects.iter().any(|effect| matches!(effect, Effect::ResearchContradicted { .. })),
        "ended only once"
    );
}

#[tokio::test]
async fn the_model_judges_other_wording_and_without_budget_nothing_is_ended() {
    let stances = json!({ "stances": [{ "statement": "f1", "evidence": "f1", "stance": "refutes" }] });
    let entity = domain::EntityId::slug("Pool");
    let mut about = evidence();
    about.task = task(Subject::Identifier { identifier: "Pool".into(), symbol: String::new() });
    about.research.entity = Some(entity.clone());
    about.research.findings.truncate(1);
    about.research.findings[0].text = "Developers drained all liquidity from the pool overnight.".into();
    let ends = async |script: Vec<Result<ModelReply, LlmError>>, budget: MicroUsd| {
        let (writer, client) = writer(script, &Arc::new(Files::default()));
        known(&writer.memory, &entity, "The developers build and the liquidity stays in the pool.").await;
        let mut about = about.clone();
        about.task.budget = budget;
        let made = writer.handle(EvidenceFiltered(about), &attempt(0)).await.unwrap();
        let ended = made.effects.iter().any(|effect| matches!(effect, Effect::ResearchContradicted { .. }));
        (ended, client.model.calls(), lacks(&made))
    };
    let judged = ends(vec![Ok(tool_call("judge_stances", stances))], MicroUsd::dollars(1)).await;
    assert_eq!(judged, (true, 1, vec![]));
    assert_eq!(ends(vec![], MicroUsd(1)).await, (false, 0, vec!["unjudged_sources".to_owned()]));
}

#[tokio::test]
async fn a_busy_model_and_a_full_disk_defer_the_message() {
    let busy = Err(LlmError::Overloaded { after: Some(Duration::from_secs(2)) });
    let (waiting, _) = writer(vec![busy], &Arc::new(Files::default()));
    let failure = waiting.handle(EvidenceFiltered(evidence()), &attempt(0)).await.err().unwrap();
    assert!(matches!(failure.action(), FailureAction::Defer(_)));
    let full = Arc::new(Files { full: true, ..Files::default() });
    let (writer, _) = writer(vec![Ok(text_reply("no")), Ok(text_reply("no"))], &full);
    let failure = writer.handle(EvidenceFiltered(evidence()), &attempt(0)).await.err().unwrap();
    assert!(matches!(failure.action(), FailureAction::Defer(_)));
}

#[test]
fn the_prompt_matches_its_snapshot() {
    let (writer, _) = writer(vec![], &Arc::new(Files::default()));
    let request = writer.request(&evidence()).unwrap();
    let llm::Block::Text { text } = &request.messages[0].blocks[0] else { panic!("words") };
    worker::prompt::testing::check_example(&writer.schema, &request.system);
    let input = note::input(&evidence());
    let members: Vec<&str> = input.as_object().unwrap().keys().map(String::as_str).collect();
    worker::prompt::testing::check_members("writer", "input.md", &members);
    insta::assert_snapshot!(format!("{}\n=== user\n{text}", request.system));
}
