-- Access to the HTTP gateway, and its MCP sessions. A column `tenant` with a default receives the tenant that the
-- transaction names (ADR 0023); it is NULL in rows of a process that serves all tenants. Row-level security names
-- roles, so `auspex database roles` creates its policies.

CREATE TABLE gateway_token (
    id          uuid PRIMARY KEY,                -- public: part of the token's text
    name        text NOT NULL,
    tenant      text NOT NULL,
    scopes      text[] NOT NULL,
    secret_hash bytea NOT NULL,                  -- SHA-256 of 256 random bits
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz,                     -- the token is refused from then on; NULL: never
    revoked_at  timestamptz,
    used_at     timestamptz                      -- accurate to a minute
);
CREATE INDEX gateway_token_tenant ON gateway_token (tenant);

-- Idempotency keys of requests. The row is written in the transaction of the request's events, whose ids make a
-- repetition harmless; the hash detects a key that is used for another request.
CREATE TABLE gateway_request (
    tenant text NOT NULL,
    key    text NOT NULL,
    hash   bytea NOT NULL,                       -- SHA-256 of path and body
    at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant, key)
);
CREATE INDEX gateway_request_time ON gateway_request (at);

-- MCP sessions, so that every replica can continue a session that another one has opened.
CREATE TABLE mcp_session (
    id        text PRIMARY KEY,                  -- value of the header Mcp-Session-Id
    tenant    text DEFAULT nullif(current_setting('auspex.tenant', true), ''),
    token     uuid NOT NULL,                     -- gateway_token that opened it; no other token can use it
    params    text NOT NULL,                     -- the client's `initialize` parameters, as JSON
    opened_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mcp_session_time ON mcp_session (opened_at);

-- The newest result of a research session that was sent to a client for review. An approval that names no version is
-- bound to this one.
CREATE TABLE mcp_shown (
    token    uuid NOT NULL,
    session  uuid NOT NULL,
    tenant   text DEFAULT nullif(current_setting('auspex.tenant', true), ''),
    result   uuid NOT NULL,
    version  bigint NOT NULL,                    -- of the research session
    shown_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (token, session)
);
CREATE INDEX mcp_shown_time ON mcp_shown (shown_at);

-- Tasks of MCP clients: what a tool has begun, so that every replica can report its state.
CREATE TABLE mcp_task (
    id         uuid PRIMARY KEY,
    tenant     text DEFAULT nullif(current_setting('auspex.tenant', true), ''),
    token      uuid NOT NULL,                    -- gateway_token that called the tool; no other token sees the task
    tool       text NOT NULL,
    work       text NOT NULL,                    -- ids of the work, as JSON
    created_at timestamptz NOT NULL
);
CREATE INDEX mcp_task_created_at ON mcp_task (created_at);

-- Questions to the users of MCP clients within a session. The client may send the answer to another replica than the
-- one that asked.
CREATE TABLE mcp_question (
    token    uuid NOT NULL,                      -- gateway_token of the session; no other token can answer
    session  text NOT NULL,                      -- value of the header Mcp-Session-Id
    request  text NOT NULL,                      -- JSON-RPC id of the question
    tenant   text DEFAULT nullif(current_setting('auspex.tenant', true), ''),
    asked_at timestamptz NOT NULL DEFAULT now(),
    answer   text,                               -- the client's result, as JSON; NULL while the question is open
    PRIMARY KEY (token, session, request)
);
CREATE INDEX mcp_question_asked_at ON mcp_question (asked_at);
