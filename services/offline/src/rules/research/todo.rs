//! A todo of a bundle: its queries, the lines of a page that bear on it, and its fields. Pure.

use serde_json::{Map, Value, json};

use super::fields::{self, Filled, PageLines, Wanted};
use super::seen::ConversationCalls;

/// Number of pages read per todo: a namesake's pages are among them.
pub(super) const PAGES: usize = 5;
/// Maximum number of lines of a page that are claims.
const LINES: usize = 8;
/// Length range of a line in characters.
const CHARS: std::ops::RangeInclusive<usize> = 8..=400;
/// Length below which a line may be the label of the next one.
const LABEL_CHARS: usize = 60;
/// What the context of a todo says before the names of the other entities.
const OTHERS: &str = "Other names of the bundle: ";

/// Returns what a todo asks for; `None` for other questions.
fn wanted<'a>(question: &'a str, context: &'a str) -> Option<Wanted<'a>> {
    let (objective, fields) = question.split_once(" Fields to fill: ")?;
    let (named, objective) = objective.split_once("): ")?;
    let (name, kind) = named.rsplit_once(" (")?;
    let fields = fields.split_once(" It is done when: ").map_or(fields, |(fields, _)| fields);
    let others = context.split_once(OTHERS).map(|(_, others)| others.trim_end_matches('.'));
    let is_person = kind == "person";
    Some(Wanted {
        name,
        is_person,
        is_product: kind == "product",
        objective,
        about: context,
        others: others.into_iter().flat_map(|others| others.split("; ")).filter(|one| !one.is_empty()).collect(),
        fields: fields.trim_end_matches('.').split("; ").collect(),
    })
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// Returns the searches of a todo: its name with the words of the task, and its name alone.
pub(super) fn queries(task: &Value) -> Option<[String; 2]> {
    let wanted = wanted(text(task, "question"), text(task, "context"))?;
    let episode = text(&task["episode"], "title");
    let full: String = format!("{} {} {episode}", wanted.name, wanted.objective).chars().take(300).collect();
    Some([full, wanted.name.to_owned()])
}

/// Returns the claims of a page for a todo; `None` for other questions.
pub(super) fn claims(input: &Value) -> Option<Value> {
    let wanted = wanted(text(input, "question"), text(input, "context"))?;
    let lines = lines(text(input, "text"));
    let mut scored: Vec<(usize, usize)> =
        lines.iter().enumerate().map(|(place, (line, _))| (fields::relevance(&wanted, line), place)).collect();
    scored.retain(|(score, _)| *score > 0);
    scored.sort_by_key(|(score, place)| (std::cmp::Reverse(*score), *place));
    scored.truncate(LINES);
    scored.sort_by_key(|(_, place)| *place);
    let claim = |(_, place): &(usize, usize)| json!({"text": lines[*place].0, "quote": lines[*place].1, "date": ""});
    Some(json!({"claims": scored.iter().map(claim).collect::<Vec<_>>()}))
}

/// Returns the sentences and cells of a page, each with the words that it is quoted by. Two short lines are also
/// returned together: the second one may say what the first one names.
fn lines(text: &str) -> Vec<(String, &str)> {
    let plain = |line: &str| line.trim_matches(|c: char| matches!(c, '#' | '*' | '|' | '>' | '-' | ' ')).to_owned();
    let raw: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("|-")).collect();
    let mut lines = Vec::new();
    for (place, line) in raw.iter().enumerate() {
        lines.extend(
            super::claims::split(line).into_iter().map(|sentence| (plain(sentence).replace(" | ", ": "), sentence)),
        );
        let Some(next) = raw.get(place + 1) else { continue };
        let is_label = |line: &str| line.chars().count() < LABEL_CHARS && !line.contains(['|', ':']);
        let both = (offset(text, line), offset(text, next) + next.len());
        if is_label(line)
            && is_label(next)
            && let Some(quote) = text.get(both.0..both.1)
        {
            lines.push((format!("{}, {}", plain(line), plain(next)), quote));
        }
    }
    lines.retain(|(line, _)| CHARS.contains(&line.chars().count()));
    lines
}

/// Returns the byte offset of a part of a text.
fn offset(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

/// Returns what `write_file` takes beside the report: the fields, the reason without one, and the judged criteria.
pub(super) fn outcome(task: &Value, seen: &ConversationCalls) -> Map<String, Value> {
    let Some(wanted) = wanted(text(task, "question"), text(task, "context")) else { return Map::new() };
    let results: Vec<&Value> = seen.results("fetch_page").filter(|result| result["claims"].is_array()).collect();
    let pages: Vec<PageLines<'_>> = results.iter().map(|result| page(result)).collect();
    let filled = fields::fill(&wanted, &pages);
    let found: Vec<&str> = filled.keys().copied().collect();
    let field = |(name, Filled { value, source }): (&&str, &Filled<'_>)| {
        ((*name).to_owned(), json!({"value": value, "sources": [source]}))
    };
    let met = !found.is_empty();
    let why =
        if met { format!("found: {}", found.join(", ")) } else { format!("no page about {} says it", wanted.name) };
    let criteria = task["todo"]["acceptance"].as_array().into_iter().flatten();
    let judged: Vec<Value> = criteria.map(|one| json!({"criterion": one, "met": met, "reason": why})).collect();
    let mut outcome = Map::new();
    outcome.insert("fields".to_owned(), filled.iter().map(field).collect::<Map<String, Value>>().into());
    outcome.insert("acceptance".to_owned(), judged.into());
    if !met {
        outcome.insert("reason".to_owned(), why.into());
    }
    outcome
}

fn page<'a>(result: &'a Value) -> PageLines<'a> {
    let url = text(result, "url");
    let host = url.split("://").nth(1).unwrap_or(url).split('/').next().unwrap_or_default();
    PageLines {
        source: text(result, "source"),
        published: text(result, "published"),
        host,
        title: format!("{} {}", text(result, "title"), url),
        lines: result["claims"].as_array().into_iter().flatten().map(|claim| text(claim, "text")).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUESTION: &str = "Ada Lund (person): Find her present role at Fjordglass in Bergen. Fields to fill: role; company; since. \
        It is done when: one source.";

    #[test]
    fn a_todo_is_parsed_from_its_question() {
        let wanted = wanted(QUESTION, "Episode: Glass. Other names of the bundle: Fjordglass; Nord Co.").unwrap();
        assert_eq!((wanted.name, wanted.is_person), ("Ada Lund", true));
        assert_eq!(wanted.fields, ["role", "company", "since"]);
        assert_eq!(wanted.others, ["Fjordglass", "Nord Co"]);
        assert!(super::wanted("Will it rain?", "").is_none());
    }

    #[test]
    fn fields_come_from_the_page_about_the_right_person() {
        let page = |source: &str, url: &str, lines: &[&str]| {
            let claims: Vec<Value> = lines.iter().map(|line| json!({"text": line})).collect();
            json!({"source": source, "url": url, "title": "", "published": "2026-01-02T00:00:00Z", "claims": claims})
        };
        let right = page(
            "s1",
            "https://fjordglass.example/a",
            &["Ada Lund has been managing director of Fjordglass in Bergen since 2021."],
        );
        let other =
            page("s2", "https://bakery.example/b", &["Ada Lund has been director of a bakery in Oslo since 2009."]);
        let task = json!({"question": QUESTION, "context": "", "todo": {"acceptance": ["one source"]}});
        let outcome = |pages: &[Value]| {
            let blocks = pages
                .iter()
                .enumerate()
                .map(|(id, _)| json!({"type": "tool_use", "id": id, "name": "fetch_page", "input": {}}));
            let results = pages
                .iter()
                .enumerate()
                .map(|(id, page)| json!({"type": "tool_result", "tool_use_id": id, "content": page.to_string()}));
            let messages =
                [json!({"content": blocks.collect::<Vec<_>>()}), json!({"content": results.collect::<Vec<_>>()})];
            super::outcome(&task, &ConversationCalls::parse(&messages))
        };
        let of_both = outcome(&[other.clone(), right]);
        assert_eq!(of_both["fields"]["role"], json!({"value": "managing director", "sources": ["s1"]}));
        assert_eq!(of_both["fields"]["since"]["value"], "2021");
        assert_eq!(of_both["acceptance"][0]["met"], true);
        let of_namesake = outcome(&[other]);
        assert_eq!((&of_namesake["fields"], &of_namesake["acceptance"][0]["met"]), (&json!({}), &json!(false)));
        assert_eq!(of_namesake["reason"], "no page about Ada Lund says it");
    }

    #[test]
    fn lines_with_the_fields_are_claims_and_quoted_verbatim() {
        let text =
            "# Team\n\nWe make glass.\n\nAda Lund\n\nManaging director\n\n| Founded | 1994 |\n\nCookies help us.";
        let found = claims(&json!({"question": QUESTION, "text": text})).unwrap();
        let claims = found["claims"].as_array().unwrap();
        assert!(claims.iter().any(|claim| claim["text"] == "Ada Lund, Managing director"), "{found:#}");
        assert!(claims.iter().all(|claim| text.contains(claim["quote"].as_str().unwrap())), "{found:#}");
        assert!(!found.to_string().contains("Cookies"), "{found:#}");
    }
}
