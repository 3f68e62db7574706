//! Research directions over fakes: todos, checkpoints, the folder, reasons for blocked todos.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use domain::event::{Bundle, DirectedEntity, Direction, Episode};
use domain::research::Ending;
use domain::{EntityKind, FixedClock, ResearchTask, Subject};
use llm::testing::{text_reply, tool_call};
use llm::{Block, LlmError, ModelReply, Request, ToolChoice};
use serde_json::{Value, json};
use worker::Objects;

use crate::tests::{Bench, PAGE, called, result, sensible, task, task_block, todo};

const FOLDER: &str = "bundles/default/ep-1/b1";

pub(crate) fn direction(key: &str, priority: u32) -> Direction {
    Direction {
        key: key.into(),
        objective: "Find what is known of dogwifhat.".into(),
        fields: vec!["listed".into(), "price".into()],
        acceptance: vec!["one source".into()],
        priority,
        optional: false,
    }
}

pub(crate) fn bundle(directions: Vec<Direction>) -> ResearchTask {
    let entity = DirectedEntity {
        name: "Dog Wif".into(),
        kind: EntityKind::Product,
        directions,
        candidate_sources: vec![PAGE.into()],
    };
    let bundle = Bundle {
        id: domain::EntityId::slug("b1").into(),
        entities: vec![entity],
        review: domain::event::BundleReview::default(),
    };
    let episode = Episode {
        id: "Ep 1".into(),
        url: "https://show.example/1".into(),
        title: "Hats for dogs".into(),
        context: "Guests".into(),
    };
    task(Subject::Bundle { episode, bundle })
}

/// Setting with which todos run one after another.
pub(crate) const ONE_AT_A_TIME: [(&str, &str); 1] = [("AUSPEX_RESEARCHER_TODOS", "1")];

fn sequential(rule: impl Fn(&Request) -> Result<ModelReply, LlmError> + Send + Sync + 'static) -> Bench {
    Bench::with(rule, &ONE_AT_A_TIME)
}

pub(crate) async fn file(bench: &Bench, name: &str) -> Value {
    serde_json::from_str(&text_of(bench, name).await).unwrap()
}

pub(crate) async fn text_of(bench: &Bench, name: &str) -> String {
    let bytes = bench.objects.get(&format!("{FOLDER}/{name}")).await.unwrap();
    String::from_utf8(bytes.unwrap_or_else(|| panic!("there is no {name}")).to_vec()).unwrap()
}

/// Returns true for the model call that reads a page.
fn reads_a_page(request: &Request) -> bool {
    request.tool_choice == ToolChoice::Tool("extract_claims".into())
}

fn empty_report(request: &Request) -> ModelReply {
    let file = todo(request).unwrap()["file"].clone();
    tool_call(
        "write_file",
        json!({"path": file, "content": {"summary": "Nothing.", "confidence": 0.1, "findings": []}, "reason": "No page names it."}),
    )
}

#[tokio::test]
async fn a_bundle_writes_a_file_per_direction_and_resumes_at_the_first_open_todo() {
    let task = bundle(vec![direction("pricing", 2), direction("identity", 1)]);
    let storm = Arc::new(AtomicBool::new(true));
    let over = Arc::clone(&storm);
    let bench = sequential(move |request| {
        let second = task_block(request)["soFar"].as_str().is_some_and(|text| text == "Dog Wif, identity: Listed.");
        if second && storm.load(Ordering::SeqCst) {
            Err(LlmError::RateLimited { after: None })
        } else {
            sensible(request)
        }
    });
    assert!(bench.handle(&task, "job").await.is_err(), "interrupted in the second todo");
    // Progress visible to people: the list with its states, the first file, one line of the audit trail.
    let statuses =
        |list: &Value| list["todos"].as_array().unwrap().iter().map(|row| row["status"].clone()).collect::<Vec<_>>();
    assert_eq!(statuses(&file(&bench, "todos.json").await), ["done", "in_progress"]);
    let lines = bench.trail.0.lock().unwrap().clone();
    assert_eq!((lines.len(), lines[0].1.action.as_str()), (1, "todo_done"));
    assert_eq!(lines[0].1.subject, "b1_product_dog-wif_identity");

    let first = bench.client.model.calls();
    over.store(false, Ordering::SeqCst);
    bench.client.advance(Duration::from_secs(3600));
    let (research, _) = bench.done(&task, "job").await;
    assert_eq!(
        bench.client.model.calls() - first,
        3,
        "only the second todo's turns; its page was read for the first one"
    );
    assert_eq!(research.ending, Ending::Complete);
    let summary = "2 of 2 directions were researched: 2 of 4 fields were found, with 2 findings.";
    assert_eq!(research.summary, summary);
    let identity = &research.directions[0];
    assert_eq!(
        (identity.entity.as_str(), identity.direction.as_str(), identity.is_done),
        ("Dog Wif", "identity", true)
    );
    let fields: Vec<(&str, &str, usize)> =
        identity.fields.iter().map(|field| (&*field.name, &*field.value, field.sources.len())).collect();
    assert_eq!(fields, [("listed", "March", 1), ("price", "", 0)]);
    assert!(research.sources.iter().any(|source| source.id == identity.fields[0].sources[0] && source.url == PAGE));
    let complete = file(&bench, "research_complete.json").await;
    assert_eq!(complete["todos"][0]["id"], "b1_product_dog-wif_identity");
    assert_eq!((&complete["done"], &complete["blocked"]), (&json!(2), &json!(0)));
    assert_eq!(complete["promptVersion"].as_str().map(str::len), Some(12));
    let identity = file(&bench, "product_dog-wif_identity.json").await;
    let listed = json!({"listed": {"value": "March", "sources": [PAGE]}});
    assert_eq!((&identity["fields"], &identity["missingFields"]), (&listed, &json!(["price"])), "no source, no field");
    assert_eq!(identity["research"]["findings"].as_array().unwrap().len(), 1, "what was invented is dropped");
    assert_eq!(file(&bench, "product_dog-wif_pricing.json").await["status"], "done");
}

/// Writes a note or reads it, so that each second call brings something new and the todo never ends.
fn busy(turn: usize) -> ModelReply {
    if turn % 2 == 1 {
        return tool_call("read_file", json!({"path": format!("notes/{}.md", turn - 1)}));
    }
    tool_call("write_file", json!({"path": format!("notes/{turn}.md"), "content": format!("Thing number {turn}")}))
}

#[tokio::test]
async fn a_todo_that_exceeds_its_calls_is_blocked_with_the_reason_and_the_next_one_starts() {
    let made = AtomicUsize::new(0);
    let bench = sequential(move |request| {
        if matches!(request.tool_choice, ToolChoice::Tool(_))
            || todo(request).unwrap()["file"] != "product_dog-wif_one.json"
        {
            return Ok(empty_report(request));
        }
        let n = made.fetch_add(1, Ordering::SeqCst);
        Ok(busy(n))
    });
    let (research, _) = bench.done(&bundle(vec![direction("one", 1), direction("two", 2)]), "job").await;
    let complete = file(&bench, "research_complete.json").await;
    assert_eq!((&complete["done"], &complete["blocked"]), (&json!(1), &json!(1)), "{complete:#}");
    assert_eq!(complete["todos"][0]["reason"], "the limit of 10 tool calls was reached");
    assert_eq!(file(&bench, "product_dog-wif_one.json").await["status"], "blocked");
    assert_eq!(file(&bench, "product_dog-wif_two.json").await["status"], "done");
    assert!(matches!(research.ending, Ending::Partial(_)));
}

#[tokio::test]
async fn a_todo_that_exceeds_its_time_is_blocked_and_a_replay_comes_to_the_same_end() {
    let clock: Arc<OnceLock<Arc<FixedClock>>> = Arc::default();
    let hands = Arc::clone(&clock);
    let bench = sequential(move |request| {
        if let Some(clock) = hands.get() {
            clock.advance(Duration::from_secs(110));
        }
        if matches!(request.tool_choice, ToolChoice::Tool(_)) {
            return Ok(empty_report(request));
        }
        let made = called(request).len();
        Ok(tool_call("resolve_entity", json!({"identifier": format!("Thing number {made}")})))
    });
    clock.set(bench.client.clock.clone()).unwrap();
    let task = bundle(vec![direction("one", 1)]);
    let (first, _) = bench.done(&task, "job").await;
    let todos = file(&bench, "todos.json").await;
    assert_eq!(todos["todos"][0]["reason"], "the limit of 300 s was reached");
    let asked = bench.client.model.calls();
    assert_eq!(asked, 4, "three turns, and the final answer");
    bench.client.advance(Duration::from_secs(86_400));
    let (second, _) = bench.done(&task, "job").await;
    assert_eq!((bench.client.model.calls(), first.findings == second.findings), (asked, true));
}

#[tokio::test]
async fn the_model_may_block_the_current_todo_and_no_other() {
    let bench = sequential(|request: &Request| {
        let own = todo(request).unwrap()["id"].clone();
        Ok(match called(request).len() {
            0 => tool_call("todo_update", json!({"id": "b1_product_other_x", "status": "blocked", "reason": "x"})),
            1 => tool_call("todo_update", json!({"id": own, "status": "blocked"})),
            2 => tool_call("todo_get_next", json!({})),
            3 => {
                assert_eq!(result(request)["id"], own);
                tool_call("todo_update", json!({"id": own, "status": "blocked", "reason": "There is no such thing."}))
            }
            _ => panic!("the todo was given up"),
        })
    });
    bench.done(&bundle(vec![direction("one", 1)]), "job").await;
    let complete = file(&bench, "research_complete.json").await;
    assert_eq!(complete["todos"][0]["reason"], "There is no such thing.");
    assert_eq!(complete["soFar"], "Dog Wif, one: blocked: There is no such thing..");
}

#[tokio::test]
async fn a_note_does_not_end_the_todo_and_the_result_beside_a_note_does() {
    let bench = sequential(|request: &Request| {
        if reads_a_page(request) {
            return sensible(request);
        }
        let note = |name: &str, text: &str| {
            tool_call("write_file", json!({"path": format!("notes/{name}.md"), "content": text})).blocks
        };
        let turn = |blocks: Vec<Block>| ModelReply { blocks, ..text_reply("") };
        Ok(match called(request).len() {
            0 => turn(note("mara", "Mara runs the shop.")),
            1 => {
                let search = tool_call("web_search", json!({"query": "dogwifhat"})).blocks;
                turn([search, note("prices", "Nine dollars a month.")].concat())
            }
            3 => tool_call("fetch_page", json!({"url": PAGE})),
            4 => {
                let read = result(request);
                let finding = json!({"text": read["claims"][0]["text"], "sources": [read["source"]]});
                let report = json!({"summary": "Listed.", "confidence": 0.7, "findings": [finding]});
                let path = todo(request).unwrap()["file"].clone();
                let answer = tool_call(
                    "write_file",
                    json!({"path": path, "content": report, "reason": "No field is on the page."}),
                )
                .blocks;
                turn([note("last", "All of it is done."), answer].concat())
            }
            _ => panic!("the todo has ended"),
        })
    });
    let (research, _) = bench.done(&bundle(vec![direction("one", 1)]), "job").await;
    assert_eq!((research.ending, research.findings.len()), (Ending::Complete, 1));
    assert_eq!(file(&bench, "product_dog-wif_one.json").await["status"], "done");
    assert_eq!(file(&bench, "notes/index.json").await, json!(["mara.md", "prices.md", "last.md"]));
}

#[tokio::test]
async fn the_context_does_not_grow_with_the_todos() {
    let sizes: Arc<Mutex<Vec<usize>>> = Arc::default();
    let seen = Arc::clone(&sizes);
    let bench = sequential(move |request| {
        if !reads_a_page(request) {
            seen.lock().unwrap().push(serde_json::to_string(request).unwrap().len());
        }
        sensible(request)
    });
    let directions = (1..=15).map(|n| direction(&format!("direction_{n:02}"), n)).collect();
    let (research, _) = bench.done(&bundle(directions), "job").await;
    assert_eq!(research.ending, Ending::Complete);
    let sizes = sizes.lock().unwrap();
    let first: Vec<usize> = sizes.chunks(3).map(|todo| todo[0]).collect();
    assert_eq!(first.len(), 15);
    let later = &first[3..];
    assert!(later.iter().max().unwrap() - later.iter().min().unwrap() < 20, "{first:?}");
}

#[tokio::test]
async fn notes_outlive_the_conversation_and_no_path_leaves_the_folder() {
    let secret = "the secret of another tenant";
    let strange = [
        "../../../secret.json",
        "/etc/passwd",
        "..",
        "notes/../../../../secret.json",
        "secret.json\0",
        "notes/%2e%2e/secret.json",
        "..\\..\\secret.json",
        "bundles/default/ep-1/b1/todos.json",
        "../b2/secret.json",
        "～/secret.json",
    ];
    let leaked: Arc<Mutex<Vec<String>>> = Arc::default();
    let seen = Arc::clone(&leaked);
    let bench = sequential(move |request: &Request| {
        let blocks = request.messages.iter().flat_map(|message| &message.blocks);
        let results = blocks.filter_map(|block| match block {
            Block::ToolResult { content, .. } => Some(content.clone()),
            _ => None,
        });
        seen.lock().unwrap().extend(results);
        let second = todo(request).unwrap()["file"] == "product_dog-wif_two.json";
        let write = |path: &str| tool_call("write_file", json!({"path": path, "content": "a note"})).blocks;
        let read = |path: &str| tool_call("read_file", json!({"path": path})).blocks;
        let tried = called(request).len();
        if tried == 0 {
            let reads = strange[..5].iter().flat_map(|path| read(path));
            let more = if second { read("notes/mine.md") } else { write("notes/mine.md") };
            return Ok(ModelReply { blocks: reads.chain(more).collect(), ..text_reply("") });
        }
        if tried == 6 && second {
            let writes = strange[5..].iter().flat_map(|path| write(path));
            let list = tool_call("list_files", json!({})).blocks;
            return Ok(ModelReply {
                blocks: writes.chain(write("todos.json")).chain(list).collect(),
                ..text_reply("")
            });
        }
        Ok(empty_report(request))
    });
    for key in ["secret.json", "bundles/default/ep-1/secret.json", "bundles/default/ep-1/b2/secret.json"] {
        bench.objects.put(key, secret.as_bytes()).await.unwrap();
    }
    bench.done(&bundle(vec![direction("one", 1), direction("two", 2)]), "job").await;
    let leaked = leaked.lock().unwrap().join("\n");
    assert!(!leaked.contains(secret) && !leaked.contains("root:"), "{leaked}");
    assert!(leaked.contains("\"content\":\"a note\""), "the second todo reads what the first noted: {leaked}");
    assert!(leaked.contains(r#"{"files":["todos.json","product_dog-wif_one.json","notes/mine.md"]}"#), "{leaked}");
    assert!(file(&bench, "todos.json").await["todos"].is_array(), "our own files are not the model's to write");
    for key in ["secret.json", "bundles/default/ep-1/b2/secret.json"] {
        assert_eq!(bench.objects.get(key).await.unwrap().as_deref(), Some(secret.as_bytes()));
    }
}
