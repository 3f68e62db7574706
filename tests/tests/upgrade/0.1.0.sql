CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';
CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;
COMMENT ON EXTENSION vector IS 'vector data type and ivfflat and hnsw access methods';
CREATE FUNCTION public.call_unsettled_keep() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO public.call_unsettled (call)
        SELECT id FROM changed WHERE state IN ('intent', 'unknown') ON CONFLICT (call) DO NOTHING;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM public.call_unsettled u USING changed c
        WHERE u.call = c.id AND (TG_OP = 'DELETE' OR c.state NOT IN ('intent', 'unknown'));
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.intake_settled() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO public.intake_change (tenant, events, bytes)
    SELECT o.tenant, -count(*), -sum(octet_length(o.payload)) FROM changed d JOIN public.outbox o ON o.id = d.id
    WHERE starts_with(d.subject, 'auspex.event.') GROUP BY o.tenant;
    RETURN NULL;
END $$;
CREATE FUNCTION public.intake_stored() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO public.intake_change (tenant, events, bytes)
    SELECT o.tenant, count(*), sum(octet_length(o.payload)) FROM changed d JOIN public.outbox o ON o.id = d.id
    WHERE starts_with(d.subject, 'auspex.event.') GROUP BY o.tenant;
    RETURN NULL;
END $$;
CREATE FUNCTION public.result_removed_note() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO public.result_removed AS known (tenant, xid, id, at)
    SELECT DISTINCT ON (tenant) tenant, xid, id, now() FROM gone WHERE xid IS NOT NULL ORDER BY tenant, xid DESC, id DESC
    ON CONFLICT (tenant) DO UPDATE SET xid = excluded.xid, id = excluded.id, at = excluded.at
    WHERE (excluded.xid, excluded.id) > (known.xid, known.id);
    RETURN NULL;
END $$;
CREATE FUNCTION public.subject_topic(subject text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
SELECT CASE WHEN starts_with(subject, 'auspex.result.') THEN 'auspex.result'
            ELSE rtrim(split_part(subject, '.', 1) || '.' || split_part(subject, '.', 2) || '.' || split_part(subject, '.', 3), '.') END
$$;
CREATE FUNCTION public.word_shares() RETURNS TABLE(is_note boolean, stem text, holders double precision)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
SELECT s.tablename = 'note', e.stem,
       f.share::float8 * greatest((SELECT reltuples FROM pg_class WHERE oid = to_regclass('public.' || s.tablename::text)), 0)::float8
FROM pg_stats s,
     unnest(s.most_common_elems::text::text[]) WITH ORDINALITY AS e (stem, n),
     unnest(s.most_common_elem_freqs) WITH ORDINALITY AS f (share, m)
WHERE s.schemaname = 'public' AND s.tablename IN ('note', 'research') AND s.attname = 'search' AND e.n = f.m
$$;
CREATE TABLE public._sqlx_migrations (
    version bigint NOT NULL,
    description text NOT NULL,
    installed_on timestamp with time zone DEFAULT now() NOT NULL,
    success boolean NOT NULL,
    checksum bytea NOT NULL,
    execution_time bigint NOT NULL
);
CREATE TABLE public.answer (
    run uuid NOT NULL,
    question text NOT NULL,
    late boolean NOT NULL,
    body json NOT NULL,
    answered_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE TABLE public.answer_outcome (
    id bigint NOT NULL,
    tenant text NOT NULL,
    run uuid NOT NULL,
    answer json NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    resolved_at timestamp with time zone NOT NULL,
    learned_at timestamp with time zone NOT NULL,
    retired_at timestamp with time zone,
    origin text NOT NULL,
    because text DEFAULT ''::text NOT NULL,
    CONSTRAINT answer_outcome_origin_check CHECK ((origin = ANY (ARRAY['hand'::text, 'file'::text, 'market'::text, 'import'::text])))
);
ALTER TABLE public.answer_outcome ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.answer_outcome_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.answered_question (
    question uuid NOT NULL,
    job uuid NOT NULL,
    tenant text NOT NULL,
    made_at timestamp with time zone NOT NULL
);
CREATE TABLE public.verdict (
    job uuid NOT NULL,
    sequence bigint,
    grp bigint,
    score real,
    kind smallint,
    rule smallint,
    digest bytea,
    marked_at timestamp with time zone
);
CREATE TABLE public.verdict_part (
    job uuid NOT NULL,
    sequence bigint,
    grp bigint,
    score real,
    kind smallint,
    rule smallint,
    slot smallint NOT NULL,
    digest bytea
)
PARTITION BY LIST (slot);
CREATE VIEW public.any_verdict WITH (security_invoker='true') AS
 SELECT verdict.job,
    verdict.sequence,
    verdict.grp,
    verdict.score,
    verdict.kind,
    verdict.rule,
    verdict.digest
   FROM public.verdict
UNION ALL
 SELECT verdict_part.job,
    verdict_part.sequence,
    verdict_part.grp,
    verdict_part.score,
    verdict_part.kind,
    verdict_part.rule,
    verdict_part.digest
   FROM public.verdict_part;
CREATE TABLE public.audit (
    job uuid NOT NULL,
    ordinal integer NOT NULL,
    event uuid NOT NULL,
    tenant text NOT NULL,
    worker text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    from_cache boolean,
    tools text NOT NULL,
    cost bigint NOT NULL,
    errors text NOT NULL,
    token uuid,
    token_name text,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.batch (
    id uuid NOT NULL,
    lane text NOT NULL,
    state text DEFAULT 'formed'::text NOT NULL,
    provider_id text,
    formed_at timestamp with time zone DEFAULT now() NOT NULL,
    submitted_at timestamp with time zone,
    next_check_at timestamp with time zone DEFAULT now() NOT NULL,
    done_at timestamp with time zone,
    CONSTRAINT batch_state_check CHECK ((state = ANY (ARRAY['formed'::text, 'submitting'::text, 'running'::text, 'done'::text])))
);
CREATE TABLE public.batch_item (
    call uuid NOT NULL,
    job uuid NOT NULL,
    step text NOT NULL,
    input text NOT NULL,
    lane text NOT NULL,
    request bytea NOT NULL,
    batch uuid,
    queued_at timestamp with time zone DEFAULT now() NOT NULL,
    withdrawn_at timestamp with time zone
);
CREATE TABLE public.batch_lane (
    lane text NOT NULL,
    holder text NOT NULL,
    held_until timestamp with time zone NOT NULL
);
CREATE TABLE public.budget (
    scope text NOT NULL,
    "limit" bigint NOT NULL,
    added bigint DEFAULT 0 NOT NULL,
    committed bigint DEFAULT 0 NOT NULL,
    closed boolean DEFAULT false NOT NULL,
    share_of text,
    share_limit bigint,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT budget_added_check CHECK ((added >= 0)),
    CONSTRAINT budget_committed_check CHECK ((committed >= 0)),
    CONSTRAINT budget_limit_check CHECK (("limit" >= 0))
)
WITH (fillfactor='50');
CREATE TABLE public.call (
    id uuid NOT NULL,
    job uuid NOT NULL,
    step text NOT NULL,
    input text NOT NULL,
    attempt integer NOT NULL,
    state text NOT NULL,
    max bigint NOT NULL,
    charged bigint NOT NULL,
    budgets text[] NOT NULL,
    tenant text NOT NULL,
    agent text NOT NULL,
    provider text NOT NULL,
    model text NOT NULL,
    tokens_read bigint,
    tokens_written bigint,
    unanswered boolean DEFAULT false NOT NULL,
    instance text NOT NULL,
    opening bigint NOT NULL,
    opened_at timestamp with time zone DEFAULT now() NOT NULL,
    closed_at timestamp with time zone,
    CONSTRAINT call_charged_check CHECK ((charged >= 0)),
    CONSTRAINT call_max_check CHECK ((max >= 0)),
    CONSTRAINT call_state_check CHECK ((state = ANY (ARRAY['intent'::text, 'settled'::text, 'wasted'::text, 'refused'::text, 'unknown'::text]))),
    CONSTRAINT call_tokens_read_check CHECK ((tokens_read >= 0)),
    CONSTRAINT call_tokens_written_check CHECK ((tokens_written >= 0))
)
WITH (fillfactor='70');
CREATE TABLE public.call_unsettled (
    call uuid NOT NULL
)
WITH (autovacuum_vacuum_threshold='1000', autovacuum_vacuum_scale_factor='0');
CREATE TABLE public.console_session (
    id uuid NOT NULL,
    token uuid NOT NULL,
    tenant text NOT NULL,
    name text,
    scopes text[],
    one_time boolean NOT NULL,
    secret_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT console_session_check CHECK (((name IS NULL) = (scopes IS NULL))),
    CONSTRAINT console_session_check1 CHECK (((name IS NULL) OR (NOT one_time))),
    CONSTRAINT console_session_name_check CHECK ((octet_length(name) <= 255)),
    CONSTRAINT console_session_scopes_check CHECK ((NOT ('operate'::text = ANY (scopes))))
);
CREATE TABLE public.dead_letter (
    id uuid NOT NULL,
    consumer text NOT NULL,
    job uuid NOT NULL,
    tenant text NOT NULL,
    subject text NOT NULL,
    headers json NOT NULL,
    payload bytea NOT NULL,
    class text NOT NULL,
    errors text[] NOT NULL,
    attempts integer NOT NULL,
    count bigint DEFAULT 1 NOT NULL,
    trace_id text NOT NULL,
    at timestamp with time zone NOT NULL,
    redriven_at timestamp with time zone,
    dropped_at timestamp with time zone,
    xid xid8 DEFAULT pg_current_xact_id()
);
CREATE TABLE public.dispatch (
    id uuid NOT NULL,
    consumer text DEFAULT ''::text NOT NULL,
    subject text NOT NULL,
    bytes integer DEFAULT 0 NOT NULL,
    run uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    look_at timestamp with time zone DEFAULT now() NOT NULL,
    relayed integer DEFAULT 0 NOT NULL,
    sent_at timestamp with time zone,
    sequence bigint,
    republished integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.entity (
    id text NOT NULL,
    identity text NOT NULL,
    tenant text DEFAULT ''::text NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    symbol text,
    name_key text NOT NULL,
    symbol_key text,
    verified boolean NOT NULL,
    banned text,
    aliases json DEFAULT '[]'::json NOT NULL,
    metadata json NOT NULL,
    keyed smallint DEFAULT 0 NOT NULL,
    changed xid8 DEFAULT pg_current_xact_id() NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.entity_fence
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.entity_key (
    kind smallint NOT NULL,
    key text NOT NULL,
    tenant text DEFAULT ''::text NOT NULL,
    rank smallint DEFAULT 1 NOT NULL,
    entity text NOT NULL
);
CREATE TABLE public.entity_lease (
    entity text NOT NULL,
    scope text NOT NULL,
    fence bigint NOT NULL,
    holder text,
    lease_until timestamp with time zone NOT NULL,
    consumer text,
    job uuid,
    tenant text
)
WITH (fillfactor='50');
CREATE TABLE public.event (
    job uuid NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    tenant text NOT NULL,
    source text NOT NULL,
    interesting boolean NOT NULL,
    score double precision NOT NULL,
    decided_by text NOT NULL,
    run uuid,
    tasks integer NOT NULL,
    body json NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.event_requester (
    event uuid NOT NULL,
    tenant text NOT NULL,
    token uuid,
    run uuid NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.evidence (
    job uuid NOT NULL,
    event uuid NOT NULL,
    tenant text NOT NULL,
    label text NOT NULL,
    entity text,
    body json NOT NULL,
    stored_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.fact (
    id bigint NOT NULL,
    entity text NOT NULL,
    attribute text NOT NULL,
    value text NOT NULL,
    valid_from timestamp with time zone NOT NULL,
    valid_until timestamp with time zone,
    learned_at timestamp with time zone NOT NULL,
    retired_at timestamp with time zone,
    source text NOT NULL,
    because text DEFAULT ''::text NOT NULL,
    tenant text,
    public boolean DEFAULT true NOT NULL,
    CONSTRAINT fact_check CHECK (((valid_until IS NULL) OR (valid_from < valid_until)))
);
ALTER TABLE public.fact ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.fact_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.forecast (
    run uuid NOT NULL,
    tenant text NOT NULL,
    probability double precision NOT NULL,
    answer text,
    cost bigint NOT NULL,
    body json NOT NULL,
    review text,
    approved json,
    ending json,
    made_at timestamp with time zone NOT NULL
);
CREATE TABLE public.gateway_request (
    tenant text NOT NULL,
    key text NOT NULL,
    hash bytea NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.gateway_token (
    id uuid NOT NULL,
    name text NOT NULL,
    tenant text NOT NULL,
    scopes text[] NOT NULL,
    secret_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    used_at timestamp with time zone
);
CREATE TABLE public.hearer (
    subject text NOT NULL,
    consumer text NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.inbox (
    consumer text NOT NULL,
    job uuid NOT NULL,
    holder text,
    strikes integer DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    last_error text,
    begun_at timestamp with time zone DEFAULT now() NOT NULL,
    done_at timestamp with time zone
)
WITH (fillfactor='70');
CREATE TABLE public.inbox_old (
    job uuid NOT NULL,
    slot smallint NOT NULL,
    consumer text NOT NULL
)
PARTITION BY LIST (slot);
CREATE TABLE public.inbox_old_0 (
    job uuid CONSTRAINT inbox_old_job_not_null NOT NULL,
    slot smallint CONSTRAINT inbox_old_slot_not_null NOT NULL,
    consumer text CONSTRAINT inbox_old_consumer_not_null NOT NULL
);
CREATE TABLE public.inbox_old_1 (
    job uuid CONSTRAINT inbox_old_job_not_null NOT NULL,
    slot smallint CONSTRAINT inbox_old_slot_not_null NOT NULL,
    consumer text CONSTRAINT inbox_old_consumer_not_null NOT NULL
);
CREATE TABLE public.inbox_old_2 (
    job uuid CONSTRAINT inbox_old_job_not_null NOT NULL,
    slot smallint CONSTRAINT inbox_old_slot_not_null NOT NULL,
    consumer text CONSTRAINT inbox_old_consumer_not_null NOT NULL
);
CREATE TABLE public.inbox_old_3 (
    job uuid CONSTRAINT inbox_old_job_not_null NOT NULL,
    slot smallint CONSTRAINT inbox_old_slot_not_null NOT NULL,
    consumer text CONSTRAINT inbox_old_consumer_not_null NOT NULL
);
CREATE TABLE public.inbox_old_4 (
    job uuid CONSTRAINT inbox_old_job_not_null NOT NULL,
    slot smallint CONSTRAINT inbox_old_slot_not_null NOT NULL,
    consumer text CONSTRAINT inbox_old_consumer_not_null NOT NULL
);
CREATE TABLE public.inbox_old_5 (
    job uuid CONSTRAINT inbox_old_job_not_null NOT NULL,
    slot smallint CONSTRAINT inbox_old_slot_not_null NOT NULL,
    consumer text CONSTRAINT inbox_old_consumer_not_null NOT NULL
);
CREATE TABLE public.inbox_old_6 (
    job uuid CONSTRAINT inbox_old_job_not_null NOT NULL,
    slot smallint CONSTRAINT inbox_old_slot_not_null NOT NULL,
    consumer text CONSTRAINT inbox_old_consumer_not_null NOT NULL
);
CREATE TABLE public.inbox_old_7 (
    job uuid CONSTRAINT inbox_old_job_not_null NOT NULL,
    slot smallint CONSTRAINT inbox_old_slot_not_null NOT NULL,
    consumer text CONSTRAINT inbox_old_consumer_not_null NOT NULL
);
CREATE TABLE public.inbox_old_block (
    block integer NOT NULL,
    fingerprints_0 bytea,
    fingerprints_1 bytea,
    fingerprints_2 bytea,
    fingerprints_3 bytea,
    fingerprints_4 bytea,
    fingerprints_5 bytea,
    fingerprints_6 bytea,
    fingerprints_7 bytea
);
CREATE TABLE public.inbox_period (
    slot smallint NOT NULL,
    opened_at timestamp with time zone DEFAULT now() NOT NULL,
    closed_at timestamp with time zone,
    fingerprinted boolean DEFAULT false NOT NULL,
    fingerprinted_to integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.instance (
    name text NOT NULL,
    alive_until timestamp with time zone NOT NULL,
    left_at timestamp with time zone
);
CREATE TABLE public.intake (
    tenant text NOT NULL,
    events bigint NOT NULL,
    bytes bigint NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE public.intake_change (
    tenant text NOT NULL,
    events bigint NOT NULL,
    bytes bigint NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000');
CREATE TABLE public.kept_answer (
    url text NOT NULL,
    hash text NOT NULL,
    body text NOT NULL,
    answered_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE TABLE public.macro_result (
    id uuid NOT NULL,
    tenant text NOT NULL,
    session uuid NOT NULL,
    subject text DEFAULT 'macro'::text NOT NULL,
    name text NOT NULL,
    version text NOT NULL,
    state text NOT NULL,
    event_id text NOT NULL,
    event uuid NOT NULL,
    body json NOT NULL,
    definition text NOT NULL,
    review json,
    execution json,
    made_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT macro_result_body_check CHECK ((octet_length((body)::text) <= 1048576)),
    CONSTRAINT macro_result_check CHECK (((state = 'pending'::text) = (review IS NULL))),
    CONSTRAINT macro_result_check1 CHECK (((state = 'executed'::text) = (execution IS NOT NULL))),
    CONSTRAINT macro_result_definition_check CHECK ((octet_length(definition) <= 131072)),
    CONSTRAINT macro_result_execution_check CHECK ((octet_length((execution)::text) <= 262144)),
    CONSTRAINT macro_result_name_check CHECK ((octet_length(name) <= 512)),
    CONSTRAINT macro_result_review_check CHECK ((octet_length((review)::text) <= 1048576)),
    CONSTRAINT macro_result_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'expired'::text, 'executed'::text]))),
    CONSTRAINT macro_result_subject_check CHECK ((subject = ANY (ARRAY['macro'::text, 'forecast'::text]))),
    CONSTRAINT macro_result_version_check CHECK ((octet_length(version) <= 512))
)
WITH (fillfactor='70');
CREATE TABLE public.macro_review (
    result uuid NOT NULL,
    state text NOT NULL,
    version bigint NOT NULL,
    by text NOT NULL,
    at timestamp with time zone NOT NULL,
    reason text NOT NULL,
    edits integer NOT NULL
);
CREATE TABLE public.macro_session (
    tenant text NOT NULL,
    id uuid NOT NULL,
    version bigint NOT NULL,
    state text NOT NULL,
    result uuid,
    changed json,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT macro_session_check CHECK (((state <> 'pending_review'::text) OR (result IS NOT NULL))),
    CONSTRAINT macro_session_state_check CHECK ((state = ANY (ARRAY['idle'::text, 'pending_review'::text, 'verbs_ready'::text, 'executed'::text]))),
    CONSTRAINT macro_session_version_check CHECK ((version >= 0))
)
WITH (fillfactor='70');
CREATE TABLE public.mcp_question (
    token uuid NOT NULL,
    session text NOT NULL,
    request text NOT NULL,
    tenant text DEFAULT NULLIF(current_setting('auspex.tenant'::text, true), ''::text),
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    answer text
);
CREATE TABLE public.mcp_session (
    id text NOT NULL,
    tenant text DEFAULT NULLIF(current_setting('auspex.tenant'::text, true), ''::text),
    token uuid NOT NULL,
    params text NOT NULL,
    opened_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.mcp_shown (
    token uuid NOT NULL,
    session uuid NOT NULL,
    tenant text DEFAULT NULLIF(current_setting('auspex.tenant'::text, true), ''::text),
    result uuid NOT NULL,
    version bigint NOT NULL,
    shown_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.mcp_task (
    id uuid NOT NULL,
    tenant text DEFAULT NULLIF(current_setting('auspex.tenant'::text, true), ''::text),
    token uuid NOT NULL,
    tool text NOT NULL,
    work text NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.nats_server (
    consumer text NOT NULL,
    server text NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.note (
    id uuid NOT NULL,
    tenant text NOT NULL,
    text text NOT NULL,
    summary text NOT NULL,
    keywords text NOT NULL,
    tags text NOT NULL,
    kind text NOT NULL,
    source_url text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    ended_because text,
    search tsvector DEFAULT ''::tsvector NOT NULL
);
CREATE TABLE public.note_embedding (
    note uuid NOT NULL,
    tenant text NOT NULL,
    model text NOT NULL,
    dimensions integer NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    embedding public.halfvec
);
CREATE TABLE public.note_fact (
    note uuid NOT NULL,
    tenant text NOT NULL,
    topic uuid NOT NULL,
    research uuid NOT NULL,
    question text NOT NULL,
    context text NOT NULL,
    dated timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    tier smallint NOT NULL,
    ended_by uuid
);
CREATE TABLE public.note_link (
    note uuid NOT NULL,
    other uuid NOT NULL,
    score double precision NOT NULL
);
CREATE TABLE public.note_of (
    entity text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    note uuid NOT NULL
);
CREATE TABLE public.note_sighting (
    note uuid NOT NULL,
    research uuid NOT NULL,
    entity text,
    made_at timestamp with time zone NOT NULL
);
CREATE TABLE public.note_source (
    note uuid NOT NULL,
    url text CONSTRAINT note_source_url_not_null1 NOT NULL,
    title text NOT NULL,
    publisher text NOT NULL,
    tier smallint NOT NULL,
    tier_reason text NOT NULL,
    quote text NOT NULL,
    published_at timestamp with time zone,
    fetched_at timestamp with time zone NOT NULL,
    content_hash text NOT NULL
);
CREATE TABLE public.outbox (
    id uuid NOT NULL,
    subject text NOT NULL,
    tenant text NOT NULL,
    payload bytea NOT NULL,
    traceparent text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.outcome (
    id bigint NOT NULL,
    tenant text NOT NULL,
    key text NOT NULL,
    run uuid,
    question text NOT NULL,
    background text DEFAULT ''::text NOT NULL,
    topic text DEFAULT ''::text NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    value double precision NOT NULL,
    resolved_at timestamp with time zone NOT NULL,
    learned_at timestamp with time zone NOT NULL,
    retired_at timestamp with time zone,
    origin text NOT NULL,
    because text DEFAULT ''::text NOT NULL,
    labelled smallint DEFAULT 0 NOT NULL,
    CONSTRAINT outcome_origin_check CHECK ((origin = ANY (ARRAY['hand'::text, 'file'::text, 'market'::text, 'import'::text]))),
    CONSTRAINT outcome_value_check CHECK (((value >= (0)::double precision) AND (value <= (1)::double precision)))
);
CREATE TABLE public.outcome_class (
    tenant text NOT NULL,
    class text NOT NULL,
    outcome bigint NOT NULL
);
ALTER TABLE public.outcome ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.outcome_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.page (
    url text NOT NULL,
    hash text NOT NULL,
    final_url text NOT NULL,
    content_type text NOT NULL,
    etag text,
    last_modified text,
    fetched_at timestamp with time zone NOT NULL,
    checked_at timestamp with time zone NOT NULL,
    fresh_until timestamp with time zone NOT NULL
);
CREATE TABLE public.page_bytes (
    hash text NOT NULL,
    loose_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_until timestamp with time zone
);
CREATE TABLE public.page_use (
    job uuid NOT NULL,
    hash text NOT NULL,
    url text NOT NULL,
    used_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.question (
    run uuid NOT NULL,
    id text NOT NULL,
    iteration integer NOT NULL,
    ordinal integer NOT NULL,
    body json NOT NULL
);
CREATE TABLE public.recalibration (
    tenant text NOT NULL,
    model text NOT NULL,
    with_crowd boolean NOT NULL,
    hour bigint NOT NULL,
    map json NOT NULL,
    fitted_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.redrive (
    id uuid NOT NULL,
    tenant text NOT NULL,
    consumer text,
    class text,
    reason text,
    letters integer NOT NULL,
    per_second integer NOT NULL,
    state text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    next_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT redrive_state_check CHECK ((state = ANY (ARRAY['canary'::text, 'running'::text, 'paused'::text, 'cancelled'::text, 'done'::text])))
);
CREATE TABLE public.redrive_letter (
    redrive uuid NOT NULL,
    letter uuid NOT NULL,
    job uuid NOT NULL,
    xid xid8,
    at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.report (
    key text NOT NULL,
    tenant text NOT NULL,
    markdown text NOT NULL,
    made_at timestamp with time zone NOT NULL
);
CREATE TABLE public.representation (
    entity text NOT NULL,
    tenant text DEFAULT ''::text NOT NULL,
    kind text NOT NULL,
    protocol text NOT NULL,
    chain text NOT NULL,
    context jsonb NOT NULL,
    active boolean NOT NULL,
    added_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.representation_context (
    key text NOT NULL,
    value text NOT NULL,
    tenant text DEFAULT ''::text NOT NULL,
    entity text NOT NULL
);
CREATE TABLE public.research (
    entity text NOT NULL,
    version bigint NOT NULL,
    number bigint NOT NULL,
    tenant text,
    public boolean DEFAULT true NOT NULL,
    fence bigint NOT NULL,
    body json NOT NULL,
    summary text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    ended_because text DEFAULT ''::text NOT NULL,
    stored_at timestamp with time zone DEFAULT now() NOT NULL,
    search tsvector DEFAULT ''::tsvector NOT NULL
);
CREATE TABLE public.result (
    id uuid NOT NULL,
    kind text NOT NULL,
    tenant text NOT NULL,
    event uuid NOT NULL,
    run uuid,
    body json NOT NULL,
    made_at timestamp with time zone NOT NULL,
    stored_at timestamp with time zone DEFAULT now() NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id()
);
CREATE TABLE public.result_reader (
    tenant text NOT NULL,
    since xid8 NOT NULL,
    until timestamp with time zone NOT NULL
);
CREATE TABLE public.result_removed (
    tenant text NOT NULL,
    xid xid8 NOT NULL,
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.review_desk (
    tenant text NOT NULL,
    result uuid NOT NULL,
    reviewer uuid NOT NULL,
    name text NOT NULL,
    opened_at timestamp with time zone DEFAULT now() NOT NULL,
    version bigint,
    data json,
    reason text DEFAULT ''::text NOT NULL,
    saved_at timestamp with time zone,
    CONSTRAINT review_desk_check CHECK (((version IS NULL) = (data IS NULL))),
    CONSTRAINT review_desk_check1 CHECK (((version IS NULL) = (saved_at IS NULL))),
    CONSTRAINT review_desk_data_check CHECK ((octet_length((data)::text) <= 1048576)),
    CONSTRAINT review_desk_reason_check CHECK ((octet_length(reason) <= 16000))
)
WITH (fillfactor='70');
CREATE TABLE public.run (
    id uuid NOT NULL,
    tenant text NOT NULL,
    event uuid NOT NULL,
    question text NOT NULL,
    body json NOT NULL,
    format integer DEFAULT 1 NOT NULL,
    phase text NOT NULL,
    iteration integer NOT NULL,
    outstanding integer NOT NULL,
    version bigint NOT NULL,
    deadline timestamp with time zone NOT NULL,
    cancelled json,
    ended json,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    market text,
    family text,
    CONSTRAINT run_outstanding_check CHECK ((outstanding >= 0)),
    CONSTRAINT run_phase_check CHECK ((phase = ANY (ARRAY['waiting'::text, 'analyzing'::text, 'done'::text])))
)
WITH (fillfactor='50');
CREATE VIEW public.run_forecast WITH (security_invoker='true') AS
 SELECT f.run,
    f.tenant,
    f.cost,
    f.made_at,
    f.ending,
    s.unpublished,
        CASE
            WHEN ((s.unpublished IS NULL) AND (f.answer IS NULL)) THEN COALESCE(((f.approved ->> 'probability'::text))::double precision, f.probability)
            ELSE NULL::double precision
        END AS probability,
        CASE
            WHEN (s.unpublished IS NULL) THEN f.answer
            ELSE NULL::text
        END AS answer,
        CASE
            WHEN (s.unpublished IS NULL) THEN COALESCE(f.approved, f.body)
            ELSE NULL::json
        END AS body
   FROM (public.forecast f
     CROSS JOIN LATERAL ( SELECT NULLIF(f.review, 'approved'::text) AS unpublished) s);
CREATE TABLE public.run_given_up (
    run uuid NOT NULL,
    round integer NOT NULL,
    because text NOT NULL,
    given_up_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.run_stop (
    run uuid NOT NULL,
    body json NOT NULL,
    stopped_at timestamp with time zone DEFAULT now() NOT NULL,
    tenant text DEFAULT NULLIF(current_setting('auspex.tenant'::text, true), ''::text)
);
CREATE TABLE public.schedule (
    tenant text NOT NULL,
    name text NOT NULL,
    cron text NOT NULL,
    event json NOT NULL,
    next_at timestamp with time zone,
    fired bigint DEFAULT 0 NOT NULL,
    last_at timestamp with time zone,
    last_job uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE VIEW public.scoped_call AS
 SELECT id,
    job,
    state,
    charged,
    budgets,
    tenant,
    agent,
    provider,
    model,
    tokens_read,
    tokens_written,
    step,
    opened_at,
    closed_at
   FROM public.call
  WHERE ((tenant = ANY (( SELECT string_to_array(current_setting('auspex.tenant'::text, true), ','::text) AS string_to_array)::text[])) OR (( SELECT current_setting('auspex.tenant'::text, true) AS current_setting) = '*'::text));
CREATE VIEW public.scoped_entity AS
 SELECT id,
    name_key,
    symbol_key,
    tenant
   FROM public.entity
  WHERE ((tenant = ''::text) OR (tenant = ANY (( SELECT string_to_array(current_setting('auspex.tenant'::text, true), ','::text) AS string_to_array)::text[])) OR (( SELECT current_setting('auspex.tenant'::text, true) AS current_setting) = '*'::text));
CREATE VIEW public.scoped_note AS
 SELECT id,
    tenant,
    search,
    ended_at
   FROM public.note
  WHERE ((tenant = ANY (( SELECT string_to_array(current_setting('auspex.tenant'::text, true), ','::text) AS string_to_array)::text[])) OR (( SELECT current_setting('auspex.tenant'::text, true) AS current_setting) = '*'::text));
CREATE VIEW public.scoped_research AS
 SELECT entity,
    version,
    search,
    ended_at,
    tenant,
    public
   FROM public.research
  WHERE ((tenant = ANY (( SELECT string_to_array(current_setting('auspex.tenant'::text, true), ','::text) AS string_to_array)::text[])) OR (public AND (( SELECT current_setting('auspex.shared_memory'::text, true) AS current_setting) = 'on'::text)) OR (( SELECT current_setting('auspex.tenant'::text, true) AS current_setting) = '*'::text));
CREATE TABLE public.step (
    job uuid NOT NULL,
    step text NOT NULL,
    input text NOT NULL,
    value bytea NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.tenant_load (
    instance text NOT NULL,
    consumer text NOT NULL,
    tenant text NOT NULL,
    running integer NOT NULL,
    held_back integer NOT NULL,
    limited text,
    oldest_at timestamp with time zone,
    at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.valuation (
    run uuid NOT NULL,
    round integer NOT NULL,
    body json NOT NULL,
    valued_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.verdict_group (
    id bigint NOT NULL,
    message uuid NOT NULL,
    tenant text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    kinds smallint[] NOT NULL,
    counts integer[] NOT NULL,
    jobs uuid[] NOT NULL,
    answered_at timestamp with time zone
)
WITH (fillfactor='90');
ALTER TABLE ONLY public.verdict_group ALTER COLUMN jobs SET STORAGE EXTERNAL;
CREATE SEQUENCE public.verdict_group_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.verdict_part_0 (
    job uuid NOT NULL,
    sequence bigint,
    grp bigint,
    score real,
    kind smallint,
    rule smallint,
    slot smallint CONSTRAINT verdict_part_slot_not_null NOT NULL,
    digest bytea
);
CREATE TABLE public.verdict_part_1 (
    job uuid NOT NULL,
    sequence bigint,
    grp bigint,
    score real,
    kind smallint,
    rule smallint,
    slot smallint CONSTRAINT verdict_part_slot_not_null NOT NULL,
    digest bytea
);
CREATE TABLE public.verdict_part_2 (
    job uuid NOT NULL,
    sequence bigint,
    grp bigint,
    score real,
    kind smallint,
    rule smallint,
    slot smallint CONSTRAINT verdict_part_slot_not_null NOT NULL,
    digest bytea
);
CREATE TABLE public.verdict_part_3 (
    job uuid NOT NULL,
    sequence bigint,
    grp bigint,
    score real,
    kind smallint,
    rule smallint,
    slot smallint CONSTRAINT verdict_part_slot_not_null NOT NULL,
    digest bytea
);
CREATE TABLE public.verdict_part_4 (
    job uuid NOT NULL,
    sequence bigint,
    grp bigint,
    score real,
    kind smallint,
    rule smallint,
    slot smallint CONSTRAINT verdict_part_slot_not_null NOT NULL,
    digest bytea
);
CREATE TABLE public.verdict_part_5 (
    job uuid NOT NULL,
    sequence bigint,
    grp bigint,
    score real,
    kind smallint,
    rule smallint,
    slot smallint CONSTRAINT verdict_part_slot_not_null NOT NULL,
    digest bytea
);
CREATE TABLE public.verdict_part_6 (
    job uuid NOT NULL,
    sequence bigint,
    grp bigint,
    score real,
    kind smallint,
    rule smallint,
    slot smallint CONSTRAINT verdict_part_slot_not_null NOT NULL,
    digest bytea
);
CREATE TABLE public.verdict_part_7 (
    job uuid NOT NULL,
    sequence bigint,
    grp bigint,
    score real,
    kind smallint,
    rule smallint,
    slot smallint CONSTRAINT verdict_part_slot_not_null NOT NULL,
    digest bytea
);
CREATE TABLE public.verdict_part_block (
    block integer NOT NULL,
    fingerprints_0 bytea,
    fingerprints_1 bytea,
    fingerprints_2 bytea,
    fingerprints_3 bytea,
    fingerprints_4 bytea,
    fingerprints_5 bytea,
    fingerprints_6 bytea,
    fingerprints_7 bytea
);
CREATE TABLE public.verdict_period (
    slot smallint NOT NULL,
    opened_at timestamp with time zone DEFAULT now() NOT NULL,
    closed_at timestamp with time zone,
    fingerprinted boolean DEFAULT false NOT NULL,
    fingerprinted_to integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.webhook_delivery (
    endpoint uuid NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    source uuid NOT NULL,
    occurred timestamp with time zone NOT NULL,
    data text,
    state text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_at timestamp with time zone DEFAULT now() NOT NULL,
    status integer,
    error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    done_at timestamp with time zone,
    CONSTRAINT webhook_delivery_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
)
WITH (fillfactor='70');
CREATE TABLE public.webhook_endpoint (
    id uuid NOT NULL,
    tenant text NOT NULL,
    url text NOT NULL,
    kinds text[] NOT NULL,
    description text NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    disabled_reason text,
    created_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    cursor_xid xid8 DEFAULT pg_snapshot_xmin(pg_current_snapshot()) NOT NULL,
    cursor_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    holder text,
    held_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    paused_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    failing_since timestamp with time zone,
    CONSTRAINT webhook_endpoint_description_check CHECK ((octet_length(description) <= 2048)),
    CONSTRAINT webhook_endpoint_url_check CHECK ((octet_length(url) <= 2048))
)
WITH (fillfactor='70');
CREATE TABLE public.webhook_secret (
    endpoint uuid NOT NULL,
    secret text NOT NULL,
    tenant text DEFAULT NULLIF(current_setting('auspex.tenant'::text, true), ''::text),
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone DEFAULT 'infinity'::timestamp with time zone NOT NULL
);
CREATE TABLE public.worker_model (
    worker text NOT NULL,
    body json NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.inbox_old ATTACH PARTITION public.inbox_old_0 FOR VALUES IN ('0');
ALTER TABLE ONLY public.inbox_old ATTACH PARTITION public.inbox_old_1 FOR VALUES IN ('1');
ALTER TABLE ONLY public.inbox_old ATTACH PARTITION public.inbox_old_2 FOR VALUES IN ('2');
ALTER TABLE ONLY public.inbox_old ATTACH PARTITION public.inbox_old_3 FOR VALUES IN ('3');
ALTER TABLE ONLY public.inbox_old ATTACH PARTITION public.inbox_old_4 FOR VALUES IN ('4');
ALTER TABLE ONLY public.inbox_old ATTACH PARTITION public.inbox_old_5 FOR VALUES IN ('5');
ALTER TABLE ONLY public.inbox_old ATTACH PARTITION public.inbox_old_6 FOR VALUES IN ('6');
ALTER TABLE ONLY public.inbox_old ATTACH PARTITION public.inbox_old_7 FOR VALUES IN ('7');
ALTER TABLE ONLY public.verdict_part ATTACH PARTITION public.verdict_part_0 FOR VALUES IN ('0');
ALTER TABLE ONLY public.verdict_part ATTACH PARTITION public.verdict_part_1 FOR VALUES IN ('1');
ALTER TABLE ONLY public.verdict_part ATTACH PARTITION public.verdict_part_2 FOR VALUES IN ('2');
ALTER TABLE ONLY public.verdict_part ATTACH PARTITION public.verdict_part_3 FOR VALUES IN ('3');
ALTER TABLE ONLY public.verdict_part ATTACH PARTITION public.verdict_part_4 FOR VALUES IN ('4');
ALTER TABLE ONLY public.verdict_part ATTACH PARTITION public.verdict_part_5 FOR VALUES IN ('5');
ALTER TABLE ONLY public.verdict_part ATTACH PARTITION public.verdict_part_6 FOR VALUES IN ('6');
ALTER TABLE ONLY public.verdict_part ATTACH PARTITION public.verdict_part_7 FOR VALUES IN ('7');
INSERT INTO public._sqlx_migrations VALUES
	(1, 'journal', '2026-11-30 00:16:54.341516+00', true, '\x0f891339aa89cacf680006e2f06c32244571128576b980084038d839dacea633cd306e63554094ced65b4fc75467f1e3', 30475586),
	(2, 'ledger', '2026-11-30 00:16:54.372572+00', true, '\xd4abafef2bb7b2cf6176d3860dbc98d35d5bc13a01676be94d057cb05d56fbe520c36711582781651a5276944a10957e', 14111679),
	(3, 'events', '2026-11-30 00:16:54.387082+00', true, '\x0ff488ce16ffdc170e67272b2c420f46da5238b8f8127e2e434f932c22dfea225226994530ff770024329c06d6e2efba', 17385762),
	(4, 'runs', '2026-11-30 00:16:54.405016+00', true, '\x7588488c45c48dda6009b308492c0f18eeeb4255b734d8abdb511e141d6f22cac548b9229aa2e0f782d1757c7722c7fc', 9868940),
	(5, 'outcomes', '2026-11-30 00:16:54.41531+00', true, '\x70ce8b4ad73f7460d006a8681277776c7b5a74789fd6dd8f6df7b63504846c184ff6282bcfca482adb0d197ec1eacc0d', 6256894),
	(6, 'results', '2026-11-30 00:16:54.421931+00', true, '\x51cedb957317f6d107b8a5f20b4c752b9b60b5d0753213cc50844f18ce4e9241d12ed09ffe30a4d3650c8a0b938444ec', 7228345),
	(7, 'entities', '2026-11-30 00:16:54.429602+00', true, '\xc2248b11a2ca0ffafa6f5534af2dbc6cfec56950562a487214245d30d2de276b1413873b365c449731a9022188c38b23', 18961278),
	(8, 'memory', '2026-11-30 00:16:54.449054+00', true, '\x21ef5b24f365e2b28b53aa364414ff08f0ac1e1da8400ca174d82ed51acd5bf94d830369c86318885a8a47f4e8e8d1bd', 10480606),
	(9, 'pages', '2026-11-30 00:16:54.460034+00', true, '\x79a4c52d1e0be32373d3b10d69ed898da0dd39bd1a690e51b75910fd21df99ddc4401670d1f69ce8483294f7069bada0', 4395235),
	(10, 'reviews', '2026-11-30 00:16:54.464753+00', true, '\x7693ee9dd584d9fb695aca1961722166fbb14e82be484037349e2658959d56b36c8693b5864ef197a7737870dda0ccb3', 7805561),
	(11, 'gateway', '2026-11-30 00:16:54.473088+00', true, '\xd447dd2d665623c0465891d195e19788720fee1814ad33e5fa39a4290200678c99efaa1330a98d430d9a239270d51afe', 10105140),
	(12, 'webhooks', '2026-11-30 00:16:54.483706+00', true, '\x5e339688e68c13b9cab7372a8528735477562d72dd46295947bb0905aae3ce900e0143eb819a78b16cfa123930dff102', 8255808),
	(13, 'facts', '2026-11-30 00:16:54.492444+00', true, '\x72d65f3377274b682a22e63f00f83954bb3d7548717f646fbac30c219a12b1770be231a6e046e89e7fd19266a5dc1c72', 8104534),
	(14, 'console', '2026-11-30 00:16:54.500892+00', true, '\x1b77512541e6eb70b0db08aec19928fe65b965e515aa71531f83235d5ba9f4d9e90968895ca4aa34b87d9b479a73ce33', 3751631);
INSERT INTO public.answer VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q3', false, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T00:26:55.919366038Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.954618350Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.954618350Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T00:16:55.954618350Z","expires_at":"2026-11-30T01:16:55.954618350Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":2915,"model":"MiniMax-M2","prompt_version":"033b833eac14"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 00:16:58.156522+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q1', false, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"critical","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a critical question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T00:26:55.919366038Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.958489093Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.958489093Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T00:16:55.958489093Z","expires_at":"2026-11-30T01:16:55.958489093Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1551,"model":"MiniMax-M2","prompt_version":"033b833eac14"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 00:16:58.602097+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q2', false, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"important","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a important question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T00:26:55.919366038Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.955522144Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.955522144Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T00:16:55.955522144Z","expires_at":"2026-11-30T01:16:55.955522144Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1578,"model":"MiniMax-M2","prompt_version":"033b833eac14"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 00:16:58.609067+00'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q3', false, '{"task":{"tenant":"default","event":"question-4","event_job":"547b5006-44c5-5481-8ab5-c57248a54ac8","subject":{"question":{"run":"7f96a149-1b72-5a76-b3ca-220bb5e48787","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T00:26:59.998216988Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.954618350Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.954618350Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T00:16:55.954618350Z","expires_at":"2026-11-30T01:16:55.954618350Z","ending":{"kind":"complete"},"from_cache":true,"tools_used":["get_cached_research"],"cost":0,"model":"MiniMax-M2","prompt_version":"033b833eac14","recalled":{"saved":2915,"facts":4}},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 00:17:00.054781+00'),
	('f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 'i1q3', false, '{"task":{"tenant":"default","event":"question-3","event_job":"62593234-1a7f-5a2b-84a9-b43cb657dfa7","subject":{"question":{"run":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 3 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T00:27:00.009415854Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.954618350Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.954618350Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T00:16:55.954618350Z","expires_at":"2026-11-30T01:16:55.954618350Z","ending":{"kind":"complete"},"from_cache":true,"tools_used":["get_cached_research"],"cost":0,"model":"MiniMax-M2","prompt_version":"033b833eac14","recalled":{"saved":2915,"facts":4}},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 00:17:00.083887+00'),
	('92af55a8-21ee-5507-aa25-fd4b93f362d1', 'i1q3', false, '{"task":{"tenant":"default","event":"question-2","event_job":"cd661a12-8561-5769-8954-7744a49d1e13","subject":{"question":{"run":"92af55a8-21ee-5507-aa25-fd4b93f362d1","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 2 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T00:27:00.479098864Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.954618350Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.954618350Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T00:16:55.954618350Z","expires_at":"2026-11-30T01:16:55.954618350Z","ending":{"kind":"complete"},"from_cache":true,"tools_used":["get_cached_research"],"cost":0,"model":"MiniMax-M2","prompt_version":"033b833eac14","recalled":{"saved":2915,"facts":4}},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 00:17:00.532507+00');
INSERT INTO public.answered_question VALUES
	('abf9ded4-18f7-5432-bdb5-d34081be556d', '73a539b9-cbec-5581-8929-4261715b9ed5', 'default', '2026-11-30 00:16:55.954618+00'),
	('c0ace3bd-f5c3-590f-8876-d5f79df42b89', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', 'default', '2026-11-30 00:16:55.955522+00'),
	('60072bff-a6d7-52a4-8757-609584b50482', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', 'default', '2026-11-30 00:16:55.958489+00');
INSERT INTO public.batch_lane VALUES
	('overdue-batches classifier', 'classifier-4a2b445d5641', '2026-11-30 00:19:54.887748+00'),
	('sweep-calls forecaster', 'forecaster-db8470408178', '2026-11-30 00:17:24.900406+00'),
	('sweep-calls classifier', 'classifier-4a2b445d5641', '2026-11-30 00:17:24.919003+00'),
	('sweep-calls writer', 'writer-ea11e8ee7cc9', '2026-11-30 00:17:24.927659+00'),
	('resolve-calls forecaster', 'forecaster-db8470408178', '2026-11-30 00:17:24.928889+00'),
	('resolve-calls classifier', 'classifier-4a2b445d5641', '2026-11-30 00:17:24.932869+00'),
	('resolve-calls writer', 'writer-ea11e8ee7cc9', '2026-11-30 00:17:24.9344+00'),
	('overdue-batches forecaster', 'forecaster-db8470408178', '2026-11-30 00:19:54.936241+00'),
	('prune', 'writer-ea11e8ee7cc9', '2026-11-30 02:16:54.936521+00'),
	('overdue-batches filter', 'filter-d720a867302a', '2026-11-30 00:19:54.936526+00'),
	('sweep-calls filter', 'filter-d720a867302a', '2026-11-30 00:17:24.940835+00'),
	('resolve-calls filter', 'filter-d720a867302a', '2026-11-30 00:17:24.94245+00'),
	('recycle', 'writer-ea11e8ee7cc9', '2026-11-30 00:26:54.947887+00'),
	('trim-streams', 'writer-ea11e8ee7cc9', '2026-11-30 00:17:54.95167+00'),
	('overdue-batches writer', 'writer-ea11e8ee7cc9', '2026-11-30 00:19:54.958222+00'),
	('overdue-batches researcher', 'researcher-84668d98047f', '2026-11-30 00:19:55.003374+00'),
	('collect-pages researcher', 'researcher-84668d98047f', '2026-11-30 00:46:55.005835+00'),
	('resolve-calls researcher', 'researcher-84668d98047f', '2026-11-30 00:17:25.006633+00'),
	('sweep-calls researcher', 'researcher-84668d98047f', '2026-11-30 00:17:25.007691+00'),
	('embed-notes writer', 'writer-ea11e8ee7cc9', '2026-11-30 00:17:06.961269+00'),
	('fire-schedules forecaster', 'forecaster-db8470408178', '2026-11-30 00:17:07.00069+00'),
	('end-runs forecaster', 'forecaster-db8470408178', '2026-11-30 00:17:07.001843+00'),
	('close-rounds forecaster', 'forecaster-db8470408178', '2026-11-30 00:17:07.00423+00');
INSERT INTO public.budget VALUES
	('task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 3000000, 0, 2915, false, NULL, NULL, '2026-11-30 00:16:55.959898+00'),
	('agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8:r1', 1000000, 0, 397, false, NULL, NULL, '2026-11-30 00:16:59.164034+00'),
	('agent:forecaster:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1', 1000000, 0, 397, false, NULL, NULL, '2026-11-30 00:16:59.170341+00'),
	('tenant:default:2026-11-30#00', 3040551, 0, 411, false, 'tenant:default:2026-11-30', 200000000, '2026-11-30 00:16:59.157263+00'),
	('agent:classifier:41ba4beb-03a0-503f-99d0-019eb046c5eb:41ba4beb-03a0-503f-99d0-019eb046c5eb', 300000, 0, 411, false, NULL, NULL, '2026-11-30 00:16:59.157263+00'),
	('task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 3000000, 0, 1551, false, NULL, NULL, '2026-11-30 00:17:00.052961+00'),
	('task:6a714971-90c2-540a-8c4e-664e1550ba11', 3000000, 0, 1192, false, NULL, NULL, '2026-11-30 00:17:00.032687+00'),
	('agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1', 1000000, 0, 3523, false, NULL, NULL, '2026-11-30 00:16:55.063785+00'),
	('run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 20000000, 0, 9567, false, NULL, NULL, '2026-11-30 00:16:55.063785+00'),
	('task:16fc92ec-2692-5d0a-840d-d7a13a53de03', 3000000, 0, 1551, false, NULL, NULL, '2026-11-30 00:16:55.965188+00'),
	('tenant:default:2026-11-30#16', 3139680, 0, 4714, false, 'tenant:default:2026-11-30', 200000000, '2026-11-30 00:16:55.063785+00'),
	('run:7f96a149-1b72-5a76-b3ca-220bb5e48787', 20000000, 0, 3167, false, NULL, NULL, '2026-11-30 00:16:59.164034+00'),
	('task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 3000000, 0, 1578, false, NULL, NULL, '2026-11-30 00:16:55.973383+00'),
	('agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3', 15000000, 0, 6044, false, NULL, NULL, '2026-11-30 00:16:55.959898+00'),
	('agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1', 3000000, 0, 6044, false, NULL, NULL, '2026-11-30 00:16:55.959898+00'),
	('agent:forecaster:cd661a12-8561-5769-8954-7744a49d1e13:r1', 1000000, 0, 397, false, NULL, NULL, '2026-11-30 00:16:59.616726+00'),
	('agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13', 15000000, 0, 31433, false, NULL, NULL, '2026-11-30 00:17:00.503413+00'),
	('agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3', 3000000, 0, 3306, false, NULL, NULL, '2026-11-30 00:16:59.647527+00'),
	('tenant:default:2026-11-30', 200000000, 0, 12273456, false, NULL, NULL, '2026-11-30 00:16:55.063785+00'),
	('tenant:default:2026-11-30#05', 3096165, 0, 46242, false, 'tenant:default:2026-11-30', 200000000, '2026-11-30 00:16:55.959898+00'),
	('agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7', 15000000, 0, 2689, false, NULL, NULL, '2026-11-30 00:17:00.052961+00'),
	('run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 20000000, 0, 3086, false, NULL, NULL, '2026-11-30 00:16:59.170341+00'),
	('task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 3000000, 0, 1138, false, NULL, NULL, '2026-11-30 00:17:00.07028+00'),
	('task:aafa021f-76ba-51d9-8659-2155bffb47e3', 3000000, 0, 3306, false, NULL, NULL, '2026-11-30 00:16:59.647527+00'),
	('agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8', 15000000, 0, 2770, false, NULL, NULL, '2026-11-30 00:17:00.024128+00'),
	('task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 3000000, 0, 30681, false, NULL, NULL, '2026-11-30 00:17:00.503413+00'),
	('agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1', 3000000, 0, 31433, false, NULL, NULL, '2026-11-30 00:17:00.503413+00'),
	('run:92af55a8-21ee-5507-aa25-fd4b93f362d1', 20000000, 0, 31830, false, NULL, NULL, '2026-11-30 00:16:59.616726+00'),
	('agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1', 3000000, 0, 2770, false, NULL, NULL, '2026-11-30 00:17:00.024128+00'),
	('task:49c98df2-9683-5607-baf4-b0b66192bbc2', 3000000, 0, 1578, false, NULL, NULL, '2026-11-30 00:17:00.024128+00'),
	('agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1', 3000000, 0, 2689, false, NULL, NULL, '2026-11-30 00:17:00.052961+00'),
	('task:1494ae69-ba54-5d91-bda9-d5443016254b', 3000000, 0, 752, false, NULL, NULL, '2026-11-30 00:17:00.507081+00'),
	('agent:filter:41ba4beb-03a0-503f-99d0-019eb046c5eb:27ea6218-e5a6-5bd6-80d9-8987c9756200', 300000, 0, 17274, false, NULL, NULL, '2026-11-30 00:17:01.834683+00'),
	('tenant:default:2026-11-30#07', 2997060, 0, 17274, false, 'tenant:default:2026-11-30', 200000000, '2026-11-30 00:17:01.834683+00');
INSERT INTO public.call VALUES
	('cf916d75-7913-5992-9d81-455d3d7dad3e', '945aad6b-60f2-5d6a-8f45-b00398af27d3', 'normalise', 'f62935677bd14c10ce463e327f8268467b392313549bc1454186d59bd5b6c4e0', 0, 'settled', 14914, 556, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-30#16}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1281, 69, false, 'forecaster-db8470408178', 0, '2026-11-30 00:16:55.063785+00', '2026-11-30 00:16:55.479161+00'),
	('2db4328e-7362-5566-b060-0c20988d7f41', '945aad6b-60f2-5d6a-8f45-b00398af27d3', 'decompose', 'b399825975fcdc92fe778b32217d66f4f3f4298ffc06dfd2f2f6dfd628e45f84', 0, 'settled', 15510, 636, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-30#16}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1272, 141, false, 'forecaster-db8470408178', 1, '2026-11-30 00:16:55.502543+00', '2026-11-30 00:16:55.911318+00'),
	('b93ff49d-7955-59b9-ae96-522b8ac4d156', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'turn-1', '338eb32743821eba89f9012c2d2d5214642b3ba3a5424b0e08de523619c7bac7', 0, 'settled', 20544, 1075, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2875, 17, false, 'researcher-84668d98047f', 0, '2026-11-30 00:16:55.959898+00', '2026-11-30 00:16:56.371231+00'),
	('fc36588d-e567-5ba0-82d8-fcf74d70dbdd', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'turn-1', '499d6937dd3369a37ac6be337d8359fae0cc1efa898a92d4043ebb3cb86a6f86', 0, 'settled', 20554, 205, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2882, 24, false, 'researcher-84668d98047f', 1, '2026-11-30 00:16:55.965188+00', '2026-11-30 00:16:56.37892+00'),
	('c218e406-b8fe-527a-af43-7228ed676288', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'turn-1', 'bc93ca4f1547d5fe5f0f636546095b154f024a4f8a742b9533c9875a76dfdf64', 0, 'settled', 20567, 217, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2890, 32, false, 'researcher-84668d98047f', 2, '2026-11-30 00:16:55.973383+00', '2026-11-30 00:16:56.382325+00'),
	('6551b853-010f-5bf0-9b28-3adac9c68488', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'snippets-568ec297', 'd20704bb7c823a16efef2a8e9937889e90b30caa06a8a63034ee99770c074906', 0, 'settled', 13893, 444, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 847, 120, false, 'researcher-84668d98047f', 3, '2026-11-30 00:16:56.385889+00', '2026-11-30 00:16:56.795349+00'),
	('6f46fd42-b58f-5ff1-8a55-b2eb24a836e7', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', 'estimate-3', '6b651691aeabece28c37f11a8f0426930f68484fceceee46bf846ae49055a8d0', 0, 'settled', 25244, 1225, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-30#16}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 2869, 183, false, 'forecaster-db8470408178', 2, '2026-11-30 00:16:58.631383+00', '2026-11-30 00:16:59.04165+00'),
	('571bd7d9-4165-54f3-b21a-af73a51d89dd', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', 'estimate-1', '9627f1ac80e877d9b8abc92d123b82a8e5de85a6e4ed7ad8de7df5ee78a3f69e', 0, 'settled', 25196, 552, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-30#16}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 2837, 183, false, 'forecaster-db8470408178', 3, '2026-11-30 00:16:58.631383+00', '2026-11-30 00:16:59.04165+00'),
	('b5d0dc3b-7f99-5034-808c-289239deaf0d', '41babd18-9d95-54dc-843a-0972f5ee9bdf', 'normalise', 'e9e389acd069855f8a473afeb976075e7afc1be0fc53f5733bd626cdd9f3c177', 0, 'settled', 14914, 149, '{agent:forecaster:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,tenant:default:2026-11-30#16}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1281, 69, false, 'forecaster-db8470408178', 6, '2026-11-30 00:16:59.170341+00', '2026-11-30 00:16:59.588077+00'),
	('06f73750-1457-55c1-a4d6-d2122fc3b136', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'snippets-568ec297', '70eae5877c28f1b2466792026e459f6db3c77afdcb11ff9bbd9e3f73a72e180a', 0, 'settled', 13902, 238, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 853, 120, false, 'researcher-84668d98047f', 4, '2026-11-30 00:16:56.38976+00', '2026-11-30 00:16:56.798867+00'),
	('6a0ddaf9-56bd-50f8-9228-72efddb273d4', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'turn-2', '5bc112254e36db1d107d1493949aa80a0b7e1360fb50468804e28c9b6fb88702', 0, 'settled', 20955, 283, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3051, 15, false, 'researcher-84668d98047f', 6, '2026-11-30 00:16:56.809369+00', '2026-11-30 00:16:57.223458+00'),
	('a0d52acb-a0be-5ffc-8b10-785185f3b811', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'turn-2', 'c9e111817ca97c8beb4b413e935a5d2ebb0196a350d0554f76a7c991643ef502', 0, 'settled', 20999, 294, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3080, 15, false, 'researcher-84668d98047f', 8, '2026-11-30 00:16:56.823647+00', '2026-11-30 00:16:57.235221+00'),
	('ac3f272e-7760-5b1e-994d-00c98cce36b5', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'read-sefa2f9ae', '75066420a040979c519bbedb80e99878b0b144a99498094e8e62e5d74634adbb', 0, 'settled', 15029, 256, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 970, 141, false, 'researcher-84668d98047f', 11, '2026-11-30 00:16:57.684408+00', '2026-11-30 00:16:58.100559+00'),
	('10556bf0-5c01-5e03-8799-30505d3f9412', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'read-s6bd1da71', '7d07c09b0bfa25353c066799a8ad2618d47a1924c6c7fa5961d341f2766bfcbc', 0, 'settled', 14935, 127, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 908, 49, false, 'researcher-84668d98047f', 14, '2026-11-30 00:16:57.691901+00', '2026-11-30 00:16:58.100559+00'),
	('fb975d90-6d10-5d36-ab5c-00861560a7ea', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'turn-3', '570dcadf1faae30286e0264d81fcfb38cff6d114f448c288b30855a5b333e6ea', 0, 'settled', 21500, 474, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3282, 246, false, 'researcher-84668d98047f', 15, '2026-11-30 00:16:57.691901+00', '2026-11-30 00:16:58.10384+00'),
	('92ab6557-b9e9-5720-8654-49333fcef7bb', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'turn-1', 'd42bab4e03a4b568ab3193f53521f6083b5eeca709795485ee9f347b7663fd49', 0, 'settled', 20567, 217, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2890, 32, false, 'researcher-84668d98047f', 22, '2026-11-30 00:17:00.07028+00', '2026-11-30 00:17:00.487886+00'),
	('f9d28f8a-fbab-511d-a1f7-370380ba07fc', '6a714971-90c2-540a-8c4e-664e1550ba11', 'snippets-568ec297', '053c51f5f8ef6d7557a2cc0b62fea9d8aa76a071f3dda055f9cf77c9225f98af', 0, 'settled', 13902, 238, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:6a714971-90c2-540a-8c4e-664e1550ba11,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 853, 120, false, 'researcher-84668d98047f', 25, '2026-11-30 00:17:00.462836+00', '2026-11-30 00:17:00.873075+00'),
	('3c51370e-287c-5293-8a55-db1f5fe465e2', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'turn-2', 'df943f307d670615f7c46b8f0fe5df577365d4daae6c0b043aed903c7d9ce91c', 0, 'settled', 20974, 287, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3063, 15, false, 'researcher-84668d98047f', 33, '2026-11-30 00:17:00.898731+00', '2026-11-30 00:17:01.30683+00'),
	('09d942ce-a05d-5e25-a2f1-09476cd26bf9', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'read-sefa2f9ae', 'cce11f0a6a640c83f63a30c6e0d06f321890f33fe594f2d856e45028aa962c9d', 0, 'settled', 15085, 216, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 1006, 98, false, 'researcher-84668d98047f', 37, '2026-11-30 00:17:00.946938+00', '2026-11-30 00:17:01.364922+00'),
	('8d66f53e-c9e0-5394-acc1-a8e9996bdae3', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'snippets-568ec297', '9c0844b97d44fadf6c1a3d873c2b2c13b47ce7e8ba836b0539e7db5d47a96700', 0, 'settled', 13915, 241, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 862, 120, false, 'researcher-84668d98047f', 5, '2026-11-30 00:16:56.39429+00', '2026-11-30 00:16:56.806123+00'),
	('f1194ec1-3f53-5167-8662-a54053c176e6', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'turn-2', 'c478677f8bae86dfe782cefe8862472f159e5bd9b22840a6d08158429a85385c', 0, 'settled', 20974, 287, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3063, 15, false, 'researcher-84668d98047f', 7, '2026-11-30 00:16:56.818167+00', '2026-11-30 00:16:57.230393+00'),
	('e46c80c7-3b2b-5c0b-87b9-ba1e885aef5e', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'read-sefa2f9ae', '70305cade300bd4765f697d0a997f811ecf806f785e3f478a60ad12a25ca4ee0', 0, 'settled', 15007, 513, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 955, 141, false, 'researcher-84668d98047f', 10, '2026-11-30 00:16:57.258574+00', '2026-11-30 00:16:57.668801+00'),
	('67b65133-3b5e-5da2-9e4a-c4588291b7a7', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'read-s6bd1da71', '86a8df360c0f62fc0a05fce0d28841ae5767fa597c1fee5c843d57198ae893b2', 0, 'settled', 14926, 126, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 902, 49, false, 'researcher-84668d98047f', 9, '2026-11-30 00:16:57.258574+00', '2026-11-30 00:16:57.672177+00'),
	('f88aa4da-c95a-582a-b9d4-be12f75b8e9f', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'read-sefa2f9ae', 'c0f963e3a593290d40992c1d3c593bc18419f7f19e0e95256e02118fb0726cb7', 0, 'settled', 15016, 254, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 961, 141, false, 'researcher-84668d98047f', 12, '2026-11-30 00:16:57.689142+00', '2026-11-30 00:16:58.097198+00'),
	('ab8ea039-1655-5406-960d-66e63cb51f03', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'read-s6bd1da71', 'a2c9a908a679af6b8c92116de47d7c6993c0b0d7d92e646d2fd9f67c58696cc3', 0, 'settled', 14948, 130, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 917, 49, false, 'researcher-84668d98047f', 13, '2026-11-30 00:16:57.689142+00', '2026-11-30 00:16:58.100559+00'),
	('68225ba5-cd5d-56d9-9eb1-8953a666ab71', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'turn-3', 'a1e2f65e22b04014ecfb9d76fbad59721a52ad47267a98763c68a40bbfb8fb12', 0, 'settled', 21519, 440, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3295, 217, false, 'researcher-84668d98047f', 16, '2026-11-30 00:16:58.125583+00', '2026-11-30 00:16:58.542195+00'),
	('1880e957-5efe-5170-9428-7ad773e895f5', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'turn-3', 'a386615604f99d1d84595482b081216e6c7da6dfbd0d9e208c6ffef60e491cae', 0, 'settled', 21544, 440, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3312, 217, false, 'researcher-84668d98047f', 17, '2026-11-30 00:16:58.13168+00', '2026-11-30 00:16:58.547144+00'),
	('7ddd351e-a8e7-5250-a397-81e09548ee4e', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', 'estimate-2', 'd219dc2b06de0c9497fef3f4c50e2d017561816cf3c6bca09682e5e390428960', 0, 'settled', 25206, 554, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-30#16}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 2844, 183, false, 'forecaster-db8470408178', 4, '2026-11-30 00:16:58.634787+00', '2026-11-30 00:16:59.04719+00'),
	('b3d7a7b9-b2b8-5a3c-b006-2149126ea85d', '3385a097-fcf0-5279-9d5a-59a8686fe43a', 'normalise', 'da4e4ff34b618b639e0668ce006dc13f1c299b29c925cfecc89e7df852429524', 0, 'settled', 14914, 149, '{agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,tenant:default:2026-11-30#16}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1281, 69, false, 'forecaster-db8470408178', 5, '2026-11-30 00:16:59.164034+00', '2026-11-30 00:16:59.577442+00'),
	('f4e247b0-b1ff-5688-9239-6e5d8889ee3b', '41ba4beb-03a0-503f-99d0-019eb046c5eb', 'classify', 'b5c6464c7177de80fd143cb9486fe668f52fb2381c3cdd58c4abb63b07edaa9a', 0, 'settled', 13193, 411, '{agent:classifier:41ba4beb-03a0-503f-99d0-019eb046c5eb:41ba4beb-03a0-503f-99d0-019eb046c5eb,tenant:default:2026-11-30#00}', 'default', 'classifier', '127.0.0.1', 'MiniMax-M2', 919, 64, false, 'classifier-4a2b445d5641', 0, '2026-11-30 00:16:59.157263+00', '2026-11-30 00:16:59.584414+00'),
	('6690e0c1-afe9-5c49-9641-7ae63450bba6', '3385a097-fcf0-5279-9d5a-59a8686fe43a', 'decompose', '9448b5805302d88c67a15b30983e1c2bb0a989005ddc8275c77c5b4343d433ae', 0, 'settled', 15510, 248, '{agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,tenant:default:2026-11-30#16}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1272, 141, false, 'forecaster-db8470408178', 7, '2026-11-30 00:16:59.585107+00', '2026-11-30 00:16:59.9942+00'),
	('0ebbd1e2-52ee-5563-9a45-90f0b0c8c048', '5ee2fcd7-e9ea-506e-abe3-a35a7af742ac', 'normalise', '83681b7c3f47880d5df295d6303e876a220a6eb6ba33109d76524fb298963c26', 0, 'settled', 14914, 149, '{agent:forecaster:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,tenant:default:2026-11-30#16}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1281, 69, false, 'forecaster-db8470408178', 9, '2026-11-30 00:16:59.616726+00', '2026-11-30 00:17:00.032695+00'),
	('5c2ed8a9-558b-5932-9469-500034aea0e6', '5ee2fcd7-e9ea-506e-abe3-a35a7af742ac', 'decompose', '81e22f40f3c165d04852d1634936eb17a00b656a64d3c05d437fc3514c70a4cc', 0, 'settled', 15510, 248, '{agent:forecaster:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,tenant:default:2026-11-30#16}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1272, 141, false, 'forecaster-db8470408178', 10, '2026-11-30 00:17:00.058464+00', '2026-11-30 00:17:00.473212+00'),
	('7ffb2447-578f-504c-98f7-2efffb72f72e', '41babd18-9d95-54dc-843a-0972f5ee9bdf', 'decompose', 'dd86051df23ed544927298c2a20baf1a78b28a4911828bd020b77defe3a0c465', 0, 'settled', 15510, 248, '{agent:forecaster:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,tenant:default:2026-11-30#16}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1272, 141, false, 'forecaster-db8470408178', 8, '2026-11-30 00:16:59.595624+00', '2026-11-30 00:17:00.004632+00'),
	('7f56f818-f021-5f45-9288-318e6ad601e4', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-1', 'd1356121ad330e933747efe77577fefbe837311ba462fba1078a1741d8f671d2', 0, 'settled', 21992, 1462, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3734, 83, false, 'researcher-84668d98047f', 18, '2026-11-30 00:16:59.647527+00', '2026-11-30 00:17:00.064492+00'),
	('0ee07be1-5f9c-5cd2-8392-5a3d0e627df5', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'turn-1', '55a28db228c16ee632cb3bad0a2e044e6188520149087aca22f6e9a4ba45084d', 0, 'settled', 20567, 217, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2890, 32, false, 'researcher-84668d98047f', 19, '2026-11-30 00:17:00.024128+00', '2026-11-30 00:17:00.440969+00'),
	('cba03786-1a62-5afc-90e7-5c3605b1dffa', '6a714971-90c2-540a-8c4e-664e1550ba11', 'turn-1', 'a78b81196bfb695b64048fed51724e0ab0fb10df5cc9ead7fb7eef7a9b537fa2', 0, 'settled', 20554, 205, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:6a714971-90c2-540a-8c4e-664e1550ba11,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2882, 24, false, 'researcher-84668d98047f', 20, '2026-11-30 00:17:00.032687+00', '2026-11-30 00:17:00.450363+00'),
	('ba1f6b37-a72e-530c-b8c6-40f523dc4aa0', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'turn-1', '0ccdf1b0730b5b2ef2711620faf0558a7b5b7a3350ce769a52e38ff84f32f790', 0, 'settled', 20554, 205, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2882, 24, false, 'researcher-84668d98047f', 21, '2026-11-30 00:17:00.052961+00', '2026-11-30 00:17:00.467857+00'),
	('da6fdee7-97fc-5907-8f0e-59a21bbc5546', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'snippets-568ec297', 'e5ced69fdada0b592142c4ef196ead5979ac363d1b53d9291217620dcc888721', 0, 'settled', 13898, 219, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 850, 105, false, 'researcher-84668d98047f', 23, '2026-11-30 00:17:00.093743+00', '2026-11-30 00:17:00.503413+00'),
	('4ef023f1-ac4d-577b-a9ef-4d4776945f64', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'snippets-568ec297', 'b1ce2056ae4a67f8b1f7637cc4fa5a1397f1def3dd9fdd59a92cd0c19dcbdcdc', 0, 'settled', 13915, 241, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 862, 120, false, 'researcher-84668d98047f', 24, '2026-11-30 00:17:00.453216+00', '2026-11-30 00:17:00.863376+00'),
	('c60bb4c4-e30f-533f-b936-b52eafdfa221', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'snippets-568ec297', '124cb15fad0abff090a8db0074ca816a924a072cddf9d01783a57be34cc24162', 0, 'settled', 13902, 238, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 853, 120, false, 'researcher-84668d98047f', 26, '2026-11-30 00:17:00.480148+00', '2026-11-30 00:17:00.890578+00'),
	('3061189c-3940-5afe-a156-8b1d448dc883', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'snippets-568ec297', 'f41cafc0f99b46a870868d3af9435f1ea40ca083bc96008a8c55adda26e818d4', 0, 'settled', 13915, 241, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 862, 120, false, 'researcher-84668d98047f', 27, '2026-11-30 00:17:00.499579+00', '2026-11-30 00:17:00.907333+00'),
	('9a5701ea-34d1-56ed-aeac-ce9d767c5d31', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'turn-1', 'f88c13119da6c6d0da01076c50ab965c274ec814aa33f53fb3e86d45d454fb68', 0, 'settled', 20554, 205, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2882, 24, false, 'researcher-84668d98047f', 28, '2026-11-30 00:17:00.503413+00', '2026-11-30 00:17:00.921171+00'),
	('acf2aef4-e32b-5706-bbe8-95313cb6f082', '1494ae69-ba54-5d91-bda9-d5443016254b', 'turn-1', 'bd8dc06367b876032aedb48e478a45f05fdc8179f255f7059b709fc813c66125', 0, 'settled', 20567, 217, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:1494ae69-ba54-5d91-bda9-d5443016254b,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2890, 32, false, 'researcher-84668d98047f', 29, '2026-11-30 00:17:00.507081+00', '2026-11-30 00:17:00.921171+00'),
	('8e46dd54-75cd-529c-8432-a626bcf1dfa0', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-2', 'e1258a79d02ceb98aff5d207b8fddab0a98c3e14306dc7d7dd4ee8c84d05247d', 0, 'settled', 23287, 513, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 4289, 15, false, 'researcher-84668d98047f', 30, '2026-11-30 00:17:00.522685+00', '2026-11-30 00:17:00.937524+00'),
	('416cda34-0f8e-5355-a312-84720544ceef', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'turn-2', '152978cb6312371e3f14bee425c837c979148185a9bec90f69b7eb41a0f7d152', 0, 'settled', 20999, 294, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3080, 15, false, 'researcher-84668d98047f', 31, '2026-11-30 00:17:00.876736+00', '2026-11-30 00:17:01.287674+00'),
	('bc8815db-8acf-5181-9cfb-a7c2594311bb', '6a714971-90c2-540a-8c4e-664e1550ba11', 'turn-2', 'c0a7cdbb06675dc8dd29a766c5eed48b2e3669cdfc7f2182997e9b1ac50bef25', 0, 'settled', 20974, 287, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:6a714971-90c2-540a-8c4e-664e1550ba11,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3063, 15, false, 'researcher-84668d98047f', 32, '2026-11-30 00:17:00.88637+00', '2026-11-30 00:17:01.294901+00'),
	('f6b10d56-2248-567b-ba8e-3a28a8473ab3', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'turn-2', 'bc32ea948d98d6e2c7c5869c18d5f7ae951b266e144bf985d9b40f784632aa2f', 0, 'settled', 20999, 294, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3080, 15, false, 'researcher-84668d98047f', 34, '2026-11-30 00:17:00.917974+00', '2026-11-30 00:17:01.326187+00'),
	('08aeaaaa-e877-5744-ba24-5f305e2fc7fd', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'snippets-568ec297', 'e903aa5fbc66a6893e015eefb76d75cc8a4f46d7b2c60328d111e684a5b24967', 0, 'settled', 13902, 238, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 853, 120, false, 'researcher-84668d98047f', 35, '2026-11-30 00:17:00.933353+00', '2026-11-30 00:17:01.343532+00'),
	('68c4faea-3c2e-5eec-9d63-e51f3d79f977', '1494ae69-ba54-5d91-bda9-d5443016254b', 'snippets-568ec297', '9f53626867052abd73a7e226eeb628e254d892172645720d867eb1cee1b74c35', 0, 'settled', 13915, 241, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:1494ae69-ba54-5d91-bda9-d5443016254b,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 862, 120, false, 'researcher-84668d98047f', 36, '2026-11-30 00:17:00.933353+00', '2026-11-30 00:17:01.346579+00'),
	('e3135d3f-57c6-5474-8cd6-7782f57b433c', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'read-s6bd1da71', '94a0ec568c262f8dad26e1846a93d67de5dff435309ae484f2da4e7017c76255', 0, 'settled', 15004, 141, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 953, 49, false, 'researcher-84668d98047f', 38, '2026-11-30 00:17:00.950848+00', '2026-11-30 00:17:01.364922+00'),
	('292e76d5-ecc2-5bf3-89a6-ca90b20a134e', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'read-s6bd1da71', '3987d0f727231664fcd4b554701bdbaa95a20e5c2ecdbafa09f2b151f7322067', 0, 'settled', 14948, 130, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 917, 49, false, 'researcher-84668d98047f', 40, '2026-11-30 00:17:01.30037+00', '2026-11-30 00:17:01.709887+00'),
	('cccf4a9e-8c90-535a-a18b-e1bde48967da', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'read-s6bd1da71', '2f01eff5192e15099c7bfe35a28696ab1d4977797fa3fd60295b973491d2e301', 0, 'settled', 14935, 127, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 908, 49, false, 'researcher-84668d98047f', 42, '2026-11-30 00:17:01.318032+00', '2026-11-30 00:17:01.725772+00'),
	('2397237a-0c69-59a0-a293-1611003c803e', '1494ae69-ba54-5d91-bda9-d5443016254b', 'turn-2', 'ed105393b8c0b32d9cf407f4df59e961b9221c67efbd4b7f93c0362b70e3ac02', 0, 'settled', 20999, 294, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:1494ae69-ba54-5d91-bda9-d5443016254b,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3080, 15, false, 'researcher-84668d98047f', 44, '2026-11-30 00:17:01.364922+00', '2026-11-30 00:17:01.775879+00'),
	('063eab80-0de9-5714-a06e-606d3651f867', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'read-s6bd1da71', 'bce664bf142d1fe4029a52ad23e75885b31fa652c8e318438070dd634e54d4cf', 0, 'intent', 14935, 14935, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'researcher-84668d98047f', 52, '2026-11-30 00:17:01.78572+00', NULL),
	('08aa885b-ea61-5f8c-a578-d8932a2773ab', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-3', 'c88010bef5482a95fd1de2aa9c3f4481648a56c2c36f6616b18024e26d154790', 0, 'settled', 23783, 755, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 4491, 458, false, 'researcher-84668d98047f', 45, '2026-11-30 00:17:01.379509+00', '2026-11-30 00:17:01.790677+00'),
	('ae31786d-3c8a-5e0a-aa4a-5527a9f71716', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'read-s6bd1da71', 'a106fce34bf9dc09d176f1f8b38dc6b86a9b7ab2f6d36e305ac1faaad3222222', 0, 'settled', 14948, 130, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 917, 49, false, 'researcher-84668d98047f', 48, '2026-11-30 00:17:01.741085+00', '2026-11-30 00:17:02.160854+00'),
	('da121360-d1d9-51c8-a9bf-d3f261b03e40', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'read-sefa2f9ae', '465474973cdfbd0169e331b20e971e954ab69745547970c392e62f2b16e3ce7c', 0, 'settled', 15029, 256, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 970, 141, false, 'researcher-84668d98047f', 49, '2026-11-30 00:17:01.752884+00', '2026-11-30 00:17:02.168415+00'),
	('a08ffc17-3cf8-58be-8ee3-7fc40da45016', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'read-sefa2f9ae', '3b4ca3782d9be9542c5a8457cd79503196fc22427ffc855cef0edecbcab8a33c', 0, 'settled', 15029, 256, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 970, 141, false, 'researcher-84668d98047f', 39, '2026-11-30 00:17:01.297053+00', '2026-11-30 00:17:01.705892+00'),
	('fdfcd6d7-bb6f-5f8a-b022-0524a14aaeeb', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'read-sefa2f9ae', '7fab8fcc3067c66432d5707d116751d5474342e0255aad89cd5866f3ad86c521', 0, 'settled', 15016, 254, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 961, 141, false, 'researcher-84668d98047f', 41, '2026-11-30 00:17:01.315395+00', '2026-11-30 00:17:01.729103+00'),
	('03941f2b-1a7d-5bfe-a50d-6fc1783faba2', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'turn-2', '7fcda11683f2e480082f8d68125ac50cb144dc205bf79716f5ca9a7a63ba8723', 0, 'settled', 20974, 287, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3063, 15, false, 'researcher-84668d98047f', 43, '2026-11-30 00:17:01.356248+00', '2026-11-30 00:17:01.772809+00'),
	('91eb0574-e27d-5917-adf4-59e31b0b3466', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'read-sefa2f9ae', 'ede5254aac1267c87d95c538c8bc9f8b101ae6f1ae4be4ef23c5edfe3d7da611', 0, 'intent', 15016, 15016, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'researcher-84668d98047f', 51, '2026-11-30 00:17:01.78285+00', NULL),
	('b35936cc-c88d-5b91-ad9e-8fb49ff6e4a5', '6a714971-90c2-540a-8c4e-664e1550ba11', 'turn-3', '4463c27144529fbd240a1fbe520f40ab9ee62637bea79f6f3ccd9f63c020ec92', 0, 'settled', 21610, 462, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:6a714971-90c2-540a-8c4e-664e1550ba11,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3354, 217, false, 'researcher-84668d98047f', 46, '2026-11-30 00:17:01.729103+00', '2026-11-30 00:17:02.146671+00'),
	('5d6e0c4c-ff2b-5468-a3db-f1898e1db3d6', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'turn-3', '4da0e7a890a24969cd539f56383676992cb45aa5ebde926f1d2a517d4243a936', 0, 'settled', 21544, 440, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3312, 217, false, 'researcher-84668d98047f', 47, '2026-11-30 00:17:01.729103+00', '2026-11-30 00:17:02.146671+00'),
	('a7be8af8-6609-5a46-a387-c86d11ceddeb', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'turn-3', '0dfaf40312a663800ccd1d3ecde10d31e84c20cbceb8fdd3591eaa46bee57221', 0, 'settled', 21519, 440, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3295, 217, false, 'researcher-84668d98047f', 50, '2026-11-30 00:17:01.755865+00', '2026-11-30 00:17:02.168415+00'),
	('557cad52-4ec4-5461-9575-b53bd11cd136', '27ea6218-e5a6-5bd6-80d9-8987c9756200', 'filter', '288546cc478613adf9dbc8ac5cca8c373ef9292186c1735111bbfd5aea506954', 0, 'intent', 17274, 17274, '{agent:filter:41ba4beb-03a0-503f-99d0-019eb046c5eb:27ea6218-e5a6-5bd6-80d9-8987c9756200,tenant:default:2026-11-30#07}', 'default', 'filter', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'filter-d720a867302a', 0, '2026-11-30 00:17:01.834683+00', NULL);
INSERT INTO public.call_unsettled VALUES
	('91eb0574-e27d-5917-adf4-59e31b0b3466'),
	('063eab80-0de9-5714-a06e-606d3651f867'),
	('557cad52-4ec4-5461-9575-b53bd11cd136');
INSERT INTO public.dispatch VALUES
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'researcher', 'auspex.research.requested', 333, NULL, '2026-11-30 00:17:00.009073+00', '2026-11-30 00:17:00.009073+00', 0, '2026-11-30 00:17:00.022349+00', 25, 0),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'researcher', 'auspex.research.requested', 360, NULL, '2026-11-30 00:17:00.009073+00', '2026-11-30 00:17:00.009073+00', 0, '2026-11-30 00:17:00.022349+00', 26, 0),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'researcher', 'auspex.research.requested', 334, NULL, '2026-11-30 00:17:00.478882+00', '2026-11-30 00:17:00.478882+00', 0, '2026-11-30 00:17:00.489953+00', 32, 0),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'researcher', 'auspex.research.requested', 361, NULL, '2026-11-30 00:17:00.478882+00', '2026-11-30 00:17:00.478882+00', 0, '2026-11-30 00:17:00.489953+00', 33, 0),
	('27ea6218-e5a6-5bd6-80d9-8987c9756200', 'filter', 'auspex.research.gathered', 2920, NULL, '2026-11-30 00:17:01.82038+00', '2026-11-30 00:17:01.82038+00', 0, '2026-11-30 00:17:01.834113+00', 37, 0),
	('651c05ab-1e00-5787-9f1a-1aac3d0b929e', 'forecaster-evidence', 'auspex.evidence.filtered', 1491, NULL, '2026-11-30 00:17:02.182529+00', '2026-11-30 00:17:02.182529+00', 0, NULL, NULL, 0),
	('651c05ab-1e00-5787-9f1a-1aac3d0b929e', 'writer-evidence', 'auspex.evidence.filtered', 1491, NULL, '2026-11-30 00:17:02.182529+00', '2026-11-30 00:17:02.182529+00', 0, NULL, NULL, 0),
	('4d262f8b-49ec-5759-93f3-b824e2789a06', 'filter', 'auspex.research.gathered', 1460, NULL, '2026-11-30 00:17:02.174685+00', '2026-11-30 00:17:02.174685+00', 0, '2026-11-30 00:17:02.191396+00', 39, 0);
INSERT INTO public.entity VALUES
	('token-zzzzzzz1zzzz', 'mint:ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'crypto-token', 'Zebra Coin 1', 'ZEB1', 'zebra coin 1', 'zeb1', false, NULL, '[]', '{"website":"https://zebras.example/report"}', 2, '1020', '2026-11-30 00:16:59.624652+00');
INSERT INTO public.entity_key VALUES
	(0, '4:mint:ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 1, 'token-zzzzzzz1zzzz'),
	(1, 'zeb1', '', 1, 'token-zzzzzzz1zzzz'),
	(2, 'zebracoin1', '', 1, 'token-zzzzzzz1zzzz'),
	(3, 'zebl', '', 1, 'token-zzzzzzz1zzzz'),
	(3, 'zebracolnl', '', 1, 'token-zzzzzzz1zzzz'),
	(4, 'ebracoin1', '', 1, 'token-zzzzzzz1zzzz'),
	(4, 'zbracoin1', '', 1, 'token-zzzzzzz1zzzz'),
	(4, 'zebacoin1', '', 1, 'token-zzzzzzz1zzzz'),
	(4, 'zebracin1', '', 1, 'token-zzzzzzz1zzzz'),
	(4, 'zebracoi1', '', 1, 'token-zzzzzzz1zzzz'),
	(4, 'zebracoin', '', 1, 'token-zzzzzzz1zzzz'),
	(4, 'zebracoin1', '', 1, 'token-zzzzzzz1zzzz'),
	(4, 'zebracon1', '', 1, 'token-zzzzzzz1zzzz'),
	(4, 'zebraoin1', '', 1, 'token-zzzzzzz1zzzz'),
	(4, 'zebrcoin1', '', 1, 'token-zzzzzzz1zzzz'),
	(4, 'zeracoin1', '', 1, 'token-zzzzzzz1zzzz'),
	(5, 'zzzzzzzz', '', 1, 'token-zzzzzzz1zzzz'),
	(6, 'zzz1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 1, 'token-zzzzzzz1zzzz');
INSERT INTO public.entity_lease VALUES
	('token-zzzzzzz1zzzz', 'default', 1, NULL, '2026-11-30 00:17:01.82038+00', 'researcher', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'default');
INSERT INTO public.event VALUES
	('f2537a07-c611-50bb-9e80-59b46ace83b3', 'question-1', 'question', 'default', 'tests', true, 1, 'rule', '348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 0, '{"event":{"id":"question-1","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"question asked","decided_by":"rule","identifiers":[],"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tasks":0,"prompt_version":""}', '2026-11-30 00:16:55.026331+00'),
	('547b5006-44c5-5481-8ab5-c57248a54ac8', 'question-4', 'question', 'default', 'tests', true, 1, 'rule', '7f96a149-1b72-5a76-b3ca-220bb5e48787', 0, '{"event":{"id":"question-4","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"question asked","decided_by":"rule","identifiers":[],"run":"7f96a149-1b72-5a76-b3ca-220bb5e48787","tasks":0,"prompt_version":""}', '2026-11-30 00:16:59.1327+00'),
	('62593234-1a7f-5a2b-84a9-b43cb657dfa7', 'question-3', 'question', 'default', 'tests', true, 1, 'rule', 'f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 0, '{"event":{"id":"question-3","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 3 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"question asked","decided_by":"rule","identifiers":[],"run":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","tasks":0,"prompt_version":""}', '2026-11-30 00:16:59.132694+00'),
	('41ba4beb-03a0-503f-99d0-019eb046c5eb', 'tx-1', 'transaction', 'default', 'tests', true, 0.883, 'model', NULL, 1, '{"event":{"id":"tx-1","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"transaction":{"signature":"signature-1","time":null,"kind":"SWAP","program":"JUPITER","wallets":["wallet-1"],"legs":[{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","symbol":"ZEB1","amount":1000.0,"usd_value":50000000000,"from":"","to":""}],"usd_value":50000000000,"description":"wallet-1 swapped 50,000 USD","failed":false}}},"interesting":true,"score":0.883,"reason":"Offline model: it moves 50000.00 dollars, it is a swap, and 1 of its tokens have not been researched.","decided_by":"model","identifiers":[{"identifier":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","fate":"research"}],"run":null,"tasks":1,"prompt_version":"1044800cc953"}', '2026-11-30 00:16:59.132704+00'),
	('cd661a12-8561-5769-8954-7744a49d1e13', 'question-2', 'question', 'default', 'tests', true, 1, 'rule', '92af55a8-21ee-5507-aa25-fd4b93f362d1', 0, '{"event":{"id":"question-2","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 2 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"question asked","decided_by":"rule","identifiers":[],"run":"92af55a8-21ee-5507-aa25-fd4b93f362d1","tasks":0,"prompt_version":""}', '2026-11-30 00:16:59.132644+00');
INSERT INTO public.evidence VALUES
	('73a539b9-cbec-5581-8929-4261715b9ed5', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'default', 'What is known about this: The ministry''s site.', NULL, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T00:26:55.919366038Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.954618350Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.954618350Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T00:16:55.954618350Z","expires_at":"2026-11-30T01:16:55.954618350Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":2915,"model":"MiniMax-M2","prompt_version":"033b833eac14"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 00:16:58.173591+00'),
	('0fc0d961-d8f6-5856-ab2c-a93ade73c211', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'default', 'How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?', NULL, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"important","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a important question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T00:26:55.919366038Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.955522144Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.955522144Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T00:16:55.955522144Z","expires_at":"2026-11-30T01:16:55.955522144Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1578,"model":"MiniMax-M2","prompt_version":"033b833eac14"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 00:16:58.605736+00'),
	('c696d3e4-d53d-59e8-923d-0656f5896b4e', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'default', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', NULL, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"critical","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a critical question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T00:26:55.919366038Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.958489093Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.958489093Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T00:16:55.958489093Z","expires_at":"2026-11-30T01:16:55.958489093Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1551,"model":"MiniMax-M2","prompt_version":"033b833eac14"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 00:16:58.605736+00'),
	('e0ad3a6e-6a12-567c-82bc-7169b598a590', '547b5006-44c5-5481-8ab5-c57248a54ac8', 'default', 'What is known about this: The ministry''s site.', NULL, '{"task":{"tenant":"default","event":"question-4","event_job":"547b5006-44c5-5481-8ab5-c57248a54ac8","subject":{"question":{"run":"7f96a149-1b72-5a76-b3ca-220bb5e48787","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T00:26:59.998216988Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.954618350Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.954618350Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T00:16:55.954618350Z","expires_at":"2026-11-30T01:16:55.954618350Z","ending":{"kind":"complete"},"from_cache":true,"tools_used":["get_cached_research"],"cost":0,"model":"MiniMax-M2","prompt_version":"033b833eac14","recalled":{"saved":2915,"facts":4}},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 00:17:00.046611+00'),
	('45139f42-319a-57b2-80fe-b1dfbad77db9', '62593234-1a7f-5a2b-84a9-b43cb657dfa7', 'default', 'What is known about this: The ministry''s site.', NULL, '{"task":{"tenant":"default","event":"question-3","event_job":"62593234-1a7f-5a2b-84a9-b43cb657dfa7","subject":{"question":{"run":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 3 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T00:27:00.009415854Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.954618350Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.954618350Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T00:16:55.954618350Z","expires_at":"2026-11-30T01:16:55.954618350Z","ending":{"kind":"complete"},"from_cache":true,"tools_used":["get_cached_research"],"cost":0,"model":"MiniMax-M2","prompt_version":"033b833eac14","recalled":{"saved":2915,"facts":4}},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 00:17:00.082281+00'),
	('cc611a65-2ebb-5e49-8487-f54008808645', 'cd661a12-8561-5769-8954-7744a49d1e13', 'default', 'What is known about this: The ministry''s site.', NULL, '{"task":{"tenant":"default","event":"question-2","event_job":"cd661a12-8561-5769-8954-7744a49d1e13","subject":{"question":{"run":"92af55a8-21ee-5507-aa25-fd4b93f362d1","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 2 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T00:27:00.479098864Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.954618350Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T00:16:55.954618350Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T00:16:55.954618350Z","expires_at":"2026-11-30T01:16:55.954618350Z","ending":{"kind":"complete"},"from_cache":true,"tools_used":["get_cached_research"],"cost":0,"model":"MiniMax-M2","prompt_version":"033b833eac14","recalled":{"saved":2915,"facts":4}},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 00:17:00.526437+00');
INSERT INTO public.fact OVERRIDING SYSTEM VALUE VALUES
	(1, 'token-zzzzzzz1zzzz', 'finding:05eef405fa5d541a', 'A court found that the Ministry of Zebras was late with two reports.', '2026-11-30 00:16:59.642907+00', NULL, '2026-11-30 00:17:01.824654+00', NULL, 'https://news.example/zebras.html', '', 'default', true),
	(2, 'token-zzzzzzz1zzzz', 'finding:0ded86e45f174c19', 'Zebra Coin 1 (ZEB1), mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is not on Jupiter''s verified list.', '2026-11-30 00:16:59.642907+00', NULL, '2026-11-30 00:17:01.824654+00', NULL, 'tool:get_token_metadata/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'default', true),
	(3, 'token-zzzzzzz1zzzz', 'finding:4d190eb540a8b7ec', 'RugCheck gives ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz a risk score of 1 on a scale from 0 to 100; higher is riskier.', '2026-11-30 00:16:59.642907+00', NULL, '2026-11-30 00:17:01.824654+00', NULL, 'tool:check_rugcheck/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'default', true),
	(4, 'token-zzzzzzz1zzzz', 'finding:8fa1db779e2f306d', 'The sum of the scores of all risks that RugCheck names of ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz is 1, which has no upper limit.', '2026-11-30 00:16:59.642907+00', NULL, '2026-11-30 00:17:01.824654+00', NULL, 'tool:check_rugcheck/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'default', true),
	(5, 'token-zzzzzzz1zzzz', 'finding:b3cc2505772c5e5c', 'RugCheck names no risk of ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz.', '2026-11-30 00:16:59.642907+00', NULL, '2026-11-30 00:17:01.824654+00', NULL, 'tool:check_rugcheck/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'default', true),
	(6, 'token-zzzzzzz1zzzz', 'finding:c67f55bb39fb12ed', 'The Ministry of Zebras has published a report in every quarter since 2019.', '2026-11-30 00:16:59.642907+00', NULL, '2026-11-30 00:17:01.824654+00', NULL, 'https://zebras.example/report.html', '', 'default', true),
	(7, 'token-zzzzzzz1zzzz', 'finding:e78a7163a4fb8335', 'Zebra Coin is not issued by the ministry, which has warned against it twice.', '2026-11-30 00:16:59.642907+00', NULL, '2026-11-30 00:17:01.824654+00', NULL, 'https://zebras.example/report.html', '', 'default', true),
	(8, 'token-zzzzzzz1zzzz', 'finding:f6b923b589040841', 'By Jupiter, the issuer of Zebra Coin 1 (ZEB1) states the website https://zebras.example/report.', '2026-11-30 00:16:59.642907+00', NULL, '2026-11-30 00:17:01.824654+00', NULL, 'tool:get_token_metadata/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'default', true);
INSERT INTO public.forecast VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'default', 0.4, NULL, 9567, '{"run":{"id":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","asked":{"text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":"2026-12-31T23:59:59Z","market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-30T00:16:55.035470560Z","reading":{"deadline":{"at":"2026-12-31T23:59:59Z","quote":"by the end of 2026"},"counts":"","reporter":"","synonyms":[],"language":"","assumption":"","clarification":"","family":{"key":"eaffe153-4d43-55d9-a835-5b27a50cc1cb","deadline":"2026-12-31T23:59:59Z"}}},"probability":0.4,"lower":0.20497832964187282,"upper":0.6328667171491633,"confidence":0.05000000000000001,"reasoning":"This is the offline model: it reads the findings and does not judge them. It starts from what the form of the question alone says, because no like questions are known. The Ministry of Zebras has published a report in every quarter since 2019 [i1q1/f1].","base_rates":[{"kind":"reference_class","description":"most events that may happen within 31 days do not","rate":0.2812284307723939,"cases":null,"source":"stated by the model"},{"kind":"market","description":"the market''s price when it was asked","rate":0.4,"cases":null,"source":"the event that asked"}],"samples":[0.28122843077239384,0.28122843077239384,0.28122843077239384],"recommendation":{"action":"abstain","price":0.4,"edge":-0.11877156922760623,"net_edge":0.09877156922760623,"fraction":0.0,"size":0,"reason":"the confidence of 0.05 is under 0.30; the price, with its costs, lies within the middle half of the own view, 0.196 to 0.386"},"evidence_used":["i1q1/f1"],"iterations":1,"questions_asked":3,"questions_answered":3,"cost":9567,"flags":[],"model":"offline-1","prompt_version":"b6c2e7d37107","made_at":"2026-11-30T00:16:59.052367808Z","uncalibrated":null,"account":{"recalibration":"identity: 0 outcomes are known, a map needs 100","rounds":[],"costs":[{"agent":"researcher","model":"MiniMax-M2","calls":18,"cost":6044,"input_tokens":35905,"output_tokens":1728},{"agent":"forecaster","model":"MiniMax-M2","calls":5,"cost":3523,"input_tokens":11103,"output_tokens":759}],"budgets":[{"scope":"tenant:default:2026-11-30","limit":200000000,"left":199990433},{"scope":"run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","limit":20000000,"left":19990433},{"scope":"call","limit":2000000,"left":2000000},{"scope":"agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1","limit":1000000,"left":996477},{"scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1","limit":3000000,"left":2993956},{"scope":"agent:filter:f2537a07-c611-50bb-9e80-59b46ace83b3:r1","limit":300000,"left":300000},{"scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3","limit":15000000,"left":14993956}],"memory":{"questions":0,"saved":0},"views":{"stated":0.28122843077239384,"computed":0.2812284307723938,"own":0.2812284307723938,"pooled":0.4,"price":{"price":0.4,"weight":3.0,"own_weight":0.0,"reason":"3 by default, times 1.00 for 32 days until the close"}},"estimates":[{"perspective":"base rate first","model":"offline-1","stated":0.2812284307723939,"start":0.28122843077239384,"computed":0.28122843077239384,"view":0.28122843077239384,"confidence":0.05,"support":0.0,"settled":false},{"perspective":"evidence first","model":"offline-1","stated":0.2812284307723939,"start":0.28122843077239384,"computed":0.28122843077239384,"view":0.28122843077239384,"confidence":0.05,"support":0.0,"settled":false},{"perspective":"what would have to be true","model":"offline-1","stated":0.2812284307723939,"start":0.28122843077239384,"computed":0.28122843077239384,"view":0.28122843077239384,"confidence":0.05,"support":0.0,"settled":false}],"case":{"why_not_higher":"","why_not_lower":"","would_change":""}}}', NULL, NULL, NULL, '2026-11-30 00:16:59.052367+00');
INSERT INTO public.hearer VALUES
	('auspex.classification.grouped', 'writer-verdicts', '2026-11-30 00:16:54.844395+00'),
	('auspex.classification.made', 'writer-classifications', '2026-11-30 00:16:54.844395+00'),
	('auspex.event.directions', 'classifier', '2026-11-30 00:16:54.844395+00'),
	('auspex.event.entity_request', 'classifier', '2026-11-30 00:16:54.844395+00'),
	('auspex.event.macro', 'classifier', '2026-11-30 00:16:54.844395+00'),
	('auspex.event.question', 'classifier', '2026-11-30 00:16:54.844395+00'),
	('auspex.event.retrieval_miss', 'classifier', '2026-11-30 00:16:54.844395+00'),
	('auspex.event.scout_alert', 'classifier', '2026-11-30 00:16:54.844395+00'),
	('auspex.event.transaction', 'classifier', '2026-11-30 00:16:54.844395+00'),
	('auspex.forecast.requested', 'forecaster-runs', '2026-11-30 00:16:54.844395+00'),
	('auspex.research.requested', 'researcher', '2026-11-30 00:16:54.844395+00'),
	('auspex.evidence.filtered', 'forecaster-evidence', '2026-11-30 00:16:54.874625+00'),
	('auspex.evidence.filtered', 'writer-evidence', '2026-11-30 00:16:54.874625+00'),
	('auspex.forecast.made', 'writer-forecasts', '2026-11-30 00:16:54.881993+00'),
	('auspex.run.answered', 'forecaster-rounds', '2026-11-30 00:16:54.881993+00'),
	('auspex.run.ended', 'writer-endings', '2026-11-30 00:16:54.881993+00'),
	('auspex.macro.researched', 'writer-macros', '2026-11-30 00:16:54.981549+00'),
	('auspex.research.gathered', 'filter', '2026-11-30 00:16:54.981549+00');
INSERT INTO public.inbox VALUES
	('classifier', 'f2537a07-c611-50bb-9e80-59b46ace83b3', NULL, 0, 0, NULL, '2026-11-30 00:16:55.028116+00', '2026-11-30 00:16:55.03839+00'),
	('writer-classifications', '5c863928-05a5-53fe-bc26-70852ea38c35', NULL, 0, 0, NULL, '2026-11-30 00:16:55.053596+00', '2026-11-30 00:16:55.061686+00'),
	('forecaster-runs', '945aad6b-60f2-5d6a-8f45-b00398af27d3', NULL, 0, 0, NULL, '2026-11-30 00:16:55.049312+00', '2026-11-30 00:16:55.919292+00'),
	('researcher', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', NULL, 0, 0, NULL, '2026-11-30 00:16:55.929686+00', '2026-11-30 00:16:58.125334+00'),
	('filter', '2d3a7d43-19ad-549e-9e59-aec3095297ad', NULL, 0, 0, NULL, '2026-11-30 00:16:58.137978+00', '2026-11-30 00:16:58.144317+00'),
	('forecaster-evidence', '73a539b9-cbec-5581-8929-4261715b9ed5', NULL, 0, 0, NULL, '2026-11-30 00:16:58.150481+00', '2026-11-30 00:16:58.15382+00'),
	('writer-evidence', '73a539b9-cbec-5581-8929-4261715b9ed5', NULL, 0, 0, NULL, '2026-11-30 00:16:58.149581+00', '2026-11-30 00:16:58.173591+00'),
	('researcher', '16fc92ec-2692-5d0a-840d-d7a13a53de03', NULL, 0, 0, NULL, '2026-11-30 00:16:55.929686+00', '2026-11-30 00:16:58.566369+00'),
	('researcher', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', NULL, 0, 0, NULL, '2026-11-30 00:16:55.93005+00', '2026-11-30 00:16:58.566369+00'),
	('filter', '9eae3086-0596-51e0-b0a0-1de0c31042b4', NULL, 0, 0, NULL, '2026-11-30 00:16:58.576278+00', '2026-11-30 00:16:58.583822+00'),
	('filter', 'e5552d81-e4ba-5998-bd90-4ef877ee9957', NULL, 0, 0, NULL, '2026-11-30 00:16:58.576693+00', '2026-11-30 00:16:58.583524+00'),
	('forecaster-evidence', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', NULL, 0, 0, NULL, '2026-11-30 00:16:58.593461+00', '2026-11-30 00:16:58.598433+00'),
	('writer-evidence', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', NULL, 0, 0, NULL, '2026-11-30 00:16:58.592149+00', '2026-11-30 00:16:58.605736+00'),
	('writer-evidence', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', NULL, 0, 0, NULL, '2026-11-30 00:16:58.592149+00', '2026-11-30 00:16:58.605736+00'),
	('forecaster-evidence', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', NULL, 0, 0, NULL, '2026-11-30 00:16:58.593572+00', '2026-11-30 00:16:58.607479+00'),
	('forecaster-rounds', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', NULL, 0, 0, NULL, '2026-11-30 00:16:58.613944+00', '2026-11-30 00:16:59.068506+00'),
	('writer-forecasts', 'dc174a2e-2c84-5299-851c-3893fbd013b9', NULL, 0, 0, NULL, '2026-11-30 00:16:59.074166+00', '2026-11-30 00:16:59.086847+00'),
	('classifier', '547b5006-44c5-5481-8ab5-c57248a54ac8', NULL, 0, 0, NULL, '2026-11-30 00:16:59.134388+00', '2026-11-30 00:16:59.138521+00'),
	('classifier', '62593234-1a7f-5a2b-84a9-b43cb657dfa7', NULL, 0, 0, NULL, '2026-11-30 00:16:59.136996+00', '2026-11-30 00:16:59.144654+00'),
	('writer-classifications', 'e715c30e-cff1-5626-ab90-2bea1646ff68', NULL, 0, 0, NULL, '2026-11-30 00:16:59.147761+00', '2026-11-30 00:16:59.15065+00'),
	('writer-classifications', '208bc3a7-feb0-548d-80d5-52d4b8a20dc5', NULL, 0, 0, NULL, '2026-11-30 00:16:59.157412+00', '2026-11-30 00:16:59.16037+00'),
	('classifier', '41ba4beb-03a0-503f-99d0-019eb046c5eb', NULL, 0, 0, NULL, '2026-11-30 00:16:59.134388+00', '2026-11-30 00:16:59.599735+00'),
	('classifier', 'cd661a12-8561-5769-8954-7744a49d1e13', NULL, 0, 0, NULL, '2026-11-30 00:16:59.136996+00', '2026-11-30 00:16:59.599735+00'),
	('writer-classifications', '737bc7e6-d196-5d3c-b902-0be6842d2502', NULL, 0, 0, NULL, '2026-11-30 00:16:59.606062+00', '2026-11-30 00:16:59.609702+00'),
	('writer-classifications', 'c1682683-8b8c-560b-91b8-156a7f4d6ed5', NULL, 0, 0, NULL, '2026-11-30 00:16:59.608047+00', '2026-11-30 00:16:59.612733+00'),
	('forecaster-runs', '3385a097-fcf0-5279-9d5a-59a8686fe43a', NULL, 0, 0, NULL, '2026-11-30 00:16:59.152116+00', '2026-11-30 00:16:59.997941+00'),
	('forecaster-runs', '41babd18-9d95-54dc-843a-0972f5ee9bdf', NULL, 0, 0, NULL, '2026-11-30 00:16:59.157997+00', '2026-11-30 00:17:00.009073+00'),
	('researcher', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', NULL, 0, 0, NULL, '2026-11-30 00:17:00.005473+00', '2026-11-30 00:17:00.016604+00'),
	('forecaster-runs', '5ee2fcd7-e9ea-506e-abe3-a35a7af742ac', NULL, 0, 0, NULL, '2026-11-30 00:16:59.605054+00', '2026-11-30 00:17:00.478882+00'),
	('researcher', 'aafa021f-76ba-51d9-8659-2155bffb47e3', NULL, 0, 0, NULL, '2026-11-30 00:16:59.60851+00', '2026-11-30 00:17:01.82038+00'),
	('researcher', '49c98df2-9683-5607-baf4-b0b66192bbc2', NULL, 0, 0, NULL, '2026-11-30 00:17:00.004665+00', '2026-11-30 00:17:02.159666+00'),
	('researcher', '6a714971-90c2-540a-8c4e-664e1550ba11', NULL, 0, 0, NULL, '2026-11-30 00:17:00.004665+00', '2026-11-30 00:17:02.174685+00'),
	('researcher', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'researcher-84668d98047f', 0, 0, NULL, '2026-11-30 00:17:00.019742+00', NULL),
	('researcher', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'researcher-84668d98047f', 0, 0, NULL, '2026-11-30 00:17:00.019742+00', NULL),
	('researcher', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', NULL, 0, 0, NULL, '2026-11-30 00:17:00.017811+00', '2026-11-30 00:17:00.050732+00'),
	('researcher', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', NULL, 0, 0, NULL, '2026-11-30 00:17:00.48418+00', '2026-11-30 00:17:00.502925+00'),
	('filter', '6fd1a000-be6a-51f5-b41a-78df5ef3e900', NULL, 0, 0, NULL, '2026-11-30 00:17:00.025617+00', '2026-11-30 00:17:00.030447+00'),
	('filter', 'dc3caef2-71b6-5ad3-a994-0c0221892ebe', NULL, 0, 0, NULL, '2026-11-30 00:17:00.50908+00', '2026-11-30 00:17:00.516703+00'),
	('filter', '27ea6218-e5a6-5bd6-80d9-8987c9756200', 'filter-d720a867302a', 0, 0, NULL, '2026-11-30 00:17:01.829471+00', NULL),
	('filter', '4d262f8b-49ec-5759-93f3-b824e2789a06', 'filter-d720a867302a', 0, 0, NULL, '2026-11-30 00:17:02.182046+00', NULL),
	('writer-evidence', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', NULL, 0, 0, NULL, '2026-11-30 00:17:00.037998+00', '2026-11-30 00:17:00.046611+00'),
	('writer-evidence', '45139f42-319a-57b2-80fe-b1dfbad77db9', NULL, 0, 0, NULL, '2026-11-30 00:17:00.072667+00', '2026-11-30 00:17:00.082281+00'),
	('writer-evidence', 'cc611a65-2ebb-5e49-8487-f54008808645', NULL, 0, 0, NULL, '2026-11-30 00:17:00.52244+00', '2026-11-30 00:17:00.526437+00'),
	('writer-evidence', '651c05ab-1e00-5787-9f1a-1aac3d0b929e', 'writer-ea11e8ee7cc9', 0, 0, NULL, '2026-11-30 00:17:02.188321+00', NULL),
	('forecaster-evidence', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', NULL, 0, 0, NULL, '2026-11-30 00:17:00.036387+00', '2026-11-30 00:17:00.050932+00'),
	('forecaster-evidence', 'cc611a65-2ebb-5e49-8487-f54008808645', NULL, 0, 0, NULL, '2026-11-30 00:17:00.522361+00', '2026-11-30 00:17:00.530533+00'),
	('forecaster-evidence', '651c05ab-1e00-5787-9f1a-1aac3d0b929e', 'forecaster-db8470408178', 0, 0, NULL, '2026-11-30 00:17:02.18852+00', NULL),
	('filter', '3645c701-bcfb-5278-815f-c505d5b1c2ba', NULL, 0, 0, NULL, '2026-11-30 00:17:00.058008+00', '2026-11-30 00:17:00.065488+00'),
	('filter', '67a4c06b-0d29-5336-afcf-81a9f452c5ff', NULL, 0, 0, NULL, '2026-11-30 00:17:02.17577+00', '2026-11-30 00:17:02.182529+00'),
	('forecaster-evidence', '45139f42-319a-57b2-80fe-b1dfbad77db9', NULL, 0, 0, NULL, '2026-11-30 00:17:00.073671+00', '2026-11-30 00:17:00.080012+00'),
	('researcher', '1494ae69-ba54-5d91-bda9-d5443016254b', 'researcher-84668d98047f', 0, 0, NULL, '2026-11-30 00:17:00.484472+00', NULL),
	('researcher', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'researcher-84668d98047f', 0, 0, NULL, '2026-11-30 00:17:00.484472+00', NULL);
INSERT INTO public.inbox_period VALUES
	(0, '2026-11-30 00:16:54.341516+00', NULL, false, 0);
INSERT INTO public.instance VALUES
	('batch', 'infinity', NULL),
	('classifier-4a2b445d5641', '2026-11-30 00:17:24.862314+00', NULL),
	('filter-d720a867302a', '2026-11-30 00:17:24.884687+00', NULL),
	('writer-ea11e8ee7cc9', '2026-11-30 00:17:24.886959+00', NULL),
	('forecaster-db8470408178', '2026-11-30 00:17:24.890664+00', NULL),
	('researcher-84668d98047f', '2026-11-30 00:17:24.991021+00', NULL);
INSERT INTO public.kept_answer VALUES
	('ask:web_search?{"most":6,"query":"What is known about this: The ministry''s site."}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 00:16:58.129264+00'),
	('ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 00:16:58.569168+00'),
	('ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 00:16:58.569206+00'),
	('ask:check_rugcheck?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', 'b4c288e90be224594140404c38a16682931015f506d5365db7f152eb0e7c26af', '{"price_usd":null,"price_at":null,"detected_at":null,"creator":null,"dev_share":null,"top10_share":null,"largest_share":null,"insider_share":null,"insiders":null,"accounts_left_out":null,"lp_locked_share":null,"liquidity_usd":null,"holders":null,"rugged":null,"score":1.0,"score_normalised":1.0,"risks":[],"mint_authority_open":null,"freeze_authority_open":null,"transfer_fee_pct":null,"locked_until":null}', '2026-11-30 00:17:01.824141+00'),
	('ask:get_holder_distribution?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b', 'null', '2026-11-30 00:17:01.824162+00'),
	('ask:get_price_history?{"days":7,"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b', 'null', '2026-11-30 00:17:01.824167+00'),
	('ask:get_token_metadata?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '422f296f4ed12edd6f53902fb9317fc35ef42b02e52dc00868d5637214d72418', '{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","name":"Zebra Coin 1","symbol":"ZEB1","decimals":6,"market_cap_usd":null,"tags":["zebra"],"price_usd":null,"price_at":null,"first_pool_at":null,"dev":null,"dev_share":null,"top_holders_share":null,"volume_24h_usd":null,"liquidity_usd":null,"holders":null,"launchpad":null,"graduated_at":null,"mint_authority_open":null,"freeze_authority_open":null,"suspicious":null,"verified":false,"organic_label":null,"twitter":null,"telegram":null,"website":"https://zebras.example/report"}', '2026-11-30 00:17:01.824174+00'),
	('ask:web_search?{"most":6,"query":"Zebra Coin 1 ZEB1"}', '8b6a618fcf00caa1d10395762208201efced182cea7ba54d1bc942d17c173fda', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Zebra Coin is not issued by the ministry, which has warned against it twice.","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 00:17:01.824178+00'),
	('ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 4 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 00:17:02.166542+00'),
	('ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 00:17:02.176324+00');
INSERT INTO public.note VALUES
	('2004e5a0-5ea4-517f-bc9a-5b1604f7bb0e', 'default', 'A court found that the Ministry of Zebras was late with two reports.', 'A court found that the Ministry of Zebras was late with two reports.', 'ministry
reports
zebras
court
found', '', 'fact', 'https://news.example/zebras.html', '2026-11-30 00:16:55.954618+00', NULL, NULL, '''court'' ''found'' ''late'' ''ministri'' ''report'' ''two'' ''zebra'''),
	('c4a8857a-21bd-5839-8b25-8863fb42419e', 'default', 'The ministry said in October 2026 that the next report is on its way.', 'The ministry said in October 2026 that the next report is on its way.', 'ministry
october
report', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 00:16:55.954618+00', NULL, NULL, '''2026'' ''ministri'' ''next'' ''octob'' ''report'' ''said'' ''way'''),
	('04faae8f-8700-5976-8a5e-303e63f33e37', 'default', 'The Ministry of Zebras has published a report in every quarter since 2019.', 'The Ministry of Zebras has published a report in every quarter since 2019.', 'published
ministry
quarter
report
zebras
every', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 00:16:55.954618+00', NULL, NULL, '''2019'' ''everi'' ''ministri'' ''publish'' ''quarter'' ''report'' ''sinc'' ''zebra'''),
	('4ef8145d-56b3-570e-a4d7-30eda6d5be0e', 'default', 'The ministry said in October 2026 that the next report is on its way.', 'The ministry said in October 2026 that the next report is on its way.', 'ministry
october
report', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 00:16:55.955522+00', NULL, NULL, '''2026'' ''ministri'' ''next'' ''octob'' ''report'' ''said'' ''way'''),
	('8cba25a3-528a-5afa-9a63-05645eef5bc6', 'default', 'Zebra Coin is not issued by the ministry, which has warned against it twice.', 'Zebra Coin is not issued by the ministry, which has warned against it twice.', 'ministry
against
issued
warned
twice
which', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 00:16:55.954618+00', NULL, NULL, '''coin'' ''issu'' ''ministri'' ''twice'' ''warn'' ''zebra'''),
	('9ac804a2-946d-5d45-8d46-d04fb5a38508', 'default', 'The ministry said in October 2026 that the next report is on its way.', 'The ministry said in October 2026 that the next report is on its way.', 'ministry
october
report', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 00:16:55.958489+00', NULL, NULL, '''2026'' ''ministri'' ''next'' ''octob'' ''report'' ''said'' ''way''');
INSERT INTO public.note_fact VALUES
	('2004e5a0-5ea4-517f-bc9a-5b1604f7bb0e', 'default', '8cc88085-1c01-59a8-82f8-df2f1e0abacd', '73a539b9-cbec-5581-8929-4261715b9ed5', 'What is known about this: The ministry''s site.', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 00:16:55.954618+00', '2026-11-30 00:16:55.954618+00', 0, NULL),
	('c4a8857a-21bd-5839-8b25-8863fb42419e', 'default', 'b5597114-1c76-535d-82cf-b6c10b99846a', '73a539b9-cbec-5581-8929-4261715b9ed5', 'What is known about this: The ministry''s site.', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 00:16:55.954618+00', '2026-11-30 00:16:55.954618+00', 0, NULL),
	('04faae8f-8700-5976-8a5e-303e63f33e37', 'default', '87b5bb2a-5fb3-5c98-8bce-0350154245a0', '73a539b9-cbec-5581-8929-4261715b9ed5', 'What is known about this: The ministry''s site.', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 00:16:55.958489+00', '2026-11-30 00:16:55.958489+00', 0, NULL),
	('4ef8145d-56b3-570e-a4d7-30eda6d5be0e', 'default', 'fd652f28-bc34-5c63-8b48-5cf350031ae0', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', 'How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 00:16:55.955522+00', '2026-11-30 00:16:55.955522+00', 0, NULL),
	('8cba25a3-528a-5afa-9a63-05645eef5bc6', 'default', 'ae01b4de-8e91-5e30-902b-6e8c44d0a92f', '73a539b9-cbec-5581-8929-4261715b9ed5', 'What is known about this: The ministry''s site.', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 00:16:55.958489+00', '2026-11-30 00:16:55.958489+00', 0, NULL),
	('9ac804a2-946d-5d45-8d46-d04fb5a38508', 'default', '7676f522-592d-5d24-b747-617df34889d6', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 00:16:55.958489+00', '2026-11-30 00:16:55.958489+00', 0, NULL);
INSERT INTO public.note_link VALUES
	('2004e5a0-5ea4-517f-bc9a-5b1604f7bb0e', '04faae8f-8700-5976-8a5e-303e63f33e37', 0.20523411046463613),
	('2004e5a0-5ea4-517f-bc9a-5b1604f7bb0e', 'c4a8857a-21bd-5839-8b25-8863fb42419e', 0.029749281633356533),
	('8cba25a3-528a-5afa-9a63-05645eef5bc6', '04faae8f-8700-5976-8a5e-303e63f33e37', 0.058589464970983836),
	('c4a8857a-21bd-5839-8b25-8863fb42419e', '04faae8f-8700-5976-8a5e-303e63f33e37', 0.03546098488734307),
	('4ef8145d-56b3-570e-a4d7-30eda6d5be0e', '04faae8f-8700-5976-8a5e-303e63f33e37', 0.03546098488734307),
	('9ac804a2-946d-5d45-8d46-d04fb5a38508', '04faae8f-8700-5976-8a5e-303e63f33e37', 0.03546098488734307);
INSERT INTO public.note_sighting VALUES
	('04faae8f-8700-5976-8a5e-303e63f33e37', '73a539b9-cbec-5581-8929-4261715b9ed5', NULL, '2026-11-30 00:16:55.954618+00'),
	('2004e5a0-5ea4-517f-bc9a-5b1604f7bb0e', '73a539b9-cbec-5581-8929-4261715b9ed5', NULL, '2026-11-30 00:16:55.954618+00'),
	('8cba25a3-528a-5afa-9a63-05645eef5bc6', '73a539b9-cbec-5581-8929-4261715b9ed5', NULL, '2026-11-30 00:16:55.954618+00'),
	('c4a8857a-21bd-5839-8b25-8863fb42419e', '73a539b9-cbec-5581-8929-4261715b9ed5', NULL, '2026-11-30 00:16:55.954618+00'),
	('04faae8f-8700-5976-8a5e-303e63f33e37', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', NULL, '2026-11-30 00:16:55.955522+00'),
	('04faae8f-8700-5976-8a5e-303e63f33e37', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', NULL, '2026-11-30 00:16:55.958489+00'),
	('4ef8145d-56b3-570e-a4d7-30eda6d5be0e', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', NULL, '2026-11-30 00:16:55.955522+00'),
	('8cba25a3-528a-5afa-9a63-05645eef5bc6', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', NULL, '2026-11-30 00:16:55.955522+00'),
	('8cba25a3-528a-5afa-9a63-05645eef5bc6', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', NULL, '2026-11-30 00:16:55.958489+00'),
	('9ac804a2-946d-5d45-8d46-d04fb5a38508', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', NULL, '2026-11-30 00:16:55.958489+00');
INSERT INTO public.note_source VALUES
	('2004e5a0-5ea4-517f-bc9a-5b1604f7bb0e', 'https://news.example/zebras.html', 'Zebra news', 'news.example', 0, '', 'A court found that the Ministry of Zebras was late with two reports.', NULL, '2026-11-30 00:16:55.954618+00', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5'),
	('c4a8857a-21bd-5839-8b25-8863fb42419e', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'The ministry said in October 2026 that the next report is on its way.', NULL, '2026-11-30 00:16:55.954618+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58'),
	('04faae8f-8700-5976-8a5e-303e63f33e37', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'The Ministry of Zebras has published a report in every quarter since 2019.', NULL, '2026-11-30 00:16:55.958489+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58'),
	('4ef8145d-56b3-570e-a4d7-30eda6d5be0e', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'The ministry said in October 2026 that the next report is on its way.', NULL, '2026-11-30 00:16:55.955522+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58'),
	('8cba25a3-528a-5afa-9a63-05645eef5bc6', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'Zebra Coin is not issued by the ministry, which has warned against it twice.', NULL, '2026-11-30 00:16:55.958489+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58'),
	('9ac804a2-946d-5d45-8d46-d04fb5a38508', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'The ministry said in October 2026 that the next report is on its way.', NULL, '2026-11-30 00:16:55.958489+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58');
INSERT INTO public.outbox VALUES
	('4d262f8b-49ec-5759-93f3-b824e2789a06', 'auspex.research.gathered', 'default', '\x0acb020a0764656661756c74120a7175657374696f6e2d341a2435343762353030362d343463352d353438312d386162352d63353732343861353461633822216120637269746963616c207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08d385b3d806109caafedb035ad5010a2437663936613134392d316237322d356137362d623363612d32323062623565343837383712640a046931713112117468652070726573656e742073746174651a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f20031a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f12e308129c015b6f66666c696e652d315d20546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e1aad010a026631124a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e180321666666666666e63f2a027331324a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e40011aa3010a0266321245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e180321343333333333e33f2a0273313245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e40011ab1010a026633124c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e180321000000000000e03f2a027331324c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e40012aab010a027331122268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c1a205265706f7274206f6620746865204d696e6973747279206f66205a6562726173220e7a65627261732e6578616d706c65320b08fc80b3d80610f5acf80638014240626135663962616161323439663732656236393031376163623661333963633834653630613431393231326363346561396264623939633465346133396335382a91010a027332122068747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c1a0a5a65627261206e657773220c6e6577732e6578616d706c65320b08fc80b3d80610f5acf806380142403962323262643636323866313064363837366362653831383632386637363763366665353339326634343564336430393562356635643536633866656237663541ccccccccccccdc3f5a0b08fc80b3d80610f5acf806620b088c9db3d80610f5acf806680182010a7765625f73656172636882010a66657463685f7061676582011673746f72655f72657365617263685f726573756c74738801a80992010a4d696e694d61782d4d329a010c303333623833336561633134', '00-8bc18bf40e55ae8d416b8e630e296f94-1570b5a74641acab-00', '2026-11-30 00:17:02.174685+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'auspex.research.requested', 'default', '\x0ae5020a0764656661756c74120a7175657374696f6e2d331a2436323539333233342d316137662d356132622d383461392d62343363623635376466613722226120696d706f7274616e74207175657374696f6e206f66206120666f726563617374280230c08db7013a0b08d485b3d80610aed9be045aef010a2466353563393736322d623162382d356531302d386530362d333036623338646263346339127e0a046931713212096261736520726174651a69486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f20021a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f', '00-e2e9c90ed56ee4f103a42e1359bd98a2-0e98bd645a9daf6c-00', '2026-11-30 00:17:00.009073+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'auspex.research.requested', 'default', '\x0aca020a0764656661756c74120a7175657374696f6e2d331a2436323539333233342d316137662d356132622d383461392d62343363623635376466613722216120637269746963616c207175657374696f6e206f66206120666f726563617374280230c08db7013a0b08d485b3d80610aed9be045ad5010a2466353563393736322d623162382d356531302d386530362d33303662333864626334633912640a046931713112117468652070726573656e742073746174651a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f20031a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f', '00-e2e9c90ed56ee4f103a42e1359bd98a2-0e98bd645a9daf6c-00', '2026-11-30 00:17:00.009073+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'auspex.research.requested', 'default', '\x0ae6020a0764656661756c74120a7175657374696f6e2d321a2463643636316131322d383536312d353736392d383935342d37373434613439643165313322226120696d706f7274616e74207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08d485b3d80610f0efb9e4015aef010a2439326166353561382d323165652d353530372d616132352d666434623933663336326431127e0a046931713212096261736520726174651a69486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f20021a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f', '00-52e3490489e68d006d0627e5082d3f1c-20fb0a223b8a7679-00', '2026-11-30 00:17:00.478882+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'auspex.research.requested', 'default', '\x0acb020a0764656661756c74120a7175657374696f6e2d321a2463643636316131322d383536312d353736392d383935342d37373434613439643165313322216120637269746963616c207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08d485b3d80610f0efb9e4015ad5010a2439326166353561382d323165652d353530372d616132352d66643462393366333632643112640a046931713112117468652070726573656e742073746174651a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f20031a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f', '00-52e3490489e68d006d0627e5082d3f1c-20fb0a223b8a7679-00', '2026-11-30 00:17:00.478882+00'),
	('27ea6218-e5a6-5bd6-80d9-8987c9756200', 'auspex.research.gathered', 'default', '\x0ae4030a0764656661756c74120474782d311a2434316261346265622d303361302d353033662d393964302d30313965623034366335656222654f66666c696e65206d6f64656c3a206974206d6f7665732035303030302e303020646f6c6c6172732c206974206973206120737761702c20616e642031206f662069747320746f6b656e732068617665206e6f74206265656e20726573656172636865642e280230c08db70152340a2c5a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a12045a4542318001019a01640a62546865207472616e73616374696f6e206f66207468652070726f6772616d204a555049544552206973206f6620746865207479706520535741502c2068617320612076616c7565206f66202435302c3030302e30302c20746f6f6b20706c6163652e9a019d010a9a01496e20746865207472616e73616374696f6e2c2031303030206f662074686520746f6b656e207769746820746865206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a206d6f7665642c20776f727468202435302c3030302e30302c20776869636820697320353020555320646f6c6c61727320666f7220656163682e12fe120a12746f6b656e2d7a7a7a7a7a7a7a317a7a7a7a12d6015b6f66666c696e652d315d205a6562726120436f696e203120285a454231292c206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2c206973206e6f74206f6e204a7570697465722773207665726966696564206c6973742e204279204a7570697465722c2074686520697373756572206f66205a6562726120436f696e203120285a45423129207374617465732074686520776562736974652068747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e1a81010a026631126a5a6562726120436f696e203120285a454231292c206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2c206973206e6f74206f6e204a7570697465722773207665726966696564206c6973742e180321000000000000f03f2a02733140011a760a026632125f4279204a7570697465722c2074686520697373756572206f66205a6562726120436f696e203120285a45423129207374617465732074686520776562736974652068747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e180321666666666666e63f2a02733140011a91010a026633127a527567436865636b206769766573205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2061207269736b2073636f7265206f662031206f6e2061207363616c652066726f6d203020746f203130303b20686967686572206973207269736b6965722e180321343333333333e33f2a02733240011a9e010a0266341286015468652073756d206f66207468652073636f726573206f6620616c6c207269736b73207468617420527567436865636b206e616d6573206f66205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a20697320312c20776869636820686173206e6f207570706572206c696d69742e180321343333333333e33f2a02733240011a5e0a0266351247527567436865636b206e616d6573206e6f207269736b206f66205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2e180321000000000000e03f2a02733240011ab1010a026636124c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e180321000000000000e03f2a027333324c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e40011aad010a026637124a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e1803219a9999999999d93f2a027333324a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e40011aa1010a02663812444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e1803219a9999999999d93f2a02733432444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e40012af1010a0273311244746f6f6c3a6765745f746f6b656e5f6d657461646174612f5a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a1a3c4a757069746572206f6e206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a22074a757069746572320c08fb80b3d80610e7f7c7b20238024240646232363835386561363235303361343965326637396139613466396465373733643864393162376535313234363134653065316230386563313133313364374a0c6461746120736572766963652aef010a0273321240746f6f6c3a636865636b5f727567636865636b2f5a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a1a3d527567436865636b206f6e206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2208527567436865636b320c08fb80b3d80610e7f7c7b20238024240656364643633356239333333643964613436626334356263633561393636653365343635336332646634313732316566383562393063323632353535383836654a0c6461746120736572766963652aac010a027333122268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c1a205265706f7274206f6620746865204d696e6973747279206f66205a6562726173220e7a65627261732e6578616d706c65320c08fb80b3d80610e7f7c7b20238014240626135663962616161323439663732656236393031376163623661333963633834653630613431393231326363346561396264623939633465346133396335382a92010a027334122068747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c1a0a5a65627261206e657773220c6e6577732e6578616d706c65320c08fb80b3d80610e7f7c7b202380142403962323262643636323866313064363837366362653831383632386637363763366665353339326634343564336430393562356635643536633866656237663541000000000000e83f5a0c08fb80b3d80610e7f7c7b202620c088b9db3d80610e7f7c7b20268018201126765745f746f6b656e5f6d6574616461746182010e636865636b5f727567636865636b8201116765745f70726963655f686973746f72798201176765745f686f6c6465725f646973747269627574696f6e82010a7765625f73656172636882010a66657463685f7061676582011673746f72655f72657365617263685f726573756c74738801ea1992010a4d696e694d61782d4d329a010c303333623833336561633134', '00-cefc2b7e7ec1647139dbc441d5cad4cf-54cbb992be4584ca-00', '2026-11-30 00:17:01.82038+00'),
	('651c05ab-1e00-5787-9f1a-1aac3d0b929e', 'auspex.evidence.filtered', 'default', '\x0ae6020a0764656661756c74120a7175657374696f6e2d341a2435343762353030362d343463352d353438312d386162352d63353732343861353461633822226120696d706f7274616e74207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08d385b3d806109caafedb035aef010a2437663936613134392d316237322d356137362d623363612d323230626235653438373837127e0a046931713212096261736520726174651a69486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f20021a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f12e308129c015b6f66666c696e652d315d20546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e1aad010a026631124a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e180321666666666666e63f2a027331324a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e40011aa3010a0266321245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e180321343333333333e33f2a0273313245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e40011ab1010a026633124c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e180321000000000000e03f2a027331324c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e40012aab010a027331122268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c1a205265706f7274206f6620746865204d696e6973747279206f66205a6562726173220e7a65627261732e6578616d706c65320b08fc80b3d80610a0c2910738014240626135663962616161323439663732656236393031376163623661333963633834653630613431393231326363346561396264623939633465346133396335382a91010a027332122068747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c1a0a5a65627261206e657773220c6e6577732e6578616d706c65320b08fc80b3d80610a0c29107380142403962323262643636323866313064363837366362653831383632386637363763366665353339326634343564336430393562356635643536633866656237663541ccccccccccccdc3f5a0b08fc80b3d80610a0c29107620b088c9db3d80610a0c29107680182010a7765625f73656172636882010a66657463685f7061676582011673746f72655f72657365617263685f726573756c74738801aa0c92010a4d696e694d61782d4d329a010c3033336238333365616331341a020801', '00-8bc18bf40e55ae8d416b8e630e296f94-6603e851cb4fe459-00', '2026-11-30 00:17:02.182529+00');
INSERT INTO public.page VALUES
	('https://zebras.example/report.html', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', 'text/html; charset=utf-8', NULL, NULL, '2026-11-30 00:16:55.954618+00', '2026-11-30 00:16:55.954618+00', '2026-11-30 01:16:55.954618+00'),
	('https://news.example/zebras.html', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', 'text/html; charset=utf-8', NULL, NULL, '2026-11-30 00:16:55.954618+00', '2026-11-30 00:16:55.954618+00', '2026-11-30 01:16:55.954618+00');
INSERT INTO public.page_use VALUES
	('ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"What is known about this: The ministry''s site."}', '2026-11-30 00:16:58.125334+00'),
	('ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 00:16:58.125334+00'),
	('ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 00:16:58.125334+00'),
	('16fc92ec-2692-5d0a-840d-d7a13a53de03', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', '2026-11-30 00:16:58.566369+00'),
	('16fc92ec-2692-5d0a-840d-d7a13a53de03', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 00:16:58.566369+00'),
	('16fc92ec-2692-5d0a-840d-d7a13a53de03', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 00:16:58.566369+00'),
	('2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', '2026-11-30 00:16:58.566369+00'),
	('2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 00:16:58.566369+00'),
	('2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 00:16:58.566369+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', '422f296f4ed12edd6f53902fb9317fc35ef42b02e52dc00868d5637214d72418', 'ask:get_token_metadata?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '2026-11-30 00:17:01.82038+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'b4c288e90be224594140404c38a16682931015f506d5365db7f152eb0e7c26af', 'ask:check_rugcheck?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '2026-11-30 00:17:01.82038+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b', 'ask:get_price_history?{"days":7,"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '2026-11-30 00:17:01.82038+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b', 'ask:get_holder_distribution?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '2026-11-30 00:17:01.82038+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', '8b6a618fcf00caa1d10395762208201efced182cea7ba54d1bc942d17c173fda', 'ask:web_search?{"most":6,"query":"Zebra Coin 1 ZEB1"}', '2026-11-30 00:17:01.82038+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 00:17:01.82038+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 00:17:01.82038+00'),
	('49c98df2-9683-5607-baf4-b0b66192bbc2', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 4 by the end of 2026?"}', '2026-11-30 00:17:02.159666+00'),
	('49c98df2-9683-5607-baf4-b0b66192bbc2', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 00:17:02.159666+00'),
	('49c98df2-9683-5607-baf4-b0b66192bbc2', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 00:17:02.159666+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}', '2026-11-30 00:17:02.174685+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 00:17:02.174685+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 00:17:02.174685+00');
INSERT INTO public.question VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q1', 1, 0, '{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"critical","expected_sources":[]}'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q2', 1, 1, '{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"important","expected_sources":[]}'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q3', 1, 2, '{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]}'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q1', 1, 0, '{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","priority":"critical","expected_sources":[]}'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q2', 1, 1, '{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 4 by the end of 2026?","priority":"important","expected_sources":[]}'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q3', 1, 2, '{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]}'),
	('f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 'i1q1', 1, 0, '{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 3 by the end of 2026?","priority":"critical","expected_sources":[]}'),
	('f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 'i1q2', 1, 1, '{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 3 by the end of 2026?","priority":"important","expected_sources":[]}'),
	('f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 'i1q3', 1, 2, '{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]}'),
	('92af55a8-21ee-5507-aa25-fd4b93f362d1', 'i1q1', 1, 0, '{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 2 by the end of 2026?","priority":"critical","expected_sources":[]}'),
	('92af55a8-21ee-5507-aa25-fd4b93f362d1', 'i1q2', 1, 1, '{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 2 by the end of 2026?","priority":"important","expected_sources":[]}'),
	('92af55a8-21ee-5507-aa25-fd4b93f362d1', 'i1q3', 1, 2, '{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]}');
INSERT INTO public.recalibration VALUES
	('default', 'offline-1', true, 498888, '{"kind":{"kind":"identity"},"reason":"0 outcomes are known, a map needs 100"}', '2026-11-30 00:16:59.060418+00');
INSERT INTO public.report VALUES
	('runs/348065a6-ff1e-50df-8cfe-fef0f7d3e8c5/report.md', 'default', '# Will the Ministry of Zebras publish report number 1 by the end of 2026?

- **Deadline:** 2026-12-31 23:59 UTC, from the words “by the end of 2026”.

**40 % likely** (between 20 % and 63 %), confidence 0.05. The question closes on 2026-12-31 at 23:59 UTC.

Own view 28 %: stated 28 %, computed 28 %. The market''s price of 40 % moved it to 40 % (+12 points), with a weight of 3.0 against 0.0 (3 by default, times 1.00 for 32 days until the close).

**Advice: abstain** at a price of 0.400, edge -11.9 points: the confidence of 0.05 is under 0.30; the price, with its costs, lies within the middle half of the own view, 0.196 to 0.386. Auspex never trades.

## Estimates

- **28 %** most events that may happen within 31 days do not (reference_class; stated by the model)
- **40 %** the market''s price when it was asked (market; the event that asked)
- Estimate (base rate first): 28 % from 28 % stated and 28 % computed from a start of 28 %, confidence 0.05.
- Estimate (evidence first): 28 % from 28 % stated and 28 % computed from a start of 28 %, confidence 0.05.
- Estimate (what would have to be true): 28 % from 28 % stated and 28 % computed from a start of 28 %, confidence 0.05.

## Reasoning

*This is the offline model: it reads the findings and does not judge them.* *It starts from what the form of the question alone says, because no like questions are known.* The Ministry of Zebras has published a report in every quarter since 2019. [1]

## Evidence used

|  | Finding | Status | Sources |
| --- | --- | --- | --- |
| [1] | The Ministry of Zebras has published a report in every quarter since 2019. | supported | [Report of the Ministry of Zebras](<https://zebras.example/report.html>) (other) |

## Other findings

|  | Finding | Status | Sources |
| --- | --- | --- | --- |
| [2] | The ministry said in October 2026 that the next report is on its way. | supported | [Report of the Ministry of Zebras](<https://zebras.example/report.html>) (other) |
| [3] | Zebra Coin is not issued by the ministry, which has warned against it twice. | supported | [Report of the Ministry of Zebras](<https://zebras.example/report.html>) (other) |
| [4] | A court found that the Ministry of Zebras was late with two reports. | supported | [Zebra news](<https://news.example/zebras.html>) (other) |

## Limitations

- According to its own bounds the probability may be as low as 20 % or as high as 63 %; its confidence is 0.05 of 1.
- Only one independent source supports [1].
- No page used has a publication date.
- 2 of 3 sentences of the reasoning cite no evidence; they are set in italics.
- The probability was not recalibrated (identity: 0 outcomes are known, a map needs 100): it ignores how often such forecasts came true.

## Cost: $0.009567

| Agent | Model | Calls | Input tokens | Output tokens | Cost |
| --- | --- | --- | --- | --- | --- |
| researcher | MiniMax-M2 | 18 | 35905 | 1728 | $0.006044 |
| forecaster | MiniMax-M2 | 5 | 11103 | 759 | $0.003523 |

| Budget | Limit | Spent | Left |
| --- | --- | --- | --- |
| tenant and day | $200.000000 | $0.009567 | $199.990433 |
| run | $20.000000 | $0.009567 | $19.990433 |
| each call | $2.000000 | – | – |
| forecaster, round 1 | $1.000000 | $0.003523 | $0.996477 |
| researcher, round 1 | $3.000000 | $0.006044 | $2.993956 |
| filter, round 1 | $0.300000 | $0.000000 | $0.300000 |
| researcher | $15.000000 | $0.006044 | $14.993956 |

Made 2026-11-30 00:16 UTC in 1 round(s) of research, 3 of 3 questions answered. Model: offline-1, prompts b6c2e7d37107. Run `348065a6-ff1e-50df-8cfe-fef0f7d3e8c5`.
', '2026-11-30 00:16:59.078843+00');
INSERT INTO public.representation VALUES
	('token-zzzzzzz1zzzz', '', 'spot-token', 'spl', 'solana', '{"mint": "ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', true, '2026-11-30 00:16:59.631808+00');
INSERT INTO public.representation_context VALUES
	('mint', 'ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'token-zzzzzzz1zzzz');
INSERT INTO public.research VALUES
	('token-zzzzzzz1zzzz', 1, 1, 'default', true, 1, '{"entity":"token-zzzzzzz1zzzz","summary":"[offline-1] Zebra Coin 1 (ZEB1), mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is not on Jupiter''s verified list. By Jupiter, the issuer of Zebra Coin 1 (ZEB1) states the website https://zebras.example/report.","findings":[{"id":"f1","text":"Zebra Coin 1 (ZEB1), mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is not on Jupiter''s verified list.","status":"supported","importance":1.0,"sources":["s1"],"against":[],"voices":1,"quote":""},{"id":"f2","text":"By Jupiter, the issuer of Zebra Coin 1 (ZEB1) states the website https://zebras.example/report.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":""},{"id":"f3","text":"RugCheck gives ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz a risk score of 1 on a scale from 0 to 100; higher is riskier.","status":"supported","importance":0.6000000000000001,"sources":["s2"],"against":[],"voices":1,"quote":""},{"id":"f4","text":"The sum of the scores of all risks that RugCheck names of ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz is 1, which has no upper limit.","status":"supported","importance":0.6000000000000001,"sources":["s2"],"against":[],"voices":1,"quote":""},{"id":"f5","text":"RugCheck names no risk of ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz.","status":"supported","importance":0.5,"sources":["s2"],"against":[],"voices":1,"quote":""},{"id":"f6","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s3"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f7","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s3"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f8","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s4"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"tool:get_token_metadata/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","title":"Jupiter on mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","publisher":"Jupiter","published_at":null,"fetched_at":"2026-11-30T00:16:59.642907111Z","tier":"secondary","tier_reason":"data service","content_hash":"db26858ea62503a49e2f79a9a4f9de773d8d91b7e5124614e0e1b08ec11313d7"},{"id":"s2","url":"tool:check_rugcheck/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","title":"RugCheck on mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","publisher":"RugCheck","published_at":null,"fetched_at":"2026-11-30T00:16:59.642907111Z","tier":"secondary","tier_reason":"data service","content_hash":"ecdd635b9333d9da46bc45bcc5a966e3e4653c2df41721ef85b90c262555886e"},{"id":"s3","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T00:16:59.642907111Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s4","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T00:16:59.642907111Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.75,"risks":[],"opportunities":[],"made_at":"2026-11-30T00:16:59.642907111Z","expires_at":"2026-11-30T01:16:59.642907111Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["get_token_metadata","check_rugcheck","get_price_history","get_holder_distribution","web_search","fetch_page","store_research_results"],"cost":3306,"model":"MiniMax-M2","prompt_version":"033b833eac14"}', '[offline-1] Zebra Coin 1 (ZEB1), mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is not on Jupiter''s verified list. By Jupiter, the issuer of Zebra Coin 1 (ZEB1) states the website https://zebras.example/report.', '2026-11-30 00:16:59.642907+00', '2026-11-30 01:16:59.642907+00', NULL, '', '2026-11-30 00:17:01.82038+00', '''1'' ''coin'' ''exampl'' ''https'' ''issuer'' ''jupit'' ''list'' ''mint'' ''offlin'' ''report'' ''state'' ''token'' ''verifi'' ''websit'' ''zeb1'' ''zebra'' ''zzzzzzz1zzzz'' ''zzzzzzz1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz''');
INSERT INTO public.result VALUES
	('e382c6fd-f890-599c-be74-90d97e6eb336', 'classification', 'default', 'f2537a07-c611-50bb-9e80-59b46ace83b3', '348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', '{"classification":{"decidedBy":"DECIDER_RULE","event":{"id":"question-1","question":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","topic":"zebras"},"source":"tests","tenant":"default"},"interesting":true,"reason":"question asked","runId":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","score":1.0},"eventId":"question-1","eventJobId":"f2537a07-c611-50bb-9e80-59b46ace83b3","id":"e382c6fd-f890-599c-be74-90d97e6eb336","madeAt":"2026-11-30T00:16:55.062780125+00:00","runId":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default"}', '2026-11-30 00:16:55.06278+00', '2026-11-30 00:16:55.061686+00', '886'),
	('5eda07e8-7ddb-5ee0-a937-6ffa656129c7', 'forecast', 'default', 'f2537a07-c611-50bb-9e80-59b46ace83b3', '348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', '{"eventId":"question-1","eventJobId":"f2537a07-c611-50bb-9e80-59b46ace83b3","forecast":{"baseRates":[{"description":"most events that may happen within 31 days do not","kind":"reference_class","rate":0.2812284307723939,"source":"stated by the model"},{"description":"the market''s price when it was asked","kind":"market","rate":0.4,"source":"the event that asked"}],"budgets":[{"leftMicroUsd":"199990433","limitMicroUsd":"200000000","scope":"tenant:default:2026-11-30"},{"leftMicroUsd":"19990433","limitMicroUsd":"20000000","scope":"run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5"},{"leftMicroUsd":"2000000","limitMicroUsd":"2000000","scope":"call"},{"leftMicroUsd":"996477","limitMicroUsd":"1000000","scope":"agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1"},{"leftMicroUsd":"2993956","limitMicroUsd":"3000000","scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1"},{"leftMicroUsd":"300000","limitMicroUsd":"300000","scope":"agent:filter:f2537a07-c611-50bb-9e80-59b46ace83b3:r1"},{"leftMicroUsd":"14993956","limitMicroUsd":"15000000","scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3"}],"computed":0.2812284307723938,"confidence":0.05000000000000001,"costMicroUsd":"9567","costs":[{"agent":"researcher","calls":"18","costMicroUsd":"6044","inputTokens":"35905","model":"MiniMax-M2","outputTokens":"1728"},{"agent":"forecaster","calls":"5","costMicroUsd":"3523","inputTokens":"11103","model":"MiniMax-M2","outputTokens":"759"}],"estimates":[{"computed":0.28122843077239384,"confidence":0.05,"model":"offline-1","perspective":"base rate first","start":0.28122843077239384,"stated":0.2812284307723939,"view":0.28122843077239384},{"computed":0.28122843077239384,"confidence":0.05,"model":"offline-1","perspective":"evidence first","start":0.28122843077239384,"stated":0.2812284307723939,"view":0.28122843077239384},{"computed":0.28122843077239384,"confidence":0.05,"model":"offline-1","perspective":"what would have to be true","start":0.28122843077239384,"stated":0.2812284307723939,"view":0.28122843077239384}],"evidenceUsed":["i1q1/f1"],"iterations":1,"lower":0.20497832964187282,"madeAt":"2026-11-30T00:16:59.052367808+00:00","model":"offline-1","ownView":0.2812284307723938,"pooled":0.4,"price":{"price":0.4,"reason":"3 by default, times 1.00 for 32 days until the close","weight":3.0},"probability":0.4,"promptVersion":"b6c2e7d37107","questionsAnswered":3,"questionsAsked":3,"reasoning":"This is the offline model: it reads the findings and does not judge them. It starts from what the form of the question alone says, because no like questions are known. The Ministry of Zebras has published a report in every quarter since 2019 [i1q1/f1].","recalibration":"identity: 0 outcomes are known, a map needs 100","recommendation":{"action":"ACTION_ABSTAIN","edge":-0.11877156922760623,"netEdge":0.09877156922760623,"price":0.4,"reason":"the confidence of 0.05 is under 0.30; the price, with its costs, lies within the middle half of the own view, 0.196 to 0.386"},"run":{"asked":{"background":"The ministry publishes a report every quarter.","closes":"2026-12-31T23:59:59+00:00","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","topic":"zebras"},"askedAt":"2026-11-30T00:16:55.035470560+00:00","budgetMicroUsd":"20000000","eventId":"question-1","eventJobId":"f2537a07-c611-50bb-9e80-59b46ace83b3","id":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","reading":{"deadline":{"at":"2026-12-31T23:59:59+00:00","quote":"by the end of 2026"},"family":{"deadline":"2026-12-31T23:59:59+00:00","key":"eaffe153-4d43-55d9-a835-5b27a50cc1cb"}},"tenant":"default"},"samples":[0.28122843077239384,0.28122843077239384,0.28122843077239384],"stated":0.28122843077239384,"upper":0.6328667171491633},"id":"5eda07e8-7ddb-5ee0-a937-6ffa656129c7","madeAt":"2026-11-30T00:16:59.078843585+00:00","reportKey":"runs/348065a6-ff1e-50df-8cfe-fef0f7d3e8c5/report.md","runId":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default"}', '2026-11-30 00:16:59.078843+00', '2026-11-30 00:16:59.086847+00', '984'),
	('9840da7a-477b-5348-bb0c-22728c8fe134', 'classification', 'default', '547b5006-44c5-5481-8ab5-c57248a54ac8', '7f96a149-1b72-5a76-b3ca-220bb5e48787', '{"classification":{"decidedBy":"DECIDER_RULE","event":{"id":"question-4","question":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","topic":"zebras"},"source":"tests","tenant":"default"},"interesting":true,"reason":"question asked","runId":"7f96a149-1b72-5a76-b3ca-220bb5e48787","score":1.0},"eventId":"question-4","eventJobId":"547b5006-44c5-5481-8ab5-c57248a54ac8","id":"9840da7a-477b-5348-bb0c-22728c8fe134","madeAt":"2026-11-30T00:16:59.152111585+00:00","runId":"7f96a149-1b72-5a76-b3ca-220bb5e48787","tenant":"default"}', '2026-11-30 00:16:59.152111+00', '2026-11-30 00:16:59.15065+00', '991'),
	('171b777c-c325-5859-8451-5ead16e5a1b5', 'classification', 'default', '62593234-1a7f-5a2b-84a9-b43cb657dfa7', 'f55c9762-b1b8-5e10-8e06-306b38dbc4c9', '{"classification":{"decidedBy":"DECIDER_RULE","event":{"id":"question-3","question":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 3 by the end of 2026?","topic":"zebras"},"source":"tests","tenant":"default"},"interesting":true,"reason":"question asked","runId":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","score":1.0},"eventId":"question-3","eventJobId":"62593234-1a7f-5a2b-84a9-b43cb657dfa7","id":"171b777c-c325-5859-8451-5ead16e5a1b5","madeAt":"2026-11-30T00:16:59.161875519+00:00","runId":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","tenant":"default"}', '2026-11-30 00:16:59.161875+00', '2026-11-30 00:16:59.16037+00', '996'),
	('4f74770d-0993-561d-bda6-abf3db8b54c6', 'classification', 'default', 'cd661a12-8561-5769-8954-7744a49d1e13', '92af55a8-21ee-5507-aa25-fd4b93f362d1', '{"classification":{"decidedBy":"DECIDER_RULE","event":{"id":"question-2","question":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 2 by the end of 2026?","topic":"zebras"},"source":"tests","tenant":"default"},"interesting":true,"reason":"question asked","runId":"92af55a8-21ee-5507-aa25-fd4b93f362d1","score":1.0},"eventId":"question-2","eventJobId":"cd661a12-8561-5769-8954-7744a49d1e13","id":"4f74770d-0993-561d-bda6-abf3db8b54c6","madeAt":"2026-11-30T00:16:59.611029588+00:00","runId":"92af55a8-21ee-5507-aa25-fd4b93f362d1","tenant":"default"}', '2026-11-30 00:16:59.611029+00', '2026-11-30 00:16:59.609702+00', '1013'),
	('87729f4b-6e97-5ede-a0ed-be1737c14f72', 'classification', 'default', '41ba4beb-03a0-503f-99d0-019eb046c5eb', NULL, '{"classification":{"decidedBy":"DECIDER_MODEL","event":{"id":"tx-1","source":"tests","tenant":"default","transaction":{"description":"wallet-1 swapped 50,000 USD","kind":"SWAP","legs":[{"amount":1000.0,"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","symbol":"ZEB1","usdValueMicroUsd":"50000000000"}],"program":"JUPITER","signature":"signature-1","usdValueMicroUsd":"50000000000","wallets":["wallet-1"]}},"identifiers":[{"fate":"FATE_RESEARCH","identifier":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}],"interesting":true,"promptVersion":"1044800cc953","reason":"Offline model: it moves 50000.00 dollars, it is a swap, and 1 of its tokens have not been researched.","score":0.883,"tasks":1},"eventId":"tx-1","eventJobId":"41ba4beb-03a0-503f-99d0-019eb046c5eb","id":"87729f4b-6e97-5ede-a0ed-be1737c14f72","madeAt":"2026-11-30T00:16:59.612509321+00:00","tenant":"default"}', '2026-11-30 00:16:59.612509+00', '2026-11-30 00:16:59.612733+00', '1014');
INSERT INTO public.run VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'default', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '{"id":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","asked":{"text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":"2026-12-31T23:59:59Z","market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-30T00:16:55.035470560Z","reading":{"deadline":{"at":"2026-12-31T23:59:59Z","quote":"by the end of 2026"},"counts":"","reporter":"","synonyms":[],"language":"","assumption":"","clarification":"","family":{"key":"eaffe153-4d43-55d9-a835-5b27a50cc1cb","deadline":"2026-12-31T23:59:59Z"}}}', 2, 'done', 1, 0, 5, '2026-11-30 00:26:55.919366+00', NULL, NULL, '2026-11-30 00:16:55.919292+00', '2026-11-30 00:16:59.068506+00', '', 'eaffe153-4d43-55d9-a835-5b27a50cc1cb'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'default', '547b5006-44c5-5481-8ab5-c57248a54ac8', 'Will the Ministry of Zebras publish report number 4 by the end of 2026?', '{"id":"7f96a149-1b72-5a76-b3ca-220bb5e48787","tenant":"default","event":"question-4","event_job":"547b5006-44c5-5481-8ab5-c57248a54ac8","asked":{"text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":"2026-12-31T23:59:59Z","market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-30T00:16:59.135738308Z","reading":{"deadline":{"at":"2026-12-31T23:59:59Z","quote":"by the end of 2026"},"counts":"","reporter":"","synonyms":[],"language":"","assumption":"","clarification":"","family":{"key":"a23776e1-9b76-5612-a85c-fb08fb622618","deadline":"2026-12-31T23:59:59Z"}}}', 2, 'waiting', 1, 2, 2, '2026-11-30 00:26:59.998216+00', NULL, NULL, '2026-11-30 00:16:59.997941+00', '2026-11-30 00:17:00.050932+00', '', 'a23776e1-9b76-5612-a85c-fb08fb622618'),
	('92af55a8-21ee-5507-aa25-fd4b93f362d1', 'default', 'cd661a12-8561-5769-8954-7744a49d1e13', 'Will the Ministry of Zebras publish report number 2 by the end of 2026?', '{"id":"92af55a8-21ee-5507-aa25-fd4b93f362d1","tenant":"default","event":"question-2","event_job":"cd661a12-8561-5769-8954-7744a49d1e13","asked":{"text":"Will the Ministry of Zebras publish report number 2 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":"2026-12-31T23:59:59Z","market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-30T00:16:59.596690581Z","reading":{"deadline":{"at":"2026-12-31T23:59:59Z","quote":"by the end of 2026"},"counts":"","reporter":"","synonyms":[],"language":"","assumption":"","clarification":"","family":{"key":"03e71ebf-b9c3-5e97-a233-218889086d79","deadline":"2026-12-31T23:59:59Z"}}}', 2, 'waiting', 1, 2, 2, '2026-11-30 00:27:00.479098+00', NULL, NULL, '2026-11-30 00:17:00.478882+00', '2026-11-30 00:17:00.530533+00', '', '03e71ebf-b9c3-5e97-a233-218889086d79'),
	('f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 'default', '62593234-1a7f-5a2b-84a9-b43cb657dfa7', 'Will the Ministry of Zebras publish report number 3 by the end of 2026?', '{"id":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","tenant":"default","event":"question-3","event_job":"62593234-1a7f-5a2b-84a9-b43cb657dfa7","asked":{"text":"Will the Ministry of Zebras publish report number 3 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":"2026-12-31T23:59:59Z","market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-30T00:16:59.142006064Z","reading":{"deadline":{"at":"2026-12-31T23:59:59Z","quote":"by the end of 2026"},"counts":"","reporter":"","synonyms":[],"language":"","assumption":"","clarification":"","family":{"key":"f9e1b654-581a-569d-a61e-e91ff1b392c1","deadline":"2026-12-31T23:59:59Z"}}}', 2, 'waiting', 1, 2, 2, '2026-11-30 00:27:00.009415+00', NULL, NULL, '2026-11-30 00:17:00.009073+00', '2026-11-30 00:17:00.080012+00', '', 'f9e1b654-581a-569d-a61e-e91ff1b392c1');
INSERT INTO public.step VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'base rates', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x5b5d', '2026-11-30 00:16:58.622162+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'turns before round 1 is decided', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x32', '2026-11-30 00:16:58.6244+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'turn-2', 'df943f307d670615f7c46b8f0fe5df577365d4daae6c0b043aed903c7d9ce91c', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3835646566623937343538613536623038653336386363305f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3835646566623937343538613536623038653336386363305f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a323535302c2263616368655f7772697465223a3531337d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f383564656662393734353861353662303865333638636330222c22636f7374223a3238377d', '2026-11-30 00:17:01.30683+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'turn-2', 'bc32ea948d98d6e2c7c5869c18d5f7ae951b266e144bf985d9b40f784632aa2f', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3433376362343132366262386130386230623533636664315f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3433376362343132366262386130386230623533636664315f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a323535302c2263616368655f7772697465223a3533307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f343337636234313236626238613038623062353363666431222c22636f7374223a3239347d', '2026-11-30 00:17:01.326187+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d33305430303a31373a30302e3033393832383837372b30303a3030', '2026-11-30 00:17:00.040683+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d33305430303a31373a30302e3035323935323137312b30303a3030', '2026-11-30 00:17:00.057419+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'turn-1', 'd42bab4e03a4b568ab3193f53521f6083b5eeca709795485ee9f347b7663fd49', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6632356330613861376466623865323932653334663938365f30222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a22486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3334302c226f7574707574223a33322c2263616368655f72656164223a323535302c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f663235633061386137646662386532393265333466393836222c22636f7374223a3231377d', '2026-11-30 00:17:00.487886+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d33305430303a31373a30302e3439333837363034342b30303a3030', '2026-11-30 00:17:00.494247+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'record beside the price', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x6e756c6c', '2026-11-30 00:16:59.063354+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'recalibration of offline-1', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x7b226b696e64223a7b226b696e64223a226964656e74697479227d2c22726561736f6e223a2230206f7574636f6d657320617265206b6e6f776e2c2061206d6170206e6565647320313030227d', '2026-11-30 00:16:59.061218+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'related forecasts', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x5b5d', '2026-11-30 00:16:59.066027+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'turn-1', '0ccdf1b0730b5b2ef2711620faf0558a7b5b7a3350ce769a52e38ff84f32f790', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6164373564383939623132613430396562623530353336335f30222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a2257696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3333322c226f7574707574223a32342c2263616368655f72656164223a323535302c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f616437356438393962313261343039656262353035333633222c22636f7374223a3230357d', '2026-11-30 00:17:00.467857+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d33305430303a31373a30302e3439383338383033332b30303a3030', '2026-11-30 00:17:00.498736+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'call-0', '415bee5f6bb916d122b28818113779bce4cb50db1a8b7b1e94aa25dd18b3b837', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226362363662646238385c222c5c226b696e645c223a5c22736e69707065745c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c2269645c223a5c226362623061346162635c222c5c226b696e645c223a5c22736e69707065745c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c226e6f7468696e67466f756e645c223a66616c73652c5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305430303a31373a30302e3033393832383837375a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305430303a31373a30302e3033393832383837375a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b7b226964223a22636236366264623838222c22736f75726365223a22736566613266396165222c2274657874223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22222c226b696e64223a22736e6970706574227d2c7b226964223a22636262306134616263222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22222c226b696e64223a22736e6970706574227d5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a3233382c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c2257696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f5c227d222c2268617368223a2265333935303136346163353338623966653063336263616264376366306634666263643339343834636331313031656263336635626331643333353936633338222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e2049742077696c6c20686972652070656f706c6520696e20323032372e205a6562726120436f696e206973206e6f742069737375656420627920746865206d5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a3835327d', '2026-11-30 00:17:00.895737+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'snippets-568ec297', 'f41cafc0f99b46a870868d3af9435f1ea40ca083bc96008a8c55adda26e818d4', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6231646361623737396564346438646136393835636239345f30222c226e616d65223a22657874726163745f736e69707065745f636c61696d73222c22696e707574223a7b22736e69707065745f636c61696d73223a5b7b2264617465223a22222c2271756f7465223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c22726573756c74223a312c2274657874223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c22726573756c74223a322c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3236322c226f7574707574223a3132302c2263616368655f72656164223a3630302c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f623164636162373739656434643864613639383563623934222c22636f7374223a3234317d', '2026-11-30 00:17:00.907333+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'snippets-568ec297', '9f53626867052abd73a7e226eeb628e254d892172645720d867eb1cee1b74c35', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3338353838613036663736356662353163356233623734625f30222c226e616d65223a22657874726163745f736e69707065745f636c61696d73222c22696e707574223a7b22736e69707065745f636c61696d73223a5b7b2264617465223a22222c2271756f7465223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c22726573756c74223a312c2274657874223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c22726573756c74223a322c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3236322c226f7574707574223a3132302c2263616368655f72656164223a3630302c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f333835383861303666373635666235316335623362373462222c22636f7374223a3234317d', '2026-11-30 00:17:01.346579+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'snippets-568ec297', '124cb15fad0abff090a8db0074ca816a924a072cddf9d01783a57be34cc24162', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3665306639323463333536326337346631363362356365615f30222c226e616d65223a22657874726163745f736e69707065745f636c61696d73222c22696e707574223a7b22736e69707065745f636c61696d73223a5b7b2264617465223a22222c2271756f7465223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c22726573756c74223a312c2274657874223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c22726573756c74223a322c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3235332c226f7574707574223a3132302c2263616368655f72656164223a3630302c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f366530663932346333353632633734663136336235636561222c22636f7374223a3233387d', '2026-11-30 00:17:00.890578+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'call-0', '772764333e9cad1649eddbf4229acee213b5c5df4929105300f165471a052b6d', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226362363662646238385c222c5c226b696e645c223a5c22736e69707065745c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c2269645c223a5c226362623061346162635c222c5c226b696e645c223a5c22736e69707065745c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c226e6f7468696e67466f756e645c223a66616c73652c5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305430303a31373a30302e3035323935323137315a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305430303a31373a30302e3035323935323137315a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b7b226964223a22636236366264623838222c22736f75726365223a22736566613266396165222c2274657874223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22222c226b696e64223a22736e6970706574227d2c7b226964223a22636262306134616263222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22222c226b696e64223a22736e6970706574227d5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a3234312c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c22486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f5c227d222c2268617368223a2265333935303136346163353338623966653063336263616264376366306634666263643339343834636331313031656263336635626331643333353936633338222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e2049742077696c6c20686972652070656f706c6520696e20323032372e205a6562726120436f696e206973206e6f742069737375656420627920746865206d5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a3835327d', '2026-11-30 00:17:00.913307+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'turn-1', 'bd8dc06367b876032aedb48e478a45f05fdc8179f255f7059b709fc813c66125', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6433646363366231333833363138326163323261633332315f30222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a22486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3334302c226f7574707574223a33322c2263616368655f72656164223a323535302c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f643364636336623133383336313832616332326163333231222c22636f7374223a3231377d', '2026-11-30 00:17:00.921171+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'turn-1', 'f88c13119da6c6d0da01076c50ab965c274ec814aa33f53fb3e86d45d454fb68', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3862343833313839646664383564356562623162313434615f30222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a2257696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3333322c226f7574707574223a32342c2263616368655f72656164223a323535302c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f386234383331383964666438356435656262316231343461222c22636f7374223a3230357d', '2026-11-30 00:17:00.921171+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'snippets-568ec297', 'e903aa5fbc66a6893e015eefb76d75cc8a4f46d7b2c60328d111e684a5b24967', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3738613561613439613633323137333630616630626462375f30222c226e616d65223a22657874726163745f736e69707065745f636c61696d73222c22696e707574223a7b22736e69707065745f636c61696d73223a5b7b2264617465223a22222c2271756f7465223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c22726573756c74223a312c2274657874223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c22726573756c74223a322c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3235332c226f7574707574223a3132302c2263616368655f72656164223a3630302c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f373861356161343961363332313733363061663062646237222c22636f7374223a3233387d', '2026-11-30 00:17:01.343532+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'call-0', 'da60327a048a74c5cb47a3de2ceeb88126afd646a682974713ca00711a61d660', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226362363662646238385c222c5c226b696e645c223a5c22736e69707065745c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c2269645c223a5c226362623061346162635c222c5c226b696e645c223a5c22736e69707065745c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c226e6f7468696e67466f756e645c223a66616c73652c5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305430303a31373a30302e3439333837363034345a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305430303a31373a30302e3439333837363034345a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b7b226964223a22636236366264623838222c22736f75726365223a22736566613266396165222c2274657874223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22222c226b696e64223a22736e6970706574227d2c7b226964223a22636262306134616263222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22222c226b696e64223a22736e6970706574227d5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a3233382c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c2257696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f5c227d222c2268617368223a2265333935303136346163353338623966653063336263616264376366306634666263643339343834636331313031656263336635626331643333353936633338222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e2049742077696c6c20686972652070656f706c6520696e20323032372e205a6562726120436f696e206973206e6f742069737375656420627920746865206d5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a3835347d', '2026-11-30 00:17:01.351931+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'read-sefa2f9ae', '7fab8fcc3067c66432d5707d116751d5474342e0255aad89cd5866f3ad86c521', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3262616632316235393262623661336331343934303866625f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e227d2c7b2264617465223a22222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3230342c226f7574707574223a3134312c2263616368655f72656164223a3735372c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f326261663231623539326262366133633134393430386662222c22636f7374223a3235347d', '2026-11-30 00:17:01.729103+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'call-0', '60c1006de789c70216d7a295943a989c3abb57cd90800c247360a26b7093037a', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226362363662646238385c222c5c226b696e645c223a5c22736e69707065745c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c2269645c223a5c226362623061346162635c222c5c226b696e645c223a5c22736e69707065745c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c226e6f7468696e67466f756e645c223a66616c73652c5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305430303a31373a30302e3439383338383033335a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305430303a31373a30302e3439383338383033335a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b7b226964223a22636236366264623838222c22736f75726365223a22736566613266396165222c2274657874223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22222c226b696e64223a22736e6970706574227d2c7b226964223a22636262306134616263222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22222c226b696e64223a22736e6970706574227d5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a3234312c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c22486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f5c227d222c2268617368223a2265333935303136346163353338623966653063336263616264376366306634666263643339343834636331313031656263336635626331643333353936633338222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e2049742077696c6c20686972652070656f706c6520696e20323032372e205a6562726120436f696e206973206e6f742069737375656420627920746865206d5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a3835387d', '2026-11-30 00:17:01.360121+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'read-s6bd1da71', '2f01eff5192e15099c7bfe35a28696ab1d4977797fa3fd60295b973491d2e301', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3538346466313539333864326463386663343232393331385f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3135312c226f7574707574223a34392c2263616368655f72656164223a3735372c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f353834646631353933386432646338666334323239333138222c22636f7374223a3132377d', '2026-11-30 00:17:01.725772+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'call-2', 'd21acaaaeb978ee3f87722888efd75dde48a2802c7758a88e1586ccaf73a1f69', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226362623061346162635c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c226c656e6774685c223a36382c5c226c696e6b735c223a5b5d2c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c226e6577732e6578616d706c655c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305430303a31373a30302e3033393832383837375a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635227d5d2c22636c61696d73223a5b7b226964223a22636262306134616263222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22227d5d2c227072696e7473223a5b5b22733662643164613731222c7b2272756e73223a392c226c65617374223a5b3931373534323533313337313436373235322c343938313433313838303331363937323339392c353033303333383233363231313139373036322c353833303732383937323037303237363631302c353939323532373130303339343835383337342c383232373132323432383837393733323938332c31303838323130383038373139373838333232312c31333030373430333531383430303334353736382c31373935363535393936353030303333303136345d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3132372c226261736573223a5b7b2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c2268617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a313638387d', '2026-11-30 00:17:01.733932+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'turn-2', '7fcda11683f2e480082f8d68125ac50cb144dc205bf79716f5ca9a7a63ba8723', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3862636566316165346136383466626261356161356235645f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3862636566316165346136383466626261356161356235645f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a323535302c2263616368655f7772697465223a3531337d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f386263656631616534613638346662626135616135623564222c22636f7374223a3238377d', '2026-11-30 00:17:01.772809+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'call-2', 'd21acaaaeb978ee3f87722888efd75dde48a2802c7758a88e1586ccaf73a1f69', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226362623061346162635c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c226c656e6774685c223a36382c5c226c696e6b735c223a5b5d2c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c226e6577732e6578616d706c655c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305430303a31373a30302e3035323935323137315a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635227d5d2c22636c61696d73223a5b7b226964223a22636262306134616263222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22227d5d2c227072696e7473223a5b5b22733662643164613731222c7b2272756e73223a392c226c65617374223a5b3931373534323533313337313436373235322c343938313433313838303331363937323339392c353033303333383233363231313139373036322c353833303732383937323037303237363631302c353939323532373130303339343835383337342c383232373132323432383837393733323938332c31303838323130383038373139373838333232312c31333030373430333531383430303334353736382c31373935363535393936353030303333303136345d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3133302c226261736573223a5b7b2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c2268617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a323130387d', '2026-11-30 00:17:02.171273+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'call-1', 'caacaa91ff7254df5e94dd94d9fd4cc7479b61ee8063283a5b56eb2de352c110', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226365363535376634645c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c2269645c223a5c226336383465333739665c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e5c227d2c7b5c2269645c223a5c226362343834646130385c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e5c227d5d2c5c226c656e6774685c223a3235322c5c226c696e6b735c223a5b5d2c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c227a65627261732e6578616d706c655c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305430303a31373a30302e3033393832383837375a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538227d5d2c22636c61696d73223a5b7b226964223a22636536353537663464222c22736f75726365223a22736566613266396165222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22227d2c7b226964223a22633638346533373966222c22736f75726365223a22736566613266396165222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2264617465223a22227d2c7b226964223a22636234383464613038222c22736f75726365223a22736566613266396165222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2264617465223a22227d5d2c227072696e7473223a5b5b22736566613266396165222c7b2272756e73223a34332c226c65617374223a5b3332323130363637373739323635393436302c313137363736373535383331363336383332362c313630323730323439363239343433353730312c323332333439363935383138373737383734372c323435383939313534303139353431323434312c333033303835303237373139303332343339342c353036323232393234303831383639393937302c353831303239303230303736343033393533352c363931363634353539303134353738373430392c373333393231393438363237343038313433322c383336343438323835353238323339343537312c383438343034303936323630323738353435312c383734323730323738383838353735323036382c383734383934353338323731303333383530382c383838343936313832383939313435353435382c393134303833393032393532383033343437372c393332393939333439343734313536393234322c393832383536363931323530323534393831372c31303032353737323138313036393530313334392c31303332303935363133383836363836313733372c31303432343637313239353435313432373237312c31303434373835383439303333333335313436352c31303839323333303136343131343134363630302c31313236383338373030383230353130333332392c31313439353735333330353534333937383435392c31313633393535363330343630373234333038372c31313836313932373436353332393431343630362c31323232303237373933383338303035323332392c31323332363433393734353432393131333139312c31323333393134303035373736313434333939372c31323530313632343031333432363938343037352c31323637393039353739313535383635393338302c31333633313236393531313332333533383439352c31343231383233333935383530363732333931322c31343639313034303235383630343537353235362c31343639333933373232383930363731393639302c31343739323635323536363934373632383032332c31353130303936353235333534393731343537392c31353235313939383534333932333934303834332c31353835303038393538343735303135393538322c31363832373835393638303536353633393234352c31373930343632313833373937333930393732392c31373934353332333632343332323936353139355d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3235342c226261736573223a5b7b2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a313730317d', '2026-11-30 00:17:01.748015+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'turn-2', 'ed105393b8c0b32d9cf407f4df59e961b9221c67efbd4b7f93c0362b70e3ac02', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6562623465363230333762313933613238666233353830315f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6562623465363230333762313933613238666233353830315f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a323535302c2263616368655f7772697465223a3533307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f656262346536323033376231393361323866623335383031222c22636f7374223a3239347d', '2026-11-30 00:17:01.775879+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'read-s6bd1da71', 'a106fce34bf9dc09d176f1f8b38dc6b86a9b7ab2f6d36e305ac1faaad3222222', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3165393037613333316563373865643264306139623563315f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3136302c226f7574707574223a34392c2263616368655f72656164223a3735372c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f316539303761333331656337386564326430613962356331222c22636f7374223a3133307d', '2026-11-30 00:17:02.160854+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'read-sefa2f9ae', '465474973cdfbd0169e331b20e971e954ab69745547970c392e62f2b16e3ce7c', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6330333566626465356135616662396262636238373064615f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e227d2c7b2264617465223a22222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3231332c226f7574707574223a3134312c2263616368655f72656164223a3735372c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f633033356662646535613561666239626263623837306461222c22636f7374223a3235367d', '2026-11-30 00:17:02.168415+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'turn-3', '0dfaf40312a663800ccd1d3ecde10d31e84c20cbceb8fdd3591eaa46bee57221', '\x7b22626c6f636b73223a5b7b2274797065223a2274657874222c2274657874223a225b6f66666c696e652d315d204920616d20746865206f66666c696e65206d6f64656c3a204920616e737765722062792072756c657320616e642062792065787472616374696f6e2c206e6f742062792061206c616e6775616765206d6f64656c2e5c6e5468617420697320616c6c2074686174204920666f756e642e227d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3032383539363435623739303963613763653265366363635f30222c226e616d65223a2273746f72655f72657365617263685f726573756c7473222c22696e707574223a7b22636f6e666964656e6365223a302e34343939393939393939393939393939362c2266696e64696e6773223a5b7b22636c61696d73223a5b22636536353537663464225d2c22696d706f7274616e6365223a302e372c22736f7572636573223a5b22736566613266396165225d2c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b22636c61696d73223a5b22633638346533373966225d2c22696d706f7274616e6365223a302e363030303030303030303030303030312c22736f7572636573223a5b22736566613266396165225d2c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e227d2c7b22636c61696d73223a5b22636234383464613038225d2c22696d706f7274616e6365223a302e352c22736f7572636573223a5b22736566613266396165225d2c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e227d5d2c226f70656e5175657374696f6e73223a5b5d2c227269736b73223a5b5d2c2273756d6d617279223a225b6f66666c696e652d315d20546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2274696d656c696e65223a5b5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a3231372c2263616368655f72656164223a333036332c2263616368655f7772697465223a3233327d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f303238353936343562373930396361376365326536636363222c22636f7374223a3434307d', '2026-11-30 00:17:02.168415+00');
INSERT INTO public.verdict VALUES
	('f2537a07-c611-50bb-9e80-59b46ace83b3', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-30 00:16:55.03839+00'),
	('547b5006-44c5-5481-8ab5-c57248a54ac8', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-30 00:16:59.138521+00'),
	('62593234-1a7f-5a2b-84a9-b43cb657dfa7', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-30 00:16:59.144654+00'),
	('41ba4beb-03a0-503f-99d0-019eb046c5eb', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-30 00:16:59.599735+00'),
	('cd661a12-8561-5769-8954-7744a49d1e13', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-30 00:16:59.599735+00');
INSERT INTO public.verdict_period VALUES
	(-1, '2026-11-30 00:16:54.387082+00', NULL, false, 0);
INSERT INTO public.worker_model VALUES
	('classifier', '{"base_url":"http://127.0.0.1:43567/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"classifier"}', '2026-11-30 00:16:54.875857+00'),
	('filter', '{"base_url":"http://127.0.0.1:43567/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"filter"}', '2026-11-30 00:16:54.929166+00'),
	('forecaster', '{"base_url":"http://127.0.0.1:43567/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"forecaster"}', '2026-11-30 00:16:54.935305+00'),
	('writer', '{"base_url":"http://127.0.0.1:43567/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"writer"}', '2026-11-30 00:16:54.962145+00'),
	('researcher', '{"base_url":"http://127.0.0.1:43567/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"researcher"}', '2026-11-30 00:16:54.994362+00');
SELECT pg_catalog.setval('public.answer_outcome_id_seq', 1, false);
SELECT pg_catalog.setval('public.entity_fence', 1, true);
SELECT pg_catalog.setval('public.fact_id_seq', 8, true);
SELECT pg_catalog.setval('public.outcome_id_seq', 1, false);
SELECT pg_catalog.setval('public.verdict_group_id', 1, false);
ALTER TABLE ONLY public._sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.answer_outcome
    ADD CONSTRAINT answer_outcome_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.answer
    ADD CONSTRAINT answer_pkey PRIMARY KEY (run, question);
ALTER TABLE ONLY public.answered_question
    ADD CONSTRAINT answered_question_pkey PRIMARY KEY (question, job);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (job, worker, action, ordinal);
ALTER TABLE ONLY public.batch_item
    ADD CONSTRAINT batch_item_pkey PRIMARY KEY (call);
ALTER TABLE ONLY public.batch_lane
    ADD CONSTRAINT batch_lane_pkey PRIMARY KEY (lane);
ALTER TABLE ONLY public.batch
    ADD CONSTRAINT batch_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.budget
    ADD CONSTRAINT budget_pkey PRIMARY KEY (scope);
ALTER TABLE ONLY public.call
    ADD CONSTRAINT call_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.call_unsettled
    ADD CONSTRAINT call_unsettled_pkey PRIMARY KEY (call);
ALTER TABLE ONLY public.console_session
    ADD CONSTRAINT console_session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.dead_letter
    ADD CONSTRAINT dead_letter_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.dispatch
    ADD CONSTRAINT dispatch_key PRIMARY KEY (id, consumer);
ALTER TABLE ONLY public.entity_key
    ADD CONSTRAINT entity_key_pkey PRIMARY KEY (kind, key, tenant, rank, entity);
ALTER TABLE ONLY public.entity_lease
    ADD CONSTRAINT entity_lease_pkey PRIMARY KEY (entity, scope);
ALTER TABLE ONLY public.entity
    ADD CONSTRAINT entity_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (job);
ALTER TABLE ONLY public.event_requester
    ADD CONSTRAINT event_requester_pkey PRIMARY KEY (event);
ALTER TABLE ONLY public.evidence
    ADD CONSTRAINT evidence_pkey PRIMARY KEY (job);
ALTER TABLE ONLY public.fact
    ADD CONSTRAINT fact_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.forecast
    ADD CONSTRAINT forecast_pkey PRIMARY KEY (run);
ALTER TABLE ONLY public.gateway_request
    ADD CONSTRAINT gateway_request_pkey PRIMARY KEY (tenant, key);
ALTER TABLE ONLY public.gateway_token
    ADD CONSTRAINT gateway_token_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hearer
    ADD CONSTRAINT hearer_pkey PRIMARY KEY (subject, consumer);
ALTER TABLE ONLY public.inbox_old_block
    ADD CONSTRAINT inbox_old_block_pkey PRIMARY KEY (block);
ALTER TABLE ONLY public.inbox_period
    ADD CONSTRAINT inbox_period_pkey PRIMARY KEY (slot);
ALTER TABLE ONLY public.inbox
    ADD CONSTRAINT inbox_pkey PRIMARY KEY (consumer, job);
ALTER TABLE ONLY public.instance
    ADD CONSTRAINT instance_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.intake
    ADD CONSTRAINT intake_pkey PRIMARY KEY (tenant);
ALTER TABLE ONLY public.macro_result
    ADD CONSTRAINT macro_result_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.macro_review
    ADD CONSTRAINT macro_review_pkey PRIMARY KEY (result, state);
ALTER TABLE ONLY public.macro_session
    ADD CONSTRAINT macro_session_pkey PRIMARY KEY (tenant, id);
ALTER TABLE ONLY public.mcp_question
    ADD CONSTRAINT mcp_question_pkey PRIMARY KEY (token, session, request);
ALTER TABLE ONLY public.mcp_session
    ADD CONSTRAINT mcp_session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.mcp_shown
    ADD CONSTRAINT mcp_shown_pkey PRIMARY KEY (token, session);
ALTER TABLE ONLY public.mcp_task
    ADD CONSTRAINT mcp_task_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.nats_server
    ADD CONSTRAINT nats_server_pkey PRIMARY KEY (consumer, server);
ALTER TABLE ONLY public.note_embedding
    ADD CONSTRAINT note_embedding_pkey PRIMARY KEY (note);
ALTER TABLE ONLY public.note_fact
    ADD CONSTRAINT note_fact_pkey PRIMARY KEY (note);
ALTER TABLE ONLY public.note_link
    ADD CONSTRAINT note_link_pkey PRIMARY KEY (note, other);
ALTER TABLE ONLY public.note_of
    ADD CONSTRAINT note_of_pkey PRIMARY KEY (entity, made_at, note);
ALTER TABLE ONLY public.note
    ADD CONSTRAINT note_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.note_sighting
    ADD CONSTRAINT note_sighting_pkey PRIMARY KEY (note, research);
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.outcome_class
    ADD CONSTRAINT outcome_class_pkey PRIMARY KEY (tenant, class, outcome);
ALTER TABLE ONLY public.outcome
    ADD CONSTRAINT outcome_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.page_bytes
    ADD CONSTRAINT page_bytes_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.question
    ADD CONSTRAINT question_pkey PRIMARY KEY (run, id);
ALTER TABLE ONLY public.recalibration
    ADD CONSTRAINT recalibration_pkey PRIMARY KEY (tenant, model, with_crowd, hour);
ALTER TABLE ONLY public.redrive_letter
    ADD CONSTRAINT redrive_letter_pkey PRIMARY KEY (redrive, letter);
ALTER TABLE ONLY public.redrive
    ADD CONSTRAINT redrive_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.report
    ADD CONSTRAINT report_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.representation_context
    ADD CONSTRAINT representation_context_pkey PRIMARY KEY (key, value, tenant);
ALTER TABLE ONLY public.representation
    ADD CONSTRAINT representation_entity_kind_protocol_chain_context_key UNIQUE (entity, kind, protocol, chain, context);
ALTER TABLE ONLY public.research
    ADD CONSTRAINT research_pkey PRIMARY KEY (entity, version);
ALTER TABLE ONLY public.result
    ADD CONSTRAINT result_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.result_reader
    ADD CONSTRAINT result_reader_pkey PRIMARY KEY (tenant);
ALTER TABLE ONLY public.result_removed
    ADD CONSTRAINT result_removed_pkey PRIMARY KEY (tenant);
ALTER TABLE ONLY public.review_desk
    ADD CONSTRAINT review_desk_pkey PRIMARY KEY (tenant, result, reviewer);
ALTER TABLE ONLY public.run_given_up
    ADD CONSTRAINT run_given_up_pkey PRIMARY KEY (run, round);
ALTER TABLE ONLY public.run
    ADD CONSTRAINT run_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.run_stop
    ADD CONSTRAINT run_stop_pkey PRIMARY KEY (run);
ALTER TABLE ONLY public.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (tenant, name);
ALTER TABLE ONLY public.step
    ADD CONSTRAINT step_pkey PRIMARY KEY (job, step, input);
ALTER TABLE ONLY public.tenant_load
    ADD CONSTRAINT tenant_load_pkey PRIMARY KEY (instance, consumer, tenant);
ALTER TABLE ONLY public.valuation
    ADD CONSTRAINT valuation_pkey PRIMARY KEY (run, round);
ALTER TABLE ONLY public.verdict_group
    ADD CONSTRAINT verdict_group_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.verdict_part_0
    ADD CONSTRAINT verdict_part_0_pkey PRIMARY KEY (job);
ALTER TABLE ONLY public.verdict_part_1
    ADD CONSTRAINT verdict_part_1_pkey PRIMARY KEY (job);
ALTER TABLE ONLY public.verdict_part_2
    ADD CONSTRAINT verdict_part_2_pkey PRIMARY KEY (job);
ALTER TABLE ONLY public.verdict_part_3
    ADD CONSTRAINT verdict_part_3_pkey PRIMARY KEY (job);
ALTER TABLE ONLY public.verdict_part_4
    ADD CONSTRAINT verdict_part_4_pkey PRIMARY KEY (job);
ALTER TABLE ONLY public.verdict_part_5
    ADD CONSTRAINT verdict_part_5_pkey PRIMARY KEY (job);
ALTER TABLE ONLY public.verdict_part_6
    ADD CONSTRAINT verdict_part_6_pkey PRIMARY KEY (job);
ALTER TABLE ONLY public.verdict_part_7
    ADD CONSTRAINT verdict_part_7_pkey PRIMARY KEY (job);
ALTER TABLE ONLY public.verdict_part_block
    ADD CONSTRAINT verdict_part_block_pkey PRIMARY KEY (block);
ALTER TABLE ONLY public.verdict_period
    ADD CONSTRAINT verdict_period_pkey PRIMARY KEY (slot);
ALTER TABLE ONLY public.verdict
    ADD CONSTRAINT verdict_pkey PRIMARY KEY (job);
ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_pkey PRIMARY KEY (endpoint, id);
ALTER TABLE ONLY public.webhook_endpoint
    ADD CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_secret
    ADD CONSTRAINT webhook_secret_pkey PRIMARY KEY (endpoint, secret);
ALTER TABLE ONLY public.worker_model
    ADD CONSTRAINT worker_model_pkey PRIMARY KEY (worker);
CREATE UNIQUE INDEX answer_outcome_believed ON public.answer_outcome USING btree (run) WHERE (retired_at IS NULL);
CREATE INDEX answer_outcome_run ON public.answer_outcome USING btree (run);
CREATE INDEX answer_outcome_tenant ON public.answer_outcome USING btree (tenant, asked_at DESC);
CREATE INDEX answered_question_job ON public.answered_question USING btree (job);
CREATE INDEX answered_question_newest ON public.answered_question USING btree (question, made_at DESC);
CREATE INDEX audit_at ON public.audit USING brin (at) WITH (autosummarize='on');
CREATE INDEX audit_changes ON public.audit USING btree (tenant, at DESC, job DESC) WHERE (token IS NOT NULL);
CREATE INDEX audit_event ON public.audit USING btree (event);
CREATE INDEX batch_done ON public.batch USING btree (done_at) WHERE (done_at IS NOT NULL);
CREATE INDEX batch_item_age ON public.batch_item USING btree (queued_at);
CREATE INDEX batch_item_batch ON public.batch_item USING btree (batch) WHERE (batch IS NOT NULL);
CREATE INDEX batch_item_queue ON public.batch_item USING btree (lane, queued_at) WHERE ((batch IS NULL) AND (withdrawn_at IS NULL));
CREATE UNIQUE INDEX batch_item_step ON public.batch_item USING btree (job, step);
CREATE INDEX batch_lane_sent ON public.batch USING btree (lane) WHERE (provider_id IS NOT NULL);
CREATE INDEX batch_open ON public.batch USING btree (lane, next_check_at) WHERE (state <> 'done'::text);
CREATE INDEX budget_made ON public.budget USING btree (made_at);
CREATE INDEX budget_share ON public.budget USING btree (share_of) WHERE (share_of IS NOT NULL);
CREATE INDEX call_budgets ON public.call USING gin (budgets) WITH (fastupdate='on');
CREATE INDEX call_opened ON public.call USING btree (opened_at);
CREATE INDEX call_step ON public.call USING btree (job, step, input);
CREATE INDEX console_session_created_at ON public.console_session USING btree (created_at);
CREATE INDEX dead_letter_at ON public.dead_letter USING btree (at DESC);
CREATE INDEX dead_letter_job ON public.dead_letter USING btree (job);
CREATE INDEX dead_letter_open ON public.dead_letter USING btree (tenant, consumer, class, at DESC) WHERE (redriven_at IS NULL);
CREATE INDEX dead_letter_position ON public.dead_letter USING btree (tenant, xid, id);
CREATE INDEX dead_letter_tenant ON public.dead_letter USING btree (tenant, at DESC, id DESC);
CREATE INDEX dispatch_fresh ON public.dispatch USING btree (public.subject_topic(subject), look_at) WHERE ((sent_at IS NULL) AND (relayed = 0));
CREATE INDEX dispatch_placed ON public.dispatch USING btree (public.subject_topic(subject), consumer, sequence) WHERE (sequence IS NOT NULL);
CREATE INDEX dispatch_retried ON public.dispatch USING btree (public.subject_topic(subject), look_at) WHERE ((sent_at IS NULL) AND (relayed > 0));
CREATE INDEX dispatch_run ON public.dispatch USING btree (run) WHERE (run IS NOT NULL);
CREATE INDEX dispatch_unplaced ON public.dispatch USING btree (public.subject_topic(subject), consumer, look_at) WHERE ((sequence IS NULL) AND (sent_at IS NOT NULL));
CREATE INDEX entity_changed ON public.entity USING btree (changed);
CREATE UNIQUE INDEX entity_identity ON public.entity USING btree (identity, tenant);
CREATE INDEX entity_key_entity ON public.entity_key USING btree (entity);
CREATE INDEX entity_keyed ON public.entity USING btree (keyed);
CREATE INDEX entity_name ON public.entity USING btree (name_key, tenant, verified DESC, id);
CREATE INDEX entity_name_like ON public.entity USING gist (name_key public.gist_trgm_ops) WHERE (tenant = ''::text);
CREATE INDEX entity_symbol ON public.entity USING btree (symbol_key, tenant, verified DESC, id);
CREATE INDEX entity_symbol_like ON public.entity USING gist (symbol_key public.gist_trgm_ops) WHERE (tenant = ''::text);
CREATE INDEX entity_tenant ON public.entity USING btree (tenant, id) WHERE (tenant <> ''::text);
CREATE INDEX event_kept ON public.event USING btree (received_at) WHERE (interesting OR (tasks > 0) OR (run IS NOT NULL));
CREATE INDEX event_quiet ON public.event USING btree (received_at) WHERE ((NOT interesting) AND (tasks = 0) AND (run IS NULL));
CREATE INDEX event_received ON public.event USING brin (received_at) WITH (autosummarize='on');
CREATE INDEX event_requester_at ON public.event_requester USING btree (at);
CREATE INDEX event_requester_run ON public.event_requester USING btree (run);
CREATE INDEX event_researched ON public.event USING btree (received_at DESC) WHERE (tasks > 0);
CREATE INDEX event_run ON public.event USING btree (run) WHERE (run IS NOT NULL);
CREATE INDEX event_tenant ON public.event USING btree (tenant, received_at DESC, job DESC);
CREATE INDEX evidence_entity ON public.evidence USING btree (entity) WHERE (entity IS NOT NULL);
CREATE INDEX evidence_event ON public.evidence USING btree (event);
CREATE UNIQUE INDEX fact_believed_by ON public.fact USING btree (entity, attribute, valid_from, COALESCE(tenant, ''::text), public) WHERE (retired_at IS NULL);
CREATE INDEX fact_entity ON public.fact USING btree (entity, attribute);
CREATE INDEX forecast_made ON public.forecast USING btree (made_at DESC);
CREATE INDEX forecast_pending ON public.forecast USING btree (tenant, run) WHERE (review = 'pending'::text);
CREATE INDEX gateway_request_time ON public.gateway_request USING btree (at);
CREATE INDEX gateway_token_tenant ON public.gateway_token USING btree (tenant);
CREATE INDEX inbox_begun ON public.inbox USING btree (begun_at);
CREATE INDEX inbox_old_job ON ONLY public.inbox_old USING btree (job);
CREATE INDEX inbox_old_0_job_idx ON public.inbox_old_0 USING btree (job);
CREATE INDEX inbox_old_1_job_idx ON public.inbox_old_1 USING btree (job);
CREATE INDEX inbox_old_2_job_idx ON public.inbox_old_2 USING btree (job);
CREATE INDEX inbox_old_3_job_idx ON public.inbox_old_3 USING btree (job);
CREATE INDEX inbox_old_4_job_idx ON public.inbox_old_4 USING btree (job);
CREATE INDEX inbox_old_5_job_idx ON public.inbox_old_5 USING btree (job);
CREATE INDEX inbox_old_6_job_idx ON public.inbox_old_6 USING btree (job);
CREATE INDEX inbox_old_7_job_idx ON public.inbox_old_7 USING btree (job);
CREATE UNIQUE INDEX inbox_period_open ON public.inbox_period USING btree (((closed_at IS NULL))) WHERE (closed_at IS NULL);
CREATE INDEX kept_answer_answered ON public.kept_answer USING btree (answered_at);
CREATE UNIQUE INDEX kept_answer_key ON public.kept_answer USING btree (md5(url), hash);
CREATE INDEX macro_result_decided ON public.macro_result USING btree (changed_at) WHERE (state <> 'pending'::text);
CREATE INDEX macro_result_due ON public.macro_result USING btree (expires_at) WHERE (state = 'pending'::text);
CREATE INDEX macro_result_made ON public.macro_result USING btree (made_at);
CREATE UNIQUE INDEX macro_result_pending ON public.macro_result USING btree (tenant, session) WHERE (state = 'pending'::text);
CREATE INDEX macro_result_queue ON public.macro_result USING btree (tenant, state, made_at DESC, id DESC);
CREATE INDEX macro_result_session ON public.macro_result USING btree (tenant, session, made_at DESC);
CREATE INDEX macro_review_at ON public.macro_review USING btree (at);
CREATE INDEX macro_session_changed ON public.macro_session USING btree (changed_at);
CREATE INDEX mcp_question_asked_at ON public.mcp_question USING btree (asked_at);
CREATE INDEX mcp_session_time ON public.mcp_session USING btree (opened_at);
CREATE INDEX mcp_shown_time ON public.mcp_shown USING btree (shown_at);
CREATE INDEX mcp_task_created_at ON public.mcp_task USING btree (created_at);
CREATE INDEX note_embedding_near_1024 ON public.note_embedding USING hnsw (((embedding)::public.halfvec(1024)) public.halfvec_cosine_ops) WHERE (dimensions = 1024);
CREATE INDEX note_embedding_near_1536 ON public.note_embedding USING hnsw (((embedding)::public.halfvec(1536)) public.halfvec_cosine_ops) WHERE (dimensions = 1536);
CREATE INDEX note_embedding_near_2048 ON public.note_embedding USING hnsw (((embedding)::public.halfvec(2048)) public.halfvec_cosine_ops) WHERE (dimensions = 2048);
CREATE INDEX note_embedding_near_256 ON public.note_embedding USING hnsw (((embedding)::public.halfvec(256)) public.halfvec_cosine_ops) WHERE (dimensions = 256);
CREATE INDEX note_embedding_near_3072 ON public.note_embedding USING hnsw (((embedding)::public.halfvec(3072)) public.halfvec_cosine_ops) WHERE (dimensions = 3072);
CREATE INDEX note_embedding_near_384 ON public.note_embedding USING hnsw (((embedding)::public.halfvec(384)) public.halfvec_cosine_ops) WHERE (dimensions = 384);
CREATE INDEX note_embedding_near_512 ON public.note_embedding USING hnsw (((embedding)::public.halfvec(512)) public.halfvec_cosine_ops) WHERE (dimensions = 512);
CREATE INDEX note_embedding_near_768 ON public.note_embedding USING hnsw (((embedding)::public.halfvec(768)) public.halfvec_cosine_ops) WHERE (dimensions = 768);
CREATE INDEX note_embedding_tenant ON public.note_embedding USING btree (tenant, model, dimensions);
CREATE INDEX note_ended ON public.note USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX note_fact_topic ON public.note_fact USING btree (topic, dated DESC, note);
CREATE INDEX note_link_other ON public.note_link USING btree (other);
CREATE INDEX note_made ON public.note USING btree (made_at DESC, id DESC) WHERE (ended_at IS NULL);
CREATE INDEX note_search ON public.note USING gin (search);
CREATE INDEX note_sighting_entity ON public.note_sighting USING btree (entity, made_at) WHERE (entity IS NOT NULL);
CREATE INDEX note_sighting_research ON public.note_sighting USING btree (research);
CREATE UNIQUE INDEX note_source_key ON public.note_source USING btree (note, md5(url));
CREATE INDEX note_summary_like ON public.note USING gin (summary public.gin_trgm_ops);
CREATE INDEX note_tenant ON public.note USING btree (tenant);
CREATE INDEX note_tenant_made ON public.note USING btree (tenant, made_at DESC, id DESC);
CREATE INDEX note_valid ON public.note USING btree (tenant) WHERE (ended_at IS NULL);
CREATE INDEX outbox_created_at ON public.outbox USING btree (created_at);
CREATE INDEX outbox_verdicts ON public.outbox USING btree (created_at) WHERE starts_with(subject, 'auspex.result.classifications.'::text);
CREATE UNIQUE INDEX outcome_believed ON public.outcome USING btree (tenant, key) WHERE (retired_at IS NULL);
CREATE INDEX outcome_class_outcome ON public.outcome_class USING btree (outcome);
CREATE INDEX outcome_key ON public.outcome USING btree (tenant, key);
CREATE INDEX outcome_labelled ON public.outcome USING btree (labelled);
CREATE INDEX outcome_learned ON public.outcome USING btree (learned_at);
CREATE INDEX outcome_run ON public.outcome USING btree (run) WHERE (run IS NOT NULL);
CREATE INDEX page_bytes_loose ON public.page_bytes USING btree (loose_at);
CREATE INDEX page_checked ON public.page USING btree (checked_at);
CREATE INDEX page_hash ON public.page USING btree (hash);
CREATE UNIQUE INDEX page_key ON public.page USING btree (md5(url), hash);
CREATE INDEX page_use_at ON public.page_use USING btree (used_at);
CREATE INDEX page_use_hash ON public.page_use USING btree (hash);
CREATE UNIQUE INDEX page_use_key ON public.page_use USING btree (job, md5(url), hash);
CREATE INDEX redrive_created ON public.redrive USING btree (created_at);
CREATE INDEX redrive_due ON public.redrive USING btree (next_at) WHERE (state = ANY (ARRAY['canary'::text, 'running'::text]));
CREATE INDEX redrive_letter_at ON public.redrive_letter USING btree (at);
CREATE UNIQUE INDEX redrive_open ON public.redrive USING btree (tenant, COALESCE(consumer, ''::text), COALESCE(class, ''::text), COALESCE(reason, ''::text)) WHERE (state = ANY (ARRAY['canary'::text, 'running'::text, 'paused'::text]));
CREATE INDEX redrive_tenant ON public.redrive USING btree (tenant, created_at DESC, id DESC);
CREATE INDEX report_made ON public.report USING btree (made_at);
CREATE INDEX report_tenant ON public.report USING btree (tenant, made_at DESC, key DESC);
CREATE INDEX representation_context_entity ON public.representation_context USING btree (entity);
CREATE INDEX research_ended ON public.research USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX research_search ON public.research USING gin (search);
CREATE INDEX research_tenant ON public.research USING btree (tenant) WHERE (ended_at IS NULL);
CREATE INDEX result_event ON public.result USING btree (event);
CREATE INDEX result_position ON public.result USING btree (tenant, xid, id);
CREATE INDEX result_stored ON public.result USING btree (tenant, stored_at, id);
CREATE INDEX review_desk_opened_at ON public.review_desk USING btree (opened_at);
CREATE INDEX run_analyzing ON public.run USING btree (deadline) WHERE (phase = 'analyzing'::text);
CREATE INDEX run_event ON public.run USING btree (event);
CREATE INDEX run_family ON public.run USING btree (tenant, family, started_at DESC) WHERE (family IS NOT NULL);
CREATE INDEX run_given_up_at ON public.run_given_up USING btree (given_up_at);
CREATE INDEX run_market ON public.run USING btree (tenant, ((((body -> 'asked'::text) -> 'market'::text) ->> 'condition_id'::text)));
CREATE INDEX run_open ON public.run USING btree (tenant, started_at DESC, id DESC) WHERE (phase <> 'done'::text);
CREATE INDEX run_same_market ON public.run USING btree (tenant, market, started_at DESC) WHERE (market IS NOT NULL);
CREATE INDEX run_same_question ON public.run USING hash (question);
CREATE INDEX run_started ON public.run USING btree (started_at DESC);
CREATE INDEX run_stop_stopped ON public.run_stop USING btree (stopped_at);
CREATE INDEX run_tenant ON public.run USING btree (tenant, started_at DESC, id DESC);
CREATE INDEX run_waiting ON public.run USING btree (deadline) WHERE (phase = 'waiting'::text);
CREATE INDEX schedule_due ON public.schedule USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX step_made ON public.step USING btree (made_at);
CREATE INDEX verdict_group_made ON public.verdict_group USING btree (made_at);
CREATE UNIQUE INDEX verdict_group_message ON public.verdict_group USING btree (message);
CREATE INDEX verdict_marked ON public.verdict USING btree (marked_at) WHERE (marked_at IS NOT NULL);
CREATE UNIQUE INDEX verdict_period_open ON public.verdict_period USING btree (((closed_at IS NULL))) WHERE (closed_at IS NULL);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (endpoint, next_at, id) WHERE (state = 'pending'::text);
CREATE INDEX webhook_delivery_ended ON public.webhook_delivery USING btree (done_at) WHERE (done_at IS NOT NULL);
CREATE INDEX webhook_delivery_list ON public.webhook_delivery USING btree (endpoint, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_waiting ON public.webhook_delivery USING btree (endpoint, created_at) WHERE (state = 'pending'::text);
CREATE INDEX webhook_endpoint_deleted ON public.webhook_endpoint USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX webhook_endpoint_tenant ON public.webhook_endpoint USING btree (tenant);
ALTER INDEX public.inbox_old_job ATTACH PARTITION public.inbox_old_0_job_idx;
ALTER INDEX public.inbox_old_job ATTACH PARTITION public.inbox_old_1_job_idx;
ALTER INDEX public.inbox_old_job ATTACH PARTITION public.inbox_old_2_job_idx;
ALTER INDEX public.inbox_old_job ATTACH PARTITION public.inbox_old_3_job_idx;
ALTER INDEX public.inbox_old_job ATTACH PARTITION public.inbox_old_4_job_idx;
ALTER INDEX public.inbox_old_job ATTACH PARTITION public.inbox_old_5_job_idx;
ALTER INDEX public.inbox_old_job ATTACH PARTITION public.inbox_old_6_job_idx;
ALTER INDEX public.inbox_old_job ATTACH PARTITION public.inbox_old_7_job_idx;
CREATE TRIGGER call_unsettled_delete AFTER DELETE ON public.call REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.call_unsettled_keep();
CREATE TRIGGER call_unsettled_insert AFTER INSERT ON public.call REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.call_unsettled_keep();
CREATE TRIGGER call_unsettled_update AFTER UPDATE ON public.call REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.call_unsettled_keep();
CREATE TRIGGER intake_settled AFTER DELETE ON public.dispatch REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.intake_settled();
CREATE TRIGGER intake_stored AFTER INSERT ON public.dispatch REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.intake_stored();
CREATE TRIGGER result_removed AFTER DELETE ON public.result REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.result_removed_note();
ALTER TABLE ONLY public.macro_result
    ADD CONSTRAINT macro_result_tenant_session_fkey FOREIGN KEY (tenant, session) REFERENCES public.macro_session(tenant, id);
ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_endpoint_fkey FOREIGN KEY (endpoint) REFERENCES public.webhook_endpoint(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_secret
    ADD CONSTRAINT webhook_secret_endpoint_fkey FOREIGN KEY (endpoint) REFERENCES public.webhook_endpoint(id) ON DELETE CASCADE;
