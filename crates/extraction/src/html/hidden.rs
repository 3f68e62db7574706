//! Content that visitors of a page cannot see, or see struck out. It is not read, because instructions for machines are
//! hidden there, and because a struck price is no price any more.

use super::css;
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
    let is_closed = tag == Tag::Dialog && dom.attr(id, Attr::Open).is_none();
    let struck = struck.max(is_closed.then_some(Hidden::Pending));
    dom.attrs(id).iter().map(|(attr, value)| by_attribute(sheet, tag, *attr, value)).fold(struck, Option::max)
}

fn by_attribute(sheet: &Sheet, tag: Tag, attr: Attr, value: &str) -> Option<Hidden> {
    let pending = |hides: bool| hides.then_some(Hidden::Pending);
    let always = |hides: bool| hides.then_some(Hidden::Always);
    match attr {
        Attr::Hidden => pending(!value.eq_ignore_ascii_case("until-found")),
        Attr::Popover => pending(true),
        // A former price at Amazon has `data-a-strike`, and its sheet strikes it out.
        Attr::AriaHidden | Attr::Strike => pending(value.trim().eq_ignore_ascii_case("true")),
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
        let plain = name.trim_matches('!');
        let utility = plain.strip_prefix("tw-").or_else(|| plain.strip_prefix("tw:")).unwrap_or(plain);
        if FOR_SCREEN_READERS.contains(&utility) {
            (!responsive::is_for_all_readers(value)).then_some(Hidden::Always)
        } else if NOT_SHOWN.contains(&utility) {
            (!is_shown()).then_some(Hidden::Pending)
        } else {
            let struck = STRUCK.contains(&utility).then_some(Hidden::Pending);
            struck.max(sheet.hides(tag, Attr::Class, name))
        }
    };
    value.split_ascii_whitespace().map(by_name).fold(None, Option::max)
}

/// Returns how declarations hide an element: not displayed, transparent, without size, off the screen, or struck out.
pub(crate) fn by_style(style: &str) -> Option<Hidden> {
    let declarations = css::declarations(style);
    let (mut clips, mut flat, mut pending) = (false, false, false);
    for (property, value) in &declarations {
        let value = value.as_str();
        let is_seen = property.ends_with("color") && css::is_seen_through(&declarations);
        if !is_seen && css::is_out_of_sight(property, value) {
            return Some(Hidden::Always);
        }
        match property.as_str() {
            "display" => pending |= value == "none",
            "visibility" | "content-visibility" => pending |= matches!(value, "hidden" | "collapse"),
            "opacity" => pending |= css::is_faint(value),
            "text-decoration" | "text-decoration-line" => pending |= value.contains("line-through"),
            "overflow" | "overflow-x" | "overflow-y" => clips |= matches!(value, "hidden" | "clip"),
            "width" | "height" | "max-height" | "max-width" | "line-height" => {
                flat |= css::pixels(value).is_some_and(|size| size <= 1.0);
            }
            _ => {}
        }
    }
    if (clips && flat) || css::is_camouflaged(&declarations) {
        return Some(Hidden::Always);
    }
    pending.then_some(Hidden::Pending)
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
            "font:0/0 a",
            "font: bold 1px/1 sans-serif",
            "font-size: 0.01em",
            "color:rgba(0, 0, 0, 0)",
            "color: rgb(0 0 0 / 0%)",
            "color:#0000",
            "-webkit-text-fill-color: transparent",
            "color:white; background-color:#fff",
            "opacity: 1%",
            "clip-path:circle(0)",
            "clip-path: inset(100%)",
            "clip-path: polygon(0 0, 0 0, 0 0)",
            "clip: rect(1px, 1px, 1px, 1px)",
            "transform: translateX(-9999px)",
            "transform: rotate(3deg) scaleX(0)",
            "transform:matrix(0,0,0,0,0,0)",
            "scale: 0",
            "translate: -200vw",
            "position:absolute;left:9999px",
            "position:fixed; left:-100vw",
            "inset: 0 auto auto -9999px",
            "margin: -9999px 0 0",
            "filter: blur(2px) opacity(0)",
            "content-visibility: hidden",
            "display:inline-block; width:0; overflow:clip",
            "line-height:0; overflow:hidden",
            "d\\69splay:none",
            "display/**/:/* why */none",
        ] {
            assert!(by_style(style).is_some(), "{style}");
        }
        for style in [
            "",
            "display:block",
            "opacity:0.9",
            "width:0",
            "margin-left:-20px",
            "font-size:0.9em",
            "left:-5%",
            "font: 400 12px/0 sans-serif",
            "color:#fff",
            "color:#fff; background:#0a0a0a",
            "background-clip:text; color:transparent",
            "-webkit-background-clip:text;-webkit-text-fill-color:transparent",
            "color:rgba(0,0,0,0.6)",
            "clip: rect(0, 60px, 200px, 0)",
            "clip-path: circle(40%)",
            "clip-path: polygon(0 0, 100% 0, 100% 80%)",
            "transform: translateX(-50%) scale(0.9)",
            "transform: translate(-100%, 0)",
            "top:9999px",
            "left:100%",
            "scale: 0.5",
        ] {
            assert_eq!(by_style(style), None, "{style}");
        }
    }
}
