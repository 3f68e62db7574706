//! Streams, consumers and services as data. `auspex topology apply` and tests create them on the server, workers never.

mod apply;
mod table;
mod tenants;

pub use apply::{Difference, Options, TopologyError, apply, check, stream_config};
pub use table::{
    CONSUMERS, ConsumerSpec, GATEWAY, Holding, LEI_CHECK, RESPONDERS, SERVICES, STREAMS, ServiceSpec, StreamSpec,
    consumer, processes, service, stream_of, subject_consumers,
};
pub use tenants::{apply_tenant, results_consumer};
