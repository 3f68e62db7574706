-- The model of each worker as its newest process read it, for people who cannot read the workers' settings.
CREATE TABLE worker_model (
    worker  text PRIMARY KEY,
    body    json NOT NULL,                       -- provider, model, limits, price; never a key
    seen_at timestamptz NOT NULL DEFAULT now()   -- written again while a process of the worker runs
);
