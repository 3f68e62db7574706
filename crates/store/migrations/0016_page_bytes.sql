-- Bytes of pages that lie in the object store and may be named by no page: announced and not yet kept, or their last page was pruned.
-- A row is there only as long as that is so, so the table stays small whatever is fetched.
CREATE TABLE page_bytes (
    hash     text PRIMARY KEY,                       -- as in page.hash
    loose_at timestamptz NOT NULL DEFAULT now()      -- when they were last announced, or their page went
);
CREATE INDEX page_bytes_loose ON page_bytes (loose_at);
