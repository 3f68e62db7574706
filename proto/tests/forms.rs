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
    let text = json!({"question": {"text": "Will it rain?"}}).to_string();
    for slip in [
        json!({"specversion": 1.0}),
        json!({"specversion": 1, "datacontenttype": ["x"]}),
        json!({"data": text, "datacontenttype": "application/json"}),
        json!({"dataschema": 7, "subject": null, "data_base64": null}),
    ] {
        for mark in ["", "\u{feff}"] {
            let event = decoded("application/json", &[], format!("{mark}{}", cloud(slip.clone())).as_bytes()).unwrap();
            assert_eq!(event.id.as_str(), "s-2", "{slip}");
        }
    }
    assert!(decoded("application/json", &[], cloud(json!({"specversion": "0.3"})).as_bytes()).is_err());
    let plain = json!({"id": "a", "question": {"text": "Will it rain?"}}).to_string();
    assert_eq!(decoded("application/json", &[], plain.as_bytes()).unwrap().id.as_str(), "a");
    assert!(
        decoded("", &[], plain.as_bytes()).unwrap_err().problem.contains("Content-Type"),
        "only a CloudEvent names itself"
    );
    let wrong = cloud(json!({"data": {"question": {"txt": "q"}}}));
    assert_eq!(decoded("application/json", &[], wrong.as_bytes()).unwrap_err().path, "data.question.txt");
}

/// A forecast costs money, so text, kind and market of its question must fit together.
#[test]
fn a_question_that_no_forecast_answers_is_refused_with_the_way_to_ask_it() {
    let asked = |text: &str, more: Value| {
        let mut question = json!({"text": text});
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        decoded("application/json", &[], json!({"id": "a", "question": question}).to_string().as_bytes())
    };
    let refused = asked("What will the council decide?", json!({})).unwrap_err();
    assert!(refused.path == "question.text" && refused.problem.contains("Will …?"), "{refused}");
    let research = json!({"config": {"wanted": "WANTED_RESEARCH"}});
    assert!(asked("What will the council decide?", research).is_ok(), "research may be about anything");
    for (text, words) in [
        ("How many ferries will call in May?", "`numeric`"),
        ("Who will chair the port?", "`multiple_choice`"),
        ("When will it open?", "`date`"),
    ] {
        assert!(asked(text, json!({})).is_ok(), "{text}");
        for yes_or_no in [json!({"binary": {}}), json!({"conditional": {"condition": "it rains"}})] {
            let refused = asked(text, yes_or_no).unwrap_err();
            assert!(refused.path == "question.text" && refused.problem.contains(words), "{refused}");
        }
        let refused = asked(text, json!({"market": {"price": 0.4}})).unwrap_err();
        assert_eq!(refused.path, "question.market");
    }
    for (kind, path) in [
        (json!({"multipleChoice": {"options": ["Ada"]}}), "question.multiple_choice.options"),
        (json!({"multipleChoice": {"options": ["Ada", "ADA"], "open": true}}), "question.multiple_choice.options"),
        (json!({"numeric": {"unit": "EUR", "lower": 3, "upper": 2}}), "question.numeric.bounds"),
        (json!({"conditional": {"condition": ""}}), "question.conditional.condition"),
    ] {
        assert_eq!(asked("Will it rain?", kind.clone()).unwrap_err().path, path, "{kind}");
    }
    let ada = json!({"multipleChoice": {"options": [" Ada ", "Bo"], "open": true}});
    let domain::EventKind::Question(asked) = asked("Who will chair the port?", ada).unwrap().kind else {
        panic!("a question")
    };
    let options = vec!["Ada".to_owned(), "Bo".to_owned()];
    assert_eq!(asked.kind, Some(domain::AnswerKind::MultipleChoice { options, open: true }));
}
