//! Finds calls in the words of a reply.

use super::block::{Block, read};
use super::json::Written;
use super::marks::{Kind, mark};
use super::thoughts::is_quoted;
use super::{Offered, Part};

/// Maximum number of places at which a block of calls is tried.
const MAX_PLACES: usize = 64;
/// Maximum number of marks that are examined.
const MAX_MARKS: usize = 1_000;
/// Maximum number of blocks of calls in a reply; later ones stay text.
const MAX_BLOCKS: usize = 64;
/// Marks of results that a model invents after its own call.
const INVENTED: [&str; 5] =
    ["<tool_response>", "<function_results>", "<tool_result>", "<function_response>", "<observation>"];

/// Returns the words before calls, the calls, and the words after them, or `None` if there are no calls.
pub(super) fn split(text: &str, offered: Offered<'_>) -> Option<Vec<Part>> {
    if offered.is_none() {
        return None;
    }
    marked(text, offered).or_else(|| unmarked(text, offered)).or_else(|| action(text, offered))
}

/// Finds calls in the marks of a model's format. Returns all words, then all calls.
pub(super) fn marked(text: &str, offered: Offered<'_>) -> Option<Vec<Part>> {
    let (mut words, mut calls, mut rest) = (Vec::new(), Vec::new(), text);
    for _ in 0..MAX_BLOCKS {
        let inner = fenced(rest).filter(|inner| places(inner).next() == Some(0)).unwrap_or(rest);
        let Some((before, own, after)) = first_block(inner, offered) else { break };
        words.extend(text_part(before.trim()));
        calls.extend(own);
        rest = after;
    }
    if calls.is_empty() {
        return None;
    }
    words.extend(text_part(rest));
    words.extend(calls);
    Some(words)
}

/// Returns the words before the first block of calls, its calls, and the words after it.
fn first_block<'t>(text: &'t str, offered: Offered<'_>) -> Option<(&'t str, Vec<Part>, &'t str)> {
    places(text).find_map(|at| {
        let block = read(&text[at..], &|_| false)?;
        let begins_line = text[..at].trim_end_matches([' ', '\t']).rsplit('\n').next().is_some_and(str::is_empty);
        let after = block.rest.trim();
        let invented = INVENTED.iter().any(|mark| after.starts_with(mark));
        let after = if invented { "" } else { after };
        let is_block = after.is_empty() || begins_line;
        is_block.then(|| Some((&text[..at], of_offered(block.calls, offered)?, after)))?
    })
}

/// Returns the place of the first mark that begins calls and is not a mention.
pub(super) fn first_mark(text: &str) -> Option<usize> {
    if let Some(inner) = fenced(text) {
        return places(inner).next();
    }
    let harmony = text.find("<|channel|>commentary to=").filter(|at| !is_quoted(text, *at));
    places(text).next().or(harmony)
}

/// Returns `true` if the text holds the mark of an argument that is not a mention: the beginning of the call was lost.
pub(super) fn holds_argument(text: &str) -> bool {
    let starts = text.bytes().enumerate().filter(|(_, b)| *b == b'<').map(|(at, _)| at).take(MAX_MARKS);
    let is_argument = |at: usize| {
        mark(&text[at..]).is_some_and(|mark| matches!(mark.kind, Kind::Parameter { .. }) && !mark.is_closing)
    };
    starts.filter(|at| is_argument(*at)).any(|at| !is_quoted(text, at))
}

/// Iterates over the places of marks that begin calls and are not mentions.
fn places(text: &str) -> impl Iterator<Item = usize> {
    let starts = text.bytes().enumerate().filter(|(_, b)| matches!(b, b'<' | b'[' | b'f')).map(|(at, _)| at);
    let marks = starts.filter(|at| mark(&text[*at..]).is_some_and(|mark| mark.begins_call()));
    marks.take(MAX_PLACES).filter(|at| !is_quoted(text, *at))
}

/// Finds calls without marks: JSON that is nothing but a call of an offered tool, calls in the syntax of Python in a
/// list or a block of `tool_code`, or a tag with the name of an offered tool. They end the text.
fn unmarked(text: &str, offered: Offered<'_>) -> Option<Vec<Part>> {
    if !offered.is_known() {
        return None;
    }
    let mut starts = vec![0];
    starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1));
    let is_start = |at: &usize| text[*at..].trim_start_matches([' ', '\t']).starts_with(['{', '[', '<', '`']);
    starts.into_iter().filter(|at| *at == 0 || is_start(at)).take(MAX_PLACES).find_map(|at| {
        let words = &text[at..];
        let is_tool = |name: &str| offered.tool(name).is_some_and(|tool| tool == name);
        let Block { calls, rest } = read(words, &is_tool)?;
        // Words may follow a list of calls with which the text begins.
        let is_list = at == 0 && words.starts_with('[') && rest.starts_with('\n');
        (rest.trim().is_empty() || is_list).then(|| assembled(&text[..at], calls, rest.trim(), offered))?
    })
}

/// Reads `Action: name` and `Action Input: {…}` at the end of a text.
fn action(text: &str, offered: Offered<'_>) -> Option<Vec<Part>> {
    if !offered.is_known() {
        return None;
    }
    let at = text.rfind("Action:").filter(|at| text[..*at].is_empty() || text[..*at].ends_with('\n'))?;
    let (name, input) = text[at + "Action:".len()..].split_once("Action Input:")?;
    let (arguments, rest) = super::block::json(input.trim())?;
    let is_end = rest.trim().is_empty() || rest.trim_start().starts_with("Observation");
    is_end.then(|| assembled(&text[..at], vec![(name.trim().to_owned(), arguments)], "", offered))?
}

/// Returns the words, then the calls, also those among the words after. Returns `None` if one of the calls is not of an
/// offered tool.
fn assembled(before: &str, calls: Vec<Written>, after: &str, offered: Offered<'_>) -> Option<Vec<Part>> {
    let calls = of_offered(calls, offered)?;
    let later = marked(after, offered).unwrap_or_else(|| text_part(after).into_iter().collect());
    let (later_calls, later_words): (Vec<Part>, Vec<Part>) =
        later.into_iter().partition(|part| matches!(part, Part::Call { .. }));
    Some(text_part(before.trim()).into_iter().chain(later_words).chain(calls).chain(later_calls).collect())
}

/// Returns the calls; `None` if one of them is not of an offered tool.
fn of_offered(calls: Vec<Written>, offered: Offered<'_>) -> Option<Vec<Part>> {
    calls.into_iter().map(|(name, arguments)| Some(Part::Call { name: offered.tool(&name)?, arguments })).collect()
}

fn text_part(text: &str) -> Option<Part> {
    (!text.is_empty()).then(|| Part::Text(text.to_owned()))
}

/// Returns the inside of a text that is one fenced block.
fn fenced(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix("```")?.strip_suffix("```")?;
    let (_, inner) = inner.split_once('\n')?;
    (!inner.contains("```")).then(|| inner.trim())
}
