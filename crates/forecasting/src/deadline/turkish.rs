//! Turkish puts what introduces a period behind it: `30 Haziran 2026'ya kadar` has the words of `until 30 june 2026`.

use domain::calendar::MONTHS;

use super::parts::DateParts;
use super::period;
use super::words::Word;

/// Moves each introduction before its period.
pub(super) fn reordered(words: Vec<Word<'_>>) -> Vec<Word<'_>> {
    let mut found: Vec<Word<'_>> = Vec::new();
    for word in words {
        let introduction = match word.lower.as_str() {
            "until" => "until",
            "before" => "before",
            "in" | "within" => "in",
            _ => {
                found.push(word);
                continue;
            }
        };
        let start = (0..found.len()).rev().take_while(|at| is_part(&found[*at]) && !found[*at].ends_clause).last();
        let read = start.and_then(|start| Some((start, english(&found[start..], introduction)?)));
        // `2026 içinde` follows `2026'da`: a second word adds nothing.
        let Some((start, english)) = read else {
            found.push(Word { lower: format!("_{}", word.lower), ..word });
            continue;
        };
        let place = Word { start: found[start].start, ends_clause: false, ..word.clone() };
        found.truncate(start);
        let last = english.len().saturating_sub(1);
        found.extend(english.into_iter().enumerate().map(|(n, lower)| Word {
            lower,
            ends_clause: n == last && word.ends_clause,
            ..place.clone()
        }));
    }
    found
}

fn is_part(word: &Word<'_>) -> bool {
    const PARTS: [&str; 17] = [
        "end", "mid", "this", "next", "year", "month", "week", "day", "quarter", "half", "date", "first", "second",
        "third", "fourth", "of", "the",
    ];
    let lower = word.lower.as_str();
    PARTS.contains(&lower) || MONTHS.contains(&lower) || lower.parse::<u32>().is_ok()
}

fn english(words: &[Word<'_>], introduction: &str) -> Option<Vec<String>> {
    let mut parts = DateParts::default();
    let mut rest = words.iter().map(|word| word.lower.as_str()).peekable();
    while let Some(word) = rest.next() {
        let next = rest.peek().copied().unwrap_or_default();
        let number = word.parse::<u32>().ok();
        let month = MONTHS.iter().position(|name| *name == word).and_then(|n| u32::try_from(n + 1).ok());
        match word {
            "end" => parts.is_end = true,
            "mid" => parts.is_middle = true,
            "this" | "next" if next == "year" => parts.year = Some(format!("{word} year")),
            "this" | "next" if next == "month" => parts.relative_month = Some(format!("{word} month")),
            "first" | "second" | "third" | "fourth" => {
                parts.part = Some(format!("{word} {next}")).filter(|_| matches!(next, "quarter" | "half"));
            }
            _ if month.is_some() => parts.month = month,
            _ if period::year(word).is_some() => parts.year = Some(word.to_owned()),
            _ if matches!(next, "day" | "week" | "month" | "year") && number.is_some() => {
                return (introduction == "in").then(|| vec!["within".to_owned(), word.to_owned(), next.to_owned()]);
            }
            _ => parts.day = number.or(parts.day),
        }
    }
    // `yıl sonuna kadar` means this year.
    if parts.is_end && parts.year.is_none() && parts.month.is_none() && words.iter().any(|word| word.lower == "year") {
        parts.year = Some("this year".to_owned());
    }
    if parts.is_end && parts.is_empty() && words.iter().any(|word| word.lower == "month") {
        parts.relative_month = Some("this month".to_owned());
    }
    parts.english(introduction)
}
