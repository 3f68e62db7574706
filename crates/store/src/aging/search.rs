//! SQL of the search for jobs in the partitions of a ring (ADR 0009).

/// SQL of a search for the jobs `$1` in those of the partitions `$within` (a bit for each) that have the job's
/// fingerprint or lack fingerprints. A fingerprint that is found between two others costs a search and nothing else. Of
/// a partition that can hold no job neither the index nor the table is read.
macro_rules! search {
    ($columns:literal, $partitions:tt, $periods:literal, $within:literal) => {
        $crate::aging::search::search!(
            @ $columns, $partitions, $periods, $within, (0, 1), (1, 2), (2, 4), (3, 8), (4, 16), (5, 32), (6, 64), (7, 128)
        )
    };
    (@ $columns:literal, $partitions:tt, $periods:literal, $within:literal, $(($slot:literal, $bit:literal)),+) => {
        concat!(
            "
WITH asked AS MATERIALIZED (
    SELECT job, ",
            $crate::aging::block::block!($partitions),
            " AS block, ",
            $crate::aging::block::fingerprint!($partitions),
            " AS fingerprint
    FROM unnest($1::uuid[]) AS job
), incomplete AS MATERIALIZED (
    SELECT coalesce(bit_or(1 << slot), 0) AS slots FROM ", $periods, " WHERE NOT fingerprinted AND slot >= 0
), found AS MATERIALIZED (
    SELECT asked.job, ", $within, " & ((SELECT slots FROM incomplete)",
            $(" | CASE WHEN position(asked.fingerprint IN b.fingerprints_", $slot, ") > 0 THEN ", $bit, " ELSE 0 END",)+
            ") AS slots
    FROM asked LEFT JOIN ", $partitions, "_block b USING (block)
)
SELECT ", $columns, " FROM ", $partitions, " WHERE false",
            $("
UNION ALL SELECT ", $columns, " FROM ", $partitions, " WHERE slot = ", $slot,
              " AND job = ANY(ARRAY(SELECT f.job FROM found f WHERE f.slots & ", $bit, " <> 0))",)+
        )
    };
}
pub(crate) use search;
