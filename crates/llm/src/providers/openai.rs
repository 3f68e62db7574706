//! OpenAI chat completions, the wire format of OpenAI, most other providers, vLLM, llama.cpp and Ollama.

mod body;
mod events;
mod messages;
mod reply;

use body::Body;

use super::{Wire, bearer, join_versioned};

pub(super) const WIRE: Wire = Wire {
    url: |base| join_versioned(base, "/chat/completions"),
    headers: bearer,
    body: |draft, out| serde_json::to_writer(out, &Body::new(draft)),
    reply: reply::reply,
    usage: reply::usage,
    assembler: || Box::<events::Assembler>::default(),
};

/// Member of a message in which a vendor sends the reasoning as text. This format has no signatures, so the name of the
/// member is kept as the signature of the block, which is then sent back in the same member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Member {
    /// `reasoning_content`: DeepSeek, Moonshot, Z.AI, vLLM.
    ReasoningContent,
    /// `reasoning`: Groq, Ollama, Cerebras, OpenRouter.
    Reasoning,
    /// `<think>` at the beginning of `content`: MiniMax, Together.
    Content,
}

impl Member {
    const ALL: [Self; 3] = [Self::ReasoningContent, Self::Reasoning, Self::Content];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::ReasoningContent => "reasoning_content",
            Self::Reasoning => "reasoning",
            Self::Content => "content",
        }
    }

    /// Returns the member that a signature names.
    pub(super) fn from_signature(signature: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|member| member.name() == signature)
    }
}
