//! "What it cost": who spent what, what every budget has left, and what each round of research was thought to be worth before it was
//! bought, with everything that the figure rests on.

use domain::MicroUsd;
use domain::budget::whose;
use domain::forecast::{Account, AgentCost, BudgetLeft, Measure, Valuation};

use crate::page::{Bit, Block, Line, table, words};

/// The blocks of the section; `all` is what the whole run was charged.
pub fn blocks(all: MicroUsd, account: &Account) -> Vec<Block> {
    let mut blocks = vec![Block::Words(vec![Bit::Strong(all.to_string()), words(" in all.")])];
    let agents = ["Agent", "Model", "Calls", "Tokens read", "Tokens written", "Cost"];
    blocks.extend(table(agents, account.costs.iter().map(spent)));
    blocks.extend(table(["Budget of", "Limit", "Spent", "Left"], account.budgets.iter().map(left)));
    let worth = ["After round", "Estimate", "Could still move", "Questions", "Gain", "Cost", "Bought"];
    blocks.extend(table(worth, account.rounds.iter().map(round)));
    blocks.extend(account.rounds.first().map(measured));
    blocks
}

fn spent(spent: &AgentCost) -> [Line; 6] {
    let count = |n: u64| vec![words(n.to_string())];
    let (cost, model) = (vec![words(spent.cost.to_string())], vec![words(&spent.model)]);
    [vec![words(&spent.agent)], model, count(spent.calls), count(spent.input_tokens), count(spent.output_tokens), cost]
}

/// Nothing adds up under the limit of a single call, so nothing is spent of it.
fn left(budget: &BudgetLeft) -> [Line; 4] {
    let money = |amount: MicroUsd| vec![words(amount.to_string())];
    let (spent, left) = match whose(&budget.scope) {
        "each call" => (vec![words("–")], vec![words("–")]),
        _ => (money(budget.limit.saturating_sub(budget.left)), money(budget.left)),
    };
    [vec![words(whose(&budget.scope))], money(budget.limit), spent, left]
}

fn round(round: &Valuation) -> [Line; 7] {
    let points = |share: f64| format!("{:.1}", share * 100.0);
    let decision = if round.goes_on { "yes" } else { "no" };
    let reason = round.reason.trim().trim_end_matches('.');
    [
        vec![words(round.round.to_string())],
        vec![words(format!("{:.0} % ± {}", round.estimate.get() * 100.0, points(round.uncertainty)))],
        vec![words(format!("± {} points", points(round.movable)))],
        vec![words(round.questions.to_string())],
        vec![words(round.gain.to_string())],
        vec![words(round.cost.to_string())],
        vec![Bit::Strong(decision.to_owned()), words(format!(": {reason}"))],
    ]
}

/// What the gains are gains of.
fn measured(round: &Valuation) -> Block {
    let by = match round.measure {
        Measure::Trade { price, stake, cost } => {
            format!("a better trade of {stake} at a price of {price:.3}, with fees and spread of {cost:.3}")
        }
        Measure::Score { per_point } => format!("a better Brier score, at {per_point} a point"),
    };
    Block::Words(vec![words(format!(
        "A gain is what {by}, would bring; a round is bought only while its gain exceeds its cost."
    ))])
}
