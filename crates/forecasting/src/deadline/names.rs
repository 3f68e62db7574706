//! Beginnings of the names of units of time in languages other than English, and names of months. Short names are
//! whole words.

use domain::calendar::MONTHS;

use super::language;

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeUnit {
    Day,
    Week,
    Month,
    Quarter,
    Half,
    Year,
}

/// The longer names first: `四半期` contains `半期`.
const UNITS: [(TimeUnit, &[&str]); 6] = [
    (TimeUnit::Quarter, &["quartal", "trimest", "kwarta", "kvartal", "квартал", "çeyre", "四半期", "季度", "분기"]),
    (TimeUnit::Half, &["halbjahr", "semestre", "półrocz", "halfjaar", "halvår", "полугоди", "півріч", "半期", "반기"]),
    (
        TimeUnit::Week,
        &["woche", "semaine", "semana", "settiman", "week", "weken", "vecka", "veckor", "tydzień", "tygodni", "hafta"],
    ),
    (
        TimeUnit::Month,
        &["monat", "mois", "mes", "meses", "mese", "mesi", "mês", "maand", "månad", "miesią", "miesię", "ay"],
    ),
    (TimeUnit::Year, &["jahr", "jahres", "jahren", "année", "années", "ans", "año", "años", "anno", "anni", "ano"]),
    (
        TimeUnit::Day,
        &["tage", "tagen", "tag", "jour", "jours", "día", "días", "dias", "giorni", "dagen", "dagar", "dni"],
    ),
];

/// The same names of further languages: Russian, Ukrainian, Arabic, Japanese, Chinese, Korean, Turkish, Dutch, Polish.
const MORE_UNITS: [(TimeUnit, &[&str]); 4] = [
    (TimeUnit::Week, &["недел", "тижн", "أسبوع", "أسابيع", "週", "周", "星期", "주"]),
    (
        TimeUnit::Month,
        &["месяц", "місяц", "شهر", "أشهر", "か月", "ヶ月", "カ月", "个月", "個月", "개월", "今月", "本月"],
    ),
    (
        TimeUnit::Year,
        &[
            "года",
            "году",
            "год",
            "лет",
            "року",
            "років",
            "سنة",
            "عام",
            "年",
            "년",
            "올해",
            "연말",
            "jaar",
            "yıl",
            "rok",
        ],
    ),
    (TimeUnit::Day, &["дней", "дня", "день", "днів", "يوم", "أيام", "日", "天", "일", "gün"]),
];

/// Returns the month that folded text names, by its name or, in Chinese, Japanese and Korean, by its number.
pub(super) fn month(folded: &str) -> Option<u32> {
    let position = |name: &str| MONTHS.iter().position(|month| *month == name);
    let named = words(folded).find_map(|word| position(word).or_else(|| position(language::month_of(word)?)));
    named.and_then(|n| u32::try_from(n + 1).ok()).or_else(|| number_before(folded, &['月', '월']))
}

/// Returns the first unit of time that folded text names.
pub(super) fn unit(folded: &str) -> Option<TimeUnit> {
    let names = |name: &str| match has_spaces(name) {
        true => words(folded).any(|word| begins(word, name)),
        false => folded.contains(name),
    };
    UNITS.iter().chain(&MORE_UNITS).find(|(_, list)| list.iter().any(|name| names(name))).map(|(unit, _)| *unit)
}

/// Returns `true` if folded text has letters of a script whose names of months are not listed.
pub(super) fn is_in_other_script(folded: &str) -> bool {
    folded.chars().any(|c| c.is_alphabetic() && c > '\u{36f}')
}

/// Numbers of up to four digits.
pub(super) fn numbers(folded: &str) -> Vec<u32> {
    folded.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty())
}

/// A short name is the whole word: `mai` is not the beginning of `main`.
fn begins(word: &str, name: &str) -> bool {
    word == name || (name.chars().count() > 4 && word.starts_with(name))
}

/// Chinese, Japanese and Korean write their words without spaces, or with the particles joined.
fn has_spaces(name: &str) -> bool {
    name.chars().all(|c| c < '\u{2e80}')
}

fn number_before(text: &str, marks: &[char]) -> Option<u32> {
    let digits = &text[..text.find(marks)?];
    let start = digits.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    digits[start..].parse().ok().filter(|month| (1..=12).contains(month))
}
