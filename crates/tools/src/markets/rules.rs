//! Differences that code finds without a model: days, quantities, and the option of an event that a market is about.

use chrono::NaiveDate;

use super::figures::{Figure, Unit, figures};
use super::wording::Wording;
use super::{MarketText, Topic, day};

/// Days by which two statements of one deadline differ: `before 1 July` and `by 30 June`, and time zones.
const SAME_DAY: i64 = 1;
/// Days by which the close of a market that names no day may differ from the deadline of the question.
const LOOSE_DAYS: i64 = 45;

/// Returns the reason why a market does not ask the question; `None` if only a reader can decide. `siblings` are the
/// options of the other markets of the same event.
pub fn refusal(topic: &Topic, market: &MarketText, siblings: &[&str]) -> Option<String> {
    other_deadline(topic, market)
        .or_else(|| other_figure(topic, market))
        .or_else(|| other_option(topic, market, siblings))
}

fn other_deadline(topic: &Topic, market: &MarketText) -> Option<String> {
    let asked = topic.deadline()?;
    let named = day::deadlines(&market.question, asked);
    let is_other = match (named.as_slice(), market.closes) {
        ([], None) => false,
        ([], Some(closes)) => (closes - asked).num_days().abs() > LOOSE_DAYS,
        _ => !ends_with(market, asked),
    };
    let ends = named.last().copied().or(market.closes);
    is_other.then(|| {
        format!("the market ends on {}, the question on {asked}", ends.map_or("?".to_owned(), |day| day.to_string()))
    })
}

/// Returns `true` if the market ends on the day: it names it, or it closes on it and names no other day. A month or a
/// year may be what the market is about, as in `the April 2026 meeting`.
pub(super) fn ends_with(market: &MarketText, asked: NaiveDate) -> bool {
    let is_same = |day: &NaiveDate| (*day - asked).num_days().abs() <= SAME_DAY;
    let named = day::named(&market.question, asked);
    let closes = market.closes.as_ref().is_some_and(is_same);
    named.iter().any(|named| is_same(&named.day)) || (closes && named.iter().all(|named| !named.is_exact))
}

fn other_figure(topic: &Topic, market: &MarketText) -> Option<String> {
    let near = topic.deadline().unwrap_or(topic.asked_on);
    let (asked, offered) = (stated_figures(&topic.text, near), stated_figures(&market.question, near));
    [Unit::Money, Unit::Percent, Unit::BasisPoints].into_iter().find_map(|unit| {
        let of = |figures: &[Figure]| -> Vec<Figure> {
            figures.iter().filter(|figure| figure.unit == unit).copied().collect()
        };
        let (one, other) = (of(&asked), of(&offered));
        let is_other = !one.is_empty() && !other.is_empty() && !one.iter().any(|a| other.iter().any(|b| a.equals(*b)));
        is_other.then(|| format!("the market is about {}, the question about {}", other[0], one[0]))
    })
}

/// Refuses the market of one option if the question names the option of a sibling and not this one.
fn other_option(topic: &Topic, market: &MarketText, siblings: &[&str]) -> Option<String> {
    if market.option.is_empty() {
        return None;
    }
    let near = topic.deadline().unwrap_or(topic.asked_on);
    let question = Wording::new(&format!("{}. {}", topic.text, topic.background), near);
    let is_named = |option: &str| {
        let option = Wording::new(option, near);
        let terms = option.names.iter().chain(&option.words);
        let (all, named) = terms.fold((0, 0), |(all, named), term| (all + 1, named + usize::from(question.has(term))));
        all > 0 && named == all
    };
    let sibling = siblings.iter().find(|sibling| **sibling != market.option && is_named(sibling))?;
    (!is_named(&market.option)).then(|| format!("the question names {sibling}, the market is about {}", market.option))
}

/// Returns the quantities of a text, without its days, years and seasons.
pub(super) fn stated_figures(text: &str, near: NaiveDate) -> Vec<Figure> {
    let text = without_seasons(text);
    let mut all = Vec::new();
    for sentence in text.split_inclusive(['?', '!', ';']) {
        all.extend(figures(&day::without_days(sentence, near)));
    }
    all.retain(|figure| !((1990.0..2100.0).contains(&figure.value) && figure.value.fract() == 0.0));
    all
}

/// Removes seasons such as 2025-26, whose parts count nothing.
fn without_seasons(text: &str) -> String {
    let digits =
        |part: &str, lengths: &[usize]| lengths.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_season = |word: &str| {
        let mut parts = word.trim_matches(|c: char| !c.is_ascii_digit()).split(['-', '\u{2013}', '/']);
        let first = parts.next().is_some_and(|part| part.starts_with("20") && digits(part, &[4]));
        first && parts.next().is_some_and(|part| digits(part, &[2, 4]))
    };
    text.split_whitespace().filter(|word| !is_season(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic(text: &str, closes: &str) -> Topic {
        let asked_on = "2026-03-01".parse().unwrap();
        Topic { text: text.into(), background: String::new(), closes: closes.parse().ok(), asked_on }
    }

    fn market(question: &str, closes: &str) -> MarketText {
        MarketText { question: question.into(), closes: closes.parse().ok(), ..MarketText::default() }
    }

    #[test]
    fn another_deadline_is_refused() {
        let topic = topic("Will the bridge open by 30 June 2026?", "2026-06-30");
        let refused = |question: &str, closes: &str| refusal(&topic, &market(question, closes), &[]).is_some();
        assert!(!refused("Will the bridge open before July 1, 2026?", "2026-07-01"));
        assert!(!refused("Will the bridge open?", "2026-07-20"), "it closes when it is settled");
        assert!(refused("Will the bridge open before August 2026?", "2026-07-31"));
        assert!(refused("Will the bridge open?", "2026-12-31"));
        let reason = refusal(&topic, &market("Will the bridge open in 2026?", "2026-12-31"), &[]).unwrap();
        assert!(reason.contains("2026-12-31") && reason.contains("2026-06-30"), "{reason}");
    }

    #[test]
    fn another_amount_is_refused() {
        let topic = topic("Will gold settle at $5,000 or more in June 2026?", "2026-06-30");
        let refused = |question: &str| refusal(&topic, &market(question, "2026-06-30"), &[]).is_some();
        assert!(refused("Will gold hit $6,000 by end of June?") && !refused("Will gold hit $5000 by end of June?"));
        assert!(!refused("Will gold rise in June?"), "only a reader can tell");
    }

    #[test]
    fn the_option_of_a_sibling_that_the_question_names_is_refused() {
        let topic = topic("Will Liverpool finish among the first four?", "2026-05-24");
        let of = |option: &str| MarketText {
            option: option.into(),
            ..market("Will they finish in the top 4?", "2026-05-24")
        };
        assert!(refusal(&topic, &of("Chelsea"), &["Liverpool", "Chelsea"]).is_some());
        assert!(refusal(&topic, &of("Liverpool"), &["Liverpool", "Chelsea"]).is_none());
        assert!(refusal(&topic, &of("Chelsea"), &["Chelsea", "Everton"]).is_none(), "the question may describe it");
    }

    #[test]
    fn seasons_and_years_are_no_quantities() {
        let near = "2026-03-01".parse().unwrap();
        assert_eq!(stated_figures("Will Example win the 2025-26 league or the 2026 cup?", near), []);
    }
}
