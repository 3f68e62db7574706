//! One value of one page. Pure.

use super::person::{SINCE, announced, company, role, since};
use super::text::{contains, find, folded, names, proper_nouns, words, year};
use super::{PageLines, Wanted};

/// Titles of the person who leads a company, the surest first.
const LEADERS: [&str; 13] = [
    "chief executive",
    "ceo",
    "managing director",
    "geschäftsführerin",
    "geschäftsführer",
    "vorstandsvorsitzende",
    "directrice générale",
    "directeur général",
    "présidente",
    "président",
    "gérante",
    "gérant",
    "director",
];
/// Legal forms, longer ones before those that they contain.
const FORMS: [&str; 24] = [
    "gmbh & co. kg",
    "gmbh",
    "kgaa",
    "kg",
    "ag",
    "sasu",
    "sas",
    "sarl",
    "s.a.",
    "sa",
    "limited",
    "ltd",
    "llp",
    "llc",
    "inc",
    "corp",
    "plc",
    "sp. z o.o.",
    "ab (publ)",
    "ab",
    "aps",
    "a/s",
    "oy",
    "bv",
];
const FOUNDED: [&str; 14] = [
    "founded",
    "formed",
    "established",
    "incorporated",
    "gegründet",
    "gründete",
    "fondée",
    "fondé",
    "créée",
    "est née",
    "gründung",
    "began in",
    "started in",
    "started the company in",
];
const SEATS: [&str; 7] =
    ["registered office", "siège social", "sitz der gesellschaft", "sitz:", "sitz ist", "headquarters", "head office"];
const STUDIES: [&str; 18] = [
    "studied",
    "degree",
    "doctorate",
    "graduated",
    "graduate of",
    "trained at",
    "trained as",
    "diploma",
    "educated",
    "studierte",
    "studium",
    "promoviert",
    "promovierte",
    "diplomierte",
    "diplômée",
    "diplômé",
    "formée",
    "études",
];
pub(super) const PAST: [&str; 10] =
    ["former", "until", "previously", "ehemalig", "bis ", "zuvor", "ancien", "jusqu", "founder and former", "retired"];
const CURRENCIES: [(&str, &str); 12] = [
    ("eur", "EUR"),
    ("€", "EUR"),
    ("euro", "EUR"),
    ("usd", "USD"),
    ("$", "USD"),
    ("gbp", "GBP"),
    ("£", "GBP"),
    ("chf", "CHF"),
    ("sek", "SEK"),
    ("dkk", "DKK"),
    ("nok", "NOK"),
    ("pln", "PLN"),
];
const INCLUDED: [&str; 8] =
    ["included", "including", "includes", "inklusive", "inkl", "einschließlich", "compris", "with "];

/// Returns the lines that are about the entity: all lines of a page whose title names it, otherwise those that name it.
/// A test of several products gives a figure for each.
fn own_lines<'l>(wanted: &Wanted<'_>, page: &PageLines<'l>) -> Vec<&'l str> {
    let first = words(wanted.name).into_iter().next().unwrap_or_default();
    let is_own = |text: &str| contains(&folded(text), &first);
    page.lines.iter().copied().filter(|line| is_own(&page.title) || is_own(line)).collect()
}

/// Returns the value of a field that a page states.
pub(crate) fn value(field: &str, wanted: &Wanted<'_>, page: &PageLines<'_>) -> Option<String> {
    let lines = &page.lines;
    let own = || own_lines(wanted, page);
    match field {
        "role" => lines.iter().find_map(|line| role(line, wanted)),
        "company" => company(wanted, page),
        // The report of an appointment also says since when the person has been with the company.
        "since" => match announced(wanted, page) {
            Some(year) => Some(year.to_owned()).filter(|year| !year.is_empty()),
            None => lines.iter().find_map(|line| since(line, wanted)),
        },
        "legal_name" => lines.iter().find_map(|line| legal_name(line, wanted.name).map(|(name, _)| name)),
        "founded" => founded(wanted, lines),
        "seat" => seat(wanted, lines),
        "chief_executive" => leader(wanted, lines),
        "education" => lines.iter().find_map(|line| from_cue(line, &STUDIES)),
        "price" => price(lines).map(|(_, amount, _)| amount),
        "currency" => price(lines).map(|(_, _, currency)| currency.to_owned()),
        "includes" => price(lines)
            .and_then(|(line, ..)| INCLUDED.iter().any(|cue| contains(&folded(line), cue)).then(|| clause(line))),
        "launched" => ["launched", "launch", "seit", "erschienen", "markteinführung", "lancé", "since"]
            .iter()
            .find_map(|cue| lines.iter().find(|line| contains(&folded(line), cue)).and_then(|line| year(line)))
            .map(|(_, year)| year.to_owned()),
        "weight" => quantity(&own(), &["kg", "g"], &["weight", "gewicht", "wiegt", "weighs", "poids"]),
        "capacity" => quantity(&own(), &["l", "liter", "litern", "litre", "litres"], &[]),
        "power" => quantity(&own(), &["w", "watt", "watts"], &[]),
        "luminous_flux" => quantity(&own(), &["lm", "lumen"], &[]),
        "designer" => ["designed by", "design:", "entwurf", "entworfen von", "designer"]
            .iter()
            .find_map(|cue| after_name(lines, cue)),
        _ => labelled(field, lines),
    }
    .filter(|value| !value.trim().is_empty())
}

/// Returns the name with its legal form as the line writes it, and what follows.
fn legal_name<'l>(line: &'l str, name: &str) -> Option<(String, &'l str)> {
    let (text, name) = (folded(line), folded(name));
    // Offsets of the folded text hold for the line only if no character changed its length.
    if text.len() != line.len() {
        return None;
    }
    text.match_indices(&name).find_map(|(at, _)| {
        let end = at + name.len();
        let rest = text[end..].trim_start_matches([' ', ',']);
        let form = FORMS.iter().find(|form| {
            rest.strip_prefix(**form).is_some_and(|after| !after.chars().next().is_some_and(char::is_alphanumeric))
        })?;
        let stop = text.len() - rest.len() + form.len();
        Some((line[at..stop].to_owned(), &line[stop..]))
    })
}

fn founded(wanted: &Wanted<'_>, lines: &[&str]) -> Option<String> {
    let name = folded(wanted.name);
    let strong = lines.iter().find_map(|line| {
        let text = folded(line);
        let at = FOUNDED.iter().find_map(|cue| find(&text, cue))?;
        year(&text[at..]).or_else(|| year(&text)).map(|(_, year)| year.to_owned())
    });
    strong.or_else(|| {
        lines.iter().find_map(|line| {
            let text = folded(line);
            let at = SINCE.iter().find_map(|cue| find(&text, cue)).filter(|_| contains(&text, &name))?;
            year(&text[at..]).filter(|(offset, _)| *offset < 12).map(|(_, year)| year.to_owned())
        })
    })
}

/// Returns the address after a word for the registered office, or the address after the legal name.
fn seat(wanted: &Wanted<'_>, lines: &[&str]) -> Option<String> {
    let stated = lines.iter().find_map(|line| {
        let text = folded(line);
        let cue = SEATS.iter().find_map(|cue| find(&text, cue).map(|at| at + cue.len()))?;
        (text.len() == line.len()).then(|| clause(line[cue..].trim_start_matches([' ', ':', '|', ','])))
    });
    stated
        .or_else(|| {
            let address = lines.iter().find_map(|line| {
                let (_, rest) = legal_name(line, wanted.name)?;
                rest.trim_start_matches('.').starts_with(',').then(|| clause(rest.trim_start_matches(['.', ',', ' '])))
            });
            address.filter(|text| text.chars().any(|c| c.is_ascii_digit()))
        })
        .or_else(|| {
            let places = proper_nouns(wanted.objective, wanted.name);
            let said = |place: &&String| lines.iter().any(|line| contains(&folded(line), place));
            places.iter().find(said).cloned()
        })
}

/// Returns the name nearest to the title of the person who leads the company.
fn leader(wanted: &Wanted<'_>, lines: &[&str]) -> Option<String> {
    let of_company = words(wanted.name);
    LEADERS.iter().find_map(|title| {
        lines.iter().find_map(|line| {
            let text = folded(line);
            let at = find(&text, title).filter(|_| !PAST.iter().any(|word| text.contains(word)))?;
            let is_person = |name: &&(usize, String)| {
                !words(&name.1).iter().any(|word| of_company.contains(word) || title.contains(word.as_str()))
            };
            let names = names(line);
            let nearest = names.iter().filter(is_person).min_by_key(|(found, _)| found.abs_diff(at))?;
            (nearest.0.abs_diff(at) < 60).then(|| nearest.1.clone())
        })
    })
}

/// Returns the rest of the line from the first cue on.
fn from_cue(line: &str, cues: &[&str]) -> Option<String> {
    let text = folded(line);
    let at = cues.iter().filter_map(|cue| find(&text, cue)).min()?;
    (text.len() == line.len()).then(|| clause(&line[at..]))
}

/// Returns the text up to the end of the sentence or of the cell.
fn clause(text: &str) -> String {
    let ends = text.match_indices(['.', ';', '|']).find(|(at, mark)| {
        *mark != "." || text[at + 1..].is_empty() || text[at + 1..].starts_with(' ') && text[..*at].len() > 3
    });
    text[..ends.map_or(text.len(), |(at, _)| at)].trim().to_owned()
}

/// Returns the line with the first price, its amount and its currency. A line about an earlier price is left out.
fn price<'l>(lines: &[&'l str]) -> Option<(&'l str, String, &'static str)> {
    lines.iter().find_map(|line| {
        let text = folded(line);
        let (at, sign, code) = CURRENCIES.iter().find_map(|(sign, code)| Some((text.find(sign)?, *sign, *code)))?;
        let digits = |part: &str| -> String {
            part.chars()
                .take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '\u{a0}' | '\u{202f}' | '’'))
                .collect()
        };
        let before: String =
            text[..at].trim_end().chars().rev().take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ',')).collect();
        let after = digits(text[at + sign.len()..].trim_start());
        let amount = if before.is_empty() { after } else { before.chars().rev().collect() };
        let amount = amount.trim_matches(['.', ',']).to_owned();
        amount.chars().any(|c| c.is_ascii_digit()).then_some((*line, amount, code))
    })
}

/// Returns a number with one of the units, preferably in a line with a cue.
fn quantity(lines: &[&str], units: &[&str], cues: &[&str]) -> Option<String> {
    let of_line = |line: &str| {
        let parts: Vec<&str> = line.split_whitespace().collect();
        parts.windows(2).find_map(|pair| {
            let unit = folded(pair[1].trim_matches(|c: char| !c.is_alphanumeric()));
            let is_number = pair[0].starts_with(|c: char| c.is_ascii_digit());
            (is_number && units.contains(&unit.as_str())).then(|| format!("{} {unit}", pair[0]))
        })
    };
    let has_cue = |line: &str| cues.iter().any(|cue| contains(&folded(line), cue));
    let cued = lines.iter().filter(|line| has_cue(line)).find_map(|line| of_line(line));
    cued.or_else(|| lines.iter().find_map(|line| of_line(line)))
}

fn after_name(lines: &[&str], cue: &str) -> Option<String> {
    lines.iter().find_map(|line| {
        let text = folded(line);
        let at = find(&text, cue).filter(|_| text.len() == line.len())? + cue.len();
        names(&line[at..]).first().map(|(_, name)| name.clone())
    })
}

/// Returns the text after a label that is the field's name.
fn labelled(field: &str, lines: &[&str]) -> Option<String> {
    let label = folded(field).replace(['_', '-'], " ");
    lines.iter().find_map(|line| {
        let text = folded(line);
        let rest = text.trim_start_matches(['|', ' ']).strip_prefix(label.as_str())?;
        let rest = rest.trim_start().strip_prefix([':', '|'])?;
        line.get(line.len().checked_sub(rest.len())?..).map(clause)
    })
}
