//! Independence of sources. Ten papers that print one agency's story count as one source, and so do ten pages of one
//! site.

use crate::{Fingerprint, quotes};

/// Share of the shorter page from which one page counts as a copy of the other. Pages that quote the same statement or
/// share a template are below it; the distance to both exceeds the sketch's error of an eighth.
const COPY_CONTAINMENT: f64 = 0.6;

/// The properties of a source that decide its independence.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CitedSource<'a> {
    /// Host without `www.`; empty if it has none.
    pub site: &'a str,
    /// Fingerprint of the text that was read; `None` if nothing was read.
    pub fingerprint: Option<&'a Fingerprint>,
    /// Quote for which it is cited; may be empty.
    pub quote: &'a str,
}

impl CitedSource<'_> {
    /// Returns true if one source repeats the other: same site, copied page or same quote.
    pub fn repeats(&self, other: &Self) -> bool {
        let same_site = !self.site.is_empty() && self.site == other.site;
        let same_page =
            self.fingerprint.zip(other.fingerprint).is_some_and(|(one, two)| one.containment(two) >= COPY_CONTAINMENT);
        let (one, two) = (self.quote, other.quote);
        same_site || same_page || quotes::occurs_in(one, two) || quotes::occurs_in(two, one)
    }
}

/// Counts independent sources: the groups of sources that repeat one another, directly or through others.
pub fn count_independent(sources: &[CitedSource<'_>]) -> usize {
    let mut group: Vec<usize> = (0..sources.len()).collect();
    for (at, source) in sources.iter().enumerate() {
        for earlier in 0..at {
            if source.repeats(&sources[earlier]) {
                let (old, new) = (group[at], group[earlier]);
                group.iter_mut().filter(|id| **id == old).for_each(|id| *id = new);
            }
        }
    }
    group.sort_unstable();
    group.dedup();
    group.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIRE: &str = "The bank left its policy rate unchanged at 3.25 per cent on Thursday, as all but two of the economists \
        whom the agency had asked before the meeting expected it to, and said that it saw no need to act before the spring.";

    #[test]
    fn sources_with_one_site_a_copied_page_or_one_quote_count_once() {
        let wire = Fingerprint::from_text(WIRE);
        let copied = format!("By our staff. {WIRE} Read more on our front page and subscribe to the letter.");
        let copy = Fingerprint::from_text(&copied);
        let other = Fingerprint::from_text(
            "Inflation fell to two per cent, the statistics office said in its monthly release on prices.",
        );
        let source = |site, fingerprint, quote| CitedSource { site, fingerprint: Some(fingerprint), quote };
        let paper = source("paper.example", &copy, "");
        assert_eq!(count_independent(&[source("wire.example", &wire, ""), paper.clone()]), 1, "a copy");
        assert_eq!(count_independent(&[source("wire.example", &wire, ""), source("office.example", &other, "")]), 2);
        assert_eq!(
            count_independent(&[source("office.example", &other, ""), source("office.example", &wire, "")]),
            1,
            "one site"
        );
        let quote = "we see no need to act";
        let mut one = source("a.example", &wire, quote);
        one.fingerprint = None;
        assert_eq!(
            count_independent(&[one.clone(), source("b.example", &other, "“We said: we see no need to act”")]),
            1,
            "one statement"
        );
        assert_eq!(count_independent(&[]), 0);
    }

    #[test]
    fn repetition_is_transitive() {
        let (a, b) = (Fingerprint::from_text(WIRE), Fingerprint::default());
        let source = |site, fingerprint| CitedSource { site, fingerprint: Some(fingerprint), quote: "" };
        assert_eq!(count_independent(&[source("a", &a), source("b", &b), source("b", &a), source("c", &a)]), 1);
    }
}
