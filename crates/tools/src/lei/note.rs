//! What a reader of an LEI record must know besides its name: the end of the entity, its successor, a registration that
//! is not in force, and the entity to which a branch or a fund belongs. Pure.

use domain::Time;
use web::gleif::{LeiRecord, NamedEntity};

/// Returns sentences about a record, empty for an active entity with a registration in force.
pub(super) fn note(record: &LeiRecord) -> String {
    let parts = [end(record), registration(record), successors(record), association(record)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn end(record: &LeiRecord) -> Option<String> {
    let LeiRecord { expired, expiration_reason, entity_status, registration_status, .. } = record;
    if expired.is_empty() && !matches!(entity_status.as_str(), "INACTIVE" | "NULL") {
        return None;
    }
    let by = match (registration_status.as_str(), expiration_reason.as_str()) {
        ("MERGED", _) => " by a merger",
        (_, "DISSOLVED") => " because it was dissolved",
        (_, "CORPORATE_ACTION") => " by a corporate action",
        _ => "",
    };
    Some(match day(expired) {
        Some(day) => format!("The entity ended on {day}{by}."),
        None => format!("The entity has ended{by}."),
    })
}

fn registration(record: &LeiRecord) -> Option<String> {
    let due = day(&record.next_renewal).map(|day| format!(" on {day}")).unwrap_or_default();
    Some(match record.registration_status.as_str() {
        "LAPSED" => {
            format!("The registration of the LEI has lapsed: its renewal was due{due}, so its data may be outdated.")
        }
        "MERGED" => "The registration of the LEI was merged into that of another entity.".to_owned(),
        "RETIRED" => "The LEI was retired.".to_owned(),
        "DUPLICATE" => "The LEI is a duplicate and not in use.".to_owned(),
        "ANNULLED" => "The LEI was annulled: it should not have been issued.".to_owned(),
        "CANCELLED" => "The registration of the LEI was cancelled.".to_owned(),
        _ => return None,
    })
}

fn successors(record: &LeiRecord) -> Option<String> {
    let names: Vec<String> = record.successors.iter().map(written).collect();
    match names.as_slice() {
        [] => None,
        [one] => Some(format!("Its successor is {one}.")),
        several => Some(format!("Its successors are {}.", several.join(", "))),
    }
}

fn association(record: &LeiRecord) -> Option<String> {
    let associated = written(record.associated.as_ref()?);
    Some(match record.category.as_str() {
        "BRANCH" => format!("It is a branch of {associated}."),
        "FUND" => format!("It is a fund of {associated}."),
        _ => format!("It is associated with {associated}."),
    })
}

fn written(named: &NamedEntity) -> String {
    match (named.name.as_str(), named.lei.as_str()) {
        (name, "") => name.to_owned(),
        ("", lei) => lei.to_owned(),
        (name, lei) => format!("{name} ({lei})"),
    }
}

/// Returns a day such as `30 April 2026`.
fn day(time: &str) -> Option<String> {
    let date = time.parse::<Time>().or_else(|_| format!("{time}T00:00:00Z").parse::<Time>()).ok()?;
    Some(date.format("%-d %B %Y").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(lei: &str, name: &str) -> NamedEntity {
        NamedEntity { lei: lei.into(), name: name.into() }
    }

    #[test]
    fn an_entity_in_force_has_no_note() {
        let active =
            LeiRecord { entity_status: "ACTIVE".into(), registration_status: "ISSUED".into(), ..LeiRecord::default() };
        assert_eq!(note(&active), "");
    }

    #[test]
    fn the_end_of_an_entity_names_the_day_the_cause_and_the_successor() {
        let merged = LeiRecord {
            entity_status: "INACTIVE".into(),
            registration_status: "MERGED".into(),
            expired: "2025-12-31T00:00:00Z".into(),
            expiration_reason: "CORPORATE_ACTION".into(),
            successors: vec![named("X1", "Long Quay AB")],
            ..LeiRecord::default()
        };
        let text = note(&merged);
        assert!(
            text.contains("ended on 31 December 2025 by a merger") && text.contains("successor is Long Quay AB (X1)"),
            "{text}"
        );
        let dissolved = LeiRecord {
            registration_status: "RETIRED".into(),
            expired: "2024-02-01".into(),
            expiration_reason: "DISSOLVED".into(),
            ..LeiRecord::default()
        };
        assert!(note(&dissolved).contains("1 February 2024 because it was dissolved"), "{}", note(&dissolved));
        let two = LeiRecord { successors: vec![named("", "A"), named("X2", "")], ..dissolved };
        assert!(note(&two).contains("successors are A, X2"), "{}", note(&two));
    }

    #[test]
    fn a_registration_that_is_not_in_force_and_a_head_office_are_named() {
        let lapsed = LeiRecord {
            registration_status: "LAPSED".into(),
            next_renewal: "2023-05-06T07:08:09Z".into(),
            ..LeiRecord::default()
        };
        assert!(note(&lapsed).contains("lapsed: its renewal was due on 6 May 2023"), "{}", note(&lapsed));
        for (status, word) in
            [("DUPLICATE", "duplicate"), ("ANNULLED", "annulled"), ("CANCELLED", "cancelled"), ("RETIRED", "retired")]
        {
            let record = LeiRecord { registration_status: status.into(), ..LeiRecord::default() };
            assert!(note(&record).contains(word), "{status}");
        }
        let branch =
            LeiRecord { category: "BRANCH".into(), associated: Some(named("X3", "Head")), ..LeiRecord::default() };
        assert_eq!(note(&branch), "It is a branch of Head (X3).");
    }
}
