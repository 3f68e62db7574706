//! Related questions, one by one and in sequences.

use std::collections::BTreeMap;

use domain::reading::{EventOption, Family};
use domain::{JobId, Reading, RunId};
use proptest::prelude::*;

use super::*;

fn family(month: u32) -> Family {
    let deadline = format!("2026-{month:02}-28T23:59:59Z").parse().unwrap();
    Family { key: "k".into(), deadline: Some(deadline), limit: None }
}

fn p(value: f64) -> Probability {
    Probability::clamp(value).unwrap()
}

fn run_id(name: &str) -> RunId {
    RunId(JobId::named(&[name]).0)
}

fn by(month: u32, probability: f64) -> FamilyForecast {
    let run = run_id(&month.to_string());
    FamilyForecast { run, question: format!("By {month}?"), family: family(month), probability: p(probability) }
}

fn option(name: &str, probability: f64) -> OptionRow {
    OptionRow {
        run: run_id(name),
        question: format!("Will {name} win?"),
        option: name.into(),
        probability: p(probability),
    }
}

fn made(probability: f64, reading: Reading) -> Forecast {
    let mut made = domain::testing::forecast();
    let around = |by: f64| p((probability + by).clamp(0.0, 1.0));
    (made.probability, made.lower, made.upper) = (p(probability), around(-0.05), around(0.05));
    made.run.reading = Some(reading);
    made
}

fn june(probability: f64) -> Forecast {
    made(probability, Reading { family: Some(family(6)), ..Reading::default() })
}

fn of_option(name: &str, probability: f64, options: Option<u32>) -> Forecast {
    let event_option = Some(EventOption { key: "e".into(), option: name.into(), options });
    made(probability, Reading { event_option, ..Reading::default() })
}

fn repaired(forecast: Forecast, family: &[FamilyForecast]) -> Forecast {
    Relations::new(&forecast.run.clone(), family, &[]).repaired(forecast)
}

fn beside(forecast: Forecast, options: &[OptionRow]) -> Forecast {
    Relations::new(&forecast.run.clone(), &[], options).repaired(forecast)
}

#[test]
fn a_contradiction_is_repaired_by_the_smallest_change() {
    let made = repaired(june(0.6), &[by(4, 0.2), by(9, 0.45), by(12, 0.5)]);
    assert_eq!((made.probability, made.lower, made.upper), (p(0.45), p(0.45), p(0.65)), "at most that of September");
    let coherence = made.account.coherence.unwrap();
    let named: Vec<&str> = coherence.related.iter().map(|one| one.question.as_str()).collect();
    assert_eq!((coherence.before, named), (p(0.6), vec!["By 9?", "By 12?"]));
    let raised = repaired(june(0.1), &[by(4, 0.2)]);
    assert_eq!((raised.probability, raised.upper), (p(0.2), p(0.2)), "at least that of April");
}

#[test]
fn a_coherent_forecast_and_one_without_a_family_do_not_change() {
    for others in [vec![], vec![by(4, 0.2), by(12, 0.7)], vec![by(6, 0.1)], vec![by(12, 0.597)]] {
        assert_eq!(repaired(june(0.6), &others), june(0.6), "{others:?}");
    }
    let mut alone = june(0.6);
    alone.run.reading = None;
    assert_eq!(repaired(alone.clone(), &[by(12, 0.1)]), alone);
}

#[test]
fn options_of_one_event_sum_to_at_most_one_and_the_sum_is_shown() {
    let others = [option("bo lund", 0.5), option("cy", 0.3)];
    let fits = beside(of_option("ada", 0.15, None), &others);
    assert_eq!((fits.probability, fits.account.coherence), (p(0.15), None), "others may come true");
    let sum = fits.account.options.unwrap();
    assert!((sum.sum - 0.95).abs() < 1e-9 && !sum.is_complete && sum.others.len() == 2);
    let held = beside(of_option("ada", 0.4, None), &others);
    assert!((held.probability.get() - 0.2).abs() < 1e-9 && held.lower <= held.probability);
    let (coherence, sum) = (held.account.coherence.unwrap(), held.account.options.unwrap());
    assert!(coherence.related.iter().all(|one| one.implication == Implication::Excludes));
    assert!((sum.before - 1.2).abs() < 1e-9 && (sum.sum - 1.0).abs() < 1e-9);
}

#[test]
fn all_options_of_a_complete_list_sum_to_one() {
    let others = [option("bo", 0.5), option("cy", 0.3)];
    let raised = beside(of_option("ada", 0.1, Some(3)), &others);
    assert!((raised.probability.get() - 0.2).abs() < 1e-9 && raised.account.options.unwrap().is_complete);
    let partial = beside(of_option("ada", 0.1, Some(4)), &others);
    assert_eq!(partial.probability, p(0.1), "one option has no forecast yet");
}

#[test]
fn a_probability_that_contradicts_nothing_stays_although_unlikely_options_leave_more_room() {
    let others: Vec<OptionRow> =
        ["bo", "cy", "di", "eo", "fa", "gu", "ha", "io"].map(|name| option(name, 0.01)).to_vec();
    let ada = of_option("ada", 0.92, Some(9));
    let relations = Relations::new(&ada.run, &[], &others);
    assert_eq!(relations.held(ada.probability), None, "all sum to one");
    assert_eq!(relations.repaired(ada).probability, p(0.92));
}

#[test]
fn an_option_that_may_be_the_same_does_not_count() {
    let made = beside(of_option("ada berg", 0.8, None), &[option("berg", 0.7)]);
    assert_eq!((made.probability, made.account.options), (p(0.8), None));
}

#[test]
fn a_part_of_a_percent_is_no_contradiction() {
    let held = beside(of_option("ada", 0.504, None), &[option("bo", 0.5)]);
    assert_eq!((held.probability, held.account.coherence), (p(0.504), None));
}

/// A forecast of an option or of a deadline, in the order of the sequence.
fn steps(names: usize) -> impl Strategy<Value = Vec<(usize, f64)>> {
    prop::collection::vec((0..names, 0.0..1.0f64), 1..24)
}

proptest! {
    /// Forecasts of options in any order, some of them again: after every repair the newest ones do not contradict
    /// each other.
    #[test]
    fn no_sequence_of_options_leaves_a_contradiction(steps in steps(6), is_listed in any::<bool>()) {
        let mut newest: BTreeMap<usize, f64> = BTreeMap::new();
        for (name, stated) in steps {
            let others: Vec<OptionRow> = newest
                .iter()
                .filter(|(other, _)| **other != name)
                .map(|(other, value)| option(&format!("o{other}"), *value))
                .collect();
            let made = beside(of_option(&format!("o{name}"), stated, is_listed.then_some(6)), &others);
            newest.insert(name, made.probability.get());
            let all: Vec<f64> = newest.values().copied().collect();
            let is_complete = is_listed && all.len() == 6;
            prop_assert!(!coherence::is_contradictory(&all, is_complete, TOLERANCE + 1e-9), "{all:?}");
            prop_assert!(made.lower <= made.probability && made.probability <= made.upper);
            // A second repair changes nothing.
            let again = beside(of_option(&format!("o{name}"), made.probability.get(), is_listed.then_some(6)), &others);
            prop_assert_eq!(again.probability, made.probability);
        }
    }

    /// The same of deadlines: what happens by an earlier month is never more probable.
    #[test]
    fn no_sequence_of_deadlines_leaves_a_contradiction(steps in steps(12)) {
        let mut newest: BTreeMap<u32, f64> = BTreeMap::new();
        for (month, stated) in steps {
            let month = u32::try_from(month).unwrap() + 1;
            let others: Vec<FamilyForecast> =
                newest.iter().filter(|(other, _)| **other != month).map(|(other, value)| by(*other, *value)).collect();
            let own = made(stated, Reading { family: Some(family(month)), ..Reading::default() });
            newest.insert(month, repaired(own, &others).probability.get());
            let values: Vec<f64> = newest.values().copied().collect();
            prop_assert!(values.windows(2).all(|pair| pair[0] <= pair[1] + TOLERANCE + 1e-9), "{values:?}");
        }
    }
}
