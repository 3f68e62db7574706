//! Past cases without a database.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use domain::Time;
use domain::port::PortError;
use forecasting::base_rates::{ClassHistory, Cohort};
use futures::FutureExt;
use futures::future::BoxFuture;

use crate::outcomes::{NewOutcome, Outcomes, TrackedQuestion};

/// Resolutions in memory. Corrections are not its business: the last word about a question counts.
#[derive(Default)]
pub struct FakeOutcomes {
    resolutions: Mutex<Vec<NewOutcome>>,
}

impl FakeOutcomes {
    /// Takes it in.
    pub fn resolve(&self, resolution: NewOutcome) {
        let mut resolutions = self.resolutions.lock().unwrap_or_else(PoisonError::into_inner);
        resolutions.retain(|known| known.question.key != resolution.question.key);
        resolutions.push(resolution);
    }
}

impl Outcomes for FakeOutcomes {
    fn past<'a>(
        &'a self,
        question: &'a TrackedQuestion,
        known_at: Time,
    ) -> BoxFuture<'a, Result<Vec<ClassHistory>, PortError>> {
        let resolutions = self.resolutions.lock().unwrap_or_else(PoisonError::into_inner);
        let known: Vec<&NewOutcome> = resolutions
            .iter()
            .filter(|known| known.question.tenant == question.tenant && known.question.key != question.key)
            .filter(|known| {
                known.learned_at <= known_at && known.resolved_at.unwrap_or(known.learned_at) <= question.asked_at
            })
            .filter(|known| known.question.asked().due().is_none_or(|due| due <= question.asked_at))
            .collect();
        let past = forecasting::base_rates::classes(&question.asked()).into_iter().filter_map(|class| {
            let mut days: BTreeMap<_, Cohort> = BTreeMap::new();
            for case in known.iter().filter(|known| {
                forecasting::base_rates::classes(&known.question.asked()).iter().any(|of| of.label == class.label)
            }) {
                let asked_on = case.question.asked_at.date_naive();
                let cohort = days.entry(asked_on).or_insert(Cohort { asked_on, yes: 0.0, cases: 0 });
                cohort.yes += case.value;
                cohort.cases += 1;
            }
            let cohorts: Vec<Cohort> = days.into_values().collect();
            Some(ClassHistory::from_cohorts(class.description, &cohorts)).filter(|past| past.trials > 0)
        });
        let past = past.collect();
        async move { Ok(past) }.boxed()
    }
}
