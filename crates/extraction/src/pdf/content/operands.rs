//! Operands of an operator. Producers tend to write too many rather than too few, so the last ones count.

use hayro_syntax::content::Instruction;
use hayro_syntax::object::{Dict, Name, Object, String as PdfString};
use hayro_syntax::page::Resources;

use crate::pdf::strings;

/// Operands of one instruction.
pub(super) struct Operands<'b, 's>(pub(super) Instruction<'b, 's>);

impl<'b, 's> Operands<'b, 's> {
    /// Returns the last operand.
    pub(super) fn last(&self) -> Option<&'b Object<'s>> {
        self.0.operands().last()
    }

    /// Returns the last `N` numbers; `None` if there are fewer.
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

    /// Returns the first name.
    pub(super) fn name(&self) -> Option<&'b Name<'s>> {
        self.0.operands().find_map(|operand| match operand {
            Object::Name(name) => Some(name),
            _ => None,
        })
    }

    /// Returns the layer of marked content with the tag `OC`, which the resources name (ISO 32000-2, 8.11.3.2).
    pub(super) fn layer<'a>(&self, resources: &Resources<'a>) -> Option<Dict<'a>> {
        let mut names = self.0.operands().filter_map(|operand| match operand {
            Object::Name(name) => Some(name),
            _ => None,
        });
        let is_optional = names.next().is_some_and(|tag| &**tag == b"OC");
        resources.properties.get::<Dict<'a>>(names.next().filter(|_| is_optional)?)
    }

    /// Returns the actual text of marked content (ISO 32000-2, 14.9.4), if it has any. Its properties are
    /// inline or, by name, in the resources.
    pub(super) fn actual_text(&self, resources: &Resources<'_>) -> Option<String> {
        let operand = match self.last()? {
            Object::Dict(properties) => strings::text(properties.get::<PdfString<'_>>("ActualText")?.as_bytes()),
            Object::Name(name) => {
                let properties = resources.properties.get::<Dict<'_>>(name)?;
                strings::text(properties.get::<PdfString<'_>>("ActualText")?.as_bytes())
            }
            _ => return None,
        };
        Some(operand)
    }
}
