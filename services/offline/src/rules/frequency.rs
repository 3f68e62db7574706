//! Counts that a finding states: `in 14 of the last 30 years`, `seven of their last ten matches`, `in the last five
//! elections … four times`.

use domain::forecast::Cases;
use domain::number_word;

/// Words that may stand between `of` and the number of cases.
const BETWEEN: [&str; 9] = ["the", "their", "its", "his", "her", "last", "past", "previous", "these"];
/// Words of which one must precede the number of cases: a share of something else is no frequency.
const PAST: [&str; 3] = ["last", "past", "previous"];
/// Most words between the number of cases and the number of times that follows it.
const FAR: usize = 20;

/// Returns the first count of a text; `None` if it states none.
pub(super) fn stated(text: &str) -> Option<Cases> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    (0..words.len()).find_map(|at| n_of_last_m(&words[at..]).or_else(|| last_m_then_n_times(&words[at..])))
}

/// `14 of the last 30`.
fn n_of_last_m(words: &[&str]) -> Option<Cases> {
    let (first, rest) = words.split_first()?;
    let rest = rest.strip_prefix(&["of"])?;
    let skipped = rest.iter().take_while(|word| BETWEEN.contains(word)).count();
    if !rest[..skipped].iter().any(|word| PAST.contains(word)) {
        return None;
    }
    frequency(number(first)?, number(rest.get(skipped)?)?)
}

/// `the last five elections … four times`.
fn last_m_then_n_times(words: &[&str]) -> Option<Cases> {
    let (first, rest) = words.split_first()?;
    if !PAST.contains(first) {
        return None;
    }
    let trials = number(rest.first()?)?;
    let near = &rest[..rest.len().min(FAR)];
    let times = near.windows(2).find(|pair| pair[1] == "times").map(|pair| number(pair[0]));
    frequency(times??, trials)
}

fn frequency(successes: u64, trials: u64) -> Option<Cases> {
    (trials > 0 && successes <= trials).then_some(Cases { successes, trials })
}

fn number(word: &str) -> Option<u64> {
    word.parse().ok().or_else(|| number_word::parse(word).map(u64::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_in_both_orders() {
        let read = |text: &str| stated(text).map(|count| (count.successes, count.trials));
        assert_eq!(read("Snow fell before Christmas in 14 of the last 30 years."), Some((14, 30)));
        assert_eq!(read("They won seven of their last ten matches."), Some((7, 10)));
        assert_eq!(read("In the last five elections the leader won the most seats four times."), Some((4, 5)));
    }

    #[test]
    fn a_share_is_no_frequency() {
        assert_eq!(stated("Nine of the eleven economists expect a cut."), None);
        assert_eq!(stated("It cost 30 of the last 14 dollars."), None, "more than all");
        assert_eq!(stated("In the last twelve meetings they won six."), None, "no number of times");
        assert_eq!(stated("14 of"), None);
    }
}
