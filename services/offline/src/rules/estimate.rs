//! `estimate_probability`: starts from the given base rates, or without any from the prior that follows from the form
//! of the question (`forecasting::base_rates::prior`). It cites findings without claiming that they change the odds,
//! and states a low confidence.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveTime, Utc};
use domain::Probability;
use forecasting::BetaPrior;
use forecasting::base_rates::{AskedQuestion, StatedPrior, stated_prior};
use serde_json::{Value, json};

use super::case::case;
use super::frequency;
use super::leaning::{Leaning, leans};
use super::topic::{SHARED_WORDS, Topic};
use super::words::{bare, cited_sentence, content};

/// Stated confidence: low enough that a market price beside it stays unchanged.
const CONFIDENCE: f64 = 0.05;

/// Maximum number of cited findings.
const CITED: usize = 3;

pub(crate) fn answer(input: &Value) -> Value {
    let cited = cited(input);
    let start = Start::from_input(input);
    let leaning = Leaning::from_input(input, &cited);
    let factors: Vec<Value> = cited
        .iter()
        .map(|(reference, _)| match &leaning {
            Some(leaning) if leaning.reference == *reference => leaning.factor(),
            _ => json!({ "evidence": [reference], "direction": "up", "strength": "none" }),
        })
        .collect();
    let words =
        leaning.as_ref().map_or(start.words.to_owned(), |leaning| format!("{} {}", start.words, leaning.words()));
    // The report shows those of the median estimate, which is that of the base rate.
    let [why_not_higher, why_not_lower] = if leans(input) { Default::default() } else { case(&cited) };
    json!({
        "status_quo": "Not judged.",
        "time_left": time_left(input),
        "base_rates": start.stated,
        "factors": factors,
        "no_if": "",
        "yes_if": "",
        "probability": leaning.as_ref().map_or(start.rate, |leaning| leaning.shifted(start.rate)),
        "confidence": CONFIDENCE,
        "why_not_higher": why_not_higher,
        "why_not_lower": why_not_lower,
        "reasoning": reasoning(&words, &cited),
        "crux": leaning.map(|leaning| leaning.crux).unwrap_or_default(),
    })
}

/// Returns the days from the day of asking to the close, as a sentence; nothing if one of them is unknown.
fn time_left(input: &Value) -> String {
    let (Some(asked), Some(closes)) = (day(&input["asked_at"]), day(&input["question"]["closes"])) else {
        return String::new();
    };
    format!("{} days until the question closes.", (closes - asked).num_days().max(0))
}

/// Starting point of the estimate.
pub(super) struct Start {
    pub(super) rate: f64,
    /// Base rates that the rule states itself; empty if some were given.
    stated: Vec<Value>,
    words: &'static str,
}

impl Start {
    pub(super) fn from_input(input: &Value) -> Self {
        if let Some(rate) = pooled(&rates(&input["known_base_rates"])) {
            let words = "It starts from how often like questions came out YES, as it is told.";
            return Self { rate: rate.get(), stated: Vec::new(), words };
        }
        if let Some(counted) = Self::from_counts(input) {
            return counted;
        }
        let StatedPrior { rate, because } = by_form(input);
        let stated = vec![json!({ "kind": "reference_class", "description": because, "rate": rate })];
        Self {
            rate,
            stated,
            words: "It starts from what the form of the question alone says, because no like questions are known.",
        }
    }

    /// Starts from the count that the findings state about the question's topic, updated as the forecaster does.
    fn from_counts(input: &Value) -> Option<Self> {
        let topic = Topic::new(input["question"]["text"].as_str()?)?;
        let supported = input["findings"].as_array()?.iter().filter(|finding| finding["status"] == "supported");
        let counts = supported.filter_map(|finding| finding["text"].as_str()).filter_map(|text| {
            let shared = topic.shared(text);
            (shared >= SHARED_WORDS).then(|| frequency::stated(text).map(|count| (shared, text, count)))?
        });
        let (_, text, cases) = counts.max_by_key(|(shared, ..)| *shared)?;
        let description = bare(text);
        let stated = json!({
            "kind": "historical", "description": description, "successes": cases.successes, "trials": cases.trials,
        });
        let words = "It starts from a count that the evidence states.";
        let rate = BetaPrior::uniform().posterior_mean(cases).get();
        Some(Self { rate, stated: vec![stated], words })
    }
}

fn rates(known: &Value) -> Vec<Probability> {
    let known = known.as_array().map(Vec::as_slice).unwrap_or_default();
    known.iter().filter_map(|known| Probability::clamp(known["rate"].as_f64()?).ok()).collect()
}

/// Returns the mean in log-odds; `None` without a rate.
fn pooled(rates: &[Probability]) -> Option<Probability> {
    #[expect(clippy::cast_precision_loss, reason = "a handful of rates")]
    let n = rates.len() as f64;
    Probability::from_log_odds(rates.iter().map(|rate| rate.log_odds()).sum::<f64>() / n).ok()
}

fn by_form(input: &Value) -> StatedPrior {
    let question = &input["question"];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (claim, background) = (text(&question["text"]), text(&question["background"]));
    // Without a date of asking, the number of days left is unknown.
    let asked_at = day(&input["asked_at"]).unwrap_or(DateTime::<Utc>::MAX_UTC);
    stated_prior(&AskedQuestion {
        text: &claim,
        background: &background,
        topic: "",
        asked_at,
        closes: day(&question["closes"]),
    })
}

/// Parses `2026-03-31`, alone or as the prefix of a timestamp.
fn day(value: &Value) -> Option<DateTime<Utc>> {
    let day = value.as_str()?.get(..10)?.parse::<chrono::NaiveDate>().ok()?;
    Some(day.and_time(NaiveTime::MIN).and_utc())
}

/// Returns the findings that share most with the question, as reference and text, without duplicates. Topic words come
/// before names and dates; a finding without a topic word is cited only if none has one.
fn cited(input: &Value) -> Vec<(&str, &str)> {
    let text = input["question"]["text"].as_str().unwrap_or_default();
    let (question, topic) = (content(text), Topic::new(text));
    let about = |text: &str| topic.as_ref().map_or(0, |topic| topic.shared(text));
    let findings = input["findings"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut shared: Vec<((usize, usize), &str, &str)> = findings
        .iter()
        .filter_map(|finding| Some((finding["reference"].as_str()?, finding["text"].as_str()?)))
        .map(|(reference, text)| ((about(text), content(text).intersection(&question).count()), reference, text))
        .filter(|((about, shared), ..)| *about + *shared > 0)
        .collect();
    shared.sort_by_key(|(shared, ..)| std::cmp::Reverse(*shared));
    if shared.first().is_some_and(|((about, _), ..)| *about > 0) {
        shared.retain(|((about, _), ..)| *about > 0);
    }
    let mut seen = BTreeSet::new();
    let once = shared.into_iter().filter(|(.., text)| seen.insert(*text));
    once.take(CITED).map(|(_, reference, text)| (reference, text)).collect()
}

fn reasoning(start: &str, cited: &[(&str, &str)]) -> String {
    let mut sentences =
        vec!["This is the offline model: it reads the findings and does not judge them.".to_owned(), start.to_owned()];
    sentences.extend(cited.iter().map(|(reference, text)| cited_sentence(text, reference)));
    if cited.is_empty() {
        sentences.push("Nothing that was found shares a word with the question.".to_owned());
    }
    sentences.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimated(input: &Value) -> (f64, usize) {
        let reply = answer(input);
        assert!(reply["confidence"].as_f64().unwrap() <= 0.05, "it never claims to know");
        assert!(reply["reasoning"].as_str().unwrap().starts_with("This is the offline model"));
        (reply["probability"].as_f64().unwrap(), reply["base_rates"].as_array().unwrap().len())
    }

    #[test]
    fn it_counts_the_days_that_are_left() {
        let input = json!({ "asked_at": "2026-03-01", "question": { "text": "Will it?", "closes": "2026-03-31" } });
        assert_eq!(answer(&input)["time_left"], "30 days until the question closes.");
        assert_eq!(answer(&json!({}))["time_left"], "");
    }

    #[test]
    fn findings_of_two_questions_are_cited_once() {
        let findings =
            ["i1q1/f1", "i1q2/f4"].map(|reference| json!({ "reference": reference, "text": "The bill is stuck." }));
        let reply = answer(&json!({ "question": { "text": "Will the bill pass?" }, "findings": findings }));
        let reasoning = reply["reasoning"].as_str().unwrap();
        assert_eq!(reasoning.matches("The bill is stuck [i1q1/f1].").count(), 1, "{reasoning}");
        assert!(!reasoning.contains("i1q2/f4"), "{reasoning}");
    }

    #[test]
    fn it_cites_findings_without_changing_the_odds() {
        let input = json!({
            "question": { "text": "Will the bill pass?" },
            "findings": [{ "reference": "i1q1/f1", "text": "Cats sleep." }, { "reference": "i1q1/f2", "text": "The bill is stuck." }],
        });
        assert_eq!(
            answer(&input)["factors"],
            json!([{ "evidence": ["i1q1/f2"], "direction": "up", "strength": "none" }])
        );
        assert!(answer(&input)["reasoning"].as_str().unwrap().contains("The bill is stuck [i1q1/f2]."));
        assert_eq!(estimated(&input), (forecasting::base_rates::prior::USUAL_RATE, 1));
    }

    #[test]
    fn it_starts_from_a_count_that_the_evidence_states() {
        let finding = |text: &str| json!({ "reference": "i1q1/f1", "text": text, "status": "supported" });
        let ask = |text: &str| {
            answer(&json!({
                "question": { "text": "Will snow fall in Harbour City before 25 December 2026?" },
                "findings": [finding(text)],
            }))
        };
        let reply = ask("Snow fell in Harbour City before Christmas in 14 of the last 30 years.");
        assert_eq!((&reply["base_rates"][0]["successes"], &reply["base_rates"][0]["trials"]), (&json!(14), &json!(30)));
        assert!((reply["probability"].as_f64().unwrap() - 15.0 / 32.0).abs() < 1e-9);
        let other = ask("Harbour City won seven of their last ten league matches.");
        assert_eq!(other["base_rates"][0]["kind"], "reference_class", "a count of something else");
    }

    #[test]
    fn without_findings_the_reasoning_says_so() {
        assert!(answer(&json!({}))["reasoning"].as_str().unwrap().contains("Nothing that was found"));
    }

    #[test]
    fn it_starts_from_the_form_and_the_time_that_is_left() {
        let ask = |text: &str, closes: &str| json!({ "asked_at": "2026-03-01", "question": { "text": text, "closes": closes } });
        let (soon, _) = estimated(&ask("Will they sign by March 10?", "2026-03-10"));
        let (late, _) = estimated(&ask("Will they sign by December 31?", "2026-12-31"));
        let (stays, _) = estimated(&ask("Will he still be in office?", "2026-03-10"));
        assert!(soon < 0.2 && late > 0.5 && stays > 0.8, "{soon} {late} {stays}");
        let undated = json!({ "question": { "text": "Will they sign by March 10?", "closes": "2026-03-10" } });
        assert_eq!(
            estimated(&undated).0,
            forecasting::base_rates::prior::USUAL_RATE,
            "who does not know today's date counts no days"
        );
    }

    #[test]
    fn it_starts_from_counted_cases_if_given() {
        let told = |rates: Value| json!({ "asked_at": "2026-03-01", "question": { "text": "Will they sign by March 10?" }, "known_base_rates": rates });
        let (rate, stated) =
            estimated(&told(json!([{ "rate": 0.7, "description": "of 40 such questions, 28 came out YES" }])));
        assert!((rate - 0.7).abs() < 1e-9 && stated == 0);
        let (rate, _) = estimated(&told(json!([{ "rate": 0.2 }, { "rate": 0.8 }])));
        assert!((rate - 0.5).abs() < 1e-9);
        let (_, stated) = estimated(&told(json!([{ "rate": "many" }, { "rate": 7 }])));
        assert_eq!(stated, 1, "a rate that is none is not heard");
    }
}
