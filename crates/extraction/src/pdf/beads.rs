//! Article threads: uses the reading order of areas that a page declares (ISO 32000-2, 12.4.3).

use hayro_syntax::object::{Array, Dict, Rect};
use hayro_syntax::page::Page;

use super::glyph::Glyph;

/// Maximum number of areas per page; newspapers have dozens.
const MAX_BEADS: usize = 400;

/// An area in the page's upright space.
#[derive(Debug, Clone, Copy)]
struct Area {
    left: f64,
    right: f64,
    low: f64,
    high: f64,
}

/// Sorts the glyphs by the page's areas; unchanged if there are none.
pub(super) fn by_area(page: &Page<'_>, glyphs: Vec<Glyph>) -> Vec<Glyph> {
    let areas = areas(page);
    if areas.is_empty() { glyphs } else { sorted(&areas, glyphs) }
}

fn areas(page: &Page<'_>) -> Vec<Area> {
    let Some(beads) = page.raw().get::<Array<'_>>("B") else { return Vec::new() };
    let upright = super::upright(page);
    let rects = beads.iter::<Dict<'_>>().take(MAX_BEADS).filter_map(|bead| bead.get::<Rect>("R"));
    rects
        .map(|rect| {
            let ((x, y), (u, v)) = (upright.apply(rect.x0, rect.y0), upright.apply(rect.x1, rect.y1));
            Area { left: x.min(u), right: x.max(u), low: y.min(v), high: y.max(v) }
        })
        .collect()
}

fn sorted(areas: &[Area], glyphs: Vec<Glyph>) -> Vec<Glyph> {
    let mut placed: Vec<(usize, Glyph)> = glyphs.into_iter().map(|glyph| (place(areas, glyph.start), glyph)).collect();
    // A stable sort keeps the page's order within an area.
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, glyph)| glyph).collect()
}

/// Assigns odd places to the areas. A glyph outside of them precedes the first area that it is left of and above,
/// otherwise left of, otherwise above; otherwise it comes last.
fn place(areas: &[Area], (x, y): (f64, f64)) -> usize {
    let inside = |area: &Area| (area.left..=area.right).contains(&x) && (area.low..=area.high).contains(&y);
    if let Some(at) = areas.iter().position(inside) {
        return 2 * at + 1;
    }
    let first = |found: fn(&Area, f64, f64) -> bool| areas.iter().position(|area| found(area, x, y));
    let before = first(|area, x, y| x < area.left && y > area.high);
    let before = before.or_else(|| first(|area, x, _| x < area.left)).or_else(|| first(|area, _, y| y > area.high));
    2 * before.unwrap_or(areas.len())
}
