//! Formats the message of a dead letter as text. Pure.

use proto::event::Event as _;
use proto::events::{
    EventClassified, EvidenceFiltered, ForecastMade, ForecastRequested, MacroResearched, ResearchGathered,
    ResearchRequested,
};
use proto::v1;
use serde::Serialize;

/// Maximum characters shown; a message can have half a megabyte.
const MAX_CHARS: usize = 4_000;

/// Formats a payload as text if it is text, as JSON if it decodes as its subject's message, else as hex.
pub(super) fn readable(subject: &str, payload: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(payload)
        && text.chars().all(|c| !c.is_control() || c.is_whitespace())
    {
        return text.chars().take(MAX_CHARS).collect();
    }
    match as_json(subject, payload) {
        Some(json) => json.chars().take(MAX_CHARS).collect(),
        None => payload.iter().take(MAX_CHARS / 2).map(|byte| format!("{byte:02x}")).collect(),
    }
}

fn as_json(subject: &str, payload: &[u8]) -> Option<String> {
    match subject {
        EventClassified::SUBJECT => json::<v1::EventClassified>(payload),
        ResearchRequested::SUBJECT => json::<v1::ResearchRequested>(payload),
        ResearchGathered::SUBJECT => json::<v1::ResearchGathered>(payload),
        EvidenceFiltered::SUBJECT => json::<v1::EvidenceFiltered>(payload),
        ForecastRequested::SUBJECT => json::<v1::ForecastRequested>(payload),
        ForecastMade::SUBJECT => json::<v1::ForecastMade>(payload),
        MacroResearched::SUBJECT => json::<v1::MacroResearched>(payload),
        _ => {
            let event = proto::message::<v1::Event>(payload).ok().filter(|event| event.kind.is_some())?;
            serde_json::to_string(&event).ok()
        }
    }
}

fn json<M: prost::Message + Default + Serialize>(payload: &[u8]) -> Option<String> {
    serde_json::to_string(&proto::message::<M>(payload).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use prost::Message;

    use super::*;

    #[test]
    fn a_payload_is_shown_as_text_hex_or_json() {
        let subject = "auspex.event.macro";
        assert_eq!(readable(subject, b"{\"id\":1}"), "{\"id\":1}");
        assert_eq!(readable(subject, &[0xff, 0x00, 0x10]), "ff0010");
        let kind = Some(v1::event::Kind::Macro(v1::MacroRequest { name: "m".into(), ..v1::MacroRequest::default() }));
        let event = v1::Event { id: "q-1\u{1}".into(), kind, ..v1::Event::default() };
        assert!(readable(subject, &event.encode_to_vec()).contains("\"name\":\"m\""));
    }

    #[test]
    fn messages_between_workers_are_shown_as_json() {
        let wanted = v1::ResearchRequested {
            task: Some(v1::ResearchTask { reason: "who runs it?\u{1}".into(), ..v1::ResearchTask::default() }),
        };
        let shown = readable(ResearchRequested::SUBJECT, &wanted.encode_to_vec());
        assert!(shown.starts_with('{') && shown.contains("who runs it?"), "{shown}");
        assert_eq!(readable(ResearchRequested::SUBJECT, &[0xff, 0x00]), "ff00");
    }
}
