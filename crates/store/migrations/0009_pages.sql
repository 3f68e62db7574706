-- Which bytes an address gave, and when: every finding can be traced to them, and a run can be replayed without the network.
-- The bytes themselves lie in the object store, by their hash.

CREATE TABLE page (
    url           text NOT NULL,            -- as it was asked for
    hash          text NOT NULL,            -- SHA-256 of the decoded body, in hex
    final_url     text NOT NULL,            -- after redirects
    content_type  text NOT NULL,
    etag          text,                     -- for asking again
    last_modified text,
    fetched_at    timestamptz NOT NULL,     -- when these bytes came first
    checked_at    timestamptz NOT NULL,     -- when the server last gave or confirmed them
    fresh_until   timestamptz NOT NULL
);
-- An address may be longer than an index entry; the digest only finds, the address decides.
CREATE UNIQUE INDEX page_key ON page (md5(url), hash);
CREATE INDEX page_hash ON page (hash);
