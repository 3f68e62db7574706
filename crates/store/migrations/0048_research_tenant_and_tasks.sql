-- Research that a tenant has given itself: only that tenant reads it. NULL: research of the fleet, which all tenants share.
ALTER TABLE research ADD COLUMN tenant text;

-- Tasks of MCP clients: what a tool has begun, so that every replica can report its state.
CREATE TABLE mcp_task (
    id         uuid PRIMARY KEY,
    token      uuid NOT NULL,                     -- gateway_token that called the tool; no other token sees the task
    tool       text NOT NULL,
    work       text NOT NULL,                     -- ids of the work, as JSON
    created_at timestamptz NOT NULL
);
CREATE INDEX mcp_task_created_at ON mcp_task USING brin (created_at) WITH (autosummarize = on);
