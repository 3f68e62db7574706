//! Edit distance between two texts.

/// Returns the number of insertions, deletions, substitutions and swaps of neighbours that convert one text to the
/// other (optimal string alignment), or `None` if it exceeds `most`.
pub fn distance(one: &[char], other: &[char], most: usize) -> Option<usize> {
    if one.len().abs_diff(other.len()) > most {
        return None;
    }
    let width = other.len() + 1;
    let mut before: Vec<usize> = vec![0; width];
    let mut last: Vec<usize> = (0..width).collect();
    let mut row: Vec<usize> = vec![0; width];
    for i in 1..=one.len() {
        row[0] = i;
        let mut least = i;
        for j in 1..width {
            let substituted = last[j - 1] + usize::from(one[i - 1] != other[j - 1]);
            row[j] = substituted.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
            least = least.min(row[j]);
        }
        // Values of later rows only grow; a swap can reach back one row.
        if least > most + 1 {
            return None;
        }
        std::mem::swap(&mut before, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    Some(last[other.len()]).filter(|found| *found <= most)
}

/// Returns the text and each variant that lacks one character. Two texts that are one error apart share one of these.
pub fn lacking_one(text: &str) -> Vec<String> {
    let starts: Vec<(usize, char)> = text.char_indices().collect();
    let without = |(at, c): &(usize, char)| format!("{}{}", &text[..*at], &text[at + c.len_utf8()..]);
    std::iter::once(text.to_owned()).chain(starts.iter().map(without)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn errors(one: &str, other: &str) -> Option<usize> {
        distance(&one.chars().collect::<Vec<_>>(), &other.chars().collect::<Vec<_>>(), 3)
    }

    #[test]
    fn errors_are_counted() {
        assert_eq!(errors("token", "token"), Some(0));
        assert_eq!(errors("tkoen", "token"), Some(1), "a swap is one error");
        assert_eq!(errors("toen", "token"), Some(1));
        assert_eq!(errors("tokken", "token"), Some(1));
        assert_eq!(errors("tqkqn", "token"), Some(2));
        assert_eq!(errors("abcdefgh", "token"), None);
    }

    proptest! {
        #[test]
        fn distance_is_symmetric_and_one_error_shares_a_variant(one in "[abc]{0,7}", other in "[abc]{0,7}") {
            prop_assert_eq!(errors(&one, &other), errors(&other, &one));
            if errors(&one, &other).is_some_and(|errors| errors <= 1) {
                let shared = lacking_one(&one).into_iter().any(|lack| lacking_one(&other).contains(&lack));
                prop_assert!(shared, "{one} {other}");
            }
        }
    }
}
