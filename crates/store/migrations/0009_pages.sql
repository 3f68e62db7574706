-- The bytes that each address returned: every finding can be traced to them, and a run can be replayed without the
-- network. The bytes themselves are in the object store, by their hash.

CREATE TABLE page (
    url           text NOT NULL,            -- as it was requested
    hash          text NOT NULL,            -- SHA-256 of the decoded body, in hex
    final_url     text NOT NULL,            -- after redirects
    content_type  text NOT NULL,
    etag          text,                     -- for conditional requests
    last_modified text,
    fetched_at    timestamptz NOT NULL,     -- when these bytes came first
    checked_at    timestamptz NOT NULL,     -- when the server last sent or confirmed them
    fresh_until   timestamptz NOT NULL
);
-- An address may be longer than an index entry; the digest only finds, the address decides.
CREATE UNIQUE INDEX page_key ON page (md5(url), hash);
CREATE INDEX page_hash ON page (hash);
CREATE INDEX page_checked ON page (checked_at);

-- Responses of services (searches, token services, external tools), by their request.
CREATE TABLE kept_answer (
    url         text NOT NULL,              -- ask:<tool>?<arguments>
    hash        text NOT NULL,              -- SHA-256 of the body, in hex
    body        text NOT NULL,
    answered_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX kept_answer_key ON kept_answer (md5(url), hash);
CREATE INDEX kept_answer_answered ON kept_answer (answered_at);

-- The pages and responses that a job used, for the bundle of a replay. Pages without a use are deleted when they are
-- old.
CREATE TABLE page_use (
    job     uuid NOT NULL,
    hash    text NOT NULL,
    url     text NOT NULL,
    used_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX page_use_key ON page_use (job, md5(url), hash);
CREATE INDEX page_use_hash ON page_use (hash);
CREATE INDEX page_use_at ON page_use (used_at);

-- Bytes in the object store that may be named by no page: announced and not yet stored, or their last page was deleted.
-- A row exists only as long as that is so, so the table stays small whatever is fetched.
CREATE TABLE page_bytes (
    hash          text PRIMARY KEY,                   -- as in page.hash
    loose_at      timestamptz NOT NULL DEFAULT now(), -- when they were last announced, or their page was deleted
    removed_until timestamptz                         -- being removed: until then no writer announces them, and no other collector takes them
);
CREATE INDEX page_bytes_loose ON page_bytes (loose_at);
