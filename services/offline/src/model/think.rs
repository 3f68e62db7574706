//! Thinking before an answer. The offline model has no thoughts, so its thinking repeats one sentence that states this.
//! Pure.

use super::answer::{Answer, End, Thought};
use super::conversation::Conversation;
use super::usage::{Usage, tokens};
use crate::provider::Profile;

const SENTENCE: &str = "The offline model answers by rules; this sentence stands for its thinking. ";

/// Every how many replies of Claude hide their thinking.
const REDACTED: u8 = 16;

/// Returns the number of thinking tokens that the model would spend on this request.
pub(super) fn amount(conversation: &Conversation, wished: u64) -> u64 {
    let thinking = conversation.thinking;
    if thinking.on { wished.min(thinking.budget.unwrap_or(wished)) } else { 0 }
}

/// Returns the thinking of this many tokens as the provider shows it.
pub(super) fn thought(conversation: &Conversation, profile: Profile, fingerprint: &str, spent: u64) -> Option<Thought> {
    if spent == 0 {
        return None;
    }
    let chance = fingerprint.bytes().fold(0u8, u8::wrapping_add);
    let redacted = profile == Profile::Claude && chance.is_multiple_of(REDACTED);
    let bytes = usize::try_from(spent.saturating_mul(4)).unwrap_or(usize::MAX);
    let text: String = if redacted || conversation.thinking.omitted {
        String::new()
    } else {
        SENTENCE.chars().cycle().take(bytes).collect()
    };
    Some(Thought { text, redacted })
}

/// Counts output tokens and cuts at the limit: first the thinking counts, then the end of the text, or the whole input
/// of a tool call.
pub(super) fn limit(answer: &mut Answer, usage: &mut Usage, thinking: u64, most: u64) {
    let answered = size(answer);
    usage.thinking = thinking.min(most);
    usage.output = thinking.saturating_add(answered).min(most);
    let left = most.saturating_sub(thinking);
    if answered <= left && thinking < most.max(1) {
        return;
    }
    answer.end = End::Cut;
    let keep = usize::try_from(left.saturating_mul(4)).unwrap_or(usize::MAX);
    answer.text.truncate(answer.text.floor_char_boundary(keep));
    if left == 0 {
        answer.calls.clear();
    }
    answer.calls.iter_mut().for_each(|call| call.input = serde_json::json!({}));
}

/// Returns the tokens of the answer without thinking.
pub(super) fn size(answer: &Answer) -> u64 {
    let calls = answer.calls.iter().map(|call| call.name.len() + call.input.to_string().len());
    tokens(answer.text.len() + calls.sum::<usize>())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::rules::ToolCall;

    fn limited(thinking: u64, most: u64) -> (Answer, Usage) {
        let call = ToolCall { name: "a".into(), input: json!({"long": "x".repeat(80)}) };
        let (mut answer, mut usage) = (Answer::new("text".into(), vec![call]), Usage::default());
        limit(&mut answer, &mut usage, thinking, most);
        (answer, usage)
    }

    #[test]
    fn thinking_counts_against_the_limit_and_may_leave_no_answer() {
        let (whole, usage) = limited(100, 1_000);
        assert_eq!((whole.end, usage.thinking), (End::Complete, 100));
        assert_eq!(usage.output, 100 + size(&whole));
        let (cut, usage) = limited(100, 110);
        assert_eq!((cut.end, cut.calls[0].input.clone(), usage.output), (End::Cut, json!({}), 110));
        for thinking in [100, 8_000] {
            let (none, usage) = limited(thinking, 100);
            assert_eq!((none.end, none.text.as_str(), none.calls.len()), (End::Cut, "", 0));
            assert_eq!((usage.output, usage.thinking), (100, 100));
        }
    }
}
