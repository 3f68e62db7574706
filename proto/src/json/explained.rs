//! What a publisher is told about JSON that cannot be read. serde names what its visitor wanted; a person wants to know what stood
//! there and what should.

use super::Place;

/// How gzip begins, which no JSON does.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// What is wrong, in words for whoever wrote the JSON.
pub(super) fn explained(error: &serde_json::Error, place: &Place<'_>) -> String {
    let message = error.to_string();
    if place.bytes.starts_with(&GZIP) {
        return "is compressed, which no header undoes here; send it as it is".to_owned();
    }
    match expectation(&message) {
        Some(wanted) => match place.value() {
            Some(found) => format!("is {found}, which {wanted}"),
            None => format!("holds what {wanted}"),
        },
        // pbjson says the word that serde says, too.
        None => format!(
            "{}; the canonical protobuf JSON of auspex.v1 is expected",
            message.replace("expected expected", "expected")
        ),
    }
}

/// What a value should have been, where serde's own words do not say it. They are pbjson's for numbers and chrono's for times.
fn expectation(message: &str) -> Option<&'static str> {
    const NUMBER: [&str; 7] = [
        "untagged enum Content",
        "invalid digit found in string",
        "invalid float literal",
        "cannot parse integer",
        "cannot parse float",
        "number too large",
        "number too small",
    ];
    const TIME: [&str; 7] = [
        "input is out of range",
        "no possible date and time",
        "input is not enough",
        "input contains invalid characters",
        "premature end of input",
        "trailing input",
        "expected a date string",
    ];
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| message.contains(phrase));
    if says(&NUMBER) {
        return Some(
            "is no number that this field takes; counts, and money in micro-dollars, are whole and not negative",
        );
    }
    says(&TIME).then_some("is no time; write it like 2026-11-22T08:30:00Z")
}

#[cfg(test)]
mod tests {
    use crate::json::parse;
    use crate::v1;

    #[test]
    fn a_refusal_says_what_stood_there_and_what_should() {
        let question = |config: &str| format!(r#"{{"id":"a","question":{{"text":"q",{config}}}}}"#);
        let cases = [
            (r#"{"id":"a","budgetMicroUsd":-1}"#.to_owned(), "budget_micro_usd", "is -1, which is no number"),
            (r#"{"id":"a","budgetMicroUsd":"-1"}"#.to_owned(), "budget_micro_usd", "is \"-1\", which is no number"),
            (r#"{"id":"a","budgetMicroUsd":1.5}"#.to_owned(), "budget_micro_usd", "is 1.5, which is no number"),
            (r#"{"id":"a","budgetMicroUsd":""}"#.to_owned(), "budget_micro_usd", "is \"\", which is no number"),
            (r#"{"id":"a","budgetMicroUsd": true }"#.to_owned(), "budget_micro_usd", "is true, which is no number"),
            (question(r#""market":{"price":"much"}"#), "question.market.price", "is \"much\", which is no number"),
            (question(r#""market":{"price":{}}"#), "question.market.price", "holds what is no number"),
            (question(r#""closes":"2026-02-30T00:00:00Z""#), "question.closes", "is no time; write it like 2026-"),
            (question(r#""closes":"tomorrow""#), "question.closes", "is \"tomorrow\", which is no time"),
            (question(r#""closes":1700000000"#), "question.closes", "is 1700000000, which is no time"),
            (question(r#""txt":1"#), "question.txt", "unknown field `txt`"),
        ];
        let packed = parse::<v1::Event>(&[0x1f, 0x8b, 8, 0]).unwrap_err();
        assert!(packed.path == "body" && packed.problem.starts_with("is compressed"), "{packed}");
        for (text, path, problem) in cases {
            let error = parse::<v1::Event>(text.as_bytes()).unwrap_err();
            assert_eq!(error.path, path, "{text}: {error}");
            assert!(error.problem.contains(problem), "{text}: {error}");
        }
    }
}
