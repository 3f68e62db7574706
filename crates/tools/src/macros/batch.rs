//! Rows of approved data that become events.

use domain::event::MacroRequest;
use domain::{Event, EventId, EventKind, InvalidId, JobId, Tenant};
use serde::Serialize;
use serde_json::{Map, Value};

/// The list whose items become rows, and the event that each row becomes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Batch {
    /// JSON Pointer of the list in the data.
    pub path: String,
    /// The event of each row.
    pub event: BatchEvent,
}

/// The event that a row becomes: a request for another macro.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BatchEvent {
    /// Name of the macro.
    #[serde(rename = "macro")]
    pub name: String,
    /// Parameters of the macro by name.
    pub parameters: Vec<(String, BatchValue)>,
}

/// Value of a parameter of a row's event.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BatchValue {
    /// The value at a JSON Pointer in the row. The parameter is left out if the row has no value there, or null.
    Path(String),
    /// The same value for every row.
    Value(Value),
}

/// One row of a batch.
#[derive(Debug, Clone, PartialEq)]
pub struct BatchRow {
    /// JSON Pointer of the row in the data. It identifies the row within the result.
    pub path: String,
    /// Name of the macro that the row requests.
    pub name: String,
    /// Parameters of the request.
    pub parameters: Map<String, Value>,
}

/// Origin of the events of a batch.
#[derive(Debug, Clone, Copy)]
pub struct BatchOrigin<'a> {
    /// The approved result.
    pub result: JobId,
    /// Its tenant.
    pub tenant: &'a Tenant,
    /// Source of the events.
    pub source: &'a str,
}

impl BatchRow {
    /// Converts the row to an event. Its id derives from result and row, so a repetition publishes nothing again. The
    /// event has its own session.
    ///
    /// # Errors
    /// The id of the event is invalid.
    pub fn into_event(self, origin: BatchOrigin<'_>) -> Result<Event, InvalidId> {
        let BatchOrigin { result, tenant, source } = origin;
        let request =
            MacroRequest { name: self.name, parameters: self.parameters, session: String::new(), skip_review: false };
        Ok(Event {
            id: EventId::row_of_batch(result, &self.path)?,
            tenant: tenant.clone(),
            source: source.to_owned(),
            occurred_at: None,
            kind: EventKind::Macro(request),
            budget: None,
        })
    }
}

impl Batch {
    /// Returns one row per item of the list, in order. Returns an empty list if the data has no list at the path.
    pub(super) fn rows(&self, data: &Value) -> Vec<BatchRow> {
        let items = data.pointer(&self.path).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let row = |(index, item): (usize, &Value)| BatchRow {
            path: format!("{}/{index}", self.path),
            name: self.event.name.clone(),
            parameters: self
                .event
                .parameters
                .iter()
                .filter_map(|(name, value)| Some((name.clone(), value.evaluate(item)?)))
                .collect(),
        };
        items.iter().enumerate().map(row).collect()
    }
}

impl BatchValue {
    fn evaluate(&self, row: &Value) -> Option<Value> {
        match self {
            Self::Path(pointer) => row.pointer(pointer).filter(|value| !value.is_null()).cloned(),
            Self::Value(value) => Some(value.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_item_of_the_list_becomes_a_row() {
        let parameters = vec![
            ("entity".to_owned(), BatchValue::Path("/name".to_owned())),
            ("lei".to_owned(), BatchValue::Path("/ids/lei".to_owned())),
            ("depth".to_owned(), BatchValue::Value(json!(2))),
        ];
        let event = BatchEvent { name: "ubo-investigation".to_owned(), parameters };
        let batch = Batch { path: "/group/entities".to_owned(), event };
        let data =
            json!({"group": {"entities": [{"name": "A", "ids": {"lei": "X"}}, {"name": "B", "ids": {"lei": null}}]}});
        let rows: Vec<_> = batch.rows(&data).into_iter().map(|row| (row.path, Value::Object(row.parameters))).collect();
        let expected = [
            ("/group/entities/0".to_owned(), json!({"entity": "A", "lei": "X", "depth": 2})),
            ("/group/entities/1".to_owned(), json!({"entity": "B", "depth": 2})),
        ];
        assert_eq!(rows, expected);
        assert_eq!(batch.rows(&json!({"group": {"entities": "none"}})), []);
    }
}
