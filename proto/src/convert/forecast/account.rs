//! Valuations, costs and budgets of a forecast.

use domain::MicroUsd;
use domain::forecast::{AgentCost, BudgetLeft, Measure, Valuation};

use super::super::check;
use crate::event::InvalidEvent;
use crate::v1;
use crate::v1::valuation::Measure as WireMeasure;

impl TryFrom<v1::Valuation> for Valuation {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Valuation) -> Result<Self, InvalidEvent> {
        let v1::Valuation {
            round,
            estimate,
            uncertainty,
            movable,
            questions,
            gain_micro_usd,
            cost_micro_usd,
            goes_on,
            reason,
            measure,
        } = wire;
        let measure = measure.ok_or_else(|| InvalidEvent::new("measure", "is missing; it is required"))?;
        Ok(Self {
            round,
            measure: from_wire(measure)?,
            estimate: check::probability(estimate, "estimate")?,
            uncertainty: check::fraction(uncertainty, "uncertainty")?,
            movable: check::fraction(movable, "movable")?,
            questions,
            gain: check::money(gain_micro_usd, "gain_micro_usd")?,
            cost: check::money(cost_micro_usd, "cost_micro_usd")?,
            goes_on,
            reason,
        })
    }
}

fn from_wire(measure: WireMeasure) -> Result<Measure, InvalidEvent> {
    Ok(match measure {
        WireMeasure::Trade(v1::TradeMeasure { price, stake_micro_usd, cost }) => Measure::Trade {
            price: check::fraction(price, "trade.price")?,
            stake: check::money(stake_micro_usd, "trade.stake_micro_usd")?,
            cost: check::fraction(cost, "trade.cost")?,
        },
        WireMeasure::Score(v1::ScoreMeasure { per_point_micro_usd }) => {
            Measure::Score { per_point: check::money(per_point_micro_usd, "score.per_point_micro_usd")? }
        }
    })
}

impl From<&Valuation> for v1::Valuation {
    fn from(valuation: &Valuation) -> Self {
        let Valuation { round, measure, estimate, uncertainty, movable, questions, gain, cost, goes_on, reason } =
            valuation;
        let measure = match *measure {
            Measure::Trade { price, stake: MicroUsd(stake_micro_usd), cost } => {
                WireMeasure::Trade(v1::TradeMeasure { price, stake_micro_usd, cost })
            }
            Measure::Score { per_point: MicroUsd(per_point_micro_usd) } => {
                WireMeasure::Score(v1::ScoreMeasure { per_point_micro_usd })
            }
        };
        Self {
            round: *round,
            estimate: estimate.get(),
            uncertainty: *uncertainty,
            movable: *movable,
            questions: *questions,
            gain_micro_usd: gain.0,
            cost_micro_usd: cost.0,
            goes_on: *goes_on,
            reason: reason.clone(),
            measure: Some(measure),
        }
    }
}

impl TryFrom<v1::AgentCost> for AgentCost {
    type Error = InvalidEvent;

    fn try_from(wire: v1::AgentCost) -> Result<Self, InvalidEvent> {
        let v1::AgentCost { agent, model, calls, cost_micro_usd, input_tokens, output_tokens } = wire;
        let cost = check::money(cost_micro_usd, "cost_micro_usd")?;
        Ok(Self { agent, model, calls, cost, input_tokens, output_tokens })
    }
}

impl From<&AgentCost> for v1::AgentCost {
    fn from(spent: &AgentCost) -> Self {
        let AgentCost { agent, model, calls, cost, input_tokens, output_tokens } = spent;
        Self {
            agent: agent.clone(),
            model: model.clone(),
            calls: *calls,
            cost_micro_usd: cost.0,
            input_tokens: *input_tokens,
            output_tokens: *output_tokens,
        }
    }
}

impl TryFrom<v1::BudgetLeft> for BudgetLeft {
    type Error = InvalidEvent;

    fn try_from(wire: v1::BudgetLeft) -> Result<Self, InvalidEvent> {
        let v1::BudgetLeft { scope, limit_micro_usd, left_micro_usd } = wire;
        let limit = check::money(limit_micro_usd, "limit_micro_usd")?;
        Ok(Self { scope, limit, left: check::money(left_micro_usd, "left_micro_usd")? })
    }
}

impl From<&BudgetLeft> for v1::BudgetLeft {
    fn from(budget: &BudgetLeft) -> Self {
        let BudgetLeft { scope, limit, left } = budget;
        Self { scope: scope.clone(), limit_micro_usd: limit.0, left_micro_usd: left.0 }
    }
}
