//! `macro.proto`: requests to run research macros.

use domain::event::MacroRequest;

use super::check;
use crate::event::InvalidEvent;
use crate::v1;

impl TryFrom<v1::MacroRequest> for MacroRequest {
    type Error = InvalidEvent;

    fn try_from(wire: v1::MacroRequest) -> Result<Self, InvalidEvent> {
        let v1::MacroRequest { name, parameters, session } = wire;
        for (key, value) in &parameters {
            if key.trim().is_empty() || key.len() > check::NAME || key.contains('\0') {
                let problem = format!("has a name that is empty, longer than {} bytes or holds NUL", check::NAME);
                return Err(InvalidEvent::new("parameters", problem));
            }
            check::text(value.clone(), &format!("parameters[{key}]"), check::TEXT)?;
        }
        Ok(Self {
            name: check::filled_text(name, "name", check::NAME)?,
            parameters,
            session: check::text(session, "session", check::NAME)?,
        })
    }
}

impl From<&MacroRequest> for v1::MacroRequest {
    fn from(request: &MacroRequest) -> Self {
        let MacroRequest { name, parameters, session } = request;
        Self { name: name.clone(), parameters: parameters.clone(), session: session.clone() }
    }
}
