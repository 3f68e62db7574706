//! What kind of identifier a text is. Pure; decided in `domain::entity::identifier`, so that every worker reads it alike.

pub(crate) use domain::entity::identifier::{Identifier, is_mint, read};
