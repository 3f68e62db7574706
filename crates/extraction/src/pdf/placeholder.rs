//! Pages that stand for content which the file holds in another form. Their text is about the viewer, so the file
//! counts as unreadable.

use hayro_syntax::Pdf;
use hayro_syntax::object::{Dict, Object};

/// Maximum characters of a page about the viewer; real ones have about 700.
const MAX_CHARS: usize = 2_000;
/// Names of the viewer that such a page asks for.
const VIEWERS: [&str; 2] = ["adobe", "acrobat"];

/// Returns what a file is whose pages only ask for another viewer.
pub(super) fn of(pdf: &Pdf, text: &str) -> Option<&'static str> {
    let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id())?;
    let has_xfa = || catalog.get::<Dict<'_>>("AcroForm").is_some_and(|form| form.get::<Object<'_>>("XFA").is_some());
    // The viewer makes all pages of a dynamic form (ISO 32000-1, 7.7.2).
    if catalog.get::<bool>("NeedsRendering") == Some(true) && has_xfa() {
        return Some(FORM);
    }
    let lower = text.to_lowercase();
    let asks = text.chars().count() <= MAX_CHARS && VIEWERS.iter().any(|name| lower.contains(name));
    match () {
        () if asks && has_xfa() => Some(FORM),
        () if asks && catalog.get::<Dict<'_>>("Collection").is_some() => Some(PORTFOLIO),
        () => None,
    }
}

const FORM: &str = "a PDF form (XFA) that only Adobe's programs show";
const PORTFOLIO: &str = "a PDF portfolio of other files";
