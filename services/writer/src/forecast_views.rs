//! The numbers behind a forecast in a report: the case for the answer, how the price moved the own view, and the
//! estimates.

use std::collections::BTreeSet;

use domain::answer::{LEVELS, OptionShare};
use domain::forecast::{Case, StatedEstimate, Views, WeightedPrice};
use domain::{Distribution, Forecast, Probability};

use crate::page::{Block, Inline, Line, plain, prose, table};

fn percent(p: Probability) -> String {
    format!("{:.0} %", p.get() * 100.0)
}

/// Returns the paragraph after the answer: why the probability is neither higher nor lower, and what would change it.
/// `known` are the references of the findings.
pub(crate) fn case(forecast: &Forecast, known: &BTreeSet<String>) -> Option<Block> {
    let Case { why_not_higher, why_not_lower, would_change } = &forecast.account.case;
    let parts = [
        ("Why not higher:", why_not_higher),
        ("Why not lower:", why_not_lower),
        ("What would change it:", would_change),
    ];
    let told: Vec<String> = parts
        .into_iter()
        .filter(|(_, text)| !text.trim().is_empty())
        .map(|(label, text)| format!("{label} {}", ended(text)))
        .collect();
    let sentences = prose::cited(&told.join(" "), known);
    (!sentences.is_empty()).then_some(Block::Prose(sentences))
}

/// Ends a text as a sentence.
fn ended(text: &str) -> String {
    let text = text.trim();
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}

/// Returns one sentence on the numbers: what was stated and computed, and how the price moved the own view.
pub(crate) fn moved_by_price(forecast: &Forecast) -> Option<Block> {
    let Views { stated, computed, own, pooled, price, .. } = &forecast.account.views;
    let (stated, computed, own) = ((*stated)?, (*computed)?, (*own)?);
    let mut text = format!("Own view {}: stated {}, computed {}.", percent(own), percent(stated), percent(computed));
    if let (Some(pooled), Some(WeightedPrice { price, weight, own_weight, reason, .. })) = (*pooled, price) {
        text = format!(
            "{} The market's price of {:.0} % moved it to {} ({:+.0} points), with a weight of {weight:.1} against {own_weight:.1} ({reason}).",
            text,
            price * 100.0,
            percent(pooled),
            (pooled.get() - own.get()) * 100.0,
        );
    } else if forecast.run.asked.config.independent {
        text.push_str(" No price was used, as the question asked.");
    }
    Some(Block::Paragraph(vec![plain(text)]))
}

/// Returns the market that was found for the question, with its price and the reason of the match.
pub(crate) fn market(forecast: &Forecast) -> Option<Block> {
    let market = forecast.run.asked.market.as_ref()?;
    let described = market.describe_found()?;
    Some(Block::Paragraph(vec![plain(format!("Market: {described}."))]))
}

/// Returns the condition under which the answer holds.
pub(crate) fn condition(forecast: &Forecast) -> Option<Block> {
    let condition = forecast.condition()?;
    Some(Block::Notice(vec![Inline::Strong("If:".into()), plain(format!(" {}.", condition.trim_end_matches('.')))]))
}

/// Returns an answer other than a probability of YES: one line, and a table of the options or quantiles. `more` follows
/// the line.
pub(crate) fn distribution(distribution: &Distribution, more: String) -> Vec<Block> {
    let first = match distribution {
        Distribution::Options { options } => {
            let first = options.first().map(|one| format!("{} {:.0} %", one.option, one.probability() * 100.0));
            vec![Inline::Strong(first.unwrap_or_default()), plain(more)]
        }
        Distribution::Number { .. } | Distribution::Date { .. } => {
            let [low, _, middle, _, high] = distribution.quantile_texts().unwrap_or_default();
            vec![Inline::Strong(middle), plain(format!(" (90 %: {low} to {high}){more}"))]
        }
    };
    let mut blocks = vec![Block::Paragraph(first)];
    blocks.extend(match distribution {
        Distribution::Options { options } => {
            let row = |one: &OptionShare| {
                [vec![plain(&one.option)], vec![plain(format!("{:.1} %", one.probability() * 100.0))]]
            };
            table(["Option", "Probability"], options.iter().map(row))
        }
        Distribution::Number { .. } | Distribution::Date { .. } => {
            let texts = distribution.quantile_texts().into_iter().flatten();
            let row =
                |(text, level): (String, f64)| [vec![plain(format!("{:.0} %", level * 100.0))], vec![plain(text)]];
            table(["Below with a probability of", "Value"], texts.zip(LEVELS).map(row))
        }
    });
    blocks
}

/// Returns one line per estimate.
pub(crate) fn estimates(forecast: &Forecast) -> Vec<Line> {
    let mut lines: Vec<Line> = forecast.account.estimates.iter().map(estimate).collect();
    lines.extend(forecast.account.distributions.iter().map(|one| {
        let (perspective, answer) = (&one.perspective, one.distribution.describe());
        vec![plain(format!("Estimate ({perspective}): {answer}, confidence {:.2}.", one.confidence))]
    }));
    lines
}

fn estimate(estimate: &StatedEstimate) -> Line {
    let StatedEstimate { perspective, stated, start, computed, view, confidence, settled, .. } = estimate;
    let settled = if *settled { "; an official fact settles it" } else { "" };
    vec![plain(format!(
        "Estimate ({perspective}): {} from {} stated and {} computed from a start of {}, confidence {confidence:.2}{settled}.",
        percent(*view),
        percent(*stated),
        percent(*computed),
        percent(*start),
    ))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::forecast;

    fn text(block: &Option<Block>) -> String {
        format!("{block:?}")
    }

    #[test]
    fn the_market_is_named_with_price_time_and_reason() {
        let mut made = forecast();
        assert_eq!(market(&made), None, "the asker named it");
        let found = domain::event::MarketMatch {
            id: "kalshi:KX-1".into(),
            price_at: Some("2026-03-06T10:30:00Z".parse().unwrap()),
            inverse: true,
            reason: "direction: it asks for NO".into(),
            event: None,
        };
        made.run.asked.market = Some(domain::event::Market {
            question: "Will it fail?".into(),
            price: Some(0.7),
            found: Some(found),
            ..domain::event::Market::default()
        });
        let told = text(&market(&made));
        for part in [
            "kalshi:KX-1",
            "Will it fail?",
            "other way round: 70 %",
            "2026-03-06 10:30 UTC",
            "direction: it asks for NO",
        ] {
            assert!(told.contains(part), "{part}: {told}");
        }
    }

    #[test]
    fn the_sentence_says_how_the_price_moved_the_view() {
        let p = |value: f64| Some(Probability::clamp(value).unwrap());
        let mut made = forecast();
        made.account.views = Views {
            stated: p(0.11),
            computed: p(0.15),
            own: p(0.13),
            pooled: p(0.24),
            price: Some(WeightedPrice {
                price: 0.3,
                weight: 3.0,
                own_weight: 1.1,
                reason: "3 by default".into(),
                base: Some(3.0),
            }),
            stated_weight: None,
        };
        let told = text(&moved_by_price(&made));
        for part in [
            "Own view 13 %",
            "stated 11 %, computed 15 %",
            "price of 30 % moved it to 24 % (+11 points)",
            "3.0 against 1.1",
        ] {
            assert!(told.contains(part), "{part}: {told}");
        }
        made.account.views.pooled = None;
        made.run.asked.config.independent = true;
        assert!(text(&moved_by_price(&made)).contains("No price was used"));
        made.account.views = Views::default();
        assert_eq!(moved_by_price(&made), None);
    }

    #[test]
    fn the_case_is_one_paragraph_and_its_uncited_sentences_are_reasoning() {
        let mut made = forecast();
        assert_eq!(case(&made, &BTreeSet::new()), None);
        made.account.case = Case {
            why_not_higher: "No vote is scheduled [i1q1/f1]".into(),
            why_not_lower: String::new(),
            would_change: "When is the vote?".into(),
        };
        let Some(Block::Prose(sentences)) = case(&made, &BTreeSet::from(["i1q1/f1".to_owned()])) else {
            panic!("one paragraph")
        };
        let told = format!("{sentences:?}");
        assert!(
            told.contains("Why not higher: No vote is scheduled") && told.contains("What would change it: When"),
            "{told}"
        );
        assert!(!told.contains("Why not lower"), "{told}");
    }
}
