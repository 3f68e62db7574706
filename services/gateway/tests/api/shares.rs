//! Shares of tokens and tenants: a caller that takes all it can get leaves places for its neighbours.

use std::time::Duration;

use domain::Tenant;
use futures::stream;
use gateway::access::ShareLimits;
use gateway::config::RequestLimits;
use reqwest::{Body, Method, Response};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::support::{ALL, Api, read, start};

/// Maximum time of an answer.
const PATIENCE: Duration = Duration::from_secs(300);

/// Returns the answer of a client that has no open connection.
async fn fresh(api: &Api, token: &str, path: &str) -> Response {
    let http = telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap();
    let request = http.get(format!("{}{path}", api.url)).bearer_auth(token).send();
    tokio::time::timeout(PATIENCE, request).await.expect("an answer").unwrap()
}

async fn problem(answer: Response) -> (u16, String) {
    assert!(answer.headers().contains_key("retry-after"), "{answer:?}");
    let (status, body) = read(answer).await;
    (status, body["type"].as_str().unwrap().rsplit(':').next().unwrap().to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_token_takes_its_share_and_a_neighbour_is_served() {
    let streams = ShareLimits { token: 3, tenant: 5 };
    let api = start(RequestLimits { streams, connections: 40, ..RequestLimits::default() }).await;
    let (loud, second) = (api.token("loud", &ALL).await, api.token("loud", &ALL).await);
    let neighbour = api.token("neighbour", &ALL).await;
    let mut open = Vec::new();
    for token in [&loud, &loud, &loud, &second, &second] {
        let stream = api.get("/v1/results", token).await;
        assert_eq!(stream.status(), 200);
        open.push(stream);
    }
    for (token, path) in [(&loud, "/v1/results"), (&loud, "/v1/reviews/stream"), (&second, "/v1/results")] {
        assert_eq!(problem(api.get(path, token).await).await, (429, "too-many-streams".to_owned()), "{path}");
    }
    // An EventSource that resumes must not see another status than 200.
    let resumed = api.request(Method::GET, "/v1/results", &loud).header("last-event-id", "1").send().await.unwrap();
    assert_eq!(resumed.status(), 200);
    let text = resumed.text().await.expect("it ends");
    let retry: u64 = text.split("retry: ").nth(1).and_then(|rest| rest.lines().next()).unwrap().parse().unwrap();
    assert!((15_000..22_500).contains(&retry) && !text.contains("data:"), "{text}");
    assert_eq!(api.get("/v1/runs", &loud).await.status(), 200, "its requests have another share");
    assert_eq!(fresh(&api, &neighbour, "/v1/results").await.status(), 200);
    open.clear();
    let freed = async {
        while api.get("/v1/results", &loud).await.status() != 200 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, freed).await.expect("closed streams free their places");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_in_progress_have_a_share() {
    let requests = ShareLimits { token: 2, tenant: 3 };
    let api = start(RequestLimits { requests, ..RequestLimits::default() }).await;
    let (loud, neighbour) = (api.token("loud", &ALL).await, api.token("neighbour", &ALL).await);
    let endless = || {
        let body = Body::wrap_stream(stream::pending::<Result<String, std::io::Error>>());
        let request = api.request(Method::POST, "/v1/events", &loud).header("content-type", "application/json");
        tokio::spawn(request.body(body).send())
    };
    let mut held = [endless(), endless()];
    let refused = async {
        loop {
            // A busy Postgres refuses a request whose token it cannot verify in time.
            held.iter_mut().filter(|request| request.is_finished()).for_each(|request| *request = endless());
            let answer = api.get("/v1/runs", &loud).await;
            if answer.status() != 200 {
                return answer;
            }
            tokio::task::yield_now().await;
        }
    };
    let answer = tokio::time::timeout(PATIENCE, refused).await.expect("the share is used up");
    assert_eq!(problem(answer).await, (429, "too-many-requests".to_owned()));
    assert_eq!(api.get("/v1/runs", &neighbour).await.status(), 200);
    let second = api.token("loud", &ALL).await;
    assert_eq!(api.get("/v1/runs", &second).await.status(), 200, "the tenant has one more place");
    held.iter().for_each(tokio::task::JoinHandle::abort);
    let freed = async {
        while api.get("/v1/runs", &loud).await.status() != 200 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, freed).await.expect("ended requests free their places");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_without_a_token_keep_nobody_out() {
    let api = start(RequestLimits { connections: 8, strangers: 4, ..RequestLimits::default() }).await;
    let token = api.token("neighbour", &ALL).await;
    let address = api.url.strip_prefix("http://").unwrap();
    let mut open = Vec::new();
    for _ in 0..40 {
        open.push(TcpStream::connect(address).await.unwrap());
    }
    assert_eq!(fresh(&api, &token, "/v1/runs").await.status(), 200);
    let stream = fresh(&api, &token, "/v1/results").await;
    for _ in 0..40 {
        open.push(TcpStream::connect(address).await.unwrap());
    }
    assert_eq!(fresh(&api, &token, "/v1/runs").await.status(), 200);
    assert_eq!(stream.status(), 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_without_a_token_whose_body_never_arrives_keep_nobody_out() {
    let request = Duration::from_secs(3_600);
    let api = start(RequestLimits { connections: 8, strangers: 8, request, ..RequestLimits::default() }).await;
    let token = api.token("neighbour", &ALL).await;
    let address = api.url.strip_prefix("http://").unwrap();
    let mut open = Vec::new();
    for _ in 0..40 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        // The server may have closed it already.
        let _ = stream.write_all(b"POST /console/csp-reports HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n").await;
        open.push(stream);
    }
    assert_eq!(fresh(&api, &token, "/v1/runs").await.status(), 200);
}

fn batch(count: usize, name: &str) -> Value {
    let event = |number: usize| json!({ "id": format!("{name}-{number}"), "question": { "text": "x".repeat(500) } });
    (0..count).map(event).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tenant_with_many_unsettled_bytes_is_refused_and_its_neighbour_is_not() {
    let api = start(RequestLimits { pending: 19_000, ..RequestLimits::default() }).await;
    let (loud, neighbour) = (api.token("loud", &ALL).await, api.token("neighbour", &ALL).await);
    assert_eq!(read(api.post("/v1/events:batch", &loud, &batch(30, "first")).await).await.0, 202);
    for refresh in [false, true] {
        if refresh {
            // What was stored before a read is counted beside it until the next one.
            for _ in 0..2 {
                api.gateway.operations.pending.refresh(&api.gateway.operations.all_tenants).await.unwrap();
            }
        }
        let before = api.store.jobs().unsent().await.unwrap();
        let refused = api.post("/v1/events:batch", &loud, &batch(30, "second")).await;
        assert_eq!(problem(refused).await, (429, "too-many-pending-events".to_owned()));
        assert_eq!(api.store.jobs().unsent().await.unwrap(), before, "nothing of it is stored");
        let single = batch(1, "single")[0].clone();
        let large = json!({ "id": "large", "question": { "text": "y".repeat(3_900) } });
        let answers = [api.post("/v1/events", &loud, &single).await, api.post("/v1/events", &loud, &large).await];
        assert_eq!(answers.map(|answer| answer.status().as_u16()), [202, 429], "what still fits is stored");
        let name = format!("own-{refresh}");
        assert_eq!(read(api.post("/v1/events:batch", &neighbour, &batch(10, &name)).await).await.0, 202);
    }
    let sums = api.store.intake().pending_bytes().await.unwrap();
    assert!(sums[&Tenant::parse("loud").unwrap()] > 15_000, "{sums:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn schedules_have_a_limit_and_pages() {
    let api = start(RequestLimits { schedules: 3, ..RequestLimits::default() }).await;
    let token = api.token("loud", &ALL).await;
    let body = json!({ "cron": "30 6 * * 1-5", "question": { "text": "Will it rain?" } });
    let put = async |name: &str| {
        let request = api.request(Method::PUT, &format!("/v1/schedules/{name}"), &token).json(&body);
        read(request.send().await.unwrap()).await.0
    };
    for name in ["c", "a", "b"] {
        assert_eq!(put(name).await, 200);
    }
    assert_eq!([put("d").await, put("a").await], [409, 200]);
    let long = json!({ "cron": format!("{}0 6 * * *", "0,".repeat(200)), "question": { "text": "Will it rain?" } });
    let refused = read(api.request(Method::PUT, "/v1/schedules/a", &token).json(&long).send().await.unwrap()).await;
    assert!(refused.0 == 422 && refused.1.to_string().contains("cron"), "{refused:?}");
    let list = async |query: &str| read(api.get(&format!("/v1/schedules?{query}"), &token).await).await;
    let names =
        |list: &Value| list["items"].as_array().unwrap().iter().map(|one| one["name"].clone()).collect::<Vec<_>>();
    let (_, first) = list("limit=2").await;
    assert_eq!((names(&first), &first["next"]), (vec![json!("a"), json!("b")], &json!("b")));
    let (_, last) = list("limit=2&after=b").await;
    assert_eq!((names(&last), &last["next"]), (vec![json!("c")], &Value::Null));
    for query in ["limit=0", "limit=201", "after=a%2Fb", "other=1"] {
        assert!([400, 422].contains(&list(query).await.0), "{query}");
    }
}
