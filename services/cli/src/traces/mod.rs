//! Local traces without a collector: an OTLP receiver that appends spans to a file, and a text tree of them. Traces of
//! a fleet with a collector are read from Tempo.

mod otlp;
mod receiver;
mod select;
pub mod slowest;
mod span;
pub mod tempo;
mod tree;

pub use receiver::Receiver;
pub use select::{read, select};
pub use span::Span;
pub use tree::render;
