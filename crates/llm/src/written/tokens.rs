//! Special tokens around a reply that a server did not remove: `<|im_start|>assistant`, `<|endoftext|>`, `</s>`.

/// Tokens without bars.
const BARE: [&str; 7] = ["<s>", "</s>", "<bos>", "<eos>", "<end_of_turn>", "[e~[", "]~b]"];
/// Marks that begin a reply, with the role that follows.
const STARTS: [&str; 4] = ["<|im_start|>assistant", "<start_of_turn>model", "<|assistant|>", "<|begin_of_box|>"];
/// Tokens with bars that end a reply. Others begin calls or thoughts.
const ENDS: [&str; 12] = [
    "im_end",
    "endoftext",
    "end_of_text",
    "eot_id",
    "eom_id",
    "eot",
    "end_of_sentence",
    "end_of_box",
    "end",
    "return",
    "user",
    "im_start",
];
/// Maximum number of tokens on each side.
const MAX_TOKENS: usize = 8;

/// Returns the text without the tokens at its beginning and its end; a text without any is returned as it is.
pub(super) fn without(text: &str) -> &str {
    let mut rest = text;
    for _ in 0..MAX_TOKENS {
        let trimmed = rest.trim_start();
        let Some(mark) = STARTS.iter().chain(&BARE).find(|mark| trimmed.starts_with(**mark)) else { break };
        rest = trimmed[mark.len()..].trim_start();
    }
    for _ in 0..MAX_TOKENS {
        let Some(before) = without_end(rest.trim_end()) else { break };
        rest = before;
    }
    if rest.len() == text.len() { text } else { rest.trim_end() }
}

fn without_end(text: &str) -> Option<&str> {
    if let Some(before) = BARE.iter().find_map(|mark| text.strip_suffix(mark)) {
        return Some(before);
    }
    let inner = text.strip_suffix("|>").or_else(|| text.strip_suffix("\u{ff5c}>"))?;
    let open = inner.rfind('<')?;
    let name = inner[open + 1..].trim_start_matches(['|', '\u{ff5c}']).replace('\u{2581}', "_");
    ENDS.contains(&name.as_str()).then_some(&text[..open])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_around_a_reply_are_removed_and_mentions_stay() {
        for text in [
            "yes",
            "yes</s>",
            "yes<|endoftext|>",
            "<|im_start|>assistant\nyes<|im_end|>",
            "<|begin_of_box|>yes<|end_of_box|>",
            "<start_of_turn>model\nyes<end_of_turn>\n",
            "yes<\u{ff5c}end\u{2581}of\u{2581}sentence\u{ff5c}>",
            "[e~[\nyes<|eot_id|><|eot_id|>",
        ] {
            assert_eq!(without(text), "yes", "{text}");
        }
        for text in ["It ends with `</s>`", " yes ", "a|>", "<|tool_call_end|>", "", "<|channel|>final<|message|>yes"] {
            assert_eq!(without(text), text);
        }
    }
}
