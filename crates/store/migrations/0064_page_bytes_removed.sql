-- Bytes that are being removed: until this time no writer announces them, and no other collector takes them. Null for others. An older
-- worker ignores the column: it may write bytes again while they are being removed, and then fetches the page again.
ALTER TABLE page_bytes ADD COLUMN removed_until timestamptz;
