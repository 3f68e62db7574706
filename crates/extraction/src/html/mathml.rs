//! MathML as one line of text: `4.5^2`, `1/2`, `x_1`. The parts of a formula stand above, below and before one another,
//! so their figures are other numbers: joined, `4.5` with the exponent `2` would be 4.52. Pure, and linear in the
//! formula for a limited depth.

use std::borrow::Cow;

use memchr::{memchr, memmem};

use super::entity;

/// Maximum bytes of a formula's markup; a longer one is not read. Formulas have some hundred bytes.
const MAX_BYTES: usize = 64 * 1024;
/// Maximum nesting; elements further inside count as parts of the innermost row.
const MAX_DEPTH: usize = 64;
/// Operators between two terms, which are written with spaces.
const INFIX: &[&str] = &[
    "=", "≠", "<", ">", "≤", "≥", "≈", "≃", "≅", "∼", "≡", "+", "-", "−", "±", "∓", "×", "⋅", "·", "÷", "→", "⇒", "⟹",
    "∈", "∝",
];

/// Returns the text of the markup inside a `math` element.
pub(super) fn line(markup: &str) -> String {
    if markup.len() > MAX_BYTES {
        return String::new();
    }
    let mut open = vec![Frame::new("math", "")];
    let mut rest = markup;
    while let Some(at) = memchr(b'<', rest.as_bytes()) {
        text(&mut open, &rest[..at]);
        rest = &rest[at..];
        let Some(end) = tag_end(rest) else { break };
        tag(&mut open, &rest[1..end]);
        rest = &rest[end + 1..];
    }
    text(&mut open, rest.strip_prefix('<').unwrap_or(rest));
    while open.len() > 1 {
        close(&mut open);
    }
    open.pop().map(|root| joined(&root.parts).split_whitespace().collect::<Vec<_>>().join(" ")).unwrap_or_default()
}

/// Returns the position of the `>` that ends a tag or a comment.
fn tag_end(markup: &str) -> Option<usize> {
    if let Some(comment) = markup.strip_prefix("<!--") {
        return memmem::find(comment.as_bytes(), b"-->").map(|at| at + 6);
    }
    let mut quote = None;
    markup.bytes().position(|byte| {
        match quote {
            Some(open) if byte == open => quote = None,
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            _ => {}
        }
        byte == b'>' && quote.is_none()
    })
}

/// An element that is not closed yet.
struct Frame<'a> {
    name: &'a str,
    attributes: &'a str,
    parts: Vec<Part<'a>>,
}

/// A part of a row.
struct Part<'a> {
    text: Cow<'a, str>,
    /// It is an operator between two terms.
    is_infix: bool,
}

impl<'a> Frame<'a> {
    fn new(name: &'a str, attributes: &'a str) -> Self {
        Self { name, attributes, parts: Vec::new() }
    }
}

fn text<'a>(open: &mut [Frame<'a>], text: &'a str) {
    let Some(top) = open.last_mut().filter(|_| !text.trim().is_empty()) else { return };
    let mut text = entity::decode(text.trim());
    if text.contains(['\u{2061}', '\u{2062}', '\u{2063}', '\u{2064}']) {
        // Invisible operators: application, product, comma and sum.
        text = text.replace(['\u{2061}', '\u{2062}'], "").replace('\u{2063}', ",").replace('\u{2064}', " ").into();
    }
    let is_infix = top.name == "mo" && INFIX.contains(&&*text);
    top.parts.push(Part { text, is_infix });
}

fn tag<'a>(open: &mut Vec<Frame<'a>>, tag: &'a str) {
    let is_end = tag.starts_with('/');
    let inner = tag.trim_start_matches('/').trim_end_matches('/');
    let (name, attributes) = inner.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((inner, ""));
    // `mml:mn`.
    let name = crate::text::xml::local(name);
    if is_end {
        if let Some(at) = open.iter().rposition(|frame| frame.name == name).filter(|at| *at > 0) {
            while open.len() > at {
                close(open);
            }
        }
    } else if name.starts_with(|c: char| c.is_ascii_alphabetic()) && open.len() < MAX_DEPTH {
        open.push(Frame::new(name, attributes));
        if tag.ends_with('/') {
            close(open);
        }
    }
}

/// Closes the innermost element: its text becomes a part of the one around it.
fn close(open: &mut Vec<Frame<'_>>) {
    let Some(frame) = open.pop() else { return };
    let Some(outer) = open.last_mut() else { return };
    let is_infix = matches!(&*frame.parts, [Part { is_infix: true, .. }]);
    outer.parts.push(Part { text: written(&frame).into(), is_infix });
}

fn written(frame: &Frame<'_>) -> String {
    let part = |at: usize| frame.parts.get(at).map_or("", |part| &*part.text);
    match frame.name {
        "annotation" | "annotation-xml" | "mphantom" => String::new(),
        // A struck term is no part of the formula.
        "menclose" if frame.attributes.contains("strike") => String::new(),
        "semantics" | "maction" => part(0).to_owned(),
        "mspace" | "mprescripts" => " ".to_owned(),
        "mover" | "munder" if is_accent(part(1)) => format!("{}{}", part(0), part(1)),
        "msup" | "mover" => format!("{}^{}", base(part(0)), term(part(1))),
        "msub" | "munder" => format!("{}_{}", base(part(0)), term(part(1))),
        "msubsup" | "munderover" => format!("{}_{}^{}", base(part(0)), term(part(1)), term(part(2))),
        "mfrac" if frame.attributes.replace(' ', "").contains("linethickness=\"0") => {
            format!("({} over {})", part(0), part(1))
        }
        "mfrac" => format!("{}/{}", term(part(0)), term(part(1))),
        "msqrt" => format!("√{}", term(&joined(&frame.parts))),
        "mroot" => format!("{}^(1/{})", term(part(0)), term(part(1))),
        "mmultiscripts" => frame.parts.iter().map(|part| &*part.text).collect::<Vec<_>>().join(" "),
        "mfenced" => {
            let parts: Vec<&str> = frame.parts.iter().map(|part| &*part.text).collect();
            format!("({})", parts.join(", "))
        }
        "mtr" | "mlabeledtr" => frame.parts.iter().map(|part| &*part.text).collect::<Vec<_>>().join(", "),
        "mtable" => frame.parts.iter().map(|part| &*part.text).collect::<Vec<_>>().join("; "),
        _ => joined(&frame.parts),
    }
}

/// Joins the parts of a row. Two numbers side by side stay two.
fn joined(parts: &[Part<'_>]) -> String {
    let mut row = String::new();
    let mut is_term = false;
    for part in parts {
        let is_between = part.is_infix && is_term;
        let touches = row.ends_with(is_figure) && part.text.starts_with(is_figure);
        if is_between || touches {
            row.push(' ');
        }
        row.push_str(&part.text);
        if is_between {
            row.push(' ');
        }
        is_term = !part.is_infix && !part.text.ends_with('(');
    }
    row
}

fn is_figure(c: char) -> bool {
    c.is_numeric()
}

fn is_accent(text: &str) -> bool {
    text.chars().count() == 1 && !text.starts_with(char::is_alphanumeric)
}

/// Returns a text in parentheses unless it is one number, name or sign.
fn term(text: &str) -> Cow<'_, str> {
    let unsigned = text.strip_prefix(['-', '−', '+']).unwrap_or(text);
    let is_one = unsigned.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | ',' | '%' | '′' | '∗' | '*' | '∞'));
    if is_one || is_enclosed(text) { text.into() } else { format!("({text})").into() }
}

fn base(text: &str) -> Cow<'_, str> {
    if text.contains(' ') { term(text) } else { text.into() }
}

/// Returns `true` if one pair of parentheses contains the whole text.
fn is_enclosed(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return false };
    !inner.contains(['(', ')'])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::line;
    use crate::html::read;

    #[test]
    fn figures_of_a_formula_stay_apart() {
        for (markup, expected) in [
            ("<msup><mn>4.5</mn><mn>2</mn></msup>", "4.5^2"),
            ("<mfrac><mn>1</mn><mn>2</mn></mfrac>", "1/2"),
            ("<mn>3</mn><mfrac><mn>1</mn><mn>4</mn></mfrac>", "3 1/4"),
            ("<mrow><mn>2</mn><mo>&#x2062;</mo><mn>3</mn></mrow>", "2 3"),
            ("<mn>2</mn><mo>&InvisibleTimes;</mo><mi>x</mi>", "2x"),
            ("<msub><mn>101</mn><mn>2</mn></msub>", "101_2"),
            ("<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>", "x_1^2"),
            ("<mroot><mn>8</mn><mn>3</mn></mroot>", "8^(1/3)"),
            ("<msqrt><mn>2</mn><mo>+</mo><mi>x</mi></msqrt>", "√(2 + x)"),
            ("<mn>6.02</mn><mo>×</mo><msup><mn>10</mn><mrow><mo>-</mo><mn>23</mn></mrow></msup>", "6.02 × 10^-23"),
            ("<mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup>", "E = mc^2"),
            ("<mi>x</mi><mo>=</mo><mo>-</mo><mn>3</mn>", "x = -3"),
            ("<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>12</mn></mfrac>", "(a + 1)/12"),
            ("<mn>1</mn><mo>,</mo><mn>234</mn>", "1,234"),
            ("<mover><mn>3</mn><mo>¯</mo></mover>", "3¯"),
            (
                "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mn>9</mn></munderover><mn>5</mn>",
                "∑_(i = 1)^9 5",
            ),
            ("<mfrac linethickness=\"0\"><mn>5</mn><mn>2</mn></mfrac>", "(5 over 2)"),
            ("<mml:msup><mml:mn>7</mml:mn><mml:mn>2</mml:mn></mml:msup>", "7^2"),
            (
                "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>",
                "1, 2; 3",
            ),
            ("<mmultiscripts><mi>C</mi><mn>6</mn><mn>14</mn></mmultiscripts>", "C 6 14"),
            ("<mfenced><mn>1</mn><mn>2</mn></mfenced>", "(1, 2)"),
        ] {
            assert_eq!(line(markup), expected, "{markup}");
        }
    }

    #[test]
    fn what_a_formula_does_not_show_is_not_read() {
        for (markup, expected) in [
            ("<semantics><mn>7</mn><annotation encoding='application/x-tex'>7^{1}</annotation></semantics>", "7"),
            ("<mphantom><mn>9</mn></mphantom><mn>1</mn>", "1"),
            ("<menclose notation='horizontalstrike'><mn>9</mn></menclose><mn>1</mn>", "1"),
            ("<!-- <mn>9</mn> --><mn>1</mn>", "1"),
            ("<mn title='>'>1</mn>", "1"),
        ] {
            assert_eq!(line(markup), expected, "{markup}");
        }
    }

    #[test]
    fn a_formula_is_read_in_its_sentence() {
        for (markup, expected) in [
            ("a rate of <math><msup><mn>4.5</mn><mn>2</mn></msup></math> per cent", "a rate of 4.5^2 per cent"),
            ("4<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> metres", "4 1/2 metres"),
            ("<math><mn>4</mn></math>5 metres", "4 5 metres"),
            ("<m:math><m:msup><m:mn>3</m:mn><m:mn>2</m:mn></m:msup></m:math> metres", "3^2 metres"),
            ("12 m<math><msup><mi></mi><mn>2</mn></msup></math> wide", "12 m^2 wide"),
            ("<span style='display:none'><math><mn>9</mn></math></span>few metres", "few metres"),
        ] {
            let page = format!(
                "<h1>Notes</h1><p>The harbour of Sundvik was {markup}, the board of the port said on Monday.</p>"
            );
            let text = read(&page, "").text;
            assert!(text.contains(&format!("was {expected}, the board")), "{markup}: {text}");
        }
    }

    #[test]
    fn a_formula_without_measure_is_limited() {
        let deep = "<msup>".repeat(50_000);
        assert_eq!(line(&deep), "");
        let deep = format!("{}<mn>1</mn>", "<mrow>".repeat(9_000));
        assert_eq!(line(&deep), "1");
        let wide = "<mn>1</mn>".repeat(6_000);
        assert_eq!(line(&wide).len(), 11_999);
    }

    proptest! {
        #[test]
        fn no_formula_breaks_the_reader(markup in "(<(/?m(sup|frac|n|o|row|root|over)|!--|--)/?>?|[0-9a-z &;\"'>]|<){0,60}") {
            let _ = line(&markup);
        }
    }
}
