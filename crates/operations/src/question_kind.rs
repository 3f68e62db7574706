//! The kind of the answer, as a client states it in the fields of a question.

use domain::AnswerKind;

use crate::OperationError;
use crate::questions::Ask;

/// Returns the stated kind, checked; `None` if the client states none.
///
/// # Errors
/// A field belongs to another kind, or a part of the kind is invalid; the error names the field.
pub(crate) fn stated(ask: &Ask) -> Result<Option<AnswerKind>, OperationError> {
    let parts = Parts::of(ask);
    let Some(name) = ask.kind.as_deref().or_else(|| parts.implied()) else { return Ok(None) };
    let kind = match name {
        "binary" => AnswerKind::Binary,
        "multiple_choice" => AnswerKind::MultipleChoice { options: ask.options.clone(), open: ask.open },
        "numeric" => {
            AnswerKind::Numeric { unit: ask.unit.clone().unwrap_or_default(), lower: ask.lower, upper: ask.upper }
        }
        "date" => AnswerKind::Date,
        "conditional" => AnswerKind::Conditional { condition: ask.condition.clone().unwrap_or_default() },
        // The check refuses a number outside of the depths.
        "report" => AnswerKind::Report { depth: u8::try_from(ask.depth.unwrap_or(1)).unwrap_or(0) },
        _ => return Err(OperationError::invalid("kind", format!("must be {}", AnswerKind::NAMES.join(", ")))),
    };
    if let Some((field, owner)) = parts.stated().find(|(_, owner)| *owner != name) {
        return Err(OperationError::invalid(field, format!("belongs to the kind {owner}, but the kind is {name}")));
    }
    let checked = kind.checked().map_err(|invalid| OperationError::invalid(invalid.field, invalid.problem))?;
    Ok(Some(checked))
}

/// The fields that belong to a kind, and whether they are set.
struct Parts([(&'static str, &'static str, bool); 7]);

impl Parts {
    fn of(ask: &Ask) -> Self {
        Self([
            ("options", "multiple_choice", !ask.options.is_empty()),
            ("open", "multiple_choice", ask.open),
            ("unit", "numeric", ask.unit.is_some()),
            ("lower", "numeric", ask.lower.is_some()),
            ("upper", "numeric", ask.upper.is_some()),
            ("condition", "conditional", ask.condition.is_some()),
            ("depth", "report", ask.depth.is_some()),
        ])
    }

    fn stated(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.0.iter().filter(|(.., is_set)| *is_set).map(|(field, owner, _)| (*field, *owner))
    }

    fn implied(&self) -> Option<&'static str> {
        self.stated().next().map(|(_, owner)| owner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(body: &str) -> Result<Option<AnswerKind>, OperationError> {
        stated(&serde_json::from_str(body).unwrap())
    }

    #[test]
    fn the_fields_state_the_kind() {
        assert_eq!(kind(r#"{"text":"q"}"#).unwrap(), None);
        let options = vec!["Ada".to_owned(), "Bo".to_owned()];
        let choice = AnswerKind::MultipleChoice { options, open: false };
        assert_eq!(kind(r#"{"text":"q","options":["Ada","Bo"]}"#).unwrap(), Some(choice));
        let open = AnswerKind::MultipleChoice { options: vec![], open: true };
        assert_eq!(kind(r#"{"text":"q","open":true}"#).unwrap(), Some(open));
        let numeric = AnswerKind::Numeric { unit: "EUR".into(), lower: Some(0.0), upper: None };
        assert_eq!(kind(r#"{"text":"q","unit":"EUR","lower":0}"#).unwrap(), Some(numeric));
        assert_eq!(kind(r#"{"text":"q","kind":"date"}"#).unwrap(), Some(AnswerKind::Date));
        let conditional = AnswerKind::Conditional { condition: "it rains".into() };
        assert_eq!(kind(r#"{"text":"q","condition":"it rains"}"#).unwrap(), Some(conditional));
        for body in [r#"{"text":"t","depth":2}"#, r#"{"text":"t","kind":"report","depth":2}"#] {
            assert_eq!(kind(body).unwrap(), Some(AnswerKind::Report { depth: 2 }));
        }
        assert!(kind(r#"{"text":"t","depth":2,"unit":"EUR"}"#).is_err());
    }

    #[test]
    fn a_field_of_another_kind_is_named() {
        for (body, field) in [
            (r#"{"text":"q","kind":"best"}"#, "kind"),
            (r#"{"text":"q","kind":"date","unit":"EUR"}"#, "unit"),
            (r#"{"text":"q","options":["Ada","Bo"],"condition":"it rains"}"#, "condition"),
            (r#"{"text":"q","kind":"multiple_choice"}"#, "options"),
            (r#"{"text":"q","kind":"conditional"}"#, "condition"),
            (r#"{"text":"q","lower":2,"upper":1}"#, "bounds"),
        ] {
            let problem = kind(body).unwrap_err().to_string();
            assert!(problem.contains(field), "{body}: {problem}");
        }
    }
}
