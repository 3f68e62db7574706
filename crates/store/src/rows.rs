//! Rows of statements as structs, and the conversion of their counts.

/// Declares a struct for the rows of a statement. Its fields are read by position, in the order of the statement's
/// columns, so expressions need no alias. A derived `FromRow` would read them by name, and its macro crate compiles the
/// driver a second time.
macro_rules! row {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$doc:meta])* $field_vis:vis $field:ident: $type:ty),* $(,)? }) => {
        $(#[$meta])*
        $vis struct $name {
            $($(#[$doc])* $field_vis $field: $type),*
        }

        impl sqlx::FromRow<'_, sqlx::postgres::PgRow> for $name {
            fn from_row(row: &sqlx::postgres::PgRow) -> Result<Self, sqlx::Error> {
                let mut columns = 0..;
                let mut next = || columns.next().unwrap_or(usize::MAX);
                Ok(Self { $($field: sqlx::Row::try_get(row, next())?),* })
            }
        }
    };
}
pub(crate) use row;

/// Converts a count, which is never negative.
pub(crate) fn number(count: i64) -> u64 {
    u64::try_from(count).unwrap_or(0)
}
