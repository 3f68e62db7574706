//! The audit trail (`research.jsonl` shape): per identifier, task or run what was done, from cache or not, with which tools, for
//! how much, and what went wrong.

use domain::classification::Fate;
use domain::effect::{AuditLine, subject_label};
use domain::research::Ending;
use domain::run::RunState;
use domain::{Classification, Evidence, Filtering, Forecast, JobId, MicroUsd, Time};

use crate::contradiction::Contradiction;

/// One line per identifier of a classified event; one for the event where it has none.
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
    let of_fate = |fate| match fate {
        Fate::Research => "sent_to_research",
        Fate::Fresh => "skipped_fresh",
        Fate::InProgress => "skipped_in_progress",
        Fate::Ignored => "ignored",
    };
    let lines = made.identifiers.iter().map(|known| AuditLine {
        from_cache: (known.fate == Fate::Fresh).then_some(true),
        ..line(of_fate(known.fate), &known.identifier)
    });
    lines.collect()
}

/// What came of a task after the airlock. What the research itself did and cost is the researcher's own line.
pub fn filtered(job: JobId, evidence: &Evidence, at: Time) -> AuditLine {
    let research = &evidence.research;
    let mut errors = Vec::new();
    if let Ending::Partial(reason) | Ending::Failed(reason) = &research.ending {
        errors.push(reason.clone());
    }
    if let Filtering::Unfiltered { reason, .. } = &evidence.filtering {
        errors.push(format!("unfiltered: {reason}"));
    }
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

/// What the research of a task did, as its evidence tells it.
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
        // An answer from memory cost when it was made; nobody pays for it twice.
        cost: if research.from_cache { MicroUsd::ZERO } else { research.cost },
        errors,
        at: if research.from_cache { at } else { research.made_at },
    }
}

/// Older research that does not hold any more.
pub fn invalidated(job: JobId, evidence: &Evidence, against: &Contradiction, at: Time) -> AuditLine {
    let entity = evidence.research.entity.as_ref().map(ToString::to_string).unwrap_or_default();
    AuditLine {
        worker: "writer".to_owned(),
        action: "invalidated".to_owned(),
        subject: format!("{entity}, version {}: {}", against.version, against.because()),
        cost: MicroUsd::ZERO,
        errors: Vec::new(),
        ..filtered(job, evidence, at)
    }
}

/// The trail of one task, from its research to what it ended of older research; for the file beside its report.
pub fn of_task(job: JobId, evidence: &Evidence, against: &[Contradiction], at: Time) -> Vec<AuditLine> {
    let mut lines = vec![researched(job, evidence, at), filtered(job, evidence, at)];
    lines.extend(against.iter().map(|one| invalidated(job, evidence, one, at)));
    lines
}

/// The trail of a run: every answer as its evidence tells it, then the forecast; for the file beside its report.
pub fn of_run(job: JobId, made: &Forecast, state: Option<&RunState>, at: Time) -> Vec<AuditLine> {
    let answers = state.map(|state| state.answers.as_slice()).unwrap_or_default();
    let mut lines: Vec<AuditLine> =
        answers.iter().flat_map(|answer| of_task(made.run.event_job, &answer.evidence, &[], at)).collect();
    lines.push(forecast(job, made, at));
    lines
}

/// What was forecast for a run.
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
    fn every_identifier_has_its_line() {
        let lines = classified(event_job(), &classification(), when());
        let told: Vec<_> =
            lines.iter().map(|line| (line.subject.as_str(), line.action.as_str(), line.from_cache)).collect();
        assert_eq!(told, [("MintA", "sent_to_research", None), ("MintB", "skipped_fresh", Some(true))]);
        let mut bare = classification();
        bare.identifiers.clear();
        assert_eq!(classified(event_job(), &bare, when())[0].subject, "e1");
    }

    #[test]
    fn what_went_wrong_is_told_and_each_agent_pays_for_itself() {
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
    fn a_run_s_trail_tells_who_did_what_for_how_much() {
        let lines = of_run(event_job(), &made(), Some(&state()), when());
        let told: Vec<_> = lines.iter().map(|line| (line.worker.as_str(), line.action.as_str(), line.cost.0)).collect();
        assert_eq!(
            told,
            [("researcher", "researched", 1_000), ("filter", "filtered", 200), ("forecaster", "forecast", 10_000)]
        );
        assert_eq!((lines[0].from_cache, lines[0].tools.as_slice()), (Some(false), &["web_search".to_owned()][..]));
    }

    #[test]
    fn a_task_s_trail_tells_what_it_ended() {
        let mut about = evidence();
        about.research.entity = Some(domain::EntityId::slug("Jupiter"));
        about.research.from_cache = true;
        let lines = of_task(event_job(), &about, &[contradiction()], when());
        assert_eq!((lines[0].action.as_str(), lines[0].cost), ("recalled", MicroUsd::ZERO));
        assert!(lines[2].subject.starts_with("jupiter, version 2: contradicted: "), "{}", lines[2].subject);
    }
}
