//! Workbooks of Office Open XML: the cells of the visible sheets as tables, as a reader sees them: a part of one in the
//! format of per cents is written as per cents, a number of days as a date.

use crate::text::xml::{Event, attribute, events, local, starts};

use super::MAX_MARKUP;
use super::look::{Look, is_off};
use super::markup::escape;
use super::zip::Archive;

/// Maximum number of sheets, of rows per sheet and of cells per row.
const MAX_SHEETS: usize = 20;
const MAX_ROWS: usize = 5_000;
const MAX_CELLS: usize = 100;
/// Maximum characters of a text and decimals of a number, those of Excel.
const MAX_TEXT_CHARS: usize = 32_767;
const MAX_DECIMALS: usize = 30;
/// Formats of dates among those without a text of their own (ISO 29500, 18.8.30), and of per cents.
const DATES: [std::ops::RangeInclusive<u32>; 3] = [14..=17, 22..=22, 27..=36];
const PERCENTS: [u32; 2] = [9, 10];
/// Days from the first day of the workbook's calendar to 1970-01-01, in the calendars of 1900 and 1904.
const DAYS_1900: i64 = 25_569;
const DAYS_1904: i64 = 24_107;

/// How a number is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NumberFormat {
    General,
    Percent {
        decimals: usize,
    },
    Decimals(usize),
    Date,
    /// Struck out, so that it is not read.
    Struck,
}

/// What the cells refer to.
struct Book {
    strings: Vec<String>,
    formats: Vec<NumberFormat>,
    /// Days between the first day of the workbook and 1970.
    epoch: i64,
}

/// Returns the visible sheets as markup.
pub(super) fn markup(archive: &mut Archive<'_>) -> Option<String> {
    let workbook = archive.text("xl/workbook.xml")?;
    let targets = targets(&archive.text("xl/_rels/workbook.xml.rels").unwrap_or_default());
    let book = Book {
        strings: strings(&archive.text("xl/sharedStrings.xml").unwrap_or_default()),
        formats: formats(&archive.text("xl/styles.xml").unwrap_or_default()),
        epoch: if starts(&workbook, "workbookPr").any(|it| is_on(it, "date1904")) { DAYS_1904 } else { DAYS_1900 },
    };
    let mut out = String::new();
    let sheets = starts(&workbook, "sheet").filter(|sheet| attribute(sheet, "state").is_none_or(|it| it == "visible"));
    for sheet in sheets.take(MAX_SHEETS) {
        let id = attribute(sheet, "r:id").unwrap_or_default();
        let Some((_, target)) = targets.iter().find(|(known, _)| *known == id) else { continue };
        let path = target.strip_prefix('/').map_or_else(|| format!("xl/{target}"), str::to_owned);
        let Some(xml) = archive.text(&path) else { continue };
        out.push_str("<h2>");
        escape(&attribute(sheet, "name").unwrap_or_default(), &mut out);
        out.push_str("</h2><table>");
        rows(&xml, &book, &mut out);
        out.push_str("</table>");
    }
    Some(out)
}

/// Returns `true` for a switch that is on.
fn is_on(attributes: &str, name: &str) -> bool {
    attribute(attributes, name).is_some_and(|value| value == "1" || value == "true")
}

fn targets(rels: &str) -> Vec<(String, String)> {
    let value = |attributes: &str, name: &str| attribute(attributes, name).map(std::borrow::Cow::into_owned);
    starts(rels, "Relationship").filter_map(|it| Some((value(it, "Id")?, value(it, "Target")?))).collect()
}

/// Returns the shared texts. Readings of Japanese words and struck runs are left out.
fn strings(xml: &str) -> Vec<String> {
    let (mut all, mut text, mut is_text, mut is_reading) = (Vec::new(), String::new(), false, false);
    let mut look = Look::default();
    for event in events(xml) {
        match event {
            Event::Start { name, attributes, closed } => match local(name) {
                "si" if closed => all.push(String::new()),
                "si" | "r" => look = Look::default(),
                "t" => is_text = !closed,
                "rPh" => is_reading = !closed,
                property => look.read(property, attribute(attributes, "val").as_deref()),
            },
            Event::End { name } => match local(name) {
                "si" => all.push(std::mem::take(&mut text).chars().take(MAX_TEXT_CHARS).collect()),
                "t" => is_text = false,
                "rPh" => is_reading = false,
                _ => {}
            },
            Event::Text(part) if is_text && !is_reading && !look.is_hidden => look.append(&part, &mut text),
            Event::Text(_) => {}
        }
    }
    all
}

/// Returns the formats of the cells by their number.
fn formats(xml: &str) -> Vec<NumberFormat> {
    let number = |text: Option<std::borrow::Cow<'_, str>>| text.and_then(|text| text.parse::<u32>().ok());
    let own: Vec<(u32, String)> = starts(xml, "numFmt")
        .filter_map(|it| Some((number(attribute(it, "numFmtId"))?, attribute(it, "formatCode")?.into_owned())))
        .collect();
    let struck = struck_fonts(xml);
    let is_struck =
        |it: &str| number(attribute(it, "fontId")).is_some_and(|font| struck.get(font as usize) == Some(&true));
    let cells = xml.split_once("<cellXfs").map_or("", |(_, rest)| rest.split("</cellXfs").next().unwrap_or_default());
    starts(cells, "xf")
        .map(|it| {
            if is_struck(it) {
                return NumberFormat::Struck;
            }
            let id = number(attribute(it, "numFmtId")).unwrap_or_default();
            match own.iter().find(|(known, _)| *known == id) {
                Some((_, code)) => coded(code),
                None if DATES.iter().any(|dates| dates.contains(&id)) => NumberFormat::Date,
                None if PERCENTS.contains(&id) => NumberFormat::Percent { decimals: if id == 10 { 2 } else { 0 } },
                None => match id {
                    1 | 3 | 37 | 38 => NumberFormat::Decimals(0),
                    2 | 4 | 39 | 40 => NumberFormat::Decimals(2),
                    _ => NumberFormat::General,
                },
            }
        })
        .collect()
}

/// Returns which of the fonts strike their text out.
fn struck_fonts(xml: &str) -> Vec<bool> {
    let fonts = xml.split_once("<fonts").map_or("", |(_, rest)| rest.split("</fonts>").next().unwrap_or_default());
    let mut struck = Vec::new();
    for event in events(fonts) {
        let Event::Start { name, attributes, .. } = event else { continue };
        if local(name) == "font" {
            struck.push(false);
        } else if local(name) == "strike"
            && let Some(last) = struck.last_mut()
        {
            *last = !is_off(attribute(attributes, "val").as_deref());
        }
    }
    struck
}

/// Reads the code of a format: its first section, without texts in quotes and brackets.
fn coded(code: &str) -> NumberFormat {
    let mut plain = String::new();
    let mut end = None;
    for c in code.split(';').next().unwrap_or_default().chars() {
        match (end, c) {
            (Some(close), c) if c == close => end = None,
            (Some(_), _) => {}
            (None, '"') => end = Some('"'),
            (None, '[') => end = Some(']'),
            (None, c) => plain.push(c.to_ascii_lowercase()),
        }
    }
    let decimals =
        plain.split_once('.').map_or(0, |(_, rest)| rest.chars().take_while(|c| matches!(c, '0' | '#')).count());
    let decimals = decimals.min(MAX_DECIMALS);
    match plain.as_str() {
        "" | "general" | "@" => NumberFormat::General,
        _ if plain.contains('%') => NumberFormat::Percent { decimals },
        _ if plain.contains(['y', 'd']) => NumberFormat::Date,
        _ if plain.contains('e') || !plain.contains('0') => NumberFormat::General,
        _ => NumberFormat::Decimals(decimals),
    }
}

/// A cell while it is read.
#[derive(Default)]
struct Cell {
    column: usize,
    kind: String,
    style: usize,
    value: String,
    is_value: bool,
}

/// Writes the visible rows of a sheet.
fn rows(xml: &str, book: &Book, out: &mut String) {
    let mut hidden = [false; MAX_CELLS + 1];
    let place = |it: &str, name: &str| attribute(it, name)?.parse::<usize>().ok();
    for it in starts(xml, "col").filter(|it| is_on(it, "hidden")) {
        let Some((min, max)) = place(it, "min").zip(place(it, "max")) else { continue };
        if let Some(columns) = hidden.get_mut(min..=max.min(MAX_CELLS)) {
            columns.fill(true);
        }
    }
    let (mut row, mut cell, mut is_hidden, mut count) = (Vec::new(), Cell::default(), false, 0);
    for event in events(xml) {
        if out.len() > MAX_MARKUP {
            break;
        }
        match event {
            Event::Start { name, attributes, closed } => match local(name) {
                "row" => {
                    row.clear();
                    is_hidden = is_on(attributes, "hidden");
                }
                "c" => {
                    let next = cell.column + 1;
                    cell = Cell {
                        column: attribute(attributes, "r").and_then(|place| column(&place)).unwrap_or(next),
                        kind: attribute(attributes, "t").unwrap_or_default().into_owned(),
                        style: attribute(attributes, "s").and_then(|style| style.parse().ok()).unwrap_or_default(),
                        ..Cell::default()
                    };
                }
                "v" | "t" => cell.is_value = !closed,
                _ => {}
            },
            Event::Text(text) if cell.is_value => cell.value.push_str(&text),
            Event::Text(_) => {}
            Event::End { name } => match local(name) {
                "v" | "t" => cell.is_value = false,
                "c" if (1..=MAX_CELLS).contains(&cell.column) && !hidden[cell.column] => {
                    row.resize(row.len().max(cell.column), String::new());
                    row[cell.column - 1] = shown(&cell, book);
                }
                "row" => {
                    cell.column = 0;
                    if !is_hidden && row.iter().any(|text| !text.is_empty()) && count < MAX_ROWS {
                        count += 1;
                        write(&row, out);
                    }
                }
                _ => {}
            },
        }
    }
}

fn write(row: &[String], out: &mut String) {
    out.push_str("<tr>");
    for text in row {
        out.push_str("<td>");
        escape(text, out);
        out.push_str("</td>");
    }
    out.push_str("</tr>");
}

/// Returns the number of a column: `B3` is in column 2.
fn column(place: &str) -> Option<usize> {
    let letters = place.bytes().take_while(u8::is_ascii_alphabetic);
    let number =
        letters.take(3).fold(0, |number, letter| number * 26 + usize::from(letter.to_ascii_uppercase() - b'A') + 1);
    (number > 0).then_some(number)
}

fn shown(cell: &Cell, book: &Book) -> String {
    let text = cell.value.trim();
    let format = book.formats.get(cell.style);
    match cell.kind.as_str() {
        _ if format == Some(&NumberFormat::Struck) => String::new(),
        "s" => text.parse::<usize>().ok().and_then(|at| book.strings.get(at)).cloned().unwrap_or_default(),
        "b" => if text == "1" { "TRUE" } else { "FALSE" }.to_owned(),
        "str" | "inlineStr" | "e" | "d" => text.to_owned(),
        _ => match (text.parse::<f64>(), format) {
            (Ok(number), Some(NumberFormat::Percent { decimals })) => format!("{:.decimals$}%", number * 100.0),
            (Ok(number), Some(NumberFormat::Decimals(decimals))) => format!("{number:.decimals$}"),
            (Ok(number), Some(NumberFormat::Date)) => day(number, book.epoch).unwrap_or_else(|| text.to_owned()),
            (Ok(number), _) => general(number, text),
            (Err(_), _) => text.to_owned(),
        },
    }
}

/// Returns a number without the rounding error of its binary form.
fn general(number: f64, text: &str) -> String {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    if digits < 16 || text.contains(['e', 'E']) {
        return text.to_owned();
    }
    let places = 14_i32.saturating_sub(number.abs().log10().floor().clamp(-300.0, 300.0) as i32).clamp(0, 20) as usize;
    let rounded = format!("{number:.places$}");
    if rounded.contains('.') { rounded.trim_end_matches('0').trim_end_matches('.').to_owned() } else { rounded }
}

/// Returns the day of a number of days, with the time if it has one.
fn day(number: f64, epoch: i64) -> Option<String> {
    if !(1.0..3_000_000.0).contains(&number) {
        return None;
    }
    let days = chrono::Duration::days(number.floor() as i64 - epoch);
    let seconds = (number.fract() * 86_400.0).round() as i64;
    let date = chrono::NaiveDate::from_ymd_opt(1970, 1, 1)?.checked_add_signed(days)?;
    let at = date.and_hms_opt(0, 0, 0)?.checked_add_signed(chrono::Duration::seconds(seconds))?;
    Some(at.format(if seconds == 0 { "%Y-%m-%d" } else { "%Y-%m-%d %H:%M" }).to_string())
}
