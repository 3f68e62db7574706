//! Compares numbers, their magnitudes and their units.

use std::collections::BTreeSet;

use super::Problem;
use super::lexicon::{self, Unit};
use super::limits::{Bound, Limit, bound, limit};
use super::measure::{UnitMeasure, is_equal, is_same_measure, significant};
use super::notation::AmbiguousMark;
use super::numerals::value;
use super::scale::{MIN_SCALE, is_scale};
use super::token::{Text, Token};

/// Maximum relative difference of a number that is stated as approximate.
const ROUNDING: f64 = 0.05;
/// Maximum number of numbers of the quotes of which another may be the total.
const MAX_ADDENDS: usize = 6;
/// Maximum relative difference of a share that is computed from two numbers of the quotes.
const SHARE_ERROR: f64 = 0.05;
/// The same for a percentage that a fraction in words names exactly: 33 % is a third.
const SPELLED_SHARE_ERROR: f64 = 0.02;
/// Significant digits of a share, more than which are those of a fraction.
const ENDLESS_DIGITS: usize = 6;
/// Words between a number and its noun: `40 millones de pesos`.
const OF: [&str; 3] = ["de", "of", "d"];
/// Stems of words for the points of an index.
const INDEX_POINTS: [&str; 6] = ["point", "punkt", "zahl", "punto", "punt", "ponto"];
/// Words between the ends of a range.
const RANGE: [&str; 12] = ["to", "and", "or", "bis", "und", "oder", "à", "et", "ou", "a", "y", "o"];

/// A number with its context.
#[derive(Debug, Clone)]
pub(super) struct Figure {
    /// Possible values: separators may be ambiguous.
    values: Vec<f64>,
    /// The separator, if it may stand before thousands or before decimals.
    mark: Option<AmbiguousMark>,
    unit: Option<Unit>,
    /// Index of the token that names the unit, if it is this number's own.
    pub(super) unit_at: Option<usize>,
    /// The first word of meaning after it.
    pub(super) noun: Option<String>,
    /// True if the word right after it says what it counts: `900 people`.
    counts: bool,
    bound: Bound,
    /// A limit that the text states in so many words.
    limit: Option<Limit>,
    /// The other end of the range that it bounds, by `between … and …`.
    range: Option<f64>,
    /// True after `by`, false after `to`: a change and its result.
    is_change: Option<bool>,
    /// Index of its first token.
    pub(super) at: usize,
    /// Index after its last token.
    pub(super) end: usize,
    pub(super) written: String,
}

/// Words before the first end of a range.
const BETWEEN: [&str; 3] = ["between", "zwischen", "entre"];

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
        if is_scale(text, at, end) {
            at = end;
            continue;
        }
        let (unit, unit_at) = unit_of(&text.tokens, at, end).unzip();
        figures.push(Figure {
            values,
            mark: AmbiguousMark::new(text, at),
            unit,
            unit_at,
            limit: limit(&text.tokens, at, end),
            range: None,
            is_change: at.checked_sub(1).and_then(|before| is_change(&text.tokens, before)),
            noun: text.tokens[end.min(text.tokens.len())..]
                .iter()
                .take(4)
                .find(|token| token.content)
                .map(|token| token.key.clone()),
            counts: counts(text, at, end),
            bound: bound(text, at),
            at,
            end,
            written: text.tokens[at..end].iter().map(|token| token.form.as_str()).collect::<Vec<_>>().join(" "),
        });
        at = end;
    }
    inherit_units(&mut figures, &text.tokens);
    bound_ranges(&mut figures, &text.tokens);
    figures.iter_mut().for_each(Figure::normalize);
    figures
}

/// Returns true for a number right before a noun, or before `of` and a noun, of a script with capital letters.
fn counts(text: &Text, at: usize, end: usize) -> bool {
    let is_of = text.tokens.get(end).is_some_and(|token| OF.contains(&token.form.as_str()));
    let noun = text
        .tokens
        .get(end + usize::from(is_of))
        .filter(|token| token.content && token.clause == text.tokens[at].clause);
    !text.is_foreign && noun.is_some_and(|noun| noun.form.starts_with(char::is_lowercase))
}

/// Returns true for `by` before a number, false for `to`.
fn is_change(tokens: &[Token], before: usize) -> Option<bool> {
    let is_currency = lexicon::unit(&tokens[before].form).is_some_and(|unit| unit.dimension == "money");
    let word = if is_currency { before.checked_sub(1)? } else { before };
    match tokens[word].form.as_str() {
        "by" | "um" => Some(true),
        "to" | "auf" => Some(false),
        _ => None,
    }
}

/// Marks the two ends of `between 64 and 68 per cent`.
fn bound_ranges(figures: &mut [Figure], tokens: &[Token]) {
    for n in 1..figures.len() {
        let (before, after) = (figures[n - 1].at, figures[n].at);
        let opens = before.checked_sub(1).is_some_and(|at| BETWEEN.contains(&tokens[at].form.as_str()));
        let joins = after > before + 1 && after <= before + 4 && RANGE.contains(&tokens[after - 1].form.as_str());
        if opens && joins {
            let (low, high) = (figures[n - 1].value(), figures[n].value());
            (figures[n - 1].range, figures[n].range) = (Some(high), Some(low));
        }
    }
}

/// Returns the unit of the number between two tokens, and the index of the token that names it.
fn unit_of(tokens: &[Token], at: usize, end: usize) -> Option<(Unit, usize)> {
    let named = |at: usize| Some((lexicon::unit(&tokens.get(at)?.form)?, at));
    let money = at.checked_sub(1).and_then(named).filter(|(unit, _)| unit.dimension == "money");
    money.or_else(|| {
        let is_of = OF.contains(&tokens.get(end)?.form.as_str());
        let later = |ahead: usize| named(end + ahead).filter(|_| is_of);
        named(end).or_else(|| later(1)).or_else(|| later(2))
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

/// Returns what is wrong with the numbers of a finding, given those of its quotes and title.
pub(super) fn compare(finding: &[Figure], quotes: &[Figure], published: &[Figure]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for figure in finding {
        let spans = quotes.iter().any(|quote| is_same_measure(figure.measure(), quote.measure()));
        if spans {
            continue;
        }
        let equal: Vec<&Figure> = quotes.iter().filter(|quote| figure.equals(quote)).collect();
        if equal.is_empty() {
            if let Some(quote) = quotes.iter().find(|quote| figure.differs_by_mark(quote)) {
                let (own, other) = (&figure.written, &quote.written);
                problems.push(Problem::gap(format!("the separators of {own} and {other} make a difference")));
            } else if !published.iter().any(|date| figure.equals(date)) && !figure.is_share(quotes) {
                problems.push(figure.absent(finding, quotes));
            }
            continue;
        }
        if equal.iter().all(|quote| figure.excludes(quote.unit)) {
            let unit = equal.iter().find_map(|quote| quote.unit).map_or("another unit", |unit| unit.name);
            problems.push(Problem::contradiction(format!("the quotes give {} in {unit}", figure.written)));
        }
        if equal.iter().all(|quote| figure.is_of_else(quote)) {
            problems.push(Problem::gap(format!("the quotes give {} of something else", figure.written)));
        }
        problems.extend(figure.unbounded(&equal, finding));
    }
    problems
}

impl Figure {
    pub(super) fn equals(&self, quote: &Self) -> bool {
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
        if AmbiguousMark::is_unlike(self.mark, quote.mark) {
            return false;
        }
        pairs().any(|(one, other)| is_equal(one, other)) || pairs().any(rounded) || self.is_same_share(quote)
    }

    /// Returns true if the numbers differ by what a separator stands for: `1,234 tonnes` and `1.234 tonnes`.
    fn differs_by_mark(&self, quote: &Self) -> bool {
        let is_thousandfold = |one: f64, other: f64| is_equal(one * 1000.0, other) || is_equal(one, other * 1000.0);
        let is_among = |one: &f64| quote.values.iter().any(|other| is_thousandfold(*one, *other));
        (self.mark.is_some() || quote.mark.is_some()) && self.values.iter().any(is_among)
    }

    /// Returns true for `half` and `50 %`, `a third` and `33 %`.
    fn is_same_share(&self, quote: &Self) -> bool {
        let Some(((one, is_word), (other, is_other_word))) = self.share().zip(quote.share()) else { return false };
        let error = if self.bound == Bound::About { SHARE_ERROR } else { SPELLED_SHARE_ERROR };
        // `三分之一` is read as a percentage that does not end.
        let is_endless = |share: f64| significant(share) > ENDLESS_DIGITS;
        (is_word || is_other_word || is_endless(one) != is_endless(other)) && (one - other).abs() <= error * other
    }

    /// Returns the share that a percentage or a fraction in words names, and true for the latter.
    fn share(&self) -> Option<(f64, bool)> {
        let value = self.value();
        match self.unit {
            Some(unit) => (unit.name == "percent").then_some((value / 100.0, false)),
            None => (value > 0.0 && value < 1.0 && !self.written.contains(|c: char| c.is_ascii_digit()))
                .then_some((value, true)),
        }
    }

    /// Adds the readings of a number in scales that the text names elsewhere.
    pub(super) fn scale(&mut self, scales: &[f64]) {
        if self.end - self.at == 1 && self.value() < MIN_SCALE {
            let value = self.value();
            self.values.extend(scales.iter().map(|scale| value * scale));
        }
    }

    /// Writes basis points as percentage points.
    fn normalize(&mut self) {
        if self.unit_name() == "basispoint"
            && let Some(point) = lexicon::unit("percentagepoint")
        {
            self.unit = Some(point);
            self.values.iter_mut().for_each(|value| *value /= 100.0);
        }
    }

    /// Returns the problem of a number that equal ones of the quotes give as a limit or as an end of a range only.
    fn unbounded(&self, equal: &[&Self], finding: &[Self]) -> Option<Problem> {
        let limits = || equal.iter().map(|quote| quote.limit);
        let is_opposite = |limit: Option<Limit>| self.limit.zip(limit).is_some_and(|(one, other)| one != other);
        if limits().all(is_opposite) {
            return Some(Problem::contradiction(format!("the quotes give {} as the opposite limit", self.written)));
        }
        let is_other = |quote: &&Self| self.is_change.zip(quote.is_change).is_some_and(|(one, other)| one != other);
        if self.year().is_none() && equal.iter().all(is_other) {
            let kinds = if self.is_change == Some(true) { "a result and no change" } else { "a change and no result" };
            return Some(Problem::gap(format!("the quotes give {} as {kinds}", self.written)));
        }
        let is_free = self.limit.is_none() && self.bound == Bound::Exact;
        if is_free && limits().all(|limit| limit.is_some()) {
            return Some(Problem::gap(format!("the quotes give {} as a limit", self.written)));
        }
        let is_under = |bound| [Bound::Under, Bound::About].contains(&bound);
        let is_stricter = |quote: &&Self| match self.bound {
            Bound::Over => is_under(quote.bound) || self.is_bare(quote),
            Bound::Under => quote.bound == Bound::Over || self.is_bare(quote),
            Bound::Exact | Bound::About => false,
        };
        if !self.is_span() && equal.iter().all(is_stricter) {
            return Some(Problem::gap(format!("the quotes do not give {} as this limit", self.written)));
        }
        let has_other_end = |end: f64| finding.iter().any(|other| (other.value() - end).abs() <= 1e-9 * end.abs());
        let is_end = equal.iter().all(|quote| quote.range.is_some_and(|end| !has_other_end(end)));
        (is_end && self.range.is_none())
            .then(|| Problem::gap(format!("the quotes give {} as an end of a range", self.written)))
    }

    /// Returns true for the same number without words of a limit.
    fn is_bare(&self, quote: &Self) -> bool {
        let is_plain = quote.limit.is_none() && quote.bound == Bound::Exact && quote.range.is_none();
        self.limit.is_some() && is_plain && is_equal(self.value(), quote.value())
    }

    /// Returns true for a measure whose number is a count or another measure in the quote: 400 kg and 400 litres.
    fn is_of_else(&self, quote: &Self) -> bool {
        let is_point = |noun: &Option<String>| noun.as_ref().is_some_and(|noun| INDEX_POINTS.contains(&noun.as_str()));
        match (self.unit, quote.unit) {
            (Some(own), Some(other)) => own.dimension != other.dimension,
            (Some(own), None) => {
                own.dimension != "time" && quote.counts && (own.dimension != "ratio" || is_point(&quote.noun))
            }
            (None, Some(other)) => other.name == "percent" && self.counts && is_point(&self.noun),
            (None, None) => false,
        }
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
        let is_near = |one: &Self, other: &Self| {
            other.value() > 0.0 && (one.value() / other.value() - share).abs() <= SHARE_ERROR * share
        };
        let is_share = |one: &Self, other: &Self| one.unit == other.unit && is_near(one, other);
        quotes.iter().any(|one| quotes.iter().any(|other| is_share(one, other)))
    }

    /// Returns true for numbers of one unit, per cent and points, or an amount without its unit.
    fn adds_up(&self, quote: &Self) -> bool {
        let dimension = |figure: &Self| figure.unit.map(|unit| unit.dimension);
        self.unit == quote.unit
            || dimension(self) == Some("ratio") && dimension(quote) == Some("ratio")
            || quote.unit.is_none() && quote.year().is_none()
    }

    /// Returns true if the number is the sum of several numbers of the quotes in its unit, or the difference of two. It
    /// follows from the quotes, which may be about different things: a model decides.
    fn is_total(&self, quotes: &[Self]) -> bool {
        let mut values: Vec<f64> = quotes.iter().filter(|quote| self.adds_up(quote)).map(Self::value).collect();
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

    fn measure(&self) -> Option<UnitMeasure> {
        self.unit.map(|unit| UnitMeasure { value: self.value(), unit })
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

    /// Returns `>` or `<` for a number that the text gives as a limit, else nothing.
    pub(super) fn bound_sign(&self) -> &'static str {
        match (self.limit, self.bound) {
            (Some(Limit::AtLeast), _) | (None, Bound::Over) => ">",
            (Some(Limit::AtMost), _) | (None, Bound::Under) => "<",
            (None, Bound::Exact | Bound::About) => "",
        }
    }

    /// Returns true for a number of years, days or the like.
    pub(super) fn is_span(&self) -> bool {
        self.unit.is_some_and(|unit| unit.dimension == "time")
    }

    fn shown(&self) -> String {
        self.unit.map_or_else(|| self.written.clone(), |unit| format!("{} {}", self.written, unit.name))
    }
}
