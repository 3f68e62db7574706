-- Sessions of browsers.

-- A session acts for its token and ends with it. A one-time login becomes a session at its first use.
CREATE TABLE console_session (
    id          uuid PRIMARY KEY,          -- public: part of the text of the cookie or of the link
    token       uuid NOT NULL,             -- gateway_token
    tenant      text NOT NULL,             -- that of the token
    one_time    boolean NOT NULL,          -- a login; it is refused as a session
    secret_hash bytea NOT NULL,            -- SHA-256 of 256 random bits
    created_at  timestamptz NOT NULL DEFAULT now(),
    expires_at  timestamptz NOT NULL,      -- refused from then on
    ended_at    timestamptz                -- signed out, or the login was used
);
CREATE INDEX console_session_created_at ON console_session (created_at);
