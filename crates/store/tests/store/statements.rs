//! The SQL statements of this crate, read from its source. Those that macros put together are expanded as the compiler
//! expands them, so that each is complete.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A statement of the source.
pub(crate) struct Statement {
    /// Path of the source file below `src`.
    pub(crate) file: String,
    /// Name of the constant, or of the function around it.
    pub(crate) name: String,
    pub(crate) sql: String,
}

/// The statements of the crate, and those whose text depends on values at run time.
#[derive(Default)]
pub(crate) struct Statements {
    pub(crate) complete: Vec<Statement>,
    /// File and name of constant or function.
    pub(crate) dynamic: Vec<(String, String)>,
}

/// Pattern and body of a rule of a macro.
type Rule = (String, String);

/// Macros by file and name; those that other files use have the file "" as well.
type Macros = BTreeMap<(String, String), Vec<Rule>>;

/// Value of a variable of a macro: one, or one per repetition.
#[derive(Clone)]
enum Bound {
    One(String),
    Many(Vec<String>),
}

type Bindings = BTreeMap<String, Bound>;

/// Where an expression is: macros and constants are looked up from there.
struct Scope<'a> {
    file: &'a str,
    macros: &'a Macros,
    constants: BTreeMap<String, String>,
}

/// Returns the complete statements in the constants and queries of the crate, outside of tests.
pub(crate) fn statements() -> Vec<Statement> {
    all_statements().complete
}

/// Returns the statements in the constants and queries of the crate, outside of tests.
pub(crate) fn all_statements() -> Statements {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    list(&source, &mut files);
    files.sort();
    let (mut codes, mut macros) = (Vec::new(), Macros::new());
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a source file");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let file = path.strip_prefix(&source).expect("below the source").display().to_string();
        let code = take_macros(&file, &without_comments(code), &mut macros);
        codes.push((file, code));
    }
    let mut found = Statements::default();
    for (file, code) in &codes {
        let mut scope = Scope { file, macros: &macros, constants: BTreeMap::new() };
        scope.constants = constants(code, &scope);
        collect(code, &scope, &mut found);
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

/// Removes the definitions of macros from the code, and adds them to `macros`.
fn take_macros(file: &str, code: &str, macros: &mut Macros) -> String {
    let (mut rest, mut kept) = (code, String::new());
    while let Some((before, after)) = rest.split_once("macro_rules! ") {
        kept += before;
        let (name, body) = after.split_once(' ').expect("a name");
        let (body, after) = group(body);
        let mut rules = Vec::new();
        let mut body = body.trim_start();
        while !body.is_empty() {
            let (pattern, next) = group(body);
            let (text, next) = group(next.trim_start().trim_start_matches("=>").trim_start());
            rules.push((pattern.to_owned(), text.to_owned()));
            body = next.trim_start().trim_start_matches(';').trim_start();
        }
        macros.entry((String::new(), name.to_owned())).or_insert_with(|| rules.clone());
        macros.insert((file.to_owned(), name.to_owned()), rules);
        rest = after;
    }
    kept + rest
}

/// Returns the constants whose text is known.
fn constants(code: &str, scope: &Scope<'_>) -> BTreeMap<String, String> {
    let declared = code.split("const ").skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once(": &str =")?;
        let value = expand(rest, scope, &Bindings::new())?.into_iter().next()?;
        Some((name.to_owned(), value))
    });
    declared.collect()
}

/// Adds the statements of a file.
fn collect(code: &str, scope: &Scope<'_>, found: &mut Statements) {
    let (mut rest, mut name) = (code, String::new());
    while let Some(start) = rest.find('"') {
        let call =
            rest.match_indices("!(").map(|(at, _)| macro_start(rest, at)).find(|at| builds_text(&rest[*at..], scope));
        let start = if rest[..start].ends_with('r') { start - 1 } else { start };
        let start = call.map_or(start, |at| at.min(start));
        name = named(&rest[..start]).unwrap_or(name);
        let expression = &rest[start..];
        let texts = expand(expression, scope, &Bindings::new());
        rest = after_expression(expression);
        let written = &expression[..expression.len() - rest.len()];
        for sql in texts.iter().flatten().filter(|sql| is_statement(sql)) {
            let columns = if sql.trim_end().ends_with("RETURNING") { " 1" } else { "" };
            found.complete.push(Statement {
                file: scope.file.to_owned(),
                name: name.clone(),
                sql: sql.clone() + columns,
            });
        }
        if texts.is_none() && written.split('"').skip(1).any(is_statement) {
            found.dynamic.push((scope.file.to_owned(), name.clone()));
        }
    }
}

/// Returns where the path before an exclamation mark begins.
fn macro_start(code: &str, mark: usize) -> usize {
    code[..mark].rfind(|letter| !is_path(letter)).map_or(0, |at| at + 1)
}

fn is_path(letter: char) -> bool {
    letter.is_alphanumeric() || "_:$".contains(letter)
}

fn builds_text(code: &str, scope: &Scope<'_>) -> bool {
    let name = macro_name(code);
    ["concat", "format"].contains(&name) || rules(name, scope).is_some()
}

fn macro_name(code: &str) -> &str {
    code.split('!').next().and_then(|path| path.rsplit(':').next()).unwrap_or_default()
}

fn rules<'a>(name: &str, scope: &Scope<'a>) -> Option<&'a Vec<Rule>> {
    let by = |file: &str| scope.macros.get(&(file.to_owned(), name.to_owned()));
    by(scope.file).or_else(|| by(""))
}

/// Returns what follows a literal or the call of a macro.
fn after_expression(code: &str) -> &str {
    if code.starts_with(['"', 'r']) && !code.split('"').next().unwrap_or_default().contains('!') {
        return literal(code).1;
    }
    let open = code.find("!(").map_or(code.len(), |at| at + 1);
    group(&code[open..]).1
}

/// Returns the texts of an expression: one, or those of a tuple. `None` if they depend on values at run time.
fn expand(code: &str, scope: &Scope<'_>, bound: &Bindings) -> Option<Vec<String>> {
    let code = code.trim();
    let is_raw = code.starts_with("r\"") || code.starts_with("r#\"");
    if code.starts_with('"') || is_raw {
        return Some(vec![literal(code).0]);
    }
    if code.starts_with(|letter: char| letter.is_ascii_digit()) {
        return Some(vec![code.to_owned()]);
    }
    if code.starts_with('(') {
        let parts = split(group(code).0).into_iter().map(|part| expand(part, scope, bound));
        return Some(parts.collect::<Option<Vec<_>>>()?.concat());
    }
    let open = code.find("!(");
    if let Some(name) = code.strip_prefix('$').filter(|_| open.is_none()) {
        return match bound.get(name) {
            Some(Bound::One(value)) => Some(vec![value.clone()]),
            _ => None,
        };
    }
    let open = open.filter(|open| code[..*open].chars().all(is_path))?;
    let arguments = group(&code[open + 1..]).0;
    match macro_name(code) {
        "concat" => Some(vec![concatenated(arguments, scope, bound)?]),
        "format" => formatted(arguments, scope).map(|text| vec![text]),
        name => {
            let arguments = split(arguments);
            let fitting = rules(name, scope)?.iter().find_map(|(pattern, body)| {
                let inner = matched(pattern, &arguments, &|argument| one(argument, scope, bound))?;
                Some((inner, body))
            });
            let (inner, body) = fitting?;
            expand(body, scope, &inner)
        }
    }
}

fn one(code: &str, scope: &Scope<'_>, bound: &Bindings) -> Option<String> {
    expand(code, scope, bound)?.into_iter().next()
}

fn concatenated(arguments: &str, scope: &Scope<'_>, bound: &Bindings) -> Option<String> {
    let mut text = String::new();
    for part in split(arguments) {
        if part.starts_with("$(") {
            let (repeated, times) = (group(&part[1..]).0, repetitions(bound));
            for turn in 0..times {
                text += &concatenated(repeated, scope, &at_turn(bound, turn))?;
            }
        } else {
            text += &one(part, scope, bound)?;
        }
    }
    Some(text)
}

fn repetitions(bound: &Bindings) -> usize {
    let lengths = bound.values().map(|value| if let Bound::Many(values) = value { values.len() } else { 0 });
    lengths.max().unwrap_or(0)
}

fn at_turn(bound: &Bindings, turn: usize) -> Bindings {
    let one = |value: &Bound| match value {
        Bound::Many(values) => Bound::One(values[turn].clone()),
        one @ Bound::One(_) => one.clone(),
    };
    bound.iter().map(|(name, value)| (name.clone(), one(value))).collect()
}

/// Returns the text of `format!` if it contains nothing but constants of the file.
fn formatted(arguments: &str, scope: &Scope<'_>) -> Option<String> {
    let (mut text, rest) = literal(arguments.trim());
    for (name, value) in &scope.constants {
        text = text.replace(&format!("{{{name}}}"), value);
    }
    (rest.trim().is_empty() && !text.contains("{}") && !text.contains('{')).then_some(text)
}

/// Returns the variables of a pattern if the arguments fit it.
fn matched(pattern: &str, arguments: &[&str], value: &dyn Fn(&str) -> Option<String>) -> Option<Bindings> {
    let mut bound = Bindings::new();
    let mut left = arguments.iter();
    for part in split(pattern) {
        if let Some(tuple) = part.strip_prefix("$(") {
            let names: Vec<&str> = split(group(tuple).0).into_iter().map(variable).collect();
            for argument in left.by_ref() {
                for (name, member) in names.iter().zip(split(group(argument).0)) {
                    let values = bound.entry((*name).to_owned()).or_insert_with(|| Bound::Many(Vec::new()));
                    if let Bound::Many(values) = values {
                        values.push(value(member)?);
                    }
                }
            }
            continue;
        }
        let argument = left.next()?;
        let marked = |text: &str| text.starts_with('@');
        if marked(part) != marked(argument) {
            return None;
        }
        let [part, argument] = [part, argument].map(|text| text.trim_start_matches('@').trim());
        let given = value(argument)?;
        if part.starts_with('$') {
            bound.insert(variable(part).to_owned(), Bound::One(given));
        } else if literal(part).0 != given {
            return None;
        }
    }
    left.next().is_none().then_some(bound)
}

/// Returns the name in `$name:kind`.
fn variable(part: &str) -> &str {
    part.trim_start_matches('$').split(':').next().unwrap_or_default()
}

/// Returns the parts between commas and after repetitions, outside of literals and brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut at) = (Vec::new(), 0, 0);
    while at < text.len() {
        let rest = &text[at..];
        let next = rest.chars().next().map_or(1, char::len_utf8);
        if rest.starts_with('"') {
            at = text.len() - literal(rest).1.len();
        } else if rest.starts_with(['(', '[', '{']) {
            let is_repeated = text[..at].ends_with('$');
            at = text.len() - group(rest).1.len();
            if is_repeated && text[at..].starts_with('+') {
                at += 1;
                parts.push(&text[start..at]);
                start = at;
            }
        } else if rest.starts_with(',') && !rest.starts_with(",+") {
            parts.push(&text[start..at]);
            at += 1;
            start = at;
        } else {
            at += next;
        }
    }
    parts.push(&text[start..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Returns what is between the bracket that begins a text and the one that closes it, and what follows.
fn group(text: &str) -> (&str, &str) {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with('"') {
            at = text.len() - literal(rest).1.len();
            continue;
        }
        let letter = rest.chars().next().unwrap_or(' ');
        depth += i32::from("([{".contains(letter)) - i32::from(")]}".contains(letter));
        if depth == 0 {
            return (&text[1..at], &text[at + letter.len_utf8()..]);
        }
        at += letter.len_utf8();
    }
    (text, "")
}

/// Returns the value of the literal that begins a text, and what follows.
fn literal(text: &str) -> (String, &str) {
    let hashes = text.strip_prefix('r').map(|raw| raw.chars().take_while(|letter| *letter == '#').count());
    if let Some(hashes) = hashes {
        let close = format!("\"{}", "#".repeat(hashes));
        let (value, after) = text[hashes + 2..].split_once(&close).expect("a closed literal");
        return (value.to_owned(), after);
    }
    let mut escaped = false;
    let end = text[1..].char_indices().find(|(_, letter)| {
        let closes = *letter == '"' && !escaped;
        escaped = *letter == '\\' && !escaped;
        closes
    });
    let end = end.map_or(text.len() - 1, |(at, _)| at) + 1;
    let value = text[1..end].replace("\\\"", "\"").replace("\\n", "\n").replace("\\\\", "\\");
    (value, text.get(end + 1..).unwrap_or_default())
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
