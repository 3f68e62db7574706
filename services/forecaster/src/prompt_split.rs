//! Two sets of prompts in live traffic: a share of the runs gets the second one. Results name the version of their
//! prompts, so that `auspex score --by prompts` compares the two on questions that have resolved.

use std::path::Path;
use std::sync::Arc;

use domain::RunId;
use runtime::config::Env;
use worker::Prompts;

const FOLDER: &str = "AUSPEX_PROMPTS_B";
const SHARE: &str = "AUSPEX_PROMPTS_B_SHARE";

/// The second set of prompts with the share of the runs that get it, 0 to 1.
#[derive(Debug, Clone)]
pub struct SecondPrompts {
    /// Templates of the forecaster.
    pub prompts: Arc<Prompts>,
    /// Share of the runs.
    pub share: f64,
}

impl SecondPrompts {
    /// Reads the settings; `None` without a folder.
    pub fn read(env: &mut Env) -> Option<Self> {
        let folder = env.optional(
            FOLDER,
            "Folder with a second set of prompts of the forecaster, as AUSPEX_PROMPTS; a share of the runs gets it.",
        );
        let share = env.number(SHARE, 0.5, "Share of the runs with the prompts of AUSPEX_PROMPTS_B, 0 to 1.");
        if !(0.0..=1.0).contains(&share) {
            env.mistake(SHARE, "must be 0 to 1");
        }
        let loaded = Prompts::load("forecaster", Some(Path::new(&folder?)));
        let prompts = loaded.map_err(|mistakes| mistakes.iter().for_each(|one| env.mistake(FOLDER, &one.to_string())));
        Some(Self { prompts: Arc::new(prompts.ok()?), share })
    }

    /// Returns the prompts if the run gets them. All calls of a run get the same answer: it follows from the run's id.
    pub fn of(&self, run: RunId) -> Option<&Prompts> {
        #[expect(clippy::cast_precision_loss, reason = "a share of all ids")]
        let place = run.0.as_u64_pair().0 as f64 / u64::MAX as f64;
        (place < self.share).then_some(&*self.prompts)
    }
}

#[cfg(test)]
mod tests {
    use domain::JobId;

    use super::*;

    #[test]
    fn a_share_of_the_runs_gets_the_second_prompts_and_keeps_them() {
        let prompts = Arc::new(Prompts::builtin("forecaster").unwrap());
        let count = |share: f64| {
            let second = SecondPrompts { prompts: Arc::clone(&prompts), share };
            let of = |n: usize| second.of(RunId::for_event(JobId::named(&["run", &n.to_string()]))).is_some();
            (0..1_000).filter(|n| of(*n) && of(*n)).count()
        };
        assert_eq!((count(0.0), count(1.0)), (0, 1_000));
        assert!((250..350).contains(&count(0.3)), "{}", count(0.3));
    }

    #[test]
    fn a_missing_folder_or_an_impossible_share_is_a_mistake() {
        let read = |pairs: &[(&str, &str)]| {
            let mut env = Env::from_pairs(pairs.iter().copied());
            let second = SecondPrompts::read(&mut env);
            (second.is_some(), env.finish().is_err())
        };
        assert_eq!(read(&[]), (false, false));
        assert_eq!(read(&[(FOLDER, "/nonexistent/prompts")]), (false, true));
        assert!(read(&[(SHARE, "2")]).1);
    }
}
