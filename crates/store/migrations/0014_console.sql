-- Sessions of browsers.

-- A session acts for its token and ends with it. A one-time login becomes a session at its first use.
CREATE TABLE console_session (
    id          uuid PRIMARY KEY,          -- public: part of the text of the cookie or of the link
    token       uuid NOT NULL,             -- gateway_token; of a person whom an OIDC issuer names: derived from issuer and subject
    tenant      text NOT NULL,             -- that of the token
    name        text CHECK (octet_length(name) <= 255),   -- subject of the issuer's token; NULL for a gateway_token
    scopes      text[],                    -- of the issuer's token; NULL for a gateway_token
    one_time    boolean NOT NULL,          -- a login; it is refused as a session
    secret_hash bytea NOT NULL,            -- SHA-256 of 256 random bits
    created_at  timestamptz NOT NULL DEFAULT now(),
    expires_at  timestamptz NOT NULL,      -- refused from then on
    ended_at    timestamptz,               -- signed out, or the login was used
    CHECK ((name IS NULL) = (scopes IS NULL)),
    CHECK (name IS NULL OR NOT one_time),
    CHECK (NOT 'operate' = ANY (scopes))   -- an operator grants it, an issuer cannot
);
CREATE INDEX console_session_created_at ON console_session (created_at);

-- One row for each person who has opened a result that waits for a review: presence, and the draft of the decision.
CREATE TABLE review_desk (
    tenant    text NOT NULL,
    result    uuid NOT NULL,               -- macro_result
    reviewer  uuid NOT NULL,               -- the token of the person
    name      text NOT NULL,               -- name of the token
    opened_at timestamptz NOT NULL DEFAULT now(),         -- the last time
    version   bigint,                      -- of the session that the draft was made from; NULL: there is no draft
    data      json CHECK (octet_length(data::text) <= 1048576),
    reason    text NOT NULL DEFAULT '' CHECK (octet_length(reason) <= 16000),
    saved_at  timestamptz,
    PRIMARY KEY (tenant, result, reviewer),
    CHECK ((version IS NULL) = (data IS NULL)),
    CHECK ((version IS NULL) = (saved_at IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX review_desk_opened_at ON review_desk (opened_at);
