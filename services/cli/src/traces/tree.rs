//! Renders spans as a text tree. Pure.

use std::collections::{BTreeMap, BTreeSet};

use super::Span;

/// Attributes printed on a span's line, in this order.
const PRINTED_ATTRIBUTES: [&str; 11] = [
    "outcome",
    "auspex.outcome",
    "messaging.destination.name",
    "url.full",
    "http.response.status_code",
    "auspex.batch.cost.micro_usd",
    "gen_ai.request.model",
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.output_tokens",
    "auspex.cost.micro_usd",
    "auspex.attempt",
];

/// Renders each trace as a block of lines, earliest first. A span whose parent was never exported is a root of its
/// trace.
pub fn render(spans: &[Span]) -> Vec<String> {
    let mut traces: BTreeMap<&str, Vec<&Span>> = BTreeMap::new();
    for span in spans {
        traces.entry(&span.trace).or_default().push(span);
    }
    let mut traces: Vec<(&str, Vec<&Span>)> = traces.into_iter().collect();
    traces.sort_by_key(|(_, spans)| spans.iter().map(|span| span.start_ns).min());
    traces.into_iter().flat_map(|(trace, spans)| one_trace(trace, &spans)).collect()
}

fn one_trace(trace: &str, spans: &[&Span]) -> Vec<String> {
    let begun = spans.iter().map(|span| span.start_ns).min().unwrap_or_default();
    let ended = spans.iter().map(|span| span.end_ns).max().unwrap_or_default();
    let services: BTreeSet<&str> = spans.iter().map(|span| span.service.as_str()).collect();
    let ids: BTreeSet<&str> = spans.iter().map(|span| span.span.as_str()).collect();
    let mut children: BTreeMap<&str, Vec<&Span>> = BTreeMap::new();
    for span in spans {
        let parent = if ids.contains(span.parent.as_str()) { span.parent.as_str() } else { "" };
        children.entry(parent).or_default().push(span);
    }
    for siblings in children.values_mut() {
        siblings.sort_by_key(|span| (span.start_ns, span.end_ns));
    }
    let services = services.into_iter().collect::<Vec<_>>().join(", ");
    let mut lines =
        vec![format!("trace {trace}  {} spans, {}, {services}", spans.len(), duration(ended.saturating_sub(begun)))];
    let mut tree = Tree { children: &children, begun, lines: &mut lines };
    tree.below("", "");
    lines
}

struct Tree<'a, 'b> {
    children: &'b BTreeMap<&'a str, Vec<&'a Span>>,
    begun: u64,
    lines: &'b mut Vec<String>,
}

impl Tree<'_, '_> {
    /// Renders the children of a span. The recursion ends: each span has one exported parent, and roots are under "". A
    /// cycle of parents has no root, so it is never reached and is left out.
    fn below(&mut self, parent: &str, indent: &str) {
        let Some(siblings) = self.children.get(parent) else { return };
        for (index, span) in siblings.iter().enumerate() {
            let is_last = index + 1 == siblings.len();
            let (branch, next) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            self.lines.push(format!("{indent}{branch}{}", label(span, self.begun)));
            self.below(&span.span, &format!("{indent}{next}"));
        }
    }
}

fn label(span: &Span, begun: u64) -> String {
    let after = duration(span.start_ns.saturating_sub(begun));
    let took = duration(span.end_ns.saturating_sub(span.start_ns));
    let mut label = format!("{} {}  {took} (+{after})", span.service, span.name);
    for name in PRINTED_ATTRIBUTES {
        if let Some(value) = span.attributes.get(name) {
            let short = name.rsplit('.').next().unwrap_or(name);
            label.push_str(&format!("  {short}={value}"));
        }
    }
    if !span.links.is_empty() {
        label.push_str(&format!("  ⇠ {} linked", span.links.len()));
    }
    if let Some(error) = &span.error {
        // An error without a message is printed by its kind (OpenTelemetry's `error.type`).
        let kind = span.attributes.get("error.type").map_or("error", String::as_str);
        label.push_str(&format!("  ✗ {}", if error.is_empty() { kind } else { error }));
    }
    label
}

/// Formats a duration with three significant digits: `412 µs`, `12.3 ms`, `4.56 s`.
#[allow(clippy::cast_precision_loss, reason = "printed with three digits")]
pub(super) fn duration(ns: u64) -> String {
    let value = ns as f64;
    match ns {
        0..1_000_000 => format!("{:.0} µs", value / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} ms", value / 1e6),
        _ => format!("{:.2} s", value / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(id: &str, parent: &str, start: u64, end: u64) -> Span {
        Span {
            trace: "t".into(),
            span: id.into(),
            parent: parent.into(),
            name: format!("work-{id}"),
            service: "filter".into(),
            start_ns: start,
            end_ns: end,
            ..Span::default()
        }
    }

    #[test]
    fn children_are_below_their_parents_in_order_of_time() {
        let mut late = span("c", "a", 3_000_000, 4_500_000);
        late.error = Some("refused".into());
        let spans = [
            late,
            span("b", "a", 1_000_000, 2_000_000),
            span("a", "gone", 0, 2_000_000_000),
            span("d", "b", 1_200_000, 1_300_000),
        ];
        assert_eq!(
            render(&spans),
            [
                "trace t  4 spans, 2.00 s, filter",
                "└─ filter work-a  2.00 s (+0 µs)",
                "   ├─ filter work-b  1.0 ms (+1.0 ms)",
                "   │  └─ filter work-d  100 µs (+1.2 ms)",
                "   └─ filter work-c  1.5 ms (+3.0 ms)  ✗ refused",
            ]
        );
    }

    #[test]
    fn an_error_without_a_message_is_printed_by_its_kind() {
        let mut failed = span("a", "", 0, 1_000_000);
        failed.error = Some(String::new());
        assert!(render(std::slice::from_ref(&failed))[1].ends_with("✗ error"));
        failed.attributes.insert("error.type".into(), "overloaded".into());
        assert!(render(&[failed])[1].ends_with("✗ overloaded"));
    }

    #[test]
    fn a_cycle_of_parents_is_left_out() {
        assert_eq!(render(&[span("a", "b", 0, 1), span("b", "a", 0, 1)]).len(), 1);
    }
}
