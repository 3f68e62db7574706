-- The call was paid and its worker got no reply; false for calls of workers that died. A step with three such calls is not tried
-- again. Older workers do not set it, so their calls do not count.
ALTER TABLE call ADD COLUMN unanswered boolean NOT NULL DEFAULT false;
