-- Outgoing webhooks: endpoints, their secrets, and the deliveries of results and dead letters.

-- Transaction that wrote the row. Results commit in another order than their times; all rows of transactions below
-- pg_snapshot_xmin() are visible, so a reader that stays below it and remembers its position misses none. Rows of older versions have
-- no value and are delivered by a replay only. The default is set separately, because otherwise the table would be rewritten.
ALTER TABLE result ADD COLUMN xid xid8;
ALTER TABLE result ALTER COLUMN xid SET DEFAULT pg_current_xact_id();
ALTER TABLE dead_letter ADD COLUMN xid xid8;
ALTER TABLE dead_letter ALTER COLUMN xid SET DEFAULT pg_current_xact_id();
CREATE INDEX dead_letter_position ON dead_letter (tenant, xid, id);

CREATE TABLE webhook_endpoint (
    id              uuid PRIMARY KEY,
    tenant          text NOT NULL,
    url             text NOT NULL CHECK (octet_length(url) <= 2048),
    kinds           text[] NOT NULL,                          -- empty: all kinds
    description     text NOT NULL CHECK (octet_length(description) <= 2048),
    enabled         boolean NOT NULL DEFAULT true,
    disabled_reason text,                                     -- NULL if a person disabled it
    created_at      timestamptz NOT NULL,
    -- position in results and dead letters
    cursor_xid      xid8 NOT NULL DEFAULT pg_snapshot_xmin(pg_current_snapshot()),
    cursor_id       uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    -- one replica at a time delivers to an endpoint
    holder          text,
    held_until      timestamptz NOT NULL DEFAULT '-infinity',
    paused_until    timestamptz NOT NULL DEFAULT '-infinity',
    failures        int NOT NULL DEFAULT 0,                   -- groups of deliveries without a success, since the last success
    failing_since   timestamptz
) WITH (fillfactor = 70);
CREATE INDEX webhook_endpoint_tenant ON webhook_endpoint (tenant);

-- Kept in clear: HMAC needs the secret itself.
CREATE TABLE webhook_secret (
    endpoint   uuid NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
    secret     text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL DEFAULT 'infinity',
    PRIMARY KEY (endpoint, secret)
);

CREATE TABLE webhook_delivery (
    endpoint   uuid NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
    id         text NOT NULL,                                 -- header webhook-id, equal in every attempt
    kind       text NOT NULL,
    source     uuid NOT NULL,                                 -- the result or the dead letter
    occurred   timestamptz NOT NULL,
    data       text,                                          -- NULL: the body of the result
    state      text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts   int NOT NULL DEFAULT 0,
    next_at    timestamptz NOT NULL DEFAULT now(),
    status     int,                                           -- HTTP status of the last attempt; NULL without an answer
    error      text,
    created_at timestamptz NOT NULL DEFAULT now(),
    done_at    timestamptz,
    PRIMARY KEY (endpoint, id)
) WITH (fillfactor = 70);
CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint, next_at) WHERE state = 'pending';
CREATE INDEX webhook_delivery_list ON webhook_delivery (endpoint, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_done ON webhook_delivery USING brin (done_at) WITH (autosummarize = on);
