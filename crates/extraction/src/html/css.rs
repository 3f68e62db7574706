//! Declarations of `style` attributes and sheets: which of them take text out of sight for good, and which give an
//! element a box of its own. Pure.

use std::borrow::Cow;

/// Size in pixels and points up to which text is too small to be seen.
const TINY_PIXELS: f32 = 1.0;
/// The same as a part of the size around it.
const TINY_PART: f32 = 0.1;
/// Opacity up to which nothing is seen.
const FAINT: f32 = 0.02;
/// Offset in pixels to the left or the top beyond any screen, and to the right.
const FAR_LEFT: f32 = -900.0;
const FAR_RIGHT: f32 = 5_000.0;
/// Colours by name that are usual for backgrounds.
const NAMED: [(&str, [u8; 3]); 9] = [
    ("white", [255, 255, 255]),
    ("black", [0, 0, 0]),
    ("gray", [128, 128, 128]),
    ("grey", [128, 128, 128]),
    ("silver", [192, 192, 192]),
    ("red", [255, 0, 0]),
    ("blue", [0, 0, 255]),
    ("green", [0, 128, 0]),
    ("yellow", [255, 255, 0]),
];

/// The box that a value of `display` makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Boxed {
    /// The element is separated from the text around it.
    Apart,
    /// Its children are separated from each other as well.
    Row,
}

/// Returns the declarations of a style in lower case, without comments, escapes and `!important`.
pub(crate) fn declarations(style: &str) -> Vec<(String, String)> {
    let pair = |declaration: &str| {
        let (property, value) = declaration.split_once(':')?;
        let value = value.trim().to_ascii_lowercase();
        let value = value.split('!').next().unwrap_or_default().trim_end();
        Some((property.trim().to_ascii_lowercase(), value.to_owned()))
    };
    plain(style).split(';').filter_map(pair).collect()
}

/// Removes comments, which can be anywhere between two words, and decodes escapes: `d\69splay`.
pub(crate) fn plain(style: &str) -> Cow<'_, str> {
    let style = without_comments(style);
    if style.contains('\\') { unescaped(&style).into() } else { style }
}

/// Removes comments from a style sheet.
pub(crate) fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains("/*") {
        return text.into();
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    plain.into()
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let mut code = String::new();
        while let Some(digit) = chars.next_if(|c| code.len() < 6 && c.is_ascii_hexdigit()) {
            code.push(digit);
        }
        match u32::from_str_radix(&code, 16).ok().and_then(char::from_u32) {
            Some(decoded) => {
                out.push(decoded);
                chars.next_if(char::is_ascii_whitespace);
            }
            None => out.extend(chars.next()),
        }
    }
    out
}

/// Returns `true` for a declaration that takes text out of sight for good: without size, without colour, cut away, or
/// beyond the screen.
pub(crate) fn is_out_of_sight(property: &str, value: &str) -> bool {
    match property {
        "font-size" => is_tiny(value),
        // `bold 0/0 sans-serif`; a weight has no unit.
        "font" => value.split_ascii_whitespace().any(|part| {
            let size = part.split('/').next().unwrap_or_default();
            size.starts_with(|c: char| c.is_ascii_digit() || c == '.') && is_tiny(size)
        }),
        "color" | "-webkit-text-fill-color" => is_transparent(value),
        "clip" => is_clipped(value),
        "clip-path" | "-webkit-clip-path" => is_cut(value),
        "left" | "right" | "text-indent" | "margin-left" => is_far(value, true),
        "top" | "bottom" | "margin-top" => is_far(value, false),
        "inset" | "margin" | "translate" => value.split_ascii_whitespace().any(|part| is_far(part, false)),
        "transform" | "-webkit-transform" => is_transformed(value),
        "scale" | "zoom" => value.split_ascii_whitespace().any(|part| number(part).0 == Some(0.0)),
        "filter" | "-webkit-filter" => arguments(value, "opacity").is_some_and(|inside| is_faint(inside.trim())),
        _ => false,
    }
}

/// Returns `true` if an opacity shows nothing.
pub(crate) fn is_faint(opacity: &str) -> bool {
    match number(opacity) {
        (Some(percent), "%") => percent <= FAINT * 100.0,
        (Some(part), "") => part <= FAINT,
        _ => false,
    }
}

/// Returns a length in pixels; `None` for relative lengths, except that zero is zero in any unit.
pub(crate) fn pixels(length: &str) -> Option<f32> {
    match number(length) {
        (Some(size), "" | "px" | "pt") => Some(size),
        (Some(size), _) if size == 0.0 => Some(size),
        _ => None,
    }
}

/// Returns `true` if the text has the colour of its background. A gradient behind letters (`background-clip: text`)
/// shows them.
pub(crate) fn is_camouflaged(all: &[(String, String)]) -> bool {
    let last = |names: &[&str]| all.iter().rev().find(|(name, _)| names.contains(&name.as_str()));
    let text = last(&["color"]).and_then(|(_, value)| colour(value));
    let behind = last(&["background", "background-color"]).and_then(|(_, value)| colour(value));
    text.is_some() && text == behind
}

/// Returns `true` if a background is shown through the letters.
pub(crate) fn is_seen_through(all: &[(String, String)]) -> bool {
    all.iter().any(|(name, value)| {
        (name.ends_with("background-clip") || name.ends_with("background")) && value.split(' ').any(|it| it == "text")
    })
}

/// Returns the box that a value of `display` makes; `None` for text within a line, and for nothing.
pub(crate) fn boxed(display: &str) -> Option<Boxed> {
    // Boxes within a line are left out: pages make such boxes of the letters of a word, for effects.
    match display {
        "flex" | "grid" | "-webkit-box" | "-webkit-flex" | "-ms-flexbox" | "block flex" | "block grid" => {
            Some(Boxed::Row)
        }
        "block" | "list-item" | "flow-root" | "table" | "table-cell" | "table-row" | "table-caption" => {
            Some(Boxed::Apart)
        }
        _ => None,
    }
}

/// Returns the number and the unit of a length.
pub(crate) fn number(length: &str) -> (Option<f32>, &str) {
    let length = length.trim();
    let digits = length.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    (digits.trim().parse().ok(), &length[digits.len()..])
}

fn is_tiny(size: &str) -> bool {
    match number(size) {
        (Some(size), "" | "px" | "pt") => size <= TINY_PIXELS,
        (Some(size), "%") => size <= TINY_PART * 100.0,
        (Some(size), _) => size <= TINY_PART,
        _ => false,
    }
}

fn is_transparent(colour: &str) -> bool {
    if colour == "transparent" {
        return true;
    }
    if let Some(hex) = colour.strip_prefix('#') {
        return (hex.len() == 4 && hex.ends_with('0')) || (hex.len() == 8 && hex.ends_with("00"));
    }
    let inside = ["rgba", "rgb", "hsla", "hsl"].iter().find_map(|name| arguments(colour, name));
    let alpha = inside.and_then(|inside| inside.rsplit_once('/').map(|(_, alpha)| alpha).or(inside.split(',').nth(3)));
    alpha.is_some_and(|alpha| is_faint(alpha.trim()))
}

/// Returns the colour of a value, or of its first word.
fn colour(value: &str) -> Option<[u8; 3]> {
    if let Some(inside) = arguments(value, "rgb").or_else(|| arguments(value, "rgba")) {
        let mut parts = inside.split([',', ' ', '/']).filter(|part| !part.is_empty()).map(str::parse::<u8>);
        return Some([parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?]);
    }
    let word = value.split_ascii_whitespace().next()?;
    if let Some((_, named)) = NAMED.iter().find(|(name, _)| *name == word) {
        return Some(*named);
    }
    let hex = word.strip_prefix('#')?;
    let digit = |c: char| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let digits: Vec<u8> = hex.chars().map(digit).collect::<Option<_>>()?;
    match digits[..] {
        [r, g, b] | [r, g, b, _] => Some([r * 17, g * 17, b * 17]),
        [a, b, c, d, e, f, ..] if digits.len() <= 8 => Some([a * 16 + b, c * 16 + d, e * 16 + f]),
        _ => None,
    }
}

/// Returns `true` for `rect(top, right, bottom, left)` of at most one pixel.
fn is_clipped(value: &str) -> bool {
    let Some(inside) = arguments(value, "rect") else { return false };
    let sides: Vec<f32> = inside.split([',', ' ']).filter(|part| !part.is_empty()).filter_map(pixels).collect();
    let [top, right, bottom, left] = sides[..] else { return false };
    right - left <= TINY_PIXELS || bottom - top <= TINY_PIXELS
}

/// Returns `true` for a shape without an area.
fn is_cut(value: &str) -> bool {
    if let Some(inside) = arguments(value, "inset") {
        let sides: Vec<f32> = inside.split_ascii_whitespace().filter_map(|part| number(part).0).collect();
        let is_percent = inside.contains('%');
        return is_percent && !sides.is_empty() && sides.iter().all(|side| *side >= 50.0);
    }
    if let Some(inside) = arguments(value, "circle").or_else(|| arguments(value, "ellipse")) {
        return inside.split_ascii_whitespace().next().is_some_and(|radius| number(radius).0 == Some(0.0));
    }
    arguments(value, "polygon").is_some_and(|inside| {
        let mut points = inside.split(',').map(str::trim);
        points.next().is_some_and(|first| points.all(|point| point == first))
    })
}

/// Returns `true` for an offset beyond the screen; to the right as well if `both`.
fn is_far(value: &str, both: bool) -> bool {
    let (Some(offset), unit) = number(value) else { return false };
    let (left, right) = match unit {
        "em" | "rem" | "ch" => (-60.0, 400.0),
        "%" => (-200.0, 1_000.0),
        "vw" | "vh" | "vmin" | "vmax" => (-100.0, 100.0),
        _ => (FAR_LEFT, FAR_RIGHT),
    };
    offset <= left || (both && offset >= right)
}

/// Returns `true` for a transformation to nothing, or beyond the screen.
fn is_transformed(value: &str) -> bool {
    let is_zero = |part: &str| number(part).0 == Some(0.0);
    let parts = |name: &str| -> Vec<&str> {
        arguments(value, name).map(|inside| inside.split(',').map(str::trim).collect()).unwrap_or_default()
    };
    ["scale", "scalex", "scaley", "scale3d"].iter().any(|name| parts(name).iter().take(2).any(|part| is_zero(part)))
        || ["translate", "translatex", "translatey", "translate3d"]
            .iter()
            .any(|name| parts(name).iter().any(|part| is_far(part, *name == "translatex")))
        || parts("matrix")
            .get(..4)
            .is_some_and(|parts| (is_zero(parts[0]) && is_zero(parts[1])) || (is_zero(parts[2]) && is_zero(parts[3])))
}

/// Returns the arguments of a function in a value.
fn arguments<'v>(value: &'v str, name: &str) -> Option<&'v str> {
    let opens = |at: usize| {
        value[at + name.len()..].starts_with('(') && !value[..at].ends_with(|c: char| c.is_ascii_alphanumeric())
    };
    let at = value.match_indices(name).map(|(at, _)| at).find(|at| opens(*at))?;
    value[at + name.len() + 1..].split(')').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read_without_comments_and_escapes() {
        let read = declarations("D\\69splay : NONE !important; /* why */ color:/**/red; \\66ont-size:0; x");
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(read, [pair("display", "none"), pair("color", "red"), pair("font-size", "0")]);
        assert_eq!(plain("a\\"), "a");
        assert_eq!(plain("\\26 B"), "&B");
    }

    #[test]
    fn boxes_are_told_from_text_within_a_line() {
        assert_eq!(
            ["block", "block flex", "table-cell", "grid"].map(boxed),
            [Some(Boxed::Apart), Some(Boxed::Row), Some(Boxed::Apart), Some(Boxed::Row)]
        );
        assert_eq!(["inline", "none", "inline-block", ""].map(boxed), [None; 4]);
    }

    #[test]
    fn a_text_in_the_colour_of_its_background_is_not_seen() {
        let is = |style: &str| is_camouflaged(&declarations(style));
        for style in [
            "color:#fff;background:#ffffff",
            "background-color: white; color: rgb(255, 255, 255)",
            "color:#000000ff;background:black url(a.png)",
        ] {
            assert!(is(style), "{style}");
        }
        for style in ["color:#fff", "color:#fff;background:#eee", "color:inherit;background:inherit", "background:#fff"]
        {
            assert!(!is(style), "{style}");
        }
        assert!(is_seen_through(&declarations("-webkit-background-clip: text; color: transparent")));
    }
}
