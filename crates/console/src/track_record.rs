//! The public track record: figures and resolved forecasts that the operator shows to anyone. It has no link to a page
//! that needs a session.

use domain::Time;
use maud::{Markup, html};
use operations::scores::ScoredItem;

use super::forecasts::{MAX_ROWS, MIN_OUTCOMES, beside_references, plot, scores, sentence, spread};
use super::frame::lede;
use super::run::outcome_word;
use super::{Body, figure, text};

/// Renders the page. `scored` is what anyone may see, most recently resolved first.
pub fn track_record(scored: &[ScoredItem], now: Time) -> Body {
    let counted: Vec<&ScoredItem> = scored.iter().filter(|item| item.past_close).collect();
    let left_out = scored.len() - counted.len();
    let found = beside_references(&counted);
    let content = html! {
        h1 { "Track record" }
        @if scored.is_empty() { (lede(&html! { "No forecast has been resolved yet." })) } @else {
            (lede(&sentence(&found)))
            p.note {
                "Every forecast was made before its question was resolved. "
                @if left_out > 0 {
                    (figure::counted(left_out as u64, "question was", "questions were"))
                    " resolved before the closing time and left out, because questions that resolve early are mostly YES."
                }
            }
            @if counted.len() >= MIN_OUTCOMES {
                div.columns { div { (plot(&counted)) } div { (scores(&found)) (spread(&counted)) } }
            } @else if !counted.is_empty() { (scores(&found)) }
            @if !counted.is_empty() { (table(&counted, now)) }
        }
    };
    Body { section: None, title: "Track record".to_owned(), content, live: None }
}

fn table(items: &[&ScoredItem], now: Time) -> Markup {
    html! {
        h2 { "Forecasts " span.count { (figure::integer(items.len() as u64)) } }
        @if items.len() > MAX_ROWS { p.note { "The newest " (MAX_ROWS) " are listed; the figures count all." } }
        div.scroll tabindex="0" role="region" aria-label="Forecasts" {
            table.rows {
                caption.sr { "Forecasts of resolved questions" }
                thead { tr { th scope="col" { "Question" } th.num scope="col" { "Forecast" } th.num scope="col" { "Crowd" } th scope="col" { "Came to" }
                             th.num scope="col" { "Brier" } th.num scope="col" { "Asked" } th.num scope="col" { "Resolved" } } }
                tbody {
                    @for item in items.iter().take(MAX_ROWS) {
                        tr {
                            td.main { (text::clipped(&item.question, 160)) }
                            td.num.strong data-label="Forecast" { (figure::probability(item.probability)) }
                            td.num data-label="Crowd" { @if let Some(p) = item.crowd { (figure::probability(p)) } @else { span.muted { "–" } } }
                            td data-label="Came to" { (outcome_word(item.outcome)) }
                            td.num data-label="Brier" { (format!("{:.4}", (item.probability - item.outcome).powi(2))) }
                            td.num data-label="Asked" { (figure::time(now, item.asked_at)) }
                            td.num data-label="Resolved" { (figure::time(now, item.resolved_at)) }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::RunId;

    use super::*;

    fn item(number: u32, past_close: bool) -> ScoredItem {
        ScoredItem {
            run: RunId(uuid::Uuid::from_u128(u128::from(number))),
            tenant: "acme".to_owned(),
            source: "desk".to_owned(),
            topic: String::new(),
            model: "secret-model".to_owned(),
            prompt_version: "prompts-77x".to_owned(),
            question: format!("Will <b>{number}</b> happen?"),
            probability: 0.25,
            view: None,
            reviewed: None,
            crowd: (number.is_multiple_of(2)).then_some(0.5),
            outcome: f64::from(number % 2),
            asked_at: Time::UNIX_EPOCH,
            resolved_at: Time::UNIX_EPOCH,
            past_close,
        }
    }

    #[test]
    fn the_page_has_figures_and_forecasts_and_nothing_of_the_fleet() {
        let items: Vec<ScoredItem> = (0..80).map(|number| item(number, number > 2)).collect();
        let page = track_record(&items, Time::UNIX_EPOCH).content.into_string();
        for part in [
            "over 77 resolved questions",
            "3 questions were resolved before",
            "Calibration",
            "The newest 60 are listed",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(page.contains("Will &lt;b&gt;3&lt;/b&gt; happen?") && !page.contains("<b>"), "{page}");
        for part in ["href=\"/console", "secret-model", "acme", "prompts-77x", "<form"] {
            assert!(!page.contains(part), "{part}: {page}");
        }
    }

    #[test]
    fn without_outcomes_the_page_says_so() {
        let page = track_record(&[], Time::UNIX_EPOCH).content.into_string();
        assert!(page.contains("No forecast has been resolved yet") && !page.contains("<table"), "{page}");
        let early = track_record(&[item(1, false)], Time::UNIX_EPOCH).content.into_string();
        assert!(early.contains("1 question was resolved before") && !early.contains("<table"), "{early}");
    }
}
