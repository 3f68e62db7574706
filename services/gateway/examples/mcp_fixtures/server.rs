//! The product's server, and beside its tools, resources and prompts those of the suite.

#![allow(deprecated, reason = "the suite tests methods that only older revisions have")]

use std::time::Duration;

use gateway::mcp::McpServer;
use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};

use crate::answers;
use crate::tasks::{self, FixtureTasks};

#[derive(Clone)]
pub(crate) struct Fixtures {
    product: McpServer,
    tasks: FixtureTasks,
}

type Context = RequestContext<RoleServer>;

/// Reads a value of the protocol from JSON.
pub(crate) fn read<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

/// Returns the names of all tools of the suite, each with its argument, if it has one.
fn fixtures() -> impl Iterator<Item = (&'static str, &'static str)> {
    answers::TOOLS.into_iter().chain(tasks::TOOLS.into_iter().map(|name| (name, "")))
}

fn text(text: impl Into<String>) -> CallToolResponse {
    CallToolResult::success(vec![ContentBlock::text(text)]).into()
}

impl Fixtures {
    pub(crate) fn new(product: McpServer) -> Self {
        Self { product, tasks: FixtureTasks::default() }
    }

    /// Calls a fixture of the older revisions, which send requests and messages of their own.
    async fn called(&self, request: &CallToolRequestParams, context: &Context) -> Result<CallToolResponse, ErrorData> {
        let failed = |error: rmcp::ServiceError| ErrorData::internal_error(error.to_string(), None);
        let argument = |name: &str| {
            request.arguments.as_ref().and_then(|all| all.get(name)?.as_str()).unwrap_or_default().to_owned()
        };
        let peer = &context.peer;
        match request.name.as_ref() {
            "test_tool_with_logging" => {
                for data in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
                    let message = LoggingMessageNotificationParam::new(LoggingLevel::Info, json!(data));
                    peer.notify_logging_message(message).await.map_err(failed)?;
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                Ok(text("logged"))
            }
            "test_tool_with_progress" => {
                for progress in [0.0, 50.0, 100.0] {
                    if let Some(token) = context.meta.get_progress_token() {
                        let message = ProgressNotificationParam::new(token, progress).with_total(100.0);
                        peer.notify_progress(message).await.map_err(failed)?;
                    }
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                Ok(text("progressed"))
            }
            "test_sampling" => {
                let asked = json!({ "messages": [{ "role": "user", "content": { "type": "text", "text": argument("prompt") } }], "maxTokens": 100 });
                let answer = peer.create_message(read(asked)).await.map_err(failed)?;
                let answer = serde_json::to_value(&answer).unwrap();
                Ok(text(format!("LLM response: {}", answer["content"]["text"].as_str().unwrap_or_default())))
            }
            name => {
                let form = answers::form(name, &argument("message"))
                    .ok_or_else(|| ErrorData::invalid_params(format!("there is no tool {name:?}"), None))?;
                let answer = peer.create_elicitation(read(form)).await.map_err(failed)?;
                let answer = serde_json::to_value(&answer).unwrap();
                Ok(text(format!("Elicitation completed: action={}, content={}", answer["action"], answer["content"])))
            }
        }
    }
}

impl ServerHandler for Fixtures {
    fn get_info(&self) -> ServerConfig {
        let mut info = self.product.get_info();
        info.capabilities.completions = Some(read(json!({})));
        info.capabilities.resources = Some(read(json!({ "subscribe": true })));
        info.capabilities.tools = Some(read(json!({ "listChanged": true })));
        info
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let fixture = fixtures().find(|(known, _)| *known == name);
        fixture.map_or_else(|| self.product.get_tool(name), |(name, argument)| Some(answers::tool(name, argument)))
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut listed = self.product.list_tools(page, context).await?;
        listed.tools.extend(fixtures().map(|(name, argument)| answers::tool(name, argument)));
        Ok(listed)
    }

    async fn call_tool(&self, request: CallToolRequestParams, context: Context) -> Result<CallToolResponse, ErrorData> {
        if !fixtures().any(|(name, _)| name == request.name) {
            return self.product.call_tool(request, context).await;
        }
        if tasks::TOOLS.contains(&request.name.as_ref()) {
            let has_tasks = context.client_capabilities().is_some_and(|client| client.supports_tasks());
            return self.tasks.call(&request, has_tasks).await;
        }
        if request.name == "test_missing_capability" {
            let has_sampling = context.client_capabilities().is_some_and(|client| client.sampling.is_some());
            let missing = || {
                ErrorData::missing_required_client_capability(ClientCapabilities::builder().enable_sampling().build())
            };
            return has_sampling.then(|| text("sampling is declared")).ok_or_else(missing);
        }
        if let Some(content) = answers::content(&request.name) {
            return Ok(read::<CallToolResult>(answers::complete(content)).into());
        }
        if let Some(answer) = answers::rounds(&request, &context) {
            return answer;
        }
        self.called(&request, &context).await
    }

    async fn get_task(&self, request: GetTaskParams, context: Context) -> Result<GetTaskResult, ErrorData> {
        match self.tasks.get(&request.task_id) {
            Some(found) => Ok(found),
            None => self.product.get_task(request, context).await,
        }
    }

    async fn update_task(&self, request: UpdateTaskParams, context: Context) -> Result<(), ErrorData> {
        match self.tasks.update(&request.task_id, &request.input_responses) {
            true => Ok(()),
            false => self.product.update_task(request, context).await,
        }
    }

    async fn cancel_task(&self, request: CancelTaskParams, context: Context) -> Result<(), ErrorData> {
        match self.tasks.cancel(&request.task_id) {
            true => Ok(()),
            false => self.product.cancel_task(request, context).await,
        }
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(read(answers::resources())))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match answers::resource(&request.uri) {
            Some(content) => Ok(read::<ReadResourceResult>(answers::complete(json!({ "contents": [content] }))).into()),
            None => self.product.read_resource(request, context).await,
        }
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(read(answers::prompts())))
    }

    async fn get_prompt(&self, request: GetPromptRequestParams, _: Context) -> Result<GetPromptResponse, ErrorData> {
        answers::prompt(&request)
    }

    async fn complete(&self, _: CompleteRequestParams, _: Context) -> Result<CompleteResult, ErrorData> {
        Ok(CompleteResult::default())
    }

    async fn set_level(&self, _: SetLevelRequestParams, _: Context) -> Result<(), ErrorData> {
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn subscribe(&self, _: SubscribeRequestParams, _: Context) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(&self, _: UnsubscribeRequestParams, _: Context) -> Result<(), ErrorData> {
        Ok(())
    }
}
