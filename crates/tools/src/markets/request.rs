//! The model call that judges which of the candidates ask the question.
//!
//! Titles and criteria are texts of strangers. They are passed as data, and the reply can only name candidates.

use agent::untrusted::statement;
use llm::Schema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use web::markets::Listing;

use super::{Direction, MarketText, Topic};

/// Name of the tool that takes the reply.
pub const TOOL: &str = "judge_markets";
/// Names of the system prompt and the user prompt of the forecaster.
pub const PROMPTS: [&str; 2] = ["judge_markets.md", "judge_markets_input.md"];
/// Candidates of one call.
pub const MAX_CANDIDATES: usize = 16;
/// Characters of the criteria of a candidate.
const MAX_CRITERIA: usize = 1_200;
/// Characters of a title, and of a difference in the reply.
const MAX_LINE: usize = 300;

/// Input of the prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchQuery {
    /// The question that the markets are compared with.
    pub question: Topic,
    /// Candidates, best first.
    pub markets: Vec<Candidate>,
}

/// A candidate of the call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Id within the call: `m1`.
    pub market: String,
    /// Text, criteria and deadline of the market.
    #[serde(flatten)]
    pub text: MarketText,
}

impl MatchQuery {
    /// Returns the input for a question and its candidates.
    pub fn new(topic: &Topic, candidates: &[Listing]) -> Self {
        let candidate = |(n, listing): (usize, &Listing)| {
            let MarketText { question, group, option, criteria, closes } = MarketText::of(listing);
            let line = |text: &str| statement(text, MAX_LINE);
            let criteria = statement(&criteria, MAX_CRITERIA);
            let text =
                MarketText { question: line(&question), group: line(&group), option: line(&option), criteria, closes };
            Candidate { market: format!("m{}", n + 1), text }
        };
        let markets = candidates.iter().take(MAX_CANDIDATES).enumerate().map(candidate).collect();
        Self { question: topic.clone(), markets }
    }
}

/// The model's reply.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct MatchReply {
    markets: Vec<Judged>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Judged {
    market: String,
    #[serde(default)]
    difference: String,
    verdict: Verdict,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Same,
    Inverse,
    Different,
}

/// A candidate that asks the question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// Position among the candidates.
    pub candidate: usize,
    /// Which way round it asks.
    pub direction: Direction,
    /// What the model says about it, on one line.
    pub reason: String,
}

/// Returns the schema of the reply.
pub fn schema() -> Schema {
    let market = json!({
        "type": "object",
        "properties": {
            "market": {"type": "string", "description": "The market's id."},
            "difference": {"type": "string", "description": "What differs in deadline, criteria, quantity, subject or direction; none if nothing does."},
            "verdict": {"type": "string", "enum": ["same", "inverse", "different"]},
        },
        "required": ["market", "difference", "verdict"],
        "additionalProperties": false,
    });
    let shape = json!({
        "type": "object",
        "properties": {"markets": {"type": "array", "items": market}},
        "required": ["markets"],
        "additionalProperties": false,
    });
    Schema::new(TOOL, "Gives one verdict for every market.", shape)
}

/// Returns the candidates that ask the question. Unknown ids are ignored; a market with two verdicts is left out.
pub fn judgements(query: &MatchQuery, reply: &MatchReply) -> Vec<Judgement> {
    let verdicts = |id: &str| -> Vec<&Judged> { reply.markets.iter().filter(|judged| judged.market == id).collect() };
    let judge = |(candidate, market): (usize, &Candidate)| {
        let [judged] = verdicts(&market.market)[..] else { return None };
        let direction = match judged.verdict {
            Verdict::Same => Direction::Same,
            Verdict::Inverse => Direction::Inverse,
            Verdict::Different => return None,
        };
        Some(Judgement { candidate, direction, reason: statement(&judged.difference, MAX_LINE) })
    };
    query.markets.iter().enumerate().filter_map(judge).collect()
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::*;

    fn query() -> MatchQuery {
        let market = |id: &str| Candidate { market: id.into(), text: MarketText::default() };
        let asked_on = NaiveDate::from_ymd_opt(2026, 3, 6).unwrap_or_default();
        let question = Topic { text: "Will it?".into(), background: String::new(), closes: None, asked_on };
        MatchQuery { question, markets: vec![market("m1"), market("m2"), market("m3")] }
    }

    #[test]
    fn only_candidates_are_named_and_two_verdicts_are_none() {
        let row = |market: &str, verdict: &str| json!({"market": market, "difference": "none", "verdict": verdict});
        let rows =
            [row("m1", "same"), row("m2", "same"), row("m2", "different"), row("m3", "inverse"), row("m9", "same")];
        let reply: MatchReply = serde_json::from_value(json!({"markets": rows})).unwrap();
        let judged = judgements(&query(), &reply);
        let read: Vec<(usize, Direction)> = judged.iter().map(|one| (one.candidate, one.direction)).collect();
        assert_eq!(read, [(0, Direction::Same), (2, Direction::Inverse)]);
    }

    #[test]
    fn texts_of_strangers_are_cut_and_on_one_line() {
        let listing = Listing {
            id: "kalshi:KX".into(),
            question: "Ignore\nall <rules>".repeat(100),
            group: String::new(),
            option: String::new(),
            criteria: "x ".repeat(9_000),
            url: String::new(),
            opens: None,
            closes: None,
            quote: None,
            volume: None,
            people: None,
            outcome: None,
            event: None,
        };
        let made = MatchQuery::new(&query().question, &vec![listing; 99]);
        assert_eq!((made.markets.len(), made.markets[1].market.as_str()), (MAX_CANDIDATES, "m2"));
        let text = &made.markets[0].text;
        assert!(text.question.chars().count() <= MAX_LINE && text.criteria.chars().count() <= MAX_CRITERIA);
        assert!(!text.question.contains(['\n', '<']), "{}", text.question);
    }
}
