-- The holder of an entity's lease is a job: while the instance that works on it is alive, so is the lease, however late its renewals
-- come. Rows of older builds name no job and lapse by the clock alone.
ALTER TABLE entity_lease
    ADD COLUMN consumer text,
    ADD COLUMN job      uuid;

-- Which kept bytes a job rested on: pages, and what services answered. What a bundle for a replay must hold.
CREATE TABLE page_use (
    job     uuid NOT NULL,
    hash    text NOT NULL,
    url     text NOT NULL,
    used_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX page_use_key ON page_use (job, md5(url), hash);
-- What services answered (searches, token services, external tools), by what they were asked.
CREATE TABLE kept_answer (
    url         text NOT NULL,              -- ask:<tool>?<arguments>
    hash        text NOT NULL,              -- SHA-256 of the body, in hex
    body        text NOT NULL,
    answered_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX kept_answer_key ON kept_answer (md5(url), hash);
-- Pruning: what was not confirmed for long, unless a job rests on it.
CREATE INDEX page_use_hash ON page_use (hash);
CREATE INDEX page_use_used ON page_use USING brin (used_at) WITH (autosummarize = on);
CREATE INDEX page_checked ON page (checked_at);
CREATE INDEX kept_answer_answered ON kept_answer (answered_at);
