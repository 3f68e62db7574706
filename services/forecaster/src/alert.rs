//! Runs that a scout alert caused: the trade is part of every research task's context, and one research question is about it.

use domain::Run;
use domain::event::{ScoutAlert, Side, Trader};
use domain::run::{Priority, Question};

/// Returns the context of a research task: the run's question, and the trade behind it if there is one.
pub fn context(run: &Run) -> String {
    match &run.alert {
        None => run.asked.text.clone(),
        Some(alert) => format!("{}\n{}", run.asked.text, describe(alert)),
    }
}

/// Describes the trade in two sentences: the trade itself, and the trader's record.
fn describe(alert: &ScoutAlert) -> String {
    let trade = &alert.trade;
    let did = if trade.side == Side::Buy { "bought" } else { "sold" };
    let outcome = if trade.outcome.is_empty() { "Yes" } else { &trade.outcome };
    format!(
        "The trader {} {did} {} of \"{outcome}\" at {:.3}. {}",
        name(&alert.trader),
        trade.usd_value,
        trade.price,
        record(&alert.trader)
    )
}

fn record(trader: &Trader) -> String {
    let rate = trader.win_rate.map(|rate| format!("won {:.0} % of", rate * 100.0));
    let trades = trader.trades.map(|trades| format!("{trades} resolved positions"));
    match (rate, trades) {
        (Some(rate), Some(trades)) => format!("The trader {rate} {trades}."),
        (Some(rate), None) => format!("The trader {rate} all resolved positions."),
        (None, Some(trades)) => format!("The trader has {trades}."),
        (None, None) => "The trader's record is unknown.".to_owned(),
    }
}

fn name(trader: &Trader) -> String {
    match (trader.alias.trim(), trader.address.trim()) {
        ("", address) => address.to_owned(),
        (alias, "") => alias.to_owned(),
        (alias, address) => format!("{alias} ({address})"),
    }
}

/// Returns the question about the trade: what may the trader know? Its priority is the lowest, because a trader's record moves the
/// forecast less than the facts do.
pub fn question(run: &Run, id: String) -> Option<Question> {
    let alert = run.alert.as_ref()?;
    let market = if alert.market.question.is_empty() { &run.asked.text } else { &alert.market.question };
    let text = format!(
        "Why would {} have traded on \"{market}\" just then: what news came out shortly before, and what is known about this trader?",
        name(&alert.trader)
    );
    Some(Question {
        id,
        topic: "the trade".to_owned(),
        text: text.chars().filter(|c| !c.is_control()).take(MAX_QUESTION_CHARS).collect(),
        priority: Priority::Supplementary,
        expected_sources: alert.market.url.starts_with("http").then(|| alert.market.url.clone()).into_iter().collect(),
    })
}

/// Maximum length of a question, in characters.
const MAX_QUESTION_CHARS: usize = 400;

#[cfg(test)]
mod tests {
    use domain::MicroUsd;
    use domain::event::{Market, Trade};

    use super::*;
    use crate::sample::run;

    fn alerted(alias: &str, win_rate: Option<f64>) -> Run {
        let trader =
            Trader { address: "0xabc".into(), alias: alias.into(), win_rate, trades: Some(120), ..Trader::default() };
        let trade = Trade {
            side: Side::Buy,
            usd_value: MicroUsd::dollars(9_000),
            price: 0.2,
            size: 45_000.0,
            outcome: "Texans".into(),
            time: None,
        };
        let market = Market { question: "Chargers vs. Texans".into(), ..Market::default() };
        let mut run = run();
        run.alert = Some(ScoutAlert { trader, trade, market });
        run
    }

    #[test]
    fn the_trade_is_in_the_context_of_research() {
        let told = context(&alerted("Oracle", Some(0.67)));
        for part in
            [&run().asked.text, "Oracle (0xabc) bought $9000", "\"Texans\" at 0.200", "won 67 % of 120 resolved"]
        {
            assert!(told.contains(part), "{part} in {told}");
        }
        assert!(context(&alerted("", None)).contains("The trader 0xabc bought"));
        assert_eq!(context(&run()), run().asked.text, "no trade, nothing to tell");
    }

    #[test]
    fn the_trade_is_a_separate_question() {
        let asked = question(&alerted("Oracle", None), "i1q3".into()).unwrap();
        assert_eq!((asked.id.as_str(), asked.priority), ("i1q3", Priority::Supplementary));
        assert!(asked.text.contains("Oracle (0xabc)") && asked.text.contains("Chargers vs. Texans"), "{}", asked.text);
        assert_eq!(question(&run(), "i1q3".into()), None);
    }

    #[test]
    fn a_long_name_does_not_exceed_the_limit() {
        let asked = question(&alerted(&"x".repeat(5_000), None), "i1q1".into()).unwrap();
        assert_eq!(asked.text.chars().count(), MAX_QUESTION_CHARS);
    }
}
