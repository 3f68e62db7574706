//! Words of research directions as other publishers write them: kinds without their prefix, priorities as words. Pure.

use serde_json::Value;

use crate::event::InvalidEvent;
use crate::v1::EntityKind;

/// Words for priorities with their numbers.
const PRIORITIES: [(&str, u32); 3] = [("HIGH", 1), ("MEDIUM", 2), ("LOW", 3)];
/// Prefix of the names of kinds.
const KIND: &str = "ENTITY_KIND_";
/// Kinds that are usual in directions, for the error.
const KINDS: &str = "PERSON, BUSINESS, PRODUCT, COMPOUND or PLATFORM";

/// Returns an event with research directions in the canonical spelling; `None` if it has none, or nothing to change.
///
/// # Errors
/// A kind or a priority is an unknown word. The error names the field and the words.
pub(crate) fn canonical(bytes: &[u8]) -> Result<Option<Vec<u8>>, InvalidEvent> {
    let Ok(mut event) = serde_json::from_slice::<Value>(bytes) else { return Ok(None) };
    let before = event.clone();
    for (index, bundle) in entries(event.get_mut("directions"), "bundles").enumerate() {
        let path = format!("directions.bundles[{index}]");
        for (index, entity) in entries(Some(bundle), "entities").enumerate() {
            let path = format!("{path}.entities[{index}]");
            replace(entity, &path, ("kind", kind))?;
            for (index, direction) in entries(Some(entity), "directions").enumerate() {
                replace(direction, &format!("{path}.directions[{index}]"), ("priority", priority))?;
            }
        }
    }
    Ok((event != before).then(|| event.to_string().into_bytes()))
}

fn entries<'a>(parent: Option<&'a mut Value>, field: &str) -> impl Iterator<Item = &'a mut Value> {
    parent.and_then(|parent| parent.get_mut(field)?.as_array_mut()).into_iter().flatten()
}

/// Returns the canonical value of a word, or what is wrong with it.
type Canonical = fn(&str) -> Result<Value, String>;

/// Replaces the word of a field by its canonical value.
fn replace(entry: &mut Value, path: &str, (field, canonical): (&str, Canonical)) -> Result<(), InvalidEvent> {
    if let Some(Value::String(word)) = entry.get(field) {
        entry[field] =
            canonical(word.trim()).map_err(|problem| InvalidEvent::new(format!("{path}.{field}"), problem))?;
    }
    Ok(())
}

fn kind(word: &str) -> Result<Value, String> {
    let upper = word.to_ascii_uppercase().replace(['-', ' '], "_");
    let name = if upper.starts_with(KIND) { upper } else { format!("{KIND}{upper}") };
    match EntityKind::from_str_name(&name) {
        Some(_) => Ok(Value::from(name)),
        None => Err(format!("is not a kind of entity ({word:?}): use {KINDS}")),
    }
}

fn priority(word: &str) -> Result<Value, String> {
    let known = PRIORITIES.iter().find(|(name, _)| word.eq_ignore_ascii_case(name)).map(|(_, number)| *number);
    let number = known.or_else(|| word.parse().ok());
    number
        .map(Value::from)
        .ok_or_else(|| format!("is not a priority ({word:?}): use HIGH, MEDIUM, LOW or a number from 1"))
}
