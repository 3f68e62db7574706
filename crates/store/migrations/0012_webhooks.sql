-- Outgoing webhooks: endpoints, their secrets, and the deliveries of results and dead letters.

CREATE TABLE webhook_endpoint (
    id              uuid PRIMARY KEY,
    tenant          text NOT NULL,
    url             text NOT NULL CHECK (octet_length(url) <= 2048),
    kinds           text[] NOT NULL,                          -- empty: all kinds
    description     text NOT NULL CHECK (octet_length(description) <= 2048),
    enabled         boolean NOT NULL DEFAULT true,
    disabled_reason text,                                     -- NULL if a person disabled it
    created_at      timestamptz NOT NULL,
    -- A deleted endpoint is invisible at once. Its deliveries, which may be millions, are deleted in portions, and then
    -- the row.
    deleted_at      timestamptz,
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
CREATE INDEX webhook_endpoint_deleted ON webhook_endpoint (deleted_at) WHERE deleted_at IS NOT NULL;

-- Stored in clear: HMAC needs the secret itself.
CREATE TABLE webhook_secret (
    endpoint   uuid NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
    secret     text NOT NULL,
    tenant     text DEFAULT nullif(current_setting('auspex.tenant', true), ''),  -- as in mcp_session
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
    status     int,                                           -- HTTP status of the last attempt; NULL without a response
    error      text,
    created_at timestamptz NOT NULL DEFAULT now(),
    done_at    timestamptz,
    PRIMARY KEY (endpoint, id)
) WITH (fillfactor = 70);
CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint, next_at, id) WHERE state = 'pending';
-- The oldest waiting delivery of each endpoint is read every 15 s.
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (endpoint, created_at) WHERE state = 'pending';
CREATE INDEX webhook_delivery_list ON webhook_delivery (endpoint, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_ended ON webhook_delivery (done_at) WHERE done_at IS NOT NULL;
