//! `auspex mcp`: an MCP server on standard input and output, which passes every message on to a gateway. The SDK's two
//! transports do the work: lines on one side; sessions, event streams and their resumption on the other.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use rmcp::model::{ClientJsonRpcMessage, ErrorData, JsonRpcError, RequestId, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::streamable_http_client::{StreamableHttpClientTransport, StreamableHttpClientTransportConfig};
use rmcp::{RoleClient, RoleServer};
use secrecy::ExposeSecret;
use telemetry::http::ClientConfig;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::api_address::parse_url;
use crate::{Context, output};

/// Path of the MCP server at a gateway.
const PATH: &str = "/mcp";
/// Maximum time of one request. A tool waits at most ten minutes by default, and a user may take as long to confirm an
/// approval.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(3600);
/// Maximum time without a byte on an open stream; the gateway sends a comment every 15 s.
const READ_TIMEOUT: Duration = Duration::from_secs(60);

/// Maximum time to close the session after standard input has ended.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Command-line arguments of `auspex mcp`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// URL of the gateway, e.g. http://127.0.0.1:8088; by default that of the local fleet.
    #[arg(long, env = "AUSPEX_GATEWAY_URL", value_name = "URL")]
    url: Option<String>,
    /// File with the access token. By default the token is read from AUSPEX_TOKEN, or is that of the local
    /// fleet.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Access token; set the variable instead of the argument, which other users of the machine can see.
    #[arg(long, env = "AUSPEX_TOKEN", hide = true, hide_env_values = true)]
    token: Option<String>,
}

/// Passes messages on until standard input ends.
///
/// # Errors
/// No gateway is named, the token cannot be read, or the gateway ends the connection.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let local = context.api();
    let url = address(args.url.as_deref().or(context.gateway_url()))?;
    let token = match (&args.token_file, args.token) {
        (Some(file), _) => std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?,
        (None, Some(token)) => token,
        (None, None) if args.url.is_none() => local?.token()?.expose_secret().to_owned(),
        (None, None) => bail!("there is no token for {url}: set AUSPEX_TOKEN, or name a file with --token-file"),
    };
    let token = token.trim().to_owned();
    ensure!(
        !token.is_empty(),
        "the token is empty; `auspex token create NAME --scopes publish,read,review` creates one"
    );
    output::note(&format!("passing MCP messages on to {url}"));
    let (input, output) = (tokio::io::stdin(), tokio::io::stdout());
    bridge(AsyncRwTransport::new(input, output), connection(&url, token)?).await?;
    Ok(ExitCode::SUCCESS)
}

fn address(url: Option<&str>) -> anyhow::Result<String> {
    let Some(url) = url else {
        bail!("no gateway is known: start a fleet with `auspex up`, or set AUSPEX_URL or --url");
    };
    let url = url.trim_end_matches('/');
    parse_url("the address", url)?;
    Ok(if url.ends_with(PATH) { url.to_owned() } else { format!("{url}{PATH}") })
}

type Http = StreamableHttpClientTransport<reqwest::Client>;

fn connection(url: &str, token: String) -> anyhow::Result<Http> {
    let limits = ClientConfig { timeout: REQUEST_TIMEOUT, read_timeout: READ_TIMEOUT, ..ClientConfig::default() };
    let http = telemetry::http::client(limits).context("the HTTP client")?;
    let config = StreamableHttpClientTransportConfig::with_uri(url).auth_header(token);
    Ok(StreamableHttpClientTransport::with_client(http, config))
}

type Sending<'a> = FuturesUnordered<BoxFuture<'a, Option<ServerJsonRpcMessage>>>;

/// Passes messages between a client and a gateway. A request that the gateway refuses is answered with the reason.
async fn bridge<R, W>(mut client: AsyncRwTransport<RoleServer, R, W>, mut gateway: Http) -> anyhow::Result<()>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let mut sending = Sending::new();
    loop {
        let answer = tokio::select! {
            message = client.receive() => match message {
                Some(message) => {
                    sending.push(sent(message, &mut gateway));
                    continue;
                }
                None => break,
            },
            message = Transport::<RoleClient>::receive(&mut gateway) => match message {
                Some(message) => message,
                None => return refused(client, sending).await,
            },
            Some(refused) = sending.next() => match refused {
                Some(answer) => answer,
                None => continue,
            },
        };
        client.send(answer).await.context("standard output")?;
    }
    // A session that is closed needs no time to expire. Without a session the transport waits for one and does not end
    // by itself.
    let closing = Transport::<RoleClient>::close(&mut gateway);
    let _ = tokio::time::timeout(CLOSE_TIMEOUT, closing).await;
    Ok(())
}

/// Answers the requests that the gateway did not accept before it ended the connection.
async fn refused<R, W>(mut client: AsyncRwTransport<RoleServer, R, W>, mut sending: Sending<'_>) -> anyhow::Result<()>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    while let Some(answer) = sending.next().await {
        if let Some(answer) = answer {
            client.send(answer).await.context("standard output")?;
        }
    }
    bail!(
        "the gateway ended the connection; check its URL (AUSPEX_GATEWAY_URL) and the token (AUSPEX_TOKEN or --token-file): \
         `auspex token create NAME --scopes publish,read,review` creates one"
    )
}

/// Sends a message. Returns the answer to a request that could not be sent.
fn sent(message: ClientJsonRpcMessage, gateway: &mut Http) -> BoxFuture<'static, Option<ServerJsonRpcMessage>> {
    let request = request_id(&message);
    let sending = Transport::<RoleClient>::send(gateway, message);
    Box::pin(async move {
        let error = anyhow::Error::from(sending.await.err()?);
        output::print_error(&format!("the gateway refused a message: {error:#}"));
        let text = format!("the gateway refused the request: {error:#}");
        request
            .map(|id| ServerJsonRpcMessage::Error(JsonRpcError::new(Some(id), ErrorData::internal_error(text, None))))
    })
}

fn request_id(message: &ClientJsonRpcMessage) -> Option<RequestId> {
    match message {
        ClientJsonRpcMessage::Request(request) => Some(request.id.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_the_server_is_added_once() {
        for url in ["http://h:1", "http://h:1/", "http://h:1/mcp", "http://h:1/mcp/"] {
            assert_eq!(address(Some(url)).unwrap(), "http://h:1/mcp");
        }
        assert!(address(None).unwrap_err().to_string().contains("AUSPEX_URL"));
        assert!(address(Some("127.0.0.1:8088")).unwrap_err().to_string().contains("write it like https://"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_sends_nothing_ends_the_program() {
        let client = AsyncRwTransport::new(tokio::io::empty(), tokio::io::sink());
        let ended = bridge(client, connection("http://127.0.0.1:1/mcp", "t".to_owned()).unwrap());
        tokio::time::timeout(10 * CLOSE_TIMEOUT, ended).await.expect("the program ends").unwrap();
    }
}
