//! What questions like this one came to: the past cases of its reference classes as a base rate.
//!
//! I/O: asks the store on the handlers' behalf.

use domain::forecast::{BaseRate, Cases};
use domain::port::PortError;
use domain::{Probability, Run};
use forecasting::base_rates::{Belief, Past, Step, believe, prior};
use store::Outcomes;
use store::outcomes::Question;

/// The counted base rate of a run's question, or none where too few cases are known. Nothing that was decided, or told to this
/// fleet, after the question was asked counts.
///
/// # Errors
/// `Down` if Postgres is.
pub async fn base_rates(outcomes: &impl Outcomes, run: &Run) -> Result<Vec<BaseRate>, PortError> {
    let question = Question::of_run(run);
    let past = outcomes.past(&question, run.asked_at).await?;
    Ok(counted(&question, &past).into_iter().collect())
}

fn counted(question: &Question, past: &[Past]) -> Option<BaseRate> {
    let stated = prior(&question.asked());
    let belief = believe(stated.rate, past);
    let nearest = belief.nearest()?;
    Some(BaseRate {
        kind: "reference_class".to_owned(),
        description: nearest.words(),
        rate: Probability::clamp(belief.rate).ok()?,
        cases: cases(&nearest.past),
        source: source(&belief, nearest, &stated.because),
    })
}

/// What held the class back: the wider classes, and under them the prior.
fn source(belief: &Belief, nearest: &Step, because: &str) -> String {
    let wider = belief.steps.iter().filter(|step| *step != nearest).map(|step| format!("; {}", step.words()));
    format!("resolved questions of this fleet{}; before any case: {because}", wider.collect::<String>())
}

/// Whole cases; one that resolved in part is rounded.
fn cases(past: &Past) -> Option<Cases> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and a count of rows")]
    let successes = past.successes.round().max(0.0) as u64;
    Some(Cases { successes: successes.min(past.trials), trials: past.trials })
}

#[cfg(test)]
mod tests {
    use chrono::Duration;
    use domain::EventId;
    use store::outcomes::{Origin, Resolution};
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

    /// So many cases, one every other day, the newest asked so many days ago; each was decided after a fortnight.
    fn history(cases: i64, newest: i64) -> FakeOutcomes {
        let outcomes = FakeOutcomes::default();
        for n in 0..cases {
            let question = Question::of_run(&asked(newest + 2 * n, &format!("case-{n}")));
            let decided = question.asked_at + Duration::days(14);
            outcomes.resolve(Resolution {
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
    async fn cases_that_are_over_become_a_base_rate_that_says_where_it_is_from() {
        let known = base_rates(&history(20, 20), &asked(0, "now")).await.unwrap();
        let [rate] = known.as_slice() else { panic!("one rate: {known:?}") };
        assert!(rate.rate.get() > 0.5 && rate.rate.get() < 0.99, "held back by its prior: {}", rate.rate.get());
        assert_eq!(rate.cases, Some(Cases { successes: 20, trials: 20 }));
        assert!(
            rate.description.starts_with("of 20 ") && rate.description.ends_with("20 came out YES (100 %)"),
            "{}",
            rate.description
        );
        assert!(rate.source.contains("before any case: what may happen within"), "{}", rate.source);
    }

    #[tokio::test]
    async fn what_was_not_over_and_what_is_an_anecdote_does_not_count() {
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
