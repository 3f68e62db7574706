-- A tenant's daily budget is divided into shares, so that replicas do not wait for each other's commits. `limit` of a share is the part of
-- the whole budget that it may use; the sum of these parts is committed in the row of the whole budget. Older workers charge the
-- whole budget directly, and settle calls of shares like any others.
ALTER TABLE budget ADD COLUMN share_of text;          -- of a share: scope of the whole budget
ALTER TABLE budget ADD COLUMN share_limit bigint;     -- of a share: limit of the whole budget when it was last divided
-- What an operator added to the limit of one day. A limit that workers name is only ever lowered.
ALTER TABLE budget ADD COLUMN added bigint NOT NULL DEFAULT 0 CHECK (added >= 0);
-- Old budgets are deleted by their age, and new ones are compared with their calls. Rows of earlier versions are older than that comparison.
ALTER TABLE budget ADD COLUMN made_at timestamptz NOT NULL DEFAULT now() - interval '3 days';
ALTER TABLE budget ALTER COLUMN made_at SET DEFAULT now();
