//! Published figures of peers, read from the README of the data folder.

/// Prints the last two columns (peers, bar) of the row whose first column is `row`.
pub(super) fn print(readme: &str, row: &str) {
    match columns(readme, row) {
        Some((peers, bar)) => println!("peers (published in README.md): {peers}\nbar: {bar}"),
        None => println!("peers: README.md has no row `{row}`"),
    }
}

fn columns(readme: &str, row: &str) -> Option<(String, String)> {
    let line = readme.lines().find(|line| line.trim_start().starts_with(&format!("| `{row}` |")))?;
    let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
    match cells.as_slice() {
        [_, .., peers, bar] => Some(((*peers).to_owned(), (*bar).to_owned())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn a_row_is_found_by_its_first_column() {
        let readme = "text\n| set | peers | bar |\n|---|---|---|\n| `a2` | x | y |\n| `a` | b .5 | > .5 |\n";
        assert_eq!(columns(readme, "a"), Some(("b .5".to_owned(), "> .5".to_owned())));
        assert_eq!(columns(readme, "c"), None);
    }
}
