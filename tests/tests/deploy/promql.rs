//! A parser for the part of PromQL that is needed to find the metrics and labels of a query.

/// Metrics and labels that a query uses.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Names {
    pub(crate) metrics: Vec<String>,
    pub(crate) labels: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Word(String),
    Sign(char),
}

/// Keywords before a parenthesised list of labels.
const GROUPING: &[&str] = &["by", "without", "on", "ignoring", "group_left", "group_right"];
/// Keywords that are neither a metric nor a label.
const OPERATORS: &[&str] = &["and", "or", "unless", "bool", "offset", "inf", "nan"];

/// Parses the metrics and labels of a query.
pub(crate) fn names(query: &str) -> Names {
    let tokens = tokens(query);
    let mut names = Names::default();
    let mut at = 0;
    while at < tokens.len() {
        let next = tokens.get(at + 1);
        match &tokens[at] {
            Token::Word(word) if GROUPING.contains(&word.as_str()) && next == Some(&Token::Sign('(')) => {
                at = collect_labels(&tokens, at + 2, ')', &mut names.labels);
            }
            Token::Sign('{') => at = collect_labels(&tokens, at + 1, '}', &mut names.labels),
            // A range or an offset contains no names except Grafana's variables.
            Token::Sign('[') => at = collect_labels(&tokens, at + 1, ']', &mut Vec::new()),
            Token::Word(word) if is_name(word) && !is_other(word, next) => names.metrics.push(word.clone()),
            _ => {}
        }
        at += 1;
    }
    names
}

/// Returns true for a function, an aggregation (followed by parentheses or `by`) or an operator.
fn is_other(word: &str, next: Option<&Token>) -> bool {
    let grouped = matches!(next, Some(Token::Word(next)) if GROUPING.contains(&next.as_str()));
    OPERATORS.contains(&word) || GROUPING.contains(&word) || grouped || next == Some(&Token::Sign('('))
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

/// Collects the names up to `end` (quoted values are skipped) and returns the position after it.
fn collect_labels(tokens: &[Token], mut at: usize, end: char, labels: &mut Vec<String>) -> usize {
    while at < tokens.len() && tokens[at] != Token::Sign(end) {
        if let Token::Word(word) = &tokens[at] {
            labels.push(word.clone());
        }
        at += 1;
    }
    at
}

fn tokens(query: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = query.chars().peekable();
    while let Some(letter) = rest.next() {
        match letter {
            '"' => while rest.next().is_some_and(|letter| letter != '"') {},
            _ if is_word(letter) => {
                let mut word = String::from(letter);
                while let Some(letter) = rest.next_if(|letter| is_word(*letter)) {
                    word.push(letter);
                }
                tokens.push(Token::Word(word));
            }
            _ if letter.is_whitespace() => {}
            sign => tokens.push(Token::Sign(sign)),
        }
    }
    tokens
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | ':' | '$' | '.')
}

#[test]
fn metrics_and_labels_are_distinguished_from_functions_and_values() {
    let found =
        names("histogram_quantile(0.9, sum by (le, a) (rate(m_bucket{b=~\"c\"}[5m]))) > 2 unless sum(n) offset 5m");
    assert_eq!(found.metrics, ["m_bucket", "n"]);
    assert_eq!(found.labels, ["le", "a", "b"]);
}
