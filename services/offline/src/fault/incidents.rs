//! What happens now and then at a provider, as faults at a low rate: overloads, pauses, refusals, broken streams,
//! replies that are cut.

use super::plan::{Fault, Mode, Params};
use crate::provider::Profile;

/// Seconds that an overloaded provider asks to wait.
const RETRY_AFTER: u64 = 1;

/// Returns the incidents of a profile. The generic profile has none.
pub(crate) fn incidents(profile: Profile) -> Vec<Fault> {
    use Mode::{Cut, Overloaded, PauseTurn, Refusal, StreamError};
    let listed: &[(Mode, f64)] = match profile {
        Profile::Generic => &[],
        Profile::Claude => &[(Overloaded, 0.02), (PauseTurn, 0.01), (StreamError, 0.01), (Cut, 0.01), (Refusal, 0.002)],
        Profile::Minimax => &[(Overloaded, 0.02), (StreamError, 0.01), (Cut, 0.01)],
        Profile::Gpt | Profile::Deepseek => &[(Overloaded, 0.02), (StreamError, 0.01), (Cut, 0.01), (Refusal, 0.002)],
    };
    let route = if matches!(profile, Profile::Gpt | Profile::Deepseek) { "openai" } else { "anthropic" };
    let params = Params { retry_after: Some(RETRY_AFTER), ..Params::default() };
    let fault = |(seed, (mode, probability)): (u64, &(Mode, f64))| Fault {
        probability: *probability,
        seed,
        params: params.clone(),
        ..Fault::always(route, *mode)
    };
    (1..).zip(listed).map(fault).collect()
}

#[cfg(test)]
mod tests {
    use super::super::plan::Faults;
    use super::*;

    #[test]
    fn incidents_are_rare_and_repeat_exactly() {
        let drawn = || {
            let faults = Faults::new(incidents(Profile::Claude));
            (0..1_000).map(|_| faults.plan("anthropic").mode()).collect::<Vec<_>>()
        };
        let struck = drawn().into_iter().flatten().count();
        assert!((20..100).contains(&struck), "{struck} of 1000");
        assert_eq!(drawn(), drawn());
        assert!(incidents(Profile::Generic).is_empty());
    }
}
