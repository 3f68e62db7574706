//! Content that visitors of a page cannot see, or see struck out. It is not read, because instructions for machines are
//! hidden there, and because a struck price is no price any more.

use super::dom::{Dom, Id};
use super::responsive;
use super::sheet::Sheet;
use super::tag::Tag;
use super::token::Attr;

/// Why an element is not read. `Ord` follows certainty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hidden {
    /// A rule of the page's own sheet hides it, which a script may undo (see [`super::view`]).
    BySheet,
    /// A script may show it, or it is struck out. It is the text of a page that is empty otherwise.
    Pending,
    /// It is not text, or it is out of sight for good.
    Always,
}

/// Class names for "screen readers only" in widely used style sheets.
const FOR_SCREEN_READERS: &[&str] = &[
    "sr-only",
    "visually-hidden",
    "visuallyhidden",
    "screen-reader-text",
    "screen-reader-only",
    "screenreader",
    "element-invisible",
    "assistive-text",
];
/// Class names for "not shown", which scripts remove and classes for other screens override.
const NOT_SHOWN: &[&str] = &["u-hidden", "is-hidden", "d-none", "hidden", "hide", "invisible"];
/// Class names for struck text, and for prices that do not hold any more.
const STRUCK: &[&str] = &[
    "line-through",
    "text-decoration-line-through",
    "strikethrough",
    "strike-through",
    "strike",
    "striked",
    "text-strike",
    "old-price",
    "oldprice",
    "price-old",
    "price--old",
    "was-price",
    "price-was",
    "price--was",
];

/// Elements whose content is not text.
pub(crate) fn is_mute(tag: Tag) -> bool {
    use Tag::{
        Area, Audio, Canvas, Embed, Frame, Frameset, Head, Iframe, Input, Link, Map, Meta, Noembed, Noframes, Noscript,
        Object, Option, Param, Progress, Script, Select, Source, Style, Svg, Template, Textarea, Title, Track, Video,
    };
    matches!(
        tag,
        Area | Audio
            | Canvas
            | Embed
            | Frame
            | Frameset
            | Head
            | Iframe
            | Input
            | Link
            | Map
            | Meta
            | Noembed
            | Noframes
            | Noscript
            | Object
            | Option
            | Param
            | Progress
            | Script
            | Select
            | Source
            | Style
            | Svg
            | Template
            | Textarea
            | Title
            | Track
            | Video
    )
}

/// Returns whether the element hides itself and its content. A `body` may be hidden until a script has run, so it is
/// ignored.
pub(crate) fn of(dom: &Dom<'_>, sheet: &Sheet, id: Id) -> Option<Hidden> {
    let tag = dom.tag(id);
    match tag {
        Tag::Html | Tag::Body => return None,
        _ if is_mute(tag) => return Some(Hidden::Always),
        _ => {}
    }
    let struck = matches!(tag, Tag::S | Tag::Strike | Tag::Del).then_some(Hidden::Pending);
    dom.attrs(id).iter().map(|(attr, value)| by_attribute(sheet, tag, *attr, value)).fold(struck, Option::max)
}

fn by_attribute(sheet: &Sheet, tag: Tag, attr: Attr, value: &str) -> Option<Hidden> {
    let pending = |hides: bool| hides.then_some(Hidden::Pending);
    let always = |hides: bool| hides.then_some(Hidden::Always);
    match attr {
        Attr::Hidden => pending(!value.eq_ignore_ascii_case("until-found")),
        Attr::AriaHidden => pending(value.trim().eq_ignore_ascii_case("true")),
        Attr::Role => pending(value.trim().eq_ignore_ascii_case("deletion")),
        Attr::Style => by_style(value),
        Attr::Class => by_class(sheet, tag, value),
        Attr::Id => sheet.hides(tag, Attr::Id, value),
        Attr::Size => always(tag == Tag::Font && value.trim() == "0"),
        Attr::Color => always(tag == Tag::Font && value.trim().eq_ignore_ascii_case("transparent")),
        _ => None,
    }
}

fn by_class(sheet: &Sheet, tag: Tag, value: &str) -> Option<Hidden> {
    // `hidden md:block` is shown on every desktop.
    let is_shown = || responsive::shows(value);
    let by_name = |name: &str| {
        if FOR_SCREEN_READERS.contains(&name) {
            (!responsive::is_for_all_readers(value)).then_some(Hidden::Always)
        } else if NOT_SHOWN.contains(&name) {
            (!is_shown()).then_some(Hidden::Pending)
        } else {
            let struck = STRUCK.contains(&name).then_some(Hidden::Pending);
            struck.max(sheet.hides(tag, Attr::Class, name))
        }
    };
    value.split_ascii_whitespace().map(by_name).fold(None, Option::max)
}

/// Returns how declarations hide an element: not displayed, transparent, without size, off the screen, or struck out.
pub(crate) fn by_style(style: &str) -> Option<Hidden> {
    let (mut clips, mut flat, mut pending) = (false, false, false);
    for declaration in style.split(';') {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let property = property.trim().to_ascii_lowercase();
        let value = value.trim().to_ascii_lowercase();
        let value = value.trim_end_matches("!important").trim_end();
        let out_of_sight = match property.as_str() {
            "font-size" => pixels(value).is_some_and(|size| size <= 1.0),
            "color" => value == "transparent",
            "clip" => value.starts_with("rect(0") || value.starts_with("rect(1px"),
            "clip-path" => value.contains("inset(50%") || value.contains("inset(100%"),
            "text-indent" | "left" | "top" | "right" | "margin-left" | "margin-top" => is_far(value),
            "transform" => value.contains("scale(0)"),
            _ => false,
        };
        if out_of_sight {
            return Some(Hidden::Always);
        }
        match property.as_str() {
            "display" => pending |= value == "none",
            "visibility" => pending |= matches!(value, "hidden" | "collapse"),
            "opacity" => pending |= is_zero(value),
            "text-decoration" | "text-decoration-line" => pending |= value.contains("line-through"),
            "overflow" | "overflow-x" | "overflow-y" => clips |= value == "hidden",
            "width" | "height" | "max-height" | "max-width" => flat |= pixels(value).is_some_and(|size| size <= 1.0),
            _ => {}
        }
    }
    if clips && flat { Some(Hidden::Always) } else { pending.then_some(Hidden::Pending) }
}

fn is_zero(value: &str) -> bool {
    value.trim_end_matches('%').parse::<f32>().is_ok_and(|number| number <= 0.0)
}

/// Returns a length in pixels; `None` for relative lengths, except that zero is zero in any unit.
fn pixels(value: &str) -> Option<f32> {
    let digits = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    let number = digits.trim().parse::<f32>().ok()?;
    (number == 0.0 || digits == value || value.ends_with("px") || value.ends_with("pt")).then_some(number)
}

/// Offset in pixels beyond the left or top of any screen.
fn is_far(value: &str) -> bool {
    let digits = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    digits.trim().parse::<f32>().is_ok_and(|number| {
        number
            <= if value.ends_with("em") {
                -60.0
            } else if value.ends_with('%') {
                -200.0
            } else {
                -900.0
            }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_take_text_out_of_sight_is_known() {
        for style in [
            "display:none",
            "color:red; DISPLAY : None !important",
            "visibility: hidden",
            "opacity:0",
            "opacity: 0.0",
            "font-size:0",
            "font-size: 1px",
            "width:0;height:0;overflow:hidden",
            "position:absolute; left:-9999px",
            "text-indent:-100em",
            "clip: rect(0,0,0,0)",
            "color: transparent",
            "transform: scale(0)",
            "text-decoration: line-through red",
            "text-decoration-line:line-through",
        ] {
            assert!(by_style(style).is_some(), "{style}");
        }
        for style in ["", "display:block", "opacity:0.9", "width:0", "margin-left:-20px", "font-size:0.9em", "left:-5%"]
        {
            assert_eq!(by_style(style), None, "{style}");
        }
    }
}
