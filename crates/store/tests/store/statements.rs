//! The SQL statements of this crate, read from its source.

use std::path::{Path, PathBuf};

/// A statement of the source.
pub(crate) struct Statement {
    /// Path below `src`.
    pub(crate) file: String,
    /// Name of the constant, or of the function around it.
    pub(crate) name: String,
    pub(crate) sql: String,
}

/// Returns the statements in the constants and queries of the crate, outside of tests.
pub(crate) fn statements() -> Vec<Statement> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    list(&source, &mut files);
    files.sort();
    let mut found = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a source file");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code = &without_comments(code);
        let file = path.strip_prefix(&source).expect("below the source").display().to_string();
        found.extend(literals(code).map(|(name, sql)| Statement { file: file.clone(), name, sql }));
    }
    found
}

/// Removes comments and the letter `"`, which begin no literal.
fn without_comments(code: &str) -> String {
    let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    code.join("\n").replace("'\"'", "' '")
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            list(&entry, files);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            files.push(entry);
        }
    }
}

/// Returns the string literals that are statements, each with the name of its constant or of the function around it.
fn literals(code: &str) -> impl Iterator<Item = (String, String)> + '_ {
    let mut rest = code;
    let mut name = String::new();
    std::iter::from_fn(move || {
        loop {
            let start = rest.find('"')?;
            let before = &rest[..start];
            name = named(before).unwrap_or_else(|| std::mem::take(&mut name));
            let is_raw = before.ends_with('r');
            let (literal, after) = closed(&rest[start + 1..], is_raw)?;
            rest = after;
            let sql = if is_raw { literal.to_owned() } else { literal.replace("\\\"", "\"").replace("\\n", "\n") };
            // Statements that are put together are not complete here: those of `prune` are listed by the crate.
            let is_part = ["concat!(", "format!("].iter().any(|part| before.trim_end().ends_with(part));
            if is_statement(&sql) && !is_part {
                let columns = if sql.trim_end().ends_with("RETURNING") { " 1" } else { "" };
                return Some((name.clone(), sql + columns));
            }
        }
    })
}

/// Returns the text up to the closing quotation mark, and what follows it.
fn closed(text: &str, is_raw: bool) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (place, letter) in text.char_indices() {
        match letter {
            '"' if !escaped => return Some((&text[..place], &text[place + 1..])),
            '\\' if !is_raw => escaped = !escaped,
            _ => escaped = false,
        }
    }
    None
}

/// Returns the last name of a constant or a function in the code before a literal.
fn named(before: &str) -> Option<String> {
    let place = [before.rfind("const "), before.rfind("fn ")].into_iter().flatten().max()?;
    let name = before[place..].split_once(' ')?.1;
    Some(name.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect())
}

fn is_statement(sql: &str) -> bool {
    let first = sql.split_whitespace().next().unwrap_or_default();
    ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(&first) && sql.split_whitespace().count() > 1
}
