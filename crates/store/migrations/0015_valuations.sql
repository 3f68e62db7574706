-- What another round of research was worth before it was bought, round by round. Kept apart from the run: it decides nothing, so
-- writing it needs no lock of the run's row.
CREATE TABLE valuation (
    run       uuid NOT NULL,
    round     int NOT NULL,                -- the round that had ended
    body      json NOT NULL,               -- domain::forecast::Valuation
    valued_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (run, round)
);
