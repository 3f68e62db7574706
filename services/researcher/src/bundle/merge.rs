//! Merges the research of several todos. Pure.

use std::collections::BTreeMap;

use domain::research::{DirectionResult, Ending, FieldResult};
use domain::{Finding, Research, Source};
use tools::workspace::{FoundField, Todo, TodoStatus};

use super::end::FinishedTodo;

/// Maximum number of findings of a bundle: the size of a message is limited, and the files hold all findings.
const MAX_FINDINGS: usize = 100;

/// Adds the research of one todo.
pub(crate) fn add(whole: &mut Research, part: &Research) {
    let ids = merge_sources(whole, &part.sources);
    let renamed =
        |sources: &[String]| -> Vec<String> { sources.iter().filter_map(|id| ids.get(id).cloned()).collect() };
    for finding in &part.findings {
        if whole.findings.len() < MAX_FINDINGS {
            let id = format!("f{}", whole.findings.len() + 1);
            whole.findings.push(Finding { id, sources: renamed(&finding.sources), ..finding.clone() });
        }
    }
    for entry in &part.timeline {
        let id = format!("t{}", whole.timeline.len() + 1);
        whole.timeline.push(domain::research::TimelineEntry { id, sources: renamed(&entry.sources), ..entry.clone() });
    }
    for question in &part.open_questions {
        let id = format!("q{}", whole.open_questions.len() + 1);
        whole.open_questions.push(domain::research::OpenQuestion { id, ..question.clone() });
    }
    for tool in &part.tools_used {
        if !whole.tools_used.contains(tool) {
            whole.tools_used.push(tool.clone());
        }
    }
    part.lacks.iter().for_each(|lack| whole.add_lack(&lack.reason));
    whole.cost = whole.cost + part.cost;
    if part.ending != Ending::Complete && whole.ending == Ending::Complete {
        whole.ending =
            Ending::Partial("not every direction was researched in full; research_complete.json says which".to_owned());
    }
}

/// Adds what was found for the direction of a todo. `whole` has the sources of its research already.
pub(crate) fn add_direction(whole: &mut Research, todo: &Todo, finished: &FinishedTodo) {
    let field = |(name, found): (&String, Option<&FoundField>)| {
        let id = |url: &String| whole.sources.iter().find(|source| source.url == *url).map(|source| source.id.clone());
        let sources = found.into_iter().flat_map(|found| &found.sources).filter_map(id).collect();
        FieldResult { name: name.clone(), value: found.map(|found| found.value.clone()).unwrap_or_default(), sources }
    };
    let requested = todo.direction.fields.iter().map(|name| (name, finished.fields.get(name)));
    let others = finished.fields.iter().filter(|(name, _)| !todo.direction.fields.contains(name));
    let fields = requested.chain(others.map(|(name, found)| (name, Some(found)))).map(field).collect();
    whole.directions.push(DirectionResult {
        entity: todo.name.clone(),
        direction: todo.direction.key.clone(),
        objective: todo.direction.objective.clone(),
        is_done: finished.state.status == TodoStatus::Done,
        reason: finished.state.reason.clone(),
        fields,
        criteria: finished.acceptance.clone(),
    });
}

/// Adds sources, each address once. Returns the merged id of every id of the part.
fn merge_sources(whole: &mut Research, sources: &[Source]) -> BTreeMap<String, String> {
    let mut ids = BTreeMap::new();
    for source in sources {
        let known = whole.sources.iter().find(|known| known.url == source.url).map(|known| known.id.clone());
        let id = known.unwrap_or_else(|| {
            let id = format!("s{}", whole.sources.len() + 1);
            whole.sources.push(Source { id: id.clone(), ..source.clone() });
            id
        });
        ids.insert(source.id.clone(), id);
    }
    ids
}
