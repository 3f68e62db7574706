//! Which sources are independent. Ten papers that print one agency's story are one voice, and so are ten pages of one site.

use crate::{Print, quotes};

/// From this share of the shorter page on, one is taken to repeat the other. Below lie pages that quote the same statement
/// or share a template; the sketch's error of an eighth is kept clear of both.
const REPEATS: f64 = 0.6;

/// One source as far as its independence goes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Voice<'a> {
    /// Its host, without `www.`; empty where it has none.
    pub site: &'a str,
    /// The fingerprint of what was read of it; `None` where nothing was.
    pub print: Option<&'a Print>,
    /// The words it is cited for; may be empty.
    pub quote: &'a str,
}

impl Voice<'_> {
    /// One of the two only repeats the other: the same site, the same page, or the same words.
    pub fn repeats(&self, other: &Self) -> bool {
        let same_site = !self.site.is_empty() && self.site == other.site;
        let same_page = self.print.zip(other.print).is_some_and(|(one, two)| one.contained(two) >= REPEATS);
        let (one, two) = (self.quote, other.quote);
        same_site || same_page || quotes::stands_in(one, two) || quotes::stands_in(two, one)
    }
}

/// How many independent voices there are: groups of sources that repeat one another, directly or by way of others.
pub fn count(voices: &[Voice<'_>]) -> usize {
    let mut group: Vec<usize> = (0..voices.len()).collect();
    for (at, voice) in voices.iter().enumerate() {
        for earlier in 0..at {
            if voice.repeats(&voices[earlier]) {
                let (old, new) = (group[at], group[earlier]);
                group.iter_mut().filter(|of| **of == old).for_each(|of| *of = new);
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
    fn a_site_a_copy_and_a_shared_sentence_are_one_voice_each() {
        let wire = Print::of(WIRE);
        let copied = format!("By our staff. {WIRE} Read more on our front page and subscribe to the letter.");
        let copy = Print::of(&copied);
        let other =
            Print::of("Inflation fell to two per cent, the statistics office said in its monthly release on prices.");
        let voice = |site, print, quote| Voice { site, print: Some(print), quote };
        let paper = voice("paper.example", &copy, "");
        assert_eq!(count(&[voice("wire.example", &wire, ""), paper.clone()]), 1, "a copy");
        assert_eq!(count(&[voice("wire.example", &wire, ""), voice("office.example", &other, "")]), 2);
        assert_eq!(count(&[voice("office.example", &other, ""), voice("office.example", &wire, "")]), 1, "one site");
        let said = "we see no need to act";
        let mut one = voice("a.example", &wire, said);
        one.print = None;
        assert_eq!(
            count(&[one.clone(), voice("b.example", &other, "“We said: we see no need to act”")]),
            1,
            "one statement"
        );
        assert_eq!(count(&[]), 0);
    }

    #[test]
    fn repeating_is_passed_on() {
        let (a, b) = (Print::of(WIRE), Print::default());
        let voice = |site, print| Voice { site, print: Some(print), quote: "" };
        assert_eq!(count(&[voice("a", &a), voice("b", &b), voice("b", &a), voice("c", &a)]), 1);
    }
}
