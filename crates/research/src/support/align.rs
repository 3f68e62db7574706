//! Aligns a sentence of a finding with a quote: the longest common sequence of tokens, and the gaps between them.

use super::token::Token;

/// Least number of letters of a common beginning of two words of one family.
const MIN_PREFIX: usize = 5;
/// Least share of the longer word that the common beginning makes up.
const MIN_PREFIX_SHARE: f64 = 0.7;

/// A stretch of the finding and the stretch of the quote that corresponds to it. Either may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Gap {
    pub(super) finding: std::ops::Range<usize>,
    pub(super) quote: std::ops::Range<usize>,
    /// True if aligned tokens precede and follow it.
    pub(super) inner: bool,
}

/// The alignment of two token sequences.
#[derive(Debug, Clone, Default)]
pub(super) struct Alignment {
    /// Pairs of indices, both ascending.
    pub(super) pairs: Vec<(usize, usize)>,
    lengths: (usize, usize),
}

impl Alignment {
    pub(super) fn new(finding: &[Token], quote: &[Token]) -> Self {
        let width = quote.len() + 1;
        let mut best = vec![0_u32; (finding.len() + 1) * width];
        for i in (0..finding.len()).rev() {
            for j in (0..quote.len()).rev() {
                let skip = best[(i + 1) * width + j].max(best[i * width + j + 1]);
                let take =
                    if same(&finding[i], &quote[j]) { weight(&finding[i]) + best[(i + 1) * width + j + 1] } else { 0 };
                best[i * width + j] = skip.max(take);
            }
        }
        let (mut pairs, mut i, mut j) = (Vec::new(), 0, 0);
        while i < finding.len() && j < quote.len() {
            let here = best[i * width + j];
            if same(&finding[i], &quote[j]) && here == weight(&finding[i]) + best[(i + 1) * width + j + 1] {
                pairs.push((i, j));
                i += 1;
                j += 1;
            } else if here == best[(i + 1) * width + j] {
                i += 1;
            } else {
                j += 1;
            }
        }
        Self { pairs, lengths: (finding.len(), quote.len()) }
    }

    /// Returns the share of the finding's tokens that are aligned.
    #[expect(clippy::cast_precision_loss, reason = "counts of words")]
    pub(super) fn share(&self) -> f64 {
        self.pairs.len() as f64 / self.lengths.0.max(1) as f64
    }

    /// Returns the gaps before, between and after the aligned tokens.
    pub(super) fn gaps(&self) -> Vec<Gap> {
        let (mut gaps, mut i, mut j) = (Vec::new(), 0, 0);
        for (n, (next_i, next_j)) in self.pairs.iter().chain([&self.lengths]).enumerate() {
            let inner = n > 0 && n < self.pairs.len();
            if *next_i > i || *next_j > j {
                gaps.push(Gap { finding: i..*next_i, quote: j..*next_j, inner });
            }
            (i, j) = (next_i + 1, next_j + 1);
        }
        gaps
    }
}

/// Tokens of meaning weigh more than function words, so that the alignment follows them.
fn weight(token: &Token) -> u32 {
    if token.content || token.figure { 3 } else { 1 }
}

/// Returns true if two tokens mean the same.
pub(super) fn same(one: &Token, other: &Token) -> bool {
    if one.figure != other.figure {
        return false;
    }
    one.key == other.key || one.form == other.form || !one.figure && is_family(&one.form, &other.form)
}

/// Returns true for two words with a long common beginning, or a long word that is a part of a compound.
fn is_family(one: &str, other: &str) -> bool {
    let common = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let (one_length, other_length) = (one.chars().count(), other.chars().count());
    let longer = one_length.max(other_length);
    #[expect(clippy::cast_precision_loss, reason = "lengths of words")]
    let share = common as f64 / longer.max(1) as f64;
    let is_part = one_length.min(other_length) >= 7
        && (one.ends_with(other) || other.ends_with(one))
        && !is_negated_form(one, other);
    common >= MIN_PREFIX && share >= MIN_PREFIX_SHARE || is_part
}

/// Returns true if one of two words is the other with a prefix of negation: `unlikely` and `likely`.
pub(super) fn is_negated_form(one: &str, other: &str) -> bool {
    const PREFIXES: [&str; 11] = ["un", "in", "im", "il", "ir", "dis", "non", "de", "dés", "des", "miss"];
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    short.len() >= 4 && PREFIXES.iter().any(|prefix| long.strip_prefix(prefix) == Some(short))
}
