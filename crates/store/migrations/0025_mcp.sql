-- MCP sessions of the HTTP gateway, so that every replica can continue a session that another one has opened.

CREATE TABLE mcp_session (
    id        text PRIMARY KEY,                  -- value of the header Mcp-Session-Id
    token     uuid NOT NULL,                     -- gateway_token that opened it; no other token can use it
    params    text NOT NULL,                     -- the client's `initialize` parameters, as JSON
    opened_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mcp_session_opened_at ON mcp_session USING brin (opened_at) WITH (autosummarize = on);

-- The newest result of a research session that was sent to a client for review. An approval that names no version is bound to this one.
CREATE TABLE mcp_shown (
    token    uuid NOT NULL,
    session  uuid NOT NULL,
    result   uuid NOT NULL,
    version  bigint NOT NULL,                    -- of the research session
    shown_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (token, session)
);
CREATE INDEX mcp_shown_at ON mcp_shown USING brin (shown_at) WITH (autosummarize = on);
