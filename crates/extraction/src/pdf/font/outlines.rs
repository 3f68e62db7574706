//! Characters by the embedded font's own tables: what is left where the PDF does not say what its codes mean.

use std::cell::RefCell;
use std::collections::HashMap;

use hayro_font::OutlineGlyph;
use skrifa::{FontRef, MetadataProvider};

/// Glyphs of one embedded font that its table of characters names, by glyph number.
pub(super) struct Outlines(HashMap<u32, char>);

impl Outlines {
    /// What a glyph says; the table is turned round at the first question.
    pub(super) fn text(kept: &RefCell<Option<Self>>, glyph: &OutlineGlyph) -> Option<String> {
        let mut kept = kept.borrow_mut();
        let known = kept.get_or_insert_with(|| Self::of(glyph));
        known.0.get(&glyph.glyph_id().to_u32()).map(char::to_string)
    }

    fn of(glyph: &OutlineGlyph) -> Self {
        let Some(data) = glyph.font_data() else { return Self(HashMap::new()) };
        let bytes: &[u8] = (*data.data).as_ref();
        let Ok(font) = FontRef::new(bytes) else { return Self(HashMap::new()) };
        let mut by_glyph = HashMap::new();
        for (code, glyph) in font.charmap().mappings() {
            let Some(character) = char::from_u32(code).filter(|c| says_something(*c)) else { continue };
            // Of several characters with one glyph the first is the ordinary one (a space before a no-break space).
            by_glyph.entry(glyph.to_u32()).or_insert(character);
        }
        Self(by_glyph)
    }
}

fn says_something(character: char) -> bool {
    super::says_something(character.encode_utf8(&mut [0; 4]))
}
