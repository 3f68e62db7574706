-- Fingerprints of the keys in closed partitions of `inbox_old`, one row per block of ids and one column per partition: a start reads one small
-- row instead of an index page in each partition. A block is the first two bytes of a job's id, a fingerprint the next two.
CREATE TABLE IF NOT EXISTS inbox_old_block (
    block          int PRIMARY KEY,
    fingerprints_0 bytea,
    fingerprints_1 bytea,
    fingerprints_2 bytea,
    fingerprints_3 bytea,
    fingerprints_4 bytea,
    fingerprints_5 bytea,
    fingerprints_6 bytea,
    fingerprints_7 bytea
);

-- The fingerprints of all keys of the partition are stored. Only a closed partition can be complete; the others are searched.
ALTER TABLE inbox_period ADD COLUMN IF NOT EXISTS fingerprinted boolean NOT NULL DEFAULT false;
