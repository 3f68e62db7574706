//! The marks of calls, in the formats of all models: tags, special tokens and words in brackets.

/// Maximum length of a mark, in bytes.
const MAX_MARK_BYTES: usize = 256;

/// Marks that begin calls, by their name without brackets, bars and namespace.
const OPENERS: [&str; 19] = [
    "tool_call",
    "tool_calls",
    "function_call",
    "function_calls",
    "toolcall",
    "tool_use",
    "tool_calls_begin",
    "tool_call_begin",
    "tool_calls_section_begin",
    "tool_call_start",
    "python_tag",
    "python_start",
    "action_start",
    "start_action",
    "tools_prefix",
    "start_function_call",
    "dsml_tool_calls",
    "[tool_calls]",
    "functioncall",
];
/// Further marks within and after calls, which have no content of their own.
const OTHERS: [&str; 34] = [
    "s",
    "[tool_call]",
    "[/tool_calls]",
    "[/tool_call]",
    "[args]",
    "tool_sep",
    "tool_call_end",
    "tool_calls_end",
    "tool_call_argument_begin",
    "tool_calls_section_end",
    "python_end",
    "action_end",
    "plugin",
    "end_action",
    "tools_suffix",
    "end_function_call",
    "eom_id",
    "eot_id",
    "eom",
    "eot",
    "im_end",
    "end_of_text",
    "endoftext",
    "end_of_turn",
    "end",
    "call",
    "constrain",
    "message",
    "arguments",
    "parameters",
    "function",
    "invoke",
    "tools",
    "tool_code",
];
/// Tags that name the called tool in an attribute or after `=`.
const CALL_TAGS: [&str; 7] = ["invoke", "function", "function_call", "tool_call", "tool_use", "tool", "call"];
/// Tags that name an argument in an attribute or after `=`.
const PARAMETER_TAGS: [&str; 4] = ["parameter", "param", "arg", "argument"];

/// A mark at the beginning of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark<'a> {
    pub(super) kind: Kind<'a>,
    /// Length in bytes.
    pub(super) length: usize,
    pub(super) is_closing: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// A call of the named tool, whose arguments follow.
    Call(&'a str),
    /// An argument; `is_json` if its value is JSON and not text.
    Parameter {
        name: &'a str,
        is_json: bool,
    },
    /// The name of an argument follows, and its value after it (GLM).
    ArgumentName,
    ArgumentValue,
    /// The name of the tool follows.
    ToolName,
    /// An id of the call follows.
    CallId,
    /// The mark begins calls.
    Opener,
    /// A mark without content.
    Plain,
    /// Another tag, with its name.
    Other(&'a str),
}

impl Mark<'_> {
    /// Returns `true` if a call can begin with this mark.
    pub(super) fn begins_call(&self) -> bool {
        !self.is_closing && matches!(self.kind, Kind::Opener | Kind::Call(_))
    }
}

/// Reads the mark with which a text begins.
pub(super) fn mark(text: &str) -> Option<Mark<'_>> {
    if text.starts_with('[') {
        return bracketed(text);
    }
    if text.starts_with("functools[") {
        return Some(Mark { kind: Kind::Opener, length: "functools".len(), is_closing: false });
    }
    if let Some(found) = separated(text) {
        return Some(found);
    }
    let inner = text.strip_prefix('<')?;
    let end = inner.bytes().take(MAX_MARK_BYTES).position(|b| matches!(b, b'>' | b'<')).filter(|end| *end > 0)?;
    if inner.as_bytes()[end] == b'<' {
        return None;
    }
    let length = end + 2;
    let is_token = inner.starts_with(['|', '\u{ff5c}']);
    // DeepSeek writes wide bars, and names in front of the tags of one version.
    let inner = inner[..end].trim_matches(['|', '\u{ff5c}']);
    let (inner, is_closing) = inner.strip_prefix('/').map_or((inner, false), |inner| (inner, true));
    let inner = inner.trim_matches(['|', '\u{ff5c}']);
    let inner = inner.strip_prefix("DSML").map_or(inner, |rest| rest.trim_start_matches(['|', '\u{ff5c}']));
    let (inner, is_closing) = inner.strip_prefix('/').map_or((inner, is_closing), |inner| (inner, true));
    let kind = match kind(inner.trim_end_matches('/').trim()) {
        // Special tokens end replies in many ways.
        Kind::Other(_) if is_token => Kind::Plain,
        kind => kind,
    };
    Some(Mark { kind, length, is_closing })
}

/// Reads a mark of Kimi K3: `<|open|>call tool="search"<|sep|>`, `<|close|>call<|sep|>`.
fn separated(text: &str) -> Option<Mark<'_>> {
    let (rest, is_closing) = match text.strip_prefix("<|open|>") {
        Some(rest) => (rest, false),
        None => (text.strip_prefix("<|close|>")?, true),
    };
    let end = rest.find("<|sep|>").filter(|end| *end <= MAX_MARK_BYTES)?;
    let inner = rest[..end].trim();
    // A server that loses tokens glues the marks of the list and of its first call together.
    let inner = inner.strip_prefix("tools").filter(|rest| rest.starts_with("call")).unwrap_or(inner);
    let kind = if inner == "tools" { Kind::Opener } else { kind(inner) };
    Some(Mark { kind, length: text.len() - rest.len() + end + "<|sep|>".len(), is_closing })
}

fn bracketed(text: &str) -> Option<Mark<'_>> {
    let end = text.bytes().take(16).position(|b| b == b']')?;
    let word = text[..=end].to_ascii_lowercase();
    let kind = match word.as_str() {
        "[call_id]" => Kind::CallId,
        word if OPENERS.contains(&word) => Kind::Opener,
        "[tool_call]" => Kind::Opener,
        word if OTHERS.contains(&word) => Kind::Plain,
        _ => return None,
    };
    Some(Mark { kind, length: end + 1, is_closing: word.starts_with("[/") })
}

fn kind(inner: &str) -> Kind<'_> {
    let end = inner.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(inner.len());
    let (full, rest) = inner.split_at(end);
    let local = full.rsplit(':').next().unwrap_or(full);
    // Calls of Meituan's models.
    let local = local.strip_prefix("longcat_").unwrap_or(local);
    // DeepSeek's tokens have `▁` for the line between words.
    let name = local.replace('\u{2581}', "_").to_ascii_lowercase();
    let value = attribute(rest);
    match (name.as_str(), value) {
        (tag, Some(value)) if CALL_TAGS.contains(&tag) => Kind::Call(value),
        (tag, Some(value)) if PARAMETER_TAGS.contains(&tag) => {
            let is_typed = rest.contains("type=\"") && !rest.contains("type=\"string\"");
            Kind::Parameter { name: value, is_json: is_typed || rest.contains("string=\"false\"") }
        }
        ("arg_key", _) => Kind::ArgumentName,
        ("arg_value", _) => Kind::ArgumentValue,
        ("name" | "tool_name" | "function_name", None) => Kind::ToolName,
        (tag, None) if OPENERS.contains(&tag) => Kind::Opener,
        (tag, None) if OTHERS.contains(&tag) || PARAMETER_TAGS.contains(&tag) || CALL_TAGS.contains(&tag) => {
            Kind::Plain
        }
        _ => Kind::Other(local),
    }
}

/// Returns the value of `=value`, of `name="value"`, or of `tool="value"`.
fn attribute(rest: &str) -> Option<&str> {
    let direct = rest.strip_prefix('=');
    let named =
        || ["name=", "tool=", "key="].into_iter().find_map(|name| rest.split_once(name).map(|(_, value)| value));
    let value = direct.or_else(named)?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    let value = match quote {
        Some(quote) => value[1..].split(quote).next()?,
        None => value.split_whitespace().next()?,
    };
    (!value.is_empty()).then_some(value)
}
