//! Every fact is unchanged after encoding and decoding, in protobuf and in canonical JSON.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod arbitrary;

use arbitrary::endings::no_forecast;
use arbitrary::reviews::{macro_researched, reviewed, reviewed_forecast};
use arbitrary::work::{evidence, forecast, research, run, task};
use arbitrary::{classification, event, job, run_id, tenant, text, time, verdict_group};
use domain::JobId;
use domain::answer::ResolvedAnswer;
use domain::outcome::{DecidedOutcome, OutcomeChange, OutcomeStep};
use domain::port::DeadLetter;
use proptest::prelude::*;
use proto::event::{Envelope, Event, Fact};
use proto::events::*;
use proto::result::{ResultContent, row};

fn encoded_and_decoded<F: Fact + Event + PartialEq + std::fmt::Debug>(fact: &F) {
    let subject = fact.subject();
    let envelope = Envelope { subject: &subject, ..Envelope::default() };
    let decoded = F::decode(&envelope, &fact.encode()).unwrap();
    assert_eq!(&decoded, fact);
    assert_eq!(Event::tenant(&decoded), Fact::tenant(fact));
    let filter = F::SUBJECT.trim_end_matches('>');
    assert!(subject.starts_with(filter), "{subject} is not heard on {}", F::SUBJECT);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn events(event in event()) {
        let json = serde_json::to_vec(&proto::v1::Event::from(&event)).unwrap();
        let envelope = Envelope { content_type: "application/json", ..Envelope::default() };
        prop_assert_eq!(&EventReceived::decode(&envelope, &json).unwrap().0, &event);
        let fact = EventReceived(event);
        prop_assert_eq!(Event::job(&fact), Some(fact.id(JobId::named(&["other"]), 7)));
        encoded_and_decoded(&fact);
    }

    #[test]
    fn classifications(classification in classification()) {
        encoded_and_decoded(&EventClassified(classification));
    }

    #[test]
    fn verdicts(group in verdict_group()) {
        let published = VerdictsPublished(group.clone());
        let decoded = ResultPublished::decode(&Envelope::default(), &published.encode()).unwrap();
        prop_assert_eq!((decoded.0.id, decoded.subject()), (published.id(JobId::named(&["j"]), 7), published.subject()));
        prop_assert_eq!(decoded.encode(), published.encode(), "the row has the same message");
        encoded_and_decoded(&EventsClassified(group));
    }

    #[test]
    fn task_kinds_and_their_results(task in task(), research in research(), evidence in evidence()) {
        encoded_and_decoded(&ResearchRequested(task.clone()));
        encoded_and_decoded(&ResearchGathered { task, research });
        encoded_and_decoded(&EvidenceFiltered(evidence));
    }

    #[test]
    fn runs_and_forecasts(run in run(), forecast in forecast()) {
        encoded_and_decoded(&ForecastRequested(run));
        encoded_and_decoded(&ForecastMade(forecast));
    }

    #[test]
    fn rounds(run in run_id(), tenant in tenant(), iteration in 1..u32::MAX, one in job(), other in job()) {
        let fact = RunAnswered { run, tenant, iteration };
        encoded_and_decoded(&fact);
        prop_assert_eq!(fact.id(one, 0), fact.id(other, 3), "the same round is the same fact, whoever says it");
        let next = RunAnswered { iteration: iteration + 1, ..fact.clone() };
        prop_assert_ne!(fact.id(one, 0), next.id(one, 0));
    }

    #[test]
    fn runs_that_end_without_a_forecast(run in run(), at in time(), ending in no_forecast(), one in job(), other in job()) {
        let fact = RunEnded { run: run.id, tenant: run.tenant.clone(), at, ending };
        encoded_and_decoded(&fact);
        prop_assert_eq!(fact.id(one, 0), fact.id(other, 3), "a run ends once, whoever says it");
        let result = ResultPublished(row(ResultContent::Ended(&run, &fact), one, "", at));
        prop_assert_eq!(result.subject(), format!("auspex.result.ended.{}", run.tenant));
        encoded_and_decoded(&result);
    }

    #[test]
    fn results(classification in classification(), evidence in evidence(), forecast in forecast(), id in job(), at in time()) {
        for content in [ResultContent::Classification(&classification), ResultContent::Research(&evidence), ResultContent::Forecast(&forecast)] {
            let fact = ResultPublished(row(content, id, "runs/x/report.md", at));
            prop_assert_eq!(fact.subject(), format!("auspex.result.{}.{}", fact.0.kind, fact.0.tenant));
            prop_assert_eq!(fact.id(JobId::named(&["other"]), 7), id);
            encoded_and_decoded(&fact);
        }
    }

    #[test]
    fn changes_of_outcomes(run in run(), question in text(), (because, number) in (text(), any::<i32>()), at in time(), id in job()) {
        let (share, answer) = (DecidedOutcome::Value(0.25), DecidedOutcome::Answer(ResolvedAnswer::Number(f64::from(number))));
        let (tenant, event) = (run.tenant.clone(), run.event.clone());
        let change = OutcomeChange {
            id, tenant, event, event_job: run.event_job, run: run.id, question, step: OutcomeStep::Corrected,
            outcome: answer.clone(), replaced: Some(share), resolved_at: at, because: because.clone(), at,
        };
        let (row, message) = proto::result::outcome_announcement(&change);
        let fact = ResultPublished(row);
        prop_assert_eq!(&message.subject, &format!("auspex.result.outcome.{}", run.tenant));
        prop_assert_eq!((message.id, &message.payload[..]), (id, &fact.encode()[..]));
        let stored = &fact.0.body["outcome"];
        prop_assert_eq!(&stored["step"], "OUTCOME_STEP_CORRECTED");
        prop_assert_eq!((&stored["outcome"]["answer"], &stored["replaced"]["share"]), (&number.to_string().into(), &0.25.into()));
        prop_assert_eq!(stored["because"].as_str().unwrap_or_default(), because);
        encoded_and_decoded(&fact);
    }

    #[test]
    fn macros_and_their_reviews(researched in macro_researched(), reviewed in reviewed(), at in time()) {
        encoded_and_decoded(&researched);
        let (row, message) = proto::result::macro_announcement(&reviewed, at);
        let fact = ResultPublished(row);
        prop_assert_eq!(&message.subject, &format!("auspex.result.macro.{}", reviewed.session.tenant));
        prop_assert_eq!((message.id, &message.payload[..]), (reviewed.announcement(), &fact.encode()[..]));
        let state = format!("MACRO_STATE_{}", reviewed.state.name().to_uppercase());
        prop_assert_eq!(&fact.0.body["macro"]["state"], &state);
        prop_assert_eq!(&fact.0.body["macro"]["result"]["data"], &reviewed.data().to_string());
        encoded_and_decoded(&fact);
    }

    #[test]
    fn reviewed_forecasts_are_published_as_forecasts_or_as_ended_runs(reviewed in reviewed_forecast(), at in time()) {
        let (row, message) = proto::result::macro_announcement(&reviewed, at);
        let forecast = reviewed.forecast.as_deref().unwrap();
        prop_assert_eq!((row.id, row.run, row.event), (message.id, Some(forecast.run.id), forecast.run.event_job));
        let state = reviewed.state.name();
        if state == "approved" {
            prop_assert_eq!((row.kind.as_str(), &row.body["review"]["by"]), ("forecast", &"ada".into()));
            let probability = row.body["forecast"]["probability"].as_f64().unwrap();
            prop_assert!((probability - forecast.probability.get()).abs() < 1e-9);
        } else {
            prop_assert_eq!((row.kind.as_str(), row.body.get("review")), ("ended", None));
            prop_assert!(!row.body["ended"][state]["reason"].as_str().unwrap().is_empty(), "{}", row.body);
        }
        encoded_and_decoded(&ResultPublished(row));
    }

    #[test]
    fn dead_letters(
        ids in (job(), job()), tenant in tenant(), (subject, trace_id) in (text(), text()), payload in any::<Vec<u8>>(),
        headers in proptest::collection::vec((text(), text()), 0..4), errors in proptest::collection::vec(text(), 0..3),
        attempts in any::<u32>(), at in time(),
    ) {
        let letter = DeadLetter {
            id: ids.0, consumer: "filter".into(), job: ids.1, tenant, subject, headers, payload, class: "rejected".into(),
            errors, attempts, trace_id, at,
        };
        prop_assert_eq!(proto::dead_letter::decode(&proto::dead_letter::encode(&letter)).unwrap(), letter);
    }

    #[test]
    fn no_bytes_panic(bytes in any::<Vec<u8>>(), json in "[\\[\\]{}\",:0-9a-z\\\\ ]{0,60}") {
        for content_type in ["", "application/json", "application/cloudevents+json"] {
            let envelope = Envelope { content_type, ..Envelope::default() };
            let _ = EventReceived::decode(&envelope, &bytes);
            let _ = EventReceived::decode(&envelope, json.as_bytes());
        }
    }
}
