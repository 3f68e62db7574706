-- How often a relay has claimed the row, which delays the next claim, and the position of the message in its stream, which proves whether
-- the stream lost it.
ALTER TABLE dispatch ADD COLUMN relayed int NOT NULL DEFAULT 0, ADD COLUMN sequence bigint;
