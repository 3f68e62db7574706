//! When to leave a provider alone. Pure: time comes in, decisions come out.
//!
//! Closed lets everybody through. The first "wait" opens it for as long as the provider says, or for one second doubled
//! with every failed probe, fifteen at most. Then one call probes; the others come back. So a provider that refuses
//! everything for five minutes is asked about twenty-five times by each replica, and is in full use again within
//! fifteen seconds after it has recovered.

use std::time::Duration;

use domain::Time;

/// First pause where the provider does not say how long.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// Longest pause of our own choosing; half of the 30 s in which full use must be restored.
const LONGEST_PAUSE: Duration = Duration::from_secs(15);
/// Failures in a row (lost, failed, not reachable) that count as "leave it alone".
const FAILURES: u32 = 5;
/// A probe that has not come back by then is taken for dead. Model calls may take minutes, so this is not their bound,
/// only that of waiting for this one.
const PROBE_PATIENCE: Duration = Duration::from_secs(60);
/// When to come back while another probes.
const WHILE_PROBING: Duration = Duration::from_secs(1);

/// How a call ended, as far as the provider's health goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Health {
    /// It answered, be it with a refusal of this very request.
    Well,
    /// It asked to wait, for this long if it said so.
    Wait(Option<Duration>),
    /// It could not be reached, or lost the answer.
    Failed,
}

/// May a call go?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Admission {
    /// Go.
    Go,
    /// Go; the others wait for what becomes of it.
    Probe,
    /// Come back after this long.
    Wait(Duration),
}

/// The state for one provider and model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Breaker {
    Closed { failures: u32 },
    Open { until: Time, strikes: u32 },
    Probing { since: Time, strikes: u32 },
}

impl Default for Breaker {
    fn default() -> Self {
        Self::Closed { failures: 0 }
    }
}

impl Breaker {
    /// What [`Breaker::admit`] would say, without taking the probe.
    pub(super) fn look(&self, now: Time) -> Admission {
        match *self {
            Self::Closed { .. } => Admission::Go,
            Self::Open { until, .. } if now < until => Admission::Wait(between(now, until)),
            Self::Probing { since, .. } if between(since, now) < PROBE_PATIENCE => Admission::Wait(WHILE_PROBING),
            Self::Open { .. } | Self::Probing { .. } => Admission::Probe,
        }
    }

    /// May a call go? Takes the probe, if there is one to take.
    pub(super) fn admit(&mut self, now: Time) -> Admission {
        let admission = self.look(now);
        if admission == Admission::Probe {
            *self = Self::Probing { since: now, strikes: self.strikes() };
        }
        admission
    }

    /// A probe was not made after all: another may.
    pub(super) fn give_back(&mut self, now: Time) {
        if let Self::Probing { strikes, .. } = *self {
            *self = Self::Open { until: now, strikes };
        }
    }

    /// Learns how a call ended; answers how long everybody shall wait, if they shall.
    pub(super) fn learn(&mut self, health: Health, now: Time) -> Option<Duration> {
        match health {
            Health::Well => {
                *self = Self::default();
                None
            }
            Health::Wait(told) => Some(self.open(told, now)),
            Health::Failed => self.failed(now),
        }
    }

    /// Another replica was told to wait.
    pub(super) fn told(&mut self, wait: Duration, now: Time) {
        let until = now + wait;
        match self {
            Self::Open { until: own, .. } => *own = until.max(*own),
            Self::Probing { .. } => {}
            Self::Closed { .. } => *self = Self::Open { until, strikes: 0 },
        }
    }

    fn failed(&mut self, now: Time) -> Option<Duration> {
        match self {
            Self::Closed { failures } if *failures + 1 < FAILURES => {
                *failures += 1;
                None
            }
            Self::Closed { .. } | Self::Probing { .. } => Some(self.open(None, now)),
            Self::Open { .. } => None,
        }
    }

    /// Calls that were under way when it opened bring their refusals later: they lengthen the pause, but are no strikes.
    fn open(&mut self, told: Option<Duration>, now: Time) -> Duration {
        let strikes = match self {
            Self::Open { strikes, .. } => *strikes,
            Self::Closed { .. } | Self::Probing { .. } => self.strikes() + 1,
        };
        let own = (FIRST_PAUSE * 2_u32.saturating_pow(strikes.saturating_sub(1).min(8))).min(LONGEST_PAUSE);
        let wait = told.unwrap_or(own);
        let until = match self {
            Self::Open { until, .. } => (now + wait).max(*until),
            Self::Closed { .. } | Self::Probing { .. } => now + wait,
        };
        *self = Self::Open { until, strikes };
        between(now, until)
    }

    fn strikes(&self) -> u32 {
        match self {
            Self::Closed { .. } => 0,
            Self::Open { strikes, .. } | Self::Probing { strikes, .. } => *strikes,
        }
    }
}

fn between(from: Time, to: Time) -> Duration {
    (to - from).to_std().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: i64) -> Time {
        Time::from_timestamp_millis(1_000_000 + millis).unwrap()
    }

    #[test]
    fn a_storm_is_met_with_few_probes_and_its_end_is_noticed_soon() {
        let mut breaker = Breaker::default();
        let (mut calls, mut asked) = (0, 0);
        // Ten wishes to call a second, for five minutes; everything is refused with 529.
        for tick in 0..3_000 {
            asked += 1;
            if matches!(breaker.admit(at(tick * 100)), Admission::Go | Admission::Probe) {
                calls += 1;
                breaker.learn(Health::Wait(None), at(tick * 100));
            }
        }
        assert!(calls * 20 <= asked, "{calls} of {asked} calls");
        let back = (0..).find(|tick| {
            let now = at(300_000 + tick * 100);
            matches!(breaker.admit(now), Admission::Probe) && breaker.learn(Health::Well, now).is_none()
        });
        assert!(back.unwrap() <= 150, "full use again within 15 s");
        assert_eq!(breaker.admit(at(400_000)), Admission::Go);
    }

    #[test]
    fn the_first_refusals_of_a_storm_are_one_strike_however_many_were_under_way() {
        let mut breaker = Breaker::default();
        for _ in 0..100 {
            assert_eq!(breaker.learn(Health::Wait(None), at(0)), Some(FIRST_PAUSE));
        }
        assert_eq!(breaker.admit(at(1_000)), Admission::Probe);
        assert_eq!(breaker.admit(at(1_000)), Admission::Wait(WHILE_PROBING), "one probe at a time");
    }

    #[test]
    fn the_providers_word_counts_and_the_longest_of_them() {
        let mut breaker = Breaker::default();
        breaker.learn(Health::Wait(Some(Duration::from_secs(20))), at(0));
        assert_eq!(breaker.learn(Health::Wait(Some(Duration::from_secs(3))), at(0)), Some(Duration::from_secs(20)));
        assert_eq!(breaker.look(at(19_000)), Admission::Wait(Duration::from_secs(1)));
    }

    #[test]
    fn single_failures_do_not_open_it_and_five_in_a_row_do() {
        let mut breaker = Breaker::default();
        for _ in 0..4 {
            assert_eq!(breaker.learn(Health::Failed, at(0)), None);
        }
        breaker.learn(Health::Well, at(0));
        for _ in 0..4 {
            assert_eq!(breaker.learn(Health::Failed, at(0)), None);
        }
        assert_eq!(breaker.learn(Health::Failed, at(0)), Some(FIRST_PAUSE));
    }

    #[test]
    fn a_probe_that_is_given_back_or_dies_does_not_block_for_ever() {
        let mut breaker = Breaker::default();
        breaker.learn(Health::Wait(None), at(0));
        assert_eq!(breaker.admit(at(1_000)), Admission::Probe);
        breaker.give_back(at(1_000));
        assert_eq!(breaker.admit(at(1_000)), Admission::Probe);
        assert_eq!(breaker.admit(at(62_000)), Admission::Probe);
    }
}
