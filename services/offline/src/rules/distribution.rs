//! `normalise_question`, `estimate_options`, `estimate_quantiles` and `estimate_dates`: from the words of the question,
//! and from shares, numbers and days that the findings state. What they do not state has no answer: the reply leaves it
//! out.

mod days;
mod numbers;
mod options;
mod reading;

use domain::AnswerKind;
use domain::question_form::kind_of;
use serde_json::{Value, json};

use super::topic::Topic;
use super::words::cited_sentence;

/// Stated confidence, as in `estimate_probability`.
const CONFIDENCE: f64 = 0.05;

/// Quantiles of a statement about the present, as multiples of it: statements are often outdated by a quarter.
const AROUND: [f64; 5] = [0.75, 0.92, 1.0, 1.08, 1.25];

pub(crate) fn normalise(input: &Value) -> Value {
    let text = input["question"]["text"].as_str().unwrap_or_default();
    let mut reply = reading::read(input);
    let kind = match kind_of(text) {
        Ok(AnswerKind::MultipleChoice { options, open }) => {
            json!({ "answer_kind": "multiple_choice", "options": options, "open": open })
        }
        Ok(AnswerKind::Date) => json!({ "answer_kind": "date" }),
        Ok(AnswerKind::Numeric { unit, .. }) => json!({ "answer_kind": "numeric", "unit": unit }),
        Ok(AnswerKind::Binary | AnswerKind::Conditional { .. } | AnswerKind::Report { .. }) | Err(_) => {
            json!({ "answer_kind": "yes_or_no" })
        }
    };
    reply.extend(kind.as_object().cloned().unwrap_or_default());
    Value::Object(reply)
}

pub(crate) fn options(input: &Value) -> Value {
    let findings = findings(input);
    let named = |option: &Value| option.as_str().map(str::to_owned);
    let kind = &input["question"]["kind"];
    let listed: Vec<String> = kind["options"].as_array().into_iter().flatten().filter_map(named).collect();
    let open = kind["open"] == true;
    let text = input["question"]["text"].as_str().unwrap_or_default();
    let shares = options::shares(text, (&listed, open), &findings);
    let mut reply = estimate(&findings, "It counts the shares that findings state for each option.");
    reply["options"] = shares.iter().map(|(option, share)| json!({ "option": option, "probability": share })).collect();
    reply["candidates"] = json!([]);
    reply["other"] =
        json!(if open { (1.0 - shares.iter().map(|(_, share)| share).sum::<f64>()).max(0.0) } else { 0.0 });
    reply
}

pub(crate) fn quantiles(input: &Value) -> Value {
    let findings = findings(input);
    let kind = &input["question"]["kind"];
    let values = numbers::stated(kind["unit"].as_str().unwrap_or_default(), &findings);
    let mut reply = estimate(&findings, "It takes the numbers that findings state.");
    if let Some([low, middle, high]) = numbers::range(&values) {
        let [p5, p25, p50, p75, p95] = AROUND;
        let at = |level, value: f64| if value < 0.0 { value * (2.0 - level) } else { value * level };
        reply["quantiles"] = json!({
            "p5": at(p5, low), "p25": at(p25, f64::midpoint(low, middle)), "p50": at(p50, middle),
            "p75": at(p75, f64::midpoint(middle, high)), "p95": at(p95, high),
        });
    }
    reply
}

pub(crate) fn dates(input: &Value) -> Value {
    let findings = findings(input);
    let asked_on = input["asked_at"].as_str().and_then(|day| day.get(..10)?.parse().ok());
    let mut reply = estimate(&findings, "It takes the days that findings state.");
    if let Some(days) = asked_on.and_then(|day| days::quantiles(day, &findings)) {
        let [p5, p25, p50, p75, p95] = days.map(|day| day.to_string());
        reply["dates"] = json!({ "p5": p5, "p25": p25, "p50": p50, "p75": p75, "p95": p95 });
    }
    reply
}

/// A finding on the topic of the question.
#[derive(Debug, Clone, Copy)]
struct TopicFinding<'a> {
    reference: &'a str,
    text: &'a str,
}

/// Returns the findings with a topic word of the question, most shared words first. The perspectives see other orders:
/// among equals the reference decides.
fn findings(input: &Value) -> Vec<TopicFinding<'_>> {
    let topic = Topic::new(input["question"]["text"].as_str().unwrap_or_default());
    let all = input["findings"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut matches: Vec<(usize, TopicFinding<'_>)> = all
        .iter()
        .filter_map(|finding| {
            Some(TopicFinding { reference: finding["reference"].as_str()?, text: finding["text"].as_str()? })
        })
        .map(|one| (topic.as_ref().map_or(1, |topic| topic.shared(one.text)), one))
        .filter(|(shared, _)| *shared > 0)
        .collect();
    matches.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| one.reference.cmp(other.reference)));
    matches.into_iter().map(|(_, one)| one).collect()
}

fn estimate(findings: &[TopicFinding<'_>], how: &str) -> Value {
    let mut sentences =
        vec!["This is the offline model: it reads the findings and does not judge them.".to_owned(), how.to_owned()];
    sentences.extend(findings.iter().take(3).map(|one| cited_sentence(one.text, one.reference)));
    json!({
        "status_quo": "Not judged.",
        "time_left": "",
        "outside_view": "",
        "confidence": CONFIDENCE,
        "reasoning": sentences.join(" "),
        "crux": "",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(text: &str, kind: &Value, findings: &[&str]) -> Value {
        let findings: Vec<Value> = findings
            .iter()
            .enumerate()
            .map(|(at, text)| json!({ "reference": format!("i1q1/f{}", at + 1), "text": text, "status": "supported" }))
            .collect();
        json!({ "asked_at": "2026-03-01", "question": { "text": text, "kind": kind }, "findings": findings })
    }

    #[test]
    fn the_words_of_the_question_state_its_kind() {
        let of = |text: &str| normalise(&json!({ "question": { "text": text } }));
        assert_eq!(of("How many ships will berth?")["unit"], "ships");
        assert_eq!(of("Which of Ada or Bo will win?")["options"], json!(["Ada", "Bo"]));
        assert_eq!(of("When will it open?")["answer_kind"], "date");
        assert_eq!(of("Will it open?")["answer_kind"], "yes_or_no");
    }

    #[test]
    fn shares_of_options_are_read_from_the_findings() {
        let kind = json!({ "options": ["Ada Berg", "Bo Lund"], "open": false });
        let poll = "In the poll for the chair of the port Ada Berg has 48 per cent and Bo Lund 32 per cent.";
        let reply = options(&input("Who will chair the port?", &kind, &[poll, "Cats sleep."]));
        assert_eq!(
            reply["options"],
            json!([{ "option": "Ada Berg", "probability": 0.6 }, { "option": "Bo Lund", "probability": 0.4 }])
        );
        assert!(reply["reasoning"].as_str().unwrap().contains("[i1q1/f1]"));
        let open = json!({ "options": [], "open": true });
        let reply = options(&input("Who will chair the port?", &open, &[poll]));
        assert_eq!(reply["options"][0], json!({ "option": "Ada Berg", "probability": 0.48 }));
        assert!((reply["other"].as_f64().unwrap() - 0.2).abs() < 1e-9);
        let nothing = options(&input("Who will chair the port?", &open, &["Cats sleep."]));
        assert_eq!((&nothing["options"], &nothing["other"]), (&json!([]), &json!(1.0)));
    }

    #[test]
    fn numbers_with_the_unit_are_the_quantiles() {
        let kind = json!({ "unit": "ships" });
        let text = "How many ships will berth in Norrby in May?";
        let reply = quantiles(&input(
            text,
            &kind,
            &["In May 2025 400 ships berthed in Norrby.", "In April 2026 1,000 people visited Norrby."],
        ));
        assert_eq!(reply["quantiles"], json!({ "p5": 300.0, "p25": 368.0, "p50": 400.0, "p75": 432.0, "p95": 500.0 }));
        assert_eq!(
            quantiles(&input(text, &kind, &["Ships berth in Norrby."])).get("quantiles"),
            None,
            "nothing is invented"
        );
    }

    #[test]
    fn days_after_the_question_are_the_quantiles() {
        let text = "When will the Lake Bridge open?";
        let reply = dates(&input(
            text,
            &json!({}),
            &["The bridge is to open on 29 June 2026.", "The bridge was begun on 3 May 2021."],
        ));
        let read = ["p5", "p25", "p50", "p75", "p95"].map(|level| reply["dates"][level].as_str().unwrap().to_owned());
        assert_eq!(read, ["2026-05-30", "2026-06-29", "2026-07-14", "2026-08-07", "2026-10-27"]);
        assert_eq!(dates(&input(text, &json!({}), &["The bridge is long."])).get("dates"), None);
    }
}
