-- Tasks of MCP clients: what a tool has begun, so that every replica can report its state.
CREATE TABLE mcp_task (
    id         uuid PRIMARY KEY,
    token      uuid NOT NULL,                     -- gateway_token that called the tool; no other token sees the task
    tool       text NOT NULL,
    work       text NOT NULL,                     -- ids of the work, as JSON
    created_at timestamptz NOT NULL
);
CREATE INDEX mcp_task_created_at ON mcp_task (created_at);
