-- Adds the unsettled calls that were made before the trigger of version 81, one state per statement: each has a partial index. The row locks
-- order this statement and the settlement of the same call, so that no settled call stays in the list. Writers of other calls do not wait.
INSERT INTO call_unsettled (call) SELECT id FROM call WHERE state = 'intent' FOR SHARE ON CONFLICT (call) DO NOTHING;
INSERT INTO call_unsettled (call) SELECT id FROM call WHERE state = 'unknown' FOR SHARE ON CONFLICT (call) DO NOTHING;
