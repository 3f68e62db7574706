//! A form for JSON data under a JSON Schema, and the data that a posted form describes.
//!
//! Names of fields: `d` and a JSON Pointer for a value, `n` and the pointer of a list for the number of its rows, `x`
//! and the pointer of a row to remove it. A value whose text was not changed keeps its original form, so a number that
//! the browser never understood is not rounded.

mod read;
mod schema;

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
}

impl SchemaForm<'_> {
    /// Renders the fields.
    pub fn fields(&self) -> Markup {
        let place = Place { pointer: "", name: "", schema: self.root, required: true, depth: 0 };
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
        html! {
            fieldset.list id=(anchor(place.pointer)) {
                legend { (label(place.name)) " " span.count { (rows.len()) } }
                (help(place.schema)) (self.messages(place.pointer))
                input type="hidden" name=(format!("n{}", place.pointer)) value=(rows.len());
                @for (at, row) in rows.iter().enumerate() {
                    @let pointer = format!("{}/{at}", place.pointer);
                    @let item = Place { pointer: &pointer, name: "", schema: items, required: true, depth: place.depth + 1 };
                    @if is_simple {
                        div.line { (self.value(item)) (self.remove(&pointer)) }
                    } @else {
                        details.item open[self.has_problem(&pointer) || row.as_object().is_some_and(serde_json::Map::is_empty)] {
                            summary { span.at { (at + 1) } (row_title(row)) (self.row_state(&pointer)) }
                            (self.value(item)) (self.remove(&pointer))
                        }
                    }
                }
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
        // A row of a list has no label beside it.
        let named = place.name.is_empty().then(|| spoken(place.pointer));
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
                @if !place.name.is_empty() {
                    label for=(anchor(place.pointer)) { (label(place.name)) @if !place.required { " " span.note { "optional" } } }
                }
                (field)
                @if is_changed { (self.was(place.pointer)) }
                (self.lei(place.pointer)) (help(place.schema)) (self.messages(place.pointer))
            }
        }
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

/// Returns the name of a row of a list in words: that of its list, and its number.
fn spoken(pointer: &str) -> String {
    let (list, at) = pointer.rsplit_once('/').unwrap_or(("", pointer));
    let name = list.rsplit('/').next().unwrap_or_default().replace(['_', '-'], " ");
    at.parse::<usize>().map_or(name.clone(), |at| format!("{name} {}", at + 1))
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
