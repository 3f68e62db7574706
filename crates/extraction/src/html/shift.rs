//! Raised and lowered elements: `sup` and `sub`, styles and names for the same, small figures, and links to notes.

use super::css;
use super::dom::{Dom, Id};
use super::sheet::Sheet;
use super::tag::Tag;
use super::token::Attr;
use crate::raised::{Shift, Shifted};

/// Class names of raised or small figures: cents of a price, marks of notes.
const RAISED: &[&str] = &[
    "sup",
    "super",
    "superscript",
    "cents",
    "price-cents",
    "price__cents",
    "price-fraction",
    "a-price-fraction",
    "price-decimal",
    "price-decimals",
    "footnote",
    "footnote-ref",
    "footnoteref",
    "footnote-reference",
    "footnote-link",
    "fnref",
    "fn-ref",
    "noteref",
    "note-ref",
    "align-super",
    "align-top",
    "align-text-top",
    "sidenote-number",
    "footnote-number",
    "footnote-mark",
    "footnote-marker",
    "footnote-anchor",
    "footnotemark",
    "msofootnotereference",
    "msoendnotereference",
    "citation-ref",
    "cite-ref",
    "fraction",
    "decimals",
    "small",
    "smaller",
    "text-small",
    "text-xs",
    "text-2xs",
];
/// Beginnings of class names that move text upwards.
const RAISING: &[&str] = &["-top-", "-translate-y-", "bottom-0.", "bottom-1", "bottom-2"];
/// Class names of lowered figures.
const LOWERED: &[&str] = &["sub", "subscript", "align-sub"];
/// Beginnings of the names of notes.
const NOTES: &[&str] = &[
    "fn",
    "ftn",
    "footnote",
    "note",
    "endnote",
    "edn",
    "cite",
    "ref",
    "_ftn",
    "_edn",
    "anm",
    "user-content-fn",
    "easy-footnote",
    "sdfootnote",
    "sdendnote",
    "bib",
    "cit",
    "cr",
    "fuss",
    "fu\u{df}",
    "voetnoot",
    "fotnot",
    "nota",
    "sn-",
];
/// Part of the surrounding size below which text is a mark, and the same in pixels.
const SMALL_PART: f32 = 0.85;
const SMALL_PIXELS: f32 = 10.0;
/// Maximum number of nodes and bytes that are read of a shifted element and behind it.
const MAX_NODES: usize = 32;
const MAX_BYTES: usize = 48;

/// How an element looks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Looks {
    shift: Shift,
    is_link: bool,
    /// The markup says so; otherwise it is small text that may stand on the line.
    is_sure: bool,
}

impl Looks {
    /// Returns what is written before and behind the element's text.
    pub(crate) fn marks(self, before: &str, text: &str, after: &str) -> (&'static str, &'static str) {
        let joins = before.ends_with(|c: char| c.is_ascii_digit()) && text.starts_with(|c: char| c.is_ascii_digit());
        if !self.is_sure && !joins {
            return ("", "");
        }
        Shifted { before, text, after, shift: self.shift, is_link: self.is_link }.marks()
    }
}

/// Returns how an element is shifted; `None` if it is on the line.
pub(crate) fn of(dom: &Dom<'_>, sheet: &Sheet, id: Id) -> Option<Looks> {
    // A raised link within the page leads to a note, with any name.
    let is_inner = |child: Id| dom.attr(child, Attr::Href).is_some_and(|href| href.trim_start().starts_with('#'));
    let is_raised = matches!(dom.tag(id), Tag::Sup | Tag::Sub);
    let link = || {
        note(dom, id)
            || dom.descendants(id).take(MAX_NODES).any(|below| note(dom, below) || (is_raised && is_inner(below)))
    };
    let (shift, is_sure) = match dom.tag(id) {
        Tag::Sup => (Shift::Up, true),
        Tag::Sub => (Shift::Down, true),
        Tag::A if note(dom, id) && !dom.ancestors(id).take(3).any(|above| dom.tag(above) == Tag::Sup) => {
            (Shift::Up, false)
        }
        Tag::Small | Tag::Rt => (Shift::Up, false),
        Tag::Font if dom.attr(id, Attr::Size).is_some_and(is_small_font) => (Shift::Up, false),
        _ => by_attribute(dom, sheet, id)?,
    };
    Some(Looks { shift, is_link: link(), is_sure })
}

fn by_attribute(dom: &Dom<'_>, sheet: &Sheet, id: Id) -> Option<(Shift, bool)> {
    let by_sheet = |attr, name: &str| sheet.shifts(dom.tag(id), attr, name).map(|shift| (shift, false));
    dom.attrs(id).iter().find_map(|(attr, value)| match attr {
        Attr::Style => by_style(value),
        Attr::Role if matches!(value.as_ref(), "doc-noteref" | "superscript") => Some((Shift::Up, true)),
        Attr::Role if value == "subscript" => Some((Shift::Down, true)),
        Attr::FootnoteRef => Some((Shift::Up, true)),
        Attr::EpubType if value.contains("noteref") => Some((Shift::Up, true)),
        Attr::Class => value.split_ascii_whitespace().find_map(|name| {
            let is = |known: &&str| name.eq_ignore_ascii_case(known);
            // `text-[10px]` is a size, `text-[#f00]` a colour.
            let size = name.strip_prefix("text-[").and_then(|rest| rest.strip_suffix(']'));
            let is_raising = RAISING.iter().any(|start| name.starts_with(start)) || size.is_some_and(is_small);
            if RAISED.iter().any(is) || is_raising {
                Some((Shift::Up, false))
            } else if LOWERED.iter().any(is) {
                Some((Shift::Down, false))
            } else {
                by_sheet(Attr::Class, name)
            }
        }),
        Attr::Id => by_sheet(Attr::Id, value),
        _ => None,
    })
}

/// Returns how a style shifts an element; small text is not surely shifted.
fn by_style(style: &str) -> Option<(Shift, bool)> {
    let all = css::declarations(style);
    // A transformation may centre a box as well.
    let is_sure = |property: &str| !property.ends_with("transform");
    let shifted = all.iter().find_map(|(property, value)| Some((by_declaration(property, value)?, is_sure(property))));
    let is_smaller = |(property, value): &(String, String)| property == "font-size" && is_small(value);
    shifted.or_else(|| all.iter().any(is_smaller).then_some((Shift::Up, false)))
}

/// Returns `true` for a size of text that is smaller than the line around it.
pub(crate) fn is_small(size: &str) -> bool {
    if matches!(size, "small" | "smaller" | "x-small" | "xx-small") {
        return true;
    }
    match css::number(size) {
        (Some(part), "em" | "rem") => part < SMALL_PART,
        (Some(percent), "%") => percent < SMALL_PART * 100.0,
        (Some(size), "px") => size <= SMALL_PIXELS,
        (Some(size), "pt") => size <= SMALL_PIXELS * 0.75,
        _ => false,
    }
}

/// Returns `true` for the sizes of `font` below the usual one, 3.
fn is_small_font(size: &str) -> bool {
    let size = size.trim();
    size.starts_with('-') || matches!(size, "1" | "2")
}

/// Returns how a declaration shifts an element; the value is in lower case.
pub(crate) fn by_declaration(property: &str, value: &str) -> Option<Shift> {
    let is_number = value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'));
    match (property.to_ascii_lowercase().as_str(), value) {
        ("vertical-align", "super" | "text-top" | "top") | ("font-variant-position" | "baseline-shift", "super") => {
            Some(Shift::Up)
        }
        ("vertical-align", "sub" | "text-bottom" | "bottom") | ("font-variant-position" | "baseline-shift", "sub") => {
            Some(Shift::Down)
        }
        ("vertical-align", _) if is_number && !is_zero(value) => {
            Some(if value.starts_with('-') { Shift::Down } else { Shift::Up })
        }
        ("top", _) => value.starts_with('-').then_some(Shift::Up),
        ("bottom", _) => (is_number && !value.starts_with('-') && !is_zero(value)).then_some(Shift::Up),
        ("transform" | "-webkit-transform", _) => {
            // `translateY(-40%)`, `translate(0, -3px)`.
            let inside = |name: &str| value.split_once(name)?.1.split(')').next();
            let up = inside("translatey(").or_else(|| inside("translate(")?.split_once(',').map(|(_, up)| up))?;
            up.trim().starts_with('-').then_some(Shift::Up)
        }
        _ => None,
    }
}

fn is_zero(value: &str) -> bool {
    !value.contains(|c: char| c.is_ascii_digit() && c != '0')
}

/// Returns `true` for a link to a note of the page.
fn note(dom: &Dom<'_>, id: Id) -> bool {
    dom.tag(id) == Tag::A
        && dom.attr(id, Attr::Href).and_then(|href| href.trim().rsplit_once('#')).is_some_and(|(_, name)| {
            let name = name.to_ascii_lowercase();
            NOTES.iter().any(|note| name.starts_with(note)) || name.chars().all(|c| c.is_ascii_digit())
        })
}

/// Returns the beginning of the text of these nodes.
pub(crate) fn text(dom: &Dom<'_>, gone: &[bool], nodes: impl Iterator<Item = Id>) -> String {
    let mut text = String::new();
    for id in nodes.take(MAX_NODES).filter(|id| dom.tag(*id) == Tag::Text && !gone[*id]) {
        text.extend(dom.text(id).chars().take(MAX_BYTES));
        if text.len() >= MAX_BYTES {
            break;
        }
    }
    text
}

/// Returns the beginning of the text behind an element, on its line.
pub(crate) fn behind(dom: &Dom<'_>, gone: &[bool], id: Id) -> String {
    let on_line = |next: &Id| !dom.tag(*next).is_block() && dom.tag(*next) != Tag::Br;
    // The parent's block ends before the first node that is not below it.
    let block = dom.ancestors(id).find(|above| dom.tag(*above).is_block());
    let end = block.map_or(dom.len(), |block| dom.end(block));
    text(dom, gone, (dom.end(id)..end).take_while(on_line))
}

#[cfg(test)]
mod tests {
    use crate::html::read;

    #[test]
    fn raised_figures_stay_apart_from_the_number_before() {
        for (markup, expected) in [
            ("a rate of 4.5<sup>2</sup> per cent", "a rate of 4.5 [2] per cent"),
            ("in 2026.<sup><a href='#fn3'>3</a></sup> The next", "in 2026. [3] The next"),
            ("10<sup>9</sup> cells in 12 m<sup>2</sup>", "10^9 cells in 12 m2"),
            ("for £7<span class='cents'>95</span> a day", "for £7.95 a day"),
            ("for $7<small>95</small> a day", "for $7.95 a day"),
            ("at 7<span style='vertical-align: super; font-size: 70%'>1</span> knots", "at 7 [1] knots"),
            ("at 7<span style='position:relative; top:-0.4em'>1</span> knots", "at 7 [1] knots"),
            ("at 7<a class='footnote' href='#footnote-1'>1</a> knots", "at 7 [1] knots"),
            ("at 7<a href='page#note1' role='doc-noteref'>1</a> knots", "at 7 [1] knots"),
            ("the 21<sup>st</sup> of May", "the 21st of May"),
            ("add 1<sup>1</sup>/<sub>2</sub> cups", "add 1 1/2 cups"),
            ("the number 1101<sub>2</sub> is", "the number 1101_2 is"),
            ("<b>4</b><i>5</i> calls", "45 calls"),
            ("at 7<span class=nn>1</span> knots", "at 7 [1] knots"),
            ("at 7<i class='b up'>1</i> knots", "at 7 [1] knots"),
            ("the number 1101<span class=lo>2</span> is", "the number 1101_2 is"),
            ("at 7<i class=flat>1</i> knots", "at 71 knots"),
            ("for $7<b id=cent>95</b> a day", "for $7.95 a day"),
            ("the <ruby>4<rt>2</rt></ruby> ships", "the 4 [2] ships"),
            ("see <a href='#part2'>2</a> parts", "see 2 parts"),
            ("at 7<span style='font-size:60%'>1</span> knots", "at 7 [1] knots"),
            ("at 7<font size=-2>1</font> knots", "at 7 [1] knots"),
            ("at 7<span style='display:inline-block;transform:translateY(-40%)'>1</span> knots", "at 7 [1] knots"),
            ("at 7<span class='relative -top-1 text-xs'>1</span> knots", "at 7 [1] knots"),
            ("at 7<span class=MsoFootnoteReference>1</span> knots", "at 7 [1] knots"),
            ("at 7<span data-footnote-ref>1</span> knots", "at 7 [1] knots"),
            ("at 7<span role=superscript>1</span> knots", "at 7 [1] knots"),
            ("the number 1101<span role=subscript>2</span> is", "the number 1101_2 is"),
            ("at 7<a epub:type=noteref href=n.html>1</a> knots", "at 7 [1] knots"),
            ("at 7<span class=tiny>1</span> knots", "at 7 [1] knots"),
            ("at 10<sup><a href='#x12'>6</a></sup> knots", "at 10 [6] knots"),
            ("at 4.5&sup2; knots", "at 4.5\u{b2} knots"),
            ("at 45<span style='font-size:1em'>.5</span> knots", "at 45.5 knots"),
            (
                "at 4.5<sup class=reference><a href='#cite_note-7'><span>[</span>7<span>]</span></a></sup> per cent",
                "at 4.5[7] per cent",
            ),
        ] {
            let html = format!(
                "<style>.nn{{font-size:.7em; vertical-align:super}} i.up{{position:relative;top:-.5em}} .lo{{vertical-align:-20%}} \
                 .flat{{vertical-align:baseline; top:0}} .tiny{{font-size:.6rem}} #cent{{vertical-align: text-top}} @media print{{.flat{{vertical-align:super}}}}\
                 </style><h1>Notes</h1><p>The harbour of Sundvik was {markup}, the board of the port said on Monday.</p>"
            );
            let text = read(&html, "").text;
            assert!(text.contains(&format!("was {expected}")), "{markup}: {text}");
        }
        let code = read("<p>The text of a page with code in it, which is long enough.</p><pre>n = 10<sup>6</sup>; x<sub>1</sub></pre>", "").text;
        assert!(code.contains("n = 10^6; x1"), "{code}");
    }
}
