//! What stands before an operator. Producers write too many operands rather than too few, so the last ones count.

use hayro_syntax::content::Instruction;
use hayro_syntax::object::{Dict, Name, Object, String as PdfString};
use hayro_syntax::page::Resources;

use crate::pdf::strings;

/// The operands of one instruction.
pub(super) struct Operands<'b, 's>(pub(super) Instruction<'b, 's>);

impl<'b, 's> Operands<'b, 's> {
    /// The last one.
    pub(super) fn last(&self) -> Option<&'b Object<'s>> {
        self.0.operands().last()
    }

    /// The last `N` numbers; none if there are fewer.
    pub(super) fn numbers<const N: usize>(&self) -> Option<[f64; N]> {
        let mut found = [0.0; N];
        let mut count = 0;
        for operand in self.0.operands() {
            if let Object::Number(number) = operand {
                if count >= N {
                    found.rotate_left(1);
                }
                found[count.min(N - 1)] = number.as_f64();
                count += 1;
            }
        }
        (count >= N && found.iter().all(|number| number.is_finite())).then_some(found)
    }

    /// The first name.
    pub(super) fn name(&self) -> Option<&'b Name<'s>> {
        self.0.operands().find_map(|operand| match operand {
            Object::Name(name) => Some(name),
            _ => None,
        })
    }

    /// What the marked content says instead of its glyphs (ISO 32000-2, 14.9.4), if it says so. The properties stand
    /// here or, by name, in the resources.
    pub(super) fn actual_text(&self, resources: &Resources<'_>) -> Option<String> {
        let said = match self.last()? {
            Object::Dict(properties) => strings::text(properties.get::<PdfString<'_>>("ActualText")?.as_bytes()),
            Object::Name(name) => {
                let properties = resources.properties.get::<Dict<'_>>(name)?;
                strings::text(properties.get::<PdfString<'_>>("ActualText")?.as_bytes())
            }
            _ => return None,
        };
        Some(said)
    }
}
