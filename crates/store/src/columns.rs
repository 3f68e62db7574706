//! Columns of many rows, for `unnest`.

/// Returns one column of many rows.
pub(crate) fn column<'a, T, C>(rows: &[&'a T], value: impl Fn(&'a T) -> C) -> Vec<C> {
    rows.iter().map(|row| value(row)).collect()
}
