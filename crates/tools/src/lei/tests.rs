//! The LEI tools on a web in memory.

use std::sync::Arc;

use domain::port::PortError;
use domain::research_macro::{LeiCheck, LeiStatus};
use domain::{JobId, Source, Tenant, Time};
use futures::future::BoxFuture;
use serde_json::{Value, json};
use web::fake::FakeWeb;
use web::gleif::{ParentLevel, ReportingException};

use super::*;
use crate::notebook::Notebook;
use crate::recorded::{AnswerRecorder, AnswerStore};
use crate::session::{ClaimReader, ReadClaims, TaskScope};

const CHILD: &str = "549300O897ZC5H7CY412";
const PARENT: &str = "549300OWK6ZGNYP4G142";
const UNKNOWN: &str = "HWUPKR0MPOU8FGXBT394";

struct Nothing;

impl AnswerStore for Nothing {
    fn answer<'a>(&'a self, _address: &'a str) -> BoxFuture<'a, Result<Option<String>, PortError>> {
        Box::pin(std::future::ready(Ok(None)))
    }
}

impl ClaimReader for Nothing {
    fn claims<'a>(
        &'a self,
        _source: &'a Source,
        _text: &'a agent::Untrusted,
        _wanted: &'a crate::session::ReadRequest,
    ) -> BoxFuture<'a, Result<ReadClaims, ToolError>> {
        Box::pin(std::future::ready(Ok(ReadClaims::default())))
    }
}

fn session() -> Session {
    let scope = TaskScope {
        job: JobId::named(&["lei"]),
        tenant: Tenant::default(),
        started: Time::UNIX_EPOCH,
        as_of: None,
        tiers: crate::source_tier::SourceTiers::default(),
        max_pages: 0,
        sources: domain::SourceRules::default(),
        topics: crate::TaskTopics::ALL,
        search_privacy: crate::SearchPrivacy::default(),
        may_request_research: false,
    };
    Session::new(scope, Notebook::default(), Arc::new(Nothing), None)
}

fn record(lei: &str, name: &str) -> LeiRecord {
    LeiRecord { lei: lei.into(), legal_name: name.into(), jurisdiction: "SE".into(), ..LeiRecord::default() }
}

fn world() -> FakeWeb {
    let exception = ReportingException {
        level: ParentLevel::Ultimate,
        category: "ULTIMATE_ACCOUNTING_CONSOLIDATION_PARENT".to_owned(),
        reason: "NATURAL_PERSONS".to_owned(),
        reference: String::new(),
    };
    FakeWeb::default()
        .entity(record(CHILD, "La Gare AB"), Some(PARENT))
        .entity(record(PARENT, "La Gare Holding AB"), None)
        .exception(CHILD, exception)
}

fn tools(web: FakeWeb) -> crate::Tools {
    let web = RecordedWeb { web: Arc::new(web), answers: AnswerRecorder::new(Arc::new(Nothing), false) };
    agent::Registry::default().with(LookupLei(web.clone())).with(LeiRelationships(web))
}

async fn call(web: FakeWeb, tool: &str, input: Value) -> (bool, Value, Notes) {
    let result = tools(web).call(&session(), tool, &input).await.unwrap();
    (result.is_error, serde_json::from_str(&result.content).unwrap_or(json!(result.content)), result.notes)
}

#[tokio::test]
async fn an_entity_is_found_by_lei_and_by_name_and_each_record_is_a_source() {
    let (_, found, notes) = call(world(), LOOKUP_LEI, json!({"lei": CHILD.to_lowercase()})).await;
    assert_eq!((found["found"].clone(), found["records"][0]["legalName"].clone()), (json!(true), json!("La Gare AB")));
    assert_eq!(notes.sources[0].url, format!("tool:lookup_lei/{CHILD}"));
    let (_, found, notes) = call(world(), LOOKUP_LEI, json!({"name": "la gare"})).await;
    assert_eq!((found["records"].as_array().unwrap().len(), notes.sources.len()), (2, 2));
    let (is_error, found, _) = call(world(), LOOKUP_LEI, json!({"lei": UNKNOWN})).await;
    assert_eq!((is_error, found["found"].clone()), (false, json!(false)));
}

#[tokio::test]
async fn wrong_check_digits_and_an_unreachable_service_are_errors_for_the_model() {
    let wrong = json!({"lei": CHILD.replace("12", "13")});
    let (is_error, reason, _) = call(world(), LOOKUP_LEI, wrong).await;
    assert!(is_error && reason.as_str().unwrap().contains("check digits"), "{reason}");
    let (is_error, reason, _) = call(world().without_gleif(), LEI_RELATIONSHIPS, json!({"lei": CHILD})).await;
    assert!(is_error && reason.as_str().unwrap().contains("nothing is known"), "{reason}");
    assert!(call(world(), LOOKUP_LEI, json!({})).await.0, "neither an LEI nor a name");
}

#[tokio::test]
async fn relationships_are_parents_exceptions_and_children() {
    let (_, group, notes) = call(world(), LEI_RELATIONSHIPS, json!({"lei": CHILD})).await;
    assert_eq!(group["parents"][0]["record"]["lei"], PARENT);
    assert_eq!(group["exceptions"][0]["reason"], "NATURAL_PERSONS");
    assert_eq!(group["childrenTotal"], 0);
    assert!(notes.claims.iter().any(|claim| claim.text.contains("The direct parent of")), "{:?}", notes.claims);
    let (_, group, _) = call(world(), LEI_RELATIONSHIPS, json!({"lei": PARENT})).await;
    assert_eq!((group["childrenTotal"].clone(), group["children"][0]["lei"].clone()), (json!(1), json!(CHILD)));
}

#[tokio::test]
async fn checks_become_verified_not_found_or_unverified() {
    let check = |lei: &str, status| LeiCheck { path: String::new(), lei: lei.to_owned(), status, note: String::new() };
    let checks = vec![
        check(CHILD, LeiStatus::Unverified),
        check("549300O897ZC5H7CY413", LeiStatus::BadChecksum),
        check(UNKNOWN, LeiStatus::Unverified),
    ];
    let verify = |web: FakeWeb| {
        let answers = AnswerRecorder::new(Arc::new(Nothing), false);
        let (verifier, checks) = (LeiVerifier { web: Arc::new(web), answers }, checks.clone());
        async move { verifier.verify(checks).await.0.into_iter().map(|check| check.status).collect::<Vec<_>>() }
    };
    assert_eq!(verify(world()).await, [LeiStatus::Verified, LeiStatus::BadChecksum, LeiStatus::NotFound]);
    let down = verify(world().without_gleif()).await;
    assert_eq!(down, [LeiStatus::Unverified, LeiStatus::BadChecksum, LeiStatus::Unverified]);
}

#[tokio::test]
async fn unverified_leis_are_checked_by_another_process_or_stay_unverified() {
    let check = |lei: &str, status| LeiCheck { path: "/lei".into(), lei: lei.to_owned(), status, note: String::new() };
    let checks = vec![
        check(CHILD, LeiStatus::Unverified),
        check("549300O897ZC5H7CY413", LeiStatus::BadChecksum),
        check(UNKNOWN, LeiStatus::Unverified),
        check(PARENT, LeiStatus::NotFound),
    ];
    let statuses = |checks: Vec<LeiCheck>| checks.into_iter().map(|check| check.status).collect::<Vec<_>>();
    let answers = AnswerRecorder::new(Arc::new(Nothing), false);
    let verifier = LeiVerifier { web: Arc::new(world()), answers };
    let asked = recheck(checks.clone(), |request| {
        assert!(!String::from_utf8_lossy(&request).contains(PARENT), "a decided check is not repeated");
        let verifier = &verifier;
        async move { Some(verifier.answer(&request).await) }
    });
    let (verified, bad, missing) = (LeiStatus::Verified, LeiStatus::BadChecksum, LeiStatus::NotFound);
    assert_eq!(statuses(asked.await), [verified, bad, missing, missing]);
    let silent = recheck(checks.clone(), |_| async { None }).await;
    assert_eq!(silent, checks);
    let garbled = recheck(checks.clone(), |_| async { Some(b"no JSON".to_vec()) }).await;
    assert_eq!(garbled, checks);
    let too_many = serde_json::json!({"leis": vec![CHILD; MAX_LEIS + 1]}).to_string();
    assert_eq!(verifier.answer(too_many.as_bytes()).await, br#"{"checks":[]}"#);
    assert_eq!(verifier.answer(b"garbage").await, br#"{"checks":[]}"#);
}
