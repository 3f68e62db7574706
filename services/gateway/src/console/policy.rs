//! Reports of browsers about breaches of the content security policy: each is counted, the first ones of a minute are
//! logged. Anyone can send them, so they are small, few and never shown to a person.

use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::http::StatusCode;
use serde_json::Value;
use telemetry::metric::CSP_REPORTS;

/// Path that receives the reports.
pub(super) const PATH: &str = "/console/csp-reports";
/// Bytes of a report that are read.
const MAX_REPORT: usize = 8 * 1024;
/// Characters of a logged field.
const MAX_FIELD: usize = 200;
/// Reports that are logged within a minute.
const MAX_LOGGED: u32 = 10;
const MINUTE: Duration = Duration::from_secs(60);

static LOGGED: LazyLock<Mutex<Window>> = LazyLock::new(|| Mutex::new(Window { began: Instant::now(), reports: 0 }));

/// Reports of the current minute.
struct Window {
    began: Instant,
    reports: u32,
}

impl Window {
    /// Returns `true` if one more report is logged at this time.
    fn admits(&mut self, now: Instant) -> bool {
        if now.duration_since(self.began) >= MINUTE {
            *self = Self { began: now, reports: 0 };
        }
        self.reports = self.reports.saturating_add(1);
        self.reports <= MAX_LOGGED
    }
}

/// A breach of the policy.
#[derive(Debug, PartialEq, Eq)]
struct Breach {
    page: String,
    directive: String,
    blocked: String,
}

/// Receives a report, in the form of `report-uri` or of the Reporting API.
pub(super) async fn report(body: Body) -> StatusCode {
    let Ok(bytes) = to_bytes(body, MAX_REPORT).await else { return StatusCode::PAYLOAD_TOO_LARGE };
    let Some(breaches) = serde_json::from_slice(&bytes).ok().map(|report| breaches(&report)) else {
        return StatusCode::BAD_REQUEST;
    };
    metrics::counter!(CSP_REPORTS, "service" => telemetry::service()).increment(breaches.len() as u64);
    for breach in breaches {
        if LOGGED.lock().unwrap_or_else(PoisonError::into_inner).admits(Instant::now()) {
            let Breach { page, directive, blocked } = breach;
            tracing::warn!(page, directive, blocked, "a browser blocked a part of a console page by its policy");
        }
    }
    StatusCode::NO_CONTENT
}

fn breaches(report: &Value) -> Vec<Breach> {
    let field = |report: &Value, names: [&str; 2]| {
        let text = names.iter().find_map(|name| report.get(name)?.as_str()).unwrap_or_default();
        text.chars().filter(|c| !c.is_control()).take(MAX_FIELD).collect::<String>()
    };
    let breach = |body: &Value| Breach {
        page: field(body, ["document-uri", "documentURL"]),
        directive: field(body, ["effective-directive", "effectiveDirective"]),
        blocked: field(body, ["blocked-uri", "blockedURL"]),
    };
    match report {
        Value::Array(reports) => reports.iter().filter_map(|one| one.get("body")).map(breach).collect(),
        _ => report.get("csp-report").map(breach).into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn both_forms_of_a_report_are_read_and_other_documents_are_none() {
        let expected = [Breach {
            page: "https://a.example/console/runs".to_owned(),
            directive: "script-src-elem".to_owned(),
            blocked: "inline".to_owned(),
        }];
        let old = json!({ "csp-report": {
            "document-uri": "https://a.example/console/runs", "effective-directive": "script-src-elem", "blocked-uri": "inline",
        }});
        let new = json!([{ "type": "csp-violation", "body": {
            "documentURL": "https://a.example/console/runs", "effectiveDirective": "script-src-elem", "blockedURL": "inline",
        }}]);
        assert_eq!((breaches(&old), breaches(&new)), (expected.into(), breaches(&old)));
        assert!([json!({}), json!([{}]), json!(7)].iter().all(|other| breaches(other).is_empty()));
        let long = json!({ "csp-report": { "blocked-uri": format!("a\n{}", "b".repeat(900)) }});
        assert_eq!(breaches(&long)[0].blocked, format!("a{}", "b".repeat(MAX_FIELD - 1)));
    }

    #[test]
    fn ten_reports_of_a_minute_are_logged() {
        let began = Instant::now();
        let mut window = Window { began, reports: 0 };
        let admitted = (0..30).filter(|_| window.admits(began)).count();
        assert_eq!(admitted, 10);
        assert!(window.admits(began + MINUTE));
    }
}
