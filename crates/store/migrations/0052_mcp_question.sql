-- Questions to the users of MCP clients within a session. The client may send the answer to another replica than the one that asked.
CREATE TABLE mcp_question (
    token    uuid NOT NULL,                       -- gateway_token of the session; no other token can answer
    session  text NOT NULL,                       -- value of the header Mcp-Session-Id
    request  text NOT NULL,                       -- JSON-RPC id of the question
    asked_at timestamptz NOT NULL DEFAULT now(),
    answer   text,                                -- the client's result, as JSON; null while the question is open
    PRIMARY KEY (token, session, request)
);
CREATE INDEX mcp_question_asked_at ON mcp_question (asked_at);
