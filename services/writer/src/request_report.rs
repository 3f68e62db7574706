//! A research request as a page, for a caller who wanted that instead of a forecast: what should be found out, what the answers are
//! worth, what they would cost, and how things stand without them.

use domain::forecast::{Account, AgentCost};
use domain::run::{Proposal, Question, RunState};

use crate::cost;
use crate::page::{Bit, Block, Line, Page, section, table, words};

/// The page. `costs` is who has spent what in the run.
pub fn page(proposal: &Proposal, state: &RunState, costs: Vec<AgentCost>) -> Page {
    let mut blocks = vec![answer(proposal)];
    blocks.extend(section("What should be found out", questions(&proposal.questions)));
    blocks.extend(section("Why", vec![worth(proposal), stands(proposal)]));
    let account = Account { costs, ..Account::default() };
    blocks.extend(section("What it cost", cost::blocks(state.spent, &account)));
    let made = format!("Asked {}. Run ", state.run.asked_at.format("%Y-%m-%d %H:%M UTC"));
    blocks.push(Block::Words(vec![words(made), Bit::Code(state.run.id.to_string()), words(".")]));
    Page { title: state.run.asked.text.clone(), blocks }
}

fn answer(proposal: &Proposal) -> Block {
    let count = proposal.questions.len();
    let asked = if count == 1 { "this question".to_owned() } else { format!("these {count} questions") };
    let verdict = match (proposal.is_worth_it(), count) {
        (_, 0) => "There is nothing to research.".to_owned(),
        (true, _) => format!("Research {asked} for about {}.", proposal.cost),
        (false, _) => format!("Do not research {asked}."),
    };
    Block::Words(vec![Bit::Strong(verdict), words(format!(" {}.", sentence(&proposal.reason)))])
}

/// With a capital letter and without a full stop.
fn sentence(text: &str) -> String {
    let text = text.trim().trim_end_matches('.');
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn questions(asked: &[Question]) -> Vec<Block> {
    let row = |question: &Question| -> [Line; 4] {
        [
            vec![words(question.priority.name())],
            vec![words(&question.text)],
            vec![words(&question.topic)],
            vec![words(question.expected_sources.join(", "))],
        ]
    };
    table(["How much it matters", "Question", "About", "Where to look"], asked.iter().map(row))
}

fn worth(proposal: &Proposal) -> Block {
    Block::Words(vec![
        words("The answers are expected to gain "),
        Bit::Strong(proposal.gain.to_string()),
        words(" and to cost "),
        Bit::Strong(proposal.cost.to_string()),
        words(", as far as history tells."),
    ])
}

fn stands(proposal: &Proposal) -> Block {
    let (estimate, deviation) = (proposal.estimate.get() * 100.0, proposal.uncertainty * 100.0);
    Block::Words(vec![words(format!(
        "Without research YES is {estimate:.0} % likely; all answers together would move that by {deviation:.0} points (one standard \
         deviation)."
    ))])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use domain::run::Priority;
    use domain::{MicroUsd, Probability};

    use super::*;
    use crate::page::{complaints, html, markdown};
    use crate::sample::state;

    fn proposal() -> Proposal {
        let question = Question {
            id: "i1q1".into(),
            topic: "votes".into(),
            text: "Who <b>votes</b> | how?".into(),
            priority: Priority::Critical,
            expected_sources: vec!["the gazette".into()],
        };
        Proposal {
            reason: "research is worth its price: its answers would gain about $4.000000 and cost about $0.500000"
                .into(),
            questions: vec![question],
            gain: MicroUsd(4_000_000),
            cost: MicroUsd(500_000),
            estimate: Probability::clamp(0.6).unwrap(),
            uncertainty: 0.25,
        }
    }

    #[test]
    fn the_request_reads_well() {
        insta::assert_snapshot!(markdown::render(&page(&proposal(), &state(), Vec::new())));
    }

    #[test]
    fn the_answer_comes_first_in_both_forms_and_strangers_words_stay_words() {
        let shown = page(&proposal(), &state(), Vec::new());
        assert_eq!(complaints(&shown, &BTreeSet::new()), Vec::<String>::new());
        let html = html::render(&shown);
        assert!(html.contains("Research this question for about $0.500000.") && !html.contains("<b>votes"), "{html}");
        let markdown = markdown::render(&shown);
        let (answer, why) = (markdown.find("for about"), markdown.find("## Why"));
        assert!(answer.is_some() && answer < why, "{markdown}");
    }

    #[test]
    fn what_is_not_worth_it_is_said_and_so_is_that_there_is_nothing() {
        let mut poor = proposal();
        poor.gain = MicroUsd::ZERO;
        assert!(markdown::render(&page(&poor, &state(), Vec::new())).contains("Do not research this question."));
        poor.questions.clear();
        let told = markdown::render(&page(&poor, &state(), Vec::new()));
        assert!(told.contains("nothing to research") && !told.contains("What should be found out"), "{told}");
    }
}
