-- Keys of jobs that ended before. Every start and every outcome writes the inbox at a random place of its index, so the inbox keeps recent
-- jobs only. The partitions form a ring: one receives rows, the others are only read, and the oldest is truncated as a whole.
CREATE TABLE IF NOT EXISTS inbox_old (
    job      uuid NOT NULL,
    slot     smallint NOT NULL,
    consumer text NOT NULL
) PARTITION BY LIST (slot);
CREATE TABLE IF NOT EXISTS inbox_old_0 PARTITION OF inbox_old FOR VALUES IN (0);
CREATE TABLE IF NOT EXISTS inbox_old_1 PARTITION OF inbox_old FOR VALUES IN (1);
CREATE TABLE IF NOT EXISTS inbox_old_2 PARTITION OF inbox_old FOR VALUES IN (2);
CREATE TABLE IF NOT EXISTS inbox_old_3 PARTITION OF inbox_old FOR VALUES IN (3);
CREATE TABLE IF NOT EXISTS inbox_old_4 PARTITION OF inbox_old FOR VALUES IN (4);
CREATE TABLE IF NOT EXISTS inbox_old_5 PARTITION OF inbox_old FOR VALUES IN (5);
CREATE TABLE IF NOT EXISTS inbox_old_6 PARTITION OF inbox_old FOR VALUES IN (6);
CREATE TABLE IF NOT EXISTS inbox_old_7 PARTITION OF inbox_old FOR VALUES IN (7);
CREATE INDEX IF NOT EXISTS inbox_old_job ON inbox_old (job);

-- Partitions in use. The one without a time of closing receives rows.
CREATE TABLE IF NOT EXISTS inbox_period (
    slot      smallint PRIMARY KEY,
    opened_at timestamptz NOT NULL DEFAULT now(),
    closed_at timestamptz
);
CREATE UNIQUE INDEX IF NOT EXISTS inbox_period_open ON inbox_period ((closed_at IS NULL)) WHERE closed_at IS NULL;
INSERT INTO inbox_period (slot) VALUES (0) ON CONFLICT DO NOTHING;
