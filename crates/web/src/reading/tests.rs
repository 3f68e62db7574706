//! One wire test for both services: the documented reply and invalid answers.

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use domain::{FixedClock, Time};
use secrecy::SecretString;
use serde_json::json;

use super::*;
use crate::route::Route;
use coordination::SharedCoolDowns;

async fn serve(app: Router) -> Url {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = Url::parse(&format!("http://{}/", listener.local_addr().unwrap())).unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    url
}

/// Starts a server with a fixed answer.
async fn world(status: u16, body: impl Into<String>) -> Url {
    let body = body.into();
    serve(Router::new().fallback(move || {
        let answer = (StatusCode::from_u16(status).unwrap(), body.clone());
        async move { answer.into_response() }
    }))
    .await
}

fn cool_downs() -> Arc<dyn CoolDowns> {
    Arc::new(SharedCoolDowns::local(Arc::new(FixedClock::at(Time::UNIX_EPOCH))))
}

fn unstructured(url: Url, strategy: PdfStrategy) -> Unstructured {
    Unstructured::new(UnstructuredConfig { url, key: None, strategy }, &Route::Direct).unwrap()
}

fn wanted() -> Url {
    Url::parse("https://example.org/a?b=c").unwrap()
}

fn pdf() -> Page {
    let body = b"%PDF-1.7 words".to_vec();
    Page { url: wanted(), content_type: "application/pdf".to_owned(), hash: content_hash(&body), body }
}

#[tokio::test]
async fn the_documented_replies_become_markdown() {
    let jina = json!({"code": 200, "status": 20000, "data": {"title": "A title", "url": "https://example.org/a", "content": "Words.", "usage": {"tokens": 9}}});
    let text = "Title: A title\n\nURL Source: https://example.org/a\n\nMarkdown Content:\nWords.";
    for body in [jina.to_string(), text.to_owned()] {
        let readers =
            Readers::new(vec![Jina::local(world(200, body).await, &Route::Direct).unwrap()], None, cool_downs());
        let page = readers.by_address(&wanted()).await.unwrap();
        assert_eq!(page.body, b"# A title\n\nWords.");
        assert_eq!((page.url, page.content_type.as_str()), (wanted(), "text/markdown; charset=utf-8"));
    }
    let elements = json!([
        {"type": "Header", "text": "Page 1"}, {"type": "Title", "text": "A title"}, {"type": "NarrativeText", "text": "Words.", "metadata": {"page_number": 1}},
        {"type": "ListItem", "text": "one"}, {"type": "PageBreak", "text": ""},
    ]);
    let reader = unstructured(world(200, elements.to_string()).await, PdfStrategy::Fast);
    let page = Readers::new(Vec::new(), Some(reader), cool_downs()).by_content(pdf()).await;
    assert_eq!(page.body, b"## A title\n\nWords.\n\n- one");
}

#[tokio::test]
async fn the_requests_are_as_documented() {
    let app = Router::new().fallback(|request: Request| async move {
        let (authorization, key, path) = {
            let header =
                |name: &str| request.headers().get(name).and_then(|v| v.to_str().ok()).unwrap_or_default().to_owned();
            (header("authorization"), header("unstructured-api-key"), request.uri().to_string())
        };
        let body = axum::body::to_bytes(request.into_body(), 10_000).await.unwrap();
        let whole = String::from_utf8_lossy(&body);
        if path == "/general/v0/general"
            && key == "k"
            && whole.contains("name=\"files\"")
            && whole.contains("%PDF-1.7 words\r\n--")
        {
            return json!([{"type": "Title", "text": "yes"}]).to_string().into_response();
        }
        if path == "/https://example.org/a?b=c" && authorization == "Bearer k" {
            return json!({"code": 200, "data": {"content": "yes"}}).to_string().into_response();
        }
        StatusCode::INTERNAL_SERVER_ERROR.into_response()
    });
    let (base, key) = (serve(app).await, Some(SecretString::from("k".to_owned())));
    let jina = Jina::cloud(base.clone(), key.clone(), &Route::Direct).unwrap();
    let config = UnstructuredConfig { url: base, key, strategy: PdfStrategy::default() };
    let readers = Readers::new(vec![jina], Some(Unstructured::new(config, &Route::Direct).unwrap()), cool_downs());
    assert_eq!(readers.by_address(&wanted()).await.unwrap().body, b"yes");
    assert_eq!(readers.by_content(pdf()).await.body, b"## yes");
}

#[tokio::test]
async fn a_service_without_a_valid_answer_is_skipped() {
    let broken = [
        (429, String::new()),
        (403, "{}".to_owned()),
        (500, "oops".to_owned()),
        (200, String::new()),
        (200, "<html>captcha</html>".to_owned()),
        (200, "{\"code\": 200, \"data\": {\"content\": \"cut".to_owned()),
        (200, json!({"code": 422, "status": 42203, "data": null, "message": "Invalid URL"}).to_string()),
        (200, json!({"code": 200, "data": {"content": "", "title": "x"}}).to_string()),
        (200, json!({"code": 200, "data": {"content": "Not found", "warning": "Target URL returned error 404: Not Found"}}).to_string()),
        (404, "{}".to_owned()),
    ];
    for (status, body) in broken {
        let base = world(status, body.clone()).await;
        let unstructured = unstructured(base.clone(), PdfStrategy::default());
        let readers = Readers::new(vec![Jina::local(base, &Route::Direct).unwrap()], Some(unstructured), cool_downs());
        assert!(readers.by_address(&wanted()).await.is_none(), "{status} {body}");
        assert_eq!(readers.by_content(pdf()).await, pdf(), "{status} {body}");
    }
}

#[tokio::test]
async fn the_second_service_is_called_during_the_cool_down_of_the_first() {
    let first = Jina::local(world(429, "").await, &Route::Direct).unwrap();
    let second =
        Jina::cloud(world(200, json!({"data": {"content": "words"}}).to_string()).await, None, &Route::Direct).unwrap();
    let readers = Readers::new(vec![first, second], None, cool_downs());
    assert_eq!(readers.by_address(&wanted()).await.unwrap().body, b"words");
    assert!(readers.cool_downs.cooling("read:jina (local)").await.is_some());
    assert!(readers.cool_downs.cooling("read:jina").await.is_none());
    let html = Page { body: b"<p>".to_vec(), ..pdf() };
    assert_eq!(readers.by_content(html.clone()).await, html);
}

/// Starts an Unstructured API that finds `text` with `fast` and answers `hi_res` with this status. Returns its address
/// and the strategies of the requests.
async fn scanner(text: &'static str, status: u16) -> (Url, Arc<std::sync::Mutex<Vec<String>>>) {
    let strategies = Arc::new(std::sync::Mutex::new(Vec::new()));
    let asked = Arc::clone(&strategies);
    let app = Router::new().fallback(move |request: Request| {
        let asked = Arc::clone(&asked);
        async move {
            let body = axum::body::to_bytes(request.into_body(), 10_000).await.unwrap();
            let form = String::from_utf8_lossy(&body).into_owned();
            let strategy =
                form.split("name=\"strategy\"\r\n\r\n").nth(1).unwrap().split("\r\n").next().unwrap().to_owned();
            asked.lock().unwrap().push(strategy.clone());
            let element = |text: &str| {
                json!([{"type": "NarrativeText", "text": text, "metadata": {"page_number": 2}}]).to_string()
            };
            match strategy.as_str() {
                "fast" => element(text).into_response(),
                _ => (StatusCode::from_u16(status).unwrap(), element("Recognised words.")).into_response(),
            }
        }
    });
    (serve(app).await, strategies)
}

#[tokio::test]
async fn a_scan_is_recognised_and_a_file_with_text_is_not() {
    const TEXT: &str = "A page with words, as many as the first and the second page of an ordinary report have, which no scan has of itself alone.";
    let read = async |text, status, strategy| {
        let (base, strategies) = scanner(text, status).await;
        let page = Readers::new(Vec::new(), Some(unstructured(base, strategy)), cool_downs()).by_content(pdf()).await;
        let strategies = strategies.lock().unwrap().join(" ");
        (String::from_utf8_lossy(&page.body).into_owned(), strategies)
    };
    let of = |text: &str, strategies: &str| (text.to_owned(), strategies.to_owned());
    let recognised = "Recognised words.";
    assert_eq!(read(TEXT, 200, PdfStrategy::Auto).await, of(TEXT, "fast"));
    assert_eq!(read("Stamp 7", 200, PdfStrategy::Auto).await, of(recognised, "fast hi_res"));
    assert_eq!(read("", 200, PdfStrategy::Auto).await, of(recognised, "fast hi_res"));
    assert_eq!(read("Stamp 7", 500, PdfStrategy::Auto).await, of("Stamp 7", "fast hi_res"));
    assert_eq!(
        read("", 500, PdfStrategy::Auto).await,
        of("%PDF-1.7 words", "fast hi_res"),
        "our own extractor reads it"
    );
    assert_eq!(read("Stamp 7", 200, PdfStrategy::Fast).await, of("Stamp 7", "fast"));
    assert_eq!(read(TEXT, 200, PdfStrategy::HiRes).await, of(recognised, "hi_res"));
    assert_eq!(read(TEXT, 200, PdfStrategy::OcrOnly).await, of(recognised, "ocr_only"));
}
