//! Published events that name their own form, and questions in a form that no forecast answers.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::needless_pass_by_value, reason = "`json!` makes values")]

use proto::event::{Envelope, Event, InvalidEvent};
use proto::events::EventReceived;
use serde_json::{Value, json};

fn decoded(content_type: &str, headers: &[(String, String)], body: &[u8]) -> Result<domain::Event, InvalidEvent> {
    let envelope = Envelope { content_type, headers, subject: "" };
    EventReceived::decode(&envelope, body).map(|received| received.0)
}

/// Not every sender has the header for the structured mode.
#[test]
fn a_cloud_event_names_itself() {
    let cloud = |more: Value| {
        let mut cloud = json!({"specversion": "1.0", "type": "x", "source": "//feeds", "id": "s-2",
                               "data": {"question": {"text": "Will it rain?"}}});
        cloud.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        cloud.to_string()
    };
    for content_type in
        ["application/cloudevents+json", "application/json", "application/json; charset=utf-8", "text/json", ""]
    {
        let event = decoded(content_type, &[], cloud(json!({})).as_bytes()).unwrap();
        assert_eq!((event.id.as_str(), event.source.as_str()), ("s-2", "//feeds"), "{content_type}");
    }
    let odd =
        decoded("application/json", &[], cloud(json!({"id": 7, "time": 12, "source": ["x"]})).as_bytes()).unwrap();
    assert_eq!((odd.id.as_str(), odd.source.as_str(), odd.occurred_at), ("7", "", None));
    let plain = json!({"id": "a", "question": {"text": "Will it rain?"}}).to_string();
    assert_eq!(decoded("application/json", &[], plain.as_bytes()).unwrap().id.as_str(), "a");
    assert!(
        decoded("", &[], plain.as_bytes()).unwrap_err().problem.contains("Content-Type"),
        "only a CloudEvent names itself"
    );
    let wrong = cloud(json!({"data": {"question": {"txt": "q"}}}));
    assert_eq!(decoded("application/json", &[], wrong.as_bytes()).unwrap_err().path, "data.question.txt");
}

/// A probability of YES is no answer to such a question, and a forecast costs money.
#[test]
fn a_question_that_is_not_yes_or_no_is_refused_with_the_way_to_ask_it() {
    let asked = |text: &str, config: Value| {
        let event = json!({"id": "a", "question": {"text": text, "config": config}}).to_string();
        decoded("application/json", &[], event.as_bytes())
    };
    for (text, words) in [
        ("How many ferries will call in May?", "exceed a limit"),
        ("Who will chair the port?", "each of them"),
        ("When will it open?", "before a day"),
        ("What will the council decide?", "yes-or-no"),
    ] {
        let refused = asked(text, json!({})).unwrap_err();
        assert_eq!(refused.path, "question.text");
        assert!(refused.problem.contains(words), "{refused}");
        assert!(asked(text, json!({"wanted": "WANTED_RESEARCH"})).is_ok(), "research may be about anything");
    }
    assert!(asked("Will more than 5 ferries call in May?", json!({})).is_ok());
}
