//! When a provider may be called again after it refused calls or failed.
//!
//! The decision is pure: (state, event, now) gives the next state. `now` is the time since an origin that the caller
//! chooses and keeps, so that wall clocks and monotonic clocks both serve. `coordination::SharedCoolDowns` holds the
//! states of a process and shares the waits with the other replicas.
//!
//! The first refusal starts a cool-down of the length that the provider requests, else of [`Policy::first`], doubled
//! with every failed probe up to [`Policy::longest`]. Then one call probes the provider while the others wait. With
//! [`Policy::MODEL`] a provider that refuses every call for five minutes receives about 25 calls from each replica, and
//! is in full use again within 15 s of its recovery.

use std::time::Duration;

/// Wait of a call while another one probes the provider.
const WHILE_PROBING: Duration = Duration::from_secs(1);

/// Limits of a cool-down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Consecutive failures that start a cool-down; at least 1. A refusal starts one at once.
    pub failures: u32,
    /// First wait if the provider requests none.
    pub first: Duration,
    /// Maximum wait if the provider requests none.
    pub longest: Duration,
    /// Time after which an unanswered probe counts as lost. `None` disables probing: when the wait is over, every call
    /// is admitted.
    pub probe: Option<Duration>,
}

impl Policy {
    /// For model providers. The longest wait is half of the 30 s within which full use must be restored. Model calls
    /// may take minutes; the 60 s bound only how long the other calls wait for a probe.
    pub const MODEL: Self = Self {
        failures: 5,
        first: Duration::from_secs(1),
        longest: Duration::from_secs(15),
        probe: Some(Duration::from_secs(60)),
    };

    /// For hosts and services of the web, whose waits are computed by the caller.
    pub const WEB: Self = Self { probe: None, ..Self::MODEL };
}

/// An observation about the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The provider answered; a rejection of one particular request counts as an answer.
    Answered,
    /// The provider refused the call and requested this wait, if it named one.
    Refused(Option<Duration>),
    /// The provider could not be reached, failed, or lost the answer.
    Failed,
    /// Another replica announced a cool-down of this remaining length.
    Announced(Duration),
    /// The probe was not made after all.
    ProbeAbandoned,
}

/// Decision about one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    /// The call may be made.
    Admit,
    /// The call may be made and probes the provider; the other calls wait for its result.
    Probe,
    /// The call must not be made before this time has passed.
    Wait(Duration),
}

/// Cool-down of one provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CoolDown {
    /// Calls are admitted.
    Ready {
        /// Consecutive failures so far.
        failures: u32,
    },
    /// Calls are held back.
    Cooling {
        /// End of the wait.
        until: Duration,
        /// Cool-downs in a row, counting from 1; 0 if another replica announced it.
        strikes: u32,
    },
    /// One call probes the provider; the others are held back.
    Probing {
        /// Start of the probe.
        since: Duration,
        /// Cool-downs in a row, as in [`CoolDown::Cooling`].
        strikes: u32,
    },
}

impl Default for CoolDown {
    fn default() -> Self {
        Self::Ready { failures: 0 }
    }
}

impl CoolDown {
    /// Decides about a call at `now` without changing the state.
    pub fn admission(self, now: Duration, policy: &Policy) -> Admission {
        match (self, policy.probe) {
            (Self::Cooling { until, .. }, _) if now < until => Admission::Wait(until - now),
            (Self::Probing { since, .. }, Some(patience)) if now < since + patience => Admission::Wait(WHILE_PROBING),
            (Self::Ready { .. }, _) | (_, None) => Admission::Admit,
            (Self::Cooling { .. } | Self::Probing { .. }, Some(_)) => Admission::Probe,
        }
    }

    /// Decides about a call at `now` and claims the probe if one is due.
    pub fn admit(&mut self, now: Duration, policy: &Policy) -> Admission {
        let admission = self.admission(now, policy);
        if admission == Admission::Probe {
            *self = Self::Probing { since: now, strikes: self.strikes() };
        }
        admission
    }

    /// Applies an event. Returns the wait that all replicas should observe if the event starts or extends a cool-down.
    pub fn record(&mut self, event: Event, now: Duration, policy: &Policy) -> Option<Duration> {
        let next = self.next(event, now, policy);
        let starts = match event {
            Event::Refused(_) => true,
            Event::Failed => !matches!(self, Self::Cooling { .. }),
            Event::Answered | Event::Announced(_) | Event::ProbeAbandoned => false,
        };
        *self = next;
        match next {
            Self::Cooling { until, .. } if starts => Some(until.saturating_sub(now)),
            _ => None,
        }
    }

    fn next(self, event: Event, now: Duration, policy: &Policy) -> Self {
        match (event, self) {
            (Event::Answered, _) => Self::default(),
            (Event::Refused(requested), _) => self.cooling(requested, now, policy),
            (Event::Failed, Self::Ready { failures }) if failures + 1 < policy.failures => {
                Self::Ready { failures: failures + 1 }
            }
            (Event::Failed, Self::Ready { .. } | Self::Probing { .. }) => self.cooling(None, now, policy),
            (Event::Announced(wait), Self::Ready { .. }) => Self::Cooling { until: now + wait, strikes: 0 },
            (Event::Announced(wait), Self::Cooling { until, strikes }) => {
                Self::Cooling { until: until.max(now + wait), strikes }
            }
            (Event::ProbeAbandoned, Self::Probing { strikes, .. }) => Self::Cooling { until: now, strikes },
            (Event::Failed | Event::Announced(_) | Event::ProbeAbandoned, _) => self,
        }
    }

    /// Refusals of calls that were under way when the cool-down started arrive later: they extend the wait but are not
    /// counted as further strikes.
    fn cooling(self, requested: Option<Duration>, now: Duration, policy: &Policy) -> Self {
        let (strikes, earliest) = match self {
            Self::Cooling { until, strikes } => (strikes, until),
            Self::Ready { .. } | Self::Probing { .. } => (self.strikes() + 1, Duration::ZERO),
        };
        let doubled = policy.first * 2_u32.saturating_pow(strikes.saturating_sub(1).min(8));
        let wait = requested.unwrap_or(doubled.min(policy.longest));
        Self::Cooling { until: earliest.max(now + wait), strikes }
    }

    fn strikes(self) -> u32 {
        match self {
            Self::Ready { .. } => 0,
            Self::Cooling { strikes, .. } | Self::Probing { strikes, .. } => strikes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: &Policy = &Policy::MODEL;

    fn at(millis: u64) -> Duration {
        Duration::from_millis(1_000_000 + millis)
    }

    #[test]
    fn an_overloaded_provider_receives_few_probes_and_is_used_again_soon() {
        let mut state = CoolDown::default();
        let mut calls = 0;
        // Ten calls wanted a second, for five minutes; the provider refuses every one with 529.
        for tick in 0..3_000 {
            if !matches!(state.admit(at(tick * 100), MODEL), Admission::Wait(_)) {
                calls += 1;
                state.record(Event::Refused(None), at(tick * 100), MODEL);
            }
        }
        assert!(calls * 20 <= 3_000, "{calls} of 3000 calls");
        let back = (0..).find(|tick| {
            let now = at(300_000 + tick * 100);
            state.admit(now, MODEL) == Admission::Probe && state.record(Event::Answered, now, MODEL).is_none()
        });
        assert!(back.unwrap() <= 150, "full use again within 15 s");
        assert_eq!(state.admit(at(400_000), MODEL), Admission::Admit);
    }

    #[test]
    fn refusals_of_calls_under_way_count_as_one_strike() {
        let mut state = CoolDown::default();
        for _ in 0..100 {
            assert_eq!(state.record(Event::Refused(None), at(0), MODEL), Some(MODEL.first));
        }
        assert_eq!(state.admit(at(1_000), MODEL), Admission::Probe);
        assert_eq!(state.admit(at(1_000), MODEL), Admission::Wait(WHILE_PROBING), "one probe at a time");
    }

    #[test]
    fn the_longest_requested_wait_is_observed() {
        let mut state = CoolDown::default();
        state.record(Event::Refused(Some(Duration::from_secs(20))), at(0), MODEL);
        let second = state.record(Event::Refused(Some(Duration::from_secs(3))), at(0), MODEL);
        assert_eq!(second, Some(Duration::from_secs(20)));
        assert_eq!(state.admission(at(19_000), MODEL), Admission::Wait(Duration::from_secs(1)));
        state.record(Event::Announced(Duration::from_secs(9)), at(19_000), MODEL);
        assert_eq!(
            state.admission(at(20_000), MODEL),
            Admission::Wait(Duration::from_secs(8)),
            "another replica's wait"
        );
    }

    #[test]
    fn five_consecutive_failures_start_a_cool_down() {
        let mut state = CoolDown::default();
        let mut fails = |times: u32| (0..times).find_map(|_| state.record(Event::Failed, at(0), MODEL));
        assert_eq!(fails(4), None);
        state.record(Event::Answered, at(0), MODEL);
        let mut fails = |times: u32| (0..times).find_map(|_| state.record(Event::Failed, at(0), MODEL));
        assert_eq!((fails(4), fails(1)), (None, Some(MODEL.first)));
    }

    #[test]
    fn an_abandoned_or_lost_probe_is_replaced() {
        let mut state = CoolDown::default();
        state.record(Event::Refused(None), at(0), MODEL);
        assert_eq!(state.admit(at(1_000), MODEL), Admission::Probe);
        state.record(Event::ProbeAbandoned, at(1_000), MODEL);
        assert_eq!(state.admit(at(1_000), MODEL), Admission::Probe);
        assert_eq!(state.admit(at(62_000), MODEL), Admission::Probe);
    }

    #[test]
    fn without_probes_all_calls_are_admitted_after_the_wait() {
        let mut state = CoolDown::default();
        state.record(Event::Refused(Some(Duration::from_secs(5))), at(0), &Policy::WEB);
        assert_eq!(state.admit(at(4_000), &Policy::WEB), Admission::Wait(Duration::from_secs(1)));
        assert_eq!(state.admit(at(5_000), &Policy::WEB), Admission::Admit);
        assert_eq!(state.admit(at(5_000), &Policy::WEB), Admission::Admit);
    }
}
