-- When a worker last registered the consumer: rows of removed consumers are deleted. The constant default rewrites nothing; an older
-- worker does not renew the time, and its rows are deleted after 30 days at the earliest.
ALTER TABLE hearer ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now();
