//! Characters from the embedded font's own tables, if the PDF does not define its codes.

use std::cell::RefCell;
use std::collections::HashMap;

use hayro_font::OutlineGlyph;
use skrifa::{FontRef, MetadataProvider};

/// Characters of an embedded font by glyph number.
pub(super) struct Outlines(HashMap<u32, char>);

impl Outlines {
    /// Returns the character of a glyph; the table is inverted at the first call.
    pub(super) fn text(kept: &RefCell<Option<Self>>, glyph: &OutlineGlyph) -> Option<String> {
        let mut kept = kept.borrow_mut();
        let known = kept.get_or_insert_with(|| Self::from_glyph(glyph));
        known.0.get(&glyph.glyph_id().to_u32()).map(char::to_string)
    }

    fn from_glyph(glyph: &OutlineGlyph) -> Self {
        let Some(data) = glyph.font_data() else { return Self(HashMap::new()) };
        let bytes: &[u8] = (*data.data).as_ref();
        let Ok(font) = FontRef::new(bytes) else { return Self(HashMap::new()) };
        let mut by_glyph = HashMap::new();
        for (code, glyph) in font.charmap().mappings() {
            let Some(character) = char::from_u32(code).filter(|c| is_visible(*c)) else { continue };
            // Of several characters with one glyph, the first is the ordinary one (a space before a no-break space).
            by_glyph.entry(glyph.to_u32()).or_insert(character);
        }
        Self(by_glyph)
    }
}

fn is_visible(character: char) -> bool {
    super::is_visible(character.encode_utf8(&mut [0; 4]))
}
