-- Time from which a token is refused; NULL: never.
ALTER TABLE gateway_token ADD COLUMN expires_at timestamptz;

-- Events whose results may be reviewed or cancelled: who requested them, for reviews by another token, and the run that they start, for
-- cancellations before it begins.
CREATE TABLE event_requester (
    event  uuid PRIMARY KEY,               -- job of the event
    tenant text NOT NULL,
    token  uuid,                           -- NULL: a schedule
    run    uuid NOT NULL,
    at     timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX event_requester_run ON event_requester (run);
CREATE INDEX event_requester_at ON event_requester (at);
