//! The quick judgement: events that the rules alone find uninteresting. Pure, without the model, Postgres and Redis.

use domain::event::Transaction;
use domain::{Decider, Event, EventKind, MicroUsd, QuietRule, Verdict};

use crate::alarm;
use crate::decide::{TransactionVerdict, is_large_trade, is_low_confidence};
use crate::rules::Rules;

/// Inputs of the quick judgement.
#[derive(Debug, Clone, Copy)]
pub struct Judge<'a> {
    /// The deterministic rules.
    pub rules: &'a Rules,
    /// Trades above this value are forecast.
    pub scout: MicroUsd,
    /// `true` if no model is configured, so that the rules decide about everything.
    pub alone: bool,
}

impl Judge<'_> {
    /// Returns the verdict about an event that deserves no attention; `None` for every other event, which the handler
    /// decides about.
    pub fn verdict(&self, event: &Event) -> Option<Verdict> {
        let (rule, score) = self.decide(&event.kind)?;
        Some(Verdict { event: event.id.clone(), kind: event.kind.name(), rule, score })
    }

    fn decide(&self, kind: &EventKind) -> Option<(QuietRule, f32)> {
        let rule = match kind {
            EventKind::Transaction(tx) => match self.rules.dismiss(tx) {
                None if self.alone => return self.without_model(tx),
                ruled => ruled?,
            },
            EventKind::ScoutAlert(alert) if alert.market.question.trim().is_empty() => QuietRule::NoQuestion,
            EventKind::ScoutAlert(alert) if !is_large_trade(alert, self.scout) => QuietRule::SmallTrade,
            EventKind::RetrievalMiss(miss) if !is_low_confidence(miss) => QuietRule::ConfidentLookup,
            EventKind::Directions(directions) if directions.bundles.is_empty() => QuietRule::NoBundle,
            _ => return None,
        };
        Some((rule, 0.0))
    }

    /// A transaction that may raise an alarm is not quiet: the handler looks up whether its tokens have fresh research.
    fn without_model(&self, tx: &Transaction) -> Option<(QuietRule, f32)> {
        let opinion = self.rules.without_model(tx);
        if self.rules.is_watched(tx) || opinion.interesting {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "a score of 0 to 1 needs no more than 24 bits")]
        let score = opinion.score as f32;
        let decided_by = Decider::RulesWithoutModel;
        let verdict = TransactionVerdict { opinion, decided_by, wanted: None, alarm: None };
        alarm::detect(tx, &verdict).is_none().then_some((QuietRule::RulesAlone, score))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::sample::{alert_of, directions_of, macro_of, miss_of, named, question, swap};

    fn rules() -> Rules {
        Rules {
            min_usd: MicroUsd::dollars(100),
            alone_usd: MicroUsd::dollars(1_000),
            whale_usd: MicroUsd::dollars(100_000),
            wallets: HashSet::from(["whale".to_owned()]),
            ..Rules::default()
        }
    }

    fn ruled(kind: EventKind, alone: bool) -> Option<QuietRule> {
        let (rules, scout) = (rules(), MicroUsd::dollars(5_000));
        let judge = Judge { rules: &rules, scout, alone };
        judge.verdict(&named("e", kind)).map(|verdict| verdict.rule)
    }

    #[test]
    fn only_what_the_rules_dismiss_is_quiet() {
        assert_eq!(ruled(swap("MintA", Some(99)), false), Some(QuietRule::BelowMinimum));
        assert_eq!(ruled(swap("MintA", Some(100)), false), None);
        assert_eq!(ruled(swap("MintA", None), false), None);
        assert_eq!(ruled(alert_of(MicroUsd::dollars(5_000)), false), Some(QuietRule::SmallTrade));
        assert_eq!(ruled(alert_of(MicroUsd::dollars(5_001)), false), None);
        assert_eq!(ruled(miss_of(0.5, 0.5), false), Some(QuietRule::ConfidentLookup));
        assert_eq!(ruled(miss_of(0.4, 0.5), false), None);
        assert_eq!(ruled(directions_of(0), false), Some(QuietRule::NoBundle));
        assert_eq!(ruled(directions_of(1), false), None);
        assert_eq!((ruled(question(), false), ruled(macro_of("m"), false)), (None, None));
    }

    #[test]
    fn without_a_model_quiet_is_what_the_rules_alone_find_uninteresting_and_not_alarming() {
        assert_eq!(ruled(swap("MintA", Some(999)), true), Some(QuietRule::RulesAlone));
        assert_eq!(ruled(swap("MintA", Some(1_000)), true), None);
        let changed = |change: fn(&mut Transaction)| {
            let mut kind = swap("MintA", Some(500));
            if let EventKind::Transaction(tx) = &mut kind {
                change(tx);
            }
            ruled(kind, true)
        };
        assert_eq!(changed(|tx| tx.description = "All liquidity was removed: a rug pull, funds stolen.".into()), None);
        assert_eq!(changed(|tx| tx.wallets.push("whale".into())), None);
    }
}
