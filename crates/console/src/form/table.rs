//! Rows of an array of objects as a table: the first simple members as columns, the others below each row. Order and
//! filter are buttons of the form, so they work without JavaScript; a hidden row is posted like any other.

use domain::json_pointer;
use maud::{Markup, html};
use serde_json::Value;

use super::order::ListOrder;
use super::schema::{Kind, Member, members, resolved};
use super::{Place, SchemaForm, label, row_title};
use crate::{figure, text};

/// Columns of a table at most: the form is one of three panes.
const MAX_COLUMNS: usize = 3;

/// A row of a table.
struct TableRow<'a> {
    /// Its place, with the schema of the list.
    place: Place<'a>,
    at: usize,
    value: &'a Value,
    columns: &'a [Member<'a>],
    is_hidden: bool,
}

impl SchemaForm<'_> {
    /// Returns the members of a list's items that are columns; none if the items are no objects, or have no simple
    /// member.
    pub(super) fn columns<'v>(&'v self, items: &'v Value, first: Option<&Value>) -> Vec<Member<'v>> {
        let schema = resolved(self.root, items);
        if Kind::of(schema, first) != Kind::Object {
            return Vec::new();
        }
        let is_simple = |member: &Member<'_>| {
            let value = first.and_then(|first| first.get(&member.name));
            matches!(Kind::of(resolved(self.root, member.schema), value), Kind::Scalar(_))
        };
        members(schema, first).into_iter().filter(is_simple).take(MAX_COLUMNS).collect()
    }

    /// Renders the rows of a list.
    pub(super) fn table(&self, place: Place<'_>, rows: &[Value], columns: &[Member<'_>]) -> Markup {
        let order = if self.editable { self.orders.of(place.pointer) } else { ListOrder::default() };
        let pointer = |at: usize| format!("{}/{at}", place.pointer);
        let problems = (0..rows.len()).filter(|at| self.has_problem(&pointer(*at))).count();
        html! {
            @if let Some(written) = order.written() { input type="hidden" name=(format!("s{}", place.pointer)) value=(written); }
            @if order.only_problems { input type="hidden" name=(format!("o{}", place.pointer)) value="1"; }
            @if self.editable && (problems > 0 || order.only_problems) {
                button.quiet type="submit" name="act" value=(format!("only:{}", place.pointer)) aria-pressed=(if order.only_problems { "true" } else { "false" }) {
                    "Only with problems " span.count { (figure::integer(problems as u64)) }
                }
            }
            @if order.only_problems && problems == 0 { p.empty { "No row has a problem." } }
            table.items {
                thead { tr { th scope="col" { span.sr { "Row" } "#" } @for column in columns { (self.head((place.pointer, &order), column)) } @if self.editable { th scope="col" { span.sr { "Remove" } } } } }
                @for at in order.places(rows) {
                    @let pointer = pointer(at);
                    @let is_hidden = order.only_problems && !self.has_problem(&pointer);
                    (self.row(&TableRow { place: Place { pointer: &pointer, ..place }, at, value: &rows[at], columns, is_hidden }))
                }
            }
        }
    }

    fn head(&self, (pointer, order): (&str, &ListOrder), column: &Member<'_>) -> Markup {
        let schema = resolved(self.root, column.schema);
        let sorted = order.column.as_ref() == Some(&column.name);
        let (state, arrow) = match (sorted, order.is_descending) {
            (false, _) => (None, ""),
            (true, false) => (Some("ascending"), " ▲"),
            (true, true) => (Some("descending"), " ▼"),
        };
        html! {
            th scope="col" aria-sort=[state] title=[schema.get("description").and_then(Value::as_str)] {
                @if self.editable {
                    button.quiet.sort type="submit" name="act" value=(format!("sort:{pointer}/{}", json_pointer::escape(&column.name))) { (label(&column.name)) (arrow) }
                } @else { (label(&column.name)) }
            }
        }
    }

    /// Renders a row with the fields that are no columns below it.
    fn row(&self, row: &TableRow<'_>) -> Markup {
        let TableRow { place, at, value, columns, is_hidden } = *row;
        let items = place.schema.get("items").unwrap_or(&Value::Null);
        let all = members(resolved(self.root, items), Some(value));
        let is_column = |member: &&Member<'_>| columns.iter().any(|column| column.name == member.name);
        let (shown, others): (Vec<&Member<'_>>, Vec<&Member<'_>>) = all.iter().partition(is_column);
        let at_member = |member: &Member<'_>| format!("{}/{}", place.pointer, json_pointer::escape(&member.name));
        let field = |member: &Member<'_>, in_cell: bool| {
            let (name, schema, required, depth) = (&*member.name, member.schema, member.required, place.depth + 2);
            self.value(Place { pointer: &at_member(member), name, schema, required, depth, in_cell })
        };
        let is_open = value.as_object().is_some_and(serde_json::Map::is_empty)
            || others.iter().any(|one| self.has_problem(&at_member(one)));
        let names = others.iter().map(|member| member.name.replace(['_', '-'], " ")).collect::<Vec<_>>().join(", ");
        let messages = self.messages(place.pointer);
        let width = columns.len() + 1 + usize::from(self.editable);
        html! {
            tbody hidden[is_hidden] {
                tr {
                    th.at scope="row" { (at + 1) (self.row_state(place.pointer)) }
                    @for column in columns {
                        td data-label=(text::plain(&column.name, 40)) { @if let Some(member) = shown.iter().find(|member| member.name == column.name) { (field(member, true)) } }
                    }
                    @if self.editable { td.end { (self.remove(place.pointer)) } }
                }
                @if !others.is_empty() || !messages.0.is_empty() {
                    tr.more { td colspan=(width) {
                        (messages)
                        details.item open[is_open] {
                            summary { span.sr { "Row " (at + 1) ": " (row_title(value)) " " } (text::clipped(&names, 160)) }
                            @for member in &others { (field(member, false)) }
                        }
                    } }
                }
            }
        }
    }
}
