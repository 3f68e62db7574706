//! What a task that answers as of a day leaves out before it is paid for. The rule is [`domain::hindsight`]'s, which withholds the
//! same from the run later: what is not dated, and dated before, does not pass. Pure.

use domain::hindsight::{Why, against};
use domain::research::LeftOut;
use domain::{Source, Time};

/// What the results of a search come to.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Sifted {
    /// Results that may be read.
    pub(crate) kept: Vec<Source>,
    /// Those that are from the day or later.
    pub(crate) left_out: Vec<LeftOut>,
}

/// Search results for a task as of that day. One without a date keeps its address alone, for the page may tell its date; its title
/// may be from yesterday.
pub(crate) fn sift(found: Vec<Source>, as_of: Option<Time>) -> Sifted {
    let mut sifted = Sifted::default();
    for mut source in found {
        match bars(source.published_at, as_of) {
            Some(Why::Later(_)) => {
                sifted.left_out.push(LeftOut { address: source.url, published_at: source.published_at });
                continue;
            }
            Some(Why::Undated) => source.title.clear(),
            None => {}
        }
        sifted.kept.push(source);
    }
    sifted
}

/// Why something that was published then is left out; `None` if it is not.
pub(crate) fn bars(published_at: Option<Time>, as_of: Option<Time>) -> Option<Why> {
    as_of.and_then(|as_of| against(published_at, as_of))
}

/// What memory learned then may be used.
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
            publisher: String::new(),
            published_at,
            fetched_at: day(9),
            tier: Tier::Other,
            content_hash: String::new(),
        }
    }

    #[test]
    fn what_is_later_goes_and_what_is_undated_keeps_its_address_alone() {
        let all = || vec![found("a", Some(day(-1))), found("b", Some(day(0))), found("c", None)];
        let sifted = sift(all(), Some(day(0)));
        let kept: Vec<_> = sifted.kept.iter().map(|source| (source.id.as_str(), source.title.as_str())).collect();
        assert_eq!(kept, [("a", "A title"), ("c", "")]);
        assert_eq!(sifted.left_out, [LeftOut { address: "https://b.example/".into(), published_at: Some(day(0)) }]);
        assert_eq!(
            sift(all(), None),
            Sifted { kept: all(), left_out: Vec::new() },
            "without a day nothing is left out"
        );
        assert!(was_known(day(-1), Some(day(0))) && !was_known(day(0), Some(day(0))) && was_known(day(5), None));
    }
}
