//! Traces without docker: a small OTLP receiver that keeps spans in a file, and a tree of them for the terminal.

mod otlp;
mod receiver;
mod select;
mod span;
mod tree;

pub use receiver::Receiver;
pub use select::{read, select};
pub use span::Span;
pub use tree::render;
