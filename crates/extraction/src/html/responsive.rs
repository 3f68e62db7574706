//! Classes and media queries that show on some screens what is hidden on others. Text that is visible on a common
//! screen is read.

/// Widths of common screens in CSS pixels: a phone, a tablet, a laptop, a desktop.
const SCREENS: [f32; 4] = [360.0, 768.0, 1280.0, 1920.0];
/// Maximum length of a media query; real ones have less than 100 bytes.
const MAX_QUERY_BYTES: usize = 1_000;
/// Pixels per `em` and `rem`.
const EM: f32 = 16.0;
/// Names of utilities that display an element, or make it visible.
const DISPLAYS: &[&str] = &[
    "block",
    "inline",
    "inline-block",
    "flex",
    "inline-flex",
    "grid",
    "inline-grid",
    "table",
    "inline-table",
    "table-row",
    "table-cell",
    "table-row-group",
    "contents",
    "list-item",
    "flow-root",
    "visible",
];
/// Names of screen sizes in utility frameworks.
const SIZES: &[&str] =
    &["xs", "sm", "md", "lg", "xl", "xxl", "2xl", "3xl", "4xl", "tablet", "laptop", "desktop", "mobile", "phone"];
/// Names of screen sizes of Bulma.
const BULMA_SIZES: &[&str] =
    &["mobile", "tablet", "tablet-only", "touch", "desktop", "desktop-only", "widescreen", "fullhd"];

/// Returns `true` if one of the classes shows the element on a common screen: `md:block`, `d-lg-flex`. Classes for
/// print, for a dark theme, or for an element under the pointer do not.
pub(crate) fn shows(classes: &str) -> bool {
    classes.split_ascii_whitespace().any(|name| tailwind(name, DISPLAYS) || bootstrap(name) || bulma(name))
}

/// Returns `true` if one of the classes shows on a common screen what is for screen readers elsewhere:
/// `md:not-sr-only`.
pub(crate) fn is_for_all_readers(classes: &str) -> bool {
    classes.split_ascii_whitespace().any(|name| tailwind(name, &["not-sr-only"]))
}

fn tailwind(name: &str, utilities: &[&str]) -> bool {
    let mut variants: Vec<&str> = name.split(':').collect();
    let Some(utility) = variants.pop() else { return false };
    let utility = utility.trim_matches('!');
    let utility = utility.strip_prefix("tw-").unwrap_or(utility);
    let variants = variants.strip_prefix(&["tw"]).unwrap_or(&variants);
    !variants.is_empty() && utilities.contains(&utility) && variants.iter().all(|variant| is_size(variant))
}

fn is_size(variant: &str) -> bool {
    // A container has the width of the screen at most.
    let variant = variant.trim_start_matches('@');
    if let Some(least) = variant.strip_prefix("min-[").or_else(|| variant.strip_prefix('[')) {
        return pixels(least.trim_end_matches(']')).is_some_and(|least| SCREENS.iter().any(|width| *width >= least));
    }
    if let Some(most) = variant.strip_prefix("max-[") {
        return pixels(most.trim_end_matches(']')).is_some_and(|most| SCREENS.iter().any(|width| *width <= most));
    }
    SIZES.contains(&variant.strip_prefix("max-").or_else(|| variant.strip_prefix("lt-")).unwrap_or(variant))
}

fn bootstrap(name: &str) -> bool {
    let sized = |rest: &str| {
        rest.split_once('-').is_some_and(|(size, display)| SIZES.contains(&size) && DISPLAYS.contains(&display))
    };
    // Version 3: `visible-lg`, `visible-lg-block`.
    let visible = |rest: &str| SIZES.contains(&rest) || sized(rest);
    name.strip_prefix("d-").is_some_and(sized) || name.strip_prefix("visible-").is_some_and(visible)
}

fn bulma(name: &str) -> bool {
    let shown = |rest: &str| {
        DISPLAYS
            .iter()
            .filter_map(|display| rest.strip_prefix(display)?.strip_prefix('-'))
            .any(|size| BULMA_SIZES.contains(&size))
    };
    name.strip_prefix("is-").is_some_and(shown)
}

/// Returns `true` if a media query holds for a common screen.
pub(crate) fn holds_on_a_screen(query: &str) -> bool {
    if query.len() > MAX_QUERY_BYTES {
        return false;
    }
    let query = query.to_ascii_lowercase();
    query.split(',').any(|one| SCREENS.iter().any(|width| holds(one, *width)))
}

fn holds(query: &str, width: f32) -> bool {
    let mut words = query.to_owned();
    let mut all = true;
    while let (Some(open), Some(close)) = (words.find('('), words.find(')')) {
        if close < open {
            return false;
        }
        all &= feature(&words[open + 1..close], width);
        words.replace_range(open..=close, " ");
    }
    all && words.split_whitespace().all(|word| matches!(word, "and" | "only" | "screen" | "all"))
}

/// Returns `true` if a feature is a condition on the width that holds; others are unknown.
fn feature(text: &str, width: f32) -> bool {
    let text = text.trim();
    if let Some((name, value)) = text.split_once(':') {
        let Some(value) = pixels(value) else { return false };
        return match name.trim() {
            "min-width" | "min-device-width" => width >= value,
            "max-width" | "max-device-width" => width <= value,
            _ => false,
        };
    }
    let Some((left, right)) = text.split_once("width") else { return false };
    let (left, right) = (left.trim(), right.trim());
    let compare = |sign: &str, a: f32, b: f32| match sign {
        ">=" | ">" => a >= b,
        "<=" | "<" => a <= b,
        _ => false,
    };
    let cut = |text: &str| text.find(|c: char| !matches!(c, '<' | '>' | '=')).unwrap_or(text.len());
    let after = right.is_empty()
        || pixels(&right[cut(right)..]).is_some_and(|value| compare(&right[..cut(right)], width, value));
    let number = left.trim_end_matches(['<', '>', '=']);
    let before = left.is_empty() || pixels(number).is_some_and(|value| compare(&left[number.len()..], value, width));
    after && before && !(left.is_empty() && right.is_empty())
}

/// Returns a length in CSS pixels.
fn pixels(length: &str) -> Option<f32> {
    let length = length.trim();
    let number = length.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &length[number.len()..] {
        "px" => 1.0,
        "em" | "rem" => EM,
        "" if number.trim() == "0" => 1.0,
        _ => return None,
    };
    number.trim().parse::<f32>().ok().map(|number| number * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_that_show_on_a_common_screen_are_known() {
        for classes in [
            "hidden md:block",
            "hidden sm:inline-flex w-full",
            "hidden lg:!grid",
            "hidden 2xl:table-cell",
            "hidden max-md:flex",
            "hidden min-[900px]:block",
            "invisible md:visible",
            "tw-hidden md:tw-block",
            "tw:hidden tw:md:block",
            "d-none d-lg-block",
            "d-none d-xxl-inline-flex",
            "hidden visible-lg",
            "is-hidden is-flex-tablet",
            "hidden @lg:block",
        ] {
            assert!(shows(classes), "{classes}");
        }
        for classes in [
            "",
            "hidden",
            "hidden block",
            "hidden print:block",
            "hidden dark:block",
            "hidden group-hover:block",
            "hidden md:hover:block",
            "hidden data-[open]:block",
            "hidden min-[99999px]:block",
            "hidden md:mt-4",
            "hidden md:hidden",
            "d-none d-print-block",
            "d-none d-md-none",
            "d-none d-block",
        ] {
            assert!(!shows(classes), "{classes}");
        }
    }

    #[test]
    fn classes_that_undo_the_text_for_screen_readers_are_known() {
        for classes in ["sr-only md:not-sr-only", "tw-sr-only lg:!not-sr-only", "sr-only 2xl:not-sr-only"] {
            assert!(is_for_all_readers(classes), "{classes}");
        }
        for classes in ["sr-only", "sr-only not-sr-only", "sr-only focus:not-sr-only", "sr-only md:focus:not-sr-only"] {
            assert!(!is_for_all_readers(classes), "{classes}");
        }
    }

    #[test]
    fn media_queries_of_common_screens_hold() {
        for query in [
            " screen",
            " (min-width: 768px)",
            " only screen and (min-width: 60em) and (max-width:100em)",
            " print, (max-width: 600px)",
            " (width >= 40rem)",
            "(400px <= width <= 900px)",
        ] {
            assert!(holds_on_a_screen(query), "{query}");
        }
        for query in [
            " print",
            " (min-width: 5000px)",
            " (max-width: 10px)",
            " not screen",
            " (orientation: portrait)",
            " (min-width: 600px) and (prefers-contrast: more)",
            " (min-width: 900px) and (max-width: 1000px)",
            " )(",
            " (width",
            "",
        ] {
            assert!(!holds_on_a_screen(query) || query.is_empty(), "{query}");
        }
    }
}
