//! Research macros: the definitions of `AUSPEX_MACROS`, and GLEIF as the researcher reaches it.

use std::path::Path;

use domain::{LeiCheck, LeiStatus};
use tools::lei::recheck;
use tools::macros::Registry;

use super::finding::Finding;
use crate::Context;

/// LEI of the Global Legal Entity Identifier Foundation.
const GLEIF_ITSELF: &str = "506700GE1G29325QX363";

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let mut env = crate::models::worker_env(context, "researcher");
    let folder = env.optional("AUSPEX_MACROS", "");
    let mut findings = definitions(folder.as_deref().map(Path::new));
    if let Ok(client) = context.client().await {
        let asked = LeiCheck {
            path: String::new(),
            lei: GLEIF_ITSELF.to_owned(),
            status: LeiStatus::Unverified,
            note: String::new(),
        };
        let checked = recheck(vec![asked], |request| client.check_leis(request)).await;
        client.close().await;
        findings.push(gleif(checked.first().map(|check| check.status)));
    }
    findings
}

/// Loads the definitions as the researcher does. It does not start with mistakes in them.
fn definitions(folder: Option<&Path>) -> Vec<Finding> {
    let Some(folder) = folder else {
        return vec![Finding::fine("macros", format!("{} built-in definitions", Registry::builtin().list().len()))];
    };
    match Registry::load(folder) {
        Ok(registry) => {
            let count = registry.list().len();
            vec![Finding::fine("macros", format!("{count} definitions in {}", folder.display()))]
        }
        Err(error) => {
            let advice = "correct the file; `auspex macro check DIR` checks it again";
            error.mistakes.iter().map(|mistake| Finding::broken("macros", mistake.to_string(), advice)).collect()
        }
    }
}

/// Without GLEIF, LEIs stay unverified and macros are executed, so this is never a failure.
fn gleif(status: Option<LeiStatus>) -> Finding {
    match status {
        Some(LeiStatus::Verified | LeiStatus::NotFound) => Finding::fine("gleif", "answers the researcher".to_owned()),
        _ => Finding::notable(
            "gleif",
            "LEIs cannot be verified: no researcher runs, or GLEIF does not answer it".to_owned(),
            "check that a researcher runs, AUSPEX_GLEIF_URL, and that its network permits the address; until then LEIs stay unverified",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    #[test]
    fn mistakes_in_definitions_are_reported_with_line_and_column() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(definitions(None)[0].state, State::Fine);
        std::fs::write(folder.path().join("x.yaml"), "macro:\n  name: x\n  tools: [no_such_tool]\n").unwrap();
        let found = definitions(Some(folder.path()));
        assert!(found.iter().all(|finding| finding.state == State::Broken), "{found:?}");
        assert!(found.iter().any(|finding| finding.to_string().contains("x.yaml:3:11")), "{found:?}");
        let missing = definitions(Some(&folder.path().join("none")));
        assert_eq!(missing[0].state, State::Broken, "{missing:?}");
    }

    #[test]
    fn gleif_that_does_not_answer_is_notable_and_names_the_setting() {
        assert_eq!(gleif(Some(LeiStatus::Verified)).state, State::Fine);
        let silent = gleif(Some(LeiStatus::Unverified));
        assert!(silent.state == State::Notable && silent.to_string().contains("AUSPEX_GLEIF_URL"), "{silent}");
    }
}
