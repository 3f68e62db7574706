-- Which notes are about the same, as the ranking saw it when the newer one was written.

CREATE TABLE note_link (
    note  uuid NOT NULL,                 -- the newer one
    other uuid NOT NULL,
    score double precision NOT NULL,     -- 0 to 1: how surely `other` answers what `note` says
    PRIMARY KEY (note, other)
);
CREATE INDEX note_link_other ON note_link (other);

-- How many notes a tenant has is counted at every look-up.
CREATE INDEX note_tenant ON note (tenant);
