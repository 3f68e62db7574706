//! Account of a forecast as text: value of each round, cost per agent.

use domain::forecast::{Account, AgentCost, Measure, Valuation};

/// Formats the account, one line per item.
pub(super) fn lines(account: &Account) -> Vec<String> {
    let rounds = account.rounds.iter().map(round);
    let costs = account.costs.iter().map(cost);
    let map = (!account.recalibration.is_empty()).then(|| format!("recalibrated {}", account.recalibration));
    rounds.chain(costs).chain(map).collect()
}

fn round(valued: &Valuation) -> String {
    let measure = match valued.measure {
        Measure::Trade { price, stake, cost } => format!("{stake} at {price:.3}, costs {cost:.3}"),
        Measure::Score { per_point } => format!("{per_point} per point"),
    };
    format!(
        "round {:<6} {} questions would move {:.3} of {:.3} around {:.2}: gain {} ({measure}), cost {}; {}",
        valued.round,
        valued.questions,
        valued.movable,
        valued.uncertainty,
        valued.estimate.get(),
        valued.gain,
        valued.cost,
        valued.reason
    )
}

fn cost(spent: &AgentCost) -> String {
    let AgentCost { agent, model, calls, cost, input_tokens, output_tokens } = spent;
    format!("spent        {agent:<11} {cost}  {calls} calls, {input_tokens} tokens in, {output_tokens} out  {model}")
}

#[cfg(test)]
mod tests {
    use domain::{MicroUsd, Probability};

    use super::*;

    #[test]
    fn the_account_contains_every_figure() {
        let account = Account {
            recalibration: "identity: no outcomes yet".into(),
            rounds: vec![Valuation {
                round: 1,
                measure: Measure::Trade { price: 0.7, stake: MicroUsd::dollars(100), cost: 0.02 },
                estimate: Probability::clamp(0.6).unwrap(),
                uncertainty: 0.2,
                movable: 0.1,
                questions: 2,
                gain: MicroUsd(1_500_000),
                cost: MicroUsd(250_000),
                goes_on: true,
                reason: "worth it".into(),
            }],
            costs: vec![AgentCost {
                agent: "researcher".into(),
                model: "m".into(),
                calls: 3,
                cost: MicroUsd(9),
                input_tokens: 10,
                output_tokens: 11,
            }],
            budgets: Vec::new(),
            ..Account::default()
        };
        let text = lines(&account).join("\n");
        for part in
            ["gain $1.500000", "$100.000000 at 0.700", "cost $0.250000", "3 calls, 10 tokens in, 11 out", "no outcomes"]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert_eq!(lines(&Account::default()), Vec::<String>::new());
    }
}
