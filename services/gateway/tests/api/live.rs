//! Live pages: what a stream sends first, what it sends later, its resumption at another replica, its places, and the
//! reasons of its end.

use std::collections::BTreeMap;
use std::time::Duration;

use domain::access::{AccessScope, AccessToken};
use gateway::config::RequestLimits;
use reqwest::{Response, StatusCode};
use serde_json::Value;

use crate::console::{Browser, acme};
use crate::support::{ALL, Api, start};
use crate::world::{MARKER, pending_result, write};

/// Maximum time until a message arrives.
const PATIENCE: Duration = Duration::from_secs(60);

/// A message of a stream.
#[derive(Debug, Clone, Default, PartialEq)]
struct Message {
    event: String,
    id: String,
    data: String,
}

/// What an open page knows.
struct Page {
    answer: Response,
    buffer: String,
    /// Id of the last state.
    id: String,
    /// Ids of the rows in the last picture.
    rows: Vec<String>,
    /// The newest markup of each element.
    parts: BTreeMap<String, String>,
    /// Every place for which markup was received, in order.
    received: Vec<String>,
}

impl Page {
    async fn open(browser: &Browser, query: &str, after: Option<&str>) -> Self {
        let request = browser.request(&format!("/console/live?{query}"));
        let request = after.into_iter().fold(request, |request, id| request.header("last-event-id", id));
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), 200, "{query}");
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        assert_eq!(answer.headers()["x-accel-buffering"], "no");
        let (rows, parts) = (Vec::new(), BTreeMap::new());
        Self { answer, buffer: String::new(), id: String::new(), rows, parts, received: Vec::new() }
    }

    /// Returns the next message; `None` at the end of the stream.
    async fn next(&mut self) -> Option<Message> {
        loop {
            if let Some((block, rest)) = self.buffer.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.buffer = rest;
                return Some(self.read(&block));
            }
            let chunk = tokio::time::timeout(PATIENCE, self.answer.chunk()).await.expect("a message").ok()??;
            self.buffer.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }

    fn read(&mut self, block: &str) -> Message {
        let mut message = Message::default();
        for line in block.lines() {
            let (field, value) = line.split_once(": ").unwrap_or((line.trim_end_matches(':'), ""));
            match field {
                "event" => message.event = value.to_owned(),
                "id" => message.id = value.to_owned(),
                "data" => message.data += value,
                other => panic!("{other}: {block}"),
            }
        }
        if message.event == "rows" {
            let rows: Value = serde_json::from_str(&message.data).unwrap();
            self.rows = rows["ids"].as_array().unwrap().iter().map(|id| id.as_str().unwrap().to_owned()).collect();
        }
        if !message.id.is_empty() {
            self.id.clone_from(&message.id);
            for part in message.data.split("<hx-partial hx-target=\"#").skip(1) {
                let (place, rest) = part.split_once('"').unwrap();
                let markup = rest.split_once('>').unwrap().1.split("</hx-partial>").next().unwrap();
                self.received.push(place.to_owned());
                self.parts.insert(place.to_owned(), markup.to_owned());
            }
        }
        message
    }

    /// Reads until a message has this name.
    async fn until(&mut self, event: &str) -> Message {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("the stream ended before {event}"));
            if message.event == event {
                return message;
            }
        }
    }

    /// Reads until a picture has a number of rows, and the state with them.
    async fn until_rows(&mut self, count: usize) {
        while self.rows.len() != count {
            self.until("rows").await;
        }
        self.until("").await;
    }
}

async fn runs(api: &Api, count: usize) {
    for number in 0..count {
        write(&api.store, &acme(), number).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_receives_what_changes_and_a_heartbeat() {
    let api = start(RequestLimits::default()).await;
    runs(&api, 2).await;
    let browser = Browser::signed_in(&api, &[AccessScope::Read]).await;
    let mut page = Page::open(&browser, "view=runs", None).await;
    page.until_rows(2).await;
    assert!(page.parts["runs-lede"].contains("2 runs are in progress"), "{:?}", page.parts["runs-lede"]);
    assert!(page.rows.iter().all(|run| page.parts[&format!("run-{run}")].contains(MARKER)));
    let beat = page.until("beat").await;
    assert!(beat.data.ends_with('Z') && beat.id.is_empty(), "{beat:?}");

    page.received.clear();
    let new = write(&api.store, &acme(), 2).await.run.to_string();
    page.until_rows(3).await;
    assert!(page.rows.contains(&new) && page.received.contains(&format!("run-{new}")), "{:?}", page.received);
    let repeated = page.received.iter().filter(|place| place.starts_with("run-")).count();
    assert_eq!(repeated, 1, "rows that have not changed are not sent again: {:?}", page.received);

    while !page.parts["runs-lede"].contains("3 runs") {
        page.until("").await;
    }

    // The page of a browser has the state already.
    let (_, html) = browser.page("/console/runs").await;
    let address = html.split("hx-sse:connect=\"/console/live?").nth(1).unwrap().split('"').next().unwrap();
    let mut fresh = Page::open(&browser, &address.replace("&amp;", "&"), None).await;
    assert_eq!(fresh.next().await.unwrap().event, "beat", "nothing is sent twice");
    assert!(fresh.received.is_empty());
}

/// A replica is killed under an open page: the browser connects to another one with the id of its last state.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_resumes_at_another_replica_loses_and_doubles_no_row() {
    let api = start(RequestLimits::default()).await;
    runs(&api, 3).await;
    let browser = Browser::signed_in(&api, &ALL).await;
    let mut page = Page::open(&browser, "view=runs", None).await;
    page.until_rows(3).await;
    let (id, rows) = (page.id.clone(), page.rows.clone());
    drop(page);

    let other = browser.at(&api.replica().await);
    let mut same = Page::open(&other, "view=runs", Some(&id)).await;
    assert_eq!(same.next().await.unwrap().event, "beat", "the other replica computes the same id");
    drop(same);
    for number in 3..5 {
        write(&api.store, &acme(), number).await;
    }
    let mut resumed = Page::open(&other, "view=runs", Some(&id)).await;
    resumed.until_rows(5).await;
    assert!(rows.iter().all(|run| resumed.rows.contains(run)), "no row is lost");
    let mut unique = resumed.rows.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), 5, "no row is doubled: {:?}", resumed.rows);
    let listed: Value = api.get("/v1/runs", &api.token("acme", &ALL).await).await.json().await.unwrap();
    let listed: Vec<&str> =
        listed["items"].as_array().unwrap().iter().map(|run| run["run"].as_str().unwrap()).collect();
    assert_eq!(resumed.rows, listed, "the rows are those of the list, in its order");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_has_four_streams_and_the_oldest_gives_way() {
    let api = start(RequestLimits::default()).await;
    let browser = Browser::signed_in(&api, &ALL).await;
    let mut pages = Vec::new();
    for _ in 0..4 {
        let mut page = Page::open(&browser, "view=runs", None).await;
        page.until("beat").await;
        pages.push(page);
    }
    let mut fifth = Page::open(&browser, "view=reviews", None).await;
    fifth.until("beat").await;
    assert_eq!(pages[0].until("elsewhere").await.data, "4");
    assert_eq!(pages[0].next().await, None, "its stream ends");
    pages[1].until("beat").await;
    let mut other = Page::open(&Browser::signed_in(&api, &ALL).await, "view=runs", None).await;
    other.until("beat").await;
    pages[1].until("beat").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_ends_with_its_session_and_says_so() {
    let limits = RequestLimits { token_age: Duration::from_millis(200), ..RequestLimits::default() };
    let api = start(limits).await;
    let token = api.token("acme", &ALL).await;
    let browser = Browser::sign_in(&api, &token).await;
    let mut page = Page::open(&browser, "view=runs", None).await;
    page.until("beat").await;
    let id = AccessToken::parse(&token).unwrap().id();
    assert!(api.store.tokens().revoke(id, domain::testing::when()).await.unwrap());
    page.until("gone").await;
    assert_eq!(page.next().await, None);
    let again = browser.request("/console/live?view=runs").send().await.unwrap();
    assert_eq!(again.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_view_needs_its_scope_and_shows_one_tenant() {
    let api = start(RequestLimits::default()).await;
    let world = write(&api.store, &acme(), 0).await;
    let reader = Browser::signed_in(&api, &[AccessScope::Read]).await;
    let publisher = Browser::signed_in(&api, &[AccessScope::Publish]).await;
    let (run, redrive) = (format!("view=run&run={}", world.run), format!("view=redrive&redrive={}", world.redrive));
    let status = async |browser: &Browser, query: &str| {
        browser.request(&format!("/console/live?{query}")).send().await.unwrap().status().as_u16()
    };
    for view in ["view=runs", "view=reviews", &run, &redrive] {
        assert_eq!((status(&reader, view).await, status(&publisher, view).await), (200, 403), "{view}");
    }
    assert_eq!(status(&reader, "view=now").await, 403);
    for wrong in ["", "view=secrets", "view=runs&state=wrong"] {
        assert_eq!(status(&reader, wrong).await, 422, "{wrong}");
    }
    let token = api.token("other", &ALL).await;
    let stranger = Browser::sign_in(&api, &token).await;
    assert_eq!((status(&stranger, &run).await, status(&stranger, &redrive).await), (404, 404));
    let mut page = Page::open(&stranger, "view=runs", None).await;
    page.until_rows(0).await;
    assert!(page.parts.values().all(|part| !part.contains(MARKER)));
    let nobody = reader.without_cookie();
    assert_eq!(status(&nobody, "view=runs").await, 401);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_queue_shows_who_has_opened_a_result_and_drafts_are_kept_per_person() {
    let api = start(RequestLimits::default()).await;
    let (result, _) = pending_result(&api.store, &acme(), 0).await;
    let scopes = [AccessScope::Read, AccessScope::Review];
    let (ana, bo) = (Browser::signed_in(&api, &scopes).await, Browser::signed_in(&api, &scopes).await);
    let mut page = Page::open(&bo, "view=reviews", None).await;
    page.until("").await;
    let place = format!("waits-{result}");
    assert!(!page.parts[&place].contains("opened"), "{}", page.parts[&place]);
    let path = format!("/console/reviews/{result}");
    let (_, first) = ana.page(&path).await;
    assert!(!first.contains("opened this"), "nobody else has opened it");
    while !page.parts[&place].contains("opened ") {
        page.next().await.expect("the stream is open");
    }
    let (_, second) = bo.page(&path).await;
    assert!(second.contains("opened this") && second.contains("The first decision counts"), "{second}");

    let typed =
        [("act", "save"), ("version", "1"), ("d/subject", "typed by Ana"), ("n/notes", "1"), ("reason", "so far")];
    assert_eq!(ana.post(&path, &typed).await.status(), 204);
    let (_, own) = ana.page(&path).await;
    assert!(own.contains("typed by Ana") && own.contains("so far") && own.contains("Your draft"), "{own}");
    let (_, others) = bo.page(&path).await;
    assert!(!others.contains("typed by Ana") && !others.contains("Your draft"), "{others}");
    let reader = Browser::signed_in(&api, &[AccessScope::Read]).await;
    assert_eq!(reader.post(&path, &typed).await.status(), 403);
    assert_eq!(ana.post(&path, &[("act", "discard")]).await.status(), 303);
    assert!(!ana.page(&path).await.1.contains("typed by Ana"));

    assert_eq!(ana.post(&path, &typed).await.status(), 204);
    let rejected = bo.post(&path, &[("act", "reject"), ("version", "1"), ("reason", "no")]).await;
    assert_eq!(rejected.status(), 303);
    assert_eq!(ana.post(&path, &typed).await.status(), 409, "a decided result has no draft");
}
