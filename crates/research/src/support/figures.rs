//! Compares numbers, their magnitudes and their units.

use std::collections::BTreeSet;

use retrieval::text::Language;

use super::Problem;
use super::lexicon::{self, Class, Spelled, Unit};
use super::token::{Text, Token};

/// Maximum relative difference of a number that is stated as approximate.
const ROUNDING: f64 = 0.05;
/// Maximum number of numbers of the quotes of which another may be the total.
const MAX_ADDENDS: usize = 6;
/// Maximum relative difference of a share that is computed from two numbers of the quotes.
const SHARE_ERROR: f64 = 0.05;
/// Words between the ends of a range.
const RANGE: [&str; 12] = ["to", "and", "or", "bis", "und", "oder", "à", "et", "ou", "a", "y", "o"];
/// Words before the unit of a rate.
const RATES: [&str; 14] =
    ["per", "each", "every", "an", "a", "pro", "je", "jede", "par", "chaque", "por", "cada", "al", "jeder"];

/// A number with its context.
#[derive(Debug, Clone)]
pub(super) struct Figure {
    /// Possible values: separators may be ambiguous.
    values: Vec<f64>,
    unit: Option<Unit>,
    /// The first word of meaning after it.
    noun: Option<String>,
    bound: Bound,
    /// Index of its first token.
    pub(super) at: usize,
    written: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    About,
    Over,
    Under,
}

/// Returns the numbers of a text, except those that are marked as parts of dates.
pub(super) fn figures(text: &Text, dated: &BTreeSet<usize>) -> Vec<Figure> {
    let mut figures: Vec<Figure> = Vec::new();
    let mut at = 0;
    while at < text.tokens.len() {
        let parsed = (!dated.contains(&at)).then(|| value(text, at)).flatten();
        let Some((values, end)) = parsed else {
            at += 1;
            continue;
        };
        figures.push(Figure {
            values,
            unit: unit_of(&text.tokens, at, end),
            noun: text.tokens[end.min(text.tokens.len())..]
                .iter()
                .take(4)
                .find(|token| token.content)
                .map(|token| token.key.clone()),
            bound: bound(text, at),
            at,
            written: text.tokens[at..end].iter().map(|token| token.form.as_str()).collect::<Vec<_>>().join(" "),
        });
        at = end;
    }
    inherit_units(&mut figures, &text.tokens);
    figures
}

/// Returns the number that begins at a token, and the index after it.
fn value(text: &Text, at: usize) -> Option<(Vec<f64>, usize)> {
    let token = &text.tokens[at];
    let spelled = |at: usize| text.tokens.get(at).and_then(|token| lexicon::spelled(&token.form, token.language));
    let is_digits = token.key.starts_with('#')
        && token.form.starts_with(|c: char| c.is_ascii_digit())
        && !token.key.starts_with("#o");
    let (mut values, mut end) = match spelled(at) {
        _ if is_digits => (readings(&token.form), at + 1),
        Some(Spelled::Value(value)) if !is_ambiguous(&token.form) => (vec![value], at + 1),
        Some(Spelled::Factor(value)) if token.form.chars().count() > 1 => (vec![value], at + 1),
        _ => return None,
    };
    if is_digits {
        end = join_thousands(text, &mut values, end);
    }
    while let Some(next) = spelled(end) {
        let one = values.first().copied().unwrap_or_default();
        match next {
            Spelled::Factor(factor) if text.tokens[end].form.len() > 1 || is_money(&text.tokens, at) => {
                values.iter_mut().for_each(|value| *value *= factor);
            }
            Spelled::Value(100.0) if one < 10.0 && !is_digits => values = vec![one * 100.0],
            Spelled::Value(more) if !is_digits && (20.0..100.0).contains(&one) && one % 10.0 == 0.0 && more < 10.0 => {
                values = vec![one + more];
            }
            _ => break,
        }
        end += 1;
    }
    Some((values, end))
}

/// Joins `300 000`, as French texts write it.
fn join_thousands(text: &Text, values: &mut [f64], mut end: usize) -> usize {
    while text.language == Language::French
        && values.first().is_some_and(|value| *value >= 1.0 && value.fract() == 0.0)
        && text.tokens.get(end).is_some_and(|next| next.key.starts_with('#') && next.form.len() == 3 && !next.attached)
        && text.tokens[end].form.bytes().all(|byte| byte.is_ascii_digit())
        && text.tokens[end - 1].form.len() <= 3
    {
        let more: f64 = text.tokens[end].form.parse().unwrap_or_default();
        values.iter_mut().for_each(|value| *value = *value * 1000.0 + more);
        end += 1;
    }
    end
}

/// Returns true for words that are numbers in some contexts only.
fn is_ambiguous(form: &str) -> bool {
    ["medio", "media", "sept", "neuf"].contains(&form)
}

fn is_money(tokens: &[Token], at: usize) -> bool {
    let unit = at.checked_sub(1).and_then(|at| lexicon::unit(&tokens[at].form));
    unit.is_some_and(|unit| unit.dimension == "money")
}

/// Returns the possible values of digits with separators: `1.250` is 1250 or 1.25.
fn readings(form: &str) -> Vec<f64> {
    let marks: Vec<char> = form.chars().filter(|c| !c.is_ascii_digit()).collect();
    let plain = || form.chars().filter(char::is_ascii_digit).collect::<String>().parse::<f64>().ok();
    let decimal = |mark: char| {
        let kept: String = form.chars().filter(|c| c.is_ascii_digit() || *c == mark).collect();
        kept.replace(mark, ".").parse::<f64>().ok()
    };
    let Some(last) = marks.last().copied() else { return plain().into_iter().collect() };
    let behind = form.rsplit(last).next().map_or(0, str::len);
    let is_uniform = marks.iter().all(|mark| *mark == last);
    match (marks.len(), behind) {
        (1, 3) => plain().into_iter().chain(decimal(last)).collect(),
        (1, _) => decimal(last).into_iter().collect(),
        _ if is_uniform => plain().into_iter().collect(),
        _ => decimal(last).into_iter().collect(),
    }
}

fn unit_of(tokens: &[Token], at: usize, end: usize) -> Option<Unit> {
    let money =
        at.checked_sub(1).and_then(|at| lexicon::unit(&tokens[at].form)).filter(|unit| unit.dimension == "money");
    money.or_else(|| {
        let next = tokens.get(end)?;
        let is_of = ["de", "of", "d"].contains(&next.form.as_str());
        let later =
            |ahead: usize| tokens.get(end + ahead).filter(|_| is_of).and_then(|token| lexicon::unit(&token.form));
        lexicon::unit(&next.form).or_else(|| later(1)).or_else(|| later(2))
    })
}

/// Gives the first number of a range the unit of the second.
fn inherit_units(figures: &mut [Figure], tokens: &[Token]) {
    for n in (1..figures.len()).rev() {
        let (before, after) = (figures[n - 1].at, figures[n].at);
        let joins = after == before + 1 || after == before + 2 && RANGE.contains(&tokens[before + 1].form.as_str());
        if joins && figures[n - 1].unit.is_none() {
            figures[n - 1].unit = figures[n].unit;
            figures[n - 1].noun = figures[n].noun.clone();
        }
    }
}

fn bound(text: &Text, at: usize) -> Bound {
    let has = |class| (1..=3).any(|back| at.checked_sub(back).is_some_and(|at| text.is(at, class)));
    let said = |words: &[&str]| {
        (1..=2).any(|back| at.checked_sub(back).is_some_and(|at| words.contains(&text.tokens[at].form.as_str())))
    };
    match () {
        () if said(&["over", "atleast"]) || has(Class::Over) => Bound::Over,
        () if said(&["under", "atmost", "upto"]) || has(Class::Under) => Bound::Under,
        () if has(Class::Approximate) => Bound::About,
        () => Bound::Exact,
    }
}

/// Returns what is wrong with the numbers of a finding, given those of its quotes and title.
pub(super) fn compare(finding: &[Figure], quotes: &[Figure], published: &[Figure]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for figure in finding {
        let spans = quotes
            .iter()
            .any(|quote| figure.unit.zip(quote.unit).is_some_and(|(one, other)| same_time(figure, one, quote, other)));
        if spans {
            continue;
        }
        let equal: Vec<&Figure> = quotes.iter().filter(|quote| figure.equals(quote)).collect();
        if equal.is_empty() {
            if !published.iter().any(|date| figure.equals(date)) && !figure.is_share(quotes) {
                problems.push(figure.absent(finding, quotes));
            }
            continue;
        }
        if equal.iter().all(|quote| figure.excludes(quote.unit)) {
            let unit = equal.iter().find_map(|quote| quote.unit).map_or("another unit", |unit| unit.name);
            problems.push(Problem::contradiction(format!("the quotes give {} in {unit}", figure.written)));
        }
    }
    problems
}

impl Figure {
    fn equals(&self, quote: &Self) -> bool {
        let pairs = || self.values.iter().flat_map(|one| quote.values.iter().map(move |other| (*one, *other)));
        let rounded = |(one, other): (f64, f64)| {
            significant(one) < significant(other)
                && match self.bound {
                    Bound::Exact => false,
                    Bound::About => (one - other).abs() <= ROUNDING * other.abs(),
                    Bound::Over => one <= other && other - one <= ROUNDING * other.abs(),
                    Bound::Under => one >= other && one - other <= ROUNDING * other.abs(),
                }
        };
        pairs().any(|(one, other)| (one - other).abs() <= 1e-9 * other.abs().max(1.0)) || pairs().any(rounded)
    }

    fn excludes(&self, unit: Option<Unit>) -> bool {
        self.unit.zip(unit).is_some_and(|(one, other)| one.dimension == other.dimension && one.name != other.name)
    }

    /// Returns true for a share that two numbers of the quotes have to each other.
    fn is_share(&self, quotes: &[Self]) -> bool {
        let share = match self.values.first() {
            Some(value) if *value > 0.0 && *value < 1.0 && !self.written.contains(|c: char| c.is_ascii_digit()) => {
                *value
            }
            _ => return false,
        };
        let values: Vec<f64> = quotes.iter().filter_map(|quote| quote.values.first().copied()).collect();
        let is_near = |one: f64, other: f64| other > 0.0 && (one / other - share).abs() <= SHARE_ERROR * share;
        values.iter().any(|one| values.iter().any(|other| is_near(*one, *other)))
    }

    /// Returns true if the number is the sum of several numbers of the quotes in its unit, or the difference of two. It
    /// follows from the quotes, which may be about different things: a model decides.
    fn is_total(&self, quotes: &[Self]) -> bool {
        let mut values: Vec<f64> = quotes.iter().filter(|quote| quote.unit == self.unit).map(Self::value).collect();
        values.truncate(MAX_ADDENDS);
        let is_own = |value: f64| (value - self.value()).abs() <= 1e-9 * value.abs().max(1.0);
        let sums = (1_u32..(1 << values.len())).filter(|chosen| chosen.count_ones() > 1).map(|chosen| {
            values.iter().enumerate().filter(|(n, _)| (chosen >> n) & 1 == 1).map(|(_, value)| value).sum::<f64>()
        });
        let differences = values.iter().flat_map(|one| values.iter().map(move |other| one - other));
        self.value() > 0.0 && sums.chain(differences).any(is_own)
    }

    /// A number that the quotes do not have: a contradiction if they have another one for the same thing.
    fn absent(&self, finding: &[Self], quotes: &[Self]) -> Problem {
        let is_free = |quote: &&Self| !finding.iter().any(|other| other.equals(quote));
        let same_thing = |quote: &&Self| match (self.unit, quote.unit) {
            (Some(one), Some(other)) => one == other,
            (None, None) => self.noun.is_some() && self.noun == quote.noun,
            _ => false,
        };
        match quotes.iter().filter(is_free).find(same_thing) {
            Some(_) if self.is_total(quotes) => Problem::gap(format!(
                "the quotes do not state {}, only numbers of which it may be the total",
                self.shown()
            )),
            Some(quote) => Problem::contradiction(format!("the quotes say {} and not {}", quote.shown(), self.shown())),
            None => Problem::gap(format!("the quotes do not state {}", self.shown())),
        }
    }

    /// Returns the number as a year, if it can be one.
    pub(super) fn year(&self) -> Option<i32> {
        self.written.parse().ok().filter(|year| self.unit.is_none() && (1500..2200).contains(year))
    }

    /// Returns the first reading of the number.
    pub(super) fn value(&self) -> f64 {
        self.values.first().copied().unwrap_or_default()
    }

    /// Returns the name of the unit; empty if there is none.
    pub(super) fn unit_name(&self) -> &'static str {
        self.unit.map_or("", |unit| unit.name)
    }

    fn shown(&self) -> String {
        self.unit.map_or_else(|| self.written.clone(), |unit| format!("{} {}", self.written, unit.name))
    }
}

/// Returns the number of significant digits.
fn significant(value: f64) -> usize {
    let digits: String = format!("{value}").chars().filter(char::is_ascii_digit).collect();
    digits.trim_start_matches('0').trim_end_matches('0').len()
}

/// Returns true for equal spans of time in different units, such as a quarter of a century and 25 years.
fn same_time(one: &Figure, unit: Unit, other: &Figure, other_unit: Unit) -> bool {
    let years = |name: &str| match name {
        "decade" => Some(10.0),
        "century" => Some(100.0),
        "year" => Some(1.0),
        "quarter" => Some(0.25),
        "month" => Some(1.0 / 12.0),
        _ => None,
    };
    let span = |figure: &Figure, unit: Unit| Some(figure.values.first()? * years(unit.name)?);
    match (span(one, unit), span(other, other_unit)) {
        (Some(one), Some(other)) => (one - other).abs() < 1e-6,
        _ => false,
    }
}

/// Returns the units of the rates in a text: `hour` for `per hour`.
pub(super) fn rates(text: &Text) -> BTreeSet<&'static str> {
    let tokens = &text.tokens;
    let after = (1..tokens.len()).filter(|at| RATES.contains(&tokens[at - 1].form.as_str()));
    let named = after.filter_map(|at| lexicon::unit(&tokens[at].form));
    let adverbs = ["hourly", "daily", "weekly", "monthly", "yearly", "jährlich", "täglich"];
    let adverbs = tokens
        .iter()
        .filter(|token| adverbs.contains(&token.form.as_str()))
        .filter_map(|token| lexicon::unit(&token.form));
    named.chain(adverbs).filter(|unit| unit.dimension == "time").map(|unit| unit.name).collect()
}

/// Returns what is wrong with the rates of a finding.
pub(super) fn compare_rates(finding: &BTreeSet<&str>, quotes: &BTreeSet<&str>) -> Option<Problem> {
    let absent = finding.difference(quotes).next()?;
    let other = quotes.difference(finding).next()?;
    Some(Problem::contradiction(format!("the quotes say per {other} and not per {absent}")))
}
