//! The event that caused a task, as a source whose facts the research may cite. Pure.

use domain::{EventFact, Source, Tier, Time};

use crate::claim::Claim;
use crate::notebook::source_id;

/// Beginning of the address of an event.
pub const EVENT_ADDRESS: &str = "tool:event/";
/// Name of the publisher of an event's facts.
const PUBLISHER: &str = "the event";

/// Returns the event as a source and its facts as claims; `None` if it states none. The address holds no id of the
/// tenant: research of an entity may be shared.
pub fn of_facts(facts: &[EventFact], now: Time) -> Option<(Source, Vec<Claim>)> {
    let texts: Vec<&str> = facts.iter().map(|fact| fact.text.as_str()).collect();
    let content_hash = web::content_hash(texts.join("\n").as_bytes());
    let url = format!("{EVENT_ADDRESS}{}", content_hash.get(..8)?);
    let source = Source {
        id: source_id(&url),
        url,
        title: "the event that caused the research".to_owned(),
        publisher: PUBLISHER.to_owned(),
        published_at: facts.iter().filter_map(|fact| fact.at).max(),
        fetched_at: now,
        tier: Tier::Secondary,
        tier_reason: "figures of the event, as its publisher gave them".to_owned(),
        content_hash,
    };
    let claim = |fact: &EventFact| Claim {
        date: fact.at.map(|at| at.date_naive().to_string()).unwrap_or_default(),
        ..Claim::of_tool(&source, fact.text.clone())
    };
    let claims: Vec<Claim> = facts.iter().map(claim).collect();
    (!claims.is_empty()).then_some((source, claims))
}
