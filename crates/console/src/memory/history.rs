//! What changed in the research about an entity, and when its facts were true.

use domain::Time;
use maud::{Markup, html};
use operations::entities::{EntityFact, VersionChange};

use crate::chart::{ValidityScale, ValiditySpan, validity};
use crate::frame::{Tone, state};
use crate::{figure, text};

/// Facts and changes of one kind that are shown at most. The API and the command line have all of them.
const MAX_FACTS: usize = 40;
const MAX_CHANGES: usize = 8;

/// Renders what each version changed; nothing if there is one version only.
pub(super) fn versions(versions: &[VersionChange]) -> Markup {
    html! {
        @if versions.len() > 1 {
            h2 { "Versions" }
            @for change in versions {
                h3 { "Version " (change.version) " " span.note { (figure::day(change.made_at)) } }
                @if let Some(reason) = &change.ended_because { p.note { (state(Tone::Warn, "ended")) " " (text::clipped(reason, 300)) } }
                ul.plain {
                    @for finding in change.added.iter().take(MAX_CHANGES) { li { (state(Tone::Good, "added")) " " (text::clipped(&finding.text, 300)) } }
                    @for finding in change.removed.iter().take(MAX_CHANGES) { li { (state(Tone::Plain, "removed")) " " (text::clipped(&finding.text, 300)) } }
                    @for finding in change.changed.iter().take(MAX_CHANGES) {
                        li { (state(Tone::Warn, "now")) " " (finding.status) ": " (text::clipped(&finding.text, 300)) }
                    }
                    @let longest = change.added.len().max(change.removed.len()).max(change.changed.len());
                    @if longest > MAX_CHANGES { li.note { "of each, the first " (MAX_CHANGES) } }
                    @if change.unchanged > 0 { li.note { (figure::counted(change.unchanged as u64, "finding", "findings")) " unchanged" } }
                }
            }
        }
    }
}

/// Renders the facts, each with the time in which it is true and the time at which the fleet learned it.
pub(super) fn facts(facts: &[EntityFact], now: Time) -> Markup {
    let scale = ValidityScale::new(facts.iter().map(span), now);
    html! {
        @if !facts.is_empty() {
            h2 #facts { "Facts " span.count { (facts.len()) } }
            p.note { "A bar is the time in which a fact is true, from " (figure::day(scale.from)) " to " (figure::day(scale.to)) ". Its mark is the day on which the fleet learned it." }
            div.scroll tabindex="0" role="region" aria-label="Facts" {
                table.rows {
                    caption.sr { "Facts with their validity" }
                    thead { tr { th scope="col" { "Fact" } th scope="col" { "Validity" } th.num scope="col" { "From" } th scope="col" { "Until" } th.num scope="col" { "Learned" } th scope="col" { "Source" } } }
                    tbody { @for fact in facts.iter().take(MAX_FACTS) { (row(fact, &scale)) } }
                }
            }
            @if facts.len() > MAX_FACTS { p.note { (figure::integer((facts.len() - MAX_FACTS) as u64)) " more facts are in the history of the API and of " code { "auspex show" } "." } }
        }
    }
}

fn row(fact: &EntityFact, scale: &ValidityScale) -> Markup {
    let until =
        fact.valid_until.map_or_else(|| "still true".to_owned(), |until| until.format("until %Y-%m-%d").to_string());
    let words =
        format!("{}, {until}; learned {}", fact.valid_from.format("From %Y-%m-%d"), fact.learned_at.format("%Y-%m-%d"));
    html! {
        tr data-row {
            td.main { @if fact.attribute != "finding" { (text::clipped(&fact.attribute, 40)) ": " } (text::clipped(&fact.value, 300)) }
            td.plot data-label="Validity" { (validity(&words, &span(fact), scale)) }
            td.num data-label="From" { (figure::day(fact.valid_from)) }
            td data-label="Until" {
                @match fact.valid_until { Some(until) => { (figure::day(until)) } None => { span.num { "still true" } } }
                @if !fact.because.is_empty() { " " span.note { (text::clipped(&fact.because, 120)) } }
            }
            td.num data-label="Learned" { (figure::day(fact.learned_at)) }
            td data-label="Source" { (text::origin(&fact.source, "page")) }
        }
    }
}

fn span(fact: &EntityFact) -> ValiditySpan {
    ValiditySpan { from: fact.valid_from, until: fact.valid_until, learned: fact.learned_at }
}

#[cfg(test)]
mod tests {
    use operations::entities::VersionFinding;

    use super::*;

    fn change(version: i64, ended: Option<&str>) -> VersionChange {
        let finding =
            |text: &str| VersionFinding { text: text.to_owned(), status: "supported".to_owned(), status_before: None };
        VersionChange {
            version,
            made_at: Time::UNIX_EPOCH,
            summary: String::new(),
            confidence: 0.5,
            ended_at: None,
            ended_because: ended.map(str::to_owned),
            added: vec![finding("new <b>")],
            removed: vec![finding("gone")],
            changed: Vec::new(),
            unchanged: 2,
        }
    }

    #[test]
    fn versions_show_their_differences_and_one_alone_shows_none() {
        let page = versions(&[change(2, None), change(1, Some("newer"))]).into_string();
        for part in ["Version 1", "gone", "newer", "2 findings"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(!page.contains("<b>"), "{page}");
        assert_eq!(versions(&[change(1, None)]).into_string(), "");
    }

    #[test]
    fn facts_show_their_validity() {
        let fact = |valid_until, because: &str, source: &str| EntityFact {
            attribute: "website".to_owned(),
            value: "example.org".to_owned(),
            valid_from: Time::UNIX_EPOCH,
            valid_until,
            learned_at: Time::UNIX_EPOCH,
            source: source.to_owned(),
            because: because.to_owned(),
        };
        let later = Time::UNIX_EPOCH + chrono::TimeDelta::days(9);
        let all = [fact(Some(Time::UNIX_EPOCH), "refuted", "a list"), fact(None, "", "https://example.org/a")];
        let page = facts(&all, later).into_string();
        for part in ["website", "to <time datetime=\"1970-01-10\"", "still true", "refuted", "a list", "example.org"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert_eq!(page.matches("<svg class=\"validity\"").count(), 2, "{page}");
        assert!(page.contains("From 1970-01-01, still true; learned 1970-01-01"), "{page}");
        assert_eq!(facts(&[], later).into_string(), "");
    }
}
