//! Question options shared by `ask` and `schedule add`.

use std::ops::RangeInclusive;

use anyhow::ensure;
use domain::review::ReviewRules;
use domain::{Event, EventKind, MicroUsd, Profile, Time};
use operations::GivenConfidence;
use operations::input::parse_day_or_time;
use operations::questions::{Ask, ReviewIf};
use operations::research::SourceDomains;

use crate::sources::SourceArgs;
use crate::whole_number::within;

/// Allowed number of research rounds; the event contract accepts the same range.
pub const ITERATIONS: RangeInclusive<u32> = 1..=20;

/// Options of a question.
#[derive(Debug, Clone, clap::Args)]
pub struct Asking {
    /// Background information that is already known.
    #[arg(long, default_value = "")]
    background: String,
    /// Option of the answer; repeat it for each one. Their probabilities sum to 1.
    #[arg(long = "option", value_name = "OPTION")]
    options: Vec<String>,
    /// The answer may be none of the options: the forecast then has the option `other`.
    #[arg(long)]
    open: bool,
    /// The answer is a number in this unit; an empty text for a count.
    #[arg(long, value_name = "UNIT", conflicts_with_all = ["options", "open"])]
    numeric: Option<String>,
    /// Lowest possible number.
    #[arg(long, value_name = "NUMBER", requires = "numeric", allow_negative_numbers = true)]
    lower: Option<f64>,
    /// Highest possible number.
    #[arg(long, value_name = "NUMBER", requires = "numeric", allow_negative_numbers = true)]
    upper: Option<f64>,
    /// The answer is a date.
    #[arg(long, conflicts_with_all = ["options", "open", "numeric"])]
    date: bool,
    /// The question is to be answered under this condition, a sentence.
    #[arg(long = "if", value_name = "CONDITION", conflicts_with_all = ["options", "open", "numeric", "date"])]
    condition: Option<String>,
    /// Criteria of the resolution.
    #[arg(long, default_value = "")]
    criteria: String,
    /// Closing time, e.g. 2026-12-17 or 2026-12-17T08:30:00Z.
    #[arg(long, value_parser = parse_day_or_time)]
    closes: Option<Time>,
    /// Market price of YES, 0 to 1.
    #[arg(long, value_parser = parse_share)]
    market_price: Option<f64>,
    /// Topic; `auspex score --by topic` groups by it.
    #[arg(long, default_value = "")]
    topic: String,
    /// Maximum cost in dollars.
    #[arg(long, value_parser = parse_dollars)]
    budget: Option<MicroUsd>,
    /// Maximum number of research rounds, 1 to 20.
    #[arg(long, value_parser = within(ITERATIONS))]
    iterations: Option<u32>,
    /// Strictness of the evidence filter: strict, default, loose.
    #[arg(long, value_parser = parse_profile)]
    profile: Option<Profile>,
    /// Flag the forecast for a person if its confidence is lower: 0 to 1, or high, medium, low.
    #[arg(long, value_parser = parse_confidence)]
    min_confidence: Option<GivenConfidence>,
    /// Publish the forecast only after a person has approved it with `auspex review`.
    #[arg(long, visible_alias = "human-review")]
    review: bool,
    /// Publish the forecast only after a review if a rule applies: below_confidence=0.4, over_budget, contradiction,
    /// price_gap=0.2, separated by commas.
    #[arg(long, value_name = "RULES")]
    review_if: Option<ReviewRules>,
    /// Return a research request instead of a forecast: what to find out, its value, its cost, and the estimate without
    /// it. No research is done.
    #[arg(long)]
    propose: bool,
    #[command(flatten)]
    sources: SourceArgs,
    /// Answer with the own view alone, without pooling the market price.
    #[arg(long)]
    independent: bool,
    /// Hand a question with several meanings back, with what to clarify, instead of assuming one.
    #[arg(long)]
    clarify: bool,
}

/// Parses an amount of dollars on the command line.
pub(crate) fn parse_dollars(text: &str) -> Result<MicroUsd, String> {
    // Zero is valid: it allows only models without a price.
    MicroUsd::parse_dollars(text).map_err(|error| error.to_string())
}

fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "must be a number from 0 to 1".to_owned())
}

fn parse_confidence(text: &str) -> Result<GivenConfidence, String> {
    let word = serde_json::from_value(text.into()).ok();
    let number = || parse_share(text).map(GivenConfidence::Number);
    word.map_or_else(number, Ok).map_err(|number| format!("{number}, or high, medium, low"))
}

pub(crate) fn parse_profile(text: &str) -> Result<Profile, String> {
    Profile::parse(text).ok_or_else(|| "use strict, default or loose".to_owned())
}

impl Asking {
    /// Returns the options that research of entities has too. The others are an error: they are those of a question.
    ///
    /// # Errors
    /// Another option is set.
    pub fn for_entities(&self) -> anyhow::Result<(Option<u64>, Option<SourceDomains>)> {
        let Ask { budget_micro_usd, sources, .. } = self.ask("");
        let others = Ask { budget_micro_usd: None, sources: None, ..self.ask("") };
        ensure!(others == Ask::default(), "--entity: of a question's options only --budget, --allow and --deny apply");
        Ok((budget_micro_usd, sources))
    }

    /// Returns the question as an operation takes it.
    pub fn ask(&self, text: &str) -> Ask {
        Ask {
            id: None,
            question: text.to_owned(),
            kind: self.date.then(|| "date".to_owned()),
            options: self.options.clone(),
            open: self.open,
            unit: self.numeric.clone(),
            lower: self.lower,
            upper: self.upper,
            condition: self.condition.clone(),
            depth: None,
            background: self.background.clone(),
            resolution_criteria: self.criteria.clone(),
            closes: self.closes,
            topic: self.topic.clone(),
            market_price: self.market_price,
            budget_micro_usd: self.budget.map(|budget| budget.0),
            max_iterations: self.iterations,
            profile: self.profile.map(|profile| profile.name().to_owned()),
            min_confidence: self.min_confidence,
            human_review: self.review,
            review_if: self.review_if.map(ReviewIf::from),
            urgent: None,
            independent: self.independent,
            clarify: self.clarify,
            research_request: self.propose,
            sources: self.sources.domains(),
        }
    }
}

/// Marks a question as not urgent, so that its model calls may be made in batches. Other events stay as they are.
pub fn not_urgent(mut event: Event) -> Event {
    if let EventKind::Question(asked) = &mut event.kind {
        asked.config.can_wait = true;
    }
    event
}

#[cfg(test)]
mod tests {
    use domain::event::{AskConfig, AskedQuestion, Wanted};
    use domain::{AnswerKind, Tenant};

    use super::*;
    use crate::command::parse_arguments;

    fn asked(line: &[&str]) -> anyhow::Result<AskedQuestion> {
        let asking: Asking = parse_arguments(line)?;
        let event = asking.ask("Will it?").event("i", Tenant::default(), Time::UNIX_EPOCH)?;
        let EventKind::Question(question) = event.kind else { unreachable!() };
        Ok(question)
    }

    #[test]
    fn every_option_of_the_contract_can_be_set() {
        let question = asked(&[
            "--iterations",
            "2",
            "--profile",
            "strict",
            "--min-confidence",
            "0.4",
            "--review",
            "--review-if",
            "below_confidence=0.3,contradiction",
            "--propose",
            "--topic",
            "weather",
            "--closes",
            "2026-12-17T08:30:00Z",
            "--allow",
            "met.no",
            "--clarify",
        ])
        .unwrap();
        let expected = AskConfig {
            max_iterations: Some(2),
            profile: Some(Profile::Strict),
            min_confidence: Some(0.4),
            human_review: true,
            review_if: ReviewRules { below_confidence: Some(0.3), contradiction: true, ..ReviewRules::default() },
            wanted: Wanted::Research,
            clarify: true,
            sources: domain::SourceRules::new(&["met.no".to_owned()], &[]).unwrap(),
            ..AskConfig::default()
        };
        assert_eq!((question.config, question.topic.as_str()), (expected, "weather"));
        assert_eq!(asked(&[]).unwrap().config, AskConfig::default());
    }

    #[test]
    fn the_kind_of_the_answer_can_be_stated() {
        let options = vec!["Ada".to_owned(), "Bo".to_owned()];
        let numeric = AnswerKind::Numeric { unit: "EUR".into(), lower: Some(-2.5), upper: None };
        for (line, kind) in [
            (&["--option", "Ada", "--option", "Bo", "--open"][..], AnswerKind::MultipleChoice { options, open: true }),
            (&["--numeric", "EUR", "--lower", "-2.5"], numeric),
            (&["--date"], AnswerKind::Date),
            (&["--if", "it rains"], AnswerKind::Conditional { condition: "it rains".into() }),
        ] {
            assert_eq!(asked(line).unwrap().kind, Some(kind));
        }
        assert_eq!(asked(&[]).unwrap().kind, None);
        for refused in [&["--option", "Ada"][..], &["--date", "--numeric", "EUR"], &["--upper", "3"]] {
            assert!(asked(refused).is_err(), "{refused:?}");
        }
    }

    #[test]
    fn an_invalid_number_is_refused_with_the_valid_range() {
        for (line, allowed) in [
            (["--min-confidence", "1.5"], "a number from 0 to 1"),
            (["--min-confidence", "NaN"], "a number from 0 to 1"),
            (["--market-price", "-0.1"], "a number from 0 to 1"),
            (["--market-price", "1.7"], "a number from 0 to 1"),
            (["--iterations", "0"], "from 1 to 20"),
            (["--iterations", "21"], "from 1 to 20"),
            (["--budget", "1e3"], "dollars like 1.25"),
            (["--closes", "soon"], "2026-12-17"),
        ] {
            let argument = [format!("{}={}", line[0], line[1])];
            let error = asked(&argument.each_ref().map(String::as_str)).unwrap_err().to_string();
            assert!(error.contains(line[0]) && error.contains(allowed), "{error}");
        }
    }

    #[test]
    fn the_command_line_and_the_contract_allow_the_same_iterations() {
        let event = |rounds: u32| {
            let asking: Asking = parse_arguments(&[]).unwrap();
            let ask = Ask { max_iterations: Some(rounds), ..asking.ask("Will it?") };
            ask.event("i", Tenant::default(), Time::UNIX_EPOCH)
        };
        let (least, most) = (*ITERATIONS.start(), *ITERATIONS.end());
        assert!(event(least).is_ok() && event(most).is_ok());
        assert!(event(least - 1).is_err() && event(most + 1).is_err());
    }
}
