//! The cost section of a report: cost per agent, remaining budgets, and the estimated value of each research round with
//! its inputs.

use domain::MicroUsd;
use domain::budget::whose;
use domain::forecast::{Account, AgentCost, BudgetLeft, Measure, Valuation};

use crate::page::{Block, Inline, Line, folded, plain, table};

/// Returns the section, folded; `all` is the total charged to the run.
pub fn section(all: MicroUsd, account: &Account) -> Option<Block> {
    let mut blocks = blocks(account);
    if blocks.is_empty() {
        blocks.push(Block::Paragraph(vec![plain("The costs by agent are not recorded.")]));
    }
    folded(&format!("Cost: {all}"), blocks)
}

fn blocks(account: &Account) -> Vec<Block> {
    let mut blocks = Vec::new();
    let agents = ["Agent", "Model", "Calls", "Input tokens", "Output tokens", "Cost"];
    blocks.extend(table(agents, account.costs.iter().map(spent)));
    blocks.extend(table(["Budget", "Limit", "Spent", "Left"], account.budgets.iter().map(left)));
    let worth =
        ["After round", "Estimate", "Possible change", "Questions", "Expected gain", "Expected cost", "Continued"];
    blocks.extend(table(worth, account.rounds.iter().map(round)));
    blocks.extend(account.rounds.first().map(measured));
    blocks
}

fn spent(spent: &AgentCost) -> [Line; 6] {
    let count = |n: u64| vec![plain(n.to_string())];
    let (cost, model) = (vec![plain(spent.cost.to_string())], vec![plain(&spent.model)]);
    [vec![plain(&spent.agent)], model, count(spent.calls), count(spent.input_tokens), count(spent.output_tokens), cost]
}

/// Formats a budget. The limit of a single call has no total, so nothing is spent of it.
fn left(budget: &BudgetLeft) -> [Line; 4] {
    let money = |amount: MicroUsd| vec![plain(amount.to_string())];
    let (spent, left) = match whose(&budget.scope).as_ref() {
        "each call" => (vec![plain("–")], vec![plain("–")]),
        _ => (money(budget.limit.saturating_sub(budget.left)), money(budget.left)),
    };
    [vec![plain(whose(&budget.scope))], money(budget.limit), spent, left]
}

fn round(round: &Valuation) -> [Line; 7] {
    let points = |share: f64| format!("{:.1}", share * 100.0);
    let decision = if round.goes_on { "yes" } else { "no" };
    let reason = round.reason.trim().trim_end_matches('.');
    [
        vec![plain(round.round.to_string())],
        vec![plain(format!("{:.0} % ± {}", round.estimate.get() * 100.0, points(round.uncertainty)))],
        vec![plain(format!("± {} points", points(round.movable)))],
        vec![plain(round.questions.to_string())],
        vec![plain(round.gain.to_string())],
        vec![plain(round.cost.to_string())],
        vec![Inline::Strong(decision.to_owned()), plain(format!(": {reason}"))],
    ]
}

/// Explains the unit of the gains.
fn measured(round: &Valuation) -> Block {
    let by = match round.measure {
        Measure::Trade { price, stake, cost } => {
            format!("a better trade of {stake} at a price of {price:.3}, with fees and spread of {cost:.3}")
        }
        Measure::Score { per_point } => format!("a better Brier score, at {per_point} per point"),
    };
    Block::Paragraph(vec![plain(format!(
        "The expected gain is the value of {by}. A further round of research is started only if its gain exceeds its cost."
    ))])
}
