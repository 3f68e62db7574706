//! `question.proto`: questions to forecast.

use domain::event::{AskConfig, AskedQuestion, Wanted};
use domain::review::ReviewRules;
use domain::{AnswerKind, Profile};

use super::check;
use super::deep_report::depth_from_wire;
use super::entity_request::{rules, rules_to_wire};
use crate::event::InvalidEvent;
use crate::v1;
use crate::v1::question::Kind;

/// Range of `max_iterations`. The fleet's limit is 5 and an event can only lower it, so a value above 20 is an error.
const ITERATIONS: (u32, u32) = (1, 20);

impl TryFrom<v1::Question> for AskedQuestion {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Question) -> Result<Self, InvalidEvent> {
        let v1::Question { text, background, resolution_criteria, closes, market, config, topic, kind } = wire;
        Ok(Self {
            text: check::filled_text(text, "text", check::LINE)?,
            background: check::text(background, "background", check::TEXT)?,
            resolution_criteria: check::text(resolution_criteria, "resolution_criteria", check::TEXT)?,
            closes: check::time_opt(closes, "closes")?,
            market: check::optional(market, "market")?,
            config: check::nested(config.unwrap_or_default(), "config")?,
            topic: check::text(topic, "topic", check::NAME)?,
            kind: kind.map(kind_from_wire).transpose()?,
        })
    }
}

impl From<&AskedQuestion> for v1::Question {
    fn from(asked: &AskedQuestion) -> Self {
        let AskedQuestion { text, background, resolution_criteria, closes, market, config, topic, kind } = asked;
        Self {
            text: text.clone(),
            background: background.clone(),
            resolution_criteria: resolution_criteria.clone(),
            closes: closes.map(check::stamp),
            market: market.as_ref().map(Into::into),
            config: Some(config.into()),
            topic: topic.clone(),
            kind: kind.as_ref().map(kind_to_wire),
        }
    }
}

/// Converts a kind and checks its parts.
fn kind_from_wire(wire: Kind) -> Result<AnswerKind, InvalidEvent> {
    let kind = match wire {
        Kind::Binary(v1::Binary {}) => AnswerKind::Binary,
        Kind::MultipleChoice(v1::MultipleChoice { options, open }) => AnswerKind::MultipleChoice { options, open },
        Kind::Numeric(v1::Numeric { unit, lower, upper }) => AnswerKind::Numeric { unit, lower, upper },
        Kind::Date(v1::DateAnswer {}) => AnswerKind::Date,
        Kind::Conditional(v1::Conditional { condition }) => AnswerKind::Conditional { condition },
        Kind::Report(v1::Report { depth }) => AnswerKind::Report { depth: depth_from_wire(depth, "report.depth")? },
    };
    let name = kind.name();
    kind.checked().map_err(|invalid| InvalidEvent::new(format!("{name}.{}", invalid.field), invalid.problem))
}

fn kind_to_wire(kind: &AnswerKind) -> Kind {
    match kind.clone() {
        AnswerKind::Binary => Kind::Binary(v1::Binary {}),
        AnswerKind::MultipleChoice { options, open } => Kind::MultipleChoice(v1::MultipleChoice { options, open }),
        AnswerKind::Numeric { unit, lower, upper } => Kind::Numeric(v1::Numeric { unit, lower, upper }),
        AnswerKind::Date => Kind::Date(v1::DateAnswer {}),
        AnswerKind::Conditional { condition } => Kind::Conditional(v1::Conditional { condition }),
        AnswerKind::Report { depth } => Kind::Report(v1::Report { depth: u32::from(depth) }),
    }
}

impl TryFrom<v1::AskConfig> for AskConfig {
    type Error = InvalidEvent;

    fn try_from(wire: v1::AskConfig) -> Result<Self, InvalidEvent> {
        let v1::AskConfig {
            max_iterations,
            profile,
            min_confidence,
            human_review,
            as_of,
            wanted,
            urgent,
            sources,
            independent,
            review_if,
            clarify,
        } = wire;
        Ok(Self {
            max_iterations: max_iterations.map(|n| check::count(n, "max_iterations", ITERATIONS)).transpose()?,
            profile: if profile == 0 { None } else { Some(profile_from_wire(profile, "profile")?) },
            min_confidence: min_confidence.map(|least| check::fraction(least, "min_confidence")).transpose()?,
            human_review,
            as_of: check::time_opt(as_of, "as_of")?,
            wanted: wanted_from_wire(wanted)?,
            can_wait: urgent == Some(false),
            sources: rules(sources)?,
            independent,
            review_if: review_rules(review_if.unwrap_or_default())?,
            clarify,
        })
    }
}

impl From<&AskConfig> for v1::AskConfig {
    fn from(config: &AskConfig) -> Self {
        let AskConfig {
            max_iterations,
            profile,
            min_confidence,
            human_review,
            as_of,
            wanted,
            can_wait,
            sources,
            independent,
            review_if,
            clarify,
        } = config;
        Self {
            max_iterations: *max_iterations,
            profile: profile.map_or(0, profile_to_wire),
            min_confidence: *min_confidence,
            human_review: *human_review,
            as_of: as_of.map(check::stamp),
            wanted: wanted_to_wire(*wanted).into(),
            urgent: can_wait.then_some(false),
            sources: rules_to_wire(sources),
            independent: *independent,
            review_if: (!review_if.is_empty()).then(|| review_rules_to_wire(review_if)),
            clarify: *clarify,
        }
    }
}

fn review_rules(wire: v1::ReviewRules) -> Result<ReviewRules, InvalidEvent> {
    let v1::ReviewRules { below_confidence, over_budget, contradiction, price_gap } = wire;
    let share = |value: Option<f64>, field| value.map(|value| check::fraction(value, field)).transpose();
    Ok(ReviewRules {
        below_confidence: share(below_confidence, "below_confidence")?,
        over_budget,
        contradiction,
        price_gap: share(price_gap, "price_gap")?,
    })
}

fn review_rules_to_wire(rules: &ReviewRules) -> v1::ReviewRules {
    let ReviewRules { below_confidence, over_budget, contradiction, price_gap } = *rules;
    v1::ReviewRules { below_confidence, over_budget, contradiction, price_gap }
}

fn wanted_from_wire(number: i32) -> Result<Wanted, InvalidEvent> {
    check::choice(number, "wanted", |wanted| match wanted {
        v1::Wanted::Unspecified | v1::Wanted::Forecast => Some(Wanted::Forecast),
        v1::Wanted::Research => Some(Wanted::Research),
    })
}

/// A forecast is encoded as unspecified: it is the default, and older readers know no other value.
fn wanted_to_wire(wanted: Wanted) -> v1::Wanted {
    match wanted {
        Wanted::Forecast => v1::Wanted::Unspecified,
        Wanted::Research => v1::Wanted::Research,
    }
}

/// Converts a profile that must be set.
pub(super) fn profile_from_wire(number: i32, path: &str) -> Result<Profile, InvalidEvent> {
    check::choice(number, path, |profile| match profile {
        v1::FilterProfile::Unspecified => None,
        v1::FilterProfile::Strict => Some(Profile::Strict),
        v1::FilterProfile::Default => Some(Profile::Default),
        v1::FilterProfile::Loose => Some(Profile::Loose),
    })
}

pub(super) fn profile_to_wire(profile: Profile) -> i32 {
    match profile {
        Profile::Strict => v1::FilterProfile::Strict,
        Profile::Default => v1::FilterProfile::Default,
        Profile::Loose => v1::FilterProfile::Loose,
    }
    .into()
}
