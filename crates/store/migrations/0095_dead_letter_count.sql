-- Number of messages that a dead letter stands for: in a storm of one tenant and class, one letter stands for many.
ALTER TABLE dead_letter ADD COLUMN count bigint NOT NULL DEFAULT 1;
