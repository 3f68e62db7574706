//! A research request as a page, for a caller who asked for it instead of a forecast: the questions, the value of their
//! answers, the cost, and the estimate without them.

use domain::forecast::{Account, AgentCost};
use domain::run::{Proposal, Question, RunState};

use crate::cost;
use crate::page::{Block, Inline, Line, Page, plain, section, table};
use crate::question_reading;

/// Builds the page. `costs` is the cost per agent of the run so far.
pub fn page(proposal: &Proposal, state: &RunState, costs: Vec<AgentCost>) -> Page {
    let mut blocks = question_reading::blocks(&state.run);
    blocks.push(answer(proposal));
    blocks.extend(section("Questions to research", questions(&proposal.questions)));
    blocks.extend(section("Reasoning", vec![worth(proposal), estimate(proposal)]));
    let account = Account { costs, ..Account::default() };
    blocks.extend(cost::section(state.spent, &account));
    let made = format!("Asked {}. Run ", state.run.asked_at.format("%Y-%m-%d %H:%M UTC"));
    blocks.push(Block::Paragraph(vec![plain(made), Inline::Code(state.run.id.to_string()), plain(".")]));
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
    Block::Paragraph(vec![Inline::Strong(verdict), plain(format!(" {}.", sentence(&proposal.reason)))])
}

/// Capitalises the first letter and removes the full stop.
fn sentence(text: &str) -> String {
    let text = text.trim().trim_end_matches('.');
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn questions(asked: &[Question]) -> Vec<Block> {
    let row = |question: &Question| -> [Line; 4] {
        [
            vec![plain(question.priority.name())],
            vec![plain(&question.text)],
            vec![plain(&question.topic)],
            vec![plain(question.expected_sources.join(", "))],
        ]
    };
    table(["Priority", "Question", "Topic", "Expected sources"], asked.iter().map(row))
}

fn worth(proposal: &Proposal) -> Block {
    Block::Paragraph(vec![
        plain("The answers are expected to gain "),
        Inline::Strong(proposal.gain.to_string()),
        plain(" and to cost "),
        Inline::Strong(proposal.cost.to_string()),
        plain(", according to earlier research."),
    ])
}

fn estimate(proposal: &Proposal) -> Block {
    let (estimate, deviation) = (proposal.estimate.get() * 100.0, proposal.uncertainty * 100.0);
    Block::Paragraph(vec![plain(format!(
        "Without research the probability of YES is {estimate:.0} %; all answers together would change it by {deviation:.0} points (one \
         standard deviation)."
    ))])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use domain::{MicroUsd, Probability};

    use super::*;
    use crate::page::{html, markdown, violations};
    use crate::sample::state;

    fn proposal() -> Proposal {
        let question = Question {
            id: "i1q1".into(),
            text: "Who <b>votes</b> | how?".into(),
            expected_sources: vec!["the gazette".into()],
            ..domain::testing::question()
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
    fn the_request_matches_its_snapshot() {
        insta::assert_snapshot!(markdown::render(&page(&proposal(), &state(), Vec::new())));
    }

    #[test]
    fn the_answer_comes_first_in_both_formats_and_untrusted_text_is_escaped() {
        let shown = page(&proposal(), &state(), Vec::new());
        assert_eq!(violations(&shown, &BTreeSet::new()), Vec::<String>::new());
        let html = html::render(&shown);
        assert!(html.contains("Research this question for about $0.500000.") && !html.contains("<b>votes"), "{html}");
        let markdown = markdown::render(&shown);
        let (answer, reasoning) = (markdown.find("for about"), markdown.find("## Reasoning"));
        assert!(answer.is_some() && answer < reasoning, "{markdown}");
    }

    #[test]
    fn a_request_without_value_or_without_questions_advises_against_research() {
        let mut poor = proposal();
        poor.gain = MicroUsd::ZERO;
        assert!(markdown::render(&page(&poor, &state(), Vec::new())).contains("Do not research this question."));
        poor.questions.clear();
        let report = markdown::render(&page(&poor, &state(), Vec::new()));
        assert!(report.contains("nothing to research") && !report.contains("Questions to research"), "{report}");
    }
}
