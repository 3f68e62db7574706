//! `macro.proto`: requests to run research macros.

use domain::event::MacroRequest;
use serde_json::Value;

use super::{check, json};
use crate::event::InvalidEvent;
use crate::v1;

impl TryFrom<v1::MacroRequest> for MacroRequest {
    type Error = InvalidEvent;

    fn try_from(wire: v1::MacroRequest) -> Result<Self, InvalidEvent> {
        let v1::MacroRequest { name, parameters: texts, session, json_parameters, skip_review } = wire;
        let mut parameters = json::object(json_parameters, "json_parameters", check::TEXT)?;
        for (key, text) in texts {
            json::key(&key, "parameters")?;
            let path = format!("parameters[{key}]");
            let text = check::text(text, &path, check::TEXT)?;
            if parameters.insert(key, Value::String(text)).is_some() {
                return Err(InvalidEvent::new(path, "is in json_parameters as well; send each parameter once"));
            }
        }
        if parameters.len() > check::LIST {
            let problem = format!("has {} entries, at most {} are allowed", parameters.len(), check::LIST);
            return Err(InvalidEvent::new("parameters", problem));
        }
        Ok(Self {
            name: check::filled_text(name, "name", check::NAME)?,
            parameters,
            session: check::text(session, "session", check::NAME)?,
            skip_review,
        })
    }
}

/// Strings use the older field, which every version reads.
impl From<&MacroRequest> for v1::MacroRequest {
    fn from(request: &MacroRequest) -> Self {
        let MacroRequest { name, parameters, session, skip_review } = request;
        let text = |(key, value): (&String, &Value)| Some((key.clone(), value.as_str()?.to_owned()));
        let other = parameters.iter().filter(|(_, value)| !value.is_string());
        Self {
            name: name.clone(),
            parameters: parameters.iter().filter_map(text).collect(),
            session: session.clone(),
            json_parameters: other.map(|(key, value)| (key.clone(), value.to_string())).collect(),
            skip_review: *skip_review,
        }
    }
}
