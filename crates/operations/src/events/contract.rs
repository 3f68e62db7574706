//! The checks of the contract for an event that an operation has built from its input.

use domain::Event;
use proto::event::InvalidEvent;
use proto::v1;

use crate::OperationError;

/// Applies the checks of the contract, as for an event that a client publishes.
///
/// # Errors
/// A field is invalid. The error names the field of the operation's input: its name in `names`, which pairs names of
/// the contract with those of the input, or the name within the kind of the event.
pub(crate) fn checked(event: &Event, names: &[(&str, &str)]) -> Result<Event, OperationError> {
    Event::try_from(v1::Event::from(event)).map_err(|InvalidEvent { path, problem }| {
        let within = path.strip_prefix(event.kind.name()).and_then(|path| path.strip_prefix('.')).unwrap_or(&path);
        let renamed = names.iter().find_map(|(own, input)| {
            let rest = within.strip_prefix(own)?;
            (rest.is_empty() || rest.starts_with(['.', '['])).then(|| format!("{input}{rest}"))
        });
        OperationError::invalid(renamed.unwrap_or_else(|| within.to_owned()), problem)
    })
}

#[cfg(test)]
mod tests {
    use domain::event::MacroRequest;
    use domain::{EventId, EventKind, Tenant};

    use super::*;

    #[test]
    fn an_error_names_the_field_of_the_input() {
        let text = serde_json::json!({ "client_name": "a\0b" });
        let request = MacroRequest {
            name: "m".to_owned(),
            parameters: text.as_object().unwrap().clone(),
            session: String::new(),
            skip_review: false,
        };
        let event = |source: &str| Event {
            id: EventId::parse("e").unwrap(),
            tenant: Tenant::default(),
            source: source.to_owned(),
            occurred_at: None,
            budget: None,
            kind: EventKind::Macro(request.clone()),
        };
        let field = |event: &Event, names| match checked(event, names).unwrap_err() {
            OperationError::Input(problem) => problem.field,
            other => panic!("{other}"),
        };
        assert_eq!(field(&event("s"), &[]), "parameters[client_name]");
        assert_eq!(field(&event("s"), &[("parameters", "params")]), "params[client_name]");
        assert_eq!(field(&event("s"), &[("param", "p")]), "parameters[client_name]", "a whole name");
        assert_eq!(field(&event("a\0b"), &[("parameters", "params")]), "source");
    }
}
