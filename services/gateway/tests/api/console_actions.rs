//! Decisions, redrives and counts in the console.

use domain::JobId;
use domain::access::AccessScope;
use operations::event_list::EventQuery;
use serde_json::Value;
use store::Reviews as _;

use crate::console::{Browser, PAGES, acme, location, of_world, world};
use crate::support::ALL;
use crate::world::{MARKER, four_eyes_result, pending_result, write};

/// Returns the version and the digest in the form of a page.
fn shown(page: &str) -> (String, String) {
    let value = |name: &str| {
        let rest = page.split(&format!("name=\"{name}\" value=\"")).nth(1).unwrap_or_default();
        rest.split('"').next().unwrap_or_default().to_owned()
    };
    (value("version"), value("digest"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_is_checked_edited_and_approved() {
    let (api, _) = world().await;
    let (result, session) = pending_result(&api.store, &acme(), 5).await;
    let browser = Browser::signed_in(&api, &ALL).await;
    let path = format!("/console/reviews/{result}");
    let (_, page) = browser.page(&path).await;
    let (version, digest) = shown(&page);
    let sent = |act: &'static str, note: &'static str| {
        vec![
            ("act", act),
            ("version", version.as_str()),
            ("digest", digest.as_str()),
            ("reason", "checked"),
            ("d/subject", "ACME"),
            ("n/notes", "1"),
            ("d/notes/0", note),
        ]
    };
    let preview = browser.post(&path, &sent("preview", "edited <b>")).await.text().await.unwrap();
    assert!(
        preview.contains("(note.add :text &quot;edited &lt;b&gt;&quot;)")
            && preview.contains("edited; the model wrote"),
        "{preview}"
    );
    assert_eq!(api.store.reviews().session(&acme(), session).await.unwrap().version, 1, "a check stores nothing");

    let added = browser.post(&path, &sent("add:/notes", "kept")).await.text().await.unwrap();
    assert!(added.contains("name=\"d/notes/1\"") && added.contains("kept"), "{added}");
    let mut empty = sent("approve", "x");
    empty.iter_mut().filter(|(name, _)| *name == "d/subject").for_each(|(_, value)| *value = "");
    let invalid = browser.post(&path, &empty).await;
    assert_eq!(invalid.status(), 422);
    assert!(invalid.text().await.unwrap().contains("class=\"problem\""), "the violation is beside its field");
    let unreasoned = browser.post(&path, &[("act", "reject"), ("version", &version), ("reason", " ")]).await;
    assert!(unreasoned.status() == 422 && unreasoned.text().await.unwrap().contains("a rejection needs one"));

    let approved = browser.post(&path, &sent("approve", "edited")).await;
    assert_eq!(location(&approved), format!("/console/reviews?decided={result}"));
    let stored = api.store.reviews().show(&acme(), result).await.unwrap().unwrap();
    assert_eq!(stored.data()["notes"][0], "edited");
    assert_eq!(stored.verbs(), ["(note.add :text \"edited\")"]);
    let (_, next) = browser.page(&location(&approved)).await;
    assert!(next.contains("This is final"), "the next result opens, with what was decided: {next}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_decision_about_another_version_loses_no_typed_text() {
    let (api, _) = world().await;
    let (result, _) = pending_result(&api.store, &acme(), 6).await;
    let (first, second) = (Browser::signed_in(&api, &ALL).await, Browser::signed_in(&api, &ALL).await);
    let path = format!("/console/reviews/{result}");
    let (version, digest) = shown(&first.page(&path).await.1);
    let rejected =
        second.post(&path, &[("act", "reject"), ("version", &version), ("reason", "the wrong company")]).await;
    assert_eq!(rejected.status(), 303);
    let typed = [
        ("act", "approve"),
        ("version", version.as_str()),
        ("digest", digest.as_str()),
        ("reason", "I have checked it for an hour"),
        ("d/subject", "A long text of mine"),
        ("n/notes", "1"),
        ("d/notes/0", "Another one"),
    ];
    let refused = first.post(&path, &typed).await;
    assert_eq!(refused.status(), 412);
    let page = refused.text().await.unwrap();
    for kept in [
        "A long text of mine",
        "Another one",
        "Somebody else has decided",
        "the wrong company",
        "I have checked it for an hour",
    ] {
        assert!(page.contains(kept), "{kept}: {page}");
    }

    first.post("/console/sign-out", &[]).await;
    let signed_out = first.post(&path, &typed).await;
    assert_eq!(signed_out.status(), 401);
    let page = signed_out.text().await.unwrap();
    assert!(page.contains("A long text of mine") && page.contains("I have checked it for an hour"), "{page}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_counts_as_its_token_where_two_people_are_needed() {
    let (api, _) = world().await;
    let token = api.token("acme", &ALL).await;
    let body = serde_json::json!({ "params": { "client_name": "ACME" } });
    let accepted: Value = api.post("/v1/macros/client-discovery/executions", &token, &body).await.json().await.unwrap();
    let job: JobId = accepted["job"].as_str().unwrap_or_else(|| panic!("{accepted}")).parse().unwrap();
    let result = four_eyes_result(&api.store, &acme(), job).await;
    let requester = Browser::sign_in(&api, &token).await;
    let path = format!("/console/reviews/{result}");
    let (version, digest) = shown(&requester.page(&path).await.1);
    let fields = [("act", "approve"), ("version", version.as_str()), ("digest", digest.as_str())];
    assert_eq!(requester.post(&path, &fields).await.status(), 403, "the requester may not approve");
    let other = Browser::signed_in(&api, &ALL).await;
    assert_eq!(other.post(&path, &fields).await.status(), 303);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dead_letter_and_a_group_are_redriven() {
    let (api, world) = world().await;
    for number in 1..4 {
        write(&api.store, &acme(), number).await;
    }
    let browser = Browser::signed_in(&api, &ALL).await;
    let (_, page) = browser.page("/console/dead-letters").await;
    assert!(page.contains("4</a>") || page.contains("4 messages"), "{page}");
    let one = browser.post(&format!("/console/dead-letters/{}/redrive", world.dead_letter), &[]).await;
    assert_eq!(location(&one), format!("/console/dead-letters/{}?redriven=1", world.dead_letter));
    let letter = domain::testing::dead_letter();
    let fields = [
        ("consumer", letter.consumer.as_str()),
        ("class", "rejected"),
        ("reason", MARKER),
        ("per_second", "20"),
        ("confirm", "3"),
    ];
    let group = browser.post("/console/redrives", &fields).await;
    assert!(location(&group).starts_with("/console/redrives/"), "{}", location(&group));
    let (_, page) = browser.page(&location(&group)).await;
    assert!(page.contains('3') && page.contains("letters"), "{page}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn marked_letters_are_redriven_or_dropped_and_the_list_says_how_many() {
    let (api, world) = world().await;
    let other = write(&api.store, &acme(), 1).await;
    let third = write(&api.store, &acme(), 2).await;
    let browser = Browser::signed_in(&api, &ALL).await;
    let mark = |letter: JobId| format!("letter/{letter}");
    let (first, second) = (mark(world.dead_letter), mark(other.dead_letter));
    let back = ("back", "/console/dead-letters/list?open=true");
    let nothing = browser.post("/console/dead-letters/marked", &[("act", "redrive"), back]).await;
    assert_eq!(nothing.status(), 422);
    let fields = [("act", "redrive"), (first.as_str(), "1"), (second.as_str(), "1"), back];
    let redriven = browser.post("/console/dead-letters/marked", &fields).await;
    assert_eq!(location(&redriven), "/console/dead-letters/list?open=true&done=2&of=2&act=redrive");
    let (_, page) = browser.page(&location(&redriven)).await;
    assert!(page.contains("2 letters are redriven.") && page.contains(&mark(third.dead_letter)), "{page}");
    assert!(!page.contains(&first), "{page}");
    // One was redriven before, so it cannot be dropped; an address of another page is not followed.
    let third = mark(third.dead_letter);
    let fields = [("act", "drop"), (third.as_str(), "1"), (first.as_str(), "1"), ("back", "https://evil.example/")];
    let dropped = browser.post("/console/dead-letters/marked", &fields).await;
    assert_eq!(location(&dropped), "/console/dead-letters/list?&done=1&of=2&act=drop");
    let (_, page) = browser.page(&location(&dropped)).await;
    assert!(page.contains("1 of 2 letters are dropped") && !page.contains("type=\"checkbox\""), "{page}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_events_of_a_webhook_are_sent_again_from_its_page() {
    let (api, world) = world().await;
    let browser = Browser::signed_in(&api, &ALL).await;
    let path = format!("/console/webhooks/{}", world.webhook);
    let (_, setup) = browser.page("/console/setup").await;
    assert!(setup.contains(&format!("href=\"{path}\"")), "{setup}");
    let (status, page) = browser.page(&path).await;
    assert!(status == 200 && page.contains("This receiver is"), "{page}");
    let replay = format!("{path}/replay");
    assert_eq!(browser.post(&replay, &[("from", "yesterday")]).await.status(), 422);
    assert_eq!(browser.post(&replay, &[]).await.status(), 422);
    let sent = browser.post(&replay, &[("from", "2026-01-01"), ("until", "")]).await;
    assert!(location(&sent).starts_with(&format!("{path}?sent=")), "{}", location(&sent));
    let (_, page) = browser.page(&location(&sent)).await;
    assert!(page.contains("sent again."), "{page}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_number_of_a_selection_is_that_of_its_rows() {
    let (api, _) = world().await;
    // A tenant has at most 20 webhook endpoints.
    for number in 1..19 {
        write(&api.store, &acme(), number).await;
    }
    let token = api.token("acme", &ALL).await;
    let caller = operations::Caller {
        token: domain::access::AccessToken::parse(&token).unwrap().id(),
        name: String::new(),
        tenant: acme(),
        scopes: ALL.to_vec(),
    };
    let rows = async |path: &str| {
        let (mut rows, mut cursor) = (0, String::new());
        loop {
            let page: Value = api.get(&format!("{path}limit=7{cursor}"), &token).await.json().await.unwrap();
            rows += page["items"].as_array().unwrap_or_else(|| panic!("{path}: {page}")).len() as u64;
            match page["next"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return rows,
            }
        }
    };
    let cx = api.gateway.of(&caller);
    for state in [None, Some("open"), Some("forecast"), Some("review"), Some("ended")] {
        let query = operations::runs::RunQuery { state: state.map(str::to_owned), ..Default::default() };
        let path = state.map_or_else(|| "/v1/runs?".to_owned(), |state| format!("/v1/runs?state={state}&"));
        assert_eq!(operations::runs::count(cx, &query).await.unwrap(), rows(&path).await, "{path}");
    }
    for (kind, state) in [
        (None, None),
        (Some("question"), None),
        (None, Some("dead")),
        (None, Some("answered")),
        (Some("question"), Some("open")),
    ] {
        let query = EventQuery { kind: kind.map(str::to_owned), state: state.map(str::to_owned), ..Default::default() };
        let mut path = "/v1/events?".to_owned();
        [("kind", kind), ("state", state)]
            .iter()
            .filter_map(|(name, value)| Some((name, (*value)?)))
            .for_each(|(name, value)| path.push_str(&format!("{name}={value}&")));
        assert_eq!(operations::event_list::count(cx, &query).await.unwrap(), rows(&path).await, "{path}");
        let values = operations::event_list::values(cx, &query).await.unwrap();
        assert_eq!(values.states.len(), 3, "{values:?}");
        for one in &values.kinds {
            let with = EventQuery { kind: Some(one.value.clone()), ..query.clone() };
            assert_eq!(operations::event_list::count(cx, &with).await.unwrap(), one.count, "{with:?}");
        }
        for one in &values.states {
            let with = EventQuery { state: Some(one.value.clone()), ..query.clone() };
            assert_eq!(operations::event_list::count(cx, &with).await.unwrap(), one.count, "{with:?}");
        }
    }
    for (consumer, open) in [(None, false), (None, true), (Some("researcher"), true), (Some("none"), false)] {
        let query = operations::dead_letter_groups::DeadLetterQuery {
            consumer: consumer.map(str::to_owned),
            open,
            ..Default::default()
        };
        let consumer = consumer.map(|consumer| format!("consumer={consumer}&")).unwrap_or_default();
        let path = format!("/v1/dead-letters?{consumer}open={open}&");
        assert_eq!(operations::dead_letter_groups::count(cx, &query).await.unwrap(), rows(&path).await, "{path}");
    }
}

/// Routes that need no session: they open and end sessions, keep colours, and receive reports of browsers.
const OPEN: [&str; 5] =
    ["gate::SIGN_IN", "/console/sign-in/issuer", "/console/sign-out", "/console/theme", "policy::PATH"];

/// Returns the paths of the routes that change something, or the names of their constants, as the router has them.
fn actions_of_the_console() -> Vec<String> {
    let router = include_str!("../../src/console/mod.rs");
    let routes = router.split(".route(").skip(1).filter(|route| route.contains("post("));
    let path = |route: &str| route.split(',').next().unwrap().trim().trim_matches('"').to_owned();
    let paths: Vec<String> = routes.map(path).filter(|path| !OPEN.contains(&path.as_str())).collect();
    assert!(paths.len() >= 7, "{paths:?}");
    paths
}

/// Returns `true` if a path is one of the route's.
fn fits(route: &str, path: &str) -> bool {
    let (route, path): (Vec<&str>, Vec<&str>) = (route.split('/').collect(), path.split('/').collect());
    route.len() == path.len() && route.iter().zip(&path).all(|(part, text)| part.starts_with('{') || part == text)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_action_requires_its_scope() {
    let (api, world) = world().await;
    let (result, session) = pending_result(&api.store, &acme(), 7).await;
    let reader = Browser::signed_in(&api, &[AccessScope::Read]).await;
    let review = |act: &'static str| vec![("act", act), ("version", "1"), ("reason", "no")];
    let mark = format!("letter/{}", world.dead_letter);
    let actions: [(String, Vec<(&str, &str)>); 18] = [
        (format!("/console/runs/{}/cancel", world.run), vec![("forecast", "false")]),
        (format!("/console/runs/{}/outcome", world.run), vec![("outcome", "1")]),
        (format!("/console/runs/{}/outcome/withdraw", world.run), vec![("because", "a mistake")]),
        (format!("/console/reviews/{result}"), review("approve")),
        (format!("/console/reviews/{result}"), review("reject")),
        (format!("/console/reviews/{result}"), review("execute")),
        (format!("/console/reviews/{result}"), review("save")),
        (format!("/console/reviews/{result}"), review("discard")),
        (format!("/console/dead-letters/{}/redrive", world.dead_letter), vec![]),
        (format!("/console/dead-letters/{}/drop", world.dead_letter), vec![]),
        ("/console/dead-letters/marked".to_owned(), vec![("act", "redrive"), (&mark, "1")]),
        ("/console/dead-letters/marked".to_owned(), vec![("act", "drop"), (&mark, "1")]),
        ("/console/redrives".to_owned(), vec![("class", "rejected"), ("per_second", "9"), ("confirm", "1")]),
        (format!("/console/redrives/{}/pause", world.redrive), vec![]),
        (format!("/console/redrives/{}/resume", world.redrive), vec![]),
        (format!("/console/redrives/{}/cancel", world.redrive), vec![]),
        (format!("/console/webhooks/{}/replay", world.webhook), vec![("from", "2026-01-01")]),
        (format!("/console/schedules/{}/run", world.schedule), vec![("at", "2026-01-01")]),
    ];
    for route in actions_of_the_console() {
        let is_tried = actions.iter().any(|(path, _)| fits(&route, path));
        assert!(is_tried, "{route} is an action that no case tries");
    }
    for (path, fields) in &actions {
        let answer = reader.post(path, fields).await;
        let (status, page) = (answer.status().as_u16(), answer.text().await.unwrap());
        assert!(status == 403 && page.contains("lacks the scope"), "{path}: {status} {page}");
    }
    assert_eq!(api.store.reviews().session(&acme(), session).await.unwrap().version, 1);
    let publisher = Browser::signed_in(&api, &[AccessScope::Publish]).await;
    for path in PAGES.iter().filter(|path| !path.contains("sign-in")) {
        let (status, page) = publisher.page(&of_world(path, &world)).await;
        assert!([403, 404, 422].contains(&status) && !page.contains(MARKER), "{path}: {status}");
    }
}
