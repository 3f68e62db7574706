//! Generators of macro results and their reviews.

use domain::research::Lack;
use domain::review::{
    Approval, Edit, Execution, NewResult, Rejection, ReviewEvent, ReviewedResult, Session, SessionId,
};
use domain::{LeiCheck, LeiStatus, MacroResult, MacroSource, ReviewPolicy, SchemaViolation, SearchQuality, Subject};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use proto::events::MacroResearched;
use serde_json::{Value, json};

use super::work::{forecast, task};
use super::*;

pub(crate) fn macro_researched() -> BoxedStrategy<MacroResearched> {
    (task(), macro_request(), macro_result(), text(), of(filled()))
        .prop_map(|(task, request, result, definition, refused)| {
            let task = ResearchTask { subject: Subject::Macro(request), ..task };
            MacroResearched { task, result, definition, refused }
        })
        .boxed()
}

fn macro_result() -> BoxedStrategy<MacroResult> {
    let violation = (text(), text()).prop_map(|(path, problem)| SchemaViolation { path, problem });
    let source = (text(), text(), text()).prop_map(|(url, title, snippet)| MacroSource { url, title, snippet });
    let policy = select(vec![ReviewPolicy::Required, ReviewPolicy::Optional, ReviewPolicy::None]);
    let quality = select(vec![SearchQuality::High, SearchQuality::Medium, SearchQuality::Low]);
    let checks = (any::<bool>(), vec(violation, 0..2), policy, of(quality), vec(lei_check(), 0..2));
    let lack = (text(), any::<bool>()).prop_map(|(reason, inherited)| Lack { reason, inherited });
    let found = (object(), vec(text(), 0..2), vec(source, 0..2), vec(lack, 0..2));
    (job(), filled(), text(), object(), found, checks, money(), time())
        .prop_map(|(id, name, version, parameters, (data, suggested_verbs, sources, lacks), checks, cost, at)| {
            let (schema_valid, validation_errors, review, search_quality, lei_checks) = checks;
            MacroResult {
                id,
                name,
                version,
                parameters,
                data: Value::Object(data),
                schema_valid,
                validation_errors,
                review,
                suggested_verbs,
                search_quality,
                sources,
                lei_checks,
                cost,
                at,
                lacks,
            }
        })
        .boxed()
}

fn lei_check() -> BoxedStrategy<LeiCheck> {
    let status = vec![LeiStatus::Verified, LeiStatus::NotFound, LeiStatus::BadChecksum, LeiStatus::Unverified];
    (text(), text(), select(status), text())
        .prop_map(|(path, lei, status, note)| LeiCheck { path, lei, status, note })
        .boxed()
}

/// A result in any state that the machine reaches within two transitions.
pub(crate) fn reviewed() -> BoxedStrategy<ReviewedResult> {
    let at = Time::from_timestamp(1_900_000_000, 0).unwrap();
    let new = (event_id(), job(), macro_result(), text(), any::<bool>(), of(filled())).prop_map(
        |(event, event_job, result, definition, skip_review, refused)| NewResult {
            event,
            event_job,
            result,
            definition,
            skip_review,
            refused,
        },
    );
    let session = (tenant(), job()).prop_map(|(tenant, id)| Session::new(tenant, SessionId(id.0)));
    let decided = (session, new, 0..3_u8).prop_map(move |(session, new, decision)| {
        let pending = ReviewedResult::record(&session, new, at);
        let event = match decision {
            0 => ReviewEvent::Approved(approval(&pending, at)),
            1 => ReviewEvent::Rejected(Rejection { by: "bob".into(), at, reason: "no".into() }),
            _ => ReviewEvent::Expired { at: at + chrono::TimeDelta::days(7) },
        };
        pending.step(&event).unwrap_or(pending)
    });
    (decided, any::<bool>())
        .prop_map(move |(decided, executed)| {
            let execution = Execution { by: "ada".into(), at, answer: json!({"ok": true}) };
            let next = decided.step(&ReviewEvent::VerbsExecuted(execution)).ok().filter(|_| executed);
            next.unwrap_or(decided)
        })
        .boxed()
}

/// A reviewed forecast: approved as it is, rejected or expired.
pub(crate) fn reviewed_forecast() -> BoxedStrategy<ReviewedResult> {
    let at = Time::from_timestamp(1_900_000_000, 0).unwrap();
    (forecast(), 0..3_u8)
        .prop_map(move |(forecast, decision)| {
            let (lower, upper) = (forecast.probability, forecast.probability);
            let forecast = domain::Forecast { lower, upper, reasoning: "because".into(), ..forecast };
            let run = &forecast.run;
            let session = Session::new(run.tenant.clone(), ReviewedResult::session_of_forecast(run.id));
            let pending = ReviewedResult::record_forecast(&session, forecast, at);
            let event = match decision {
                0 => ReviewEvent::Approved(Approval { edits: Vec::new(), verbs: Vec::new(), ..approval(&pending, at) }),
                1 => ReviewEvent::Rejected(Rejection { by: "bob".into(), at, reason: "no".into() }),
                _ => ReviewEvent::Expired { at: at + chrono::TimeDelta::days(7) },
            };
            pending.step(&event).unwrap()
        })
        .boxed()
}

fn approval(pending: &ReviewedResult, at: Time) -> Approval {
    let edits = Edit::between(&pending.result.data, &json!({"name": "Acme"}));
    let (by, verbs) = ("ada".to_owned(), vec!["(a.b :c 1)".to_owned()]);
    Approval { by, at, reason: String::new(), edits, violations: Vec::new(), verbs, lei_checks: Vec::new() }
}
