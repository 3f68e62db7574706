//! Tools that the suite expects to run as tasks. Their tasks live in the memory of this program; those of the product
//! are rows.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rmcp::ErrorData;
use rmcp::model::*;
use serde_json::{Value, json};

use crate::answers;
use crate::server::read;

/// Names of the tools.
pub(crate) const TOOLS: [&str; 7] = [
    "greet",
    "slow_compute",
    "failing_job",
    "protocol_error_job",
    "confirm_delete",
    "multi_input",
    "test_tool_with_task",
];
/// Time that a job takes before it fails.
const FAILURE_TIME: Duration = Duration::from_secs(1);
/// Any instant: the suite checks the form only.
const CREATED_AT: &str = "2026-07-28T00:00:00Z";

/// What a task does.
#[derive(Clone)]
enum FixtureWork {
    /// Ends with a text after this time.
    Sleeps(Duration),
    /// Ends with an error of the tool.
    Fails,
    /// Ends with an error of the protocol.
    Breaks,
    /// Waits for answers under these keys.
    Asks(Vec<&'static str>),
    /// Ends at once with a text.
    Says(String),
}

struct FixtureTask {
    begun: Instant,
    work: FixtureWork,
    is_cancelled: bool,
}

impl FixtureTask {
    fn payload(&self) -> TaskPayload {
        let completed = |text: &str, is_error: bool| TaskPayload::Completed {
            result: read(json!({ "content": [{ "type": "text", "text": text }], "isError": is_error })),
        };
        match &self.work {
            _ if self.is_cancelled => TaskPayload::Cancelled,
            FixtureWork::Sleeps(time) if self.begun.elapsed() < *time => TaskPayload::Working,
            FixtureWork::Fails if self.begun.elapsed() < FAILURE_TIME => TaskPayload::Working,
            FixtureWork::Sleeps(_) => completed("computed", false),
            FixtureWork::Fails => completed("the job failed", true),
            FixtureWork::Breaks => {
                TaskPayload::Failed { error: read(json!({ "code": -32603, "message": "the job broke" })) }
            }
            FixtureWork::Asks(keys) if keys.is_empty() => completed("confirmed", false),
            FixtureWork::Asks(keys) => {
                let asked: serde_json::Map<String, Value> = keys
                    .iter()
                    .map(|key| ((*key).to_owned(), answers::elicitation("Go on?", "confirm", "boolean")))
                    .collect();
                TaskPayload::InputRequired { input_requests: read(Value::Object(asked)) }
            }
            FixtureWork::Says(text) => completed(text, false),
        }
    }
}

/// The tasks of this program by id.
#[derive(Clone, Default)]
pub(crate) struct FixtureTasks(Arc<Mutex<HashMap<String, FixtureTask>>>);

impl FixtureTasks {
    /// Calls a tool for a client that has the extension, or for one that has not.
    pub(crate) async fn call(
        &self,
        request: &CallToolRequestParams,
        has_tasks: bool,
    ) -> Result<CallToolResponse, ErrorData> {
        let argument =
            |name: &str| request.arguments.as_ref().and_then(|all| all.get(name)).cloned().unwrap_or_default();
        let text = |text: String| Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into());
        let seconds = Duration::try_from_secs_f64(argument("seconds").as_f64().unwrap_or_default()).unwrap_or_default();
        let work = match request.name.as_ref() {
            "greet" => return text(format!("Hello, {}!", argument("name").as_str().unwrap_or_default())),
            "slow_compute" if !has_tasks => {
                tokio::time::sleep(seconds).await;
                return text("computed".to_owned());
            }
            "slow_compute" => FixtureWork::Sleeps(seconds),
            _ if !has_tasks => {
                let required = ClientCapabilities::builder().enable_tasks().build();
                return Err(ErrorData::missing_required_client_capability(required));
            }
            "failing_job" => FixtureWork::Fails,
            "protocol_error_job" => FixtureWork::Breaks,
            "confirm_delete" => FixtureWork::Asks(vec!["confirm"]),
            "multi_input" => FixtureWork::Asks(vec!["first", "second"]),
            _ => match request.input_responses.as_ref().and_then(|answers| answers.get("user_name")) {
                Some(answer) => FixtureWork::Says(format!("Hello, {}!", answer["content"]["name"])),
                None => {
                    let asked = json!({ "user_name": answers::elicitation("What is your name?", "name", "string") });
                    let asked: InputRequiredResult =
                        read(json!({ "resultType": "input_required", "inputRequests": asked }));
                    return Ok(asked.into());
                }
            },
        };
        Ok(CallToolResponse::Task(CreateTaskResult::new(self.open(work))))
    }

    fn open(&self, work: FixtureWork) -> Task {
        let mut tasks = self.lock();
        let id = format!("fixture-{}", tasks.len());
        tasks.insert(id.clone(), FixtureTask { begun: Instant::now(), work, is_cancelled: false });
        described(&id)
    }

    /// Returns the state of a task; `None` if it is not one of this program.
    pub(crate) fn get(&self, id: &str) -> Option<GetTaskResult> {
        let payload = self.lock().get(id)?.payload();
        Some(GetTaskResult::new(DetailedTask::new(described(id), payload)))
    }

    /// Delivers answers. Returns `false` if the task is not one of this program.
    pub(crate) fn update(&self, id: &str, answers: &InputResponses) -> bool {
        let mut tasks = self.lock();
        let Some(task) = tasks.get_mut(id) else { return false };
        if let FixtureWork::Asks(keys) = &mut task.work {
            keys.retain(|key| !answers.contains_key(*key));
        }
        true
    }

    /// Cancels a task that has not ended. Returns `false` if it is not one of this program.
    pub(crate) fn cancel(&self, id: &str) -> bool {
        let mut tasks = self.lock();
        let Some(task) = tasks.get_mut(id) else { return false };
        task.is_cancelled |= matches!(task.payload(), TaskPayload::Working | TaskPayload::InputRequired { .. });
        true
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, FixtureTask>> {
        // No code panics while it holds the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn described(id: &str) -> Task {
    Task::new(id.to_owned(), TaskStatus::Working, CREATED_AT.to_owned(), CREATED_AT.to_owned())
        .with_ttl_ms(3_600_000)
        .with_poll_interval_ms(200)
}
