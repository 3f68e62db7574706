//! The charge of a stream: what the model has written until the stream ends or the caller closes the connection.
//! OpenRouter documents this for providers that stop when a connection is closed.

use std::sync::Arc;

use crate::World;
use crate::model::invoice::Line;
use crate::model::usage::Usage;
use crate::provider::Prices;

/// Charges a stream when it is dropped.
pub(in crate::model) struct Meter {
    world: Arc<World>,
    /// The charge of the whole reply.
    line: Line,
    prices: Prices,
    parts: usize,
    written: usize,
}

impl Meter {
    pub(in crate::model) fn start(world: Arc<World>, line: Line, prices: Prices) -> Self {
        world.invoice.begin(&line.request_id);
        Self { world, line, prices, parts: 0, written: 0 }
    }

    /// Sets the number of parts of the stream.
    pub(super) fn expect(&mut self, parts: usize) {
        self.parts = parts;
    }

    /// Notes that the next part is being written.
    pub(super) fn write(&mut self) {
        self.written += 1;
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.world.invoice.end(so_far(self.line.clone(), &self.prices, (self.written, self.parts)));
    }
}

/// Returns the charge after so many of all parts. The prompt is charged in full, and the reply with one token at least.
fn so_far(whole: Line, prices: &Prices, (written, parts): (usize, usize)) -> Line {
    if parts > 0 && written >= parts {
        return whole;
    }
    let output = whole.output_tokens * written as u64 / parts.max(1) as u64;
    let output = output.max(1).min(whole.output_tokens);
    let thinking = whole.thinking_tokens.min(output);
    let usage = Usage {
        input: whole.input_tokens,
        cache_read: whole.cache_read_tokens,
        cache_write: whole.cache_write_tokens,
        cache_write_1h: whole.cache_write_1h_tokens,
        output,
        thinking,
    };
    Line { output_tokens: output, thinking_tokens: thinking, cost_micro_usd: usage.cost(prices).0, ..whole }
}

#[cfg(test)]
mod tests {
    use domain::MicroUsd;

    use super::*;

    #[test]
    fn a_stream_is_charged_by_what_was_written_and_its_prompt_in_full() {
        let million = MicroUsd(1_000_000);
        let prices = Prices { input: million, output: million, ..Prices::default() };
        let whole =
            Line { input_tokens: 7, output_tokens: 10, thinking_tokens: 6, cost_micro_usd: 17, ..Line::default() };
        let after = |written, parts| {
            let line = so_far(whole.clone(), &prices, (written, parts));
            (line.output_tokens, line.thinking_tokens, line.cost_micro_usd)
        };
        assert_eq!(after(0, 0), (1, 1, 8), "the caller is gone before the first part");
        assert_eq!(after(2, 4), (5, 5, 12));
        assert_eq!(after(4, 4), (10, 6, 17));
    }
}
