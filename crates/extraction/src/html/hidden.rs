//! Content that visitors of a page cannot see. It is not read, because instructions for machines are hidden there.

use super::dom::{Dom, Id};
use super::sheet::Sheet;
use super::tag::Tag;
use super::token::Attr;

/// Class names for "screen readers only" or "not shown" in widely used style sheets.
const CLASSES: &[&str] = &[
    "sr-only",
    "visually-hidden",
    "visuallyhidden",
    "screen-reader-text",
    "screen-reader-only",
    "screenreader",
    "u-hidden",
    "is-hidden",
    "d-none",
    "hidden",
    "hide",
    "invisible",
    "element-invisible",
    "assistive-text",
];

/// Elements whose content is not text.
pub(crate) fn is_mute(tag: Tag) -> bool {
    use Tag::{
        Area, Audio, Canvas, Embed, Frame, Frameset, Head, Iframe, Input, Link, Map, Math, Meta, Noembed, Noframes,
        Noscript, Object, Option, Param, Progress, Script, Select, Source, Style, Svg, Template, Textarea, Title,
        Track, Video,
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
            | Math
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

/// Returns `true` if the element hides itself and its content. A `body` may be hidden until a script has run, so it is
/// ignored.
pub(crate) fn hides(dom: &Dom<'_>, sheet: &Sheet, id: Id) -> bool {
    let tag = dom.tag(id);
    if matches!(tag, Tag::Html | Tag::Body) {
        return false;
    }
    is_mute(tag)
        || dom.attrs(id).iter().any(|(attr, value)| match attr {
            Attr::Hidden => !value.eq_ignore_ascii_case("until-found"),
            Attr::AriaHidden => value.trim().eq_ignore_ascii_case("true"),
            Attr::Style => style_hides(value),
            Attr::Class => {
                value.split_ascii_whitespace().any(|name| CLASSES.contains(&name))
                    || sheet.hides(tag, Attr::Class, value)
            }
            Attr::Id => sheet.hides(tag, Attr::Id, value),
            Attr::Size => tag == Tag::Font && value.trim() == "0",
            Attr::Color => tag == Tag::Font && value.trim().eq_ignore_ascii_case("transparent"),
            _ => false,
        })
}

/// Returns `true` if declarations hide an element: not displayed, transparent, without size, or off the screen.
pub(crate) fn style_hides(style: &str) -> bool {
    let mut clips = false;
    let mut flat = false;
    for declaration in style.split(';') {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let property = property.trim().to_ascii_lowercase();
        let value = value.trim().to_ascii_lowercase();
        let value = value.trim_end_matches("!important").trim_end();
        match property.as_str() {
            "display" if value == "none" => return true,
            "visibility" if matches!(value, "hidden" | "collapse") => return true,
            "opacity" if is_zero(value) => return true,
            "font-size" if pixels(value).is_some_and(|size| size <= 1.0) => return true,
            "color" if value == "transparent" => return true,
            "clip" if value.starts_with("rect(0") || value.starts_with("rect(1px") => return true,
            "clip-path" if value.contains("inset(50%") || value.contains("inset(100%") => return true,
            "text-indent" | "left" | "top" | "right" | "margin-left" | "margin-top" if is_far(value) => return true,
            "transform" if value.contains("scale(0)") => return true,
            "overflow" | "overflow-x" | "overflow-y" => clips |= value == "hidden",
            "width" | "height" | "max-height" | "max-width" => flat |= pixels(value).is_some_and(|size| size <= 1.0),
            _ => {}
        }
    }
    clips && flat
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
        ] {
            assert!(style_hides(style), "{style}");
        }
        for style in ["", "display:block", "opacity:0.9", "width:0", "margin-left:-20px", "font-size:0.9em", "left:-5%"]
        {
            assert!(!style_hides(style), "{style}");
        }
    }
}
