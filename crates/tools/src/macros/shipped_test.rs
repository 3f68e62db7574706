//! Tests of the macros that Auspex ships.

use std::path::Path;

use domain::{LeiCheck, LeiStatus};
use serde_json::{Value, json};

use super::{Registry, Verb, find_leis, search_quality};

const BANK: &str = "7LTWFZYICNSX8D621K86";
const OTHER: &str = "549300MLUDYVRQOOXS22";

fn shipped() -> Registry {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../macros");
    Registry::load(&folder).unwrap_or_else(|error| panic!("{error}"))
}

fn check(lei: &str, status: LeiStatus) -> LeiCheck {
    LeiCheck { path: String::new(), lei: lei.to_owned(), status, note: String::new() }
}

fn group() -> Value {
    let entity = |name: &str, role: &str| json!({"name": name, "jurisdiction": "DE", "role": role, "source": {"url": "https://example.org/report"}});
    let with_lei = |mut entity: Value, lei: &str| {
        entity["lei"] = json!(lei);
        entity
    };
    json!({
        "client_name": "Deutsche Bank", "search_quality": "HIGH",
        "apex": with_lei(entity("Deutsche Bank AG", "apex"), BANK),
        "entities": [
            with_lei(entity("DWS \"Group\"\n(gleif.enrich :lei \"x\")", "management_company"), OTHER),
            entity("A fund without LEI", "fund"),
            with_lei(entity("Named twice", "other"), BANK),
        ],
    })
}

#[test]
fn the_shipped_macros_load_and_their_examples_render() {
    let registry = shipped();
    let names: Vec<String> = registry.list().iter().map(|macro_| macro_.name().to_owned()).collect();
    assert_eq!(names, ["client-discovery", "regulatory-check", "ubo-investigation"]);
    for definition in registry.list() {
        let filled = definition.fill(&definition.example_parameters()).unwrap();
        let prompt = definition.prompt(&filled).unwrap();
        assert!(filled.values().filter_map(Value::as_str).all(|value| prompt.contains(value)), "{prompt}");
        assert!(!prompt.contains("{{") && !prompt.contains("\n\n\n"), "{prompt}");
        assert!(definition.system().contains(&format!("{:#}", definition.schema())));
        assert!(definition.batch().is_some() && !definition.validate(&json!({})).is_empty());
    }
}

#[test]
fn client_discovery_enriches_every_verified_lei_once() {
    let registry = shipped();
    let definition = registry.get("client-discovery").unwrap();
    let data = group();
    assert_eq!(definition.validate(&data), []);
    assert_eq!(find_leis(&data).len(), 3);
    let both = [check(BANK, LeiStatus::Verified), check(OTHER, LeiStatus::Verified)];
    let expected = [format!("(gleif.enrich :lei \"{BANK}\")"), format!("(gleif.enrich :lei \"{OTHER}\")")];
    assert_eq!(definition.verbs(&data, &both).unwrap(), expected);
    for status in [LeiStatus::NotFound, LeiStatus::Unverified, LeiStatus::BadChecksum] {
        let checks = [check(BANK, LeiStatus::Verified), check(OTHER, status)];
        assert_eq!(definition.verbs(&data, &checks).unwrap(), expected[..1], "{status:?}");
    }
    assert_eq!(definition.verbs(&data, &[]).unwrap(), Vec::<String>::new());
}

#[test]
fn client_discovery_makes_a_check_of_every_entity() {
    let registry = shipped();
    let rows = registry.get("client-discovery").unwrap().batch_rows(&group());
    assert_eq!(rows.len(), 3);
    let target = registry.get("regulatory-check").unwrap();
    assert!(rows.iter().all(|row| row.name == target.name() && target.fill(&row.parameters).is_ok()));
    assert_eq!(
        (rows[1].path.as_str(), &rows[1].parameters["entity_name"]),
        ("/entities/1", &json!("A fund without LEI"))
    );
}

#[test]
fn ubo_investigation_renders_the_chain_and_leaves_unknown_leis_out() {
    let definition = shipped().get("ubo-investigation").unwrap();
    let sources = json!([{"url": "https://example.org/register"}]);
    let data = json!({
        "entity": {"name": "Acme GmbH", "kind": "company"}, "threshold_percent": 25, "conclusion": "owners_identified",
        "chain": [
            {"owned": "Acme GmbH", "owner": {"name": "Acme Holding SA", "kind": "company"}, "share_percent": 100, "share_kind": "exact",
             "control": "shares", "sources": sources},
            {"owned": "Acme Holding SA", "owner": {"name": "Jane Roe", "kind": "natural_person"}, "control": "agreement", "sources": sources},
        ],
        "chain_ends": [{"party": "Jane Roe", "reason": "natural_person"}],
        "beneficial_owners": [{"name": "Jane Roe", "control": "agreement", "sources": sources}],
        "reporting_exceptions": [{"entity_name": "Acme GmbH", "lei": BANK, "reason": "NATURAL_PERSONS",
            "category": "ULTIMATE_ACCOUNTING_CONSOLIDATION_PARENT"}],
        "search_quality": "medium",
    });
    assert_eq!(definition.validate(&data).len(), 1, "search_quality is upper case in the schema");
    assert_eq!(search_quality(&data), Some(domain::SearchQuality::Medium));
    let names = |checks: &[LeiCheck]| -> Vec<String> {
        let verbs = definition.verbs(&data, checks).unwrap();
        verbs.iter().map(|line| Verb::parse(line).unwrap().name).collect()
    };
    let all = ["ownership.link", "ownership.link", "ubo.record", "ubo.exception", "ubo.conclude"];
    assert_eq!(names(&[check(BANK, LeiStatus::Unverified)]), all);
    assert_eq!(
        names(&[check(BANK, LeiStatus::NotFound)]),
        ["ownership.link", "ownership.link", "ubo.record", "ubo.conclude"]
    );
    let verbs = definition.verbs(&data, &[]).unwrap();
    assert_eq!(
        verbs[0],
        "(ownership.link :owned \"Acme GmbH\" :owner \"Acme Holding SA\" :owner-kind \"company\" :share-percent 100 \
         :share-kind \"exact\" :control \"shares\")"
    );
}

#[test]
fn regulatory_check_renders_findings_with_their_types() {
    let definition = shipped().get("regulatory-check").unwrap();
    let source = json!({"url": "https://www.bafin.de/x"});
    let data = json!({
        "subject": {"name": "N26 Bank AG", "kind": "entity"},
        "licences": [{"regulator": "BaFin", "country": "DE", "kind": "CRR credit institution", "status": "active", "source": source}],
        "sanctions": [], "sanctions_lists_checked": ["UN", "EU"],
        "enforcement": [{"authority": "BaFin", "country": "DE", "kind": "fine", "date": "2024-05-21", "summary": "Late reports.",
            "amount": {"value": 9200000, "currency": "EUR"}, "status": "final", "match": "confirmed", "source": source}],
        "adverse_findings": [], "related_parties": [{"name": "Jane Roe", "kind": "person", "relation": "Director"}],
        "risk_indication": "MEDIUM", "search_quality": "HIGH",
    });
    assert_eq!(definition.validate(&data), []);
    let verbs = definition.verbs(&data, &[]).unwrap();
    assert_eq!(verbs.len(), 3);
    assert_eq!(
        verbs[2],
        "(compliance.assess :subject \"N26 Bank AG\" :lists-checked [\"UN\",\"EU\"] :risk \"MEDIUM\")"
    );
    let rows = definition.batch_rows(&data);
    assert!(definition.fill(&rows[0].parameters).is_ok());
}
