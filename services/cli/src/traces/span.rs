//! A span as stored in the file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::otlp::{AnyValue, ArrayValue, ExportTraceServiceRequest, KeyValue, OtlpSpan};

/// A finished span.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// Trace id in hex.
    pub trace: String,
    /// Span id in hex.
    pub span: String,
    /// Id of the parent span; empty for a root.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub parent: String,
    /// Name of the operation.
    pub name: String,
    /// Name of the service.
    pub service: String,
    /// Start, in nanoseconds since 1970.
    pub start_ns: u64,
    /// End, in nanoseconds since 1970.
    pub end_ns: u64,
    /// Error message, if the operation failed; may be empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Linked spans, which caused this one without being its parent: `(trace, span)`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<(String, String)>,
    /// Attributes of the span.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, String>,
}

/// Converts all spans of an export.
pub(super) fn spans(export: ExportTraceServiceRequest) -> Vec<Span> {
    let mut all = Vec::new();
    for group in export.resource_spans {
        let resource = group.resource.map(|resource| texts(resource.attributes)).unwrap_or_default();
        let service = resource.get("service.name").cloned().unwrap_or_default();
        let spans = group.scope_spans.into_iter().flat_map(|scope| scope.spans);
        all.extend(spans.map(|span| one(span, &service)));
    }
    all
}

fn one(span: OtlpSpan, service: &str) -> Span {
    Span {
        trace: hex(&span.trace_id),
        span: hex(&span.span_id),
        parent: hex(&span.parent_span_id),
        name: span.name,
        service: service.to_owned(),
        start_ns: span.start_time_unix_nano,
        end_ns: span.end_time_unix_nano,
        error: span.status.filter(|status| status.code == 2).map(|status| status.message),
        links: span.links.iter().map(|link| (hex(&link.trace_id), hex(&link.span_id))).collect(),
        attributes: texts(span.attributes),
    }
}

fn texts(attributes: Vec<KeyValue>) -> BTreeMap<String, String> {
    attributes.into_iter().map(|pair| (pair.key, pair.value.map(text).unwrap_or_default())).collect()
}

fn text(value: AnyValue) -> String {
    let AnyValue { string, bool, int, double, array } = value;
    let list = |array: ArrayValue| array.values.into_iter().map(text).collect::<Vec<_>>().join(", ");
    string
        .or_else(|| bool.map(|value| value.to_string()))
        .or_else(|| int.map(|value| value.to_string()))
        .or_else(|| double.map(|value| value.to_string()))
        .or_else(|| array.map(list))
        .unwrap_or_default()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
