-- Verdicts and marks by time (ADR 0009). The partitions form a ring: one receives rows, the others are only read, and the oldest is truncated
-- as a whole. Each has a unique index of its own, which is as large as its rows and no larger.
CREATE TABLE IF NOT EXISTS verdict_part (
    job      uuid NOT NULL,
    sequence bigint,                       -- as in verdict
    grp      bigint,                       -- verdict_group; NULL for a mark
    score    real,
    kind     smallint,
    rule     smallint,
    slot     smallint NOT NULL,
    digest   bytea
) PARTITION BY LIST (slot);
CREATE TABLE IF NOT EXISTS verdict_part_0 PARTITION OF verdict_part (PRIMARY KEY (job)) FOR VALUES IN (0);
CREATE TABLE IF NOT EXISTS verdict_part_1 PARTITION OF verdict_part (PRIMARY KEY (job)) FOR VALUES IN (1);
CREATE TABLE IF NOT EXISTS verdict_part_2 PARTITION OF verdict_part (PRIMARY KEY (job)) FOR VALUES IN (2);
CREATE TABLE IF NOT EXISTS verdict_part_3 PARTITION OF verdict_part (PRIMARY KEY (job)) FOR VALUES IN (3);
CREATE TABLE IF NOT EXISTS verdict_part_4 PARTITION OF verdict_part (PRIMARY KEY (job)) FOR VALUES IN (4);
CREATE TABLE IF NOT EXISTS verdict_part_5 PARTITION OF verdict_part (PRIMARY KEY (job)) FOR VALUES IN (5);
CREATE TABLE IF NOT EXISTS verdict_part_6 PARTITION OF verdict_part (PRIMARY KEY (job)) FOR VALUES IN (6);
CREATE TABLE IF NOT EXISTS verdict_part_7 PARTITION OF verdict_part (PRIMARY KEY (job)) FOR VALUES IN (7);

-- Periods of the ring. In the first one, with the slot -1, the table verdict receives the rows, because workers of the previous version may run,
-- which know no other table.
CREATE TABLE IF NOT EXISTS verdict_period (
    slot          smallint PRIMARY KEY,
    opened_at     timestamptz NOT NULL DEFAULT now(),
    closed_at     timestamptz,
    fingerprinted boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX IF NOT EXISTS verdict_period_open ON verdict_period ((closed_at IS NULL)) WHERE closed_at IS NULL;
INSERT INTO verdict_period (slot) VALUES (-1) ON CONFLICT DO NOTHING;

-- Fingerprints of the jobs in closed partitions, as in inbox_old_block (ADR 0009).
CREATE TABLE IF NOT EXISTS verdict_part_block (
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

-- All verdicts and marks, with the rights of the reader.
CREATE OR REPLACE VIEW any_verdict WITH (security_invoker = true) AS
SELECT job, sequence, grp, score, kind, rule, digest FROM verdict
UNION ALL
SELECT job, sequence, grp, score, kind, rule, digest FROM verdict_part;
