//! Rules by which a forecast waits for a person before it is published. Pure.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Rules of a question or of a tenant. Each rule that is set opens a review by itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReviewRules {
    /// Opens a review if the confidence is lower, 0 to 1.
    pub below_confidence: Option<f64>,
    /// Opens a review if a budget of the run has less than 5 % left, so that less was researched than was wanted.
    pub over_budget: bool,
    /// Opens a review if sources contradict a finding that the forecast rests on.
    pub contradiction: bool,
    /// Opens a review if the own view and the market's price lie at least this far apart, 0 to 1.
    pub price_gap: Option<f64>,
}

/// What the rules are applied to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReviewFacts {
    /// Confidence of the forecast, 0 to 1.
    pub confidence: f64,
    /// Least share that a budget of the run has left, 0 to 1; 1 if no budget is known.
    pub budget_left: f64,
    /// Number of contradicted findings that the forecast rests on.
    pub contradicted: usize,
    /// Own view and market price, if there are both.
    pub view_and_price: Option<(f64, f64)>,
}

/// Share of a budget below which it counts as used up.
const USED_UP: f64 = 0.05;

impl ReviewRules {
    /// Returns `true` if no rule is set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns rules that open a review whenever one of the two does.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        let either = |one: Option<f64>, two: Option<f64>, pick: fn(f64, f64) -> f64| match (one, two) {
            (Some(one), Some(two)) => Some(pick(one, two)),
            (one, two) => one.or(two),
        };
        Self {
            below_confidence: either(self.below_confidence, other.below_confidence, f64::max),
            over_budget: self.over_budget || other.over_budget,
            contradiction: self.contradiction || other.contradiction,
            price_gap: either(self.price_gap, other.price_gap, f64::min),
        }
    }

    /// Returns why a person shall review the forecast, one sentence per rule that applies.
    pub fn reasons(&self, facts: &ReviewFacts) -> Vec<String> {
        let confidence = self
            .below_confidence
            .filter(|least| facts.confidence < *least)
            .map(|least| format!("review: the confidence of {:.2} is below the limit of {least:.2}", facts.confidence));
        let budget = (self.over_budget && facts.budget_left < USED_UP)
            .then(|| format!("review: a budget of the run has {:.0} % left", facts.budget_left.max(0.0) * 100.0));
        let contradiction = (self.contradiction && facts.contradicted > 0)
            .then(|| format!("review: sources contradict {} of the findings used", facts.contradicted));
        let gap = self.price_gap.zip(facts.view_and_price).and_then(|(least, (view, price))| {
            let gap = (view - price).abs();
            (gap >= least).then(|| {
                format!("review: the own view of {view:.2} and the price of {price:.2} differ by {gap:.2}, the limit is {least:.2}")
            })
        });
        [confidence, budget, contradiction, gap].into_iter().flatten().collect()
    }
}

/// Writes the rules as [`ReviewRules::from_str`] reads them.
impl fmt::Display for ReviewRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = [
            self.below_confidence.map(|least| format!("below_confidence={least}")),
            self.over_budget.then(|| "over_budget".to_owned()),
            self.contradiction.then(|| "contradiction".to_owned()),
            self.price_gap.map(|least| format!("price_gap={least}")),
        ];
        f.write_str(&rules.into_iter().flatten().collect::<Vec<_>>().join(","))
    }
}

/// Reads rules such as `below_confidence=0.4,over_budget,contradiction,price_gap=0.2`.
impl FromStr for ReviewRules {
    type Err = InvalidRule;

    fn from_str(text: &str) -> Result<Self, InvalidRule> {
        let mut rules = Self::default();
        for rule in text.split(',').map(str::trim).filter(|rule| !rule.is_empty()) {
            let (name, value) = rule.split_once('=').map_or((rule, None), |(name, value)| (name.trim(), Some(value)));
            let invalid = || InvalidRule(rule.to_owned());
            let share = || {
                let share = value.and_then(|value| value.trim().parse::<f64>().ok());
                share.filter(|share| (0.0..=1.0).contains(share)).ok_or_else(invalid)
            };
            match (name.replace('-', "_").as_str(), value) {
                ("below_confidence", _) => rules.below_confidence = Some(share()?),
                ("price_gap", _) => rules.price_gap = Some(share()?),
                ("over_budget", None) => rules.over_budget = true,
                ("contradiction", None) => rules.contradiction = true,
                _ => return Err(invalid()),
            }
        }
        Ok(rules)
    }
}

/// A rule that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no rule; use below_confidence=0.4, over_budget, contradiction or price_gap=0.2, separated by commas")]
pub struct InvalidRule(String);

#[cfg(test)]
mod tests {
    use super::*;

    const CALM: ReviewFacts =
        ReviewFacts { confidence: 0.6, budget_left: 0.5, contradicted: 0, view_and_price: Some((0.3, 0.35)) };

    fn rules(text: &str) -> ReviewRules {
        text.parse().unwrap()
    }

    #[test]
    fn each_rule_opens_a_review_by_itself_and_says_why() {
        let all = rules("below_confidence=0.5, over_budget, contradiction, price_gap=0.2");
        assert!(all.reasons(&CALM).is_empty());
        assert!(ReviewRules::default().reasons(&ReviewFacts { confidence: 0.0, budget_left: 0.0, ..CALM }).is_empty());
        for (facts, word) in [
            (ReviewFacts { confidence: 0.49, ..CALM }, "0.49"),
            (ReviewFacts { budget_left: 0.01, ..CALM }, "1 % left"),
            (ReviewFacts { contradicted: 2, ..CALM }, "contradict 2"),
            (ReviewFacts { view_and_price: Some((0.3, 0.5)), ..CALM }, "differ by 0.20"),
        ] {
            let reasons = all.reasons(&facts);
            assert!(reasons.len() == 1 && reasons[0].contains(word), "{reasons:?}");
        }
        let unpriced = ReviewFacts { view_and_price: None, ..CALM };
        assert!(rules("price_gap=0").reasons(&unpriced).is_empty(), "without a price there is no gap");
    }

    #[test]
    fn the_stricter_rule_of_two_holds() {
        let both =
            rules("below_confidence=0.3,price_gap=0.2").or(rules("below_confidence=0.5,price_gap=0.4,contradiction"));
        assert_eq!(both, rules("below_confidence=0.5,price_gap=0.2,contradiction"));
        assert_eq!(ReviewRules::default().or(both), both);
    }

    #[test]
    fn rules_are_read_as_they_are_written_and_others_are_refused() {
        for text in ["", "below_confidence=0.4", "over_budget,contradiction", "below_confidence=0.4,price_gap=0.15"] {
            assert_eq!(rules(text).to_string(), text);
        }
        assert_eq!(rules("below-confidence=0.4"), rules("below_confidence=0.4"));
        for text in ["always", "below_confidence", "below_confidence=2", "price_gap=x", "contradiction=yes"] {
            assert!(text.parse::<ReviewRules>().unwrap_err().to_string().contains("is no rule"), "{text}");
        }
    }
}
