//! Converts a scout alert to a question about the traded outcome, with the trader's record as background.

use domain::event::{AskConfig, AskedQuestion, Market, ScoutAlert, Side, Trader};

/// Returns the question that a forecast of this alert answers.
///
/// A trade on `No` of a yes-or-no market asks about YES, so the market's price is the price of YES. A trade on a named
/// outcome asks about that outcome.
pub fn question(alert: &ScoutAlert) -> AskedQuestion {
    let market = &alert.market;
    let outcome = alert.trade.outcome.trim();
    let yes_or_no = outcome.is_empty() || outcome.eq_ignore_ascii_case("yes") || outcome.eq_ignore_ascii_case("no");
    let text = if yes_or_no {
        market.question.clone()
    } else {
        format!("{}: will the outcome be \"{outcome}\"?", market.question)
    };
    AskedQuestion {
        text,
        background: background(alert),
        resolution_criteria: "As the market resolves.".to_owned(),
        closes: market.end,
        market: Some(Market { price: price(alert), ..market.clone() }),
        config: AskConfig::default(),
        topic: "scout".to_owned(),
    }
}

/// Returns the price of the asked outcome: the market's, otherwise the trade's (inverted for a trade on `No`).
fn price(alert: &ScoutAlert) -> Option<f64> {
    let no = alert.trade.outcome.trim().eq_ignore_ascii_case("no");
    alert.market.price.or(Some(if no { 1.0 - alert.trade.price } else { alert.trade.price }))
}

fn background(alert: &ScoutAlert) -> String {
    let trade = &alert.trade;
    let did = match trade.side {
        Side::Buy => "bought",
        Side::Sell => "sold",
    };
    format!(
        "A watched trader ({}) {did} {} of \"{}\" at a price of {:.3}. {}",
        name(&alert.trader),
        trade.usd_value,
        trade.outcome,
        trade.price,
        record(&alert.trader)
    )
}

fn name(trader: &Trader) -> &str {
    if trader.alias.is_empty() { &trader.address } else { &trader.alias }
}

fn record(trader: &Trader) -> String {
    let mut known = Vec::new();
    if let Some(rate) = trader.win_rate {
        known.push(format!("win rate {:.0} %", rate * 100.0));
    }
    if let Some(trades) = trader.trades {
        known.push(format!("{trades} resolved positions"));
    }
    if let Some(profit) = trader.profit_micro_usd {
        let sign = if profit < 0 { "-" } else { "" };
        known.push(format!("profit {sign}{}", domain::MicroUsd(profit.unsigned_abs())));
    }
    known.extend(trader.tags.iter().cloned());
    if known.is_empty() {
        "The trader's record is unknown.".to_owned()
    } else {
        format!("Record: {}.", known.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use domain::MicroUsd;
    use domain::event::Trade;

    use super::*;

    fn alert(outcome: &str, market_price: Option<f64>) -> ScoutAlert {
        ScoutAlert {
            trader: Trader {
                address: "0xabc".into(),
                alias: "Oracle".into(),
                win_rate: Some(0.67),
                trades: Some(120),
                profit_micro_usd: Some(-2_500_000),
                tags: vec!["1k+ Positions".into()],
            },
            trade: Trade {
                side: Side::Buy,
                usd_value: MicroUsd::dollars(9_000),
                price: 0.2,
                size: 45_000.0,
                outcome: outcome.into(),
                time: None,
            },
            market: Market { question: "Chargers vs. Texans".into(), price: market_price, ..Market::default() },
        }
    }

    #[test]
    fn the_trader_s_record_is_context() {
        let asked = question(&alert("Texans", None));
        assert_eq!(asked.text, "Chargers vs. Texans: will the outcome be \"Texans\"?");
        for part in ["Oracle", "bought $9000.000000", "67 %", "120 resolved", "-$2.500000", "1k+ Positions"] {
            assert!(asked.background.contains(part), "{part} in {}", asked.background);
        }
        assert_eq!(asked.market.unwrap().price, Some(0.2));
    }

    #[test]
    fn a_trade_on_no_asks_about_yes() {
        let asked = question(&alert("No", None));
        assert_eq!(asked.text, "Chargers vs. Texans");
        assert!((asked.market.unwrap().price.unwrap() - 0.8).abs() < 1e-12);
        assert_eq!(question(&alert("No", Some(0.7))).market.unwrap().price, Some(0.7));
    }
}
