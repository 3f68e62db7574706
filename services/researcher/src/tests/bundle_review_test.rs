//! Parts of a bundle that a person reviews: blocked todos and entities of high priority, if the event asks for it.

use domain::event::BundleReview;
use domain::review::{Edit, NewResult, ReviewEvent, ReviewedResult, Session, SessionId};
use domain::{ResearchTask, Subject};
use proto::event::{Envelope, Event};
use proto::events::MacroResearched;
use runtime::Outcome;
use serde_json::{Value, json};
use tools::macros::{Candidate, Reviewer};

use super::bundle_test::{bundle, direction};
use crate::tests::{Bench, sensible, todo};

fn reviewed(review: BundleReview, priorities: [u32; 2]) -> ResearchTask {
    let [one, two] = priorities;
    let mut task = bundle(vec![direction("identity", one), direction("pricing", two)]);
    let Subject::Bundle { bundle, .. } = &mut task.subject else { panic!("a bundle") };
    bundle.review = review;
    task
}

/// A model that gives up the todo about prices.
fn bench() -> Bench {
    Bench::new(|request| {
        let todo = todo(request).filter(|todo| todo["file"] == "product_dog-wif_pricing.json");
        if let Some(todo) = todo {
            let update = json!({"id": todo["id"], "status": "blocked", "reason": "The price is behind a log-in."});
            return Ok(llm::testing::tool_call("todo_update", update));
        }
        sensible(request)
    })
}

/// Returns the results for review of an outcome, after a wire round trip.
fn queued(outcome: &Outcome) -> Vec<MacroResearched> {
    assert_eq!(outcome.facts[0].fact.subject(), "auspex.research.gathered", "the research comes first");
    let later = outcome.facts.iter().skip(1).map(|emission| emission.fact.encode());
    later.map(|bytes| MacroResearched::decode(&Envelope::default(), &bytes).unwrap()).collect()
}

async fn outcome(review: BundleReview, priorities: [u32; 2]) -> Outcome {
    bench().handle(&reviewed(review, priorities), "job").await.unwrap_or_else(|failure| panic!("{:?}", failure.chain()))
}

fn record(event: MacroResearched) -> ReviewedResult {
    let Subject::Macro(request) = &event.task.subject else { panic!("a macro") };
    let session = Session::new(event.task.tenant.clone(), SessionId::of_request(request, event.task.event_job));
    let (at, MacroResearched { task, result, definition, refused }) = (event.result.at, event);
    let new =
        NewResult { event: task.event, event_job: task.event_job, result, definition, skip_review: false, refused };
    ReviewedResult::record(&session, new, at)
}

fn approved(pending: &ReviewedResult, path: &str, value: Value) -> Result<ReviewedResult, Vec<String>> {
    let old = pending.result.data.pointer(path).unwrap().clone();
    let candidate = Candidate::new(pending, vec![Edit::Replace { path: path.into(), old, value }]).unwrap();
    let violations: Vec<String> = candidate.violations.iter().map(|one| one.path.clone()).collect();
    if !violations.is_empty() {
        return Err(violations);
    }
    let reviewer = Reviewer { by: "ada".into(), reason: String::new(), at: pending.result.at };
    Ok(pending.step(&ReviewEvent::Approved(candidate.approval(reviewer).unwrap())).unwrap())
}

#[tokio::test]
async fn without_a_wish_of_the_event_nothing_is_reviewed() {
    assert!(queued(&outcome(BundleReview::default(), [1, 2]).await).is_empty());
}

#[tokio::test]
async fn a_blocked_todo_waits_for_a_person_who_gives_its_value() {
    let blocked = BundleReview { blocked: true, high_priority: false };
    let queued = queued(&outcome(blocked, [1, 2]).await);
    let [review] = &queued[..] else { panic!("{} reviews", queued.len()) };
    let parameters = &review.result.parameters;
    assert_eq!(parameters["blocked"], json!({"pricing": "The price is behind a log-in."}));
    assert_eq!((&parameters["entity"], &parameters["bundle"]), (&json!("Dog Wif"), &json!("b1")));
    assert_eq!(parameters["dossier"], "bundles/default/ep-1/b1/dossier_product_dog-wif.md");
    assert_eq!(review.result.data["directions"]["pricing"]["price"]["value"], Value::Null);
    let pending = record(review.clone());
    assert!(pending.notes().is_empty());
    let path = "/directions/pricing/price/value";
    assert_eq!(approved(&pending, path, json!(["a list"])).unwrap_err(), [path], "the schema holds for the values");
    let notes = approved(&pending, path, json!("5 USD")).unwrap().notes();
    let texts: Vec<&str> = notes.iter().map(|note| note.text.as_str()).collect();
    assert!(texts[0].starts_with("Dog Wif, pricing, price: 5 USD. Stated by the reviewer ada on "), "{texts:?}");
    assert_eq!(texts.len(), 1, "what is missing is no note");
}

#[tokio::test]
async fn an_entity_of_high_priority_is_reviewed_as_a_whole() {
    let both = BundleReview { blocked: true, high_priority: true };
    let whole = queued(&outcome(both, [1, 2]).await);
    let [review] = &whole[..] else { panic!("{} reviews", whole.len()) };
    let directions = &review.result.data["directions"];
    assert_eq!(directions["identity"]["listed"]["value"], "March");
    assert_eq!(directions["pricing"]["listed"]["value"], Value::Null);
    assert_eq!(review.result.parameters["blocked"]["pricing"], "The price is behind a log-in.");
    let again = queued(&outcome(both, [1, 2]).await);
    assert_eq!(again, whole, "a repeated attempt queues the same");
    let ordinary = queued(&outcome(both, [2, 3]).await);
    assert_eq!(ordinary.len(), 1);
    assert_ne!(ordinary[0].result.id, review.result.id, "the blocked todo");
}
