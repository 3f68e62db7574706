//! References: sources numbered once for the whole run, and citations `[question/finding]` as links.

use std::collections::{BTreeSet, HashMap};

use domain::run::RunState;
use domain::{Finding, RunId, Source};
use maud::{Markup, html};

use crate::{figure, text};

/// Characters between two citations that are shown at most.
const MAX_PART: usize = 4_000;

/// The sources of a run by address, numbered in the order of their first use.
#[derive(Debug)]
pub(super) struct Sources<'a> {
    run: RunId,
    list: Vec<CitedSource<'a>>,
    /// Number and hash of each source, by question and id.
    numbers: HashMap<(&'a str, &'a str), (usize, &'a str)>,
    /// The numbers of the sources of each finding and its text, by question and id.
    findings: HashMap<(&'a str, &'a str), (String, &'a str)>,
}

#[derive(Debug)]
struct CitedSource<'a> {
    source: &'a Source,
    /// Number of findings that cite it.
    uses: usize,
}

impl<'a> Sources<'a> {
    pub(super) fn collect(state: &'a RunState) -> Self {
        let (mut list, mut numbers, mut by_url) = (Vec::<CitedSource<'_>>::new(), HashMap::new(), HashMap::new());
        let mut findings = HashMap::new();
        for answer in &state.answers {
            let research = &answer.evidence.research;
            for source in &research.sources {
                let uses = research.findings.iter().filter(|finding| finding.sources.contains(&source.id)).count();
                if uses == 0 {
                    continue;
                }
                let place = *by_url.entry(source.url.as_str()).or_insert_with(|| {
                    list.push(CitedSource { source, uses: 0 });
                    list.len() - 1
                });
                list[place].uses += uses;
                let archived = if text::host(&source.url).is_some() { source.content_hash.as_str() } else { "" };
                numbers.insert((answer.question.as_str(), source.id.as_str()), (place + 1, archived));
            }
            for finding in &research.findings {
                let of = |id: &String| numbers.get(&(answer.question.as_str(), id.as_str())).map(|(number, _)| *number);
                let cited: BTreeSet<usize> = finding.sources.iter().filter_map(of).collect();
                let cited = cited.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
                findings.insert((answer.question.as_str(), finding.id.as_str()), (cited, finding.text.as_str()));
            }
        }
        Self { run: state.run.id, list, numbers, findings }
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Chips of the sources of a finding; if some refute it, those for the claim and those against it apart.
    pub(super) fn chips(&self, question: &str, finding: &Finding) -> Markup {
        let (against, support): (Vec<&String>, Vec<&String>) =
            finding.sources.iter().partition(|source| finding.contradictions.contains(source));
        let side = |ids: &[&String]| self.side((question, finding), ids);
        html! {
            @if against.is_empty() { (side(&support)) } @else {
                span.sides {
                    @if !support.is_empty() { span.note.side { "for" } " " (side(&support)) " " }
                    span.note.side { "against" } " " (side(&against))
                }
            }
        }
    }

    /// Chips of some sources of a finding. A chip opens the archived page at the quote; without stored bytes it leads
    /// to the list of sources.
    fn side(&self, (question, finding): (&str, &Finding), ids: &[&String]) -> Markup {
        let known = |id: &&String| self.numbers.get(&(question, id.as_str())).copied();
        let mut chips: Vec<(usize, &str)> = ids.iter().filter_map(known).collect();
        chips.sort_unstable();
        chips.dedup_by_key(|(number, _)| *number);
        let named = text::encoded(&format!("{question}/{}", finding.id));
        html! {
            span.chips {
                @for (number, hash) in chips {
                    @if hash.is_empty() { a.chip href=(format!("#source-{number}")) { (number) } } @else {
                        a.chip href=(format!("/console/runs/{}/sources/{}?finding={named}#quote", self.run, text::encoded(hash))) title="The quote in the archived page" { (number) }
                    }
                }
            }
        }
    }

    /// A text in which each `[question/finding]` is a link to its finding, with the numbers of the sources of it.
    pub(super) fn cited(&self, written: &str) -> Markup {
        html! {
            @for paragraph in written.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
                p.prose dir="auto" {
                    @for part in parts(paragraph) {
                        @match part {
                            Part::Text(plain) => { bdi { (text::beginning(plain, MAX_PART)) } }
                            Part::Reference(question, finding) => {
                                @let (numbers, said) = self.findings.get(&(question, finding)).map_or(("", ""), |(numbers, said)| (numbers.as_str(), *said));
                                a.chip href=(format!("#{}", anchor(question, finding))) title=(text::plain(said, 200)) { @if numbers.is_empty() { "finding" } @else { (numbers) } }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The numbered list of sources.
    pub(super) fn list(&self) -> Markup {
        html! {
            ol.sources {
                @for (place, CitedSource { source, uses }) in self.list.iter().enumerate() {
                    li id=(format!("source-{}", place + 1)) {
                        (text::external(&source.url, &source.title))
                        span.note {
                            (source.tier.name())
                            @if !source.tier_reason.is_empty() { " (" (text::clipped(&source.tier_reason, 80)) ")" }
                            " · " @match source.published_at { Some(at) => { (figure::day(at)) } None => { "no date" } }
                            " · read " (figure::day(source.fetched_at))
                            @if *uses > 1 { " · cited " (uses) " times" }
                            @if !source.content_hash.is_empty() && text::host(&source.url).is_some() {
                                " · " a href=(format!("/console/runs/{}/sources/{}", self.run, text::encoded(&source.content_hash))) { "archived text" }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the anchor of a finding.
pub fn anchor(question: &str, finding: &str) -> String {
    let plain = |text: &str| text.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect::<String>();
    format!("f-{}-{}", plain(question), plain(finding))
}

#[derive(Debug, PartialEq, Eq)]
enum Part<'a> {
    Text(&'a str),
    Reference(&'a str, &'a str),
}

fn parts(mut rest: &str) -> Vec<Part<'_>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(open) = rest[from..].find('[').map(|at| from + at) {
        let reference = rest[open + 1..].find(']').and_then(|close| {
            let inside = &rest[open + 1..open + 1 + close];
            inside
                .split_once('/')
                .filter(|(question, finding)| is_id(question) && is_id(finding))
                .map(|pair| (pair, close))
        });
        match reference {
            Some(((question, finding), close)) => {
                if open > 0 {
                    found.push(Part::Text(&rest[..open]));
                }
                found.push(Part::Reference(question, finding));
                rest = &rest[open + close + 2..];
                from = 0;
            }
            None => from = open + 1,
        }
    }
    if !rest.is_empty() {
        found.push(Part::Text(rest));
    }
    found
}

fn is_id(text: &str) -> bool {
    (1..=12).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_found_and_other_brackets_stay_text() {
        let expected = [
            Part::Text("Rates fell [1] and "),
            Part::Reference("i1q1", "f2"),
            Part::Reference("i1q2", "f3"),
            Part::Text(", [a/B] é]."),
        ];
        assert_eq!(parts("Rates fell [1] and [i1q1/f2][i1q2/f3], [a/B] é]."), expected);
        assert_eq!(parts("[["), [Part::Text("[[")]);
        assert_eq!(anchor("i1q1", "f\"2"), "f-i1q1-f2");
    }
}
