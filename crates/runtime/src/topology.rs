//! Streams, consumers and services as data. `auspex topology apply` and tests create them on the server, workers never.

mod apply;
mod cells;
mod subjects;
mod table;
mod tenants;

pub use apply::{DUPLICATE_WINDOW, Difference, MAX_MESSAGE_BYTES, Options, TopologyError, apply, check, stream_config};
pub use cells::Cells;
pub(crate) use subjects::wire_subject;
pub use table::{
    CONSUMERS, ConsumerSpec, GATEWAY, Holding, LEI_CHECK, RESPONDERS, SERVICES, STREAMS, ServiceSpec, StreamSpec,
    TRIMMER, WAITING, consumer, processes, republished, service, stream_of, subject_consumers,
};
pub use tenants::{apply_tenant, results_consumer};
