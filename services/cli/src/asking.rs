//! A question with everything that may be said about how to answer it, as `ask` and `schedule add` take it (SPEC 3, kind 3).

use std::ops::RangeInclusive;

use anyhow::Context as _;
use domain::event::{AskConfig, AskedQuestion, Market, Wanted};
use domain::{Event, EventId, Kind, MicroUsd, Profile, Tenant, Time};

/// Rounds of research that may be asked for; the contract allows no others.
pub const ITERATIONS: RangeInclusive<i64> = 1..=20;

/// What may be said about a question.
#[derive(Debug, Clone, clap::Args)]
pub struct Asking {
    /// What is known already.
    #[arg(long, default_value = "")]
    background: String,
    /// How it will be decided.
    #[arg(long, default_value = "")]
    criteria: String,
    /// When it closes, e.g. 2026-12-17 or 2026-12-17T08:30:00Z.
    #[arg(long, value_parser = moment)]
    closes: Option<Time>,
    /// The market's price of YES, 0 to 1.
    #[arg(long, value_parser = share)]
    market_price: Option<f64>,
    /// What it is about; calibration is shown per topic.
    #[arg(long, default_value = "")]
    topic: String,
    /// Dollars at most.
    #[arg(long, value_parser = dollars)]
    budget: Option<MicroUsd>,
    /// Rounds of research at most, 1 to 20.
    #[arg(long, value_parser = clap::value_parser!(u32).range(ITERATIONS))]
    iterations: Option<u32>,
    /// How much the filter lets through: strict, default, loose.
    #[arg(long, value_parser = profile)]
    profile: Option<Profile>,
    /// Under this confidence the forecast is flagged for a person, 0 to 1.
    #[arg(long, value_parser = share)]
    min_confidence: Option<f64>,
    /// A person reviews the forecast before it is used.
    #[arg(long)]
    review: bool,
    /// Answers with the research request itself instead of a forecast: what should be found out, what that is worth and would
    /// cost, and the estimate without it. No research is done.
    #[arg(long)]
    propose: bool,
}

fn moment(text: &str) -> Result<Time, String> {
    if let Ok(time) = chrono::DateTime::parse_from_rfc3339(text) {
        return Ok(time.to_utc());
    }
    let day =
        text.parse::<chrono::NaiveDate>().map_err(|_| "write it like 2026-12-17 or 2026-12-17T08:30:00Z".to_owned())?;
    Ok(day.and_time(chrono::NaiveTime::MIN).and_utc())
}

fn dollars(text: &str) -> Result<MicroUsd, String> {
    // Nothing is an amount: with it only a model without a price is asked.
    MicroUsd::parse_dollars(text).map_err(|error| error.to_string())
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "must be a number from 0 to 1".to_owned())
}

fn profile(text: &str) -> Result<Profile, String> {
    Profile::parse(text).ok_or_else(|| "use strict, default or loose".to_owned())
}

/// Whose event it is, under which id, said by whom, when.
#[derive(Debug, Clone, Copy)]
pub struct Envelope<'a> {
    /// The tenant's name.
    pub tenant: &'a str,
    /// The publisher's id.
    pub id: &'a str,
    /// Who says it.
    pub source: &'a str,
    /// When it was asked.
    pub at: Option<Time>,
}

impl Asking {
    /// Words that tell two questions with the same text apart.
    pub fn words(&self) -> [&str; 2] {
        [&self.background, &self.criteria]
    }

    /// The event that asks, held against the same checks as one from outside.
    ///
    /// # Errors
    /// Which field is wrong, and how to mend it.
    pub fn event(&self, text: &str, envelope: Envelope<'_>) -> anyhow::Result<Event> {
        let market =
            self.market_price.map(|price| Market { price: Some(price), end: self.closes, ..Market::default() });
        let asked = AskedQuestion {
            text: text.to_owned(),
            background: self.background.clone(),
            resolution_criteria: self.criteria.clone(),
            closes: self.closes,
            market,
            config: self.config(),
            topic: self.topic.clone(),
        };
        checked(asked, self.budget, envelope)
    }

    fn config(&self) -> AskConfig {
        AskConfig {
            max_iterations: self.iterations,
            profile: self.profile,
            min_confidence: self.min_confidence,
            human_review: self.review,
            wanted: if self.propose { Wanted::Research } else { Wanted::Forecast },
            ..AskConfig::default()
        }
    }
}

/// A question as an event, through the contract and back: what the fleet would refuse is refused here.
///
/// # Errors
/// Which field is wrong, and how to mend it.
pub fn checked(asked: AskedQuestion, budget: Option<MicroUsd>, envelope: Envelope<'_>) -> anyhow::Result<Event> {
    let event = Event {
        id: EventId::parse(envelope.id).context("--id")?,
        tenant: Tenant::parse(envelope.tenant).context("--tenant")?,
        source: envelope.source.to_owned(),
        occurred_at: envelope.at,
        budget,
        kind: Kind::Question(asked),
    };
    Ok(Event::try_from(proto::v1::Event::from(&event))?)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        asking: Asking,
    }

    fn asked(line: &[&str]) -> anyhow::Result<AskedQuestion> {
        let asking = Line::try_parse_from([&["ask"], line].concat())?.asking;
        let event = asking.event("Will it?", Envelope { tenant: "acme", id: "i", source: "test", at: None })?;
        let Kind::Question(question) = event.kind else { unreachable!() };
        Ok(question)
    }

    #[test]
    fn everything_that_the_contract_knows_can_be_said() {
        let question = asked(&[
            "--iterations",
            "2",
            "--profile",
            "strict",
            "--min-confidence",
            "0.4",
            "--review",
            "--propose",
            "--topic",
            "weather",
            "--closes",
            "2026-12-17T08:30:00Z",
        ])
        .unwrap();
        let expected = AskConfig {
            max_iterations: Some(2),
            profile: Some(Profile::Strict),
            min_confidence: Some(0.4),
            human_review: true,
            wanted: Wanted::Research,
            ..AskConfig::default()
        };
        assert_eq!((question.config, question.topic.as_str()), (expected, "weather"));
        assert_eq!(asked(&[]).unwrap().config, AskConfig::default());
    }

    #[test]
    fn a_number_that_is_not_allowed_is_refused_with_what_is() {
        for (line, allowed) in [
            (["--min-confidence", "1.5"], "a number from 0 to 1"),
            (["--min-confidence", "NaN"], "a number from 0 to 1"),
            (["--market-price", "-0.1"], "a number from 0 to 1"),
            (["--market-price", "1.7"], "a number from 0 to 1"),
            (["--iterations", "0"], "1..=20"),
            (["--iterations", "21"], "1..=20"),
            (["--budget", "1e3"], "dollars like 1.25"),
            (["--closes", "soon"], "2026-12-17"),
        ] {
            let said = [format!("{}={}", line[0], line[1])];
            let error = asked(&said.each_ref().map(String::as_str)).unwrap_err().to_string();
            assert!(error.contains(line[0]) && error.contains(allowed), "{error}");
        }
    }

    #[test]
    fn what_the_command_line_allows_the_contract_takes_and_no_more() {
        let event = |rounds: i64| {
            let config = AskConfig { max_iterations: u32::try_from(rounds).ok(), ..AskConfig::default() };
            let asked = AskedQuestion { config, ..asked(&[]).unwrap() };
            checked(asked, None, Envelope { tenant: "acme", id: "i", source: "test", at: None })
        };
        let (least, most) = (*ITERATIONS.start(), *ITERATIONS.end());
        assert!(event(least).is_ok() && event(most).is_ok());
        assert!(event(least - 1).is_err() && event(most + 1).is_err());
    }
}
