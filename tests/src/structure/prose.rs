//! Style of comments and documentation: share of mannered words, of comment blocks that open with a question word, and
//! number of comment blocks of one or two words.
//!
//! Code blocks and code spans are excluded. Nine reference crates (object_store, async-nats, reqwest, rustls,
//! sqlx-core, tower, axum, tokio, hyper) have 2 to 14 mannered words per 10,000 words and 0 to 1.6 % such openers.

use super::{Tree, Violations};

/// Maximum mannered words per 10,000 words.
pub const MAX_RATE: f64 = 10.0;
/// Maximum percentage of comment blocks that open with a question word.
pub const MAX_OPENERS_PERCENT: f64 = 1.5;
/// Maximum number of comment blocks of one or two words.
pub const MAX_EMPTY_BLOCKS: usize = 100;

/// Phrases with a private or literary tone, in lower case.
const MANNERED: [&str; 38] = [
    "whoever",
    "whatever",
    "nobody",
    "somebody",
    "anybody",
    "stand",
    "stands",
    "stood",
    "is told",
    "are told",
    "was told",
    "is no",
    "are no",
    "was no",
    "says so",
    "said so",
    "is said",
    "are said",
    "was said",
    "hear",
    "hears",
    "heard",
    "speak",
    "speaks",
    "of its own",
    "in its place",
    "let go",
    "lets go",
    "come to nothing",
    "comes to nothing",
    "keep its word",
    "keeps its word",
    "make nothing of",
    "makes nothing of",
    "know nothing of",
    "knows nothing of",
    "none of them is",
    "none of these is",
];
const OPENERS: [&str; 6] = ["What", "Who", "Whether", "Where", "Whoever", "How"];
/// Folders with text that others wrote or that tests generate.
const SKIPPED: [&str; 5] = ["node_modules", "vendor", "fixtures", "snapshots", "corpus"];

/// Counts over a repository, with the place of each finding.
#[derive(Debug, Default)]
pub struct Prose {
    words: usize,
    blocks: usize,
    mannered: Violations,
    openers: Violations,
    empty: Violations,
}

impl Prose {
    /// Measures the comments of Rust, SQL, Lua and protobuf files and the text of Markdown files.
    pub fn measure(tree: &Tree) -> Self {
        let mut prose = Self::default();
        for (path, text) in tree.iter().filter(|(path, _)| !path.split('/').any(|part| SKIPPED.contains(&part))) {
            let Some((_, kind)) = path.rsplit_once('.') else { continue };
            let marker = match kind {
                "rs" | "proto" => "//",
                "sql" | "lua" => "--",
                "md" => "",
                _ => continue,
            };
            for block in blocks(text, marker) {
                prose.add(path, &block, marker.is_empty());
            }
        }
        prose
    }

    fn add(&mut self, path: &str, block: &Block, is_markdown: bool) {
        let words = count_words(&block.text);
        if words == 0 {
            return;
        }
        let place = format!("{path}:{}", block.line);
        self.words += words;
        let found = mannered(&block.text);
        self.mannered.extend(found.iter().map(|word| format!("{place}: {word:?} in: {}", block.text)));
        if is_markdown {
            return;
        }
        self.blocks += 1;
        let first = block.text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        if OPENERS.contains(&first) && !block.text.ends_with('?') {
            self.openers.push(format!("{place}: opens with {first:?}: {}", block.text));
        }
        if words <= 2 {
            self.empty.push(format!("{place}: a comment of {words} words: {}", block.text));
        }
    }

    /// Returns the findings of each count that exceeds its limit, preceded by the figure.
    pub fn violations(&self) -> Violations {
        let rate = 10_000.0 * self.mannered.len() as f64 / self.words.max(1) as f64;
        let openers = 100.0 * self.openers.len() as f64 / self.blocks.max(1) as f64;
        let empty = self.empty.len();
        let limits = [
            (rate > MAX_RATE, format!("{rate:.1} mannered words per 10,000, limit {MAX_RATE}"), &self.mannered),
            (
                openers > MAX_OPENERS_PERCENT,
                format!("{openers:.1} % openers, limit {MAX_OPENERS_PERCENT} %"),
                &self.openers,
            ),
            (empty > MAX_EMPTY_BLOCKS, format!("{empty} empty blocks, limit {MAX_EMPTY_BLOCKS}"), &self.empty),
        ];
        let exceeded = limits.into_iter().filter(|(is_exceeded, ..)| *is_exceeded);
        exceeded.flat_map(|(_, figure, found)| std::iter::once(figure).chain(found.iter().cloned())).collect()
    }
}

/// A comment block or a Markdown paragraph, with code spans reduced to a backtick.
struct Block {
    line: usize,
    text: String,
}

/// Splits a file into blocks. `marker` starts a comment; it is empty for Markdown.
fn blocks(text: &str, marker: &str) -> Vec<Block> {
    let (mut found, mut current, mut is_fenced) = (Vec::new(), Vec::<(usize, &str)>::new(), false);
    for (number, line) in text.lines().chain([""]).enumerate() {
        let content = content_of(line, marker);
        let is_fence = content.is_some_and(|content| content.trim_start().starts_with("```"));
        if is_fence {
            is_fenced = !is_fenced;
        } else if content.is_none() && !marker.is_empty() {
            is_fenced = false;
        }
        match content.map(str::trim).filter(|content| !is_fence && !is_fenced && !content.is_empty()) {
            Some(content) => current.push((number + 1, content)),
            None if current.is_empty() => {}
            None => {
                let words: Vec<&str> = current.iter().map(|(_, content)| *content).collect();
                found.push(Block { line: current[0].0, text: without_code_spans(&words.join(" ")) });
                current.clear();
            }
        }
    }
    found
}

/// Returns the text of a comment line, or of any Markdown line; `None` for a line of code.
fn content_of<'a>(line: &'a str, marker: &str) -> Option<&'a str> {
    if marker.is_empty() {
        return Some(line);
    }
    let rest = line.trim_start().strip_prefix(marker)?;
    Some(if marker == "//" { rest.strip_prefix(['/', '!']).unwrap_or(rest) } else { rest })
}

fn without_code_spans(text: &str) -> String {
    let mut out = String::new();
    let mut parts = text.split('`');
    out.push_str(parts.next().unwrap_or_default());
    let rest: Vec<&str> = parts.collect();
    for (n, part) in rest.iter().enumerate() {
        let is_code = n % 2 == 0 && n + 1 < rest.len();
        if n % 2 == 0 {
            out.push('`');
        }
        if !is_code {
            out.push_str(part);
        }
    }
    out
}

fn count_words(text: &str) -> usize {
    let is_part = |c: char| c.is_ascii_alphabetic() || matches!(c, '\'' | '’' | '-');
    text.split(|c| !is_part(c)).filter(|word| word.contains(|c: char| c.is_ascii_alphabetic())).count()
}

/// Returns the mannered phrases of a text as whole words.
fn mannered(text: &str) -> Vec<&'static str> {
    let lower = text.to_lowercase();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let matches = |phrase: &&'static str| {
        let whole = |at: usize| {
            let (before, after) = (&lower[..at], &lower[at + phrase.len()..]);
            !before.ends_with(is_word) && !after.starts_with(is_word)
        };
        let count = lower.match_indices(*phrase).filter(|(at, _)| whole(*at)).count();
        std::iter::repeat_n(*phrase, count)
    };
    MANNERED.iter().flat_map(matches).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measure(path: &str, text: &str) -> Prose {
        Prose::measure(&Tree::from_texts(&[(path, text)]))
    }

    #[test]
    fn words_openers_and_empty_blocks_are_found_with_their_lines() {
        let text = "//! Reads the table, whatever it is told.\n//!\n//! ```\n//! nobody\n//! ```\n\n/// What.\nfn a() {}\n/// How so?\nfn b() {}\n";
        let prose = measure("crates/a/src/x.rs", text);
        assert_eq!((prose.words, prose.blocks), (10, 3));
        let places =
            |found: &Violations| found.iter().map(|one| one.split(": ").next().unwrap().to_owned()).collect::<Vec<_>>();
        assert_eq!(places(&prose.mannered), ["crates/a/src/x.rs:1", "crates/a/src/x.rs:1"]);
        assert_eq!(places(&prose.openers), ["crates/a/src/x.rs:7"]);
        assert_eq!(places(&prose.empty), ["crates/a/src/x.rs:7", "crates/a/src/x.rs:9"]);
        assert!(prose.violations().iter().any(|line| line.contains("mannered words per 10,000, limit 10")));
    }

    #[test]
    fn code_spans_other_comments_and_markdown_fences_are_handled() {
        assert!(measure("a.md", "Prints `nobody` twice.\n```text\nwhoever\n```\n").mannered.is_empty());
        assert_eq!(measure("a.sql", "-- Rows that nobody reads.\nSELECT 'whoever';\n").mannered.len(), 1);
        assert_eq!(measure("fixtures/a.md", "nobody").words, 0);
        assert!(measure("a.rs", "// Understands hearsay.").mannered.is_empty());
        assert_eq!(without_code_spans("a `b` c `d"), "a ` c `d");
    }
}
