//! Verbs rendered from data.
//!
//! Three measures keep data from becoming a command. Every value of the template is written as a JSON literal
//! ([`super::verb`]). The check at load replaces each value by a text and parses the lines, so that values occur only
//! where the grammar has a value. Every rendered line is parsed and written again in its canonical form; a line that is
//! not a verb is an error.

use std::collections::{HashMap, HashSet};

use domain::{LeiCheck, LeiStatus};
use handlebars::Template as Parsed;
use handlebars::template::TemplateElement;
use serde_json::Value;

use super::template::{RenderError, Template};
use super::template_check::TemplateMistake;
use super::verb::Verb;

/// A template of verbs, one per line.
#[derive(Debug, Clone)]
pub(super) struct VerbTemplate(Template);

impl VerbTemplate {
    /// Accepts a template whose names were checked.
    ///
    /// # Errors
    /// The lines of the template that break the grammar.
    pub(super) fn new(template: Template) -> Result<Self, Vec<TemplateMistake>> {
        let mistakes =
            [Branch::Main, Branch::Else].into_iter().flat_map(|branch| invalid_lines(&template.parsed, branch));
        let mut seen = HashSet::new();
        let mistakes: Vec<_> =
            mistakes.filter(|mistake| seen.insert((mistake.line, mistake.problem.clone()))).collect();
        if mistakes.is_empty() { Ok(Self(template.with_literals())) } else { Err(mistakes) }
    }

    /// Renders the verbs in order, without repetitions. A verb with an LEI that is not found or has wrong check digits
    /// is left out.
    pub(super) fn render(&self, data: &Value, checks: &[LeiCheck]) -> Result<Vec<String>, RenderError> {
        let statuses: HashMap<String, LeiStatus> =
            checks.iter().map(|check| (check.lei.to_ascii_uppercase(), check.status)).collect();
        let refused = refused(data, &statuses);
        let status = move |lei: &str| statuses.get(&lei.trim().to_ascii_uppercase()).map(|status| name(*status));
        let text = self.0.render_literals(data, status)?;
        let mut verbs = Vec::new();
        let mut seen = HashSet::new();
        for (index, line) in text.split('\n').enumerate() {
            let line = line.trim_matches([' ', '\t', '\r']);
            if line.is_empty() {
                continue;
            }
            let invalid = |error: super::InvalidVerb| RenderError::Verb { line: index + 1, problem: error.to_string() };
            let verb = Verb::parse(line).map_err(invalid)?;
            if verb.arguments.iter().any(|(_, value)| contains_any(value, &refused)) {
                continue;
            }
            let canonical = verb.to_string();
            if seen.insert(canonical.clone()) {
                verbs.push(canonical);
            }
        }
        Ok(verbs)
    }
}

fn name(status: LeiStatus) -> &'static str {
    match status {
        LeiStatus::Verified => "verified",
        LeiStatus::NotFound => "not_found",
        LeiStatus::BadChecksum => "bad_checksum",
        LeiStatus::Unverified => "unverified",
    }
}

/// Returns the LEIs that no verb may contain. Wrong check digits in the data count also without a check.
fn refused(data: &Value, statuses: &HashMap<String, LeiStatus>) -> Vec<String> {
    let checked = statuses.iter().filter(|(_, status)| !status.may_appear_in_verb()).map(|(lei, _)| lei.clone());
    let found = super::find_leis(data).into_iter().filter(|check| !check.status.may_appear_in_verb());
    checked.chain(found.map(|check| check.lei)).collect()
}

/// Returns true if a text in the value contains one of `leis`, in any case.
fn contains_any(value: &Value, leis: &[String]) -> bool {
    let contained = |text: &str| {
        let upper = text.to_ascii_uppercase();
        leis.iter().any(|lei| upper.contains(lei.as_str()))
    };
    match value {
        Value::String(text) => contained(text),
        Value::Array(items) => items.iter().any(|item| contains_any(item, leis)),
        Value::Object(fields) => fields.iter().any(|(key, value)| contained(key) || contains_any(value, leis)),
        _ => false,
    }
}

/// The branch of conditions that a check follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Branch {
    Main,
    Else,
}

/// Returns the lines that break the grammar after every value was replaced by a text.
fn invalid_lines(template: &Parsed, branch: Branch) -> Vec<TemplateMistake> {
    let mut lines = vec![(1, String::new())];
    append(template, branch, &mut lines);
    let lines = lines.into_iter().map(|(number, text)| (number, text.trim().to_owned()));
    let invalid = lines.filter(|(_, text)| !text.is_empty()).filter_map(|(line, text)| {
        let error = Verb::parse(&text).err()?;
        let problem = format!("the line is not a verb `(domain.verb :key value …)`: {}", error.problem);
        Some(TemplateMistake { line, column: 1, problem })
    });
    invalid.collect()
}

/// Appends the text of a template to the lines, each with its number in the template.
fn append(template: &Parsed, branch: Branch, lines: &mut Vec<(usize, String)>) {
    for (index, element) in template.elements.iter().enumerate() {
        let number = template.mapping.get(index).map_or(1, |place| place.0);
        match element {
            TemplateElement::RawString(text) => {
                for (offset, part) in text.split('\n').enumerate() {
                    if offset > 0 {
                        lines.push((number + offset, String::new()));
                    }
                    push(lines, number + offset, part);
                }
            }
            TemplateElement::HtmlExpression(_) | TemplateElement::Expression(_) => push(lines, number, "\"x\""),
            TemplateElement::HelperBlock(block) => {
                let condition = matches!(block.name.as_name(), Some("if" | "unless"));
                let chosen = if condition && branch == Branch::Else { &block.inverse } else { &block.template };
                chosen.iter().for_each(|template| append(template, branch, lines));
            }
            _ => {}
        }
    }
}

fn push(lines: &mut [(usize, String)], number: usize, text: &str) {
    if let Some((line, written)) = lines.last_mut() {
        if written.trim().is_empty() {
            *line = number;
        }
        written.push_str(text);
    }
}

#[cfg(test)]
#[path = "verbs_test.rs"]
mod tests;
