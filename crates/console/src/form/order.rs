//! How the rows of the lists of a form are ordered and filtered. Only what a person sees changes, never the data.

use std::collections::HashMap;

use domain::json_pointer;
use serde_json::Value;

use super::Posted;

/// Order and filter of each list, by its JSON Pointer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListOrders(HashMap<String, ListOrder>);

/// Order and filter of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ListOrder {
    /// The column by which the rows are ordered.
    pub(super) column: Option<String>,
    /// `true`: the largest first.
    pub(super) is_descending: bool,
    /// `true`: rows without a problem are hidden.
    pub(super) only_problems: bool,
}

impl ListOrders {
    /// Reads a posted form. The action `sort:<pointer of a column>` orders by a column, the other way round the second
    /// time, and not at all the third time; `only:<pointer>` changes the filter of a list.
    pub fn read(posted: &Posted) -> Self {
        let mut orders = Self::default();
        for pointer in posted.names_after("s/") {
            let text = posted.text(&format!("s/{pointer}"));
            let order = orders.0.entry(format!("/{pointer}")).or_default();
            order.is_descending = text.starts_with('-');
            order.column = text.strip_prefix(['-', '+']).filter(|column| !column.is_empty()).map(str::to_owned);
        }
        for pointer in posted.names_after("o/") {
            orders.0.entry(format!("/{pointer}")).or_default().only_problems = true;
        }
        let act = posted.text("act");
        if let Some((list, column)) = act.strip_prefix("sort:").and_then(|rest| rest.rsplit_once('/')) {
            orders.0.entry(list.to_owned()).or_default().sort(json_pointer::unescape(column));
        } else if let Some(list) = act.strip_prefix("only:") {
            let order = orders.0.entry(list.to_owned()).or_default();
            order.only_problems = !order.only_problems;
        }
        orders
    }

    /// Returns the order of a list.
    pub(super) fn of(&self, pointer: &str) -> ListOrder {
        self.0.get(pointer).cloned().unwrap_or_default()
    }
}

impl ListOrder {
    fn sort(&mut self, column: String) {
        let is_same = self.column.as_ref() == Some(&column);
        (self.column, self.is_descending) = match (is_same, self.is_descending) {
            (true, true) => (None, false),
            (true, false) => (Some(column), true),
            (false, _) => (Some(column), false),
        };
    }

    /// Returns the value of the field that keeps the order.
    pub(super) fn written(&self) -> Option<String> {
        let sign = if self.is_descending { "-" } else { "+" };
        self.column.as_ref().map(|column| format!("{sign}{column}"))
    }

    /// Returns the places of rows in their order. Rows without a value come last.
    pub(super) fn places(&self, rows: &[Value]) -> Vec<usize> {
        let mut places: Vec<usize> = (0..rows.len()).collect();
        let Some(column) = &self.column else { return places };
        let keys: Vec<Option<SortKey>> = rows.iter().map(|row| row.get(column).and_then(SortKey::of)).collect();
        places.sort_by(|one, other| match (&keys[*one], &keys[*other]) {
            (Some(one), Some(other)) if self.is_descending => other.compare(one),
            (Some(one), Some(other)) => one.compare(other),
            (one, other) => one.is_none().cmp(&other.is_none()),
        });
        places
    }
}

/// What a value is ordered by: numbers by their size, before texts without regard to case.
#[derive(Debug, PartialEq)]
enum SortKey {
    Number(f64),
    Text(String),
}

impl SortKey {
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Null => None,
            Value::Number(number) => number.as_f64().map(Self::Number),
            Value::String(text) if text.is_empty() => None,
            Value::String(text) => Some(Self::Text(text.to_lowercase())),
            other => Some(Self::Text(other.to_string())),
        }
    }

    fn compare(&self, other: &Self) -> std::cmp::Ordering {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => one.total_cmp(other),
            (Self::Number(_), Self::Text(_)) => std::cmp::Ordering::Less,
            (Self::Text(_), Self::Number(_)) => std::cmp::Ordering::Greater,
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(fields: &[(&str, &str)]) -> ListOrders {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        ListOrders::read(&Posted::read(body.as_bytes()))
    }

    #[test]
    fn a_column_is_ordered_upwards_then_downwards_then_not_at_all() {
        let sort = ("act", "sort:/entities/a~1b");
        let first = read(&[sort]).of("/entities");
        assert_eq!(first.written().as_deref(), Some("+a/b"));
        let second = read(&[sort, ("s/entities", "+a/b")]).of("/entities");
        assert_eq!(second.written().as_deref(), Some("-a/b"));
        assert_eq!(read(&[sort, ("s/entities", "-a/b")]).of("/entities").written(), None);
        assert!(read(&[("act", "only:/entities")]).of("/entities").only_problems);
        assert!(!read(&[("act", "only:/entities"), ("o/entities", "1")]).of("/entities").only_problems);
        assert_eq!(
            read(&[("act", "preview"), ("s/entities", "-name"), ("o/entities", "1")]).of("/other"),
            ListOrder::default()
        );
    }

    #[test]
    fn rows_are_ordered_by_size_or_by_letters_and_empty_ones_are_last() {
        let rows = [json!({ "n": 10, "t": "b" }), json!({}), json!({ "n": 9, "t": "A" }), json!({ "n": 9.5, "t": "" })];
        let places = |column: &str, is_descending| {
            ListOrder { column: Some(column.to_owned()), is_descending, only_problems: false }.places(&rows)
        };
        assert_eq!(places("n", false), [2, 3, 0, 1]);
        assert_eq!(places("n", true), [0, 3, 2, 1]);
        assert_eq!(places("t", false), [2, 0, 1, 3]);
        assert_eq!(ListOrder::default().places(&rows), [0, 1, 2, 3]);
    }
}
