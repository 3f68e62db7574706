//! Answers about entities, as text.

use domain::MicroUsd;
use operations::research::entities::{EntitiesResearched, EntityAnswer, EntityOption, EntityState};

/// Maximum findings of an entity in text output; JSON has all.
const MAX_FINDINGS: usize = 5;

/// Formats the answers for a person.
pub(super) fn lines(answers: &EntitiesResearched) -> Vec<String> {
    let mut lines: Vec<String> = answers.entities.iter().flat_map(entity_lines).collect();
    if let Some(sources) = &answers.sources {
        let rules = sources.rules().map(|rules| rules.to_string()).unwrap_or_default();
        lines.push(format!("sources: {rules}"));
    }
    lines.push(format!("{}; cost {}", answers.progress(), MicroUsd(answers.cost_micro_usd)));
    lines
}

fn entity_lines(answer: &EntityAnswer) -> Vec<String> {
    let entity = answer.entity_id.as_deref().map(|id| format!(" ({id})")).unwrap_or_default();
    let mut lines = vec![format!("{}{entity}: {}", answer.identifier, state(answer))];
    if !answer.message.is_empty() {
        lines.push(format!("  {}", answer.message));
    }
    lines.extend(answer.risks.iter().map(|risk| format!("  risk: {risk}")));
    for finding in answer.findings.iter().take(MAX_FINDINGS) {
        lines.push(format!("  - {} [{}] {}", finding.text, finding.status, finding.sources.join(" ")));
    }
    lines.extend(answer.candidates.iter().map(candidate));
    lines
}

fn state(answer: &EntityAnswer) -> String {
    let at = answer.made_at.map(|at| format!(" of {}", at.format("%Y-%m-%d %H:%M"))).unwrap_or_default();
    let confidence = answer.confidence.map(|share| format!(", confidence {share:.2}")).unwrap_or_default();
    match answer.state {
        EntityState::Running => "running".to_owned(),
        EntityState::Researched => format!("researched{confidence}"),
        EntityState::Partial => format!("researched in part, a limit was reached{confidence}"),
        EntityState::FromMemory => format!("from memory, research{at}{confidence}"),
        EntityState::Ambiguous => "ambiguous, not researched".to_owned(),
        EntityState::Unknown => "unknown, not researched".to_owned(),
        EntityState::Invalid => "invalid, not researched".to_owned(),
        EntityState::Failed => "failed".to_owned(),
    }
}

fn candidate(candidate: &EntityOption) -> String {
    let EntityOption { entity_id, name, symbol, mint, verified, because, confidence } = candidate;
    let verified = if *verified { "verified" } else { "unverified" };
    let symbol = symbol.as_deref().map(|symbol| format!(" ({symbol})")).unwrap_or_default();
    let mint = mint.as_deref().map(|mint| format!(", {mint}")).unwrap_or_default();
    format!("  ? {name}{symbol}, {verified}, {because}, {confidence:.2}: {entity_id}{mint}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ambiguous_name_is_printed_with_its_candidates() {
        let text = r#"{"job":"j","status":"done","costMicroUsd":1500,"sources":{"deny":["a.org"]},"entities":[
            {"identifier":"WIF","state":"ambiguous","message":"It may mean two.","costMicroUsd":0,"candidates":[
                {"entityId":"wif-1","name":"dogwifhat","symbol":"WIF","verified":true,"because":"same symbol","confidence":0.5}]},
            {"identifier":"BONK","state":"researched","message":"A token.","entityId":"bonk","confidence":0.8,"costMicroUsd":1500,
             "findings":[{"text":"It has users.","status":"supported","sources":["https://b.org/1"]}]}]}"#;
        let printed = lines(&serde_json::from_str(text).unwrap());
        let expected = [
            "WIF: ambiguous, not researched",
            "  It may mean two.",
            "  ? dogwifhat (WIF), verified, same symbol, 0.50: wif-1",
            "BONK (bonk): researched, confidence 0.80",
            "  A token.",
            "  - It has users. [supported] https://b.org/1",
            "sources: never a.org",
            "2 of 2 answered; cost $0.001500",
        ];
        assert_eq!(printed[..7], expected[..7]);
        assert!(printed[7].starts_with("2 of 2 answered; cost $0.0015"), "{}", printed[7]);
    }
}
