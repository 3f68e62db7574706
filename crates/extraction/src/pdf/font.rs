//! Fonts of a document: the text of a shown string and the width of each character. Each code is decoded once.

mod collection;
mod outlines;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use hayro_cmap::{BfString, CMap, CMapName};
use hayro_font::{CMapResolverFn, Font, FontCache, FontGlyph, FontQuery, FontResolverFn, StandardFont};
use hayro_syntax::object::{Dict, Name, Stream};
use unicode_normalization::UnicodeNormalization;

use collection::Collection;
use outlines::Outlines;

/// Width units per em.
const EM: f64 = 1000.0;
/// Width of a space in ems if the font does not specify it, typical of most typefaces.
const USUAL_SPACE: f64 = 0.25;
/// Maximum number of cached codes per font; a hostile file could show millions.
const CODES_KEPT: usize = 70_000;

/// One character of a shown string.
#[derive(Debug, Clone)]
pub(super) struct Shown {
    /// Its text; empty if unknown.
    pub(super) text: Rc<str>,
    /// Its advance in ems: to the right, or down for vertical writing.
    pub(super) advance: f64,
    /// Its width in ems.
    pub(super) width: f64,
    /// `true` for the single byte 32, to which word spacing applies (ISO 32000-2, 9.3.3).
    pub(super) is_space_code: bool,
}

/// A font as used by the text layer.
pub(super) struct Face<'a> {
    font: Font<'a>,
    collection: Option<Collection>,
    outlines: RefCell<Option<Outlines>>,
    codes: RefCell<HashMap<u32, Shown>>,
    /// `true` if codes are presumably Unicode characters.
    codes_are_characters: bool,
    /// Width of the space in ems.
    pub(super) space: f64,
    /// `true` for vertical writing.
    pub(super) vertical: bool,
}

impl<'a> Face<'a> {
    fn new(font: Font<'a>, dict: &Dict<'a>) -> Self {
        let mut face = Self {
            collection: Collection::for_font(dict),
            outlines: RefCell::new(None),
            codes: RefCell::new(HashMap::new()),
            codes_are_characters: codes_are_characters(dict),
            space: USUAL_SPACE,
            vertical: !font.is_horizontal(),
            font,
        };
        face.space = face.width_of_space(dict);
        face
    }

    // Code 32 of a composite font can be any glyph, so only simple fonts are queried for a space.
    fn width_of_space(&self, dict: &Dict<'a>) -> f64 {
        if dict.get::<Name<'_>>("Subtype").is_some_and(|kind| &*kind == b"Type0") {
            return USUAL_SPACE;
        }
        let width = self.font.code_advance(32).x / EM;
        if (0.05..1.5).contains(&width) { width } else { USUAL_SPACE }
    }

    /// Returns the characters of a string in order.
    pub(super) fn decode(&self, bytes: &[u8], mut each: impl FnMut(Shown)) {
        let mut at = 0;
        while at < bytes.len() {
            let (code, length) = self.font.read_code(bytes, at);
            at += length.max(1);
            each(self.shown(code, length));
        }
    }

    fn shown(&self, code: u32, length: usize) -> Shown {
        if let Some(known) = self.codes.borrow().get(&code) {
            return known.clone();
        }
        let advance = self.font.code_advance(code);
        // A vertical font positions its characters by the middle of their tops (ISO 32000-2, 9.7.4.3).
        let width = if self.vertical { -2.0 * self.font.origin_displacement(code).x } else { advance.x };
        let shown = Shown {
            text: self.text_of(code).into(),
            advance: if self.vertical { advance.y } else { advance.x } / EM,
            width: width / EM,
            is_space_code: length == 1 && code == 32,
        };
        let mut codes = self.codes.borrow_mut();
        if codes.len() < CODES_KEPT {
            codes.insert(code, shown.clone());
        }
        shown
    }

    /// Decodes a code: by the font's own mapping, its character collection, the outlines' character table, and finally
    /// the code itself if the document declares it as Unicode.
    fn text_of(&self, code: u32) -> String {
        let glyph = self.font.glyph(self.font.map_code(code), code);
        let known = match &glyph {
            FontGlyph::Outline(outline) => outline.as_unicode(),
            FontGlyph::Type3(drawn) => drawn.as_unicode(),
        };
        let text = known.map(text).filter(|text| is_visible(text));
        let text = text.or_else(|| self.collection.as_ref().and_then(|known| known.text(code)));
        let text = text.or_else(|| match &glyph {
            FontGlyph::Outline(outline) => Outlines::text(&self.outlines, outline),
            FontGlyph::Type3(_) => None,
        });
        let text = text.or_else(|| char::from_u32(code).filter(|_| self.codes_are_characters).map(String::from));
        ordinary(text.filter(|text| is_visible(text)).unwrap_or_default())
    }
}

/// Returns `true` for a composite font whose codes are their own characters and whose character table is empty or that
/// same identity: some producers write UTF-16 this way.
fn codes_are_characters(dict: &Dict<'_>) -> bool {
    let identity = |key: &str| dict.get::<Name<'_>>(key).is_some_and(|name| name.starts_with(b"Identity"));
    let empty = || {
        let table = dict.get::<Stream<'_>>("ToUnicode").and_then(|stream| stream.decoded_data().ok());
        let table = table.map(|bytes| CMap::parse(&bytes, predefined));
        table.is_some_and(|map| map.is_none_or(|map| (0..=0xffff).all(|code| map.lookup_bf_string(code).is_none())))
    };
    identity("Encoding") && (identity("ToUnicode") || empty())
}

/// Replaces ligatures and positional Arabic forms by their letters, as readers and searches expect.
fn ordinary(text: String) -> String {
    let is_shape = |c: char| matches!(c, '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}');
    if !text.contains(is_shape) {
        return text;
    }
    let spread = text
        .chars()
        .flat_map(|c| if is_shape(c) { Some(c) } else { None }.into_iter().nfkc().chain((!is_shape(c)).then_some(c)));
    // An isolated mark decomposes to a space and the mark; here it belongs to a letter.
    spread.filter(|c| *c != ' ').collect()
}

/// Drops private-use characters and controls, which are a producer's own codes.
fn is_visible(text: &str) -> bool {
    text.chars().any(|c| !c.is_control() && !('\u{e000}'..='\u{f8ff}').contains(&c) && c != '\u{fffd}')
}

fn text(mapped: BfString) -> String {
    match mapped {
        BfString::Char(c) => c.to_string(),
        BfString::String(text) => text,
    }
}

/// All fonts of a document.
pub(super) struct Fonts<'a> {
    cache: FontCache<'a>,
    programs: FontResolverFn,
    cmaps: CMapResolverFn,
    faces: HashMap<Key, Option<Rc<Face<'a>>>>,
}

/// Key of a font dictionary: its object number, or its bytes if it is inside the resources.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Object(u32, i32),
    Inline(Vec<u8>),
}

impl<'a> Fonts<'a> {
    /// Creates an empty cache.
    pub(super) fn new() -> Self {
        Self {
            cache: FontCache::new(),
            programs: Arc::new(|query| {
                let standard = match query {
                    FontQuery::Standard(standard) => *standard,
                    FontQuery::Fallback(wanted) => wanted.pick_standard_font(),
                };
                Some(standard.get_font_data())
            }),
            cmaps: Arc::new(predefined),
            faces: HashMap::new(),
        }
    }

    /// Returns the font of this dictionary. A font that cannot be loaded is replaced by Helvetica, whose widths and
    /// encoding are a plausible guess.
    pub(super) fn face(&mut self, dict: &Dict<'a>) -> Option<Rc<Face<'a>>> {
        let key = match dict.obj_id() {
            Some(id) => Key::Object(id.obj_number, id.gen_number),
            None => Key::Inline(dict.data().to_vec()),
        };
        if let Some(known) = self.faces.get(&key) {
            return known.clone();
        }
        let font = self.cache.font(dict, &self.programs, &self.cmaps);
        let font = font.or_else(|| self.cache.standard_font(StandardFont::Helvetica, &self.programs));
        let face = font.map(|font| Rc::new(Face::new(font, dict)));
        self.faces.insert(key, face.clone());
        face
    }
}

fn predefined(name: CMapName<'_>) -> Option<&'static [u8]> {
    hayro_cmap::load_embedded(name)
}
