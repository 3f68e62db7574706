//! How text of office documents is shown: hidden or struck out, raised or lowered.

use std::collections::HashMap;

use crate::raised::{Shift, Shifted};
use crate::text::xml::{Event, attribute, events, local};

/// Minimum height above the line, in half points, of a raised text.
const MIN_RISE: i32 = 4;
/// Maximum size, in half points, of text that nobody can read.
const MAX_TINY: i32 = 4;

/// How a run of text is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) is_hidden: bool,
    pub(super) shift: Option<Shift>,
    /// It is white, which is seen on another ground only.
    pub(super) is_white: bool,
}

/// Looks by the name of their style.
pub(super) type Looks = HashMap<String, Look>;

impl Look {
    /// Reads a property of a run of Office: its name and its value.
    pub(super) fn read(&mut self, property: &str, value: Option<&str>) {
        match property {
            "strike" | "dstrike" | "vanish" | "webHidden" if !is_off(value) => self.is_hidden = true,
            "sz" => {
                self.is_hidden |= value.and_then(|value| value.parse().ok()).is_some_and(|size: i32| size <= MAX_TINY);
            }
            "color" => self.is_white = value.is_some_and(|value| value.eq_ignore_ascii_case("ffffff")),
            "vertAlign" => {
                self.shift = match value {
                    Some("superscript") => Some(Shift::Up),
                    Some("subscript") => Some(Shift::Down),
                    _ => None,
                };
            }
            // Half points above or below the line.
            "position" => {
                let height: i32 = value.and_then(|value| value.parse().ok()).unwrap_or_default();
                self.shift = match height {
                    MIN_RISE.. => Some(Shift::Up),
                    _ if height <= -MIN_RISE => Some(Shift::Down),
                    _ => self.shift,
                };
            }
            _ => {}
        }
    }

    /// Appends a shown text, with a raised or lowered figure apart from the number before it.
    pub(super) fn append(self, part: &str, text: &mut String) {
        let Some(shift) = self.shift else { return text.push_str(part) };
        let (open, close) = Shifted { before: text, text: part, after: "", shift, is_link: false }.marks();
        text.extend([open, part, close]);
    }
}

/// Reads the looks of the character styles of a text document.
pub(super) fn looks(xml: &str) -> Looks {
    let (mut looks, mut style) = (Looks::new(), None);
    for event in events(xml) {
        match event {
            Event::Start { name: "w:style", attributes, .. } => {
                style = attribute(attributes, "w:styleId").filter(|_| attributes.contains("character"));
            }
            Event::Start { name, attributes, .. } => {
                let mut look = Look::default();
                look.read(local(name), attribute(attributes, "w:val").as_deref());
                if let Some(style) = style.as_ref().filter(|_| look != Look::default()) {
                    let known = looks.entry(style.clone().into_owned()).or_default();
                    known.is_hidden |= look.is_hidden;
                    known.is_white |= look.is_white;
                    known.shift = look.shift.or(known.shift);
                }
            }
            Event::End { name: "w:style" } => style = None,
            Event::End { .. } | Event::Text(_) => {}
        }
    }
    looks
}

/// Returns the text of a sign of the fonts Wingdings and Symbol: ticks and bullets, as forms have them.
pub(super) fn symbol(code: &str) -> &'static str {
    match code.to_ascii_uppercase().as_str() {
        "F0FE" | "F0FD" | "F078" => "\u{2612}",
        "F0FC" => "\u{2714}",
        "F0A8" | "F06F" | "F0A3" => "\u{2610}",
        _ => "",
    }
}

/// Returns `true` for the fill of a ground on which white text is seen.
pub(super) fn is_dark(fill: Option<&str>) -> bool {
    !matches!(fill, None | Some("auto" | "none" | "white" | ""))
        && !fill.is_some_and(|fill| fill.eq_ignore_ascii_case("ffffff"))
}

/// Returns `true` for the value of a switch that is off.
pub(super) fn is_off(value: Option<&str>) -> bool {
    matches!(value, Some("0" | "false" | "off"))
}
