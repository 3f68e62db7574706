//! Places of elements on a line: elements with their own box are separated from the text around them, and so do
//! figures in elements of different looks. `<span style="display:block">4.5</span><span>2</span>` is not 4.52. Pure.

use super::css::{self, Boxed};
use super::dom::{Dom, Id};
use super::sheet::Sheet;
use super::shift;
use super::tag::Tag;
use super::token::Attr;

/// Class names of utility frameworks for elements whose children are boxes, and for boxes.
const ROWS: &[&str] = &["flex", "d-flex", "grid", "d-grid"];
const APART: &[&str] = &["block", "d-block", "flow-root", "table-cell", "d-table-cell"];
/// Roles of the cells of a table without the elements of one.
const CELLS: &[&str] = &["cell", "gridcell", "columnheader", "rowheader"];
/// Parts of class names of emphasised words, which may be a part of a number.
const EMPHASIS: [&str; 4] = ["highlight", "match", "mark", "emphasis"];

/// Returns the box of an element, as its style, its classes and the page's sheet say.
pub(crate) fn boxed(dom: &Dom<'_>, sheet: &Sheet, id: Id) -> Option<Boxed> {
    let tag = dom.tag(id);
    let by_name = |name: &str| {
        if ROWS.contains(&name) {
            Some(Boxed::Row)
        } else if APART.contains(&name) {
            Some(Boxed::Apart)
        } else {
            sheet.boxed(tag, Attr::Class, name)
        }
    };
    // The style of the element decides before the sheet. Most styles say nothing about the box.
    let style = dom.attr(id, Attr::Style).filter(|style| style.contains('\\') || says_display(style));
    let declared = style.map(css::declarations).unwrap_or_default();
    if let Some((_, display)) = declared.iter().rev().find(|(name, _)| name == "display") {
        return css::boxed(display);
    }
    dom.attrs(id).iter().find_map(|(attr, value)| match attr {
        Attr::Class => value.split_ascii_whitespace().find_map(by_name),
        Attr::Id => sheet.boxed(tag, Attr::Id, value),
        Attr::Role => CELLS.contains(&value.trim()).then_some(Boxed::Apart),
        _ => None,
    })
}

fn says_display(style: &str) -> bool {
    style.as_bytes().windows("display".len()).any(|part| part.eq_ignore_ascii_case(b"display"))
}

/// Returns `true` if the element's figures are not the end of the number before it: a styled `span`,
/// unless its neighbour looks the same, as the figures of a counter do.
pub(crate) fn is_another_figure(dom: &Dom<'_>, gone: &[bool], id: Id) -> bool {
    let looks = |id: Id| (dom.attr(id, Attr::Class), dom.attr(id, Attr::Style));
    let own = looks(id);
    if !matches!(dom.tag(id), Tag::Span | Tag::Label | Tag::Data | Tag::Unknown) || own == (None, None) {
        return false;
    }
    if own.0.is_some_and(|class| EMPHASIS.iter().any(|word| class.contains(word))) {
        return false;
    }
    let is_single = |id: Id| shift::text(dom, gone, dom.descendants(id)).trim().chars().count() == 1;
    match before(dom, id) {
        Some(sibling) if dom.tag(sibling) != Tag::Text => {
            looks(sibling) != own && !(is_single(sibling) && is_single(id))
        }
        _ => true,
    }
}

/// Returns `true` for a text of more than one character: words whose letters are boxes, for an effect, are words.
pub(crate) fn is_word(dom: &Dom<'_>, gone: &[bool], id: Id) -> bool {
    shift::text(dom, gone, dom.descendants(id)).trim().chars().nth(1).is_some()
}

/// Returns the sibling directly before an element.
fn before(dom: &Dom<'_>, id: Id) -> Option<Id> {
    let parent = dom.parent(id);
    let mut last = id.checked_sub(1).filter(|last| *last != parent)?;
    while dom.parent(last) != parent {
        last = dom.parent(last);
    }
    Some(last)
}

#[cfg(test)]
mod tests {
    use crate::html::read;

    fn shown(markup: &str) -> String {
        let html = format!(
            "<style>.val{{display:block}} #row{{display:flex}} .in{{display:inline}}</style><h1>Notes</h1>\
             <p>The harbour of Sundvik was {markup}, the board of the port said on Monday.</p>"
        );
        let text = read(&html, "").text;
        text.split("Sundvik was ").nth(1).and_then(|rest| rest.split(", the board").next()).unwrap_or("").to_owned()
    }

    #[test]
    fn boxes_stand_apart() {
        for (markup, expected) in [
            ("at <span style='display:block'>4.5</span><span style='display:block'>2</span> knots", "at 4.5 2 knots"),
            ("at <span class=val>4.5</span><b class=val>2</b> knots", "at 4.5 2 knots"),
            ("at <span style='display: flex'><span>4.5</span><b>27</b></span> knots", "at 4.5 27 knots"),
            ("at <span id=row><b>4.5</b><b>27</b></span> knots", "at 4.5 27 knots"),
            ("at <span class='flex gap-2'><b>Dues</b><b>45</b><b>27</b></span> knots", "at Dues 45 27 knots"),
            ("at <b class=in>4</b><b class=in>5</b> knots", "at 45 knots"),
            ("at <span style='display:inline'>4</span><b>5</b> knots", "at 45 knots"),
            (
                "at <b class=val style='DISPLAY:inline'>4</b><b style='display:inline' class=val>5</b> knots",
                "at 45 knots",
            ),
            ("<span role=row><span role=cell>Dues</span><span role=cell>45</span></span> knots", "Dues 45 knots"),
            ("<span class=flex><i>s</i><i>l</i><i>o</i><i>w</i></span> today", "slow today"),
        ] {
            assert_eq!(shown(markup), expected, "{markup}");
        }
    }

    #[test]
    fn figures_of_different_looks_stand_apart_and_those_of_a_counter_do_not() {
        for (markup, expected) in [
            ("at 4.5<span class=css-1x>2</span> knots", "at 4.5 2 knots"),
            ("at <span class=whole>11</span><span class=css-2y>99</span> knots", "at 11 99 knots"),
            ("at 4.5<label class=n>2</label> knots", "at 4.5 2 knots"),
            ("at <span class=digit>4</span><span class=digit>5</span> knots", "at 45 knots"),
            ("at <span class=d1>4</span><span class=d2>5</span> knots", "at 45 knots"),
            ("in 20<span class=search-highlight>27</span> again", "in 2027 again"),
            ("at 1<span>200</span> knots", "at 1200 knots"),
            ("at 12<span class=u>knots</span>", "at 12knots"),
        ] {
            assert_eq!(shown(markup), expected, "{markup}");
        }
    }
}
