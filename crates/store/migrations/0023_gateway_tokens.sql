-- Access to the HTTP gateway.

CREATE TABLE gateway_token (
    id          uuid PRIMARY KEY,                -- public: part of the token's text
    name        text NOT NULL,
    tenant      text NOT NULL,
    scopes      text[] NOT NULL,
    secret_hash bytea NOT NULL,                  -- SHA-256 of 256 random bits
    created_at  timestamptz NOT NULL,
    revoked_at  timestamptz,
    used_at     timestamptz                      -- accurate to a minute
);
CREATE INDEX gateway_token_tenant ON gateway_token (tenant);

-- Idempotency keys of requests. The row is written in the transaction of the request's events, whose ids make a repetition harmless;
-- the hash detects a key that is used for another request.
CREATE TABLE gateway_request (
    tenant text NOT NULL,
    key    text NOT NULL,
    hash   bytea NOT NULL,                       -- SHA-256 of path and body
    at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant, key)
);
CREATE INDEX gateway_request_at ON gateway_request USING brin (at) WITH (autosummarize = on);
