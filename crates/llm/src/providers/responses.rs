//! OpenAI Responses, stateless: nothing is stored at the provider, and reasoning is sent back in encrypted items.

mod body;
mod events;
mod reply;

use body::Body;

use super::{Wire, bearer, join_versioned};

pub(super) const WIRE: Wire = Wire {
    url: |base| join_versioned(base, "/responses"),
    headers: bearer,
    body: |draft, out| serde_json::to_writer(out, &Body::new(draft)),
    reply: reply::reply,
    usage: reply::usage,
    assembler: || Box::<events::Assembler>::default(),
};
