//! Streams, consumers and services as data. `auspex topology apply` and tests create them; workers never do.

mod apply;
mod table;

pub use apply::{Difference, Options, TopologyError, apply, check, stream_config};
pub use table::{
    CONSUMERS, ConsumerSpec, Holding, SERVICES, STREAMS, ServiceSpec, StreamSpec, consumer, hearers, service, stream_of,
};
