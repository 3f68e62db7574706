//! Probability that the nearest passages by vector answer, from the probability by words and the cosine. The cosines of
//! each model lie in a range of their own, so each model has its own calibration: the default model's is built in, that
//! of another one is fitted to labelled questions (`lab eval confidence --vectors FILE --fit`) and set.

use std::fmt;
use std::str::FromStr;

use crate::ranking::fusion::Nearness;

/// A logistic regression: the probability is `1 / (1 + exp(−(bias + Σ weight · sign)))`.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Logistic {
    bias: f64,
    /// Weight of the log-odds by words.
    words: f64,
    cosine: f64,
    margin: f64,
    /// Minimum of the log-odds by words: a passage in another language shares no word and may answer.
    floor: f64,
}

/// Probabilities from words and cosines, which rise with each of them. The cosines of a model lie in a range of their
/// own, so that each model has its own calibration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibration(Option<Fitted>);

/// The higher of two probabilities counts, because a passage may answer without a word of the query.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Fitted {
    /// By words that the cosine confirms or contradicts.
    confirmed: Logistic,
    /// By the vector, which distinguishes the passage from others.
    distinguished: Logistic,
}

/// Of multilingual-e5-small (docs/adr/0038). `confirmed`: fitted to 259 questions of HotpotQA of which 1,500 passages
/// answer 137. `distinguished`: to 6,561 pairs of those and of 120 questions in six languages with their candidates,
/// each with and without the notes that answer.
const E5: Fitted = Fitted {
    confirmed: Logistic { bias: -40.15, words: 0.99, cosine: 45.9, margin: 0.0, floor: -4.0 },
    distinguished: Logistic { bias: -14.57, words: 0.32, cosine: 13.76, margin: 35.2, floor: -5.0 },
};

/// Probability of the nearest passages by a model whose cosines are unknown: they are shown, and answer nothing by
/// themselves.
const UNKNOWN: f64 = 0.1;
/// Number of these passages.
const UNKNOWN_SHOWN: usize = 5;

impl Calibration {
    /// Returns the calibration of a model by its name.
    pub fn of_model(name: &str) -> Self {
        Self(name.to_lowercase().contains("e5-small").then_some(E5))
    }

    /// Returns true if the scores of the model are probabilities. Without a calibration its hits are ordered by rank
    /// only, and answer nothing by themselves.
    pub fn is_fitted(self) -> bool {
        self.0.is_some()
    }

    /// Fits a calibration to labelled nearest passages by Newton's method, with a small penalty on large weights.
    /// `None` if all labels are equal or the samples do not determine it.
    pub fn fit(samples: &[(Sample, bool)]) -> Option<Self> {
        let has = |label: bool| samples.iter().any(|(_, is)| *is == label);
        if !has(true) || !has(false) {
            return None;
        }
        let mut used = [true; 4];
        loop {
            let weights = fitted_weights(samples, used)?;
            // A probability must not fall with a feature: without it the others are fitted again.
            match (1..4).find(|n| weights[*n] < 0.0) {
                Some(n) => used[n] = false,
                None => return Some(Self::of_weights(weights)),
            }
        }
    }

    fn of_weights([bias, words, cosine, margin]: [f64; 4]) -> Self {
        let fitted = Logistic { bias, words, cosine, margin, floor: FLOOR };
        Self(Some(Fitted { confirmed: fitted, distinguished: fitted }))
    }

    /// Probability of an answer, from the probability by words and the nearness: of one passage, or of the best
    /// passages together and the nearest one.
    pub(crate) fn probability(self, words: f64, near: Option<&Nearness>) -> f64 {
        let Some(near) = near else { return words };
        match self.0 {
            Some(fitted) => {
                fitted.confirmed.probability(words, near).max(fitted.distinguished.probability(words, near))
            }
            None if near.rank < UNKNOWN_SHOWN => words.max(UNKNOWN),
            None => words,
        }
    }
}

impl FromStr for Calibration {
    type Err = String;

    /// Parses `bias words cosine margin`, as `lab eval confidence --fit` prints them.
    fn from_str(text: &str) -> Result<Self, String> {
        let weights: Vec<f64> = text.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        match weights[..] {
            [bias, words, cosine, margin]
                if text.split_whitespace().count() == 4
                    && bias.is_finite()
                    && [words, cosine, margin].iter().all(|weight| weight.is_finite() && *weight >= 0.0) =>
            {
                Ok(Self::of_weights([bias, words, cosine, margin]))
            }
            _ => Err("must be four numbers of which only the first may be negative, as `lab eval confidence --fit` prints them".to_owned()),
        }
    }
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(Fitted { distinguished: Logistic { bias, words, cosine, margin, .. }, .. }) = &self.0 else {
            return f.write_str("none");
        };
        write!(f, "{bias:.4} {words:.4} {cosine:.4} {margin:.4}")
    }
}

/// What a calibration is fitted to: the best result of one query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// Probability by words.
    pub words: f64,
    /// The nearest neighbour.
    pub nearest: Nearness,
}

/// Minimum of the log-odds by words of a fitted calibration.
const FLOOR: f64 = -5.0;
/// Maximum number of steps of Newton's method.
const MAX_STEPS: usize = 50;
/// Penalty on the square of each weight but the bias.
const PENALTY: f64 = 0.01;

impl Sample {
    fn features(&self, used: [bool; 4]) -> [f64; 4] {
        let mut features = [1.0, log_odds(self.words).max(FLOOR), self.nearest.cosine, self.nearest.margin];
        features.iter_mut().zip(used).filter(|(_, is)| !is).for_each(|(feature, _)| *feature = 0.0);
        features
    }

    /// Returns the probability by a calibration.
    pub fn probability(&self, calibration: Calibration) -> f64 {
        calibration.probability(self.words, Some(&self.nearest))
    }
}

fn log_odds(probability: f64) -> f64 {
    (probability.max(f64::EPSILON) / (1.0 - probability).max(f64::EPSILON)).ln()
}

/// Returns the weights of the used features.
fn fitted_weights(samples: &[(Sample, bool)], used: [bool; 4]) -> Option<[f64; 4]> {
    let mut weights = [0.0; 4];
    for _ in 0..MAX_STEPS {
        let step = newton(samples, &weights, used)?;
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    weights.iter().all(|weight| weight.is_finite()).then_some(weights)
}

/// Returns the next step of Newton's method; `None` if the equations have no solution.
#[allow(clippy::needless_range_loop, reason = "rows and columns of a matrix")]
fn newton(samples: &[(Sample, bool)], weights: &[f64; 4], used: [bool; 4]) -> Option<[f64; 4]> {
    let (mut gradient, mut hessian) = ([0.0; 4], [[0.0; 4]; 4]);
    for (sample, is) in samples {
        let features = sample.features(used);
        let sum: f64 = features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum();
        let probability = 1.0 / (1.0 + (-sum).exp());
        let error = f64::from(u8::from(*is)) - probability;
        let curvature = probability * (1.0 - probability);
        for i in 0..4 {
            gradient[i] += error * features[i];
            for j in 0..4 {
                hessian[i][j] += curvature * features[i] * features[j];
            }
        }
    }
    for i in 0..4 {
        let penalty = if i == 0 { 1e-9 } else { PENALTY };
        gradient[i] -= penalty * weights[i];
        hessian[i][i] += penalty;
    }
    solve(hessian, gradient)
}

/// Solves four linear equations by elimination with pivots.
#[allow(clippy::needless_range_loop, reason = "rows and columns of a matrix")]
fn solve(mut matrix: [[f64; 4]; 4], mut right: [f64; 4]) -> Option<[f64; 4]> {
    for column in 0..4 {
        let pivot = (column..4).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in column + 1..4 {
            let factor = matrix[row][column] / matrix[column][column];
            for k in column..4 {
                matrix[row][k] -= factor * matrix[column][k];
            }
            right[row] -= factor * right[column];
        }
    }
    let mut solution = [0.0; 4];
    for row in (0..4).rev() {
        let known: f64 = (row + 1..4).map(|k| matrix[row][k] * solution[k]).sum();
        solution[row] = (right[row] - known) / matrix[row][row];
    }
    Some(solution)
}

impl Logistic {
    fn probability(self, words: f64, near: &Nearness) -> f64 {
        let sum = self.bias
            + self.words * log_odds(words).max(self.floor)
            + self.cosine * near.cosine
            + self.margin * near.margin;
        let probability = 1.0 / (1.0 + (-sum).exp());
        if probability.is_finite() { probability } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(words: f64, cosine: f64) -> Sample {
        Sample { words, nearest: Nearness { cosine, margin: 0.0, closeness: 1.0, rank: 0 } }
    }

    #[test]
    fn a_fit_separates_what_the_cosine_separates_and_survives_its_text() {
        let answers = [0.70, 0.72, 0.75, 0.60, 0.80].map(|cosine| (sample(0.3, cosine), true));
        let others = [0.40, 0.45, 0.50, 0.62, 0.30].map(|cosine| (sample(0.3, cosine), false));
        let fitted = Calibration::fit(&[answers, others].concat()).unwrap();
        assert!(sample(0.3, 0.8).probability(fitted) > 0.8 && sample(0.3, 0.3).probability(fitted) < 0.2, "{fitted}");
        let read: Calibration = fitted.to_string().parse().unwrap();
        let difference = sample(0.3, 0.61).probability(read) - sample(0.3, 0.61).probability(fitted);
        assert!(read.is_fitted() && difference.abs() < 0.01, "{read}");
        assert_eq!(Calibration::fit(&answers), None, "nothing to tell apart");
    }

    #[test]
    fn an_unknown_model_has_no_calibration_and_nonsense_is_refused() {
        assert!(
            !Calibration::of_model("bge-m3").is_fitted() && Calibration::of_model("multilingual-e5-small").is_fitted()
        );
        assert!((sample(0.0, 0.99).probability(Calibration::of_model("bge-m3")) - 0.1).abs() < 1e-9);
        for text in ["", "1 2 3", "1 2 3 x", "1 2 3 inf", "1 2 -3 4", "1 2 3 4 5"] {
            assert!(text.parse::<Calibration>().is_err(), "{text}");
        }
    }
}
