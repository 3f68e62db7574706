//! Conditions in other languages than English: `Falls der Damm bricht, schließt der Hafen?`, `如果大坝决堤，港口会关闭吗？`.

use super::scripts::SCRIPTS;
use super::words::{self, WORDS};
use super::{asked_for, lowered, tokens};

/// Signs at which the condition of a language without spaces, of Arabic or of Hindi ends.
const COMMAS: [char; 4] = ['\u{ff0c}', ',', '\u{3001}', '\u{60c}'];
/// A clause of fewer words is no condition: `Als premier, zal …`.
const MIN_WORDS: usize = 2;
/// Periods behind the Swedish `om`, which means `in` before them.
const SWEDISH_PERIODS: [&str; 10] =
    ["år", "månad", "månader", "måneder", "vecka", "veckor", "uker", "dagar", "dager", "timmar"];
/// Endings of the Turkish conditional.
const TURKISH_ENDINGS: [&str; 4] = ["rsa", "rse", "zsa", "zse"];

/// Returns the condition of a question by yes or no.
pub(super) fn condition(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(['¿', '"', '«', '“', ' ']);
    let lower = lowered(text);
    if let Some(script) = SCRIPTS.iter().find(|script| script.is_of(&lower)) {
        return of_script(text, script.conditions);
    }
    let text = text.trim_end();
    if !text.ends_with(['?', ';', '\u{37e}']) {
        return None;
    }
    let begun = WORDS.conditions.iter().find_map(|phrase| after(text, phrase).map(|rest| (*phrase, rest)));
    let (phrase, rest) = begun.unwrap_or(("", text));
    let end = end_of(rest)?;
    let (condition, question) = (&rest[..end], &rest[end + 1..]);
    let all: Vec<&str> = condition.split_whitespace().collect();
    let last = all.last()?.to_lowercase();
    let is_period = phrase == "om" && SWEDISH_PERIODS.contains(&last.as_str());
    let is_turkish = || TURKISH_ENDINGS.iter().any(|ending| last.ends_with(ending)) && last != "bursa";
    let is_condition = if phrase.is_empty() { asks_in_turkish(question) && is_turkish() } else { !is_period };
    (is_condition && all.len() >= MIN_WORDS && asked_for(question).is_none()).then_some(condition)
}

/// Returns what follows a phrase with which a text begins. Of `s'il pleut` the pronoun belongs to the condition.
fn after<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let head = text.get(..phrase.len())?;
    let rest = text.get(phrase.len()..)?.strip_prefix(' ')?;
    (head.to_lowercase() == phrase).then(|| if phrase.starts_with("s'") { &text[2..] } else { rest })
}

/// Returns the place of the comma after the condition: the first before a clause that asks, or the only one.
fn end_of(rest: &str) -> Option<usize> {
    let commas = || rest.match_indices(", ").map(|(at, _)| at);
    let asks = |at: &usize| {
        let clause = rest[at + 2..].split(',').next().unwrap_or_default().trim_start();
        let lower = clause.to_lowercase();
        let words = tokens(&lower);
        let begins = words.iter().take(2).any(|word| WORDS.yes_or_no.contains(word));
        clause.starts_with('¿') || begins || words.iter().take(3).any(|word| *word == "ли")
    };
    commas().find(asks).or_else(|| commas().next().filter(|_| commas().count() == 1))
}

fn asks_in_turkish(question: &str) -> bool {
    tokens(&question.to_lowercase()).last().is_some_and(|word| words::PARTICLES.contains(word))
}

fn of_script<'a>(text: &'a str, starts: &[&str]) -> Option<&'a str> {
    let rest = starts.iter().find_map(|start| text.strip_prefix(start));
    // `円が160円を超えた場合、`: Japanese needs no word at the beginning, and Korean no comma at the end.
    let case =
        || text.split_once("場合").filter(|(_, rest)| rest.starts_with(['、', 'は', 'に'])).map(|(before, _)| before);
    let Some(rest) = rest else { return case().filter(|before| !before.contains(COMMAS)) };
    let end = rest.find(COMMAS).or_else(|| rest.find("면 ").map(|at| at + "면".len()))?;
    let condition = rest[..end].trim();
    Some(condition.strip_suffix("的话").or_else(|| condition.strip_suffix("場合")).unwrap_or(condition))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_read_in_each_language() {
        for (text, expected) in [
            ("Falls der Damm bricht, schließt der Hafen vor Juni?", "der Damm bricht"),
            ("Wenn Berg, die Chefin, geht, wird die Gebühr steigen?", "Berg, die Chefin, geht"),
            ("Si la digue cède, le port fermera-t-il avant juin ?", "la digue cède"),
            ("S'il pleut demain, le match sera-t-il reporté ?", "il pleut demain"),
            ("Si cede la presa, ¿cerrará el puerto antes de junio?", "cede la presa"),
            ("Se a barragem ceder, o porto fecha antes de junho?", "a barragem ceder"),
            ("Se cede la diga, il porto chiuderà prima di giugno?", "cede la diga"),
            ("Als de dam breekt, sluit de haven dan voor juni?", "de dam breekt"),
            ("Jeśli tama pęknie, czy port zostanie zamknięty?", "tama pęknie"),
            ("Pokud hráz praskne, zavře přístav do června?", "hráz praskne"),
            ("Om dammen brister, kommer hamnen att stängas?", "dammen brister"),
            ("Если плотину прорвёт, закроют ли порт до июня?", "плотину прорвёт"),
            ("Якщо дамбу прорве, чи закриють порт?", "дамбу прорве"),
            ("Αν σπάσει το φράγμα, θα κλείσει το λιμάνι;", "σπάσει το φράγμα"),
            ("Baraj yıkılırsa, liman kapanacak mı?", "Baraj yıkılırsa"),
            ("如果大坝决堤，港口会关闭吗？", "大坝决堤"),
            ("もし堤防が決壊したら、港は閉鎖されますか？", "堤防が決壊したら"),
            ("堤防が決壊した場合、港は閉鎖されますか？", "堤防が決壊した"),
            ("만약 댐이 무너지면 항구가 폐쇄될까요?", "댐이 무너지면"),
            ("إذا انهار السد، فهل سيغلق الميناء؟", "انهار السد"),
            ("अगर बांध टूटता है, तो क्या बंदरगाह बंद होगा?", "बांध टूटता है"),
        ] {
            assert_eq!(condition(text).map(str::trim), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_a_condition_is_none() {
        for text in [
            "Om tre månader, kommer hamnen att vara öppen?",
            "Als premier, zal Berg de haven sluiten?",
            "Se a barragem ceder, quem será o ministro?",
            "Wenn der Damm bricht, wer zahlt?",
            "Bursa, şampiyon olacak mı?",
            "Si tout va bien",
            "Im Juni, wird der Hafen schließen?",
            "港は、6月に閉鎖されますか？",
        ] {
            assert_eq!(condition(text), None, "{text}");
        }
    }
}
