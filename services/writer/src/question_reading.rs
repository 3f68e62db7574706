//! How a question was read, which opens its report, and the repair of a contradiction to related forecasts.

use domain::forecast::Coherence;
use domain::reading::Implication;
use domain::{Forecast, NamedDeadline, Reading, Run};

use crate::page::{Block, Inline, Line, list, plain};

/// Returns the assumption and the reading of a run's question; nothing if it was read as it stands.
pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let Some(reading) = &run.reading else { return Vec::new() };
    let Reading { deadline, counts, reporter, synonyms, language: _, assumption, clarification, family: _ } = reading;
    let mut blocks = Vec::new();
    if !assumption.is_empty() {
        let asks = if clarification.is_empty() { String::new() } else { format!(" To be clarified: {clarification}") };
        let text = format!(" {}{asks}", ended(assumption));
        blocks.push(Block::Notice(vec![Inline::Strong("Assumed:".into()), plain(text)]));
    }
    let mut lines: Vec<Line> = Vec::new();
    if let Some(NamedDeadline { at, quote }) = deadline {
        lines.push(labelled(
            "Deadline:",
            format!(" {}, from the words \u{201c}{quote}\u{201d}.", at.format("%Y-%m-%d %H:%M UTC")),
        ));
    }
    if !counts.is_empty() {
        lines.push(labelled("Counts:", format!(" {}", ended(counts))));
    }
    if !reporter.is_empty() {
        lines.push(labelled("Reported by:", format!(" {}", ended(reporter))));
    }
    if !synonyms.is_empty() {
        lines.push(labelled("Also known as:", format!(" {}.", synonyms.join(", "))));
    }
    blocks.extend(list(lines));
    blocks
}

/// Says which related forecasts the forecast contradicted, and what it was before the repair.
pub(crate) fn repair(forecast: &Forecast) -> Option<Block> {
    let Coherence { before, related } = forecast.account.coherence.as_ref()?;
    let percent = |p: domain::Probability| format!("{:.0} %", p.get() * 100.0);
    let others: Vec<String> = related
        .iter()
        .map(|one| {
            let side = match one.implication {
                Implication::ImpliesThis => "at least",
                Implication::ImpliedByThis => "at most",
            };
            format!("{side} the {} of \u{201c}{}\u{201d}", percent(one.probability), one.question)
        })
        .collect();
    let text = format!(
        " the estimates gave {}, but the answer must be {}. It was changed to {}.",
        percent(*before),
        others.join(" and "),
        percent(forecast.probability),
    );
    Some(Block::Notice(vec![Inline::Strong("Kept coherent:".into()), plain(text)]))
}

fn labelled(label: &str, text: String) -> Line {
    vec![Inline::Strong(label.to_owned()), plain(text)]
}

/// Ends a text as a sentence.
fn ended(text: &str) -> String {
    let text = text.trim();
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}

#[cfg(test)]
mod tests {
    use domain::forecast::RelatedForecast;
    use domain::{Probability, RunId};

    use super::*;
    use crate::sample::forecast;

    #[test]
    fn the_assumption_opens_the_report() {
        let mut made = forecast();
        assert_eq!(blocks(&made.run), []);
        made.run.reading = Some(Reading {
            deadline: Some(NamedDeadline {
                at: "2026-06-30T17:30:00Z".parse().unwrap(),
                quote: "by 5:30 pm UTC".into(),
            }),
            counts: "A vote in both houses".into(),
            assumption: "The budget bill is meant.".into(),
            clarification: "Which bill?".into(),
            ..Reading::default()
        });
        let page = crate::forecast_report::page(&made, None);
        let first = format!("{:?}", page.blocks[0]);
        assert!(
            first.contains("Assumed:") && first.contains("The budget bill is meant. To be clarified: Which bill?"),
            "{first}"
        );
        let second = format!("{:?}", page.blocks[1]);
        for part in ["2026-06-30 17:30 UTC", "by 5:30 pm UTC", "A vote in both houses."] {
            assert!(second.contains(part), "{part}: {second}");
        }
    }

    #[test]
    fn a_repair_names_both_probabilities_and_the_other_question() {
        let p = |value| Probability::clamp(value).unwrap();
        let mut made = forecast();
        assert_eq!(repair(&made), None);
        made.probability = p(0.3);
        let related = RelatedForecast {
            run: RunId::for_event(made.run.event_job),
            question: "Will it pass by May?".into(),
            probability: p(0.3),
            implication: Implication::ImpliedByThis,
        };
        made.account.coherence = Some(Coherence { before: p(0.45), related: vec![related] });
        let told = format!("{:?}", repair(&made).unwrap());
        for part in ["gave 45 %", "at most the 30 %", "Will it pass by May?", "changed to 30 %"] {
            assert!(told.contains(part), "{part}: {told}");
        }
    }
}
