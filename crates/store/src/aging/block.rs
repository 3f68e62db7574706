//! SQL of the block and the fingerprint of the column `job` (ADR 0055). Writing and searching must compute the same.

/// SQL expression: the block of a job, the first two bytes of its id as a number.
macro_rules! block {
    () => {
        "get_byte(uuid_send(job), 0) * 256 + get_byte(uuid_send(job), 1)"
    };
}
pub(crate) use block;

/// SQL expression: the fingerprint of a job, the next two bytes of its id.
macro_rules! fingerprint {
    () => {
        "substr(uuid_send(job), 3, 2)"
    };
}
pub(crate) use fingerprint;
