//! Outcomes of similar questions: the past cases of a question's reference classes as a base rate.
//!
//! I/O: reads the store for the handlers.

use domain::forecast::{BaseRate, Cases};
use domain::port::PortError;
use domain::{Probability, Run};
use forecasting::base_rates::{Belief, ClassHistory, Step, shrink, stated_prior};
use store::Outcomes;
use store::outcomes::TrackedQuestion;

/// Returns the counted base rate of a run's question, or nothing if there are too few cases. Excludes everything that
/// was decided or recorded after the question was asked.
///
/// # Errors
/// `Down` if Postgres is.
pub async fn base_rates(outcomes: &impl Outcomes, run: &Run) -> Result<Vec<BaseRate>, PortError> {
    let question = TrackedQuestion::of_run(run);
    let past = outcomes.past(&question, run.asked_at).await?;
    Ok(counted(&question, &past).into_iter().collect())
}

fn counted(question: &TrackedQuestion, past: &[ClassHistory]) -> Option<BaseRate> {
    let stated = stated_prior(&question.asked());
    let belief = shrink(stated.rate, past);
    let nearest = belief.nearest()?;
    Some(BaseRate {
        kind: "reference_class".to_owned(),
        description: nearest.description(),
        rate: Probability::clamp(belief.rate).ok()?,
        cases: cases(&nearest.past),
        source: source(&belief, nearest, &stated.because),
    })
}

/// Names what the rate was shrunk towards: the wider classes, and under them the prior.
fn source(belief: &Belief, nearest: &Step, because: &str) -> String {
    let wider = belief.steps.iter().filter(|step| *step != nearest).map(|step| format!("; {}", step.description()));
    format!("resolved questions of this fleet{}; before any case: {because}", wider.collect::<String>())
}

/// Rounds to whole cases; a case may have resolved in part.
fn cases(past: &ClassHistory) -> Option<Cases> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and a count of rows")]
    let successes = past.successes.round().max(0.0) as u64;
    Some(Cases { successes: successes.min(past.trials), trials: past.trials })
}

#[cfg(test)]
mod tests {
    use chrono::Duration;
    use domain::EventId;
    use store::outcomes::{NewOutcome, Origin};
    use store::testing::FakeOutcomes;

    use super::*;
    use crate::sample::run;

    fn asked(days_ago: i64, name: &str) -> Run {
        let mut run = run();
        run.asked_at -= Duration::days(days_ago);
        run.event = EventId::parse(name).unwrap();
        run.asked.text = format!("Will {name} happen by {}?", (run.asked_at + Duration::days(14)).date_naive());
        (run.asked.closes, run.asked.config.as_of) = (None, None);
        run
    }

    /// `cases` cases, one every other day, the newest asked `newest` days ago, each decided after a fortnight.
    fn history(cases: i64, newest: i64) -> FakeOutcomes {
        let outcomes = FakeOutcomes::default();
        for n in 0..cases {
            let question = TrackedQuestion::of_run(&asked(newest + 2 * n, &format!("case-{n}")));
            let decided = question.asked_at + Duration::days(14);
            outcomes.resolve(NewOutcome {
                question,
                value: 1.0,
                resolved_at: Some(decided),
                learned_at: decided,
                origin: Origin::Hand,
                because: String::new(),
            });
        }
        outcomes
    }

    #[tokio::test]
    async fn finished_cases_become_a_base_rate_with_its_source() {
        let known = base_rates(&history(20, 20), &asked(0, "now")).await.unwrap();
        let [rate] = known.as_slice() else { panic!("one rate: {known:?}") };
        assert!(rate.rate.get() > 0.5 && rate.rate.get() < 0.99, "held back by its prior: {}", rate.rate.get());
        assert_eq!(rate.cases, Some(Cases { successes: 20, trials: 20 }));
        assert!(
            rate.description.starts_with("of 20 ") && rate.description.ends_with("20 resolved YES (100 %)"),
            "{}",
            rate.description
        );
        assert!(rate.source.contains("before any case: most events that may happen within"), "{}", rate.source);
    }

    #[tokio::test]
    async fn unfinished_cases_and_anecdotes_do_not_count() {
        assert!(
            base_rates(&history(20, 0), &asked(30, "then")).await.unwrap().is_empty(),
            "asked before they were decided"
        );
        assert!(base_rates(&history(3, 20), &asked(0, "now")).await.unwrap().is_empty(), "three cases");
        let mut as_of = asked(0, "now");
        as_of.asked.config.as_of = Some(as_of.asked_at - Duration::days(50));
        assert!(base_rates(&history(20, 20), &as_of).await.unwrap().is_empty(), "as of a day before");
    }
}
