//! Characters of Chinese, Japanese and Korean fonts by their number in Adobe's collections, for fonts
//! that are embedded without a character table.

use hayro_cmap::{CMap, CMapName, CidFamily, load_embedded};
use hayro_syntax::object::{Array, Dict, Name, String as PdfString};

/// Mapping from codes to characters of a known collection.
pub(super) struct Collection {
    /// Code to character number.
    encoding: CMap,
    /// Character number to Unicode.
    unicode: CMap,
}

impl Collection {
    /// Returns the mapping of a composite font that uses a known collection.
    pub(super) fn for_font(font: &Dict<'_>) -> Option<Self> {
        let descendant = font.get::<Array<'_>>("DescendantFonts")?.iter::<Dict<'_>>().next()?;
        let encoding = encoding(font)?;
        let family = encoding.metadata().character_collection.clone().map(|known| known.family);
        let family = family.filter(|family| *family != CidFamily::AdobeIdentity).or_else(|| declared(&descendant))?;
        let unicode = CMap::parse(load_embedded(family.ucs2_cmap()?)?, load_embedded)?;
        Some(Self { encoding, unicode })
    }

    /// Returns the text of a code.
    pub(super) fn text(&self, code: u32) -> Option<String> {
        let number = (1..=4).find_map(|length| self.encoding.lookup_cid_code(code, length))?;
        self.unicode.lookup_bf_string(number).map(super::text)
    }
}

fn declared(descendant: &Dict<'_>) -> Option<CidFamily> {
    let info = descendant.get::<Dict<'_>>("CIDSystemInfo")?;
    let (registry, ordering) = (info.get::<PdfString<'_>>("Registry")?, info.get::<PdfString<'_>>("Ordering")?);
    Some(CidFamily::from_registry_ordering(registry.as_bytes(), ordering.as_bytes()))
}

fn encoding(font: &Dict<'_>) -> Option<CMap> {
    let name = font.get::<Name<'_>>("Encoding")?;
    match CMapName::from_bytes(&name) {
        CMapName::IdentityH => Some(CMap::identity_h()),
        CMapName::IdentityV => Some(CMap::identity_v()),
        known => CMap::parse(load_embedded(known)?, load_embedded),
    }
}
