//! Links to Grafana, whose dashboard and data sources are those of `deploy/grafana`.

use maud::{Markup, html};
use serde_json::json;
use url::Url;

use super::text;

/// Id of the dashboard of the fleet.
const DASHBOARD: &str = "auspex-fleet";
/// Id of the data source of traces.
const TRACES: &str = "tempo";
/// Digits of a trace id.
const TRACE_DIGITS: usize = 32;

/// The address of Grafana, as the browser of a person reaches it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grafana(String);

impl Grafana {
    /// Keeps the address, with or without a slash at its end.
    pub fn new(url: &Url) -> Self {
        Self(url.as_str().trim_end_matches('/').to_owned())
    }

    /// Returns the address of the dashboard.
    pub fn dashboard(&self) -> String {
        format!("{}/d/{DASHBOARD}", self.0)
    }

    /// Returns the address of a trace; `None` if the text is not the id of one.
    pub fn trace(&self, id: &str) -> Option<String> {
        let is_id = id.len() == TRACE_DIGITS && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_set = id.bytes().any(|byte| byte != b'0');
        let left = || {
            json!({
                "datasource": TRACES,
                "queries": [{ "refId": "A", "queryType": "traceql", "query": id }],
                "range": { "from": "now-7d", "to": "now" },
            })
        };
        (is_id && is_set).then(|| format!("{}/explore?left={}", self.0, text::encoded(&left().to_string())))
    }
}

/// The id of a trace, with a link to it if Grafana shows it.
pub fn trace(grafana: Option<&Grafana>, id: &str) -> Markup {
    let address = grafana.and_then(|grafana| grafana.trace(id));
    html! { span.url { (text::clipped(id, 80)) } @if let Some(address) = address { " " (text::external(&address, "open it")) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dashboard_and_a_trace_have_addresses() {
        for address in ["https://grafana.example", "https://grafana.example/"] {
            let grafana = Grafana::new(&address.parse().unwrap());
            assert_eq!(grafana.dashboard(), "https://grafana.example/d/auspex-fleet");
            let id = "4bf92f3577b34da6a3ce929d0e0e4736";
            let trace = grafana.trace(id).unwrap();
            assert!(trace.starts_with("https://grafana.example/explore?left=%7B") && trace.contains(id), "{trace}");
            for wrong in ["", "x", &"0".repeat(32), "4bf92f3577b34da6a3ce929d0e0e473\"", &"a".repeat(33)] {
                assert_eq!(grafana.trace(wrong), None, "{wrong}");
            }
        }
    }
}
