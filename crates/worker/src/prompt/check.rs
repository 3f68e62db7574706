//! Checks of templates before they are used: unknown values, functions and filters, and a task that is left out. Pure.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use minijinja::value::{Enumerator, Object, ObjectRepr};
use minijinja::{Environment, Error, ErrorKind, Value};

use super::builtin::{INPUT, Template};
use super::{PromptMistake, Source};

/// Levels of nesting of the sample with which templates are rendered.
const SAMPLE_DEPTH: u8 = 4;

/// Describes the error of a template that cannot be parsed.
pub(super) fn syntax(file: &Path, error: &Error) -> PromptMistake {
    PromptMistake {
        file: file.to_owned(),
        line: error.line().unwrap_or(1),
        problem: describe(error),
        mend: "correct the tag, or delete the file to use the built-in prompt".to_owned(),
    }
}

/// Returns the mistakes in templates that could be parsed.
pub(super) fn all(templates: &Environment<'_>, sources: &[Source]) -> Vec<PromptMistake> {
    sources.iter().flat_map(|source| one(templates, source)).collect()
}

fn one(templates: &Environment<'_>, source: &Source) -> Vec<PromptMistake> {
    let Source { template, file, text } = source;
    let Ok(parsed) = templates.get_template(template.name) else { return Vec::new() };
    let mut used: Vec<String> = parsed.undeclared_variables(true).into_iter().collect();
    used.sort();
    let global = |name: &str| templates.globals().any(|(global, _)| global == name);
    let unknown = used.iter().filter(|path| !is_known(template, path) && !global(path));
    let mut mistakes: Vec<PromptMistake> = unknown
        .map(|path| PromptMistake {
            file: file.clone(),
            line: line_of(text, path),
            problem: format!("`{path}` is not a value of this prompt"),
            mend: format!("correct the name or remove it; the values are {}", values(template)),
        })
        .collect();
    let is_input = |path: &String| path.split('.').next() == Some(INPUT);
    if template.variables.contains(&INPUT) && !used.iter().any(is_input) {
        mistakes.push(PromptMistake {
            file: file.clone(),
            line: text.lines().count().max(1),
            problem: format!("the prompt does not contain the task, because it does not use `{INPUT}`"),
            mend: "add a line with {{ input | json }} between ```json and ```".to_owned(),
        });
    }
    mistakes.extend(render(&parsed, source));
    mistakes
}

/// Renders the template with a sample. Only unknown functions, filters, tests and templates are mistakes: the sample
/// differs from a real task.
fn render(parsed: &minijinja::Template<'_, '_>, source: &Source) -> Option<PromptMistake> {
    let sample: Vec<(&str, Value)> =
        source.template.variables.iter().map(|name| (*name, Value::from_object(Sample(SAMPLE_DEPTH)))).collect();
    let error = parsed.render(Value::from_iter(sample)).err()?;
    let unknown = matches!(
        error.kind(),
        ErrorKind::UnknownFilter
            | ErrorKind::UnknownTest
            | ErrorKind::UnknownFunction
            | ErrorKind::TemplateNotFound
            | ErrorKind::BadInclude
    );
    unknown.then(|| syntax(&source.file, &error))
}

fn describe(error: &Error) -> String {
    error.detail().map_or_else(|| error.kind().to_string(), |detail| format!("{}: {detail}", error.kind()))
}

/// Tells whether a template may use a path such as `input.question.text`.
fn is_known(template: &Template, path: &str) -> bool {
    let mut parts = path.split('.');
    let (name, member) = (parts.next().unwrap_or_default(), parts.next());
    let is_member = |member| template.members.is_empty() || template.members.contains(&member);
    template.variables.contains(&name) && member.is_none_or(|member| name != INPUT || is_member(member))
}

fn values(template: &Template) -> String {
    let members = template.members.iter().map(|member| format!("{INPUT}.{member}"));
    let names: Vec<String> = template.variables.iter().map(|name| (*name).to_owned()).chain(members).collect();
    if names.is_empty() { "none: this prompt is constant".to_owned() } else { names.join(", ") }
}

/// Returns the line of the first tag that contains the last part of a path.
fn line_of(text: &str, path: &str) -> usize {
    let name = path.rsplit('.').next().unwrap_or(path);
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let found = text.match_indices(name).map(|(at, _)| at).find(|at| {
        let (before, after) = (&text[..*at], &text[at + name.len()..]);
        let opened = before.rfind("{{").max(before.rfind("{%"));
        let is_in_tag = opened > before.rfind("}}").max(before.rfind("%}"));
        is_in_tag && !is_word(before.chars().next_back()) && !is_word(after.chars().next())
    });
    1 + found.map_or(0, |at| text[..at].matches('\n').count())
}

/// A value with every member, which is also a list with one element.
#[derive(Debug)]
struct Sample(u8);

impl Sample {
    fn inner(&self) -> Value {
        Value::from_object(Self(self.0.saturating_sub(1)))
    }
}

impl Object for Sample {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        if self.0 == 0 { ObjectRepr::Plain } else { ObjectRepr::Iterable }
    }

    fn get_value(self: &Arc<Self>, _key: &Value) -> Option<Value> {
        Some(self.inner())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        if self.0 == 0 { Enumerator::NonEnumerable } else { Enumerator::Values(vec![self.inner()]) }
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sample")
    }
}
