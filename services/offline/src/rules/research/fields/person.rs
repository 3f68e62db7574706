//! The position of a person on a page. Pure.

use super::extract::PAST;
use super::text::{contains, find, folded, words, year};
use super::{PageLines, Wanted};

/// A title that says little.
pub(super) const VAGUE_ROLE: &str = "director";
/// Titles of positions in English, German and French, longer ones before those that they contain.
const ROLES: [&str; 44] = [
    "chief executive officer",
    "chief executive",
    "chief financial officer",
    "chief technology officer",
    "chief scientific officer",
    "chief operating officer",
    "chief product officer",
    "chief commercial officer",
    "president of the board",
    "vice president of engineering",
    "vice president",
    "managing director",
    "managing partner",
    "finance director",
    "research director",
    "technical director",
    "creative director",
    "executive director",
    "head of research",
    "head of engineering",
    "head of finance",
    "head of development",
    "head of design",
    "geschäftsführerin",
    "geschäftsführer",
    "vorstandsvorsitzende",
    "vorstandsvorsitzender",
    "betriebsleiterin",
    "betriebsleiter",
    "leiterin",
    "leiter",
    "directrice générale",
    "directeur général",
    "directrice",
    "directeur",
    "présidente",
    "président",
    "gérante",
    "gérant",
    "chairwoman",
    "chairman",
    "president",
    "founder",
    "director",
];
pub(super) const SINCE: [&str; 3] = ["since", "seit", "depuis"];
const NAMED: [&str; 12] = [
    "named",
    "appointed",
    "became",
    "promoted",
    "new",
    "takes over",
    "took over",
    "übernimmt",
    "wird",
    "nommée",
    "nommé",
    "succède",
];

/// Returns true if the line is about the person, by surname or by first name.
fn is_about(line: &str, name: &str) -> bool {
    let text = folded(line);
    words(name).iter().any(|part| part.chars().count() > 2 && contains(&text, part))
}

/// Returns the title nearest to the person's name in a line.
pub(super) fn role(line: &str, wanted: &Wanted<'_>) -> Option<String> {
    let text = folded(line);
    let at = words(wanted.name).iter().rev().find_map(|part| find(&text, part))?;
    let distance =
        |(found, role): &(usize, &str)| if *found > at { found - at } else { at - found - role.len().min(at - found) };
    let mut titles: Vec<(usize, &str)> = ROLES.iter().filter_map(|role| Some((find(&text, role)?, *role))).collect();
    titles.sort_by_key(|one| (distance(one), std::cmp::Reverse(one.1.len())));
    let (found, role) = *titles.first()?;
    let before = &text[text[..found].char_indices().rev().nth(16).map_or(0, |(at, _)| at)..found];
    let is_past = PAST.iter().any(|word| before.contains(word.trim()));
    (distance(&(found, role)) < 120 && !is_past).then(|| role.to_owned())
}

/// Returns the company that the objective names, if the page names it.
pub(super) fn company(wanted: &Wanted<'_>, page: &PageLines<'_>) -> Option<String> {
    let name = sought_company(wanted)?;
    let phrase = folded(&name);
    let names_it = |line: &&str| contains(&folded(line), &phrase);
    page.lines.iter().copied().chain([page.title.as_str()]).any(|line| names_it(&line)).then_some(name)
}

/// Returns the company that the objective names.
fn sought_company(wanted: &Wanted<'_>) -> Option<String> {
    capitalised_after(wanted.objective, &[" at ", " of ", " company ", " bei ", " chez "])
}

/// Returns the capitalised words after the last of the cues that has some.
fn capitalised_after(text: &str, cues: &[&str]) -> Option<String> {
    let rests = cues.iter().flat_map(|cue| text.match_indices(cue).map(|(at, cue)| &text[at + cue.len()..]));
    let named = |rest: &str| {
        let is_part = |word: &&str| *word == "&" || word.chars().next().is_some_and(char::is_uppercase);
        let mut parts: Vec<&str> = Vec::new();
        for word in rest.split_whitespace() {
            let bare = word.trim_end_matches(['.', ',', ';']);
            if !is_part(&bare) {
                break;
            }
            parts.push(bare);
            if bare.len() < word.len() {
                break;
            }
        }
        (!parts.is_empty()).then(|| parts.join(" "))
    };
    rests.filter_map(named).max_by_key(|name| name.split(' ').count())
}

/// Returns the year since when the person has the role.
pub(super) fn since(line: &str, wanted: &Wanted<'_>) -> Option<String> {
    if !is_about(line, wanted.name) {
        return None;
    }
    let text = folded(line);
    // "Partner since 2018" at a fund says nothing about the position at another company.
    let company = sought_company(wanted).map(|name| folded(&name));
    let is_of_position =
        company.is_some_and(|company| contains(&text, &company)) || ROLES.iter().any(|role| contains(&text, role));
    let after = |at: usize| year(&text[at..]).filter(|(offset, _)| *offset < 40).map(|(_, year)| year.to_owned());
    let of_cue = SINCE.iter().filter(|_| is_of_position).find_map(|cue| find(&text, cue).and_then(after));
    let has_cue = NAMED.iter().any(|cue| contains(&text, cue));
    of_cue.or_else(|| {
        let titles = ROLES.iter().filter_map(|role| find(&text, role).map(|at| at + role.len()));
        has_cue.then(|| titles.max().and_then(after)).flatten()
    })
}

/// Returns the year of a report that the person got the role, or an empty text if the report has no date.
pub(super) fn announced<'a>(wanted: &Wanted<'_>, page: &PageLines<'a>) -> Option<&'a str> {
    let is_news = |line: &&&str| {
        let text = folded(line);
        is_about(line, wanted.name)
            && NAMED.iter().take(8).any(|cue| contains(&text, cue))
            && role(line, wanted).is_some()
    };
    page.lines.iter().find(is_news)?;
    Some(page.published.get(..4).unwrap_or_default())
}
