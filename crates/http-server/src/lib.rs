//! An HTTP server that stays fair and bounded under hostile clients: connections, TLS, time, memory and processor time.
//!
//! It knows no route, token or tenant. The router says which requests are authenticated ([`RequestSlot`]), and for whom
//! a body is read or work is done: an *owner*, which is a name only.
//!
//! | module | limits |
//! |---|---|
//! | [`server`] | open connections, the size of a head and the time that it takes; drains at shutdown |
//! | `connections` | which connection makes room for another one |
//! | `stall` | the time in which a client takes no byte of its response |
//! | [`tls`] | the time of a handshake; reads changed certificates |
//! | `memory`, `room` | the memory that bodies and outcomes take, shared by owners |
//! | `processor` | the threads that requests of one owner occupy |
//! | `spread` | how many refused clients come back at the same time |
//! | [`cors`] | the origins whose scripts may send requests |
//!
//! ```
//! use http_server::{BodyKind, BodyMemory};
//! # #[tokio::main(flavor = "current_thread")] async fn main() {
//! let memory = BodyMemory::new(1 << 20, std::time::Duration::from_secs(30));
//! let bytes = memory.read("acme", axum::body::Body::from("{}"), BodyKind::Document).await.unwrap();
//! assert_eq!(bytes, "{}");
//! # }
//! ```

mod body_error;
mod connections;
pub mod cors;
mod memory;
mod processor;
mod room;
pub mod server;
mod spread;
mod stall;
pub mod tls;

pub use body_error::BodyError;
pub use connections::RequestSlot;
pub use memory::{BodyKind, BodyMemory};
pub use processor::{Gate, Processor};
pub use room::Taken;
pub use server::{ConnectionLimits, Server};
pub use spread::Spread;
