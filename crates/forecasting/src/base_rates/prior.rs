//! Stated priors: the rate of a question's form before any case is known. Each rule has a reason; none is fitted.
//!
//! | form | rule | reason |
//! |---|---|---|
//! | happens, mark | odds of [`USUAL_RATE`], times √(days / 90) | questions usually cover a quarter; a constant hazard would give odds in proportion to the time, but deadlines are chosen where the outcome is in doubt, which halves the effect in log-odds |
//! | stays | the complement | the state continues unless something happens |
//! | multiple of N | 0.2 / N | Markov's inequality allows 1/N; counts rarely come near it |
//! | above average | 1 − e^−v, at most [`MAX_ABOVE_MEAN`]; 1/14 if the average is 0 | Poisson with the mean v a month; Laplace's rule after twelve months without one; counts are skewed, so their mean exceeds their median |
//! | jump | 0.15 | most series do not change by a stated percentage in the time given |
//! | no worse | 0.65 | one half, and most of the probability of no change |
//! | moves | 0.5 | a series may rise or fall |
//! | band | 0.2 | one of several ranges |
//! | contest, other | [`USUAL_RATE`] | |

use domain::number_word;

use crate::base_rates::asked::AskedQuestion;
use crate::base_rates::form::Form;
use crate::base_rates::phrases::normalize;
use crate::to_f64;

/// Rate of YES among questions that people ask forecasters: about two in five.
pub const USUAL_RATE: f64 = 0.4;

/// Maximum rate at which a skewed count exceeds its mean.
const MAX_ABOVE_MEAN: f64 = 0.45;

/// Horizon of [`USUAL_RATE`] and limits of the rule, in days.
const QUARTER_DAYS: f64 = 90.0;
const MIN_DAYS: f64 = 7.0;
const MAX_DAYS: f64 = 365.0;

/// A rate with its reason.
#[derive(Debug, Clone, PartialEq)]
pub struct StatedPrior {
    /// Estimated share of YES, 0.01 to 0.99.
    pub rate: f64,
    /// Reason for display: half a sentence.
    pub because: String,
}

/// Returns the prior of the question's form.
pub fn stated_prior(asked: &AskedQuestion<'_>) -> StatedPrior {
    let (rate, because) = rate_of_form(Form::classify(asked), asked);
    StatedPrior { rate: rate.clamp(0.01, 0.99), because }
}

fn rate_of_form(form: Form, asked: &AskedQuestion<'_>) -> (f64, String) {
    match form {
        Form::Happens | Form::Mark => {
            (happens(asked), format!("most events that may happen {} do not", horizon(asked)))
        }
        Form::Stays => (1.0 - happens(asked), format!("most states continue {}", horizon(asked))),
        Form::Multiple => (0.2 / times(asked), "several times the usual is rare".to_owned()),
        Form::AboveAverage => above(asked.current_value()),
        Form::Jump => (0.15, "a series seldom changes by a stated percentage in the time given".to_owned()),
        Form::NoWorse => (0.65, "no change resolves YES".to_owned()),
        Form::Moves => (0.5, "a series may rise or fall".to_owned()),
        Form::Band => (0.2, "a stated range is one of several".to_owned()),
        Form::Contest => (USUAL_RATE, "only one of several candidates wins".to_owned()),
        Form::Other => {
            (USUAL_RATE, "questions that people ask forecasters resolve YES in about two of five cases".to_owned())
        }
    }
}

/// Rate of events with a deadline; see the table above.
fn happens(asked: &AskedQuestion<'_>) -> f64 {
    let days = asked.days_left().map_or(QUARTER_DAYS, |days| to_f64(days).clamp(MIN_DAYS, MAX_DAYS));
    let odds = USUAL_RATE / (1.0 - USUAL_RATE) * (days / QUARTER_DAYS).sqrt();
    odds / (1.0 + odds)
}

fn horizon(asked: &AskedQuestion<'_>) -> String {
    match asked.days_left() {
        None => "without a stated end".to_owned(),
        Some(1) => "within a day".to_owned(),
        Some(days) => format!("within {days} days"),
    }
}

fn above(average: Option<f64>) -> (f64, String) {
    match average {
        None => (USUAL_RATE, "counts are below their average more often than above it".to_owned()),
        Some(none) if none <= 0.0 => (1.0 / 14.0, "the average count is 0".to_owned()),
        Some(few) => {
            let rate = (1.0 - (-few).exp()).min(MAX_ABOVE_MEAN);
            (rate, format!("a count with the average {few:.2} exceeds it in at most {:.0} % of cases", rate * 100.0))
        }
    }
}

/// Parses the N of `N times as many`; 10 if it cannot be parsed.
fn times(asked: &AskedQuestion<'_>) -> f64 {
    let line = normalize(asked.claim());
    let words: Vec<&str> = line.split_whitespace().collect();
    let before = words.windows(2).find(|two| two[1] == "times").map_or("ten", |two| two[0]);
    number_word::parse(before)
        .map(f64::from)
        .or_else(|| before.parse().ok())
        .filter(|times: &f64| *times >= 1.0)
        .unwrap_or(10.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base_rates::asked::tests::{asked, at};

    fn rate(text: &str) -> f64 {
        stated_prior(&asked(text)).rate
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn the_rate_is_the_usual_one_for_a_quarter_and_lower_for_less_time() {
        let meet = asked("Will they meet before 2027?");
        let in_days = |days| AskedQuestion { closes: Some(meet.asked_at + chrono::Duration::days(days)), ..meet };
        assert!(close(stated_prior(&in_days(90)).rate, USUAL_RATE));
        let rates: Vec<f64> = [1, 7, 14, 45, 90, 200, 365, 4_000].map(|days| stated_prior(&in_days(days)).rate).into();
        assert!(rates.is_sorted() && rates[0] > 0.1 && rates[7] < 0.6, "{rates:?}");
        let stays = AskedQuestion { text: "Will they still be there?", ..in_days(14) };
        assert!(close(stated_prior(&stays).rate, 1.0 - rates[2]), "an event and its absence are complements");
    }

    #[test]
    fn counts_are_rated_by_their_average() {
        let average = |background: &str| {
            let text = "Will there be more riots before 2026-04-01 compared to the 30-day average of riots?";
            stated_prior(&AskedQuestion { background, ..asked(text) }).rate
        };
        assert!(close(average("Current value: 0."), 1.0 / 14.0));
        assert!(close(average("Current value: 0.25."), 1.0 - (-0.25_f64).exp()));
        assert!(close(average("Current value: 80"), MAX_ABOVE_MEAN));
        assert!(close(average(""), USUAL_RATE));
    }

    #[test]
    fn larger_multiples_are_rarer() {
        assert!(close(rate("Will there be more than ten times as many riots?"), 0.02));
        assert!(close(rate("Will there be two times as many riots?"), 0.1));
        assert!(close(rate("Will there be 3 times as many riots?"), 0.2 / 3.0));
        assert!(close(rate("Will there be zillion times as many riots?"), 0.02));
    }

    proptest! {
        #[test]
        fn no_prior_is_certain(text in ".{0,80}", background in "(Current value: )?-?[0-9]{0,4}.{0,8}", days in -9_i64..4_000) {
            let asked = AskedQuestion { background: &background, closes: Some(at("2026-03-01") + chrono::Duration::days(days)), ..asked(&text) };
            let prior = stated_prior(&asked);
            prop_assert!((0.01..=0.99).contains(&prior.rate) && !prior.because.is_empty());
        }
    }
}
