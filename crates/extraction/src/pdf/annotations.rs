//! Annotations: the values of form fields and other text that a viewer shows over the page, and text that is struck
//! out.
//!
//! The appearance stream counts, because a viewer shows it. The value itself is read where the viewer makes the
//! appearance: if there is none, if the form asks for new ones, and for fields whose characters stand in cells of their
//! own.

use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name, Object, Rect, Stream, String as PdfString};
use hayro_syntax::page::{Page, Resources};

use super::budget::Budget;
use super::content::Content;
use super::font::Fonts;
use super::glyph::{Glyph, Ink};
use super::line::{self, Segment};
use super::matrix::Matrix;
use super::{strings, upright};

/// Maximum number of annotations per page; a long form has some hundred fields.
const MAX_ANNOTATIONS: usize = 2_000;
/// Maximum number of struck areas per page.
const MAX_STRUCK: usize = 200;
/// Maximum bytes of the appearances of a page, decoded.
const MAX_APPEARANCE_BYTES: usize = 16 * 1024 * 1024;
/// Maximum comparisons to find the places of a page's annotations; beyond, they follow the page.
const MAX_COMPARISONS: usize = 2_000_000;
/// Maximum number of fields above a field.
const MAX_PARENTS: usize = 8;
/// Maximum number of options of a choice.
const MAX_OPTIONS: usize = 2_000;
/// Maximum length of a value in characters.
const MAX_VALUE_CHARS: usize = 20_000;
/// Flags of annotations that are not shown: hidden, and not for viewing (ISO 32000-2, 12.5.3).
const HIDDEN: i32 = 1 << 1 | 1 << 5;
/// Flags of fields: a button without a state, a password, and characters in cells (ISO 32000-2, 12.7.5).
const PUSH_BUTTON: i32 = 1 << 16;
const PASSWORD: i32 = 1 << 13;
const COMB: i32 = 1 << 24;
/// The text of a ticked box whose appearance has no letters.
const TICK: &str = "\u{2612}";
/// Size of a value's font, if the field does not state it, and its part of the field's height.
const USUAL_SIZE: f64 = 11.0;
const OF_HEIGHT: f64 = 0.7;

/// Returns `true` if the form asks viewers to make the appearances.
pub(super) fn are_made_by_viewers(pdf: &Pdf) -> bool {
    let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()).unwrap_or_default();
    catalog.get::<Dict<'_>>("AcroForm").and_then(|form| form.get::<bool>("NeedAppearances")).unwrap_or(false)
}

/// Reads the annotations of a page.
pub(super) struct Reader<'a, 'r> {
    pub(super) page: &'r Page<'a>,
    pub(super) fonts: &'r mut Fonts<'a>,
    pub(super) budget: &'r mut Budget,
    /// Viewers make the appearances.
    pub(super) made_by_viewers: bool,
    /// Bytes of appearances that were decoded.
    pub(super) decoded: usize,
}

impl<'a> Reader<'a, '_> {
    /// Returns the segments of the page's annotations.
    pub(super) fn segments(&mut self) -> Vec<Segment> {
        let mut segments = Vec::new();
        for annotation in visible(self.page) {
            if let Some(rect) = annotation.get::<Rect>("Rect").map(ordered) {
                segments.extend(line::segments(&self.glyphs(&annotation, rect)));
            }
        }
        segments
    }

    fn glyphs(&mut self, annotation: &Dict<'a>, rect: Rect) -> Vec<Glyph> {
        let field = Field { annotation };
        let value = field.value();
        let has_own = value.is_some() && (self.made_by_viewers || field.flags() & COMB != 0);
        if !has_own && field.flags() & PASSWORD == 0 {
            let glyphs = self.appearance(annotation, rect);
            if glyphs.iter().any(|glyph| !glyph.is_blank()) {
                return glyphs;
            }
        }
        // A box may be ticked by lines, or by the viewer.
        let value = value.or_else(|| field.is_ticked().then(|| TICK.to_owned()));
        value.map(|value| self.written(rect, &value, field.size(rect))).unwrap_or_default()
    }

    /// Returns the glyphs of the appearance that is shown: of a button that of its state.
    fn appearance(&mut self, annotation: &Dict<'a>, rect: Rect) -> Vec<Glyph> {
        let Some(all) = annotation.get::<Dict<'a>>("AP") else { return Vec::new() };
        let by_state = || {
            let state = annotation.get::<Name<'a>>("AS")?;
            all.get::<Dict<'a>>("N")?.get::<Stream<'a>>(&*state)
        };
        let Some(form) = all.get::<Stream<'a>>("N").or_else(by_state) else { return Vec::new() };
        let Some(place) = placed(form.dict(), rect) else { return Vec::new() };
        let Some(bytes) = form.decoded_data().ok().filter(|_| self.decoded < MAX_APPEARANCE_BYTES) else {
            return Vec::new();
        };
        self.decoded += bytes.len();
        let own = form.dict().get::<Dict<'a>>("Resources").map(Resources::new);
        let content = Content::at(place.then(&upright(self.page)), self.fonts, self.budget);
        content.of_form(&bytes, own.as_ref().unwrap_or(self.page.resources()))
    }

    /// Returns the lines of a value as glyphs in the field, each line one glyph.
    fn written(&mut self, rect: Rect, value: &str, size: f64) -> Vec<Glyph> {
        let upright = upright(self.page);
        let height = rect.y1 - rect.y0;
        let is_single = !value.trim().contains(['\n', '\r']) && height < 2.0 * size;
        let first = if is_single { rect.y0 + (height - size) / 2.0 + 0.25 * size } else { rect.y1 - size };
        let mut glyphs = Vec::new();
        for (n, text) in value.trim().split(['\n', '\r']).enumerate() {
            let base = first - 1.2 * size * n as f64;
            let width = size * 0.5 * text.chars().count() as f64;
            let (start, end) = (upright.apply(rect.x0, base), upright.apply(rect.x0 + width, base));
            if self.budget.glyph() && self.budget.spell(text.len()) {
                let turn = super::content::direction(end.0 - start.0, end.1 - start.1);
                glyphs.push(Glyph {
                    text: text.trim().into(),
                    start,
                    end,
                    size,
                    space: 0.25 * size,
                    turn,
                    vertical: false,
                    ink: Ink::Seen,
                });
            }
        }
        glyphs
    }
}

/// Removes the glyphs that a page strikes out.
pub(super) fn without_struck(page: &Page<'_>, mut glyphs: Vec<Glyph>) -> Vec<Glyph> {
    let upright = upright(page);
    let mut areas: Vec<Rect> = Vec::new();
    for annotation in visible(page).filter(|annotation| is(annotation, "Subtype", b"StrikeOut")) {
        let points: Vec<f64> = annotation.get::<Vec<f64>>("QuadPoints").unwrap_or_default();
        areas.extend(
            points.chunks_exact(8).map(|quad| area(quad, &upright)).take(MAX_STRUCK.saturating_sub(areas.len())),
        );
    }
    glyphs.retain(|glyph| {
        let (x, y) = ((glyph.start.0 + glyph.end.0) / 2.0, (glyph.start.1 + glyph.end.1) / 2.0 + glyph.size * 0.25);
        !areas.iter().any(|area| (area.x0..=area.x1).contains(&x) && (area.y0..=area.y1).contains(&y))
    });
    glyphs
}

/// Puts the segments of annotations into the order of the page: behind the last segment to the left on the same line,
/// otherwise before the first one on it, otherwise before the first segment below.
pub(super) fn merged(mut page: Vec<Segment>, annotations: Vec<Segment>) -> Vec<Segment> {
    if (page.len() + annotations.len()) * annotations.len() > MAX_COMPARISONS {
        page.extend(annotations);
        return page;
    }
    for segment in annotations {
        let left = page
            .iter()
            .rposition(|other| other.turn == segment.turn && other.beside(&segment) && other.from <= segment.from);
        let right = || page.iter().position(|other| other.turn == segment.turn && other.beside(&segment));
        let below = || page.iter().position(|other| other.turn == segment.turn && other.base < segment.base);
        let at = left.map(|at| at + 1).or_else(right).or_else(below).unwrap_or(page.len());
        page.insert(at, segment);
    }
    page
}

fn visible<'a>(page: &Page<'a>) -> impl Iterator<Item = Dict<'a>> {
    let all = page.raw().get::<Array<'a>>("Annots");
    let shown = |annotation: &Dict<'a>| {
        annotation.get::<i32>("F").unwrap_or_default() & HIDDEN == 0 && !is(annotation, "Subtype", b"Popup")
    };
    all.into_iter().flat_map(|all| all.iter::<Dict<'a>>()).take(MAX_ANNOTATIONS).filter(shown)
}

fn is(dict: &Dict<'_>, key: &str, name: &[u8]) -> bool {
    dict.get::<Name<'_>>(key).is_some_and(|known| &*known == name)
}

fn ordered(rect: Rect) -> Rect {
    Rect { x0: rect.x0.min(rect.x1), y0: rect.y0.min(rect.y1), x1: rect.x0.max(rect.x1), y1: rect.y0.max(rect.y1) }
}

fn area(quad: &[f64], upright: &Matrix) -> Rect {
    let points = quad.chunks_exact(2).map(|point| upright.apply(point[0], point[1]));
    let nothing = Rect { x0: f64::INFINITY, y0: f64::INFINITY, x1: f64::NEG_INFINITY, y1: f64::NEG_INFINITY };
    points.fold(nothing, |area, (x, y)| Rect {
        x0: area.x0.min(x),
        y0: area.y0.min(y),
        x1: area.x1.max(x),
        y1: area.y1.max(y),
    })
}

/// Returns the transformation from the form's space to the page: its box fills the rectangle (ISO 32000-2, 12.5.5).
fn placed(form: &Dict<'_>, rect: Rect) -> Option<Matrix> {
    let own = form.get::<[f64; 6]>("Matrix").map_or(Matrix::IDENTITY, Matrix);
    let Some(inner) = form.get::<Rect>("BBox").map(ordered) else { return Some(Matrix::translate(rect.x0, rect.y0)) };
    let corners = [inner.x0, inner.y0, inner.x1, inner.y0, inner.x0, inner.y1, inner.x1, inner.y1];
    let inner = area(&corners, &own);
    let (width, height) = (inner.x1 - inner.x0, inner.y1 - inner.y0);
    if width.abs() < 1e-6 || height.abs() < 1e-6 {
        return None;
    }
    let (across, up) = ((rect.x1 - rect.x0) / width, (rect.y1 - rect.y0) / height);
    Some(own.then(&Matrix([across, 0.0, 0.0, up, rect.x0 - inner.x0 * across, rect.y0 - inner.y0 * up])))
}

/// A field of a form, whose entries may be those of its parents.
struct Field<'d, 'a> {
    annotation: &'d Dict<'a>,
}

impl<'a> Field<'_, 'a> {
    fn inherited<T>(&self, read: impl Fn(&Dict<'a>) -> Option<T>) -> Option<T> {
        let mut field = self.annotation.clone();
        for _ in 0..MAX_PARENTS {
            if let Some(found) = read(&field) {
                return Some(found);
            }
            field = field.get::<Dict<'a>>("Parent")?;
        }
        None
    }

    /// Returns `true` for a button that is on.
    fn is_ticked(&self) -> bool {
        let is_button = self.inherited(|field| field.get::<Name<'a>>("FT")).is_some_and(|kind| &*kind == b"Btn");
        let state = self.annotation.get::<Name<'a>>("AS");
        let state = state.or_else(|| self.inherited(|field| field.get::<Name<'a>>("V")));
        is_button && self.flags() & PUSH_BUTTON == 0 && state.is_some_and(|state| &*state != b"Off")
    }

    fn flags(&self) -> i32 {
        self.inherited(|field| field.get::<i32>("Ff")).unwrap_or_default()
    }

    /// Returns the value of a text or choice field as it is shown, or the text of a free note; `None` for other fields
    /// and a password.
    fn value(&self) -> Option<String> {
        let is_note = is(self.annotation, "Subtype", b"FreeText");
        let kind =
            self.inherited(|field| field.get::<Name<'a>>("FT")).filter(|_| is(self.annotation, "Subtype", b"Widget"));
        let is_text = kind.as_ref().is_some_and(|kind| &**kind == b"Tx" || &**kind == b"Ch");
        if self.flags() & PASSWORD != 0 || !(is_text || is_note) {
            return None;
        }
        let entry = if is_note { "Contents" } else { "V" };
        let value = self.inherited(|field| field.get::<Object<'a>>(entry))?;
        let text = match value {
            Object::String(text) => self.shown(&strings::text(text.as_bytes())),
            Object::Array(texts) => {
                let texts = texts.iter::<PdfString<'a>>().map(|text| self.shown(&strings::text(text.as_bytes())));
                texts.collect::<Vec<_>>().join(", ")
            }
            Object::Stream(stream) => strings::text(&stream.decoded_data().ok()?),
            _ => return None,
        };
        Some(text.chars().take(MAX_VALUE_CHARS).collect()).filter(|text: &String| !text.trim().is_empty())
    }

    /// Returns the text that a choice shows for its exported value.
    fn shown(&self, exported: &str) -> String {
        let options = self.inherited(|field| field.get::<Array<'a>>("Opt"));
        let pairs = options.into_iter().flat_map(|options| options.iter::<Array<'a>>()).take(MAX_OPTIONS);
        let text = |text: PdfString<'a>| strings::text(text.as_bytes());
        let pair = |pair: Array<'a>| {
            let mut texts = pair.iter::<PdfString<'a>>().map(text);
            Some((texts.next()?, texts.next()?))
        };
        pairs
            .filter_map(pair)
            .find(|(value, _)| value == exported)
            .map_or_else(|| exported.to_owned(), |(_, shown)| shown)
    }

    /// Returns the size of the font: stated in the default appearance, otherwise fitting the field.
    fn size(&self, rect: Rect) -> f64 {
        let appearance =
            self.inherited(|field| field.get::<PdfString<'a>>("DA")).map(|text| strings::text(text.as_bytes()));
        let words: Vec<&str> = appearance.as_deref().unwrap_or_default().split_whitespace().collect();
        let stated = words
            .iter()
            .position(|word| *word == "Tf")
            .and_then(|at| words.get(at.checked_sub(1)?)?.parse::<f64>().ok());
        stated
            .filter(|size| (1.0..=200.0).contains(size))
            .unwrap_or_else(|| USUAL_SIZE.min((rect.y1 - rect.y0) * OF_HEIGHT).max(1.0))
    }
}

#[cfg(test)]
mod tests {
    use crate::pdf::tests::shown;

    #[test]
    fn a_ticked_box_is_marked_before_its_label_whatever_draws_the_tick() {
        let labels = "BT /F 12 Tf 50 700 Td (Agreed) Tj 0 -30 Td (Refused) Tj ET";
        let form = |content: &str| {
            let length = content.len();
            format!(
                "<< /Type /XObject /Subtype /Form /BBox [0 0 12 12] /Length {length} >>\nstream\n{content}\nendstream"
            )
        };
        let on = form("1 1 m 11 11 l S 11 1 m 1 11 l S");
        let field = |y: u32, state: &str, more: &str| {
            format!(
                "<< /Type /Annot /Subtype /Widget /FT /Btn /AS /{state} /F 4 /Rect [30 {y} 42 {}] {more} >>",
                y + 12
            )
        };
        let drawn = "/AP << /N << /Yes 6 0 R >> >>";
        for (yes, no) in
            [(field(698, "Yes", drawn), field(668, "Off", drawn)), (field(698, "Yes", ""), field(668, "Off", ""))]
        {
            let text = shown(labels, "/Annots [7 0 R 8 0 R]", &[&on, &yes, &no]);
            assert_eq!(text, "\u{2612} Agreed\nRefused");
        }
        let push = field(698, "Yes", "/Ff 65536");
        assert_eq!(shown(labels, "/Annots [7 0 R]", &[&on, &push]), "Agreed\nRefused");
    }
}
