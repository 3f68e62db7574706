-- One row per message and consumer: the commit of the consumer deletes it by its key. A message that nobody consumes has one row with an empty
-- consumer, until the stream confirms it. The states of a row, each with an index of its own (`crate::indexes`): unsent (no `sent_at`), at a
-- position of its stream (`sequence`), or at none, because it is parked or lost (`sent_at` without `sequence`). `look_at` is when the relay or
-- the reconciler looks at it next.
ALTER TABLE dispatch
    ADD COLUMN consumer text NOT NULL DEFAULT '',
    ADD COLUMN bytes int NOT NULL DEFAULT 0,       -- of the payload, by which a claim is limited
    ADD COLUMN run uuid;                           -- the run that the event may start
ALTER TABLE dispatch ALTER COLUMN look_at SET DEFAULT now();

-- The part of a subject on which permissions, relays and consumers are decided. All results have one, because one process publishes them.
CREATE FUNCTION subject_topic(subject text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT CASE WHEN starts_with(subject, 'auspex.result.') THEN 'auspex.result'
            ELSE rtrim(split_part(subject, '.', 1) || '.' || split_part(subject, '.', 2) || '.' || split_part(subject, '.', 3), '.') END
$$;
