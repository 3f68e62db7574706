//! A form for JSON data under a JSON Schema, and the data that a posted form describes.
//!
//! Names of fields: `d` and a JSON Pointer for a value, `n` and the pointer of a list for the number of its rows, `x`
//! and the pointer of a row to remove it, `s` and `o` with the pointer of a list for its order and its filter. A value
//! whose text was not changed keeps its original form, so a number that the browser never understood is not rounded.

mod order;
mod read;
mod schema;
mod table;

pub use order::ListOrders;
pub use read::{Posted, edited};
use schema::{Kind, members, resolved};

use domain::json_pointer;
use maud::{Markup, html};
use operations::FieldProblem;
use operations::reviews::LeiCheckItem;
use serde_json::Value;

use super::frame::{Tone, state};
use super::text;

/// Characters from which a text has several lines.
const LONG_TEXT: usize = 90;
/// Depth to which a schema is followed.
const MAX_DEPTH: usize = 12;
/// Characters from which a value is shown in part and cannot be edited here.
const MAX_EDITED: usize = 10_000;

/// A form to render.
#[derive(Debug, Clone, Copy)]
pub struct SchemaForm<'a> {
    /// The whole schema, to which `$ref`s refer.
    pub root: &'a Value,
    /// The data as the model returned it.
    pub original: &'a Value,
    /// The data that the form shows.
    pub data: &'a Value,
    /// Violations by JSON Pointer.
    pub problems: &'a [FieldProblem],
    /// Checks of the LEIs in the data.
    pub checks: &'a [LeiCheckItem],
    /// How the rows of lists are ordered and filtered.
    pub orders: &'a ListOrders,
    /// `false`: the values are shown and cannot be changed.
    pub editable: bool,
}

/// A place in the data.
#[derive(Debug, Clone, Copy)]
struct Place<'a> {
    pointer: &'a str,
    name: &'a str,
    schema: &'a Value,
    required: bool,
    depth: usize,
    /// `true` in a cell of a table, whose head has the name and the description.
    in_cell: bool,
}

impl SchemaForm<'_> {
    /// Renders the fields.
    pub fn fields(&self) -> Markup {
        let place = Place { pointer: "", name: "", schema: self.root, required: true, depth: 0, in_cell: false };
        html! { div #fields.fields tabindex="-1" { (self.value(place)) } }
    }

    fn value(&self, place: Place<'_>) -> Markup {
        let schema = resolved(self.root, place.schema);
        let place = Place { schema, ..place };
        let value = self.data.pointer(place.pointer);
        if place.depth > MAX_DEPTH {
            return html! { (text::code(&value.map(Value::to_string).unwrap_or_default())) };
        }
        match Kind::of(schema, value) {
            Kind::Object => self.object(place, value),
            Kind::List => self.list(place, value),
            Kind::Scalar(kind) => self.scalar(place, (value, kind)),
        }
    }

    fn object(&self, place: Place<'_>, value: Option<&Value>) -> Markup {
        let fields = html! {
            @for member in members(place.schema, value) {
                (self.value(Place {
                    pointer: &format!("{}/{}", place.pointer, json_pointer::escape(&member.name)),
                    name: &member.name,
                    schema: member.schema,
                    required: member.required,
                    depth: place.depth + 1,
                    in_cell: false,
                }))
            }
        };
        if place.name.is_empty() {
            return html! { (self.messages(place.pointer)) (fields) };
        }
        html! {
            fieldset id=(anchor(place.pointer)) {
                legend { (label(place.name)) }
                (help(place.schema)) (self.messages(place.pointer)) (fields)
            }
        }
    }

    fn list(&self, place: Place<'_>, value: Option<&Value>) -> Markup {
        let rows = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let items = place.schema.get("items").unwrap_or(&Value::Null);
        let is_simple = !matches!(Kind::of(resolved(self.root, items), rows.first()), Kind::Object | Kind::List);
        let columns = self.columns(items, rows.first());
        html! {
            fieldset.list id=(anchor(place.pointer)) {
                legend { (label(place.name)) " " span.count { (rows.len()) } }
                (help(place.schema)) (self.messages(place.pointer))
                input type="hidden" name=(format!("n{}", place.pointer)) value=(rows.len());
                @if !columns.is_empty() && !rows.is_empty() { (self.table(place, rows, &columns)) }
                @else { @for (at, row) in rows.iter().enumerate() {
                    @let pointer = format!("{}/{at}", place.pointer);
                    @let item = Place { pointer: &pointer, name: "", schema: items, required: true, depth: place.depth + 1, in_cell: false };
                    @if is_simple {
                        div.line { (self.value(item)) (self.remove(&pointer)) }
                    } @else {
                        details.item open[self.has_problem(&pointer) || row.as_object().is_some_and(serde_json::Map::is_empty)] {
                            summary { span.at { (at + 1) } (row_title(row)) (self.row_state(&pointer)) }
                            (self.value(item)) (self.remove(&pointer))
                        }
                    }
                } }
                @if self.editable { button.quiet type="submit" name="act" value=(format!("add:{}", place.pointer)) { "Add a row" } }
            }
        }
    }

    fn remove(&self, pointer: &str) -> Markup {
        html! { @if self.editable { label.remove { input type="checkbox" name=(format!("x{pointer}")) value="1"; " Remove" } } }
    }

    fn scalar(&self, place: Place<'_>, (value, kind): (Option<&Value>, &str)) -> Markup {
        let (name, shown) = (format!("d{}", place.pointer), value.map(written).unwrap_or_default());
        let is_changed = self.original.pointer(place.pointer) != value;
        let invalid = self.problems.iter().any(|problem| problem.field == place.pointer);
        // A row of a list and a cell of a table have no label beside them.
        let has_label = !place.name.is_empty() && !place.in_cell;
        let named = (!has_label).then(|| spoken(place.pointer));
        if self.is_too_long(place.pointer, &shown) {
            return html! { div.field { @if has_label { span.label { (label(place.name)) } } (text::code(&shown)) p.note { "Too long to be edited here; it stays as it is." } (self.messages(place.pointer)) } };
        }
        let field = html! {
            @if let Some(options) = options(place.schema, kind) {
                select name=(name) id=(anchor(place.pointer)) disabled[!self.editable] aria-label=[named.as_deref()] aria-invalid=[invalid.then_some("true")] {
                    @if !place.required || !options.contains(&shown) { option value="" selected[shown.is_empty()] { "–" } }
                    @for option in &options { option value=(option) selected[*option == shown] { (option) } }
                    @if !shown.is_empty() && !options.contains(&shown) { option value=(shown) selected { (shown) } }
                }
            } @else if shown.chars().count() > LONG_TEXT || shown.contains('\n') {
                textarea name=(name) id=(anchor(place.pointer)) rows=(lines(&shown)) readonly[!self.editable] dir="auto"
                    aria-label=[named.as_deref()] aria-invalid=[invalid.then_some("true")] { "\n" (shown) }
            } @else {
                input type="text" name=(name) id=(anchor(place.pointer)) value=(shown) readonly[!self.editable] dir="auto"
                    inputmode=[matches!(kind, "number" | "integer").then_some("decimal")] autocomplete="off"
                    aria-label=[named.as_deref()] aria-invalid=[invalid.then_some("true")];
            }
        };
        html! {
            div class=(if is_changed { "field changed" } else { "field" }) {
                @if has_label {
                    label for=(anchor(place.pointer)) { (label(place.name)) @if !place.required { " " span.note { "optional" } } }
                }
                (field)
                @if is_changed { (self.was(place.pointer)) }
                (self.lei(place.pointer)) @if !place.in_cell { (help(place.schema)) } (self.messages(place.pointer))
            }
        }
    }

    /// Returns `true` for a text of the model that is left out of the form, so that the page stays small. A text that a
    /// person has typed is never left out.
    fn is_too_long(&self, pointer: &str, shown: &str) -> bool {
        shown.len() > MAX_EDITED && self.original.pointer(pointer) == self.data.pointer(pointer)
    }

    /// The model's value beside an edited one.
    fn was(&self, pointer: &str) -> Markup {
        html! {
            p.note.was { "edited; the model wrote "
                @match self.original.pointer(pointer) { Some(value) => { (text::clipped(&written(value), 200)) } None => { "nothing" } }
            }
        }
    }

    fn lei(&self, pointer: &str) -> Markup {
        html! {
            @for check in self.checks.iter().filter(|check| check.path == pointer) {
                p.check {
                    @match check.status.as_str() {
                        "verified" => (state(Tone::Good, "LEI verified")),
                        "not_found" => (state(Tone::Bad, "LEI not found")),
                        "bad_checksum" => (state(Tone::Bad, "LEI with a bad checksum")),
                        _ => (state(Tone::Warn, "LEI not verified")),
                    }
                    @if !check.note.is_empty() { " " (text::untrusted(&check.note)) }
                }
            }
        }
    }

    fn messages(&self, pointer: &str) -> Markup {
        html! {
            @for problem in self.problems.iter().filter(|problem| problem.field == pointer) {
                p.problem { (state(Tone::Bad, "invalid")) " " (text::untrusted(&problem.detail)) }
            }
        }
    }

    fn has_problem(&self, pointer: &str) -> bool {
        let inside =
            |path: &str| path.strip_prefix(pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        self.problems.iter().any(|problem| inside(&problem.field))
            || self
                .checks
                .iter()
                .any(|check| inside(&check.path) && matches!(check.status.as_str(), "not_found" | "bad_checksum"))
    }

    fn row_state(&self, pointer: &str) -> Markup {
        html! {
            @if self.has_problem(pointer) { " " (state(Tone::Bad, "problem")) }
            @else if self.original.pointer(pointer) != self.data.pointer(pointer) { " " (state(Tone::Warn, "edited")) }
        }
    }
}

/// Returns the text of a value in a field.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// Returns the values that a field may have, if they are few.
fn options(schema: &Value, kind: &str) -> Option<Vec<String>> {
    let allowed = schema.get("enum").and_then(Value::as_array).map(|allowed| allowed.iter().map(written).collect());
    allowed.or_else(|| (kind == "boolean").then(|| vec!["true".to_owned(), "false".to_owned()]))
}

fn help(schema: &Value) -> Markup {
    html! { @if let Some(words) = schema.get("description").and_then(Value::as_str) { p.note { (text::clipped(words, 300)) } } }
}

/// The name of a field in words.
fn label(name: &str) -> Markup {
    let words = name.replace(['_', '-'], " ");
    text::clipped(&words, 80)
}

/// Returns the name of a field in words: those of its lists and members, and the numbers of its rows.
fn spoken(pointer: &str) -> String {
    let word = |part: &str| match part.parse::<usize>() {
        Ok(at) => (at + 1).to_string(),
        Err(_) => part.replace(['_', '-'], " "),
    };
    pointer.split('/').skip(1).map(word).collect::<Vec<_>>().join(" ")
}

/// The first texts of a row, by which a person recognises it.
fn row_title(row: &Value) -> Markup {
    let preferred = ["name", "title", "id", "jurisdiction", "role", "lei"];
    let texts = row.as_object().map(|members| {
        let chosen = preferred.iter().filter_map(|name| members.get(*name)?.as_str()).collect::<Vec<_>>();
        if chosen.is_empty() { members.values().filter_map(Value::as_str).take(3).collect() } else { chosen }
    });
    html! { @for (at, words) in texts.unwrap_or_default().into_iter().enumerate() { @if at > 0 { " · " } (text::clipped(words, 60)) } }
}

/// Returns the lines that a text takes, 2 to 14.
fn lines(shown: &str) -> usize {
    (shown.lines().map(|line| 1 + line.chars().count() / 80).sum::<usize>()).clamp(2, 14)
}

/// Returns the id of a field's element.
pub fn anchor(pointer: &str) -> String {
    let plain: String = pointer.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("field{plain}")
}

#[cfg(test)]
mod form_test;
