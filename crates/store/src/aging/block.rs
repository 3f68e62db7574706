//! SQL of the block and the fingerprint of the column `job`, for each ring (ADR 0009). Writing and searching must
//! compute the same.

/// SQL expression: the block of a job, a number from the first bytes of its id: two of them for `inbox_old`, and two
/// and a half for `verdict_part`, which has more rows.
macro_rules! block {
    ("inbox_old") => {
        "get_byte(uuid_send(job), 0) * 256 + get_byte(uuid_send(job), 1)"
    };
    ("verdict_part") => {
        "get_byte(uuid_send(job), 0) * 4096 + get_byte(uuid_send(job), 1) * 16 + get_byte(uuid_send(job), 2) / 16"
    };
}
pub(crate) use block;

/// SQL expression: the fingerprint of a job, the next two whole bytes of its id.
macro_rules! fingerprint {
    ("inbox_old") => {
        "substr(uuid_send(job), 3, 2)"
    };
    ("verdict_part") => {
        "substr(uuid_send(job), 4, 2)"
    };
}
pub(crate) use fingerprint;
