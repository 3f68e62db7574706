//! What the form of a question says alone, before a single case is known. Few rules, each with its reason; none is fitted.
//!
//! | form | rule | from |
//! |---|---|---|
//! | happens, mark | odds of [`USUAL`], times √(days / 90) | questions are asked about what might happen within a quarter; a constant hazard would give odds in proportion to the time, but askers put the deadline where it is in doubt, which takes half of that in log-odds |
//! | stays | the complement | it stays unless something happens |
//! | multiple of N | 0.2 / N | Markov's inequality allows 1/N; counts rarely come near it |
//! | above average | 1 − e^−v, at most [`SKEWED`]; 1/14 if there was none | Poisson with the mean v a month; Laplace's rule after twelve months without one; counts are skewed, so their mean lies above their median |
//! | jump | 0.15 | most series do not move by a stated share in the time given |
//! | no worse | 0.65 | one half, and most of the chance that nothing moves |
//! | moves | 0.5 | a series may go either way |
//! | band | 0.2 | one of several ranges |
//! | contest, other | [`USUAL`] | |

use crate::base_rates::asked::Asked;
use crate::base_rates::form::Form;
use crate::base_rates::words::line;

/// Questions that people put to forecasters resolve YES in about two of five cases.
pub const USUAL: f64 = 0.4;

/// A skewed count exceeds its mean less often than not.
const SKEWED: f64 = 0.45;

/// The horizon that [`USUAL`] stands for, and where the rule ends on both sides: nobody asks for an hour, and a year is for ever.
const QUARTER: f64 = 90.0;
const SHORTEST: f64 = 7.0;
const LONGEST: f64 = 365.0;

/// A rate and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Prior {
    /// 0.01 to 0.99.
    pub rate: f64,
    /// Why, for a person: half a sentence.
    pub because: String,
}

/// What the question's form says.
pub fn prior(asked: &Asked<'_>) -> Prior {
    let (rate, because) = of(Form::of(asked), asked);
    Prior { rate: rate.clamp(0.01, 0.99), because }
}

fn of(form: Form, asked: &Asked<'_>) -> (f64, String) {
    match form {
        Form::Happens | Form::Mark => (happens(asked), format!("what may happen {} mostly does not", left(asked))),
        Form::Stays => (1.0 - happens(asked), format!("what is so mostly stays so {}", left(asked))),
        Form::Multiple => (0.2 / times(asked), "several times the usual is rare".to_owned()),
        Form::AboveAverage => above(asked.current_value()),
        Form::Jump => (0.15, "a series seldom moves by a stated share in the time given".to_owned()),
        Form::NoWorse => (0.65, "staying where it is counts as YES".to_owned()),
        Form::Moves => (0.5, "a series may go either way".to_owned()),
        Form::Band => (0.2, "a stated range is one of several".to_owned()),
        Form::Contest => (USUAL, "of several who may win one does".to_owned()),
        Form::Other => {
            (USUAL, "questions that people put to forecasters resolve YES in about two of five cases".to_owned())
        }
    }
}

/// See the table above.
fn happens(asked: &Asked<'_>) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "days")]
    let days = asked.days_left().map_or(QUARTER, |days| (days as f64).clamp(SHORTEST, LONGEST));
    let odds = USUAL / (1.0 - USUAL) * (days / QUARTER).sqrt();
    odds / (1.0 + odds)
}

fn left(asked: &Asked<'_>) -> String {
    match asked.days_left() {
        None => "without a stated end".to_owned(),
        Some(1) => "within a day".to_owned(),
        Some(days) => format!("within {days} days"),
    }
}

fn above(average: Option<f64>) -> (f64, String) {
    match average {
        None => (USUAL, "counts lie below their average more often than above it".to_owned()),
        Some(none) if none <= 0.0 => (1.0 / 14.0, "there was none in all the time of the average".to_owned()),
        Some(few) => {
            let rate = (1.0 - (-few).exp()).min(SKEWED);
            (rate, format!("with {few:.2} on average a count lies above it in {:.0} % of cases at most", rate * 100.0))
        }
    }
}

/// The N of `N times as many`; ten, if it cannot be read.
fn times(asked: &Asked<'_>) -> f64 {
    const NUMBERS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let line = line(asked.claim());
    let words: Vec<&str> = line.split_whitespace().collect();
    let before = words.windows(2).find(|two| two[1] == "times").map_or("ten", |two| two[0]);
    let named = NUMBERS.iter().position(|number| *number == before).and_then(|at| u32::try_from(at + 1).ok());
    named.map(f64::from).or_else(|| before.parse().ok()).filter(|times: &f64| *times >= 1.0).unwrap_or(10.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base_rates::asked::tests::{asked, at};

    fn rate(text: &str) -> f64 {
        prior(&asked(text)).rate
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn at_a_quarter_of_a_year_it_is_the_usual_rate_and_less_time_leaves_less() {
        let meet = asked("Will they meet before 2027?");
        let in_days = |days| Asked { closes: Some(meet.asked_at + chrono::Duration::days(days)), ..meet };
        assert!(close(prior(&in_days(90)).rate, USUAL));
        let rates: Vec<f64> = [1, 7, 14, 45, 90, 200, 365, 4_000].map(|days| prior(&in_days(days)).rate).into();
        assert!(rates.is_sorted() && rates[0] > 0.1 && rates[7] < 0.6, "{rates:?}");
        let stays = Asked { text: "Will they still be there?", ..in_days(14) };
        assert!(
            close(prior(&stays).rate, 1.0 - rates[2]),
            "what may happen and what stays are the two sides of one thing"
        );
    }

    #[test]
    fn counts_follow_their_average() {
        let average = |background: &str| {
            let text = "Will there be more riots before 2026-04-01 compared to the 30-day average of riots?";
            prior(&Asked { background, ..asked(text) }).rate
        };
        assert!(close(average("Current value: 0."), 1.0 / 14.0));
        assert!(close(average("Current value: 0.25."), 1.0 - (-0.25_f64).exp()));
        assert!(close(average("Current value: 80"), SKEWED));
        assert!(close(average(""), USUAL));
    }

    #[test]
    fn a_multiple_is_the_rarer_the_larger() {
        assert!(close(rate("Will there be more than ten times as many riots?"), 0.02));
        assert!(close(rate("Will there be two times as many riots?"), 0.1));
        assert!(close(rate("Will there be 3 times as many riots?"), 0.2 / 3.0));
        assert!(close(rate("Will there be zillion times as many riots?"), 0.02));
    }

    proptest! {
        #[test]
        fn no_form_is_ever_certain(text in ".{0,80}", background in "(Current value: )?-?[0-9]{0,4}.{0,8}", days in -9_i64..4_000) {
            let asked = Asked { background: &background, closes: Some(at("2026-03-01") + chrono::Duration::days(days)), ..asked(&text) };
            let prior = prior(&asked);
            prop_assert!((0.01..=0.99).contains(&prior.rate) && !prior.because.is_empty());
        }
    }
}
