-- A parked job: its message is no longer in the stream, and the reconciler publishes it again at this time. Null for other jobs. An
-- older worker ignores the column and publishes the message sooner, which wakes the job early.
ALTER TABLE inbox ADD COLUMN due_at timestamptz;
