-- What each worker does for which tenants at present, for `auspex doctor`. A worker replaces its rows every 15 s while it has work; it
-- names at most eight tenants per consumer, so the table stays small.
CREATE TABLE IF NOT EXISTS tenant_load (
    instance  text NOT NULL,
    consumer  text NOT NULL,
    tenant    text NOT NULL,
    running   int NOT NULL,                          -- jobs in progress
    held_back int NOT NULL,                          -- deliveries above a limit, at most
    limited   text,                                  -- the limit: `rate` or `in_flight`
    oldest_at timestamptz,                           -- when the oldest of them was published
    at        timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (instance, consumer, tenant)
);
