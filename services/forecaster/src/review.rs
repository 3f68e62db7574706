//! Reviews that rules of the question or of the tenant open before a forecast is published.

use std::collections::BTreeMap;

use domain::review::{InvalidRule, ReviewFacts, ReviewRules};
use domain::{Forecast, Tenant};

use crate::digest::Digest;

/// Rules of tenants. `*` names the rules of all tenants, to which those of a tenant are added.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TenantRules {
    all: ReviewRules,
    by_tenant: BTreeMap<Tenant, ReviewRules>,
}

impl TenantRules {
    /// Reads rules such as `*: below_confidence=0.3; acme: contradiction, price_gap=0.2`.
    ///
    /// # Errors
    /// A part has no tenant, or a rule is unknown.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut rules = Self::default();
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, of_tenant) =
                part.split_once(':').ok_or_else(|| format!("{part:?} names no tenant; write `acme: contradiction`"))?;
            let of_tenant: ReviewRules = of_tenant.parse().map_err(|error: InvalidRule| error.to_string())?;
            match name.trim() {
                "*" => rules.all = rules.all.or(of_tenant),
                name => {
                    let tenant = Tenant::parse(name).map_err(|error| format!("{name:?} is no tenant: {error}"))?;
                    let known = rules.by_tenant.entry(tenant).or_default();
                    *known = known.or(of_tenant);
                }
            }
        }
        Ok(rules)
    }

    /// Returns the rules of a tenant.
    pub fn of(&self, tenant: &Tenant) -> ReviewRules {
        self.by_tenant.get(tenant).copied().unwrap_or_default().or(self.all)
    }
}

/// Adds the reasons for a review by the rules to a forecast, and to its flags.
#[must_use]
pub fn marked(forecast: Forecast, digest: &Digest) -> Forecast {
    let mut forecast = forecast;
    let reasons = forecast.run.asked.config.review_if.reasons(&facts(&forecast, digest));
    forecast.flags.extend(reasons.iter().cloned());
    forecast.account.review = reasons;
    forecast
}

fn facts(forecast: &Forecast, digest: &Digest) -> ReviewFacts {
    let used = forecast.evidence_used.iter().filter_map(|reference| digest.item(reference));
    let own = forecast.account.views.own.map(domain::Probability::get);
    let price = forecast.run.asked.market_price().map(domain::Probability::get);
    #[expect(clippy::cast_precision_loss, reason = "a share of a budget")]
    let share = |left: u64, limit: u64| if limit == 0 { 1.0 } else { left as f64 / limit as f64 };
    let budgets = forecast.account.budgets.iter().map(|budget| share(budget.left.0, budget.limit.0));
    ReviewFacts {
        confidence: forecast.confidence,
        budget_left: budgets.fold(1.0, f64::min),
        contradicted: used.filter(|item| item.is_contradicted()).count(),
        view_and_price: own.zip(price),
    }
}

#[cfg(test)]
mod tests {
    use domain::forecast::BudgetLeft;
    use domain::{ClaimStatus, MicroUsd};

    use super::*;
    use crate::conclude::undecided;
    use crate::sample::{found, state, when};

    #[test]
    fn rules_of_a_tenant_are_added_to_those_of_all() {
        let rules = TenantRules::parse("*: below_confidence=0.3; acme: contradiction, below_confidence=0.5").unwrap();
        let of = |name: &str| rules.of(&Tenant::parse(name).unwrap()).to_string();
        assert_eq!(of("acme"), "below_confidence=0.5,contradiction");
        assert_eq!(of("other"), "below_confidence=0.3");
        assert_eq!(TenantRules::parse(" "), Ok(TenantRules::default()));
        for (text, problem) in
            [("contradiction", "names no tenant"), ("a: never", "is no rule"), ("A B: contradiction", "is no tenant")]
        {
            assert!(TenantRules::parse(text).unwrap_err().contains(problem), "{text}");
        }
    }

    #[test]
    fn a_forecast_says_which_rules_open_its_review() {
        let mut state = state(&[("i1q1", Some(found(2)))]);
        let reference = "i1q1/f1".to_owned();
        let made = |state: &domain::run::RunState| {
            let mut made = undecided(state, when(), (&[], &crate::coherence::Relations::default()));
            made.evidence_used = vec![reference.clone()];
            made.confidence = 0.5;
            let budget = BudgetLeft { scope: "run".into(), limit: MicroUsd(100), left: MicroUsd(1) };
            made.account.budgets = vec![budget];
            marked(made, &Digest::from_state(state))
        };
        assert!(!made(&state).needs_review(), "no rule is set");
        state.run.asked.config.review_if = "over_budget,contradiction,below_confidence=0.4".parse().unwrap();
        let one = made(&state);
        assert!(one.needs_review() && one.account.review.len() == 1 && one.flags.contains(&one.account.review[0]));
        state.answers[0].evidence.research.findings[0].status = ClaimStatus::Contested;
        assert_eq!(made(&state).account.review.len(), 2, "the finding used is contradicted");
    }
}
