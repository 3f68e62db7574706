-- A deleted endpoint is invisible at once. Its deliveries, which may be millions, are deleted in portions, and then the row.
ALTER TABLE webhook_endpoint ADD COLUMN deleted_at timestamptz;
CREATE INDEX webhook_endpoint_deleted ON webhook_endpoint (deleted_at) WHERE deleted_at IS NOT NULL;
