//! Deadlines in Chinese, Japanese and Korean, which write no spaces between words or join them to particles:
//! `2026年末までに` has the words of `by end 2026`.

use super::east_asian_words::{ANCHORS, DESCRIBES, ENDS, HALVES, MARKS, MONTHS, PREFIXES, QUARTERS, UNITS, YEARS};
use super::parts::DateParts;
use super::period::ORDINALS;
use super::words::{self, Word};

/// Maximum number of characters of a number.
const MAX_DIGITS: usize = 4;
const DIGITS: &str = "〇一二三四五六七八九";
/// First year of the era Reiwa, less one.
const REIWA: u32 = 2018;

/// Returns `true` for a letter of Chinese, Japanese or Korean.
pub(super) fn is_letter(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Splits a text into words, those of deadlines in the order of English.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let (mut last, mut at) = (0, 0);
    while at < text.len() {
        let Some(phrase) = phrase(text, at) else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        };
        found.extend(between(text, last, phrase.start.max(last)));
        let count = phrase.english.len();
        found.extend(phrase.english.into_iter().enumerate().map(|(n, lower)| Word {
            text: &text[phrase.start..phrase.end],
            lower,
            start: phrase.start,
            end: phrase.end,
            ends_clause: n + 1 == count,
            is_foreign: true,
            is_asked: false,
        }));
        (last, at) = (phrase.end, phrase.end);
    }
    found.extend(between(text, last, text.len()));
    found
}

fn between(text: &str, start: usize, end: usize) -> Vec<Word<'_>> {
    let mut found = words::split(&text[start..end]);
    for word in &mut found {
        word.start += start;
        word.end += start;
        word.is_foreign = word.text.contains(is_letter);
    }
    found
}

/// A deadline in a text.
struct Phrase {
    start: usize,
    end: usize,
    english: Vec<String>,
}

/// Reads the deadline that begins at a place.
fn phrase(text: &str, at: usize) -> Option<Phrase> {
    let mut reader = Reader { rest: &text[at..] };
    let before = text[..at].trim_end();
    // The digits of a longer number begin none.
    if before.ends_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '，'))
        && at > 0
        && digit(text[at..].chars().next()?).is_some()
    {
        return None;
    }
    let introduced = PREFIXES.into_iter().find(|(prefix, _)| before.ends_with(prefix));
    let start = introduced.map_or(at, |(prefix, _)| before.len() - prefix.len());
    let end = |reader: &Reader<'_>| text.len() - reader.rest.len();
    if let Some((count, unit)) = reader.span() {
        let is_within = MARKS.into_iter().find(|(mark, _)| reader.takes(mark)).is_some_and(|(_, mark)| mark == "in");
        let is_anchored = ANCHORS.iter().any(|anchor| before.ends_with(anchor));
        let is_described = DESCRIBES.iter().any(|next| reader.rest.starts_with(next));
        let english = vec!["within".to_owned(), count.to_string(), unit.to_owned()];
        if is_within && !is_anchored && !is_described {
            return Some(Phrase { start: at, end: end(&reader), english });
        }
    }
    let mut reader = Reader { rest: &text[at..] };
    let parts = reader.parts(before)?;
    let introduction = introduction(&mut reader, &parts, before, introduced.map(|(_, english)| english))?;
    // `2027年まで` includes the year.
    let introduction = if introduction == "by" && parts.is_year() { "through" } else { introduction };
    Some(Phrase { start, end: end(&reader), english: parts.english(introduction)? })
}

/// Returns the English introduction of a period, by what follows or precedes it.
fn introduction(
    reader: &mut Reader<'_>,
    parts: &DateParts,
    before: &str,
    introduced: Option<&'static str>,
) -> Option<&'static str> {
    if ["自", "从", "從"].iter().any(|since| before.ends_with(since)) {
        return None;
    }
    reader.space();
    if let Some((_, mark)) = MARKS.into_iter().find(|(mark, _)| reader.takes(mark)) {
        return Some(mark).filter(|mark| !mark.is_empty());
    }
    if DESCRIBES.iter().any(|next| reader.rest.starts_with(next)) && !parts.is_end {
        return None;
    }
    let is_named = parts.part.is_some() || parts.is_end || parts.year.as_ref().is_some_and(|year| year.contains(' '));
    let particle = ["に", "에"].into_iter().find(|particle| reader.takes(particle));
    match (introduced, particle) {
        (Some("by"), _) => Some("by"),
        (_, Some(_)) if is_named || is_adverb(reader.rest, before) => Some("in"),
        (Some(_), None) if parts.day.is_some() => Some("in"),
        (_, None) if is_named => Some("in"),
        _ => None,
    }
}

/// The period before a particle dates the question, not a noun: `日銀は2026年に利上げしますか`, but not `2027年に行われる選挙`.
fn is_adverb(rest: &str, before: &str) -> bool {
    if rest.starts_with(['는', '서']) {
        return false;
    }
    let next = rest.split_whitespace().next().unwrap_or_default();
    let describes =
        ["리는", "하는", "되는", "지는", "된", "될", "한", "할", "린"].iter().any(|end| next.ends_with(end));
    let is_japanese = rest.contains(|c| matches!(c, '\u{3040}'..='\u{309f}'));
    if is_japanese { before.contains(['は', 'が']) && !rest.contains(['は', 'が']) } else { !describes }
}

/// The text that is still to be read.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn takes(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn takes_one(&mut self, list: &[(&str, &'static str)]) -> Option<&'static str> {
        list.iter()
            .find(|(text, _)| self.takes(text))
            .map(|(_, english)| *english)
            .filter(|english| !english.is_empty())
    }

    /// Reads a number and what follows it; nothing is read if that is missing.
    fn numbered(&mut self, marks: &[&str]) -> Option<u32> {
        let mut ahead = Reader { rest: self.rest };
        let number = ahead.number()?;
        ahead.space();
        marks.iter().find(|mark| ahead.takes(mark))?;
        self.rest = ahead.rest;
        Some(number)
    }

    /// Reads a number in digits or in signs: `12`, `１２`, `十二`, `二〇二六`.
    fn number(&mut self) -> Option<u32> {
        let is_sign = |c: char| DIGITS.contains(c) || c == '十';
        let of_signs = self.rest.starts_with(is_sign);
        let is_part = |c: char| if of_signs { is_sign(c) } else { digit(c).is_some() && !is_sign(c) };
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let text = &self.rest[..end];
        let count = text.chars().count();
        if count == 0 || count > MAX_DIGITS {
            return None;
        }
        let number = |text: &str| text.chars().try_fold(0, |sum, c| Some(sum * 10 + digit(c)?));
        let value = match text.split_once('十') {
            Some((tens, ones)) => {
                let tens = if tens.is_empty() { Some(1) } else { number(tens) };
                tens?.checked_mul(10)?.checked_add(number(ones)?)?
            }
            None => number(text)?,
        };
        self.rest = &self.rest[end..];
        Some(value)
    }

    /// Reads a number of units: `90日`, `三个月`.
    fn span(&mut self) -> Option<(u32, &'static str)> {
        let mut ahead = Reader { rest: self.rest };
        let count = ahead.number()?;
        ahead.space();
        let unit = ahead.takes_one(&UNITS)?;
        // `2026年内` is a year.
        let is_year = unit == "year" && count >= 1_000;
        ahead.space();
        self.rest = ahead.rest;
        (!is_year).then_some((count, unit))
    }

    fn parts(&mut self, before: &str) -> Option<DateParts> {
        let mut parts = DateParts::default();
        if let Some(named) = self.takes_one(&ENDS) {
            let is_other = before.ends_with(['昨', '去', '前', '同', '翌', '毎', '每', '작', '난', '明', '来']);
            let named = Some(named.to_owned()).filter(|_| !is_other)?;
            parts.is_end = true;
            let place = if named.ends_with("year") { &mut parts.year } else { &mut parts.relative_month };
            *place = Some(named);
            return Some(parts);
        }
        let is_inner = !before.ends_with(['昨', '去', '前', '同', '翌', '毎', '每', '数', '多', '几']);
        if is_inner && ["年内", "年內", "연내"].iter().any(|within| self.rest.starts_with(within)) {
            // The mark `内` is still to be read.
            self.rest = self.rest.strip_prefix(['年', '연']).unwrap_or(self.rest);
            parts.year = Some("this year".to_owned());
            return Some(parts);
        }
        parts.year = self.year();
        self.space();
        let has_year = parts.year.is_some();
        if self.rest.starts_with(['度', '代']) {
            return None;
        }
        parts.part = self.part();
        if parts.part.is_none() {
            parts.month = self.numbered(&["月", "월"]).filter(|month| (1..=12).contains(month));
            parts.relative_month = self.takes_one(&MONTHS).map(str::to_owned).filter(|_| parts.month.is_none());
            self.space();
            if parts.month.is_some() {
                parts.day = self.numbered(&["日", "号", "號", "일"]).filter(|day| (1..=31).contains(day));
            }
        }
        self.space();
        let ends: &[&str] = if has_year && parts.is_year() {
            &["年末", "年底", "年终", "末", "底", "终", "연말", "말"]
        } else {
            &["末", "底", "말"]
        };
        parts.is_end = parts.day.is_none() && parts.part.is_none() && ends.iter().any(|end| self.takes(end));
        parts.is_middle = parts.day.is_none() && ["中旬", "半ば", "중순"].iter().any(|middle| self.takes(middle));
        Some(parts).filter(|parts| !parts.is_empty())
    }

    fn year(&mut self) -> Option<String> {
        if let Some(relative) = self.takes_one(&YEARS) {
            return Some(relative.to_owned());
        }
        let mut ahead = Reader { rest: self.rest };
        let is_reiwa = ahead.takes("令和");
        let year = ahead.numbered(&["年", "년"])?;
        let year = if is_reiwa { year.checked_add(REIWA)? } else { year };
        let is_year = (1990..2200).contains(&year);
        if is_year {
            self.rest = ahead.rest;
        }
        is_year.then(|| year.to_string())
    }

    fn part(&mut self) -> Option<String> {
        if let Some(half) = self.takes_one(&HALVES) {
            return Some(half.to_owned());
        }
        let mut ahead = Reader { rest: self.rest };
        ahead.takes("第");
        // One sign: `三四半期` is the third quarter.
        let number = ahead.rest.chars().next().and_then(digit)?;
        ahead.rest = ahead.rest.strip_prefix(|c| digit(c).is_some())?;
        QUARTERS.iter().find(|name| ahead.takes(name))?;
        let ordinal = ORDINALS.get(usize::try_from(number).ok()?.checked_sub(1)?)?;
        self.rest = ahead.rest;
        Some(format!("{ordinal} quarter"))
    }
}

fn digit(c: char) -> Option<u32> {
    let full = u32::from(c).checked_sub(u32::from('０')).filter(|digit| *digit < 10);
    let named = || DIGITS.chars().position(|digit| digit == c).and_then(|n| u32::try_from(n).ok());
    c.to_digit(10).or(full).or_else(named)
}
