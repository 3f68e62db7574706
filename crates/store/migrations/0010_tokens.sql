-- What a call read and wrote, beside what it cost: an account by agent has both. NULL where no provider said so.

ALTER TABLE call
    ADD COLUMN tokens_read    bigint CHECK (tokens_read >= 0),
    ADD COLUMN tokens_written bigint CHECK (tokens_written >= 0);
