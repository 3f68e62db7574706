//! Versions of the prompts that a backtest compares, and the comparison: the scores of both on the same questions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::bail;
use domain::MicroUsd;
use forecasting::calibration::paired;
use operations::score_figures::Gap;
use serde::Serialize;

use super::report::BacktestReport;
use crate::score::figures::format_gap;

/// Name of the built-in prompts on the command line.
const BUILTIN: &str = "builtin";

/// A version of the prompts, as the command line names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PromptVersion {
    /// The built-in prompts.
    Builtin,
    /// The files of a folder, and the built-in prompts for the others.
    Folder(PathBuf),
}

impl FromStr for PromptVersion {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(if text == BUILTIN { Self::Builtin } else { Self::Folder(text.into()) })
    }
}

impl PromptVersion {
    /// Returns the folder.
    pub(super) fn folder(&self) -> Option<&Path> {
        match self {
            Self::Builtin => None,
            Self::Folder(folder) => Some(folder),
        }
    }

    /// Returns the name as the command line gives it.
    pub(super) fn name(&self) -> String {
        self.folder().map_or_else(|| BUILTIN.to_owned(), |folder| folder.display().to_string())
    }
}

/// The versions to test: those of the fleet's environment, one, or two to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Versions<'a> {
    Environment,
    One(&'a PromptVersion),
    Two([&'a PromptVersion; 2]),
}

impl<'a> Versions<'a> {
    /// Parses the values of `--prompts`.
    ///
    /// # Errors
    /// When there are more than two.
    pub(super) fn new(named: &'a [PromptVersion]) -> anyhow::Result<Self> {
        match named {
            [] => Ok(Self::Environment),
            [one] => Ok(Self::One(one)),
            [first, second] => Ok(Self::Two([first, second])),
            more => bail!("--prompts: {} versions were given; at most two can be compared", more.len()),
        }
    }
}

/// Result of one version.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tested {
    /// Folder of the prompts as given on the command line, or `builtin`.
    pub prompts: String,
    /// Versions of the forecaster's prompts that the forecasts name.
    pub versions: Vec<String>,
    /// Total cost of all runs.
    #[serde(rename = "cost_micro_usd")]
    pub cost: MicroUsd,
    /// Brier score by event id, of the questions with an outcome and a forecast.
    #[serde(skip)]
    pub scores: BTreeMap<String, f64>,
}

impl Tested {
    /// Takes the figures of a version from its report.
    pub fn new(version: &PromptVersion, report: &BacktestReport) -> Self {
        Self {
            prompts: version.name(),
            versions: report.prompt_versions(),
            cost: report.cost,
            scores: report.scores.clone(),
        }
    }
}

/// Comparison of two versions on the questions that both answered.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The two versions.
    pub versions: [Tested; 2],
    /// Mean difference of the Brier scores, first minus second, with its 95 % interval; `None` if no question has an
    /// outcome and both forecasts. Below 0 the first version is better.
    pub difference: Option<Gap>,
}

impl Comparison {
    /// Compares two versions; `seed` is the seed of the bootstrap over the questions.
    pub fn new(versions: [Tested; 2], seed: u64) -> Self {
        let [first, second] = &versions;
        let common = first.scores.iter().filter_map(|(id, ours)| Some((*ours, *second.scores.get(id)?)));
        let (ours, theirs): (Vec<f64>, Vec<f64>) = common.unzip();
        let difference = paired(&ours, &theirs, seed).map(|(mean, interval)| Gap {
            against: second.prompts.clone(),
            n: ours.len(),
            mean,
            interval,
        });
        Self { versions, difference }
    }

    /// Formats the comparison for a person.
    pub fn lines(&self) -> Vec<String> {
        let [first, second] = &self.versions;
        let mut lines: Vec<String> = self
            .versions
            .iter()
            .map(|tested| {
                format!("{:<38} costs {} (prompts {})", tested.prompts, tested.cost, tested.versions.join(", "))
            })
            .collect();
        lines.push(match &self.difference {
            Some(gap) => {
                format!("{} (Brier score; below 0: {} is better)", format_gap(&first.prompts, gap), first.prompts)
            }
            None => {
                format!("No question has an outcome and a forecast by both {} and {}.", first.prompts, second.prompts)
            }
        });
        lines
    }
}

/// Inserts the letter of a version before the ending of a file's name: `set.ndjson` becomes `set.a.ndjson`.
pub(super) fn lettered(file: &Path, letter: &str) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let ending = file.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    file.with_file_name(format!("{stem}.{letter}{ending}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tested(prompts: &str, scores: &[(&str, f64)]) -> Tested {
        let scores = scores.iter().map(|(id, score)| ((*id).to_owned(), *score)).collect();
        Tested { prompts: prompts.into(), versions: vec!["v".into()], cost: MicroUsd(7), scores }
    }

    /// The means of three draws with replacement lie between the smallest and the largest difference, and each of these
    /// two has the probability 1/27, which is more than 2.5 %: the interval ends there.
    #[test]
    fn the_difference_is_paired_by_question() {
        let first = tested("a", &[("q1", 0.04), ("q2", 0.25), ("q3", 0.36), ("only a", 0.0)]);
        let second = tested("b", &[("q1", 0.09), ("q2", 0.16), ("q3", 0.64), ("only b", 1.0)]);
        let comparison = Comparison::new([first, second], 1);
        let gap = comparison.difference.as_ref().unwrap();
        // (-0.05 + 0.09 - 0.28) / 3
        assert!(gap.n == 3 && (gap.mean + 0.08).abs() < 1e-12, "{gap:?}");
        assert!((gap.interval.low + 0.28).abs() < 1e-12 && (gap.interval.high - 0.09).abs() < 1e-12, "{gap:?}");
        let told = comparison.lines();
        assert!(
            told[0].contains("$0.000007") && told[2].contains("n=3") && told[2].contains("too few to say"),
            "{told:?}"
        );
        let json = serde_json::to_value(&comparison).unwrap();
        assert_eq!((&json["versions"][1]["prompts"], &json["versions"][0]["cost_micro_usd"]), (&"b".into(), &7.into()));
        assert!(json["difference"]["interval"]["high"].is_number() && json["versions"][0]["scores"].is_null());
    }

    #[test]
    fn equal_differences_have_an_interval_of_no_width_for_every_seed() {
        let first = tested("a", &[("q1", 0.3), ("q2", 0.5)]);
        let second = tested("b", &[("q1", 0.2), ("q2", 0.4)]);
        for seed in [1, 2, 77] {
            let gap = Comparison::new([first.clone(), second.clone()], seed).difference.unwrap();
            assert!((gap.interval.low - 0.1).abs() < 1e-12 && (gap.interval.high - 0.1).abs() < 1e-12, "{gap:?}");
        }
        assert_eq!(Comparison::new([first, tested("b", &[("q9", 0.2)])], 1).difference, None);
    }

    #[test]
    fn versions_are_folders_or_built_in_and_at_most_two() {
        let named: Vec<PromptVersion> =
            ["builtin", "./builtin", "x"].iter().map(|text| text.parse().unwrap()).collect();
        assert_eq!(named[0], PromptVersion::Builtin);
        assert_eq!(named[1], PromptVersion::Folder("./builtin".into()));
        assert_eq!(Versions::new(&named[..0]).unwrap(), Versions::Environment);
        assert_eq!(Versions::new(&named[..1]).unwrap(), Versions::One(&named[0]));
        assert!(Versions::new(&named).unwrap_err().to_string().contains("at most two"));
    }

    #[test]
    fn files_of_versions_do_not_overwrite_each_other() {
        assert_eq!(lettered(Path::new("x/set.ndjson"), "a"), Path::new("x/set.a.ndjson"));
        assert_eq!(lettered(Path::new(".auspex/backtest"), "b"), Path::new(".auspex/backtest.b"));
    }
}
