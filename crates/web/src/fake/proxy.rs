//! A forward proxy on loopback that answers instead of the web and records every request, for tests of all that leaves
//! a process.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use url::Url;

use crate::route::{ForwardProxy, Route};

/// Maximum size of a request, head and body, in bytes.
const MAX_REQUEST_BYTES: usize = 4 * 1024 * 1024;
/// Time until an endless answer is cut.
const ENDLESS: Duration = Duration::from_secs(60);

/// A request as the proxy received it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// Method; `CONNECT` for HTTPS.
    pub method: String,
    /// The target of the request line: an absolute URL, or `host:port` of a `CONNECT`.
    pub target: String,
    /// Header lines without the request line.
    pub headers: String,
    /// The body; empty for a `CONNECT`.
    pub body: String,
}

/// An answer of the web behind the proxy.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// Status code of the response.
    pub status: u16,
    /// Header lines, each with its line end.
    pub headers: String,
    /// Bytes of the body.
    pub body: Vec<u8>,
    /// Repeats the body until the client leaves.
    pub is_endless: bool,
}

impl Answer {
    /// Returns an answer with status 200.
    pub fn ok(content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, headers: format!("content-type: {content_type}\r\n"), body: body.into(), is_endless: false }
    }

    /// Returns an answer without a body.
    pub fn status(status: u16) -> Self {
        Self { status, ..Self::default() }
    }

    /// Returns a redirect.
    pub fn redirect(to: &str) -> Self {
        Self { headers: format!("location: {to}\r\n"), ..Self::status(302) }
    }
}

/// The proxy. It serves until the runtime ends.
pub struct RecordingProxy {
    url: Url,
    sent: Arc<Mutex<Vec<Sent>>>,
}

impl RecordingProxy {
    /// Starts a proxy whose web is `answer`. A `CONNECT` is recorded and refused.
    ///
    /// # Panics
    /// If loopback has no free port.
    pub async fn start(answer: impl Fn(&Sent) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("loopback has a free port");
        let address = listener.local_addr().expect("a bound listener has an address");
        let sent = Arc::new(Mutex::new(Vec::new()));
        let (answer, record) = (Arc::new(answer), Arc::clone(&sent));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (answer, record) = (Arc::clone(&answer), Arc::clone(&record));
                tokio::spawn(async move {
                    // A client that leaves early ends only its own exchange.
                    let _ = exchange(stream, &*answer, &record).await;
                });
            }
        });
        Self { url: Url::parse(&format!("http://{address}")).expect("an address of a socket"), sent }
    }

    /// Returns the address of the proxy.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// Returns the route through the proxy.
    ///
    /// # Panics
    /// Never: the proxy's own address is valid.
    pub fn route(&self) -> Route {
        Route::Proxy(self.url.as_str().parse::<ForwardProxy>().expect("an address of a socket"))
    }

    /// Returns all requests so far and forgets them.
    pub fn take(&self) -> Vec<Sent> {
        std::mem::take(&mut *self.sent.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

async fn exchange(
    mut stream: TcpStream,
    answer: &(dyn Fn(&Sent) -> Answer + Send + Sync),
    record: &Mutex<Vec<Sent>>,
) -> std::io::Result<()> {
    let Some(sent) = receive(&mut stream).await? else { return Ok(()) };
    record.lock().unwrap_or_else(PoisonError::into_inner).push(sent.clone());
    let answer = if sent.method == "CONNECT" { Answer::status(403) } else { answer(&sent) };
    let length = match answer.is_endless {
        true => String::new(),
        false => format!("content-length: {}\r\n", answer.body.len()),
    };
    let head = format!("HTTP/1.1 {} X\r\n{}{length}connection: close\r\n\r\n", answer.status, answer.headers);
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(&answer.body).await?;
    let endless = async {
        if answer.is_endless {
            loop {
                stream.write_all(&answer.body).await?;
            }
        }
        stream.shutdown().await
    };
    tokio::time::timeout(ENDLESS, endless).await.unwrap_or(Ok(()))
}

async fn receive(stream: &mut TcpStream) -> std::io::Result<Option<Sent>> {
    let mut bytes = Vec::new();
    let mut piece = [0; 8192];
    loop {
        if let Some(sent) = parse(&bytes) {
            return Ok(Some(sent));
        }
        let read = stream.read(&mut piece).await?;
        if read == 0 || bytes.len() > MAX_REQUEST_BYTES {
            return Ok(None);
        }
        bytes.extend_from_slice(&piece[..read]);
    }
}

/// Parses a request once it is complete.
fn parse(bytes: &[u8]) -> Option<Sent> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let (line, headers) = head.split_once("\r\n").unwrap_or((&head, ""));
    let (method, rest) = line.split_once(' ')?;
    let target = rest.rsplit_once(' ').map_or(rest, |(target, _version)| target);
    let length = headers.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    let body = bytes.get(end + 4..end + 4 + length.unwrap_or(0))?;
    Some(Sent {
        method: method.to_owned(),
        target: target.to_owned(),
        headers: headers.to_owned(),
        body: String::from_utf8_lossy(body).into_owned(),
    })
}
