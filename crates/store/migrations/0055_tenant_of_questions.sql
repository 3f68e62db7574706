-- The tenant of a question to a client's user: that of the transaction that writes it (ADR 0023). NULL: written by an earlier version.
ALTER TABLE mcp_question ADD COLUMN tenant text;
ALTER TABLE mcp_question ALTER COLUMN tenant SET DEFAULT nullif(current_setting('auspex.tenant', true), '');
