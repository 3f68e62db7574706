-- A tenant's daily budget is divided into shares, so that replicas do not wait for each other's commits. `limit` of a share is the part of
-- the whole budget that it may use; the sum of these parts is committed in the row of the whole budget.
-- Repeatable, because databases of development have these columns from a version with another number, which checked all rows under a lock.
ALTER TABLE budget ADD COLUMN IF NOT EXISTS share_of text;          -- of a share: scope of the whole budget
ALTER TABLE budget ADD COLUMN IF NOT EXISTS share_limit bigint;     -- of a share: limit of the whole budget when it was last divided
-- What an operator added to the limit of one day. A limit that workers name is only ever lowered. NOT VALID: every row has the default, and
-- a check of all rows would lock the table for as long as it takes.
ALTER TABLE budget ADD COLUMN IF NOT EXISTS added bigint NOT NULL DEFAULT 0;
ALTER TABLE budget DROP CONSTRAINT IF EXISTS budget_added_check;
ALTER TABLE budget ADD CONSTRAINT budget_added_check CHECK (added >= 0) NOT VALID;
-- Old budgets are deleted by their age, and new ones are compared with their calls. Rows of earlier versions are older than that comparison.
ALTER TABLE budget ADD COLUMN IF NOT EXISTS made_at timestamptz NOT NULL DEFAULT now() - interval '3 days';
ALTER TABLE budget ALTER COLUMN made_at SET DEFAULT now();
