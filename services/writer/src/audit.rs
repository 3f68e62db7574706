//! The audit trail (`research.jsonl`): for each identifier, task or run the action, cache use, tools, cost and errors.

use domain::classification::Fate;
use domain::effect::{AuditLine, subject_label};
use domain::research::Ending;
use domain::run::RunState;
use domain::{Classification, Evidence, Filtering, Forecast, JobId, MicroUsd, Time};

use crate::contradiction::Contradiction;

/// Returns one line per identifier of a classified event, or one line for an event without identifiers.
pub fn classified(job: JobId, made: &Classification, at: Time) -> Vec<AuditLine> {
    let event = made.event.job();
    let line = |action: &str, subject: &str| AuditLine {
        job,
        event,
        tenant: made.event.tenant.clone(),
        worker: "classifier".to_owned(),
        action: action.to_owned(),
        subject: subject.to_owned(),
        from_cache: None,
        tools: Vec::new(),
        cost: MicroUsd::ZERO,
        errors: Vec::new(),
        at,
    };
    if made.identifiers.is_empty() {
        return vec![line("classified", made.event.id.as_str())];
    }
    let action = |fate| match fate {
        Fate::Research => "sent_to_research",
        Fate::Fresh => "skipped_fresh",
        Fate::InProgress => "skipped_in_progress",
        Fate::Ignored => "ignored",
    };
    let lines = made.identifiers.iter().map(|known| AuditLine {
        from_cache: (known.fate == Fate::Fresh).then_some(true),
        ..line(action(known.fate), &known.identifier)
    });
    lines.collect()
}

/// Returns the line of a filtered task. The research itself has a line of the researcher.
pub fn filtered(job: JobId, evidence: &Evidence, at: Time) -> AuditLine {
    let research = &evidence.research;
    let mut errors = Vec::new();
    if let Ending::Partial(reason) | Ending::Failed(reason) = &research.ending {
        errors.push(reason.clone());
    }
    if let Filtering::Unfiltered { reason, .. } = &evidence.filtering {
        errors.push(format!("unfiltered: {reason}"));
    }
    errors.extend(research.lacks.iter().map(|lack| lack.reason.clone()));
    AuditLine {
        job,
        event: evidence.task.event_job,
        tenant: evidence.task.tenant.clone(),
        worker: "filter".to_owned(),
        action: "filtered".to_owned(),
        subject: subject_label(&evidence.task),
        from_cache: None,
        tools: Vec::new(),
        cost: evidence.cost,
        errors,
        at,
    }
}

/// Returns the line of a task's research, derived from its evidence.
fn researched(job: JobId, evidence: &Evidence, at: Time) -> AuditLine {
    let research = &evidence.research;
    let errors = match &research.ending {
        Ending::Complete => Vec::new(),
        Ending::Partial(reason) | Ending::Failed(reason) => vec![reason.clone()],
    };
    AuditLine {
        job,
        event: evidence.task.event_job,
        tenant: evidence.task.tenant.clone(),
        worker: "researcher".to_owned(),
        action: if research.from_cache { "recalled" } else { "researched" }.to_owned(),
        subject: subject_label(&evidence.task),
        from_cache: Some(research.from_cache),
        tools: research.tools_used.clone(),
        // The cost of an answer from memory was charged when it was made.
        cost: if research.from_cache { MicroUsd::ZERO } else { research.cost },
        errors,
        at: if research.from_cache { at } else { research.made_at },
    }
}

/// Returns the line of older research that was ended by a contradiction.
pub fn invalidated(job: JobId, evidence: &Evidence, contradiction: &Contradiction, at: Time) -> AuditLine {
    let entity = evidence.research.entity.as_ref().map(ToString::to_string).unwrap_or_default();
    AuditLine {
        worker: "writer".to_owned(),
        action: "invalidated".to_owned(),
        subject: format!("{entity}, version {}: {}", contradiction.number, contradiction.because()),
        cost: MicroUsd::ZERO,
        errors: Vec::new(),
        ..filtered(job, evidence, at)
    }
}

/// Returns the trail of one task, from its research to the research it contradicts; stored beside the task's report.
pub fn task_trail(job: JobId, evidence: &Evidence, contradictions: &[Contradiction], at: Time) -> Vec<AuditLine> {
    let mut lines = vec![researched(job, evidence, at), filtered(job, evidence, at)];
    lines.extend(contradictions.iter().map(|one| invalidated(job, evidence, one, at)));
    lines
}

/// Returns the trail of a run: its answers, then the forecast; stored beside the run's report.
pub fn run_trail(job: JobId, made: &Forecast, state: Option<&RunState>, at: Time) -> Vec<AuditLine> {
    let answers = state.map(|state| state.answers.as_slice()).unwrap_or_default();
    let mut lines: Vec<AuditLine> =
        answers.iter().flat_map(|answer| task_trail(made.run.event_job, &answer.evidence, &[], at)).collect();
    lines.push(forecast(job, made, at));
    lines
}

/// Returns the line of a forecast.
pub fn forecast(job: JobId, made: &Forecast, at: Time) -> AuditLine {
    AuditLine {
        job,
        event: made.run.event_job,
        tenant: made.run.tenant.clone(),
        worker: "forecaster".to_owned(),
        action: "forecast".to_owned(),
        subject: made.run.asked.text.clone(),
        from_cache: None,
        tools: Vec::new(),
        cost: made.cost,
        errors: made.flags.clone(),
        at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{classification, contradiction, event_job, evidence, forecast as made, state, when};

    #[test]
    fn each_identifier_has_a_line() {
        let lines = classified(event_job(), &classification(), when());
        let found: Vec<_> =
            lines.iter().map(|line| (line.subject.as_str(), line.action.as_str(), line.from_cache)).collect();
        assert_eq!(found, [("MintA", "sent_to_research", None), ("MintB", "skipped_fresh", Some(true))]);
        let mut bare = classification();
        bare.identifiers.clear();
        assert_eq!(classified(event_job(), &bare, when())[0].subject, "e1");
    }

    #[test]
    fn errors_are_recorded_and_each_agent_has_its_own_cost() {
        let mut failed = evidence();
        failed.research.ending = Ending::Failed("gone".into());
        failed.filtering = Filtering::Unfiltered { reason: "no model".into(), removed: vec![] };
        failed.cost = MicroUsd(200);
        let line = filtered(event_job(), &failed, when());
        assert_eq!((line.worker.as_str(), line.action.as_str(), line.cost), ("filter", "filtered", MicroUsd(200)));
        assert_eq!(line.errors, ["gone", "unfiltered: no model"]);
        assert_eq!(forecast(event_job(), &made(), when()).errors, ["the budget is spent"]);
    }

    #[test]
    fn the_trail_of_a_run_names_worker_action_and_cost() {
        let lines = run_trail(event_job(), &made(), Some(&state()), when());
        let found: Vec<_> =
            lines.iter().map(|line| (line.worker.as_str(), line.action.as_str(), line.cost.0)).collect();
        assert_eq!(
            found,
            [("researcher", "researched", 1_000), ("filter", "filtered", 200), ("forecaster", "forecast", 10_000)]
        );
        assert_eq!((lines[0].from_cache, lines[0].tools.as_slice()), (Some(false), &["web_search".to_owned()][..]));
    }

    #[test]
    fn the_trail_of_a_task_contains_the_research_it_ended() {
        let mut about = evidence();
        about.research.entity = Some(domain::EntityId::slug("Jupiter"));
        about.research.from_cache = true;
        let lines = task_trail(event_job(), &about, &[contradiction()], when());
        assert_eq!((lines[0].action.as_str(), lines[0].cost), ("recalled", MicroUsd::ZERO));
        assert!(lines[2].subject.starts_with("jupiter, version 2: contradicted: "), "{}", lines[2].subject);
    }
}
