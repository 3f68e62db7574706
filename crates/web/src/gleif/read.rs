//! From JSON:API documents to typed fields with limited lengths. Pure.

use serde_json::Value;

use super::{LeiRecord, NamedEntity, ParentLevel, Relationship, ReportingException};

/// Maximum length of a name in characters.
const MAX_NAME_CHARS: usize = 300;
/// Maximum length of any other text in characters.
const MAX_FIELD_CHARS: usize = 120;
/// Maximum number of other names.
const MAX_OTHER_NAMES: usize = 5;
/// Maximum number of successors, and of legal events.
const MAX_REFERENCES: usize = 5;
/// Characters of a day in RFC 3339.
const DAY_CHARS: usize = 10;

/// Returns the records of a list; `None` if the document is not a list.
pub(super) fn records(answer: &Value) -> Option<Vec<LeiRecord>> {
    Some(answer["data"].as_array()?.iter().filter_map(record).collect())
}

/// Returns the record of a resource object; `None` if it has no LEI.
pub(super) fn record(object: &Value) -> Option<LeiRecord> {
    let attributes = &object["attributes"];
    let entity = &attributes["entity"];
    let lei = attributes["lei"].as_str().or(object["id"].as_str())?;
    let others = ["otherNames", "transliteratedOtherNames"].into_iter();
    let others = others.flat_map(|key| entity[key].as_array().into_iter().flatten());
    Some(LeiRecord {
        lei: cut(lei, MAX_FIELD_CHARS),
        legal_name: text(entity, "/legalName/name", MAX_NAME_CHARS),
        other_names: others.map(|name| text(name, "/name", MAX_NAME_CHARS)).take(MAX_OTHER_NAMES).collect(),
        jurisdiction: field(entity, "/jurisdiction"),
        country: field(entity, "/legalAddress/country"),
        city: field(entity, "/legalAddress/city"),
        category: field(entity, "/category"),
        legal_form: field(entity, "/legalForm/id"),
        registered_as: field(entity, "/registeredAs"),
        entity_status: field(entity, "/status"),
        registration_status: field(attributes, "/registration/status"),
        next_renewal: field(attributes, "/registration/nextRenewalDate"),
        expired: field(entity, "/expiration/date"),
        expiration_reason: field(entity, "/expiration/reason"),
        successors: successors(entity),
        associated: named(&entity["associatedEntity"]),
        events: events(entity),
    })
}

/// Returns the successors, which the API names in a list and the first of them by itself.
fn successors(entity: &Value) -> Vec<NamedEntity> {
    let list = entity["successorEntities"].as_array().into_iter().flatten();
    let all = std::iter::once(&entity["successorEntity"]).chain(list).filter_map(named);
    let mut distinct: Vec<NamedEntity> = Vec::new();
    for one in all {
        let is_known =
            distinct.iter().any(|known| known.lei == one.lei && (!one.lei.is_empty() || known.name == one.name));
        if !is_known && distinct.len() < MAX_REFERENCES {
            distinct.push(one);
        }
    }
    distinct
}

/// Returns the entity that an object names by an LEI, a name, or both.
fn named(object: &Value) -> Option<NamedEntity> {
    // In some records the name is an object with its language.
    let name = [text(object, "/name", MAX_NAME_CHARS), text(object, "/name/name", MAX_NAME_CHARS)];
    let name = name.into_iter().find(|name| !name.is_empty()).unwrap_or_default();
    let found = NamedEntity { lei: field(object, "/lei"), name };
    (found != NamedEntity::default()).then_some(found)
}

fn events(entity: &Value) -> Vec<String> {
    let groups = entity["eventGroups"].as_array().into_iter().flatten();
    let events = groups.flat_map(|group| group["events"].as_array().into_iter().flatten());
    let words = events.map(|event| {
        let day: String = field(event, "/effectiveDate").chars().take(DAY_CHARS).collect();
        let parts = [field(event, "/type"), field(event, "/status"), day];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    });
    words.filter(|words| !words.is_empty()).take(MAX_REFERENCES).collect()
}

/// Returns the number of results that the document's pagination states.
pub(super) fn total(answer: &Value) -> Option<usize> {
    usize::try_from(answer.pointer("/meta/pagination/total")?.as_u64()?).ok()
}

/// Returns the relationship of a relationship record.
pub(super) fn relationship(answer: &Value) -> Relationship {
    let attributes = &answer["data"]["attributes"];
    let relationship = &attributes["relationship"];
    let periods = relationship["periods"].as_array().into_iter().flatten();
    let own = periods.clone().find(|period| period["type"] == "RELATIONSHIP_PERIOD");
    Relationship {
        kind: field(relationship, "/type"),
        status: field(relationship, "/status"),
        since: own.map(|period| field(period, "/startDate")).unwrap_or_default(),
        registration_status: field(attributes, "/registration/status"),
        corroboration: field(attributes, "/registration/corroborationLevel"),
    }
}

/// Returns the exception of a document; `None` if it gives no reason.
pub(super) fn exception(answer: &Value, level: ParentLevel) -> Option<ReportingException> {
    let attributes = &answer["data"]["attributes"];
    let reason = field(attributes, "/reason");
    let (category, reference) = (field(attributes, "/category"), field(attributes, "/reference"));
    (!reason.is_empty()).then_some(ReportingException { level, category, reason, reference })
}

fn field(value: &Value, pointer: &str) -> String {
    text(value, pointer, MAX_FIELD_CHARS)
}

fn text(value: &Value, pointer: &str, max_chars: usize) -> String {
    cut(value.pointer(pointer).and_then(Value::as_str).unwrap_or_default(), max_chars)
}

/// Returns the text on one line, without control characters and at most `max_chars` long.
fn cut(text: &str, max_chars: usize) -> String {
    let printable = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    printable.take(max_chars).collect::<String>().trim().to_owned()
}
