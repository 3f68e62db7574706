//! The options of all estimates, and the pool of the estimates. What is published is computed from the estimates as
//! they are published, so that a reader can compute it again.

use domain::answer::{DateQuantiles, MAX_OPTIONS, OTHER, OptionShare, Quantiles};
use domain::forecast::StatedDistribution;
use domain::{AnswerKind, Distribution, Time};
use forecasting::kinds::quantiles::{self, Bounds};
use forecasting::kinds::rescale::Rescaling;
use forecasting::kinds::shares::{self, Shares};

use super::sample::{self, DistributionSample, StatedAnswer};
use crate::decompose::folded;
use crate::digest::Digest;

/// Least number of steps between the 5 % and the 95 % quantile to which numbers are rounded.
const STEPS: f64 = 200.0;
/// Most digits before or behind the decimal point that rounding concerns.
const MAX_DIGITS: f64 = 15.0;

/// The texts in which an option must be named.
#[derive(Debug, Clone, Copy)]
pub struct OptionTexts<'a> {
    /// Text, background and criteria of the question.
    pub question: &'a str,
    /// Evidence of the run.
    pub digest: &'a Digest,
}

/// Returns the names of all options: the listed ones, and [`OTHER`] if the list is open.
pub fn names(options: &[String], open: bool) -> Vec<String> {
    options.iter().cloned().chain(open.then(|| OTHER.to_owned())).collect()
}

/// Returns the options of a question with those that the estimates add to an open list. An added option is named by the
/// question or by a finding; of too many, the most probable are kept.
pub fn all_options(
    (listed, open): (&[String], bool),
    samples: &[DistributionSample],
    texts: &OptionTexts<'_>,
) -> Vec<String> {
    let mut options = listed.to_vec();
    if !open {
        return options;
    }
    let texts: Vec<String> = std::iter::once(texts.question)
        .chain(texts.digest.findings.iter().map(|item| item.text.as_str()))
        .map(as_words)
        .collect();
    let is_found = |name: &str| texts.iter().any(|text| text.contains(&as_words(name)));
    let mut added: Vec<(String, f64)> = Vec::new();
    for (name, share) in samples.iter().filter_map(DistributionSample::named).flatten() {
        let is_listed = listed.iter().any(|option| folded(option) == folded(name)) || name.eq_ignore_ascii_case(OTHER);
        if is_listed || name.chars().any(char::is_control) || as_words(name).trim().is_empty() || !is_found(name) {
            continue;
        }
        match added.iter_mut().find(|(known, _)| folded(known) == folded(name)) {
            Some((_, sum)) => *sum += share,
            None => added.push((name.clone(), *share)),
        }
    }
    added.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    options.extend(added.into_iter().take(MAX_OPTIONS.saturating_sub(listed.len())).map(|(name, _)| name));
    options
}

/// Words in lower case between single spaces, so that a name is found only as whole words.
fn as_words(text: &str) -> String {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    format!(" {} ", words.join(" "))
}

impl DistributionSample {
    fn named(&self) -> Option<&[(String, f64)]> {
        match &self.answer {
            StatedAnswer::Options(named, _) => Some(named),
            StatedAnswer::Number(_) | StatedAnswer::Date(_) => None,
        }
    }

    /// Returns the estimate as it is published, over the options of all estimates.
    pub fn published(&self, kind: &AnswerKind, options: &[String]) -> Option<StatedDistribution> {
        let distribution = match (&self.answer, kind) {
            (StatedAnswer::Options(named, other), AnswerKind::MultipleChoice { open, .. }) => {
                let shares = shares_of(named, *other, (options, *open));
                Distribution::Options { options: unsorted(&names(options, *open), &shares)? }
            }
            (StatedAnswer::Number(quantiles), AnswerKind::Numeric { unit, .. }) => {
                Distribution::Number { unit: unit.clone(), quantiles: *quantiles }
            }
            (StatedAnswer::Date(quantiles), AnswerKind::Date) => Distribution::Date { quantiles: *quantiles },
            _ => return None,
        };
        Some(StatedDistribution {
            perspective: self.perspective.name().to_owned(),
            model: self.model.clone(),
            confidence: self.confidence,
            distribution,
        })
    }
}

/// Returns the share of each option. The probability of what the estimate names and no list has is part of `other`; an
/// option that it does not name gets an equal part of it.
fn shares_of(named: &[(String, f64)], other: f64, (options, open): (&[String], bool)) -> Vec<f64> {
    let stated = |option: &String| -> Option<f64> {
        let same: Vec<f64> =
            named.iter().filter(|(name, _)| folded(name) == folded(option)).map(|(_, share)| *share).collect();
        (!same.is_empty()).then(|| same.iter().sum())
    };
    let found: Vec<Option<f64>> = options.iter().map(stated).collect();
    let is_option = |name: &str| options.iter().any(|option| folded(option) == folded(name));
    let rest = other + named.iter().filter(|(name, _)| !is_option(name)).map(|(_, share)| share).sum::<f64>();
    let missing = found.iter().filter(|share| share.is_none()).count() + usize::from(open);
    #[expect(clippy::cast_precision_loss, reason = "at most 51 options")]
    let part = if missing == 0 { 0.0 } else { rest / missing as f64 };
    found.into_iter().map(|share| share.unwrap_or(part)).chain(open.then_some(part)).collect()
}

/// Pools published estimates. `None` without a usable one.
pub fn pool(estimates: &[StatedDistribution]) -> Option<Distribution> {
    let weighed = |one: &StatedDistribution| sample::weight(one.confidence);
    match &estimates.first()?.distribution {
        Distribution::Options { options: first } => {
            let shares = |one: &StatedDistribution| match &one.distribution {
                Distribution::Options { options } => Some(Shares {
                    shares: options.iter().map(OptionShare::probability).collect(),
                    weight: weighed(one),
                }),
                Distribution::Number { .. } | Distribution::Date { .. } => None,
            };
            let names: Vec<String> = first.iter().map(|one| one.option.clone()).collect();
            let pooled = shares::pool(&estimates.iter().filter_map(shares).collect::<Vec<_>>())?;
            options(&names, &pooled)
        }
        Distribution::Number { unit, .. } => {
            let number = |one: &StatedDistribution| match &one.distribution {
                Distribution::Number { quantiles, .. } => Some((*quantiles, weighed(one))),
                Distribution::Options { .. } | Distribution::Date { .. } => None,
            };
            let quantiles = quantiles::pool(&estimates.iter().filter_map(number).collect::<Vec<_>>())?;
            Some(Distribution::Number { unit: unit.clone(), quantiles: rounded(quantiles) })
        }
        Distribution::Date { .. } => {
            let date = |one: &StatedDistribution| match &one.distribution {
                Distribution::Date { quantiles } => Some((seconds(quantiles), weighed(one))),
                Distribution::Options { .. } | Distribution::Number { .. } => None,
            };
            let pooled = quantiles::pool(&estimates.iter().filter_map(date).collect::<Vec<_>>())?;
            times(&pooled).map(|quantiles| Distribution::Date { quantiles })
        }
    }
}

/// Rounds numbers to a power of ten of at most a two-hundredth of their range: a mean of estimates has digits that no
/// estimate has.
fn rounded(quantiles: Quantiles) -> Quantiles {
    let values = quantiles.values();
    let digits = ((values[4] - values[0]) / STEPS).log10().floor();
    if !digits.is_finite() || digits.abs() > MAX_DIGITS {
        return quantiles;
    }
    // Division by a power of ten gives the decimal number that is nearest; multiplication by 0.1 does not.
    let step = 10_f64.powf(digits.abs());
    let round = |value: f64| if digits < 0.0 { (value * step).round() / step } else { (value / step).round() * step };
    Quantiles::try_from(values.map(round)).unwrap_or(quantiles)
}

/// Applies a recalibration to a pool. Numbers stay within the limits of their kind.
pub fn rescaled(pooled: Distribution, kind: &AnswerKind, rescaling: &Rescaling) -> Distribution {
    if rescaling.factor.is_none() {
        return pooled;
    }
    let changed = match &pooled {
        Distribution::Options { options: all } => {
            let names: Vec<String> = all.iter().map(|one| one.option.clone()).collect();
            let shares: Vec<f64> = all.iter().map(OptionShare::probability).collect();
            options(&names, &rescaling.shares(&shares))
        }
        Distribution::Number { unit, quantiles: stated } => {
            let bounds = match kind {
                AnswerKind::Numeric { lower, upper, .. } => Bounds { lower: *lower, upper: *upper },
                _ => Bounds::default(),
            };
            let scaled = quantiles::from_stated(rescaling.quantiles(stated).values(), bounds);
            scaled.map(|quantiles| Distribution::Number { unit: unit.clone(), quantiles })
        }
        Distribution::Date { quantiles } => {
            let scaled = times(&rescaling.quantiles(&seconds(quantiles)));
            scaled.map(|quantiles| Distribution::Date { quantiles })
        }
    };
    changed.unwrap_or(pooled)
}

/// Returns the times in seconds since 1970.
pub(crate) fn seconds(quantiles: &DateQuantiles) -> Quantiles {
    #[expect(clippy::cast_precision_loss, reason = "seconds of the years 1 to 9999, far below 2^53")]
    let values = quantiles.values().map(|at| at.timestamp() as f64);
    Quantiles::try_from(values).expect("ordered times are ordered seconds")
}

/// Returns the times of seconds since 1970; `None` outside of the years that a time can have.
fn times(quantiles: &Quantiles) -> Option<DateQuantiles> {
    #[expect(clippy::cast_possible_truncation, reason = "a mean of times is a time")]
    let at = quantiles.values().map(|seconds| Time::from_timestamp(seconds.round() as i64, 0));
    let [a, b, c, d, e] = at;
    DateQuantiles::try_from([a?, b?, c?, d?, e?]).ok()
}

/// Makes the answer of probabilities: most probable first, [`OTHER`] last.
/// `None` without a usable one.
pub fn options(names: &[String], shares: &[f64]) -> Option<Distribution> {
    let mut options = unsorted(names, shares)?;
    options.sort_by_key(|one| (one.option == OTHER, std::cmp::Reverse(one.millionths)));
    Some(Distribution::Options { options })
}

fn unsorted(names: &[String], shares: &[f64]) -> Option<Vec<OptionShare>> {
    let whole = shares::millionths(shares);
    let pairs = names.iter().zip(whole);
    let options: Vec<OptionShare> =
        pairs.map(|(option, millionths)| OptionShare { option: option.clone(), millionths }).collect();
    (options.len() == names.len() && !options.is_empty()).then_some(options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perspective::Perspective;
    use crate::sample::{found, state};

    fn sample(named: &[(&str, f64)], other: f64) -> DistributionSample {
        let named = named.iter().map(|(name, share)| ((*name).to_owned(), *share)).collect();
        DistributionSample {
            perspective: Perspective::Evidence,
            model: "m".into(),
            confidence: 0.5,
            answer: StatedAnswer::Options(named, other),
            reasoning: String::new(),
            crux: String::new(),
            evidence: vec![],
            bearings: vec![],
        }
    }

    fn digest(text: &str) -> Digest {
        let mut evidence = found(1);
        evidence.research.findings[0].text = text.into();
        Digest::from_state(&state(&[("i1q1", Some(evidence))]))
    }

    #[test]
    fn only_options_that_were_found_are_added_to_an_open_list() {
        let digest = digest("Bo Lund leads the race before Cy.");
        let samples =
            [sample(&[("Ada", 0.2), ("bo lund", 0.4), ("Dan", 0.3), ("Lu", 0.1)], 0.0), sample(&[("Cy", 0.9)], 0.1)];
        let listed = ["Ada".to_owned()];
        assert_eq!(
            all_options((&listed, true), &samples, &OptionTexts { question: "Who?", digest: &digest }),
            ["Ada", "Cy", "bo lund"]
        );
        assert_eq!(
            all_options((&listed, false), &samples, &OptionTexts { question: "Who?", digest: &digest }),
            ["Ada"]
        );
        assert_eq!(
            all_options((&[], true), &samples, &OptionTexts { question: "Will Dan win?", digest: &digest }),
            ["Cy", "bo lund", "Dan"]
        );
    }

    #[test]
    fn what_is_not_named_shares_the_rest() {
        let kind = AnswerKind::MultipleChoice { options: vec!["A".into(), "B".into()], open: true };
        let options = ["A".to_owned(), "B".to_owned()];
        let of = |named: &[(&str, f64)], other| {
            let Distribution::Options { options } =
                sample(named, other).published(&kind, &options).unwrap().distribution
            else {
                panic!("options")
            };
            options.iter().map(|one| one.millionths).collect::<Vec<_>>()
        };
        assert_eq!(of(&[("a", 0.6)], 0.4), [600_000, 200_000, 200_000]);
        assert_eq!(of(&[("A", 0.6), ("B", 0.2), ("invented", 0.2)], 0.0), [600_000, 200_000, 200_000]);
    }

    #[test]
    fn the_pool_is_computed_from_published_estimates_and_sums_to_one() {
        let kind = AnswerKind::MultipleChoice { options: vec!["A".into(), "B".into(), "C".into()], open: false };
        let options = ["A".to_owned(), "B".to_owned(), "C".to_owned()];
        let published: Vec<StatedDistribution> =
            [sample(&[("A", 1.0), ("B", 1.0), ("C", 1.0)], 0.0), sample(&[("C", 0.9)], 0.1)]
                .iter()
                .filter_map(|sample| sample.published(&kind, &options))
                .collect();
        let Some(Distribution::Options { options }) = pool(&published) else { panic!("options") };
        assert_eq!(options[0].option, "C");
        assert_eq!(options.iter().map(|one| one.millionths).sum::<u32>(), domain::answer::WHOLE);
        assert_eq!(pool(&[]), None);
    }

    #[test]
    fn a_pooled_number_has_no_more_digits_than_its_range_allows() {
        let values = |values| rounded(Quantiles::try_from(values).unwrap()).values();
        let ships = [269_000.0, 275_829.3, 279_159.1, 282_488.6, 289_634.2];
        assert_eq!(values(ships), [269_000.0, 275_800.0, 279_200.0, 282_500.0, 289_600.0]);
        assert_eq!(values([1.7, 1.812_34, 1.9, 2.0, 2.3]), [1.7, 1.812, 1.9, 2.0, 2.3]);
        assert_eq!(values([5.0; 5]), [5.0; 5], "no range");
    }

    #[test]
    fn times_are_pooled_by_quantile() {
        let at = |days: [i64; 5]| {
            let times = days.map(|day| Time::from_timestamp(day * 86_400, 0).unwrap());
            Distribution::Date { quantiles: times.try_into().unwrap() }
        };
        let stated = |distribution| StatedDistribution {
            perspective: String::new(),
            model: String::new(),
            confidence: 0.5,
            distribution,
        };
        let pooled = pool(&[stated(at([10, 20, 30, 40, 50])), stated(at([20, 30, 40, 60, 90]))]);
        assert_eq!(pooled, Some(at([15, 25, 35, 50, 70])));
    }
}
