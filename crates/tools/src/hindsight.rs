//! Leaves out material that a task as of an earlier day must not use, before reading it is paid for.
//! [`domain::hindsight`] holds the rule and applies it to the finished research again: only material dated before the
//! day passes. Pure.

use domain::hindsight::{WithheldReason, withheld_reason};
use domain::research::LeftOut;
use domain::{Source, Time};

/// Search results, divided by date.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Sifted {
    /// Results that may be read.
    pub(crate) kept: Vec<Source>,
    /// Results dated on the day or later.
    pub(crate) left_out: Vec<LeftOut>,
}

/// Divides search results for a task as of a day. A result without a date keeps its address only: the page may give the
/// date, and the title may be newer than the day.
pub(crate) fn sift(found: Vec<Source>, as_of: Option<Time>) -> Sifted {
    let mut sifted = Sifted::default();
    for mut source in found {
        match exclusion(source.published_at, as_of) {
            Some(WithheldReason::Later(_)) => {
                sifted.left_out.push(LeftOut { address: source.url, published_at: source.published_at });
                continue;
            }
            Some(WithheldReason::Undated) => source.title.clear(),
            None => {}
        }
        sifted.kept.push(source);
    }
    sifted
}

/// Returns the reason for leaving out material with this publication date; `None` if it is used.
pub(crate) fn exclusion(published_at: Option<Time>, as_of: Option<Time>) -> Option<WithheldReason> {
    as_of.and_then(|as_of| withheld_reason(published_at, as_of))
}

/// Returns true if what memory learned at that time may be used.
pub(crate) fn was_known(learned_at: Time, as_of: Option<Time>) -> bool {
    as_of.is_none_or(|as_of| learned_at < as_of)
}

#[cfg(test)]
mod tests {
    use domain::Tier;

    use super::*;

    fn day(n: i64) -> Time {
        Time::from_timestamp(1_771_459_200 + n * 86_400, 0).unwrap()
    }

    fn found(id: &str, published_at: Option<Time>) -> Source {
        Source {
            id: id.into(),
            url: format!("https://{id}.example/"),
            title: "A title".into(),
            published_at,
            fetched_at: day(9),
            tier: Tier::Other,
            ..domain::testing::source()
        }
    }

    #[test]
    fn later_results_are_left_out_and_undated_ones_keep_their_address_only() {
        let all = || vec![found("a", Some(day(-1))), found("b", Some(day(0))), found("c", None)];
        let sifted = sift(all(), Some(day(0)));
        let kept: Vec<_> = sifted.kept.iter().map(|source| (source.id.as_str(), source.title.as_str())).collect();
        assert_eq!(kept, [("a", "A title"), ("c", "")]);
        assert_eq!(sifted.left_out, [LeftOut { address: "https://b.example/".into(), published_at: Some(day(0)) }]);
        assert_eq!(
            sift(all(), None),
            Sifted { kept: all(), left_out: Vec::new() },
            "nothing is left out without a day"
        );
        assert!(was_known(day(-1), Some(day(0))) && !was_known(day(0), Some(day(0))) && was_known(day(5), None));
    }
}
