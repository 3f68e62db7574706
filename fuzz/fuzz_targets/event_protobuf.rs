//! Fuzzes the parser of events in protobuf.

#![no_main]

use libfuzzer_sys::fuzz_target;
use proto::event::Envelope;

fuzz_target!(|data: &[u8]| {
    published("application/protobuf", data);
});

fn published(content_type: &str, data: &[u8]) {
    let envelope = Envelope { content_type, headers: &[], subject: "" };
    let _ = proto::published_by(&domain::Tenant::default(), &envelope, data);
}
