//! What changed in the research about an entity, and when its facts were true.

use maud::{Markup, html};
use operations::entities::{EntityFact, VersionChange};

use crate::console::pages::frame::{Tone, state};
use crate::console::pages::{figure, text};

/// Renders what each version changed; nothing if there is one version only.
pub(super) fn versions(versions: &[VersionChange]) -> Markup {
    html! {
        @if versions.len() > 1 {
            h2 { "Versions" }
            @for change in versions {
                h3 { "Version " (change.version) " " span.note { (figure::day(change.made_at)) } }
                @if let Some(reason) = &change.ended_because { p.note { (state(Tone::Warn, "ended")) " " (text::clipped(reason, 300)) } }
                ul.plain {
                    @for finding in &change.added { li { (state(Tone::Good, "added")) " " (text::clipped(&finding.text, 400)) } }
                    @for finding in &change.removed { li { (state(Tone::Plain, "removed")) " " (text::clipped(&finding.text, 400)) } }
                    @for finding in &change.changed {
                        li { (state(Tone::Warn, "now")) " " (finding.status) ": " (text::clipped(&finding.text, 400)) }
                    }
                    @if change.unchanged > 0 { li.note { (figure::counted(change.unchanged as u64, "finding", "findings")) " unchanged" } }
                }
            }
        }
    }
}

/// Renders the facts with the time in which they were true.
pub(super) fn facts(facts: &[EntityFact]) -> Markup {
    html! {
        @if !facts.is_empty() {
            h2 { "Facts" }
            div.scroll tabindex="0" role="region" aria-label="Facts" {
                table.rows {
                    caption.sr { "Facts" }
                    thead { tr { th scope="col" { "Fact" } th scope="col" { "From" } th scope="col" { "Until" } th scope="col" { "Source" } } }
                    tbody {
                        @for fact in facts {
                            tr data-row {
                                td.main { @if fact.attribute != "finding" { (text::clipped(&fact.attribute, 40)) ": " } (text::clipped(&fact.value, 400)) }
                                td data-label="From" { (figure::day(fact.valid_from)) }
                                td data-label="Until" {
                                    @match fact.valid_until { Some(until) => { (figure::day(until)) } None => { "today" } }
                                    @if !fact.because.is_empty() { " " span.note { (text::clipped(&fact.because, 200)) } }
                                }
                                td data-label="Source" { (text::clipped(&fact.source, 80)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::Time;
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
        let fact = |valid_until, because: &str| EntityFact {
            attribute: "website".to_owned(),
            value: "example.org".to_owned(),
            valid_from: Time::UNIX_EPOCH,
            valid_until,
            learned_at: Time::UNIX_EPOCH,
            source: "a list".to_owned(),
            because: because.to_owned(),
        };
        let page = facts(&[fact(Some(Time::UNIX_EPOCH), "refuted"), fact(None, "")]).into_string();
        for part in ["website", "1970-01-01", "today", "refuted", "a list"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert_eq!(facts(&[]).into_string(), "");
    }
}
