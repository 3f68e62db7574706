//! Labels and aliases of an item in other scripts than its looked-up name. Pure.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::service::text;

/// Languages whose labels and aliases are read: the most spoken ones of each script. Labels come in this order.
pub(super) const LANGUAGES: [&str; 20] = [
    "en", "zh", "zh-hant", "ja", "ko", "ru", "ar", "hi", "uk", "fa", "he", "el", "th", "bn", "ta", "te", "ur", "ka",
    "hy", "sr",
];
/// Maximum number of names.
const MAX_NAMES: usize = 24;
/// Maximum length of a name in bytes; longer ones are left out, because a part of a name is none.
const MAX_NAME_BYTES: usize = 120;

/// A name in another script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForeignName {
    /// Code of the language, such as `ru`.
    pub language: String,
    /// The name as the register writes it.
    pub name: String,
}

/// The script of a name, with the language in which an item with that name is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameScript {
    Latin,
    Cyrillic,
    Greek,
    Hebrew,
    Arabic,
    /// Kana, alone or among Han characters.
    Japanese,
    Han,
    Hangul,
    Devanagari,
    Bengali,
    Tamil,
    Telugu,
    Thai,
    Georgian,
    Armenian,
    Other,
}

/// Returns the language in which an item of that name is searched.
pub(super) fn language_of(name: &str) -> &'static str {
    match script_of(name) {
        Some(NameScript::Cyrillic) => "ru",
        Some(NameScript::Greek) => "el",
        Some(NameScript::Hebrew) => "he",
        Some(NameScript::Arabic) => "ar",
        Some(NameScript::Japanese) => "ja",
        Some(NameScript::Han) => "zh",
        Some(NameScript::Hangul) => "ko",
        Some(NameScript::Devanagari) => "hi",
        Some(NameScript::Bengali) => "bn",
        Some(NameScript::Tamil) => "ta",
        Some(NameScript::Telugu) => "te",
        Some(NameScript::Thai) => "th",
        Some(NameScript::Georgian) => "ka",
        Some(NameScript::Armenian) => "hy",
        Some(NameScript::Latin | NameScript::Other) | None => "en",
    }
}

/// Returns the labels and then the aliases of an item that are written in another script than the name, each once. Of
/// names in Latin letters only the label counts. Each script of a name in several scripts is one of its own.
pub(super) fn of_item(name: &str, item: &Value) -> Vec<ForeignName> {
    let own = script_of(name);
    let written: Vec<NameScript> = scripts_of(name);
    let is_own = |script: NameScript| own.map_or_else(|| written.contains(&script), |own| own == script);
    let mut names: Vec<ForeignName> = Vec::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let labels = LANGUAGES.iter().map(|language| (true, *language, of_language(item, "labels", language)));
    let aliases = LANGUAGES.iter().map(|language| (false, *language, of_language(item, "aliases", language)));
    for (is_label, language, values) in labels.chain(aliases) {
        for name in values {
            let script = script_of(&name);
            let is_foreign = script.is_some_and(|script| !is_own(script) && (is_label || script != NameScript::Latin));
            if is_foreign && name.len() <= MAX_NAME_BYTES && names.len() < MAX_NAMES && seen.insert(name.to_lowercase())
            {
                names.push(ForeignName { language: language.to_owned(), name });
            }
        }
    }
    names
}

/// Returns the label, or the aliases, of an item in a language. A label that another language lends counts for neither.
fn of_language(item: &Value, field: &str, language: &str) -> Vec<String> {
    let Some(found) = item.get(field).and_then(|by_language| by_language.get(language)) else { return Vec::new() };
    let rows = found.as_array().cloned().unwrap_or_else(|| vec![found.clone()]);
    let is_own = |row: &&Value| text(row, "language") == language;
    let value = |row: &Value| text(row, "value").trim().to_owned();
    rows.iter().filter(is_own).map(value).filter(|value| !value.is_empty()).collect()
}

/// Returns the script of a name. `None` without letters, and for a mixture of scripts, whose letters may resemble one
/// another. Japanese and Chinese names may contain Latin letters.
fn script_of(name: &str) -> Option<NameScript> {
    let scripts = scripts_of(name);
    let has = |script| scripts.contains(&script);
    let first = *scripts.first()?;
    let is_east_asian = |script: &NameScript| matches!(script, NameScript::Japanese | NameScript::Han);
    if scripts.iter().any(is_east_asian) {
        let fits = |script: &NameScript| is_east_asian(script) || *script == NameScript::Latin;
        let script = if has(NameScript::Japanese) { NameScript::Japanese } else { NameScript::Han };
        return scripts.iter().all(fits).then_some(script);
    }
    scripts.iter().all(|script| *script == first).then_some(first)
}

/// Returns the script of each letter.
fn scripts_of(name: &str) -> Vec<NameScript> {
    name.chars().filter(|c| c.is_alphabetic()).map(of_letter).collect()
}

fn of_letter(letter: char) -> NameScript {
    match u32::from(letter) {
        0..=0x02FF | 0x1E00..=0x1EFF | 0x2C60..=0x2C7F | 0xA720..=0xA7FF | 0xFF21..=0xFF5A => NameScript::Latin,
        0x0370..=0x03FF | 0x1F00..=0x1FFF => NameScript::Greek,
        0x0400..=0x052F | 0x1C80..=0x1C8F | 0x2DE0..=0x2DFF | 0xA640..=0xA69F => NameScript::Cyrillic,
        0x0590..=0x05FF => NameScript::Hebrew,
        0x0600..=0x06FF | 0x0750..=0x077F | 0x08A0..=0x08FF | 0xFB50..=0xFDFF | 0xFE70..=0xFEFF => NameScript::Arabic,
        0x3040..=0x30FF | 0x31F0..=0x31FF | 0xFF66..=0xFF9F => NameScript::Japanese,
        0x3005..=0x3007 | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF => NameScript::Han,
        0x1100..=0x11FF | 0x3130..=0x318F | 0xAC00..=0xD7AF => NameScript::Hangul,
        0x0900..=0x097F => NameScript::Devanagari,
        0x0980..=0x09FF => NameScript::Bengali,
        0x0B80..=0x0BFF => NameScript::Tamil,
        0x0C00..=0x0C7F => NameScript::Telugu,
        0x0E00..=0x0E7F => NameScript::Thai,
        0x10A0..=0x10FF | 0x1C90..=0x1CBF => NameScript::Georgian,
        0x0530..=0x058F => NameScript::Armenian,
        _ => NameScript::Other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_script_of_a_name_decides_the_language_of_the_search() {
        let names =
            ["Сбербанк", "ソニーグループ", "三菱UFJ銀行", "삼성전자", "مصرف الراجحي", "Ελλάδα", "Sberbank", "42"];
        let languages = names.map(language_of);
        assert_eq!(languages, ["ru", "ja", "zh", "ko", "ar", "el", "en", "en"]);
    }

    #[test]
    fn names_in_the_same_script_and_mixtures_are_left_out() {
        let text = |language: &str, value: &str| json!({"language": language, "value": value});
        let item = json!({
            "labels": {"en": text("en", "Acme"), "ru": text("ru", "Акме"), "uk": text("ru", "Акме"), "ja": text("ja", "アクメ")},
            "aliases": {"ru": [text("ru", "АКМЕ"), text("ru", "Аcme"), text("ru", "Акме-групп")], "ja": [text("ja", "Acme")],
                        "zh": [text("zh", &"阿".repeat(41))]},
        });
        let names: Vec<ForeignName> = of_item("Acme", &item);
        let names: Vec<(&str, &str)> = names.iter().map(|it| (it.language.as_str(), it.name.as_str())).collect();
        assert_eq!(names, [("ja", "アクメ"), ("ru", "Акме"), ("ru", "Акме-групп")]);
    }

    #[test]
    fn a_name_in_several_scripts_gets_no_name_in_one_of_them() {
        let text = |language: &str, value: &str| json!({"language": language, "value": value});
        let item = json!({
            "labels": {"en": text("en", "Samsung SDI"), "ru": text("ru", "Самсунг")},
            "aliases": {"ko": [text("ko", "삼성")]},
        });
        let names: Vec<ForeignName> = of_item("삼성SDI", &item);
        assert_eq!(names.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["Самсунг"]);
        let item = json!({"labels": {"hi": text("hi", "सोनी"), "th": text("th", "โซนี่")}});
        assert_eq!(of_item("โซนี่", &item).len(), 1, "Thai and Hindi are different scripts");
    }

    #[test]
    fn the_number_of_names_is_limited() {
        let many: Vec<Value> = (0..100).map(|n| json!({"language": "ru", "value": format!("Имя {n}")})).collect();
        assert_eq!(of_item("Name", &json!({"aliases": {"ru": many}})).len(), MAX_NAMES);
    }
}
