//! `judge_markets`: the agreement of wording, days and quantities, which is silent in doubt.

use serde_json::{Value, json};
use tools::markets::agreement::judge;
use tools::markets::request::MatchQuery;
use tools::markets::{Direction, MarketText};

/// Returns a verdict for every market.
pub(crate) fn answer(input: &Value) -> Value {
    let Ok(query) = serde_json::from_value::<MatchQuery>(input.clone()) else { return json!({ "markets": [] }) };
    let texts: Vec<MarketText> = query.markets.iter().map(|market| market.text.clone()).collect();
    let verdicts = judge(&query.question, &texts);
    let rows = query.markets.iter().zip(verdicts).map(|(market, verdict)| {
        let (verdict, difference) = match verdict {
            Some(Direction::Same) => ("same", "none: day, quantities, names and most words agree"),
            Some(Direction::Inverse) => ("inverse", "direction: one of both is negated"),
            None => ("different", "day, quantities, names or words do not agree"),
        };
        json!({ "market": market.market, "difference": difference, "verdict": verdict })
    });
    json!({ "markets": rows.collect::<Vec<_>>() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(markets: &[&str]) -> Value {
        let rows = markets.iter().enumerate().map(|(n, question)| {
            json!({"market": format!("m{}", n + 1), "question": question, "group": "", "option": "", "criteria": "", "closes": "2026-06-30"})
        });
        json!({
            "question": {"text": "Will Exampleland ratify the Lake Treaty by 30 June 2026?", "background": "", "closes": "2026-06-30", "asked_on": "2026-03-01"},
            "markets": rows.collect::<Vec<_>>(),
        })
    }

    #[test]
    fn the_same_wording_is_the_same_question_and_another_name_is_not() {
        let reply = answer(&input(&[
            "Exampleland ratifies the Lake Treaty before July 2026?",
            "Will Otherland ratify the Lake Treaty by June 30, 2026?",
        ]));
        assert_eq!(
            (&reply["markets"][0]["verdict"], &reply["markets"][1]["verdict"]),
            (&json!("same"), &json!("different"))
        );
        assert_eq!(answer(&json!(null)), json!({"markets": []}));
    }
}
