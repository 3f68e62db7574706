//! A scout alert's run knows who traded: the trade is told to everybody who works on the question, and is a question itself.

use domain::Run;
use domain::event::{ScoutAlert, Side, Trader};
use domain::run::{Priority, Question};

/// What a research task is told about the run that asks: its question, and the trade behind it if there is one.
pub fn context(run: &Run) -> String {
    match &run.alert {
        None => run.asked.text.clone(),
        Some(alert) => format!("{}\n{}", run.asked.text, told(alert)),
    }
}

/// The trade in two sentences: who did what, and how good that trader was so far.
fn told(alert: &ScoutAlert) -> String {
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

/// What a forecast of a trade wants to know besides what it wants to know anyway: what may the trader know? It is asked last:
/// a record moves the answer less than the facts.
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
        text: text.chars().filter(|c| !c.is_control()).take(LONGEST).collect(),
        priority: Priority::Supplementary,
        expected_sources: alert.market.url.starts_with("http").then(|| alert.market.url.clone()).into_iter().collect(),
    })
}

/// As every question of a run, in characters.
const LONGEST: usize = 400;

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
    fn whoever_researches_knows_of_the_trade() {
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
    fn the_trade_is_a_question_of_its_own() {
        let asked = question(&alerted("Oracle", None), "i1q3".into()).unwrap();
        assert_eq!((asked.id.as_str(), asked.priority), ("i1q3", Priority::Supplementary));
        assert!(asked.text.contains("Oracle (0xabc)") && asked.text.contains("Chargers vs. Texans"), "{}", asked.text);
        assert_eq!(question(&run(), "i1q3".into()), None);
    }

    #[test]
    fn a_name_of_any_length_stays_a_question() {
        let asked = question(&alerted(&"x".repeat(5_000), None), "i1q1".into()).unwrap();
        assert_eq!(asked.text.chars().count(), LONGEST);
    }
}
