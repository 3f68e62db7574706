//! Reads a block of calls: marks, names and arguments in any of the known orders.

use serde_json::Value;

use super::json::{Written, calls};
use super::marks::{Kind, Mark, mark};
use super::{params, python};

/// Maximum number of calls of a block.
const MAX_CALLS: usize = 64;
/// Maximum number of marks, names and values of a block.
const MAX_PARTS: usize = 1_000;
/// Words between marks that name no tool.
const NOISE: [&str; 6] = ["function", "json", "assistant", "commentary", "tool_calls", "tool_call"];

/// Calls with which a text begins.
pub(super) struct Block<'a> {
    pub(super) calls: Vec<Written>,
    /// The text after the block.
    pub(super) rest: &'a str,
}

struct Reader<'a> {
    rest: &'a str,
    calls: Vec<Written>,
    /// The name of a tool whose arguments follow.
    name: Option<&'a str>,
    is_marked: bool,
}

/// Reads the calls with which a text begins. Returns `None` if it begins with none, or if one of them is unreadable.
pub(super) fn read<'a>(text: &'a str, is_tool: &dyn Fn(&str) -> bool) -> Option<Block<'a>> {
    let mut reader = Reader { rest: text, calls: Vec::new(), name: None, is_marked: false };
    let mut parts = 0;
    while reader.calls.len() < MAX_CALLS && parts < MAX_PARTS && reader.step(is_tool)? {
        parts += 1;
    }
    let complete = reader.name.is_none() && !reader.calls.is_empty();
    complete.then_some(Block { calls: reader.calls, rest: reader.rest })
}

impl<'a> Reader<'a> {
    /// Reads one part. Returns `Some(false)` at the end of the block, `None` if the block is not one.
    fn step(&mut self, is_tool: &dyn Fn(&str) -> bool) -> Option<bool> {
        let rest = self.rest.trim_start();
        let rest = if self.calls.is_empty() { rest } else { rest.trim_start_matches([',', ';']).trim_start() };
        if rest.is_empty() {
            self.rest = rest;
            return Some(false);
        }
        if let Some(after) = rest.strip_prefix("```") {
            let language = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(after.len());
            self.rest = &after[language..];
            return Some(true);
        }
        if let Some(found) = mark(rest) {
            return self.mark(rest, &found, is_tool);
        }
        if rest.starts_with(['{', '[']) {
            return self.json(rest);
        }
        self.word(rest)
    }

    fn mark(&mut self, rest: &'a str, found: &Mark<'a>, is_tool: &dyn Fn(&str) -> bool) -> Option<bool> {
        let after = &rest[found.length..];
        match found.kind {
            Kind::Call(name) if !found.is_closing => {
                let (arguments, next) = params::read(after)?;
                self.calls.push((name.to_owned(), arguments));
                self.rest = next;
            }
            Kind::ArgumentName if !found.is_closing => {
                let (arguments, next) = params::pairs(after)?;
                self.calls.push((self.name.take()?.to_owned(), arguments));
                self.rest = next;
            }
            Kind::ToolName if !found.is_closing => {
                let (name, next) = after.split_once("</")?;
                self.name = Some(name.trim());
                self.rest = next.split_once('>')?.1;
            }
            Kind::CallId => {
                self.rest =
                    after.trim_start().trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "-_".contains(c));
            }
            // `<tool_name>search</tool_name><parameters><query>x</query></parameters>`
            Kind::Plain | Kind::Other(_) if !found.is_closing && self.name.is_some() && has_arguments(found, after) => {
                let (arguments, next) = params::named(rest)?;
                self.calls.push((self.name.take()?.to_owned(), arguments));
                self.rest = next;
            }
            Kind::Other(tool) if !found.is_closing && self.name.is_none() && is_tool(tool) => {
                let (arguments, next) = params::children(after, tool)?;
                self.calls.push((tool.to_owned(), arguments));
                self.rest = next;
            }
            Kind::Other(_) => return Some(false),
            _ => {
                self.is_marked = true;
                self.rest = after;
                // A tool without arguments: `<tool_call>name</tool_call>`.
                if found.is_closing
                    && let Some(name) = self.name.take()
                {
                    self.calls.push((name.to_owned(), crate::arguments::arguments(&Value::Null)));
                }
            }
        }
        Some(true)
    }

    fn json(&mut self, rest: &'a str) -> Option<bool> {
        if let (None, Some((found, next))) = (self.name, python::list(rest)) {
            self.calls.extend(found);
            self.rest = next;
            return Some(true);
        }
        // Gemma writes `call:name{key:<escape>text<escape>}`.
        let bare = || self.name.and_then(|_| python::members(rest));
        let (value, next) = valid(rest).or_else(bare).or_else(|| repaired(rest))?;
        match self.name.take() {
            Some(name) => self.calls.push((name.to_owned(), crate::arguments::arguments(&value))),
            None => self.calls.extend(calls(&value, self.is_marked)?),
        }
        // Some models close more braces than they opened.
        self.rest = if self.is_marked { next.trim_start_matches(['}', ']', '\n', ' ']) } else { next };
        Some(true)
    }

    /// Reads a name, or a call in the syntax of Python.
    fn word(&mut self, rest: &'a str) -> Option<bool> {
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "_.:-/".contains(c))).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        if after.starts_with('(') {
            let (call, next) = python::call(rest)?;
            self.calls.push(call);
            self.rest = next;
            return Some(true);
        }
        let next = after.trim_start();
        let goes_on = mark(next).is_some() || next.starts_with('{') || next.starts_with("```");
        if word.is_empty() || !goes_on || !self.is_marked && self.calls.is_empty() {
            return Some(false);
        }
        if !NOISE.contains(&word) {
            self.name = Some(word.strip_prefix("call:").unwrap_or(word));
        }
        self.rest = after;
        Some(true)
    }
}

/// Returns `true` for a tag with the name of an argument, and for one around arguments.
fn has_arguments(found: &Mark<'_>, after: &str) -> bool {
    matches!(found.kind, Kind::Other(_))
        || mark(after.trim_start()).is_some_and(|inner| !inner.is_closing && matches!(inner.kind, Kind::Other(_)))
}

/// Reads the JSON value with which a text begins, and returns the rest. A value that is broken up to the next mark or
/// the end is repaired.
pub(super) fn json(text: &str) -> Option<(Value, &str)> {
    valid(text).or_else(|| repaired(text))
}

fn valid(text: &str) -> Option<(Value, &str)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = values.next()?.ok()?;
    Some((value, &text[values.byte_offset()..]))
}

fn repaired(text: &str) -> Option<(Value, &str)> {
    let mut starts = text.bytes().enumerate().filter(|(_, b)| matches!(b, b'<' | b'[' | b'`')).map(|(at, _)| at);
    let is_end = |at: &usize| text[*at..].starts_with("```") || *at > 0 && mark(&text[*at..]).is_some();
    let end = starts.find(is_end).unwrap_or(text.len());
    let value = crate::repair::repair(text[..end].trim()).ok()?;
    (value.is_object() || value.is_array()).then_some((value, &text[end..]))
}
