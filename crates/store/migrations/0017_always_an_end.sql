-- A run always comes to its end, and a note ends with what it was made of. Small tables of their own, so that none with work in it is
-- locked for longer than its catalogue row takes.

-- Stopped before it began: its question was still on its way. Whoever begins the run finds this and ends it.
CREATE TABLE run_stop (
    run        uuid PRIMARY KEY,
    body       json NOT NULL,              -- domain::run::Cancellation
    stopped_at timestamptz NOT NULL DEFAULT now()
);

-- The decision of a round is a dead letter. At the round's deadline the run ends without it, unless it was redriven before.
CREATE TABLE run_given_up (
    run         uuid NOT NULL,
    round       int NOT NULL,
    because     text NOT NULL,
    given_up_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (run, round)
);

-- Of which research a note was made; where that is contradicted, the note does not hold any more. It stays, with the reason, and so do
-- its links. New columns without a default rewrite nothing.
ALTER TABLE note ADD COLUMN ended_at timestamptz;
ALTER TABLE note ADD COLUMN ended_because text;
CREATE TABLE note_of (
    entity  text NOT NULL,
    made_at timestamptz NOT NULL,          -- of the research; its version is not known when the note is written
    note    uuid NOT NULL,
    PRIMARY KEY (entity, made_at, note)
);
