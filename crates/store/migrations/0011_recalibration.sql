-- What our probabilities have meant, fitted once an hour for each kind of forecast: which map was in force when can be told.

CREATE TABLE recalibration (
    tenant     text NOT NULL,
    model      text NOT NULL,
    with_crowd boolean NOT NULL,             -- a market's price was in the pool
    hour       bigint NOT NULL,              -- hours since 1970; fitted on what was known when it began
    map        json NOT NULL,
    fitted_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant, model, with_crowd, hour)
);
