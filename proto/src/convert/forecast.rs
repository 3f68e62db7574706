//! `forecast.proto`: forecasts and recommendations.

mod account;
mod coherence;
mod direction;
mod distribution;
mod views;

use domain::forecast::{Account, Action, BaseRate, Cases, MemoryShare, Views};
use domain::{Forecast, Probability, Recommendation};

use super::check;
use crate::event::InvalidEvent;
use crate::v1;

impl TryFrom<v1::ForecastMade> for Forecast {
    type Error = InvalidEvent;

    fn try_from(wire: v1::ForecastMade) -> Result<Self, InvalidEvent> {
        let v1::ForecastMade {
            run,
            probability,
            lower,
            upper,
            confidence,
            reasoning,
            base_rates,
            samples,
            recommendation,
            evidence_used,
            iterations,
            questions_asked,
            questions_answered,
            cost_micro_usd,
            flags,
            model,
            prompt_version,
            made_at,
            uncalibrated,
            recalibration,
            rounds,
            costs,
            budgets,
            questions_from_memory,
            saved_micro_usd,
            stated,
            computed,
            own_view,
            pooled,
            price,
            estimates,
            case,
            review,
            distribution,
            distributions,
            coherence,
            options,
            evidence,
            rescaled,
            stated_weight,
        } = wire;
        Ok(Self {
            run: check::required(run, "run")?,
            probability: check::probability(probability, "probability")?,
            lower: check::probability(lower, "lower")?,
            upper: check::probability(upper, "upper")?,
            confidence: check::fraction(confidence, "confidence")?,
            reasoning,
            base_rates: check::each(base_rates, "base_rates")?,
            samples: samples.into_iter().enumerate().map(sample).collect::<Result<_, _>>()?,
            recommendation: check::optional(recommendation, "recommendation")?,
            evidence_used,
            iterations,
            questions_asked,
            questions_answered,
            cost: check::money(cost_micro_usd, "cost_micro_usd")?,
            flags,
            model,
            prompt_version,
            made_at: check::time_required(made_at, "made_at")?,
            uncalibrated: views::probability(uncalibrated, "uncalibrated")?,
            account: Account {
                recalibration,
                rounds: check::each(rounds, "rounds")?,
                costs: check::each(costs, "costs")?,
                budgets: check::each(budgets, "budgets")?,
                memory: MemoryShare {
                    questions: questions_from_memory,
                    saved: check::money(saved_micro_usd, "saved_micro_usd")?,
                },
                views: Views {
                    stated: views::probability(stated, "stated")?,
                    computed: views::probability(computed, "computed")?,
                    own: views::probability(own_view, "own_view")?,
                    pooled: views::probability(pooled, "pooled")?,
                    price: check::optional(price, "price")?,
                    stated_weight: stated_weight.map(|weight| check::fraction(weight, "stated_weight")).transpose()?,
                },
                estimates: check::each(estimates, "estimates")?,
                case: case.map(Into::into).unwrap_or_default(),
                review,
                distributions: check::each(distributions, "distributions")?,
                coherence: check::optional(coherence, "coherence")?,
                options: check::optional(options, "options")?,
                evidence: check::each(evidence, "evidence")?,
                rescaled: rescaled.map(|factor| check::within(factor, "rescaled", (0.0, 100.0))).transpose()?,
            },
            distribution: check::optional(distribution, "distribution")?,
        })
    }
}

fn sample((index, value): (usize, f64)) -> Result<Probability, InvalidEvent> {
    check::probability(value, &format!("samples[{index}]"))
}

impl From<&Forecast> for v1::ForecastMade {
    fn from(forecast: &Forecast) -> Self {
        let Forecast {
            run,
            probability,
            lower,
            upper,
            confidence,
            reasoning,
            base_rates,
            samples,
            recommendation,
            evidence_used,
            iterations,
            questions_asked,
            questions_answered,
            cost,
            flags,
            model,
            prompt_version,
            made_at,
            uncalibrated,
            account:
                Account {
                    recalibration,
                    rounds,
                    costs,
                    budgets,
                    memory,
                    views,
                    estimates,
                    case,
                    distributions,
                    review,
                    coherence,
                    options,
                    evidence,
                    rescaled,
                },
            distribution,
        } = forecast;
        let Views { stated, computed, own, pooled, price, stated_weight } = views;
        Self {
            run: Some(run.into()),
            probability: probability.get(),
            lower: lower.get(),
            upper: upper.get(),
            confidence: *confidence,
            reasoning: reasoning.clone(),
            base_rates: base_rates.iter().map(Into::into).collect(),
            samples: samples.iter().map(|sample| sample.get()).collect(),
            recommendation: recommendation.as_ref().map(Into::into),
            evidence_used: evidence_used.clone(),
            iterations: *iterations,
            questions_asked: *questions_asked,
            questions_answered: *questions_answered,
            cost_micro_usd: cost.0,
            flags: flags.clone(),
            model: model.clone(),
            prompt_version: prompt_version.clone(),
            made_at: Some(check::stamp(*made_at)),
            uncalibrated: uncalibrated.map(Probability::get),
            recalibration: recalibration.clone(),
            rounds: rounds.iter().map(Into::into).collect(),
            costs: costs.iter().map(Into::into).collect(),
            budgets: budgets.iter().map(Into::into).collect(),
            questions_from_memory: memory.questions,
            saved_micro_usd: memory.saved.0,
            stated: stated.map(Probability::get),
            computed: computed.map(Probability::get),
            own_view: own.map(Probability::get),
            pooled: pooled.map(Probability::get),
            price: price.as_ref().map(Into::into),
            estimates: estimates.iter().map(Into::into).collect(),
            case: views::case(case),
            review: review.clone(),
            distribution: distribution.as_ref().map(Into::into),
            distributions: distributions.iter().map(Into::into).collect(),
            coherence: coherence.as_ref().map(Into::into),
            options: options.as_ref().map(Into::into),
            evidence: evidence.iter().map(Into::into).collect(),
            rescaled: *rescaled,
            stated_weight: *stated_weight,
        }
    }
}

impl TryFrom<v1::BaseRate> for BaseRate {
    type Error = InvalidEvent;

    fn try_from(wire: v1::BaseRate) -> Result<Self, InvalidEvent> {
        let v1::BaseRate { kind, description, rate, successes, trials, source } = wire;
        Ok(Self {
            kind,
            description,
            rate: check::probability(rate, "rate")?,
            cases: cases(successes, trials)?,
            source,
        })
    }
}

fn cases(successes: Option<u64>, trials: Option<u64>) -> Result<Option<Cases>, InvalidEvent> {
    match (successes, trials) {
        (None, None) => Ok(None),
        (Some(successes), Some(trials)) if successes <= trials => Ok(Some(Cases { successes, trials })),
        _ => {
            Err(InvalidEvent::new("trials", "do not fit `successes`; give both, at least as many trials as successes"))
        }
    }
}

impl From<&BaseRate> for v1::BaseRate {
    fn from(base: &BaseRate) -> Self {
        let BaseRate { kind, description, rate, cases, source } = base;
        Self {
            kind: kind.clone(),
            description: description.clone(),
            rate: rate.get(),
            successes: cases.map(|cases| cases.successes),
            trials: cases.map(|cases| cases.trials),
            source: source.clone(),
        }
    }
}

impl TryFrom<v1::Recommendation> for Recommendation {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Recommendation) -> Result<Self, InvalidEvent> {
        let v1::Recommendation { action, price, edge, reason, net_edge, fraction, size_micro_usd } = wire;
        Ok(Self {
            action: check::choice(action, "action", action_from_wire)?,
            price: check::fraction(price, "price")?,
            edge: check::within(edge, "edge", (-1.0, 1.0))?,
            net_edge: check::within(net_edge, "net_edge", (-1.0, 1.0))?,
            fraction: check::fraction(fraction, "fraction")?,
            size: check::money(size_micro_usd, "size_micro_usd")?,
            reason,
        })
    }
}

impl From<&Recommendation> for v1::Recommendation {
    fn from(recommendation: &Recommendation) -> Self {
        let Recommendation { action, price, edge, net_edge, fraction, size, reason } = recommendation;
        Self {
            action: action_to_wire(*action).into(),
            price: *price,
            edge: *edge,
            reason: reason.clone(),
            net_edge: *net_edge,
            fraction: *fraction,
            size_micro_usd: size.0,
        }
    }
}

fn action_from_wire(action: v1::Action) -> Option<Action> {
    match action {
        v1::Action::Unspecified => None,
        v1::Action::Buy => Some(Action::Buy),
        v1::Action::Sell => Some(Action::Sell),
        v1::Action::Abstain => Some(Action::Abstain),
    }
}

fn action_to_wire(action: Action) -> v1::Action {
    match action {
        Action::Buy => v1::Action::Buy,
        Action::Sell => v1::Action::Sell,
        Action::Abstain => v1::Action::Abstain,
    }
}
