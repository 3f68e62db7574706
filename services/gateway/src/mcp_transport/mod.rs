//! MCP over HTTP: from a request to the SDK. The gateway authenticates every request and limits sessions; the SDK
//! checks `Host` and `Origin` and speaks the protocol.

pub mod accept;
mod answers;
mod metadata;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::{Json, Router};
use domain::Tenant;
use domain::access::TokenId;
use futures::StreamExt;
use http_server::{BodyError, BodyKind, RequestSlot};
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use secrecy::ExposeSecret;

use accept::AnswerForm;
use operations::Caller;

use crate::Gateway;
use crate::http::Problem;
use crate::http::observe::observe;
use crate::mcp::{McpConfig, McpServer, PATH, SESSION_HEADER, TokenSessions};

/// Header with the version of the protocol. From [`STATELESS`] on there are no sessions.
const VERSION_HEADER: &str = "mcp-protocol-version";
const STATELESS: &str = "2026-07-28";
/// Time after which a replica forgets an idle session. The client's next request restores it.
const IDLE: Duration = Duration::from_secs(300);
/// Interval of comments that keep an idle stream open.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Delay after which a client continues a broken stream.
const RETRY: Duration = Duration::from_secs(3);
/// Maximum open sessions of one token at this replica.
const MAX_SESSIONS: usize = 256;
/// Number of tokens after which those without a session are forgotten.
const MAX_TOKENS: usize = 256;

/// Returns the routes of the gateway's MCP server.
pub fn router(gateway: &Arc<Gateway>, config: McpConfig) -> Router {
    let server = McpServer::new(gateway, config.clone());
    Mount::new(Arc::clone(gateway), config, server).router()
}

type Service<S> = StreamableHttpService<S, LocalSessionManager>;

/// The MCP server of a gateway: a service of the SDK for each token, so that no token reaches the session of another
/// one.
pub struct Mount<S> {
    gateway: Arc<Gateway>,
    config: McpConfig,
    server: S,
    /// By token and tenant: the tenant of an OIDC token is a claim, which may change.
    services: Mutex<HashMap<(TokenId, Tenant), Token<S>>>,
}

struct Token<S> {
    service: Service<S>,
    sessions: Arc<LocalSessionManager>,
}

impl<S: Clone> Clone for Token<S> {
    fn clone(&self) -> Self {
        Self { service: self.service.clone(), sessions: Arc::clone(&self.sessions) }
    }
}

impl<S: ServerHandler + Clone + Sync> Mount<S> {
    /// Creates a mount of a server.
    pub fn new(gateway: Arc<Gateway>, config: McpConfig, server: S) -> Arc<Self> {
        Arc::new(Self { gateway, config, server, services: Mutex::default() })
    }

    /// Returns the routes of the server and of its metadata.
    pub fn router(self: Arc<Self>) -> Router {
        let gateway = Arc::clone(&self.gateway);
        Router::new()
            .route(PATH, any(serve::<S>))
            .route(metadata::METADATA_PATH, get(describe::<S>))
            .route(&format!("{}{PATH}", metadata::METADATA_PATH), get(describe::<S>))
            .layer(from_fn_with_state(gateway, observe))
            .with_state(self)
    }

    /// Returns the service of a token. Services without a session are forgotten when there are many.
    fn service(&self, caller: &Caller) -> Token<S> {
        // No code panics while it holds the lock.
        let mut services = self.services.lock().unwrap_or_else(PoisonError::into_inner);
        if services.len() >= MAX_TOKENS {
            services.retain(|_, known| known.sessions.sessions.try_read().is_ok_and(|sessions| !sessions.is_empty()));
        }
        services.entry((caller.token, caller.tenant.clone())).or_insert_with(|| self.new_service(caller)).clone()
    }

    fn new_service(&self, caller: &Caller) -> Token<S> {
        let mut sessions = LocalSessionManager::default();
        sessions.session_config.keep_alive = Some(IDLE);
        sessions.session_config.sse_retry = Some(RETRY);
        let sessions = Arc::new(sessions);
        let mut config = StreamableHttpServerConfig::default()
            .with_allowed_hosts(&self.config.hosts)
            .with_allowed_origins(self.config.origins())
            .with_sse_keep_alive(Some(KEEP_ALIVE))
            .with_sse_retry(Some(RETRY))
            .with_cancellation_token(self.gateway.operations.stop.clone())
            .with_max_request_body_bytes(self.gateway.limits.body);
        config.session_store =
            Some(Arc::new(TokenSessions { store: self.gateway.operations.store(&caller.tenant), token: caller.token }));
        let server = self.server.clone();
        let service = StreamableHttpService::new(move || Ok(server.clone()), Arc::clone(&sessions), config);
        Token { service, sessions }
    }

    /// Authenticates a request. Without a token it acts for the configured loopback token, if there is one.
    async fn caller(&self, headers: &mut HeaderMap) -> Result<Caller, Problem> {
        if let Some(token) = self.config.loopback_token.as_ref()
            && !headers.contains_key(header::AUTHORIZATION)
        {
            let value = HeaderValue::from_str(&format!("Bearer {}", token.expose_secret()));
            // Text that is not a header value is not a token, so the request stays without one.
            value.into_iter().for_each(|value| drop(headers.insert(header::AUTHORIZATION, value)));
        }
        self.gateway.access.authenticate(headers).await
    }

    /// Ends an event stream when the token of its request is refused: a session, or a tool that waits, outlives the
    /// check at its beginning.
    fn while_admitted(&self, response: Response, credentials: HeaderMap) -> Response {
        if !accept::is_stream(&response) {
            return response;
        }
        let gateway = Arc::clone(&self.gateway);
        let refused = async move { gateway.access.until_refused(&credentials).await };
        response.map(|body| Body::from_stream(body.into_data_stream().take_until(Box::pin(refused))))
    }
}

/// Refuses further sessions of a token that has many.
async fn check_sessions(headers: &HeaderMap, sessions: &LocalSessionManager) -> Result<(), Problem> {
    let opens = !headers.contains_key(SESSION_HEADER)
        && headers.get(VERSION_HEADER).is_none_or(|version| version.as_bytes() < STATELESS.as_bytes());
    if opens && sessions.sessions.read().await.len() >= MAX_SESSIONS {
        let detail = "the token has too many open MCP sessions; close some, or wait until idle ones end";
        let seconds = IDLE.as_secs();
        return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many-sessions", detail).retry_after(seconds));
    }
    Ok(())
}

async fn serve<S: ServerHandler + Clone + Sync>(State(mount): State<Arc<Mount<S>>>, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    match answer(&mount, &mut parts).await {
        Ok(AdmittedMessage { service, caller, form, credentials }) => {
            let body = match mount.gateway.bodies.read(caller.tenant.as_str(), body, BodyKind::Message).await {
                Ok(body) => body,
                Err(error) => return Problem::from(error).into_response(),
            };
            let id = accept::request_id(form, &body);
            let request = Request::from_parts(parts, Body::from(body));
            match answers::sent_answer(request).await {
                Ok((request, sent)) => {
                    let response = mount.while_admitted(handle(&service, request).await, credentials);
                    let response =
                        if form == AnswerForm::Json { accept::as_json(response, id).await } else { response };
                    // The SDK checks host, origin and session, so an answer that it refuses is not stored.
                    if let Some(sent) = sent.filter(|_| response.status().is_success()) {
                        answers::store_answer(&mount.gateway, &caller, sent).await;
                    }
                    response
                }
                Err(error) => Problem::from(BodyError::of(&error, mount.gateway.limits.body)).into_response(),
            }
        }
        Err(problem) => {
            let is_unauthenticated = problem.status() == StatusCode::UNAUTHORIZED;
            let mut response = problem.into_response();
            let challenge = HeaderValue::from_str(&metadata::challenge(&mount.config, &parts.headers));
            if let Ok(challenge) = challenge
                && is_unauthenticated
            {
                response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
            }
            response
        }
    }
}

/// Lets the SDK answer a request. It answers the end of a session with 202, which the official Python client reports as
/// a failure.
async fn handle<S: ServerHandler + Clone + Sync>(service: &Service<S>, request: Request) -> Response {
    let ends = request.method() == Method::DELETE;
    let mut response = service.handle(request).await.map(Body::new);
    if ends && response.status() == StatusCode::ACCEPTED {
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    response
}

/// A request that is answered.
struct AdmittedMessage<S> {
    /// The service that answers.
    service: Service<S>,
    caller: Caller,
    /// Form of the answer.
    form: AnswerForm,
    /// The header with the token.
    credentials: HeaderMap,
}

/// Checks a request.
async fn answer<S: ServerHandler + Clone + Sync>(
    mount: &Mount<S>,
    parts: &mut Parts,
) -> Result<AdmittedMessage<S>, Problem> {
    let caller = mount.caller(&mut parts.headers).await?;
    // Neither the SDK nor a tool needs the secret.
    let credentials = parts.headers.remove(header::AUTHORIZATION).map(|value| (header::AUTHORIZATION, value));
    let credentials = HeaderMap::from_iter(credentials);
    let span = tracing::Span::current();
    span.record("auspex.tenant", caller.tenant.as_str());
    let form = accept::negotiate(&parts.method, &mut parts.headers)?;
    mount.gateway.access.admit(&caller, &parts.extensions)?;
    // The SDK keeps the parts of a request for as long as its session.
    parts.extensions.remove::<RequestSlot>();
    let token = mount.service(&caller);
    check_sessions(&parts.headers, &token.sessions).await?;
    // A session runs in its own task, so the span travels with the request.
    parts.extensions.insert(span);
    parts.extensions.insert(caller.clone());
    Ok(AdmittedMessage { service: token.service, caller, form, credentials })
}

async fn describe<S: ServerHandler + Clone + Sync>(State(mount): State<Arc<Mount<S>>>, request: Request) -> Response {
    Json(metadata::document(&mount.config, request.headers())).into_response()
}
