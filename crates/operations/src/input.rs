//! Checks and forms that the inputs of several operations share.

use std::fmt;
use std::marker::PhantomData;

use chrono::Datelike;
use domain::{EntityId, Time};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Number;
use url::Url;

use crate::OperationError;

/// Maximum characters of a reason.
const MAX_REASON: usize = 1_000;
/// Maximum characters of a query.
const MAX_QUERY: usize = 4_000;

/// Refuses a time outside of the years 1 to 9999, which Postgres and RFC 3339 can represent.
///
/// # Errors
/// The time is out of range; the error names the field.
pub fn check_time(field: &str, time: Option<Time>) -> Result<(), OperationError> {
    match time.map(|time| time.year()) {
        None | Some(1..=9999) => Ok(()),
        Some(_) => Err(OperationError::invalid(field, "must be in the years 1 to 9999")),
    }
}

/// Reads an optional time: RFC 3339, or a day, which is its first instant in UTC.
///
/// # Errors
/// The text is neither.
pub fn day_or_time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Time>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    parse_day_or_time(&text).map(Some).map_err(D::Error::custom)
}

/// Reads a time that is required, in the forms of [`day_or_time`].
///
/// # Errors
/// The text is not a time.
pub(crate) fn required_day_or_time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
    parse_day_or_time(&String::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// Parses a time: RFC 3339, or a day, which is its first instant in UTC.
///
/// # Errors
/// The text is neither; the error names both forms.
pub fn parse_day_or_time(text: &str) -> Result<Time, String> {
    let day = || text.parse::<chrono::NaiveDate>().ok().map(|day| day.and_time(chrono::NaiveTime::MIN).and_utc());
    text.parse::<Time>().ok().or_else(day).ok_or_else(|| {
        let shown: String = text.chars().take(40).collect();
        format!("{shown:?} is not a time; write it like 2026-12-17T13:00:00Z, or a day like 2026-12-17")
    })
}

/// Refuses a query that is blank, too long or contains NUL.
///
/// # Errors
/// The query is refused; the error names the field.
pub fn check_query(field: &str, text: &str) -> Result<(), OperationError> {
    if text.trim().is_empty() {
        return Err(OperationError::invalid(field, "is empty; it must contain text"));
    }
    check_text(field, text, MAX_QUERY)
}

/// Reads the entity to which a list is limited.
pub(crate) fn entity_filter(text: Option<&str>) -> Result<Option<EntityId>, OperationError> {
    let entity = text.map(EntityId::parse).transpose();
    entity.map_err(|error| OperationError::invalid("entity", error.to_string()))
}

/// Refuses a reason that is too long or contains NUL.
pub(crate) fn checked_reason(field: &str, text: String) -> Result<String, OperationError> {
    check_text(field, &text, MAX_REASON)?;
    Ok(text)
}

/// Refuses a text of more than `max` characters or with NUL, which Postgres cannot store.
pub(crate) fn check_text(field: &str, text: &str, max: usize) -> Result<(), OperationError> {
    if text.chars().count() > max || text.contains('\0') {
        return Err(OperationError::invalid(field, format!("must have at most {max} characters and no NUL")));
    }
    Ok(())
}

/// Reads an integer that JSON may write as `5` or as `5.0`; both are integers in JSON Schema.
///
/// # Errors
/// The value is not an integer, or out of range.
pub fn integer<'de, D: Deserializer<'de>, T: TryFrom<u64>>(deserializer: D) -> Result<Option<T>, D::Error> {
    let Some(number) = Option::<Number>::deserialize(deserializer)? else { return Ok(None) };
    // A float beyond 2^53 has lost its last digits, so it is refused rather than rounded.
    let of_float = |float: f64| {
        (float.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&float)).then(|| format!("{float:.0}"))
    };
    let whole = number.as_u64().or_else(|| number.as_f64().and_then(of_float)?.parse().ok());
    let Some(whole) = whole else {
        return Err(D::Error::custom(format!("is {number}; must be a whole number of at least 0")));
    };
    T::try_from(whole).map(Some).map_err(|_| D::Error::custom(format!("is {number}, which is too large")))
}

/// Reads an optional object, and refuses a list: serde reads one as the fields of the object in their order.
///
/// # Errors
/// The value is not an object, or a field is invalid.
pub fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Ok(Option::<Object<T>>::deserialize(deserializer)?.map(|Object(value)| value))
}

/// Reads an object that is required, as [`object`] does.
///
/// # Errors
/// The value is not an object, or a field is invalid.
pub(crate) fn required_object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    Object::<T>::deserialize(deserializer).map(|Object(value)| value)
}

/// Reads an optional list of objects, as [`object`] does.
///
/// # Errors
/// The value is not a list, or an element is not an object.
pub(crate) fn objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    let objects = Option::<Vec<Object<T>>>::deserialize(deserializer)?;
    Ok(objects.map(|objects| objects.into_iter().map(|Object(value)| value).collect()))
}

/// Reads a list of objects that is required, as [`object`] does.
///
/// # Errors
/// The value is not a list, or an element is not an object.
pub(crate) fn required_objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    Ok(Vec::<Object<T>>::deserialize(deserializer)?.into_iter().map(|Object(value)| value).collect())
}

/// A value that is read from an object only.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}

/// Maximum length of a web address in bytes.
pub(crate) const MAX_URL: usize = 2_048;

/// Reads a web address of at most [`MAX_URL`] bytes, without a user name and a password. Returns what is wrong with
/// another one.
///
/// # Errors
/// The address is invalid.
pub(crate) fn web_address(address: &str) -> Result<Url, String> {
    if address.len() > MAX_URL {
        return Err(format!("has more than {MAX_URL} bytes"));
    }
    let url = Url::parse(address).map_err(|_| "is invalid".to_owned())?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err("must be http or https".to_owned());
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("contains a user name or a password".to_owned());
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize)]
    struct Body {
        #[serde(default, deserialize_with = "integer")]
        value: Option<u32>,
    }

    #[derive(serde::Deserialize)]
    struct Nested {
        #[serde(default, deserialize_with = "object")]
        inner: Option<Body>,
        #[serde(default, deserialize_with = "objects")]
        items: Option<Vec<Body>>,
    }

    #[test]
    fn an_object_is_not_read_from_a_list() {
        let read =
            |text: &str| serde_json::from_str::<Nested>(text).map(|nested| nested.inner.map(|inner| inner.value));
        assert_eq!(read("{}").unwrap(), None);
        assert_eq!(read(r#"{"inner":null}"#).unwrap(), None);
        assert_eq!(read(r#"{"inner":{"value":5}}"#).unwrap(), Some(Some(5)));
        for text in [r#"{"inner":[]}"#, r#"{"inner":[5]}"#, r#"{"inner":"x"}"#] {
            assert!(read(text).unwrap_err().to_string().contains("expected an object"), "{text}");
        }
        let items = |text: &str| {
            let nested = serde_json::from_str::<Nested>(text).map_err(|error| error.to_string())?;
            Ok::<_, String>(nested.items.map(|items| items.iter().map(|item| item.value).collect::<Vec<_>>()))
        };
        assert_eq!(items(r#"{"items":[{"value":5},{}]}"#), Ok(Some(vec![Some(5), None])));
        assert_eq!(items(r#"{"items":null}"#), Ok(None));
        assert!(items(r#"{"items":[[5]]}"#).unwrap_err().contains("expected an object"));
    }

    #[test]
    fn an_integer_may_be_written_with_a_fraction_of_zero() {
        let read = |text: &str| serde_json::from_str::<Body>(text).map(|body| body.value).ok();
        assert_eq!(read("{}"), Some(None));
        for (text, value) in [("5", Some(5)), ("5.0", Some(5)), ("null", None), ("4294967295", Some(u32::MAX))] {
            assert_eq!(read(&format!(r#"{{"value":{text}}}"#)), Some(value), "{text}");
        }
        for text in ["5.5", "-1", "4294967296", "1e300", "\"5\"", "18446744073709551616"] {
            assert_eq!(read(&format!(r#"{{"value":{text}}}"#)), None, "{text}");
        }
    }
}
