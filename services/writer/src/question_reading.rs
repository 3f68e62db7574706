//! How a question was read, which opens its report, and the repair of a contradiction to related forecasts.

use domain::forecast::{Coherence, OptionForecast, OptionSum};
use domain::reading::Implication;
use domain::{Forecast, NamedDeadline, Reading, Run};

use crate::page::{Block, Inline, Line, list, plain};

/// Returns the assumption and the reading of a run's question; nothing if it was read as it stands.
pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let Some(reading) = &run.reading else { return Vec::new() };
    let Reading { deadline, counts, reporter, synonyms, language: _, assumption, clarification, .. } = reading;
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
    let mut others: Vec<String> = related
        .iter()
        .filter_map(|one| {
            let side = match one.implication {
                Implication::ImpliesThis => "at least",
                Implication::ImpliedByThis => "at most",
                Implication::Excludes => return None,
            };
            Some(format!("{side} the {} of \u{201c}{}\u{201d}", percent(one.probability), one.question))
        })
        .collect();
    if related.iter().any(|one| one.implication == Implication::Excludes) {
        others.push("what the other options of its event leave".to_owned());
    }
    let text = format!(
        " the estimates gave {}, but the answer must be {}. It was changed to {}.",
        percent(*before),
        others.join(" and "),
        percent(forecast.probability),
    );
    Some(Block::Notice(vec![Inline::Strong("Kept coherent:".into()), plain(text)]))
}

/// Lists the other options of the event with the sum of all, if they were asked as questions of their own.
pub(crate) fn options(forecast: &Forecast) -> Option<Block> {
    let OptionSum { others, is_complete, before, sum } = forecast.account.options.as_ref()?;
    let percent = |value: f64| format!("{:.0} %", value * 100.0);
    let told: Vec<String> = others
        .iter()
        .map(|OptionForecast { question, probability, .. }| {
            format!("\u{201c}{question}\u{201d} {}", percent(probability.get()))
        })
        .collect();
    let rule = if *is_complete { "exactly one comes true" } else { "at most one comes true" };
    let repaired =
        if (before - sum).abs() < 0.005 { String::new() } else { format!(" ({} before the repair)", percent(*before)) };
    let text = format!(" {}. With this question they sum to {}{repaired}; {rule}.", told.join(", "), percent(*sum));
    Some(Block::Paragraph(vec![Inline::Strong("Other options of the event:".into()), plain(text)]))
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

    #[test]
    fn the_options_of_an_event_are_listed_with_their_sum() {
        let p = |value| Probability::clamp(value).unwrap();
        let mut made = forecast();
        assert_eq!(options(&made), None);
        let run = RunId::for_event(made.run.event_job);
        let other = OptionForecast { run, question: "Will Bo win?".into(), probability: p(0.6) };
        made.account.options = Some(OptionSum { others: vec![other], is_complete: false, before: 1.2, sum: 1.0 });
        let related = RelatedForecast {
            run,
            question: "Will Bo win?".into(),
            probability: p(0.6),
            implication: Implication::Excludes,
        };
        made.account.coherence = Some(Coherence { before: p(0.6), related: vec![related] });
        let told = format!("{:?}", options(&made).unwrap());
        for part in ["Will Bo win?", "60 %", "sum to 100 % (120 % before the repair); at most one"] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert!(format!("{:?}", repair(&made)).contains("what the other options of its event leave"));
    }
}
