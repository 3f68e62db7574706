//! `verdict.proto`: verdicts about quiet events.

use domain::{QuietRule, Verdict, VerdictGroup};

use super::check;
use crate::event::InvalidEvent;
use crate::v1;

impl TryFrom<v1::VerdictGroup> for VerdictGroup {
    type Error = InvalidEvent;

    fn try_from(wire: v1::VerdictGroup) -> Result<Self, InvalidEvent> {
        let v1::VerdictGroup { id, tenant, made_at, verdicts } = wire;
        Ok(Self {
            id: check::job(&id, "id")?,
            tenant: check::tenant(&tenant, "tenant")?,
            made_at: check::time_required(made_at, "made_at")?,
            verdicts: check::each(check::filled(verdicts, "verdicts")?, "verdicts")?,
        })
    }
}

impl From<&VerdictGroup> for v1::VerdictGroup {
    fn from(group: &VerdictGroup) -> Self {
        let VerdictGroup { id, tenant, made_at, verdicts } = group;
        Self {
            id: id.to_string(),
            tenant: tenant.to_string(),
            made_at: Some(check::stamp(*made_at)),
            verdicts: verdicts.iter().map(Into::into).collect(),
        }
    }
}

impl TryFrom<v1::Verdict> for Verdict {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Verdict) -> Result<Self, InvalidEvent> {
        let v1::Verdict { event_id, kind, rule, score } = wire;
        check::fraction(f64::from(score), "score")?;
        Ok(Self {
            event: check::event_id(&event_id, "event_id")?,
            kind: code(kind).and_then(Self::kind_of_code).ok_or_else(|| unknown("kind", kind))?,
            rule: code(rule).and_then(QuietRule::from_code).ok_or_else(|| unknown("rule", rule))?,
            score,
        })
    }
}

impl From<&Verdict> for v1::Verdict {
    fn from(verdict: &Verdict) -> Self {
        let Verdict { event, kind: _, rule, score } = verdict;
        let (kind, rule) = (verdict.kind_code().into(), rule.code().into());
        Self { event_id: event.to_string(), kind, rule, score: *score }
    }
}

/// The numbers on the wire are the stored codes.
fn code(number: i32) -> Option<i16> {
    i16::try_from(number).ok()
}

fn unknown(path: &str, number: i32) -> InvalidEvent {
    InvalidEvent::new(path, format!("has the unknown value {number}; a newer version may have written it"))
}
