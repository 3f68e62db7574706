-- Prefixes of ids, of 65,536, whose fingerprints are stored: an interrupted pass goes on there.
ALTER TABLE inbox_period ADD COLUMN fingerprinted_to int NOT NULL DEFAULT 0;
ALTER TABLE verdict_period ADD COLUMN fingerprinted_to int NOT NULL DEFAULT 0;
