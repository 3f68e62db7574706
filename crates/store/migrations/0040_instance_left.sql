-- An instance that ended cleanly: its jobs are free at once, and its end is no death.
ALTER TABLE instance ADD COLUMN left_at timestamptz;
