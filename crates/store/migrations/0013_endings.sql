-- Runs that are cancelled, or that end without a forecast; questions that are asked again and again. Every column has a default
-- that needs no rewrite, so that no table is locked for longer than its catalogue row takes.

-- In which format the run is stored (domain::run::FORMAT). A binary reads every older one and refuses a newer one.
ALTER TABLE run ADD COLUMN format int NOT NULL DEFAULT 1;
ALTER TABLE run ADD COLUMN cancelled json;             -- somebody wants it to come to its end
ALTER TABLE run ADD COLUMN ended json;                 -- why a run that is done has no forecast

-- Nothing is reserved from a closed budget any more; what is reserved already is settled as ever.
ALTER TABLE budget ADD COLUMN closed boolean NOT NULL DEFAULT false;

CREATE TABLE schedule (
    tenant     text NOT NULL,
    name       text NOT NULL,
    cron       text NOT NULL,                          -- five or six fields, UTC
    event      json NOT NULL,                          -- what is published; its id is derived for every firing
    next_at    timestamptz,                            -- NULL: it is over
    fired      bigint NOT NULL DEFAULT 0,
    last_at    timestamptz,                            -- the instant that it was last fired for
    last_job   uuid,                                   -- the job of that firing's event
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant, name)
);
CREATE INDEX schedule_due ON schedule (next_at) WHERE next_at IS NOT NULL;
