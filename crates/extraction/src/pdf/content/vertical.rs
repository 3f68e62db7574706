//! Detects characters of vertical fonts that are in fact set horizontally: some producers place them one by one
//! along a line from left to right.

use super::Glyph;

/// Rotates the runs that go down, so that downwards becomes the line's direction.
pub(super) fn settle(glyphs: &mut [Glyph]) {
    let mut start = 0;
    while start < glyphs.len() {
        let kind = (glyphs[start].vertical, glyphs[start].turn);
        let length = glyphs[start..].iter().take_while(|glyph| (glyph.vertical, glyph.turn) == kind).count();
        let run = &mut glyphs[start..start + length];
        if kind.0 && goes_down(run) {
            run.iter_mut().for_each(turn);
        }
        start += length;
    }
}

/// Returns `true` if more steps go down than along; a single character keeps the font's direction.
fn goes_down(run: &[Glyph]) -> bool {
    let along = |pair: &&[Glyph]| {
        let ((from, _, base), (next, _, lower)) = (pair[0].along(), pair[1].along());
        (next - from).abs() > (base - lower).abs()
    };
    let sideways = run.windows(2).filter(along).count();
    2 * sideways < run.len()
}

fn turn(glyph: &mut Glyph) {
    let middle = ((glyph.start.0 + glyph.end.0) / 2.0, (glyph.start.1 + glyph.end.1) / 2.0);
    glyph.turn = (glyph.turn - 90).rem_euclid(360);
    let (sin, cos) = f64::from(glyph.turn).to_radians().sin_cos();
    glyph.start = middle;
    glyph.end = (middle.0 + glyph.size * cos, middle.1 + glyph.size * sin);
}
