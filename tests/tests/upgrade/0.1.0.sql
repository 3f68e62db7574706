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
CREATE FUNCTION public.event_answered() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO public.event_state (job, tenant, answered)
    SELECT event, min(tenant), true FROM changed WHERE kind <> 'classifications' GROUP BY event ORDER BY event
    ON CONFLICT (job) DO UPDATE SET answered = true WHERE NOT event_state.answered;
    RETURN NULL;
END $$;
CREATE FUNCTION public.event_classified() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO public.event_state (job, tenant, kind, received_at, dead)
    SELECT job, tenant, kind, received_at,
           EXISTS (SELECT FROM public.dead_letter d WHERE d.job = changed.job AND d.redriven_at IS NULL)
    FROM changed ORDER BY job
    ON CONFLICT (job) DO UPDATE SET kind = excluded.kind, received_at = excluded.received_at, dead = excluded.dead;
    RETURN NULL;
END $$;
CREATE FUNCTION public.event_dead() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    UPDATE public.event_state s SET dead = NOT s.dead
    WHERE s.job IN (SELECT job FROM changed)
      AND s.dead <> EXISTS (SELECT FROM public.dead_letter d WHERE d.job = s.job AND d.redriven_at IS NULL);
    RETURN NULL;
END $$;
CREATE FUNCTION public.event_removed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    DELETE FROM public.event_state WHERE job IN (SELECT job FROM gone);
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
    -- The event was deleted before, or never classified.
    DELETE FROM public.event_state WHERE received_at IS NULL AND job IN (SELECT event FROM gone);
    RETURN NULL;
END $$;
CREATE FUNCTION public.run_forecast_state() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    UPDATE public.run r SET forecast_state = c.state
    FROM (SELECT run, CASE WHEN coalesce(review, 'approved') = 'approved' THEN 'published' WHEN review = 'pending' THEN 'pending' ELSE 'none' END AS state
          FROM changed) AS c
    WHERE r.id = c.run AND r.forecast_state <> c.state;
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
    withdrawn text,
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
CREATE TABLE public.event_state (
    job uuid NOT NULL,
    tenant text NOT NULL,
    kind text,
    received_at timestamp with time zone,
    answered boolean DEFAULT false NOT NULL,
    dead boolean DEFAULT false NOT NULL,
    state smallint GENERATED ALWAYS AS (
CASE
    WHEN dead THEN 2
    WHEN answered THEN 1
    ELSE 0
END) STORED
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000');
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
CREATE TABLE public.inbox_period (
    slot smallint NOT NULL,
    opened_at timestamp with time zone DEFAULT now() NOT NULL,
    closed_at timestamp with time zone
);
CREATE TABLE public.instance (
    name text NOT NULL,
    alive_until timestamp with time zone NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
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
ALTER TABLE ONLY public.note ALTER COLUMN search SET STATISTICS 300;
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
    withdrawn text,
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
    kind text DEFAULT 'binary'::text NOT NULL,
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
ALTER TABLE ONLY public.research ALTER COLUMN search SET STATISTICS 300;
CREATE TABLE public.research_embedding (
    entity text NOT NULL,
    version bigint NOT NULL,
    tenant text NOT NULL,
    public boolean NOT NULL,
    model text NOT NULL,
    dimensions integer NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    embedding public.halfvec
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
    forecast_state text DEFAULT 'none'::text NOT NULL,
    family text,
    event_option text,
    CONSTRAINT run_forecast_state_check CHECK ((forecast_state = ANY (ARRAY['none'::text, 'pending'::text, 'published'::text]))),
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
CREATE TABLE public.verdict (
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
CREATE TABLE public.verdict_0 (
    job uuid NOT NULL,
    sequence bigint,
    grp bigint,
    score real,
    kind smallint,
    rule smallint,
    slot smallint CONSTRAINT verdict_slot_not_null NOT NULL,
    digest bytea
);
CREATE TABLE public.verdict_1 (
    job uuid NOT NULL,
    sequence bigint,
    grp bigint,
    score real,
    kind smallint,
    rule smallint,
    slot smallint CONSTRAINT verdict_slot_not_null NOT NULL,
    digest bytea
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
CREATE TABLE public.verdict_period (
    slot smallint NOT NULL,
    opened_at timestamp with time zone DEFAULT now() NOT NULL,
    closed_at timestamp with time zone
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
    seen_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone
);
ALTER TABLE ONLY public.inbox_old ATTACH PARTITION public.inbox_old_0 FOR VALUES IN ('0');
ALTER TABLE ONLY public.inbox_old ATTACH PARTITION public.inbox_old_1 FOR VALUES IN ('1');
ALTER TABLE ONLY public.verdict ATTACH PARTITION public.verdict_0 FOR VALUES IN ('0');
ALTER TABLE ONLY public.verdict ATTACH PARTITION public.verdict_1 FOR VALUES IN ('1');
INSERT INTO public._sqlx_migrations VALUES
	(1, 'journal', '2026-11-30 17:09:08.513352+00', true, '\x9a1734c1ac297c212a7a57895b5793ee2f20e71ec1fed87e646c6cb3ed7509b5456fc85432d0532bf8dbe2f5e1087b80', 73497771),
	(2, 'ledger', '2026-11-30 17:09:08.587571+00', true, '\xbfe6f841f888928fb9ae69e86a92e1f69a18bb39170544ad47df0912bf46575a656807f4a77595c1d1e30de18b2d7796', 40210557),
	(3, 'events', '2026-11-30 17:09:08.628264+00', true, '\x06d8bad62e25bbed4de8500e0ae538e5d27bdcbc51fdb0033e9446adf25cf94a6fd584301573a2f4ffab40eea1c07d34', 46234016),
	(4, 'runs', '2026-11-30 17:09:08.674961+00', true, '\xa915f58461692445c634c2ddcceba205cfda91fe98381eca9c941ad6a1b7f9a26e04fa96699820c7433507532bbc0929', 44977474),
	(5, 'outcomes', '2026-11-30 17:09:08.720411+00', true, '\x902cc09b3bafcf51b01eb10d92d2aae05275fa03e3ec197bc24ce81b3b33379c267e26ab908af861a4f1530bba1b3aa6', 25609783),
	(6, 'results', '2026-11-30 17:09:08.746433+00', true, '\x0703c4bd021bc6c11b3eb1b41335b473ba00b66567baccc241ecf71e67a10e0c5277e081f63eeef39d5e875e1f6c1dc3', 27791538),
	(7, 'entities', '2026-11-30 17:09:08.774642+00', true, '\xc2248b11a2ca0ffafa6f5534af2dbc6cfec56950562a487214245d30d2de276b1413873b365c449731a9022188c38b23', 44443662),
	(8, 'memory', '2026-11-30 17:09:08.819651+00', true, '\xff06b2e1d2449ba90cfe3ce1c1b0b263486b1f4f6094dc9f3d20686216b87ae500ba2a7a8c1b43e2a9e39a583cd825dd', 41267073),
	(9, 'pages', '2026-11-30 17:09:08.861314+00', true, '\x79a4c52d1e0be32373d3b10d69ed898da0dd39bd1a690e51b75910fd21df99ddc4401670d1f69ce8483294f7069bada0', 20028760),
	(10, 'reviews', '2026-11-30 17:09:08.881703+00', true, '\x7693ee9dd584d9fb695aca1961722166fbb14e82be484037349e2658959d56b36c8693b5864ef197a7737870dda0ccb3', 19944465),
	(11, 'gateway', '2026-11-30 17:09:08.901964+00', true, '\xd447dd2d665623c0465891d195e19788720fee1814ad33e5fa39a4290200678c99efaa1330a98d430d9a239270d51afe', 27060764),
	(12, 'webhooks', '2026-11-30 17:09:08.929422+00', true, '\x5e339688e68c13b9cab7372a8528735477562d72dd46295947bb0905aae3ce900e0143eb819a78b16cfa123930dff102', 17169913),
	(13, 'facts', '2026-11-30 17:09:08.946938+00', true, '\x72d65f3377274b682a22e63f00f83954bb3d7548717f646fbac30c219a12b1770be231a6e046e89e7fd19266a5dc1c72', 19426697),
	(14, 'console', '2026-11-30 17:09:08.966677+00', true, '\x1b77512541e6eb70b0db08aec19928fe65b965e515aa71531f83235d5ba9f4d9e90968895ca4aa34b87d9b479a73ce33', 22725187);
INSERT INTO public.answer VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q3', false, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T17:19:10.357684219Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T17:09:10.379881736Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T17:09:10.379881736Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T17:09:10.379881736Z","expires_at":"2026-11-30T18:09:10.379881736Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":2021,"model":"MiniMax-M2","prompt_version":"64f0a2c2b64c"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 17:09:12.175009+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q1', false, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"critical","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a critical question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T17:19:10.357684219Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T17:09:10.390659062Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T17:09:10.390659062Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T17:09:10.390659062Z","expires_at":"2026-11-30T18:09:10.390659062Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1040,"model":"MiniMax-M2","prompt_version":"64f0a2c2b64c"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 17:09:12.201566+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q2', false, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"important","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a important question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T17:19:10.357684219Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T17:09:10.391057413Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T17:09:10.391057413Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T17:09:10.391057413Z","expires_at":"2026-11-30T18:09:10.391057413Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1237,"model":"MiniMax-M2","prompt_version":"64f0a2c2b64c"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 17:09:12.210099+00'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q3', false, '{"task":{"tenant":"default","event":"question-4","event_job":"547b5006-44c5-5481-8ab5-c57248a54ac8","subject":{"question":{"run":"7f96a149-1b72-5a76-b3ca-220bb5e48787","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T17:19:13.617491943Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.623912232Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.623912232Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T17:09:13.623912232Z","expires_at":"2026-11-30T18:09:13.623912232Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1153,"model":"MiniMax-M2","prompt_version":"64f0a2c2b64c"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 17:09:15.373805+00'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q1', false, '{"task":{"tenant":"default","event":"question-4","event_job":"547b5006-44c5-5481-8ab5-c57248a54ac8","subject":{"question":{"run":"7f96a149-1b72-5a76-b3ca-220bb5e48787","question":{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","priority":"critical","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}},"reason":"a critical question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T17:19:13.617491943Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.637079707Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.637079707Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T17:09:13.637079707Z","expires_at":"2026-11-30T18:09:13.637079707Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1040,"model":"MiniMax-M2","prompt_version":"64f0a2c2b64c"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 17:09:15.383463+00'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q2', false, '{"task":{"tenant":"default","event":"question-4","event_job":"547b5006-44c5-5481-8ab5-c57248a54ac8","subject":{"question":{"run":"7f96a149-1b72-5a76-b3ca-220bb5e48787","question":{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 4 by the end of 2026?","priority":"important","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}},"reason":"a important question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T17:19:13.617491943Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.643250559Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.643250559Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T17:09:13.643250559Z","expires_at":"2026-11-30T18:09:13.643250559Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1062,"model":"MiniMax-M2","prompt_version":"64f0a2c2b64c"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 17:09:15.427766+00'),
	('92af55a8-21ee-5507-aa25-fd4b93f362d1', 'i1q2', false, '{"task":{"tenant":"default","event":"question-2","event_job":"cd661a12-8561-5769-8954-7744a49d1e13","subject":{"question":{"run":"92af55a8-21ee-5507-aa25-fd4b93f362d1","question":{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 2 by the end of 2026?","priority":"important","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 2 by the end of 2026?"}},"reason":"a important question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T17:19:13.642382886Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.681047107Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.681047107Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T17:09:13.681047107Z","expires_at":"2026-11-30T18:09:13.681047107Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1062,"model":"MiniMax-M2","prompt_version":"64f0a2c2b64c"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 17:09:15.525202+00'),
	('92af55a8-21ee-5507-aa25-fd4b93f362d1', 'i1q3', false, '{"task":{"tenant":"default","event":"question-2","event_job":"cd661a12-8561-5769-8954-7744a49d1e13","subject":{"question":{"run":"92af55a8-21ee-5507-aa25-fd4b93f362d1","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 2 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T17:19:13.642382886Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.670545700Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.670545700Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T17:09:13.670545700Z","expires_at":"2026-11-30T18:09:13.670545700Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1153,"model":"MiniMax-M2","prompt_version":"64f0a2c2b64c"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 17:09:15.538293+00');
INSERT INTO public.answered_question VALUES
	('438d1ccf-dbe9-5fcf-b222-d3849c3bb5f3', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', 'default', '2026-11-30 17:09:10.390659+00'),
	('7d9355d3-7623-5aae-a400-18ff55bf863d', '73a539b9-cbec-5581-8929-4261715b9ed5', 'default', '2026-11-30 17:09:10.379881+00'),
	('30baa1c1-500c-520c-a9c1-760414ecac32', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', 'default', '2026-11-30 17:09:10.391057+00'),
	('ab244ad4-4982-55b3-93b8-a799eaf01819', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', 'default', '2026-11-30 17:09:13.623912+00'),
	('ce3ee8d4-9452-5501-8e0f-049e45927fe0', 'cd68aade-a7b6-5da8-aa4f-bc2bbcac5e6b', 'default', '2026-11-30 17:09:13.637079+00'),
	('74cb1750-fb33-5ca8-ab69-f62210fd800b', '651c05ab-1e00-5787-9f1a-1aac3d0b929e', 'default', '2026-11-30 17:09:13.64325+00');
INSERT INTO public.batch_lane VALUES
	('overdue-batches classifier', 'classifier-9dd08c90f2aa', '2026-11-30 17:12:09.323946+00'),
	('sweep-calls classifier', 'classifier-9dd08c90f2aa', '2026-11-30 17:09:39.326161+00'),
	('resolve-calls classifier', 'classifier-9dd08c90f2aa', '2026-11-30 17:09:39.32791+00'),
	('sweep-calls filter', 'filter-63c551b1b6e7', '2026-11-30 17:09:39.373885+00'),
	('prune', 'writer-5d6f68bed87c', '2026-11-30 19:09:09.373784+00'),
	('resolve-calls filter', 'filter-63c551b1b6e7', '2026-11-30 17:09:39.376318+00'),
	('overdue-batches filter', 'filter-63c551b1b6e7', '2026-11-30 17:12:09.379474+00'),
	('recycle', 'writer-5d6f68bed87c', '2026-11-30 17:19:09.379565+00'),
	('trim-streams', 'writer-5d6f68bed87c', '2026-11-30 17:10:09.386841+00'),
	('resolve-calls writer', 'writer-5d6f68bed87c', '2026-11-30 17:09:39.388027+00'),
	('sweep-calls forecaster', 'forecaster-c8c5457388bf', '2026-11-30 17:09:39.39351+00'),
	('sweep-calls writer', 'writer-5d6f68bed87c', '2026-11-30 17:09:39.394979+00'),
	('resolve-calls forecaster', 'forecaster-c8c5457388bf', '2026-11-30 17:09:39.396092+00'),
	('overdue-batches writer', 'writer-5d6f68bed87c', '2026-11-30 17:12:09.397293+00'),
	('overdue-batches forecaster', 'forecaster-c8c5457388bf', '2026-11-30 17:12:09.401548+00'),
	('sweep-calls researcher', 'researcher-71143476b132', '2026-11-30 17:09:39.441045+00'),
	('resolve-calls researcher', 'researcher-71143476b132', '2026-11-30 17:09:39.442297+00'),
	('collect-pages researcher', 'researcher-71143476b132', '2026-11-30 17:39:09.442867+00'),
	('overdue-batches researcher', 'researcher-71143476b132', '2026-11-30 17:12:09.443304+00'),
	('embed-memory writer', 'writer-5d6f68bed87c', '2026-11-30 17:09:21.398755+00'),
	('fire-schedules forecaster', 'forecaster-c8c5457388bf', '2026-11-30 17:09:21.428371+00'),
	('end-runs forecaster', 'forecaster-c8c5457388bf', '2026-11-30 17:09:21.429935+00'),
	('close-rounds forecaster', 'forecaster-c8c5457388bf', '2026-11-30 17:09:21.435067+00');
INSERT INTO public.budget VALUES
	('task:49c98df2-9683-5607-baf4-b0b66192bbc2', 3000000, 0, 1062, false, NULL, NULL, '2026-11-30 17:09:13.664122+00'),
	('agent:forecaster:cd661a12-8561-5769-8954-7744a49d1e13:r1', 1000000, 0, 399, false, NULL, NULL, '2026-11-30 17:09:12.778458+00'),
	('agent:classifier:41ba4beb-03a0-503f-99d0-019eb046c5eb:41ba4beb-03a0-503f-99d0-019eb046c5eb', 300000, 0, 398, false, NULL, NULL, '2026-11-30 17:09:12.761222+00'),
	('tenant:default:2026-11-30#04', 3040493, 0, 398, false, 'tenant:default:2026-11-30', 200000000, '2026-11-30 17:09:12.761222+00'),
	('agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8', 15000000, 0, 3255, false, NULL, NULL, '2026-11-30 17:09:13.632935+00'),
	('tenant:default:2026-11-30#25', 3139850, 0, 78761, false, 'tenant:default:2026-11-30', 200000000, '2026-11-30 17:09:09.50725+00'),
	('agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1', 3000000, 0, 3255, false, NULL, NULL, '2026-11-30 17:09:13.632935+00'),
	('agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1', 1000000, 0, 3304, false, NULL, NULL, '2026-11-30 17:09:09.50725+00'),
	('task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 3000000, 0, 1153, false, NULL, NULL, '2026-11-30 17:09:13.632935+00'),
	('run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 20000000, 0, 7602, false, NULL, NULL, '2026-11-30 17:09:09.50725+00'),
	('tenant:default:2026-11-30', 200000000, 0, 9275330, false, NULL, NULL, '2026-11-30 17:09:09.50725+00'),
	('task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 3000000, 0, 2021, false, NULL, NULL, '2026-11-30 17:09:10.385176+00'),
	('tenant:default:2026-11-30#13', 3094987, 0, 76381, false, 'tenant:default:2026-11-30', 200000000, '2026-11-30 17:09:10.385176+00'),
	('agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3', 3000000, 0, 2802, false, NULL, NULL, '2026-11-30 17:09:13.268154+00'),
	('task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 3000000, 0, 1237, false, NULL, NULL, '2026-11-30 17:09:10.396477+00'),
	('task:16fc92ec-2692-5d0a-840d-d7a13a53de03', 3000000, 0, 1040, false, NULL, NULL, '2026-11-30 17:09:10.401682+00'),
	('task:aafa021f-76ba-51d9-8659-2155bffb47e3', 3000000, 0, 2802, false, NULL, NULL, '2026-11-30 17:09:13.268154+00'),
	('agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3', 15000000, 0, 4298, false, NULL, NULL, '2026-11-30 17:09:10.385176+00'),
	('agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1', 3000000, 0, 4298, false, NULL, NULL, '2026-11-30 17:09:10.385176+00'),
	('run:92af55a8-21ee-5507-aa25-fd4b93f362d1', 20000000, 0, 3654, false, NULL, NULL, '2026-11-30 17:09:12.778458+00'),
	('task:6a714971-90c2-540a-8c4e-664e1550ba11', 3000000, 0, 1040, false, NULL, NULL, '2026-11-30 17:09:13.652749+00'),
	('agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13', 15000000, 0, 3255, false, NULL, NULL, '2026-11-30 17:09:13.675886+00'),
	('run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 20000000, 0, 63170, false, NULL, NULL, '2026-11-30 17:09:13.23269+00'),
	('agent:forecaster:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1', 1000000, 0, 399, false, NULL, NULL, '2026-11-30 17:09:13.23269+00'),
	('agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8:r1', 1000000, 0, 74659, false, NULL, NULL, '2026-11-30 17:09:12.770759+00'),
	('run:7f96a149-1b72-5a76-b3ca-220bb5e48787', 20000000, 0, 77914, false, NULL, NULL, '2026-11-30 17:09:12.770759+00'),
	('task:b8c090fb-f059-57e6-a33f-0466d8bb0c57', 3000000, 0, 1153, false, NULL, NULL, '2026-11-30 17:09:13.675886+00'),
	('agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1', 3000000, 0, 3255, false, NULL, NULL, '2026-11-30 17:09:13.675886+00'),
	('task:1494ae69-ba54-5d91-bda9-d5443016254b', 3000000, 0, 1062, false, NULL, NULL, '2026-11-30 17:09:13.687253+00'),
	('task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 3000000, 0, 1040, false, NULL, NULL, '2026-11-30 17:09:13.687253+00'),
	('task:5b4960cf-b5cd-5368-928d-6dd69dfbba41', 3000000, 0, 20837, false, NULL, NULL, '2026-11-30 17:09:14.1055+00'),
	('task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 3000000, 0, 20944, false, NULL, NULL, '2026-11-30 17:09:14.120087+00'),
	('task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 3000000, 0, 20990, false, NULL, NULL, '2026-11-30 17:09:14.120087+00'),
	('agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7', 15000000, 0, 62771, false, NULL, NULL, '2026-11-30 17:09:14.1055+00'),
	('agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1', 3000000, 0, 62771, false, NULL, NULL, '2026-11-30 17:09:14.1055+00');
INSERT INTO public.call VALUES
	('f7cb7245-0381-54d9-bd10-792fab8aba03', '945aad6b-60f2-5d6a-8f45-b00398af27d3', 'normalise', 'ec26cc9af749185977b168f790b7c882c5663e0f20e3084c9d1fc51fd8fb1d01', 0, 'settled', 15086, 608, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-30#25}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1398, 75, false, 'forecaster-c8c5457388bf', 0, '2026-11-30 17:09:09.50725+00', '2026-11-30 17:09:09.923747+00'),
	('b04c0681-9f37-532c-8c01-b6e89eb8bdc5', '945aad6b-60f2-5d6a-8f45-b00398af27d3', 'decompose', '9a795c7bacfc5c310bdcabc7f802dc7cec885ab1f2ff0ba26dd350ffdda02707', 0, 'settled', 15401, 612, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-30#25}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1206, 141, false, 'forecaster-c8c5457388bf', 1, '2026-11-30 17:09:09.938751+00', '2026-11-30 17:09:10.34837+00'),
	('da4956a8-6244-50c1-ae52-75ab3649a220', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'turn-1', 'b06a6ad5215a6df3991242d85c50265dc63eb1dff8ac1e3e0654c23dfb663cfe', 0, 'settled', 19350, 790, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2102, 17, false, 'researcher-71143476b132', 0, '2026-11-30 17:09:10.385176+00', '2026-11-30 17:09:10.802308+00'),
	('af4ebe9e-4f4e-57ac-a8d6-ff982c1a147a', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'turn-1', 'a72979cc318bbde8fe4c75028bcf3ba19bdc501373d0dfc27f6b03f0c2f99364', 0, 'settled', 19372, 177, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2117, 32, false, 'researcher-71143476b132', 1, '2026-11-30 17:09:10.396477+00', '2026-11-30 17:09:10.807513+00'),
	('82cc16b0-1b75-5f47-9772-544630ca93c5', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'turn-1', 'bcb707026b81a1ff8cb29c86fd6bac78aa8627877be7ef3214208b4f06d5ad41', 0, 'settled', 19359, 165, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2109, 24, false, 'researcher-71143476b132', 2, '2026-11-30 17:09:10.401682+00', '2026-11-30 17:09:10.811652+00'),
	('e0233742-f60d-5a26-bfe0-ed528ad34f2a', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'turn-2', 'fa2ae5ae2751fe66f9da3bbbaaa2a180e68e3005557069e1e9a83ebcc8e207d3', 0, 'settled', 19591, 199, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2176, 15, false, 'researcher-71143476b132', 3, '2026-11-30 17:09:10.815834+00', '2026-11-30 17:09:11.232871+00'),
	('8e5f452e-4ad5-51c9-9c5c-ea1e8e297bda', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', 'estimate-3', '748ad6dbf3f2392fdc31f58aa803a058eee6d7e783a70342e39accc7dbc6f11c', 0, 'settled', 24782, 1124, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-30#25}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 2589, 174, false, 'forecaster-c8c5457388bf', 2, '2026-11-30 17:09:12.240318+00', '2026-11-30 17:09:12.651662+00'),
	('4c8619eb-007d-5755-a60c-1094ffa2ae8c', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', 'estimate-1', 'b3f85b35ace46d2f82efe9e76ceef518698aab311824899158bcdd30645299bc', 0, 'settled', 24734, 479, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-30#25}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 2558, 174, false, 'forecaster-c8c5457388bf', 4, '2026-11-30 17:09:12.243857+00', '2026-11-30 17:09:12.657952+00'),
	('ec5f7ec7-4468-5cf0-85b8-adddda2e5306', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', 'estimate-2', '249f7174e20fa28ebba07b53626430063e3486e164a65a1c5859f47c4c36b16b', 0, 'settled', 24744, 481, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-30#25}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 2564, 174, false, 'forecaster-c8c5457388bf', 3, '2026-11-30 17:09:12.243857+00', '2026-11-30 17:09:12.660573+00'),
	('98b7aca7-81f3-5940-94db-b99ba4d1bab9', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'snippets-568ec297', 'e3a69996871141372914d0ea3cb7f8aeac26596d14b04db68fe251a78abae1e9', 0, 'settled', 13685, 398, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 719, 120, false, 'researcher-71143476b132', 4, '2026-11-30 17:09:10.819832+00', '2026-11-30 17:09:11.229809+00'),
	('8a2e2e04-f0b7-533a-a611-cd606bfa7894', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'turn-2', 'b9887c123db1df24c90671740942df6651d6df8836aaa993e5030617d0da69ba', 0, 'settled', 19768, 240, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2286, 15, false, 'researcher-71143476b132', 6, '2026-11-30 17:09:11.242195+00', '2026-11-30 17:09:11.655445+00'),
	('d231166a-2362-53de-97c3-1d0218db8845', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'turn-2', 'c4a3d45f3b14e0de9a1d827d448d52e6c969f5a52f9d0ee6e1647df96f0e7ac6', 0, 'settled', 19742, 234, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2269, 15, false, 'researcher-71143476b132', 7, '2026-11-30 17:09:11.251785+00', '2026-11-30 17:09:11.662897+00'),
	('78dbca22-5047-554f-8f6e-3d69ce118f11', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'turn-3', 'f241976ca6f3cf088e6f88dd1207b01a47535d79361e0adbca75ef5d2c49b4ea', 0, 'settled', 20126, 442, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2402, 243, false, 'researcher-71143476b132', 10, '2026-11-30 17:09:11.70473+00', '2026-11-30 17:09:12.116695+00'),
	('b225c44a-0d64-5828-8fb8-ec894e5f119c', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'turn-1', '38eb563c5e13dd56648e7118b382085f454c6d9af6f9fecc2be8fdd756a8f4cb', 0, 'settled', 19350, 154, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2102, 17, false, 'researcher-71143476b132', 14, '2026-11-30 17:09:13.632935+00', '2026-11-30 17:09:14.048552+00'),
	('64d639e2-8a02-5bdd-85c4-aef548da694e', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'turn-1', '9fcfe5b0e0a039040a99d8c08bde0bd27528aa2d31b1dea8abf11d79b57ddf36', 0, 'settled', 19372, 177, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2117, 32, false, 'researcher-71143476b132', 16, '2026-11-30 17:09:13.664122+00', '2026-11-30 17:09:14.074494+00'),
	('4c311d39-eb58-5f95-a2c3-3f229666e525', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'snippets-568ec297', 'f2ddb3b52f2532e52b85436a595f6df55e50ad17c618152ea72d7e8bf6847213', 0, 'settled', 13672, 220, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 710, 120, false, 'researcher-71143476b132', 5, '2026-11-30 17:09:10.824086+00', '2026-11-30 17:09:11.232871+00'),
	('d40cf3bb-8712-5e9c-a63e-d0dc0e85e550', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'read-s6bd1da71', 'c7449ac6afd559b7daa53e49a6f1dff24de3fe056f10f59a8ccea696526bd65b', 0, 'settled', 14756, 348, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 795, 49, false, 'researcher-71143476b132', 8, '2026-11-30 17:09:11.27828+00', '2026-11-30 17:09:11.686819+00'),
	('b340c2cf-6813-5e93-a162-8b3b81076d7e', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'read-sefa2f9ae', 'b523e3d31709ff3d0b49fad88bf06b2c1ee2f788120182e76023f18fb9250313', 0, 'settled', 14837, 242, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 848, 141, false, 'researcher-71143476b132', 9, '2026-11-30 17:09:11.27828+00', '2026-11-30 17:09:11.689231+00'),
	('385ecf38-587f-5352-bf10-4abfe1edf3c3', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'turn-3', '76ed464e5f1d0b6c3d634b3e5578e36d0faedae5c98d41e4fefa003b7d2d42db', 0, 'settled', 20350, 422, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2541, 214, false, 'researcher-71143476b132', 11, '2026-11-30 17:09:11.70936+00', '2026-11-30 17:09:12.121021+00'),
	('89fc2e54-c125-5f8f-8cc4-071102563162', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'turn-3', 'c87dd8a72ee9cdeb78222aed48ce10b2b54632c0de4aa93c9fa0faafd3df902f', 0, 'settled', 20325, 421, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2524, 214, false, 'researcher-71143476b132', 12, '2026-11-30 17:09:11.70936+00', '2026-11-30 17:09:12.121021+00'),
	('4596fcca-024e-52d8-b68d-c9582bb52c73', '41ba4beb-03a0-503f-99d0-019eb046c5eb', 'classify', 'a15309c63f0c32ab86f7e81e58be782445b88093c124cd534f63879e94002bd7', 0, 'settled', 13118, 398, '{agent:classifier:41ba4beb-03a0-503f-99d0-019eb046c5eb:41ba4beb-03a0-503f-99d0-019eb046c5eb,tenant:default:2026-11-30#04}', 'default', 'classifier', '127.0.0.1', 'MiniMax-M2', 874, 64, false, 'classifier-9dd08c90f2aa', 0, '2026-11-30 17:09:12.761222+00', '2026-11-30 17:09:13.178805+00'),
	('cc077509-6735-54bf-b712-cdbfb8792088', '3385a097-fcf0-5279-9d5a-59a8686fe43a', 'normalise', '7a331fa1bb47d13f4ccc5118bbb51035ab6c74b666821d2068a384e561800ce6', 0, 'settled', 15086, 158, '{agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,tenant:default:2026-11-30#25}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1398, 75, false, 'forecaster-c8c5457388bf', 5, '2026-11-30 17:09:12.770759+00', '2026-11-30 17:09:13.184932+00'),
	('dba6c341-01bf-5346-a0fe-5f8aca09a789', '3385a097-fcf0-5279-9d5a-59a8686fe43a', 'decompose', 'df3201dc8a9b7bb69d6fba4e13b57c0d376611f798e8d4168293f36eb22b9caf', 0, 'settled', 15401, 241, '{agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,tenant:default:2026-11-30#25}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1206, 141, false, 'forecaster-c8c5457388bf', 7, '2026-11-30 17:09:13.195383+00', '2026-11-30 17:09:13.608626+00'),
	('986304ae-62d8-5aed-a935-656ce1364ebb', '41babd18-9d95-54dc-843a-0972f5ee9bdf', 'normalise', 'ea218eb2b8cbdcd8c961e5051a1bc4f2c6e93e704218cc1eb558ae37945b7a06', 0, 'settled', 15086, 158, '{agent:forecaster:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,tenant:default:2026-11-30#25}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1398, 75, false, 'forecaster-c8c5457388bf', 9, '2026-11-30 17:09:13.23269+00', '2026-11-30 17:09:13.648474+00'),
	('3d376bee-545e-5b57-add7-ac1c2e3eafc1', '41babd18-9d95-54dc-843a-0972f5ee9bdf', 'decompose', '9eb39e5f77945b189a1968681d16b3ec7b3f873de1e5ba4e9d914b2e3aff0898', 0, 'settled', 15401, 241, '{agent:forecaster:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,tenant:default:2026-11-30#25}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1206, 141, false, 'forecaster-c8c5457388bf', 10, '2026-11-30 17:09:13.659946+00', '2026-11-30 17:09:14.071451+00'),
	('c785c1e9-f410-501e-93fc-51a142d78b7e', 'a3b64683-3fa8-51b8-96fe-9f2d180ce040', 'estimate-2', '12275f528f629cd8c1a8ae3febdefe125ce300106a21554bf34557aa631038c2', 0, 'intent', 24744, 24744, '{agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,tenant:default:2026-11-30#25}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'forecaster-c8c5457388bf', 12, '2026-11-30 17:09:15.475555+00', NULL),
	('5c84f3ec-01c7-59f9-9400-07ee401bae6b', 'a3b64683-3fa8-51b8-96fe-9f2d180ce040', 'estimate-3', 'affdd245bec2ee8f6c34fbecb2bedc0efee7f1c93cf6e0adeee5d8f6000313cb', 0, 'intent', 24782, 24782, '{agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,tenant:default:2026-11-30#25}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'forecaster-c8c5457388bf', 13, '2026-11-30 17:09:15.475555+00', NULL),
	('30c0d903-4e66-5043-b7e8-f2d2b019d6bb', '5ee2fcd7-e9ea-506e-abe3-a35a7af742ac', 'normalise', '056d4d62b41a20de359b42e08feb15381eed164ce5d2fe672a0acba2ff72fdde', 0, 'settled', 15086, 158, '{agent:forecaster:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,tenant:default:2026-11-30#25}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1398, 75, false, 'forecaster-c8c5457388bf', 6, '2026-11-30 17:09:12.778458+00', '2026-11-30 17:09:13.188671+00'),
	('b2b74020-878b-5a53-823b-c2671268857f', '5ee2fcd7-e9ea-506e-abe3-a35a7af742ac', 'decompose', 'd5584ac6c0eb4b0bd235ab5117a1c3752461595a71fb27d161b2f53115abd302', 0, 'settled', 15401, 241, '{agent:forecaster:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,tenant:default:2026-11-30#25}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1206, 141, false, 'forecaster-c8c5457388bf', 8, '2026-11-30 17:09:13.199669+00', '2026-11-30 17:09:13.630706+00'),
	('64093cb1-595a-5c4a-b066-5b24cceb2bb4', 'a3b64683-3fa8-51b8-96fe-9f2d180ce040', 'estimate-1', 'e7e311c559f7f88daee4e818ee11d52e6cf9d23302a93abb6acbaff22ba436ee', 0, 'intent', 24734, 24734, '{agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,tenant:default:2026-11-30#25}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'forecaster-c8c5457388bf', 11, '2026-11-30 17:09:15.469223+00', NULL),
	('dec4c99e-f06d-50ec-9082-f8b947f43099', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-1', '004557a71dc10e5059b6304801a3b62963f097d74714a3918ab50b88f165739b', 0, 'settled', 20695, 1152, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2896, 83, false, 'researcher-71143476b132', 13, '2026-11-30 17:09:13.268154+00', '2026-11-30 17:09:13.68115+00'),
	('ec7153bb-d90c-57f0-ad40-a302eafe3266', '6a714971-90c2-540a-8c4e-664e1550ba11', 'turn-1', '52d85149097e64a26592d27740494bf58f59102dff03de8b5c6055484fbd06c7', 0, 'settled', 19359, 165, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:6a714971-90c2-540a-8c4e-664e1550ba11,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2109, 24, false, 'researcher-71143476b132', 15, '2026-11-30 17:09:13.652749+00', '2026-11-30 17:09:14.069921+00'),
	('2e13b073-588c-5e1b-af4c-d7c2db46ea8d', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'turn-1', 'c465204fc37f708b50d3040dd42a3beae2e76cea05c59837f0c1f569de828e8e', 0, 'settled', 19350, 154, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:b8c090fb-f059-57e6-a33f-0466d8bb0c57,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2102, 17, false, 'researcher-71143476b132', 17, '2026-11-30 17:09:13.675886+00', '2026-11-30 17:09:14.091722+00'),
	('9894e2eb-1a3a-5eae-93f2-782df7066bef', '1494ae69-ba54-5d91-bda9-d5443016254b', 'turn-1', '0c47e7677442a4d387045298c99c256c2ce3f0813b380d5dc77c81b6f3f683ad', 0, 'settled', 19372, 177, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:1494ae69-ba54-5d91-bda9-d5443016254b,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2117, 32, false, 'researcher-71143476b132', 19, '2026-11-30 17:09:13.687253+00', '2026-11-30 17:09:14.098942+00'),
	('2c4478d3-8d26-5367-8534-b1bc9eaef85d', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'turn-1', 'f90ea73f7e24cd8bd5c943102b5cec794f27efeb3a77f75b1abae0fa77bbd876', 0, 'settled', 19359, 165, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2109, 24, false, 'researcher-71143476b132', 18, '2026-11-30 17:09:13.687253+00', '2026-11-30 17:09:14.1055+00'),
	('926e8379-334d-5f4d-a065-6074863ea018', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'snippets-568ec297', 'fafb0eb2052a373d3e3f1ae385c363478394e85ae540587b364774c19629edbb', 0, 'settled', 13685, 223, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 719, 120, false, 'researcher-71143476b132', 23, '2026-11-30 17:09:14.098942+00', '2026-11-30 17:09:14.511346+00'),
	('5694beea-7eb4-5c3f-81b3-30134b9fad0a', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-2', 'cdc4d9b65abeb9b27500c19daacc083de5eda70636492405b5d08f27ebefef7b', 0, 'settled', 21897, 451, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3396, 15, false, 'researcher-71143476b132', 30, '2026-11-30 17:09:14.141928+00', '2026-11-30 17:09:14.559321+00'),
	('94e056d2-1657-5569-bd9c-c88cd7330923', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'read-s6bd1da71', '064f73a186503a676f14a07afa0b3ff6bea92e2989da68d084d26132b4a8b037', 0, 'settled', 14756, 116, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 795, 49, false, 'researcher-71143476b132', 32, '2026-11-30 17:09:14.479496+00', '2026-11-30 17:09:14.889145+00'),
	('e0b5365e-68b9-5b8c-aad6-1baf60ecb73f', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'turn-2', 'f957ae0fc7ed4c7c943d1a932ca775de5b0921934527200f189175a4d0d39664', 0, 'settled', 19768, 240, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2286, 15, false, 'researcher-71143476b132', 34, '2026-11-30 17:09:14.521614+00', '2026-11-30 17:09:14.931065+00'),
	('e750ee50-be27-5467-b6fd-bee402fcbbaa', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'snippets-0841866c', '92f76cdfe52729e2d718a55da1602521621f739e3bc473f99a544a0d5a29447a', 0, 'settled', 13619, 138, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 677, 60, false, 'researcher-71143476b132', 20, '2026-11-30 17:09:13.704503+00', '2026-11-30 17:09:14.116304+00'),
	('525972d4-91a5-580d-adb7-ed8bc9129ded', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'turn-2', '87c32f2723d8374a9e86f3e57235c7917fa05888380f9b7c6583015e3dff4311', 0, 'settled', 19591, 199, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2176, 15, false, 'researcher-71143476b132', 21, '2026-11-30 17:09:14.059773+00', '2026-11-30 17:09:14.467343+00'),
	('d0c3aaee-a263-5c4a-9a68-5bbcf204d9bf', '6a714971-90c2-540a-8c4e-664e1550ba11', 'snippets-568ec297', 'cbbe944179602bf32fbdbcfc1466d602869d378f8915e21ac098d05830fcd935', 0, 'settled', 13672, 220, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:6a714971-90c2-540a-8c4e-664e1550ba11,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 710, 120, false, 'researcher-71143476b132', 22, '2026-11-30 17:09:14.081162+00', '2026-11-30 17:09:14.496553+00'),
	('51a62cd8-df04-509a-9e2e-29a2d0f0516b', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'turn-1', '804afeed64a7c8cf3c43af96a27318e77ed6ddce00ed85f52775e90392922899', 0, 'settled', 19350, 154, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:5b4960cf-b5cd-5368-928d-6dd69dfbba41,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2102, 17, false, 'researcher-71143476b132', 24, '2026-11-30 17:09:14.1055+00', '2026-11-30 17:09:14.525242+00'),
	('c28aefc1-1138-5e6e-b3e2-7ec0277c8bf2', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'turn-1', '226eae9cabf44e13e3b0194c92f217fa6bce442b2a4adf56101a766f97ef103f', 0, 'settled', 19372, 177, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2117, 32, false, 'researcher-71143476b132', 25, '2026-11-30 17:09:14.120087+00', '2026-11-30 17:09:14.532331+00'),
	('304aa1de-7f13-5e6e-b856-0f99eff8694d', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'turn-2', 'b3f1032ffef2010189688dd8b48db20c4005594bc3b9c34c76426097ea1d2a35', 0, 'settled', 19591, 199, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:b8c090fb-f059-57e6-a33f-0466d8bb0c57,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2176, 15, false, 'researcher-71143476b132', 26, '2026-11-30 17:09:14.120087+00', '2026-11-30 17:09:14.53611+00'),
	('9d9d7071-db15-53d1-ae01-f96bbc4604be', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'turn-1', '934d091cee9384669b05456e856910719e2494b51af26171f5b3caf8538c05c9', 0, 'settled', 19359, 165, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2109, 24, false, 'researcher-71143476b132', 27, '2026-11-30 17:09:14.120087+00', '2026-11-30 17:09:14.53611+00'),
	('c51c372e-7b2d-5bbe-a33d-fff642440714', '1494ae69-ba54-5d91-bda9-d5443016254b', 'snippets-568ec297', 'be37c2ba6ce63641b137178e4fde48c9f6f99ae1f8aa1e1378687cedf850cafa', 0, 'settled', 13685, 223, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:1494ae69-ba54-5d91-bda9-d5443016254b,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 719, 120, false, 'researcher-71143476b132', 28, '2026-11-30 17:09:14.120087+00', '2026-11-30 17:09:14.53611+00'),
	('abbc415d-d036-5c88-a0a8-eb6b303c0bfc', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'snippets-568ec297', '76b3a979b025356f27a63d5f932e94d5ffe774aa08f66046c361993c65ece96e', 0, 'settled', 13672, 220, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 710, 120, false, 'researcher-71143476b132', 29, '2026-11-30 17:09:14.128785+00', '2026-11-30 17:09:14.539009+00'),
	('e8066e5e-a63f-5de3-93bb-9a0a7b7337c1', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'read-sefa2f9ae', 'fe2bfa336b8eb53b7497414ce5a9a3fe1c623a4a316a7a08973d687e81f4454e', 0, 'settled', 14837, 242, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 848, 141, false, 'researcher-71143476b132', 31, '2026-11-30 17:09:14.47699+00', '2026-11-30 17:09:14.885085+00'),
	('81330a38-1df2-57f6-be64-a0306ab7855b', '6a714971-90c2-540a-8c4e-664e1550ba11', 'turn-2', 'eca77b6224fd04b009e92a329c6109da097158b843cce46658b6ae919a0a435b', 0, 'settled', 19742, 234, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:6a714971-90c2-540a-8c4e-664e1550ba11,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2269, 15, false, 'researcher-71143476b132', 33, '2026-11-30 17:09:14.507406+00', '2026-11-30 17:09:14.91764+00'),
	('63c1a94e-8806-5a84-98ee-7930af32a2b3', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'turn-2', '92fcaa8e655b0f6fa850449238bf229e6151b7e7fed6038e59ccb4ad5011a332', 0, 'settled', 19591, 199, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:5b4960cf-b5cd-5368-928d-6dd69dfbba41,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2176, 15, false, 'researcher-71143476b132', 35, '2026-11-30 17:09:14.539009+00', '2026-11-30 17:09:14.9494+00'),
	('b6f6b98b-b57a-5dea-8cd4-833efb80c435', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'snippets-568ec297', '90bc48d87023fd1c879064e2df28f9369c26c6896fc7feff8c4576b90f9a26ee', 0, 'settled', 13685, 223, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 719, 120, false, 'researcher-71143476b132', 36, '2026-11-30 17:09:14.548941+00', '2026-11-30 17:09:14.9593+00'),
	('b385ee08-c248-5c2b-86c9-52dcc2d337db', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'snippets-568ec297', 'b380016e28017a4fbb557256acc96abfe368f6e7b07f97d61db212f3e25fa86f', 0, 'settled', 13672, 220, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 710, 120, false, 'researcher-71143476b132', 38, '2026-11-30 17:09:14.559321+00', '2026-11-30 17:09:14.972384+00'),
	('ffd83f8a-6d77-5fd9-bb82-fca4fd4ef3b5', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'turn-2', 'a61e9ba289890cc2704529920c70c2e62911afa5e8a07567638141832c56b351', 0, 'settled', 19742, 234, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2269, 15, false, 'researcher-71143476b132', 39, '2026-11-30 17:09:14.559321+00', '2026-11-30 17:09:14.972384+00'),
	('aa6a82e0-33bd-5c89-abe5-8c30804e7e7e', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'read-sefa2f9ae', 'e6c180ad7e884c0d0f8c18f2150dd8809d20ec70770c839383dbf6b3727e065b', 0, 'settled', 14923, 207, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 904, 98, false, 'researcher-71143476b132', 42, '2026-11-30 17:09:14.572837+00', '2026-11-30 17:09:14.984213+00'),
	('ab9edfa9-28d7-5ce8-8f43-688a693e6f54', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'turn-3', '7ed16884e1c1500f00bcfeceb2bc55b4d6dd4993ea5eaab42a813d40b4c15b02', 0, 'settled', 20126, 442, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2402, 243, false, 'researcher-71143476b132', 44, '2026-11-30 17:09:14.908591+00', '2026-11-30 17:09:15.318937+00'),
	('0741aa49-45ea-5e5e-ac4d-ae832e52532c', '6a714971-90c2-540a-8c4e-664e1550ba11', 'turn-3', 'c627128dda22d2bf12b40840ccd035596f0e56ba60ed31e14124fdc6dfa4a62e', 0, 'settled', 20325, 421, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:6a714971-90c2-540a-8c4e-664e1550ba11,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2524, 214, false, 'researcher-71143476b132', 45, '2026-11-30 17:09:14.928345+00', '2026-11-30 17:09:15.338254+00'),
	('86091ccf-bac1-57e9-a0a6-bad64a9e0619', '1494ae69-ba54-5d91-bda9-d5443016254b', 'turn-2', '6d6aadc5a4aa7250d22b8dcbb185781ba3b766ce06866c2f9d96949b3229ad78', 0, 'settled', 19768, 240, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:1494ae69-ba54-5d91-bda9-d5443016254b,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2286, 15, false, 'researcher-71143476b132', 37, '2026-11-30 17:09:14.556098+00', '2026-11-30 17:09:14.969381+00'),
	('61afa2bd-224d-536b-9085-bead82019f92', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'read-sefa2f9ae', '994a7d580f77da69099443c25b6d4ad90d2cba020f1e839348beedf1f775799e', 0, 'settled', 14837, 242, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:b8c090fb-f059-57e6-a33f-0466d8bb0c57,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 848, 141, false, 'researcher-71143476b132', 40, '2026-11-30 17:09:14.563322+00', '2026-11-30 17:09:14.972384+00'),
	('07353241-532d-564f-8ca6-7fa823304c9c', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'read-s6bd1da71', '4aef95c7f1c02dbeaaba29d534f11b8c466bb208ad7812c9190df34e91c55331', 0, 'settled', 14756, 116, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:b8c090fb-f059-57e6-a33f-0466d8bb0c57,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 795, 49, false, 'researcher-71143476b132', 41, '2026-11-30 17:09:14.563322+00', '2026-11-30 17:09:14.972384+00'),
	('eec994ef-f27a-52ee-b63f-3f3981e5bc87', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'read-s6bd1da71', '8867d129f2ee4a3aab41c0d2950d84fc1460fe2ca17f2174f227e5860dc2a68d', 0, 'settled', 14842, 132, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 851, 49, false, 'researcher-71143476b132', 43, '2026-11-30 17:09:14.575345+00', '2026-11-30 17:09:14.988144+00'),
	('84286c57-5346-5108-ab00-8e18b7318781', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'turn-3', '7a7a3935131f141982ef9564ce1c098fc2c58e36898b8a7755476acf72df8ca7', 0, 'settled', 20350, 422, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2541, 214, false, 'researcher-71143476b132', 46, '2026-11-30 17:09:14.939693+00', '2026-11-30 17:09:15.356316+00'),
	('4e73f6c8-7b43-5de5-a66b-0acfde368e11', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'read-sefa2f9ae', '640854271d0f8a496b9a7190ed8a17c280d5ef3f476bef78e20ebf079a3fc7bc', 0, 'settled', 14837, 242, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:5b4960cf-b5cd-5368-928d-6dd69dfbba41,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 848, 141, false, 'researcher-71143476b132', 47, '2026-11-30 17:09:14.956388+00', '2026-11-30 17:09:15.396567+00'),
	('39437c31-6d60-5a63-bed9-4bc9acfc36c0', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'turn-2', 'c3e0cdf59f2714b80bb10fd27daa5e80814ae4bfd1a3476995ff4f26e67085b0', 0, 'settled', 19768, 240, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2286, 15, false, 'researcher-71143476b132', 49, '2026-11-30 17:09:14.972384+00', '2026-11-30 17:09:15.396567+00'),
	('f5b1a5a7-cfb0-5665-9de3-f41fff0eb8ae', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'turn-2', '4712bda93ed4dd8e2b6bc52da6ead8a63a7630ea2400b1da3f06f3ccb61007c3', 0, 'settled', 19742, 234, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2269, 15, false, 'researcher-71143476b132', 50, '2026-11-30 17:09:14.993563+00', '2026-11-30 17:09:15.403387+00'),
	('6736a9d1-31a1-527a-89c4-9a705c48be59', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'turn-3', 'dd700ab2656a172a0d5deb3c8c525cd39675db2d40376fe828b6806e60f92489', 0, 'settled', 20126, 442, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:b8c090fb-f059-57e6-a33f-0466d8bb0c57,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2402, 243, false, 'researcher-71143476b132', 51, '2026-11-30 17:09:14.998452+00', '2026-11-30 17:09:15.427647+00'),
	('47263030-ce57-55a8-8595-c944f22c2a9c', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-3', 'b9686202fbd62f295393f0d5df6c553966e3a089c30c12887befc19bba003c58', 0, 'settled', 22383, 722, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3592, 455, false, 'researcher-71143476b132', 54, '2026-11-30 17:09:15.004368+00', '2026-11-30 17:09:15.427647+00'),
	('20566fc8-fafb-5d27-8982-6d89c7bfd84f', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'read-s6bd1da71', '2dee9e37887afb393cae0eabf0f76e79675cea8a929b468d75f84d211102b6d4', 0, 'settled', 14756, 116, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:5b4960cf-b5cd-5368-928d-6dd69dfbba41,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 795, 49, false, 'researcher-71143476b132', 48, '2026-11-30 17:09:14.9593+00', '2026-11-30 17:09:15.396567+00'),
	('6cdecf76-22d8-5d1f-99d3-04a670d6f7b5', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'turn-3', 'eb3e03f5e6339564e0190ddce4cdbd108718cc27a8c609122820165aa80fc3b1', 0, 'settled', 20325, 421, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2524, 214, false, 'researcher-71143476b132', 52, '2026-11-30 17:09:15.000605+00', '2026-11-30 17:09:15.427647+00'),
	('354462fd-279f-54b6-accd-ea6843d7f140', '1494ae69-ba54-5d91-bda9-d5443016254b', 'turn-3', 'ffb2ef880b107b6442c3a9f576cab02e081e456e31c9f6ee0a5da6bb0ff431a5', 0, 'settled', 20350, 422, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:1494ae69-ba54-5d91-bda9-d5443016254b,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2541, 214, false, 'researcher-71143476b132', 53, '2026-11-30 17:09:15.000605+00', '2026-11-30 17:09:15.427647+00'),
	('93f32059-e104-54aa-b3d0-c79767e0bea2', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'turn-3', '204e6712ccea366e54eb64e30a91ad5db353bdbd01a9b08d2ad37054eb493a53', 0, 'intent', 20126, 20126, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:5b4960cf-b5cd-5368-928d-6dd69dfbba41,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'researcher-71143476b132', 55, '2026-11-30 17:09:15.438277+00', NULL),
	('06045a62-c8f4-5e54-b9b3-16ccbeada1cd', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'turn-3', 'b92a16ddbcea8221b7fe8122926ac6bb6088ac7c2f5ec3dc85910ae56ef33ffa', 0, 'intent', 20325, 20325, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'researcher-71143476b132', 56, '2026-11-30 17:09:15.517765+00', NULL),
	('91766c20-b84f-5298-9d08-5f92c487bf4d', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'turn-3', '12c2a58103034e078fd76b43a85ff8c9b7d742cbd936c311bbcf8c855b42c152', 0, 'intent', 20350, 20350, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-30#13}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'researcher-71143476b132', 57, '2026-11-30 17:09:15.529612+00', NULL);
INSERT INTO public.call_unsettled VALUES
	('64093cb1-595a-5c4a-b066-5b24cceb2bb4'),
	('c785c1e9-f410-501e-93fc-51a142d78b7e'),
	('5c84f3ec-01c7-59f9-9400-07ee401bae6b'),
	('93f32059-e104-54aa-b3d0-c79767e0bea2'),
	('06045a62-c8f4-5e54-b9b3-16ccbeada1cd'),
	('91766c20-b84f-5298-9d08-5f92c487bf4d');
INSERT INTO public.dispatch VALUES
	('5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'researcher', 'auspex.research.requested', 306, NULL, '2026-11-30 17:09:14.077434+00', '2026-11-30 17:09:14.077434+00', 0, '2026-11-30 17:09:14.091307+00', 30, 0),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'researcher', 'auspex.research.requested', 333, NULL, '2026-11-30 17:09:14.077434+00', '2026-11-30 17:09:14.077434+00', 0, '2026-11-30 17:09:14.091307+00', 28, 0),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'researcher', 'auspex.research.requested', 360, NULL, '2026-11-30 17:09:14.077434+00', '2026-11-30 17:09:14.077434+00', 0, '2026-11-30 17:09:14.091307+00', 29, 0),
	('a3b64683-3fa8-51b8-96fe-9f2d180ce040', 'forecaster-rounds', 'auspex.run.answered', 49, NULL, '2026-11-30 17:09:15.423548+00', '2026-11-30 17:09:15.423548+00', 0, '2026-11-30 17:09:15.444996+00', 37, 0),
	('926aa10f-21a1-555c-87b0-adc403993dd6', 'writer-evidence', 'auspex.evidence.filtered', 1483, NULL, '2026-11-30 17:09:15.503358+00', '2026-11-30 17:09:15.503358+00', 0, '2026-11-30 17:09:15.52311+00', 41, 0),
	('cc611a65-2ebb-5e49-8487-f54008808645', 'writer-evidence', 'auspex.evidence.filtered', 1593, NULL, '2026-11-30 17:09:15.509194+00', '2026-11-30 17:09:15.509194+00', 0, '2026-11-30 17:09:15.52311+00', 42, 0),
	('544823e0-2825-5874-b560-c7185d0da643', 'forecaster-evidence', 'auspex.evidence.filtered', 1456, NULL, '2026-11-30 17:09:15.525659+00', '2026-11-30 17:09:15.525659+00', 0, '2026-11-30 17:09:15.538051+00', 43, 0),
	('544823e0-2825-5874-b560-c7185d0da643', 'writer-evidence', 'auspex.evidence.filtered', 1456, NULL, '2026-11-30 17:09:15.525659+00', '2026-11-30 17:09:15.525659+00', 0, '2026-11-30 17:09:15.538051+00', 43, 0),
	('27ea6218-e5a6-5bd6-80d9-8987c9756200', 'filter', 'auspex.research.gathered', 2902, NULL, '2026-11-30 17:09:15.521323+00', '2026-11-30 17:09:15.521323+00', 0, '2026-11-30 17:09:15.553471+00', 44, 0);
INSERT INTO public.entity VALUES
	('token-zzzzzzz1zzzz', 'mint:ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'crypto-token', 'Zebra Coin 1', 'ZEB1', 'zebra coin 1', 'zeb1', false, NULL, '[]', '{"website":"https://zebras.example/report"}', 2, '1015', '2026-11-30 17:09:13.238797+00');
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
	('token-zzzzzzz1zzzz', 'default', 1, NULL, '2026-11-30 17:09:15.521323+00', 'researcher', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'default');
INSERT INTO public.event VALUES
	('f2537a07-c611-50bb-9e80-59b46ace83b3', 'question-1', 'question', 'default', 'tests', true, 1, 'rule', '348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 0, '{"event":{"id":"question-1","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"question asked","decided_by":"rule","identifiers":[],"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tasks":0,"prompt_version":""}', '2026-11-30 17:09:09.483691+00'),
	('547b5006-44c5-5481-8ab5-c57248a54ac8', 'question-4', 'question', 'default', 'tests', true, 1, 'rule', '7f96a149-1b72-5a76-b3ca-220bb5e48787', 0, '{"event":{"id":"question-4","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"question asked","decided_by":"rule","identifiers":[],"run":"7f96a149-1b72-5a76-b3ca-220bb5e48787","tasks":0,"prompt_version":""}', '2026-11-30 17:09:12.738367+00'),
	('cd661a12-8561-5769-8954-7744a49d1e13', 'question-2', 'question', 'default', 'tests', true, 1, 'rule', '92af55a8-21ee-5507-aa25-fd4b93f362d1', 0, '{"event":{"id":"question-2","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 2 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"question asked","decided_by":"rule","identifiers":[],"run":"92af55a8-21ee-5507-aa25-fd4b93f362d1","tasks":0,"prompt_version":""}', '2026-11-30 17:09:12.738315+00'),
	('41ba4beb-03a0-503f-99d0-019eb046c5eb', 'tx-1', 'transaction', 'default', 'tests', true, 0.883, 'model', NULL, 1, '{"event":{"id":"tx-1","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"transaction":{"signature":"signature-1","time":null,"kind":"SWAP","program":"JUPITER","wallets":["wallet-1"],"legs":[{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","symbol":"ZEB1","amount":1000.0,"usd_value":50000000000,"from":"","to":""}],"usd_value":50000000000,"description":"wallet-1 swapped 50,000 USD","failed":false}}},"interesting":true,"score":0.883,"reason":"Offline model: it moves 50000.00 dollars, it is a swap, and 1 of its tokens have not been researched.","decided_by":"model","identifiers":[{"identifier":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","fate":"research"}],"run":null,"tasks":1,"prompt_version":"1044800cc953"}', '2026-11-30 17:09:12.738371+00'),
	('62593234-1a7f-5a2b-84a9-b43cb657dfa7', 'question-3', 'question', 'default', 'tests', true, 1, 'rule', 'f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 0, '{"event":{"id":"question-3","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 3 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"question asked","decided_by":"rule","identifiers":[],"run":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","tasks":0,"prompt_version":""}', '2026-11-30 17:09:12.738361+00');
INSERT INTO public.event_state VALUES
	('f2537a07-c611-50bb-9e80-59b46ace83b3', 'default', 'question', '2026-11-30 17:09:09.483691+00', true, false, DEFAULT),
	('547b5006-44c5-5481-8ab5-c57248a54ac8', 'default', 'question', '2026-11-30 17:09:12.738367+00', true, false, DEFAULT),
	('cd661a12-8561-5769-8954-7744a49d1e13', 'default', 'question', '2026-11-30 17:09:12.738315+00', true, false, DEFAULT),
	('62593234-1a7f-5a2b-84a9-b43cb657dfa7', 'default', 'question', '2026-11-30 17:09:12.738361+00', true, false, DEFAULT),
	('41ba4beb-03a0-503f-99d0-019eb046c5eb', 'default', 'transaction', '2026-11-30 17:09:12.738371+00', true, false, DEFAULT);
INSERT INTO public.evidence VALUES
	('c696d3e4-d53d-59e8-923d-0656f5896b4e', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'default', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', NULL, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"critical","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a critical question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T17:19:10.357684219Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T17:09:10.390659062Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T17:09:10.390659062Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T17:09:10.390659062Z","expires_at":"2026-11-30T18:09:10.390659062Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1040,"model":"MiniMax-M2","prompt_version":"64f0a2c2b64c"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 17:09:12.207984+00'),
	('73a539b9-cbec-5581-8929-4261715b9ed5', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'default', 'What is known about this: The ministry''s site.', NULL, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T17:19:10.357684219Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T17:09:10.379881736Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T17:09:10.379881736Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T17:09:10.379881736Z","expires_at":"2026-11-30T18:09:10.379881736Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":2021,"model":"MiniMax-M2","prompt_version":"64f0a2c2b64c"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 17:09:12.215078+00'),
	('0fc0d961-d8f6-5856-ab2c-a93ade73c211', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'default', 'How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?', NULL, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"important","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a important question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T17:19:10.357684219Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T17:09:10.391057413Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T17:09:10.391057413Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T17:09:10.391057413Z","expires_at":"2026-11-30T18:09:10.391057413Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1237,"model":"MiniMax-M2","prompt_version":"64f0a2c2b64c"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 17:09:12.230992+00'),
	('e0ad3a6e-6a12-567c-82bc-7169b598a590', '547b5006-44c5-5481-8ab5-c57248a54ac8', 'default', 'What is known about this: The ministry''s site.', NULL, '{"task":{"tenant":"default","event":"question-4","event_job":"547b5006-44c5-5481-8ab5-c57248a54ac8","subject":{"question":{"run":"7f96a149-1b72-5a76-b3ca-220bb5e48787","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T17:19:13.617491943Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.623912232Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.623912232Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T17:09:13.623912232Z","expires_at":"2026-11-30T18:09:13.623912232Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1153,"model":"MiniMax-M2","prompt_version":"64f0a2c2b64c"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 17:09:15.392796+00'),
	('cd68aade-a7b6-5da8-aa4f-bc2bbcac5e6b', '547b5006-44c5-5481-8ab5-c57248a54ac8', 'default', 'Will the Ministry of Zebras publish report number 4 by the end of 2026?', NULL, '{"task":{"tenant":"default","event":"question-4","event_job":"547b5006-44c5-5481-8ab5-c57248a54ac8","subject":{"question":{"run":"7f96a149-1b72-5a76-b3ca-220bb5e48787","question":{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","priority":"critical","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}},"reason":"a critical question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T17:19:13.617491943Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.637079707Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.637079707Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T17:09:13.637079707Z","expires_at":"2026-11-30T18:09:13.637079707Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1040,"model":"MiniMax-M2","prompt_version":"64f0a2c2b64c"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 17:09:15.404204+00'),
	('651c05ab-1e00-5787-9f1a-1aac3d0b929e', '547b5006-44c5-5481-8ab5-c57248a54ac8', 'default', 'How often did this happen before: Will the Ministry of Zebras publish report number 4 by the end of 2026?', NULL, '{"task":{"tenant":"default","event":"question-4","event_job":"547b5006-44c5-5481-8ab5-c57248a54ac8","subject":{"question":{"run":"7f96a149-1b72-5a76-b3ca-220bb5e48787","question":{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 4 by the end of 2026?","priority":"important","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}},"reason":"a important question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T17:19:13.617491943Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.643250559Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.643250559Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T17:09:13.643250559Z","expires_at":"2026-11-30T18:09:13.643250559Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1062,"model":"MiniMax-M2","prompt_version":"64f0a2c2b64c"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 17:09:15.429634+00');
INSERT INTO public.fact OVERRIDING SYSTEM VALUE VALUES
	(1, 'token-zzzzzzz1zzzz', 'finding:05eef405fa5d541a', 'A court found that the Ministry of Zebras was late with two reports.', '2026-11-30 17:09:13.262899+00', NULL, '2026-11-30 17:09:15.536923+00', NULL, 'https://news.example/zebras.html', '', 'default', true),
	(2, 'token-zzzzzzz1zzzz', 'finding:0ded86e45f174c19', 'Zebra Coin 1 (ZEB1), mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is not on Jupiter''s verified list.', '2026-11-30 17:09:13.262899+00', NULL, '2026-11-30 17:09:15.536923+00', NULL, 'tool:get_token_metadata/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'default', true),
	(3, 'token-zzzzzzz1zzzz', 'finding:4d190eb540a8b7ec', 'RugCheck gives ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz a risk score of 1 on a scale from 0 to 100; higher is riskier.', '2026-11-30 17:09:13.262899+00', NULL, '2026-11-30 17:09:15.536923+00', NULL, 'tool:check_rugcheck/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'default', true),
	(4, 'token-zzzzzzz1zzzz', 'finding:8fa1db779e2f306d', 'The sum of the scores of all risks that RugCheck names of ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz is 1, which has no upper limit.', '2026-11-30 17:09:13.262899+00', NULL, '2026-11-30 17:09:15.536923+00', NULL, 'tool:check_rugcheck/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'default', true),
	(5, 'token-zzzzzzz1zzzz', 'finding:b3cc2505772c5e5c', 'RugCheck names no risk of ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz.', '2026-11-30 17:09:13.262899+00', NULL, '2026-11-30 17:09:15.536923+00', NULL, 'tool:check_rugcheck/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'default', true),
	(6, 'token-zzzzzzz1zzzz', 'finding:c67f55bb39fb12ed', 'The Ministry of Zebras has published a report in every quarter since 2019.', '2026-11-30 17:09:13.262899+00', NULL, '2026-11-30 17:09:15.536923+00', NULL, 'https://zebras.example/report.html', '', 'default', true),
	(7, 'token-zzzzzzz1zzzz', 'finding:e78a7163a4fb8335', 'Zebra Coin is not issued by the ministry, which has warned against it twice.', '2026-11-30 17:09:13.262899+00', NULL, '2026-11-30 17:09:15.536923+00', NULL, 'https://zebras.example/report.html', '', 'default', true),
	(8, 'token-zzzzzzz1zzzz', 'finding:f6b923b589040841', 'By Jupiter, the issuer of Zebra Coin 1 (ZEB1) states the website https://zebras.example/report.', '2026-11-30 17:09:13.262899+00', NULL, '2026-11-30 17:09:15.536923+00', NULL, 'tool:get_token_metadata/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'default', true);
INSERT INTO public.forecast VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'default', 0.4, NULL, 7602, '{"run":{"id":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","asked":{"text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":"2026-12-31T23:59:59Z","market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-30T17:09:09.489177344Z","reading":{"deadline":{"at":"2026-12-31T23:59:59Z","quote":"by the end of 2026"},"counts":"","reporter":"","synonyms":[],"language":"","assumption":"","clarification":"","family":{"key":"eaffe153-4d43-55d9-a835-5b27a50cc1cb","deadline":"2026-12-31T23:59:59Z"}}},"probability":0.4,"lower":0.20497832964187282,"upper":0.6328667171491633,"confidence":0.05000000000000001,"reasoning":"This is the offline model: it reads the findings and does not judge them. It starts from what the form of the question alone says, because no like questions are known. The Ministry of Zebras has published a report in every quarter since 2019 [i1q1/f1].","base_rates":[{"kind":"reference_class","description":"most events that may happen within 31 days do not","rate":0.2812284307723939,"cases":null,"source":"stated by the model"},{"kind":"market","description":"the market''s price when it was asked","rate":0.4,"cases":null,"source":"the event that asked"}],"samples":[0.28122843077239384,0.28122843077239384,0.28122843077239384],"recommendation":{"action":"abstain","price":0.4,"edge":-0.11877156922760623,"net_edge":0.09877156922760623,"fraction":0.0,"size":0,"reason":"the confidence of 0.05 is under 0.30; the price, with its costs, lies within the middle half of the own view, 0.196 to 0.386"},"evidence_used":["i1q1/f1"],"iterations":1,"questions_asked":3,"questions_answered":3,"cost":7602,"flags":[],"model":"offline-1","prompt_version":"8d2236f7bc03","made_at":"2026-11-30T17:09:12.668983961Z","uncalibrated":null,"account":{"recalibration":"identity: 0 outcomes are known, a map needs 100","rounds":[],"costs":[{"agent":"researcher","model":"MiniMax-M2","calls":13,"cost":4298,"input_tokens":23598,"output_tokens":1219},{"agent":"forecaster","model":"MiniMax-M2","calls":5,"cost":3304,"input_tokens":10315,"output_tokens":738}],"budgets":[{"scope":"tenant:default:2026-11-30","limit":200000000,"left":199992398},{"scope":"run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","limit":20000000,"left":19992398},{"scope":"call","limit":2000000,"left":2000000},{"scope":"agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1","limit":1000000,"left":996696},{"scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1","limit":3000000,"left":2995702},{"scope":"agent:filter:f2537a07-c611-50bb-9e80-59b46ace83b3:r1","limit":300000,"left":300000},{"scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3","limit":15000000,"left":14995702}],"memory":{"questions":0,"saved":0},"views":{"stated":0.28122843077239384,"computed":0.2812284307723938,"own":0.2812284307723938,"pooled":0.4,"price":{"price":0.4,"weight":3.0,"own_weight":0.0,"reason":"3 by default, times 1.00 for 31 days until the close","base":3.0},"stated_weight":0.5},"estimates":[{"perspective":"base rate first","model":"offline-1","stated":0.2812284307723939,"start":0.28122843077239384,"computed":0.28122843077239384,"view":0.28122843077239384,"confidence":0.05,"support":0.0,"settled":false},{"perspective":"evidence first","model":"offline-1","stated":0.2812284307723939,"start":0.28122843077239384,"computed":0.28122843077239384,"view":0.28122843077239384,"confidence":0.05,"support":0.0,"settled":false},{"perspective":"what would have to be true","model":"offline-1","stated":0.2812284307723939,"start":0.28122843077239384,"computed":0.28122843077239384,"view":0.28122843077239384,"confidence":0.05,"support":0.0,"settled":false}],"case":{"why_not_higher":"","why_not_lower":"","would_change":""},"evidence":[{"reference":"i1q1/f1","direction":"context","weight":0.0,"estimates":3,"question":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}]}}', NULL, NULL, NULL, '2026-11-30 17:09:12.668983+00');
INSERT INTO public.hearer VALUES
	('auspex.classification.grouped', 'writer-verdicts', '2026-11-30 17:09:09.295284+00'),
	('auspex.classification.made', 'writer-classifications', '2026-11-30 17:09:09.295284+00'),
	('auspex.event.directions', 'classifier', '2026-11-30 17:09:09.295284+00'),
	('auspex.event.entity_request', 'classifier', '2026-11-30 17:09:09.295284+00'),
	('auspex.event.macro', 'classifier', '2026-11-30 17:09:09.295284+00'),
	('auspex.event.question', 'classifier', '2026-11-30 17:09:09.295284+00'),
	('auspex.event.retrieval_miss', 'classifier', '2026-11-30 17:09:09.295284+00'),
	('auspex.event.scout_alert', 'classifier', '2026-11-30 17:09:09.295284+00'),
	('auspex.event.transaction', 'classifier', '2026-11-30 17:09:09.295284+00'),
	('auspex.forecast.requested', 'forecaster-runs', '2026-11-30 17:09:09.295284+00'),
	('auspex.research.requested', 'researcher', '2026-11-30 17:09:09.295284+00'),
	('auspex.evidence.filtered', 'forecaster-evidence', '2026-11-30 17:09:09.346973+00'),
	('auspex.evidence.filtered', 'writer-evidence', '2026-11-30 17:09:09.346973+00'),
	('auspex.forecast.made', 'writer-forecasts', '2026-11-30 17:09:09.35915+00'),
	('auspex.run.answered', 'forecaster-rounds', '2026-11-30 17:09:09.35915+00'),
	('auspex.run.ended', 'writer-endings', '2026-11-30 17:09:09.35915+00'),
	('auspex.macro.researched', 'writer-macros', '2026-11-30 17:09:09.424187+00'),
	('auspex.research.gathered', 'filter', '2026-11-30 17:09:09.424187+00');
INSERT INTO public.inbox VALUES
	('classifier', 'f2537a07-c611-50bb-9e80-59b46ace83b3', NULL, 0, 0, NULL, '2026-11-30 17:09:09.485863+00', '2026-11-30 17:09:09.490037+00'),
	('writer-classifications', '5c863928-05a5-53fe-bc26-70852ea38c35', NULL, 0, 0, NULL, '2026-11-30 17:09:09.500594+00', '2026-11-30 17:09:09.505429+00'),
	('forecaster-runs', '945aad6b-60f2-5d6a-8f45-b00398af27d3', NULL, 0, 0, NULL, '2026-11-30 17:09:09.500136+00', '2026-11-30 17:09:10.352715+00'),
	('researcher', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', NULL, 0, 0, NULL, '2026-11-30 17:09:10.361889+00', '2026-11-30 17:09:12.139006+00'),
	('filter', '2d3a7d43-19ad-549e-9e59-aec3095297ad', NULL, 0, 0, NULL, '2026-11-30 17:09:12.151537+00', '2026-11-30 17:09:12.154887+00'),
	('researcher', '16fc92ec-2692-5d0a-840d-d7a13a53de03', NULL, 0, 0, NULL, '2026-11-30 17:09:10.361889+00', '2026-11-30 17:09:12.170879+00'),
	('researcher', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', NULL, 0, 0, NULL, '2026-11-30 17:09:10.361889+00', '2026-11-30 17:09:12.170879+00'),
	('forecaster-evidence', '73a539b9-cbec-5581-8929-4261715b9ed5', NULL, 0, 0, NULL, '2026-11-30 17:09:12.165546+00', '2026-11-30 17:09:12.17316+00'),
	('filter', '9eae3086-0596-51e0-b0a0-1de0c31042b4', NULL, 0, 0, NULL, '2026-11-30 17:09:12.184435+00', '2026-11-30 17:09:12.187259+00'),
	('filter', 'e5552d81-e4ba-5998-bd90-4ef877ee9957', NULL, 0, 0, NULL, '2026-11-30 17:09:12.181857+00', '2026-11-30 17:09:12.187858+00'),
	('forecaster-evidence', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', NULL, 0, 0, NULL, '2026-11-30 17:09:12.194702+00', '2026-11-30 17:09:12.198184+00'),
	('forecaster-evidence', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', NULL, 0, 0, NULL, '2026-11-30 17:09:12.205883+00', '2026-11-30 17:09:12.208544+00'),
	('writer-evidence', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', NULL, 0, 0, NULL, '2026-11-30 17:09:12.193617+00', '2026-11-30 17:09:12.207984+00'),
	('writer-evidence', '73a539b9-cbec-5581-8929-4261715b9ed5', NULL, 0, 0, NULL, '2026-11-30 17:09:12.167313+00', '2026-11-30 17:09:12.215078+00'),
	('writer-evidence', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', NULL, 0, 0, NULL, '2026-11-30 17:09:12.209008+00', '2026-11-30 17:09:12.230992+00'),
	('forecaster-rounds', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', NULL, 0, 0, NULL, '2026-11-30 17:09:12.221839+00', '2026-11-30 17:09:12.680512+00'),
	('writer-forecasts', 'dc174a2e-2c84-5299-851c-3893fbd013b9', NULL, 0, 0, NULL, '2026-11-30 17:09:12.688402+00', '2026-11-30 17:09:12.704936+00'),
	('classifier', '547b5006-44c5-5481-8ab5-c57248a54ac8', NULL, 0, 0, NULL, '2026-11-30 17:09:12.742088+00', '2026-11-30 17:09:12.745027+00'),
	('classifier', 'cd661a12-8561-5769-8954-7744a49d1e13', NULL, 0, 0, NULL, '2026-11-30 17:09:12.742088+00', '2026-11-30 17:09:12.745027+00'),
	('writer-classifications', '737bc7e6-d196-5d3c-b902-0be6842d2502', NULL, 0, 0, NULL, '2026-11-30 17:09:12.758705+00', '2026-11-30 17:09:12.762203+00'),
	('writer-classifications', 'e715c30e-cff1-5626-ab90-2bea1646ff68', NULL, 0, 0, NULL, '2026-11-30 17:09:12.756933+00', '2026-11-30 17:09:12.765103+00'),
	('classifier', '41ba4beb-03a0-503f-99d0-019eb046c5eb', NULL, 0, 0, NULL, '2026-11-30 17:09:12.742088+00', '2026-11-30 17:09:13.196392+00'),
	('classifier', '62593234-1a7f-5a2b-84a9-b43cb657dfa7', NULL, 0, 0, NULL, '2026-11-30 17:09:12.742629+00', '2026-11-30 17:09:13.197199+00'),
	('writer-classifications', '208bc3a7-feb0-548d-80d5-52d4b8a20dc5', NULL, 0, 0, NULL, '2026-11-30 17:09:13.218197+00', '2026-11-30 17:09:13.226577+00'),
	('writer-classifications', 'c1682683-8b8c-560b-91b8-156a7f4d6ed5', NULL, 0, 0, NULL, '2026-11-30 17:09:13.220341+00', '2026-11-30 17:09:13.236328+00'),
	('forecaster-runs', '3385a097-fcf0-5279-9d5a-59a8686fe43a', NULL, 0, 0, NULL, '2026-11-30 17:09:12.754549+00', '2026-11-30 17:09:13.612492+00'),
	('forecaster-runs', '5ee2fcd7-e9ea-506e-abe3-a35a7af742ac', NULL, 0, 0, NULL, '2026-11-30 17:09:12.755799+00', '2026-11-30 17:09:13.637661+00'),
	('forecaster-runs', '41babd18-9d95-54dc-843a-0972f5ee9bdf', NULL, 0, 0, NULL, '2026-11-30 17:09:13.216749+00', '2026-11-30 17:09:14.077434+00'),
	('researcher', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', NULL, 0, 0, NULL, '2026-11-30 17:09:13.619215+00', '2026-11-30 17:09:15.334969+00'),
	('researcher', '6a714971-90c2-540a-8c4e-664e1550ba11', NULL, 0, 0, NULL, '2026-11-30 17:09:13.619907+00', '2026-11-30 17:09:15.352048+00'),
	('filter', '6fd1a000-be6a-51f5-b41a-78df5ef3e900', NULL, 0, 0, NULL, '2026-11-30 17:09:15.355246+00', '2026-11-30 17:09:15.358553+00'),
	('filter', '4d262f8b-49ec-5759-93f3-b824e2789a06', NULL, 0, 0, NULL, '2026-11-30 17:09:15.358594+00', '2026-11-30 17:09:15.36397+00'),
	('forecaster-evidence', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', NULL, 0, 0, NULL, '2026-11-30 17:09:15.366581+00', '2026-11-30 17:09:15.370985+00'),
	('forecaster-evidence', 'cd68aade-a7b6-5da8-aa4f-bc2bbcac5e6b', NULL, 0, 0, NULL, '2026-11-30 17:09:15.371725+00', '2026-11-30 17:09:15.381292+00'),
	('writer-evidence', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', NULL, 0, 0, NULL, '2026-11-30 17:09:15.365491+00', '2026-11-30 17:09:15.392796+00'),
	('researcher', '49c98df2-9683-5607-baf4-b0b66192bbc2', NULL, 0, 0, NULL, '2026-11-30 17:09:13.619907+00', '2026-11-30 17:09:15.393791+00'),
	('writer-evidence', 'cd68aade-a7b6-5da8-aa4f-bc2bbcac5e6b', NULL, 0, 0, NULL, '2026-11-30 17:09:15.37567+00', '2026-11-30 17:09:15.404204+00'),
	('filter', '67a4c06b-0d29-5336-afcf-81a9f452c5ff', NULL, 0, 0, NULL, '2026-11-30 17:09:15.403881+00', '2026-11-30 17:09:15.412061+00'),
	('forecaster-evidence', '651c05ab-1e00-5787-9f1a-1aac3d0b929e', NULL, 0, 0, NULL, '2026-11-30 17:09:15.418493+00', '2026-11-30 17:09:15.423548+00'),
	('writer-evidence', '651c05ab-1e00-5787-9f1a-1aac3d0b929e', NULL, 0, 0, NULL, '2026-11-30 17:09:15.417818+00', '2026-11-30 17:09:15.429634+00'),
	('forecaster-rounds', 'a3b64683-3fa8-51b8-96fe-9f2d180ce040', 'forecaster-c8c5457388bf', 0, 0, NULL, '2026-11-30 17:09:15.440215+00', NULL),
	('researcher', '1494ae69-ba54-5d91-bda9-d5443016254b', NULL, 0, 0, NULL, '2026-11-30 17:09:13.646761+00', '2026-11-30 17:09:15.493515+00'),
	('filter', '0c8e42a0-f59b-5ccc-a944-279ad8142c04', NULL, 0, 0, NULL, '2026-11-30 17:09:15.499072+00', '2026-11-30 17:09:15.503358+00'),
	('filter', 'dc3caef2-71b6-5ad3-a994-0c0221892ebe', NULL, 0, 0, NULL, '2026-11-30 17:09:15.504475+00', '2026-11-30 17:09:15.509194+00'),
	('writer-evidence', '926aa10f-21a1-555c-87b0-adc403993dd6', 'writer-5d6f68bed87c', 0, 0, NULL, '2026-11-30 17:09:15.512833+00', NULL),
	('forecaster-evidence', '926aa10f-21a1-555c-87b0-adc403993dd6', NULL, 0, 0, NULL, '2026-11-30 17:09:15.514202+00', '2026-11-30 17:09:15.51619+00'),
	('researcher', 'aafa021f-76ba-51d9-8659-2155bffb47e3', NULL, 0, 0, NULL, '2026-11-30 17:09:13.219532+00', '2026-11-30 17:09:15.521323+00'),
	('forecaster-evidence', 'cc611a65-2ebb-5e49-8487-f54008808645', NULL, 0, 0, NULL, '2026-11-30 17:09:15.52044+00', '2026-11-30 17:09:15.525822+00'),
	('writer-evidence', 'cc611a65-2ebb-5e49-8487-f54008808645', 'writer-5d6f68bed87c', 0, 0, NULL, '2026-11-30 17:09:15.524524+00', NULL),
	('forecaster-evidence', '544823e0-2825-5874-b560-c7185d0da643', 'forecaster-c8c5457388bf', 0, 0, NULL, '2026-11-30 17:09:15.537941+00', NULL),
	('writer-evidence', '544823e0-2825-5874-b560-c7185d0da643', 'writer-5d6f68bed87c', 0, 0, NULL, '2026-11-30 17:09:15.542242+00', NULL),
	('researcher', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'researcher-71143476b132', 0, 0, NULL, '2026-11-30 17:09:14.087875+00', NULL),
	('researcher', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', NULL, 0, 0, NULL, '2026-11-30 17:09:13.646761+00', '2026-11-30 17:09:15.504944+00'),
	('researcher', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'researcher-71143476b132', 0, 0, NULL, '2026-11-30 17:09:14.090428+00', NULL),
	('researcher', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'researcher-71143476b132', 0, 0, NULL, '2026-11-30 17:09:14.090428+00', NULL),
	('researcher', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', NULL, 0, 0, NULL, '2026-11-30 17:09:13.646385+00', '2026-11-30 17:09:15.496999+00'),
	('filter', '2d3cd460-af2e-54e2-8b61-17804844cfc9', NULL, 0, 0, NULL, '2026-11-30 17:09:15.513979+00', '2026-11-30 17:09:15.525659+00'),
	('filter', '27ea6218-e5a6-5bd6-80d9-8987c9756200', 'filter-63c551b1b6e7', 0, 0, NULL, '2026-11-30 17:09:15.544676+00', NULL);
INSERT INTO public.inbox_period VALUES
	(0, '2026-11-30 17:09:08.513352+00', NULL);
INSERT INTO public.instance VALUES
	('batch', 'infinity', '2026-11-30 17:09:08.587571+00', NULL),
	('classifier-9dd08c90f2aa', '2026-11-30 17:09:39.304495+00', '2026-11-30 17:09:09.304495+00', NULL),
	('writer-5d6f68bed87c', '2026-11-30 17:09:39.351804+00', '2026-11-30 17:09:09.351804+00', NULL),
	('filter-63c551b1b6e7', '2026-11-30 17:09:39.36199+00', '2026-11-30 17:09:09.36199+00', NULL),
	('forecaster-c8c5457388bf', '2026-11-30 17:09:39.375803+00', '2026-11-30 17:09:09.375803+00', NULL),
	('researcher-71143476b132', '2026-11-30 17:09:39.429706+00', '2026-11-30 17:09:09.429706+00', NULL);
INSERT INTO public.kept_answer VALUES
	('ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 17:09:12.172372+00'),
	('ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 17:09:12.172392+00'),
	('ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 17:09:15.353209+00'),
	('ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 4 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 17:09:15.397083+00'),
	('ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 2 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 17:09:15.494638+00'),
	('ask:web_search?{"most":6,"query":"What is known about this: The ministry''s site."}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 17:09:15.498282+00'),
	('ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 2 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 17:09:15.505775+00'),
	('ask:check_rugcheck?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', 'b4c288e90be224594140404c38a16682931015f506d5365db7f152eb0e7c26af', '{"price_usd":null,"price_at":null,"detected_at":null,"creator":null,"dev_share":null,"top10_share":null,"largest_share":null,"insider_share":null,"insiders":null,"accounts_left_out":null,"lp_locked_share":null,"liquidity_usd":null,"holders":null,"rugged":null,"score":1.0,"score_normalised":1.0,"risks":[],"mint_authority_open":null,"freeze_authority_open":null,"transfer_fee_pct":null,"locked_until":null}', '2026-11-30 17:09:15.531919+00'),
	('ask:get_holder_distribution?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b', 'null', '2026-11-30 17:09:15.53194+00'),
	('ask:get_price_history?{"days":7,"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b', 'null', '2026-11-30 17:09:15.531945+00'),
	('ask:get_token_metadata?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '422f296f4ed12edd6f53902fb9317fc35ef42b02e52dc00868d5637214d72418', '{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","name":"Zebra Coin 1","symbol":"ZEB1","decimals":6,"market_cap_usd":null,"tags":["zebra"],"price_usd":null,"price_at":null,"first_pool_at":null,"dev":null,"dev_share":null,"top_holders_share":null,"volume_24h_usd":null,"liquidity_usd":null,"holders":null,"launchpad":null,"graduated_at":null,"mint_authority_open":null,"freeze_authority_open":null,"suspicious":null,"verified":false,"organic_label":null,"twitter":null,"telegram":null,"website":"https://zebras.example/report"}', '2026-11-30 17:09:15.531949+00'),
	('ask:web_search?{"most":6,"query":"Zebra Coin 1 ZEB1"}', '8b6a618fcf00caa1d10395762208201efced182cea7ba54d1bc942d17c173fda', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Zebra Coin is not issued by the ministry, which has warned against it twice.","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 17:09:15.533083+00');
INSERT INTO public.note VALUES
	('bda5d66e-dfcb-50b1-9ccf-9140d589a9db', 'default', 'The ministry said in October 2026 that the next report is on its way.', 'The ministry said in October 2026 that the next report is on its way.', 'ministry
october
report', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 17:09:10.390659+00', NULL, NULL, '''2026'' ''ministri'' ''next'' ''octob'' ''report'' ''said'' ''way'''),
	('f866b8fb-da2b-5133-babe-5117bb883e84', 'default', 'The ministry said in October 2026 that the next report is on its way.', 'The ministry said in October 2026 that the next report is on its way.', 'ministry
october
report', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 17:09:10.379881+00', NULL, NULL, '''2026'' ''ministri'' ''next'' ''octob'' ''report'' ''said'' ''way'''),
	('3ea9b619-1990-5ca7-b9c4-eb711c6d5b03', 'default', 'The ministry said in October 2026 that the next report is on its way.', 'The ministry said in October 2026 that the next report is on its way.', 'ministry
october
report', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 17:09:10.391057+00', NULL, NULL, '''2026'' ''ministri'' ''next'' ''octob'' ''report'' ''said'' ''way'''),
	('0fa17ea0-99b6-5a82-80d0-2a85623325ff', 'default', 'A court found that the Ministry of Zebras was late with two reports.', 'A court found that the Ministry of Zebras was late with two reports.', 'ministry
reports
zebras
court
found', '', 'fact', 'https://news.example/zebras.html', '2026-11-30 17:09:10.379881+00', NULL, NULL, '''court'' ''found'' ''late'' ''ministri'' ''report'' ''two'' ''zebra'''),
	('83d9bd47-69e5-5b34-8e3f-b96d1f731036', 'default', 'The ministry said in October 2026 that the next report is on its way.', 'The ministry said in October 2026 that the next report is on its way.', 'ministry
october
report', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 17:09:13.623912+00', NULL, NULL, '''2026'' ''ministri'' ''next'' ''octob'' ''report'' ''said'' ''way'''),
	('3377eb8c-2f0e-5021-993e-0fa9f3aca9df', 'default', 'The ministry said in October 2026 that the next report is on its way.', 'The ministry said in October 2026 that the next report is on its way.', 'ministry
october
report', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 17:09:13.637079+00', NULL, NULL, '''2026'' ''ministri'' ''next'' ''octob'' ''report'' ''said'' ''way'''),
	('2654d031-afc5-5f5b-a857-96025ff31060', 'default', 'The ministry said in October 2026 that the next report is on its way.', 'The ministry said in October 2026 that the next report is on its way.', 'ministry
october
report', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 17:09:13.64325+00', NULL, NULL, '''2026'' ''ministri'' ''next'' ''octob'' ''report'' ''said'' ''way'''),
	('2dc11759-6e30-565f-bf05-fd868e943556', 'default', 'Zebra Coin is not issued by the ministry, which has warned against it twice.', 'Zebra Coin is not issued by the ministry, which has warned against it twice.', 'ministry
against
issued
warned
twice
which', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 17:09:10.379881+00', NULL, NULL, '''coin'' ''issu'' ''ministri'' ''twice'' ''warn'' ''zebra'''),
	('4730791f-8347-5054-a1e2-65759f1476be', 'default', 'The Ministry of Zebras has published a report in every quarter since 2019.', 'The Ministry of Zebras has published a report in every quarter since 2019.', 'published
ministry
quarter
report
zebras
every', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 17:09:10.379881+00', NULL, NULL, '''2019'' ''everi'' ''ministri'' ''publish'' ''quarter'' ''report'' ''sinc'' ''zebra''');
INSERT INTO public.note_fact VALUES
	('bda5d66e-dfcb-50b1-9ccf-9140d589a9db', 'default', '7676f522-592d-5d24-b747-617df34889d6', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 17:09:10.390659+00', '2026-11-30 17:09:10.390659+00', 0, NULL),
	('f866b8fb-da2b-5133-babe-5117bb883e84', 'default', '27489adc-ab34-58d4-9037-c01c29058568', '73a539b9-cbec-5581-8929-4261715b9ed5', 'What is known about this: The ministry''s site.', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 17:09:10.379881+00', '2026-11-30 17:09:10.379881+00', 0, NULL),
	('3ea9b619-1990-5ca7-b9c4-eb711c6d5b03', 'default', 'fd652f28-bc34-5c63-8b48-5cf350031ae0', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', 'How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 17:09:10.391057+00', '2026-11-30 17:09:10.391057+00', 0, NULL),
	('0fa17ea0-99b6-5a82-80d0-2a85623325ff', 'default', '8cc88085-1c01-59a8-82f8-df2f1e0abacd', '73a539b9-cbec-5581-8929-4261715b9ed5', 'What is known about this: The ministry''s site.', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 17:09:13.623912+00', '2026-11-30 17:09:13.623912+00', 0, NULL),
	('83d9bd47-69e5-5b34-8e3f-b96d1f731036', 'default', 'a8a55dc3-f104-5c81-ab2e-fef37d54df7a', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', 'What is known about this: The ministry''s site.', 'Will the Ministry of Zebras publish report number 4 by the end of 2026?', '2026-11-30 17:09:13.623912+00', '2026-11-30 17:09:13.623912+00', 0, NULL),
	('3377eb8c-2f0e-5021-993e-0fa9f3aca9df', 'default', 'ea02b703-d322-5b6f-90c6-6d6cedfd7905', 'cd68aade-a7b6-5da8-aa4f-bc2bbcac5e6b', 'Will the Ministry of Zebras publish report number 4 by the end of 2026?', 'Will the Ministry of Zebras publish report number 4 by the end of 2026?', '2026-11-30 17:09:13.637079+00', '2026-11-30 17:09:13.637079+00', 0, NULL),
	('2654d031-afc5-5f5b-a857-96025ff31060', 'default', 'a15e52ea-f65b-5555-9cd6-46297c9009a3', '651c05ab-1e00-5787-9f1a-1aac3d0b929e', 'How often did this happen before: Will the Ministry of Zebras publish report number 4 by the end of 2026?', 'Will the Ministry of Zebras publish report number 4 by the end of 2026?', '2026-11-30 17:09:13.64325+00', '2026-11-30 17:09:13.64325+00', 0, NULL),
	('2dc11759-6e30-565f-bf05-fd868e943556', 'default', '1760dbad-c965-5150-98ea-f9dc6a6e1394', '73a539b9-cbec-5581-8929-4261715b9ed5', 'What is known about this: The ministry''s site.', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 17:09:13.64325+00', '2026-11-30 17:09:13.64325+00', 0, NULL),
	('4730791f-8347-5054-a1e2-65759f1476be', 'default', '679ce59d-36ab-5bf5-b989-a8a306fe9590', '73a539b9-cbec-5581-8929-4261715b9ed5', 'What is known about this: The ministry''s site.', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 17:09:13.64325+00', '2026-11-30 17:09:13.64325+00', 0, NULL);
INSERT INTO public.note_link VALUES
	('2dc11759-6e30-565f-bf05-fd868e943556', '4730791f-8347-5054-a1e2-65759f1476be', 0.058589464970983836),
	('bda5d66e-dfcb-50b1-9ccf-9140d589a9db', '4730791f-8347-5054-a1e2-65759f1476be', 0.03546098488734307),
	('0fa17ea0-99b6-5a82-80d0-2a85623325ff', '4730791f-8347-5054-a1e2-65759f1476be', 0.20523411046463613),
	('0fa17ea0-99b6-5a82-80d0-2a85623325ff', 'f866b8fb-da2b-5133-babe-5117bb883e84', 0.029749281633356533),
	('f866b8fb-da2b-5133-babe-5117bb883e84', '4730791f-8347-5054-a1e2-65759f1476be', 0.03546098488734307),
	('3ea9b619-1990-5ca7-b9c4-eb711c6d5b03', '4730791f-8347-5054-a1e2-65759f1476be', 0.03546098488734307),
	('0fa17ea0-99b6-5a82-80d0-2a85623325ff', '83d9bd47-69e5-5b34-8e3f-b96d1f731036', 0.029749281633356533),
	('83d9bd47-69e5-5b34-8e3f-b96d1f731036', '4730791f-8347-5054-a1e2-65759f1476be', 0.03546098488734307),
	('3377eb8c-2f0e-5021-993e-0fa9f3aca9df', '4730791f-8347-5054-a1e2-65759f1476be', 0.03546098488734307),
	('2654d031-afc5-5f5b-a857-96025ff31060', '4730791f-8347-5054-a1e2-65759f1476be', 0.03546098488734307);
INSERT INTO public.note_sighting VALUES
	('2dc11759-6e30-565f-bf05-fd868e943556', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', NULL, '2026-11-30 17:09:10.390659+00'),
	('4730791f-8347-5054-a1e2-65759f1476be', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', NULL, '2026-11-30 17:09:10.390659+00'),
	('bda5d66e-dfcb-50b1-9ccf-9140d589a9db', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', NULL, '2026-11-30 17:09:10.390659+00'),
	('0fa17ea0-99b6-5a82-80d0-2a85623325ff', '73a539b9-cbec-5581-8929-4261715b9ed5', NULL, '2026-11-30 17:09:10.379881+00'),
	('2dc11759-6e30-565f-bf05-fd868e943556', '73a539b9-cbec-5581-8929-4261715b9ed5', NULL, '2026-11-30 17:09:10.379881+00'),
	('4730791f-8347-5054-a1e2-65759f1476be', '73a539b9-cbec-5581-8929-4261715b9ed5', NULL, '2026-11-30 17:09:10.379881+00'),
	('f866b8fb-da2b-5133-babe-5117bb883e84', '73a539b9-cbec-5581-8929-4261715b9ed5', NULL, '2026-11-30 17:09:10.379881+00'),
	('2dc11759-6e30-565f-bf05-fd868e943556', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', NULL, '2026-11-30 17:09:10.391057+00'),
	('3ea9b619-1990-5ca7-b9c4-eb711c6d5b03', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', NULL, '2026-11-30 17:09:10.391057+00'),
	('4730791f-8347-5054-a1e2-65759f1476be', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', NULL, '2026-11-30 17:09:10.391057+00'),
	('0fa17ea0-99b6-5a82-80d0-2a85623325ff', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', NULL, '2026-11-30 17:09:13.623912+00'),
	('2dc11759-6e30-565f-bf05-fd868e943556', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', NULL, '2026-11-30 17:09:13.623912+00'),
	('4730791f-8347-5054-a1e2-65759f1476be', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', NULL, '2026-11-30 17:09:13.623912+00'),
	('83d9bd47-69e5-5b34-8e3f-b96d1f731036', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', NULL, '2026-11-30 17:09:13.623912+00'),
	('2dc11759-6e30-565f-bf05-fd868e943556', 'cd68aade-a7b6-5da8-aa4f-bc2bbcac5e6b', NULL, '2026-11-30 17:09:13.637079+00'),
	('3377eb8c-2f0e-5021-993e-0fa9f3aca9df', 'cd68aade-a7b6-5da8-aa4f-bc2bbcac5e6b', NULL, '2026-11-30 17:09:13.637079+00'),
	('4730791f-8347-5054-a1e2-65759f1476be', 'cd68aade-a7b6-5da8-aa4f-bc2bbcac5e6b', NULL, '2026-11-30 17:09:13.637079+00'),
	('2654d031-afc5-5f5b-a857-96025ff31060', '651c05ab-1e00-5787-9f1a-1aac3d0b929e', NULL, '2026-11-30 17:09:13.64325+00'),
	('2dc11759-6e30-565f-bf05-fd868e943556', '651c05ab-1e00-5787-9f1a-1aac3d0b929e', NULL, '2026-11-30 17:09:13.64325+00'),
	('4730791f-8347-5054-a1e2-65759f1476be', '651c05ab-1e00-5787-9f1a-1aac3d0b929e', NULL, '2026-11-30 17:09:13.64325+00');
INSERT INTO public.note_source VALUES
	('bda5d66e-dfcb-50b1-9ccf-9140d589a9db', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'The ministry said in October 2026 that the next report is on its way.', NULL, '2026-11-30 17:09:10.390659+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58'),
	('f866b8fb-da2b-5133-babe-5117bb883e84', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'The ministry said in October 2026 that the next report is on its way.', NULL, '2026-11-30 17:09:10.379881+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58'),
	('3ea9b619-1990-5ca7-b9c4-eb711c6d5b03', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'The ministry said in October 2026 that the next report is on its way.', NULL, '2026-11-30 17:09:10.391057+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58'),
	('0fa17ea0-99b6-5a82-80d0-2a85623325ff', 'https://news.example/zebras.html', 'Zebra news', 'news.example', 0, '', 'A court found that the Ministry of Zebras was late with two reports.', NULL, '2026-11-30 17:09:13.623912+00', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5'),
	('83d9bd47-69e5-5b34-8e3f-b96d1f731036', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'The ministry said in October 2026 that the next report is on its way.', NULL, '2026-11-30 17:09:13.623912+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58'),
	('3377eb8c-2f0e-5021-993e-0fa9f3aca9df', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'The ministry said in October 2026 that the next report is on its way.', NULL, '2026-11-30 17:09:13.637079+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58'),
	('2654d031-afc5-5f5b-a857-96025ff31060', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'The ministry said in October 2026 that the next report is on its way.', NULL, '2026-11-30 17:09:13.64325+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58'),
	('2dc11759-6e30-565f-bf05-fd868e943556', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'Zebra Coin is not issued by the ministry, which has warned against it twice.', NULL, '2026-11-30 17:09:13.64325+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58'),
	('4730791f-8347-5054-a1e2-65759f1476be', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'The Ministry of Zebras has published a report in every quarter since 2019.', NULL, '2026-11-30 17:09:13.64325+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58');
INSERT INTO public.outbox VALUES
	('926aa10f-21a1-555c-87b0-adc403993dd6', 'auspex.evidence.filtered', 'default', '\x0ae6020a0764656661756c74120a7175657374696f6e2d321a2463643636316131322d383536312d353736392d383935342d37373434613439643165313322226120696d706f7274616e74207175657374696f6e206f66206120666f726563617374280230c08db7013a0c0891e0b6d80610a6f8a7b2025aef010a2439326166353561382d323165652d353530372d616132352d666434623933663336326431127e0a046931713212096261736520726174651a69486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f20021a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f12db08129001546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e1aad010a026631124a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e180321666666666666e63f2a027331324a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e40011aa3010a0266321245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e180321343333333333e33f2a0273313245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e40011ab1010a026633124c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e180321000000000000e03f2a027331324c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e40012aac010a027331122268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c1a205265706f7274206f6620746865204d696e6973747279206f66205a6562726173220e7a65627261732e6578616d706c65320c08b9dbb6d80610c3e8dfc40238014240626135663962616161323439663732656236393031376163623661333963633834653630613431393231326363346561396264623939633465346133396335382a92010a027332122068747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c1a0a5a65627261206e657773220c6e6577732e6578616d706c65320c08b9dbb6d80610c3e8dfc402380142403962323262643636323866313064363837366362653831383632386637363763366665353339326634343564336430393562356635643536633866656237663541ccccccccccccdc3f5a0c08b9dbb6d80610c3e8dfc402620c08c9f7b6d80610c3e8dfc402680182010a7765625f73656172636882010a66657463685f7061676582011673746f72655f72657365617263685f726573756c74738801a60892010a4d696e694d61782d4d329a010c3634663061326332623634631a020801', '00-da5892eefc57dba0bc5b9f5e50433d0b-70e192cab900092a-00', '2026-11-30 17:09:15.503358+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'auspex.research.requested', 'default', '\x0ae5020a0764656661756c74120a7175657374696f6e2d331a2436323539333233342d316137662d356132622d383461392d62343363623635376466613722226120696d706f7274616e74207175657374696f6e206f66206120666f726563617374280230c08db7013a0b0892e0b6d80610ef8e9f275aef010a2466353563393736322d623162382d356531302d386530362d333036623338646263346339127e0a046931713212096261736520726174651a69486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f20021a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f', '00-52a8076f3ed4342e4605e5dfbb8d3bf2-cbeffff98e2c51b6-00', '2026-11-30 17:09:14.077434+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'auspex.research.requested', 'default', '\x0aca020a0764656661756c74120a7175657374696f6e2d331a2436323539333233342d316137662d356132622d383461392d62343363623635376466613722216120637269746963616c207175657374696f6e206f66206120666f726563617374280230c08db7013a0b0892e0b6d80610ef8e9f275ad5010a2466353563393736322d623162382d356531302d386530362d33303662333864626334633912640a046931713112117468652070726573656e742073746174651a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f20031a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f', '00-52a8076f3ed4342e4605e5dfbb8d3bf2-cbeffff98e2c51b6-00', '2026-11-30 17:09:14.077434+00'),
	('5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'auspex.research.requested', 'default', '\x0aaf020a0764656661756c74120a7175657374696f6e2d331a2436323539333233342d316137662d356132622d383461392d62343363623635376466613722266120737570706c656d656e74617279207175657374696f6e206f66206120666f726563617374280230c08db7013a0b0892e0b6d80610ef8e9f275ab5010a2466353563393736322d623162382d356531302d386530362d33303662333864626334633912440a0469317133120a7265736f6c7574696f6e1a2e57686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e20011a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f', '00-52a8076f3ed4342e4605e5dfbb8d3bf2-cbeffff98e2c51b6-00', '2026-11-30 17:09:14.077434+00'),
	('a3b64683-3fa8-51b8-96fe-9f2d180ce040', 'auspex.run.answered', 'default', '\x0a2437663936613134392d316237322d356137362d623363612d323230626235653438373837120764656661756c741801', '00-378e5023492587aab33e3115516275f0-ec075ba89d8983dc-00', '2026-11-30 17:09:15.423548+00'),
	('cc611a65-2ebb-5e49-8487-f54008808645', 'auspex.evidence.filtered', 'default', '\x0ab0020a0764656661756c74120a7175657374696f6e2d321a2463643636316131322d383536312d353736392d383935342d37373434613439643165313322266120737570706c656d656e74617279207175657374696f6e206f66206120666f726563617374280230c08db7013a0c0891e0b6d80610a6f8a7b2025ab5010a2439326166353561382d323165652d353530372d616132352d66643462393366333632643112440a0469317133120a7265736f6c7574696f6e1a2e57686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e20011a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f12ff09129001546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e1aad010a026631124a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e1803219a9999999999d93f2a027331324a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e40011aa3010a0266321245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e1803219a9999999999d93f2a0273313245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e40011ab1010a026633124c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e1803219a9999999999d93f2a027331324c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e40011aa1010a02663412444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e1803219a9999999999d93f2a02733232444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e40012aac010a027331122268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c1a205265706f7274206f6620746865204d696e6973747279206f66205a6562726173220e7a65627261732e6578616d706c65320c08b9dbb6d80610a4eedebf0238014240626135663962616161323439663732656236393031376163623661333963633834653630613431393231326363346561396264623939633465346133396335382a92010a027332122068747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c1a0a5a65627261206e657773220c6e6577732e6578616d706c65320c08b9dbb6d80610a4eedebf023801424039623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635419a9999999999e13f5a0c08b9dbb6d80610a4eedebf02620c08c9f7b6d80610a4eedebf02680182010a7765625f73656172636882010a66657463685f7061676582011673746f72655f72657365617263685f726573756c74738801810992010a4d696e694d61782d4d329a010c3634663061326332623634631a020801', '00-da5892eefc57dba0bc5b9f5e50433d0b-66a795abe730f5f1-00', '2026-11-30 17:09:15.509194+00'),
	('27ea6218-e5a6-5bd6-80d9-8987c9756200', 'auspex.research.gathered', 'default', '\x0ae4030a0764656661756c74120474782d311a2434316261346265622d303361302d353033662d393964302d30313965623034366335656222654f66666c696e65206d6f64656c3a206974206d6f7665732035303030302e303020646f6c6c6172732c206974206973206120737761702c20616e642031206f662069747320746f6b656e732068617665206e6f74206265656e20726573656172636865642e280230c08db70152340a2c5a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a12045a4542318001019a01640a62546865207472616e73616374696f6e206f66207468652070726f6772616d204a555049544552206973206f6620746865207479706520535741502c2068617320612076616c7565206f66202435302c3030302e30302c20746f6f6b20706c6163652e9a019d010a9a01496e20746865207472616e73616374696f6e2c2031303030206f662074686520746f6b656e207769746820746865206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a206d6f7665642c20776f727468202435302c3030302e30302c20776869636820697320353020555320646f6c6c61727320666f7220656163682e12ec120a12746f6b656e2d7a7a7a7a7a7a7a317a7a7a7a12ca015a6562726120436f696e203120285a454231292c206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2c206973206e6f74206f6e204a7570697465722773207665726966696564206c6973742e204279204a7570697465722c2074686520697373756572206f66205a6562726120436f696e203120285a45423129207374617465732074686520776562736974652068747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e1a81010a026631126a5a6562726120436f696e203120285a454231292c206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2c206973206e6f74206f6e204a7570697465722773207665726966696564206c6973742e180321000000000000f03f2a02733140011a760a026632125f4279204a7570697465722c2074686520697373756572206f66205a6562726120436f696e203120285a45423129207374617465732074686520776562736974652068747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e180321666666666666e63f2a02733140011a91010a026633127a527567436865636b206769766573205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2061207269736b2073636f7265206f662031206f6e2061207363616c652066726f6d203020746f203130303b20686967686572206973207269736b6965722e180321343333333333e33f2a02733240011a9e010a0266341286015468652073756d206f66207468652073636f726573206f6620616c6c207269736b73207468617420527567436865636b206e616d6573206f66205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a20697320312c20776869636820686173206e6f207570706572206c696d69742e180321343333333333e33f2a02733240011a5e0a0266351247527567436865636b206e616d6573206e6f207269736b206f66205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2e180321000000000000e03f2a02733240011ab1010a026636124c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e180321000000000000e03f2a027333324c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e40011aad010a026637124a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e1803219a9999999999d93f2a027333324a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e40011aa1010a02663812444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e1803219a9999999999d93f2a02733432444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e40012af0010a0273311244746f6f6c3a6765745f746f6b656e5f6d657461646174612f5a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a1a3c4a757069746572206f6e206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a22074a757069746572320b08b9dbb6d80610f68aae7d38024240646232363835386561363235303361343965326637396139613466396465373733643864393162376535313234363134653065316230386563313133313364374a0c6461746120736572766963652aee010a0273321240746f6f6c3a636865636b5f727567636865636b2f5a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a1a3d527567436865636b206f6e206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2208527567436865636b320b08b9dbb6d80610f68aae7d38024240656364643633356239333333643964613436626334356263633561393636653365343635336332646634313732316566383562393063323632353535383836654a0c6461746120736572766963652aab010a027333122268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c1a205265706f7274206f6620746865204d696e6973747279206f66205a6562726173220e7a65627261732e6578616d706c65320b08b9dbb6d80610f68aae7d38014240626135663962616161323439663732656236393031376163623661333963633834653630613431393231326363346561396264623939633465346133396335382a91010a027334122068747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c1a0a5a65627261206e657773220c6e6577732e6578616d706c65320b08b9dbb6d80610f68aae7d380142403962323262643636323866313064363837366362653831383632386637363763366665353339326634343564336430393562356635643536633866656237663541000000000000e83f5a0b08b9dbb6d80610f68aae7d620b08c9f7b6d80610f68aae7d68018201126765745f746f6b656e5f6d6574616461746182010e636865636b5f727567636865636b8201116765745f70726963655f686973746f72798201176765745f686f6c6465725f646973747269627574696f6e82010a7765625f73656172636882010a66657463685f7061676582011673746f72655f72657365617263685f726573756c74738801f21592010a4d696e694d61782d4d329a010c363466306132633262363463', '00-9e4af425ef811f23239eeee78545bf86-bc5478ca5c4b4045-00', '2026-11-30 17:09:15.521323+00'),
	('544823e0-2825-5874-b560-c7185d0da643', 'auspex.evidence.filtered', 'default', '\x0acb020a0764656661756c74120a7175657374696f6e2d321a2463643636316131322d383536312d353736392d383935342d37373434613439643165313322216120637269746963616c207175657374696f6e206f66206120666f726563617374280230c08db7013a0c0891e0b6d80610a6f8a7b2025ad5010a2439326166353561382d323165652d353530372d616132352d66643462393366333632643112640a046931713112117468652070726573656e742073746174651a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f20031a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f12db08129001546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e1aad010a026631124a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e180321666666666666e63f2a027331324a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e40011aa3010a0266321245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e180321343333333333e33f2a0273313245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e40011ab1010a026633124c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e180321000000000000e03f2a027331324c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e40012aac010a027331122268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c1a205265706f7274206f6620746865204d696e6973747279206f66205a6562726173220e7a65627261732e6578616d706c65320c08b9dbb6d8061093e7e7c20238014240626135663962616161323439663732656236393031376163623661333963633834653630613431393231326363346561396264623939633465346133396335382a92010a027332122068747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c1a0a5a65627261206e657773220c6e6577732e6578616d706c65320c08b9dbb6d8061093e7e7c202380142403962323262643636323866313064363837366362653831383632386637363763366665353339326634343564336430393562356635643536633866656237663541ccccccccccccdc3f5a0c08b9dbb6d8061093e7e7c202620c08c9f7b6d8061093e7e7c202680182010a7765625f73656172636882010a66657463685f7061676582011673746f72655f72657365617263685f726573756c74738801900892010a4d696e694d61782d4d329a010c3634663061326332623634631a020801', '00-da5892eefc57dba0bc5b9f5e50433d0b-39a6fafdd159977a-00', '2026-11-30 17:09:15.525659+00');
INSERT INTO public.page VALUES
	('https://zebras.example/report.html', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', 'text/html; charset=utf-8', NULL, NULL, '2026-11-30 17:09:10.379881+00', '2026-11-30 17:09:10.379881+00', '2026-11-30 18:09:10.379881+00'),
	('https://news.example/zebras.html', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', 'text/html; charset=utf-8', NULL, NULL, '2026-11-30 17:09:10.379881+00', '2026-11-30 17:09:10.379881+00', '2026-11-30 18:09:10.379881+00');
INSERT INTO public.page_use VALUES
	('ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"What is known about this: The ministry''s site."}', '2026-11-30 17:09:12.139006+00'),
	('ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 17:09:12.139006+00'),
	('ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 17:09:12.139006+00'),
	('16fc92ec-2692-5d0a-840d-d7a13a53de03', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', '2026-11-30 17:09:12.170879+00'),
	('16fc92ec-2692-5d0a-840d-d7a13a53de03', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 17:09:12.170879+00'),
	('16fc92ec-2692-5d0a-840d-d7a13a53de03', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 17:09:12.170879+00'),
	('2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', '2026-11-30 17:09:12.170879+00'),
	('2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 17:09:12.170879+00'),
	('2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 17:09:12.170879+00'),
	('9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"What is known about this: The ministry''s site."}', '2026-11-30 17:09:15.334969+00'),
	('9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 17:09:15.334969+00'),
	('9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 17:09:15.334969+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}', '2026-11-30 17:09:15.352048+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 17:09:15.352048+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 17:09:15.352048+00'),
	('49c98df2-9683-5607-baf4-b0b66192bbc2', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 4 by the end of 2026?"}', '2026-11-30 17:09:15.393791+00'),
	('49c98df2-9683-5607-baf4-b0b66192bbc2', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 17:09:15.393791+00'),
	('49c98df2-9683-5607-baf4-b0b66192bbc2', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 17:09:15.393791+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 2 by the end of 2026?"}', '2026-11-30 17:09:15.493515+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 17:09:15.493515+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 17:09:15.493515+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"What is known about this: The ministry''s site."}', '2026-11-30 17:09:15.496999+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 17:09:15.496999+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 17:09:15.496999+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 2 by the end of 2026?"}', '2026-11-30 17:09:15.504944+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 17:09:15.504944+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 17:09:15.504944+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', '422f296f4ed12edd6f53902fb9317fc35ef42b02e52dc00868d5637214d72418', 'ask:get_token_metadata?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '2026-11-30 17:09:15.521323+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'b4c288e90be224594140404c38a16682931015f506d5365db7f152eb0e7c26af', 'ask:check_rugcheck?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '2026-11-30 17:09:15.521323+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b', 'ask:get_price_history?{"days":7,"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '2026-11-30 17:09:15.521323+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b', 'ask:get_holder_distribution?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '2026-11-30 17:09:15.521323+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', '8b6a618fcf00caa1d10395762208201efced182cea7ba54d1bc942d17c173fda', 'ask:web_search?{"most":6,"query":"Zebra Coin 1 ZEB1"}', '2026-11-30 17:09:15.521323+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 17:09:15.521323+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 17:09:15.521323+00');
INSERT INTO public.question VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q1', 1, 0, '{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"critical","expected_sources":[]}'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q2', 1, 1, '{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"important","expected_sources":[]}'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q3', 1, 2, '{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]}'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q1', 1, 0, '{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","priority":"critical","expected_sources":[]}'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q2', 1, 1, '{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 4 by the end of 2026?","priority":"important","expected_sources":[]}'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q3', 1, 2, '{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]}'),
	('92af55a8-21ee-5507-aa25-fd4b93f362d1', 'i1q1', 1, 0, '{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 2 by the end of 2026?","priority":"critical","expected_sources":[]}'),
	('92af55a8-21ee-5507-aa25-fd4b93f362d1', 'i1q2', 1, 1, '{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 2 by the end of 2026?","priority":"important","expected_sources":[]}'),
	('92af55a8-21ee-5507-aa25-fd4b93f362d1', 'i1q3', 1, 2, '{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]}'),
	('f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 'i1q1', 1, 0, '{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 3 by the end of 2026?","priority":"critical","expected_sources":[]}'),
	('f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 'i1q2', 1, 1, '{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 3 by the end of 2026?","priority":"important","expected_sources":[]}'),
	('f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 'i1q3', 1, 2, '{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]}');
INSERT INTO public.recalibration VALUES
	('default', 'offline-1', true, 498905, 'binary', '{"kind":{"kind":"identity"},"reason":"0 outcomes are known, a map needs 100"}', '2026-11-30 17:09:12.672535+00');
INSERT INTO public.report VALUES
	('runs/348065a6-ff1e-50df-8cfe-fef0f7d3e8c5/report.md', 'default', '# Will the Ministry of Zebras publish report number 1 by the end of 2026?

- **Deadline:** 2026-12-31 23:59 UTC, from the words “by the end of 2026”.

**40 % likely** (between 20 % and 63 %), confidence 0.05. The question closes on 2026-12-31 at 23:59 UTC.

Own view 28 %: stated 28 %, computed 28 %. The market''s price of 40 % moved it to 40 % (+12 points), with a weight of 3.0 against 0.0 (3 by default, times 1.00 for 31 days until the close).

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

### Context

|  | Finding | Weight | Status | Sources |
| --- | --- | --- | --- | --- |
| [1] | The Ministry of Zebras has published a report in every quarter since 2019. Answers: Will the Ministry of Zebras publish report number 1 by the end of 2026? |  | supported | [Report of the Ministry of Zebras](<https://zebras.example/report.html>) (other) |

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

## Cost: $0.007602

| Agent | Model | Calls | Input tokens | Output tokens | Cost |
| --- | --- | --- | --- | --- | --- |
| researcher | MiniMax-M2 | 13 | 23598 | 1219 | $0.004298 |
| forecaster | MiniMax-M2 | 5 | 10315 | 738 | $0.003304 |

| Budget | Limit | Spent | Left |
| --- | --- | --- | --- |
| tenant and day | $200.000000 | $0.007602 | $199.992398 |
| run | $20.000000 | $0.007602 | $19.992398 |
| each call | $2.000000 | – | – |
| forecaster, round 1 | $1.000000 | $0.003304 | $0.996696 |
| researcher, round 1 | $3.000000 | $0.004298 | $2.995702 |
| filter, round 1 | $0.300000 | $0.000000 | $0.300000 |
| researcher | $15.000000 | $0.004298 | $14.995702 |

Made 2026-11-30 17:09 UTC in 1 round(s) of research, 3 of 3 questions answered. Model: offline-1, prompts 8d2236f7bc03. Run `348065a6-ff1e-50df-8cfe-fef0f7d3e8c5`.
', '2026-11-30 17:09:12.690478+00');
INSERT INTO public.representation VALUES
	('token-zzzzzzz1zzzz', '', 'spot-token', 'spl', 'solana', '{"mint": "ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', true, '2026-11-30 17:09:13.248237+00');
INSERT INTO public.representation_context VALUES
	('mint', 'ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'token-zzzzzzz1zzzz');
INSERT INTO public.research VALUES
	('token-zzzzzzz1zzzz', 1, 1, 'default', true, 1, '{"entity":"token-zzzzzzz1zzzz","summary":"Zebra Coin 1 (ZEB1), mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is not on Jupiter''s verified list. By Jupiter, the issuer of Zebra Coin 1 (ZEB1) states the website https://zebras.example/report.","findings":[{"id":"f1","text":"Zebra Coin 1 (ZEB1), mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is not on Jupiter''s verified list.","status":"supported","importance":1.0,"sources":["s1"],"against":[],"voices":1,"quote":""},{"id":"f2","text":"By Jupiter, the issuer of Zebra Coin 1 (ZEB1) states the website https://zebras.example/report.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":""},{"id":"f3","text":"RugCheck gives ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz a risk score of 1 on a scale from 0 to 100; higher is riskier.","status":"supported","importance":0.6000000000000001,"sources":["s2"],"against":[],"voices":1,"quote":""},{"id":"f4","text":"The sum of the scores of all risks that RugCheck names of ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz is 1, which has no upper limit.","status":"supported","importance":0.6000000000000001,"sources":["s2"],"against":[],"voices":1,"quote":""},{"id":"f5","text":"RugCheck names no risk of ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz.","status":"supported","importance":0.5,"sources":["s2"],"against":[],"voices":1,"quote":""},{"id":"f6","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s3"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f7","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s3"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f8","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s4"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"tool:get_token_metadata/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","title":"Jupiter on mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","publisher":"Jupiter","published_at":null,"fetched_at":"2026-11-30T17:09:13.262899062Z","tier":"secondary","tier_reason":"data service","content_hash":"db26858ea62503a49e2f79a9a4f9de773d8d91b7e5124614e0e1b08ec11313d7"},{"id":"s2","url":"tool:check_rugcheck/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","title":"RugCheck on mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","publisher":"RugCheck","published_at":null,"fetched_at":"2026-11-30T17:09:13.262899062Z","tier":"secondary","tier_reason":"data service","content_hash":"ecdd635b9333d9da46bc45bcc5a966e3e4653c2df41721ef85b90c262555886e"},{"id":"s3","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.262899062Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s4","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T17:09:13.262899062Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.75,"risks":[],"opportunities":[],"made_at":"2026-11-30T17:09:13.262899062Z","expires_at":"2026-11-30T18:09:13.262899062Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["get_token_metadata","check_rugcheck","get_price_history","get_holder_distribution","web_search","fetch_page","store_research_results"],"cost":2802,"model":"MiniMax-M2","prompt_version":"64f0a2c2b64c"}', 'Zebra Coin 1 (ZEB1), mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is not on Jupiter''s verified list. By Jupiter, the issuer of Zebra Coin 1 (ZEB1) states the website https://zebras.example/report.', '2026-11-30 17:09:13.262899+00', '2026-11-30 18:09:13.262899+00', NULL, '', '2026-11-30 17:09:15.521323+00', '''1'' ''coin'' ''exampl'' ''https'' ''issuer'' ''jupit'' ''list'' ''mint'' ''report'' ''state'' ''token'' ''verifi'' ''websit'' ''zeb1'' ''zebra'' ''zzzzzzz1zzzz'' ''zzzzzzz1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz''');
INSERT INTO public.result VALUES
	('e382c6fd-f890-599c-be74-90d97e6eb336', 'classification', 'default', 'f2537a07-c611-50bb-9e80-59b46ace83b3', '348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', '{"classification":{"decidedBy":"DECIDER_RULE","event":{"id":"question-1","question":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","topic":"zebras"},"source":"tests","tenant":"default"},"interesting":true,"reason":"question asked","runId":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","score":1.0},"eventId":"question-1","eventJobId":"f2537a07-c611-50bb-9e80-59b46ace83b3","id":"e382c6fd-f890-599c-be74-90d97e6eb336","madeAt":"2026-11-30T17:09:09.503362954+00:00","runId":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default"}', '2026-11-30 17:09:09.503362+00', '2026-11-30 17:09:09.505429+00', '887'),
	('5eda07e8-7ddb-5ee0-a937-6ffa656129c7', 'forecast', 'default', 'f2537a07-c611-50bb-9e80-59b46ace83b3', '348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', '{"eventId":"question-1","eventJobId":"f2537a07-c611-50bb-9e80-59b46ace83b3","forecast":{"baseRates":[{"description":"most events that may happen within 31 days do not","kind":"reference_class","rate":0.2812284307723939,"source":"stated by the model"},{"description":"the market''s price when it was asked","kind":"market","rate":0.4,"source":"the event that asked"}],"budgets":[{"leftMicroUsd":"199992398","limitMicroUsd":"200000000","scope":"tenant:default:2026-11-30"},{"leftMicroUsd":"19992398","limitMicroUsd":"20000000","scope":"run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5"},{"leftMicroUsd":"2000000","limitMicroUsd":"2000000","scope":"call"},{"leftMicroUsd":"996696","limitMicroUsd":"1000000","scope":"agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1"},{"leftMicroUsd":"2995702","limitMicroUsd":"3000000","scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1"},{"leftMicroUsd":"300000","limitMicroUsd":"300000","scope":"agent:filter:f2537a07-c611-50bb-9e80-59b46ace83b3:r1"},{"leftMicroUsd":"14995702","limitMicroUsd":"15000000","scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3"}],"computed":0.2812284307723938,"confidence":0.05000000000000001,"costMicroUsd":"7602","costs":[{"agent":"researcher","calls":"13","costMicroUsd":"4298","inputTokens":"23598","model":"MiniMax-M2","outputTokens":"1219"},{"agent":"forecaster","calls":"5","costMicroUsd":"3304","inputTokens":"10315","model":"MiniMax-M2","outputTokens":"738"}],"estimates":[{"computed":0.28122843077239384,"confidence":0.05,"model":"offline-1","perspective":"base rate first","start":0.28122843077239384,"stated":0.2812284307723939,"view":0.28122843077239384},{"computed":0.28122843077239384,"confidence":0.05,"model":"offline-1","perspective":"evidence first","start":0.28122843077239384,"stated":0.2812284307723939,"view":0.28122843077239384},{"computed":0.28122843077239384,"confidence":0.05,"model":"offline-1","perspective":"what would have to be true","start":0.28122843077239384,"stated":0.2812284307723939,"view":0.28122843077239384}],"evidence":[{"direction":"EVIDENCE_DIRECTION_CONTEXT","estimates":3,"question":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","reference":"i1q1/f1"}],"evidenceUsed":["i1q1/f1"],"iterations":1,"lower":0.20497832964187282,"madeAt":"2026-11-30T17:09:12.668983961+00:00","model":"offline-1","ownView":0.2812284307723938,"pooled":0.4,"price":{"base":3.0,"price":0.4,"reason":"3 by default, times 1.00 for 31 days until the close","weight":3.0},"probability":0.4,"promptVersion":"8d2236f7bc03","questionsAnswered":3,"questionsAsked":3,"reasoning":"This is the offline model: it reads the findings and does not judge them. It starts from what the form of the question alone says, because no like questions are known. The Ministry of Zebras has published a report in every quarter since 2019 [i1q1/f1].","recalibration":"identity: 0 outcomes are known, a map needs 100","recommendation":{"action":"ACTION_ABSTAIN","edge":-0.11877156922760623,"netEdge":0.09877156922760623,"price":0.4,"reason":"the confidence of 0.05 is under 0.30; the price, with its costs, lies within the middle half of the own view, 0.196 to 0.386"},"run":{"asked":{"background":"The ministry publishes a report every quarter.","closes":"2026-12-31T23:59:59+00:00","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","topic":"zebras"},"askedAt":"2026-11-30T17:09:09.489177344+00:00","budgetMicroUsd":"20000000","eventId":"question-1","eventJobId":"f2537a07-c611-50bb-9e80-59b46ace83b3","id":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","reading":{"deadline":{"at":"2026-12-31T23:59:59+00:00","quote":"by the end of 2026"},"family":{"deadline":"2026-12-31T23:59:59+00:00","key":"eaffe153-4d43-55d9-a835-5b27a50cc1cb"}},"tenant":"default"},"samples":[0.28122843077239384,0.28122843077239384,0.28122843077239384],"stated":0.28122843077239384,"statedWeight":0.5,"upper":0.6328667171491633},"id":"5eda07e8-7ddb-5ee0-a937-6ffa656129c7","madeAt":"2026-11-30T17:09:12.690478551+00:00","reportKey":"runs/348065a6-ff1e-50df-8cfe-fef0f7d3e8c5/report.md","runId":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default"}', '2026-11-30 17:09:12.690478+00', '2026-11-30 17:09:12.704936+00', '981'),
	('9840da7a-477b-5348-bb0c-22728c8fe134', 'classification', 'default', '547b5006-44c5-5481-8ab5-c57248a54ac8', '7f96a149-1b72-5a76-b3ca-220bb5e48787', '{"classification":{"decidedBy":"DECIDER_RULE","event":{"id":"question-4","question":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","topic":"zebras"},"source":"tests","tenant":"default"},"interesting":true,"reason":"question asked","runId":"7f96a149-1b72-5a76-b3ca-220bb5e48787","score":1.0},"eventId":"question-4","eventJobId":"547b5006-44c5-5481-8ab5-c57248a54ac8","id":"9840da7a-477b-5348-bb0c-22728c8fe134","madeAt":"2026-11-30T17:09:12.761892212+00:00","runId":"7f96a149-1b72-5a76-b3ca-220bb5e48787","tenant":"default"}', '2026-11-30 17:09:12.761892+00', '2026-11-30 17:09:12.765103+00', '993'),
	('4f74770d-0993-561d-bda6-abf3db8b54c6', 'classification', 'default', 'cd661a12-8561-5769-8954-7744a49d1e13', '92af55a8-21ee-5507-aa25-fd4b93f362d1', '{"classification":{"decidedBy":"DECIDER_RULE","event":{"id":"question-2","question":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 2 by the end of 2026?","topic":"zebras"},"source":"tests","tenant":"default"},"interesting":true,"reason":"question asked","runId":"92af55a8-21ee-5507-aa25-fd4b93f362d1","score":1.0},"eventId":"question-2","eventJobId":"cd661a12-8561-5769-8954-7744a49d1e13","id":"4f74770d-0993-561d-bda6-abf3db8b54c6","madeAt":"2026-11-30T17:09:12.761729467+00:00","runId":"92af55a8-21ee-5507-aa25-fd4b93f362d1","tenant":"default"}', '2026-11-30 17:09:12.761729+00', '2026-11-30 17:09:12.762203+00', '991'),
	('171b777c-c325-5859-8451-5ead16e5a1b5', 'classification', 'default', '62593234-1a7f-5a2b-84a9-b43cb657dfa7', 'f55c9762-b1b8-5e10-8e06-306b38dbc4c9', '{"classification":{"decidedBy":"DECIDER_RULE","event":{"id":"question-3","question":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 3 by the end of 2026?","topic":"zebras"},"source":"tests","tenant":"default"},"interesting":true,"reason":"question asked","runId":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","score":1.0},"eventId":"question-3","eventJobId":"62593234-1a7f-5a2b-84a9-b43cb657dfa7","id":"171b777c-c325-5859-8451-5ead16e5a1b5","madeAt":"2026-11-30T17:09:13.223944316+00:00","runId":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","tenant":"default"}', '2026-11-30 17:09:13.223944+00', '2026-11-30 17:09:13.226577+00', '1009'),
	('87729f4b-6e97-5ede-a0ed-be1737c14f72', 'classification', 'default', '41ba4beb-03a0-503f-99d0-019eb046c5eb', NULL, '{"classification":{"decidedBy":"DECIDER_MODEL","event":{"id":"tx-1","source":"tests","tenant":"default","transaction":{"description":"wallet-1 swapped 50,000 USD","kind":"SWAP","legs":[{"amount":1000.0,"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","symbol":"ZEB1","usdValueMicroUsd":"50000000000"}],"program":"JUPITER","signature":"signature-1","usdValueMicroUsd":"50000000000","wallets":["wallet-1"]}},"identifiers":[{"fate":"FATE_RESEARCH","identifier":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}],"interesting":true,"promptVersion":"1044800cc953","reason":"Offline model: it moves 50000.00 dollars, it is a swap, and 1 of its tokens have not been researched.","score":0.883,"tasks":1},"eventId":"tx-1","eventJobId":"41ba4beb-03a0-503f-99d0-019eb046c5eb","id":"87729f4b-6e97-5ede-a0ed-be1737c14f72","madeAt":"2026-11-30T17:09:13.233678561+00:00","tenant":"default"}', '2026-11-30 17:09:13.233678+00', '2026-11-30 17:09:13.236328+00', '1012');
INSERT INTO public.run VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'default', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '{"id":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","asked":{"text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":"2026-12-31T23:59:59Z","market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-30T17:09:09.489177344Z","reading":{"deadline":{"at":"2026-12-31T23:59:59Z","quote":"by the end of 2026"},"counts":"","reporter":"","synonyms":[],"language":"","assumption":"","clarification":"","family":{"key":"eaffe153-4d43-55d9-a835-5b27a50cc1cb","deadline":"2026-12-31T23:59:59Z"}}}', 2, 'done', 1, 0, 5, '2026-11-30 17:19:10.357684+00', NULL, NULL, '2026-11-30 17:09:10.352715+00', '2026-11-30 17:09:12.680512+00', '', 'published', 'eaffe153-4d43-55d9-a835-5b27a50cc1cb', NULL),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'default', '547b5006-44c5-5481-8ab5-c57248a54ac8', 'Will the Ministry of Zebras publish report number 4 by the end of 2026?', '{"id":"7f96a149-1b72-5a76-b3ca-220bb5e48787","tenant":"default","event":"question-4","event_job":"547b5006-44c5-5481-8ab5-c57248a54ac8","asked":{"text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":"2026-12-31T23:59:59Z","market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-30T17:09:12.744478322Z","reading":{"deadline":{"at":"2026-12-31T23:59:59Z","quote":"by the end of 2026"},"counts":"","reporter":"","synonyms":[],"language":"","assumption":"","clarification":"","family":{"key":"a23776e1-9b76-5612-a85c-fb08fb622618","deadline":"2026-12-31T23:59:59Z"}}}', 2, 'analyzing', 1, 0, 4, '2026-11-30 17:19:13.617491+00', NULL, NULL, '2026-11-30 17:09:13.612492+00', '2026-11-30 17:09:15.423548+00', '', 'none', 'a23776e1-9b76-5612-a85c-fb08fb622618', NULL),
	('f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 'default', '62593234-1a7f-5a2b-84a9-b43cb657dfa7', 'Will the Ministry of Zebras publish report number 3 by the end of 2026?', '{"id":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","tenant":"default","event":"question-3","event_job":"62593234-1a7f-5a2b-84a9-b43cb657dfa7","asked":{"text":"Will the Ministry of Zebras publish report number 3 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":"2026-12-31T23:59:59Z","market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-30T17:09:13.194992236Z","reading":{"deadline":{"at":"2026-12-31T23:59:59Z","quote":"by the end of 2026"},"counts":"","reporter":"","synonyms":[],"language":"","assumption":"","clarification":"","family":{"key":"f9e1b654-581a-569d-a61e-e91ff1b392c1","deadline":"2026-12-31T23:59:59Z"}}}', 2, 'waiting', 1, 3, 1, '2026-11-30 17:19:14.082298+00', NULL, NULL, '2026-11-30 17:09:14.077434+00', '2026-11-30 17:09:14.077434+00', '', 'none', 'f9e1b654-581a-569d-a61e-e91ff1b392c1', NULL),
	('92af55a8-21ee-5507-aa25-fd4b93f362d1', 'default', 'cd661a12-8561-5769-8954-7744a49d1e13', 'Will the Ministry of Zebras publish report number 2 by the end of 2026?', '{"id":"92af55a8-21ee-5507-aa25-fd4b93f362d1","tenant":"default","event":"question-2","event_job":"cd661a12-8561-5769-8954-7744a49d1e13","asked":{"text":"Will the Ministry of Zebras publish report number 2 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":"2026-12-31T23:59:59Z","market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-30T17:09:12.744240499Z","reading":{"deadline":{"at":"2026-12-31T23:59:59Z","quote":"by the end of 2026"},"counts":"","reporter":"","synonyms":[],"language":"","assumption":"","clarification":"","family":{"key":"03e71ebf-b9c3-5e97-a233-218889086d79","deadline":"2026-12-31T23:59:59Z"}}}', 2, 'waiting', 1, 1, 3, '2026-11-30 17:19:13.642382+00', NULL, NULL, '2026-11-30 17:09:13.637661+00', '2026-11-30 17:09:15.525822+00', '', 'none', '03e71ebf-b9c3-5e97-a233-218889086d79', NULL);
INSERT INTO public.step VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'base rates', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x5b5d', '2026-11-30 17:09:12.229883+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'turns before round 1 is decided', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x32', '2026-11-30 17:09:12.234309+00'),
	('5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d33305431373a30393a31342e3039363635373939372b30303a3030', '2026-11-30 17:09:14.098003+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'official_site', '999b9a0a054f39fe5ea3797d15baf114954a1a37173d218b1edc048bef2fa6b6', '\x6e756c6c', '2026-11-30 17:09:14.104576+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'official_site', '999b9a0a054f39fe5ea3797d15baf114954a1a37173d218b1edc048bef2fa6b6', '\x6e756c6c', '2026-11-30 17:09:14.105098+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'recalibration of offline-1', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x7b226b696e64223a7b226b696e64223a226964656e74697479227d2c22726561736f6e223a2230206f7574636f6d657320617265206b6e6f776e2c2061206d6170206e6565647320313030227d', '2026-11-30 17:09:12.673444+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'related forecasts', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x5b5d', '2026-11-30 17:09:12.677921+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'record beside the price', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x6e756c6c', '2026-11-30 17:09:12.675395+00'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'base rates', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x5b5d', '2026-11-30 17:09:15.450889+00'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'turns before round 1 is decided', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x32', '2026-11-30 17:09:15.457543+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d33305431373a30393a31342e3130353430353136342b30303a3030', '2026-11-30 17:09:14.105751+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d33305431373a30393a31342e3130353830353935382b30303a3030', '2026-11-30 17:09:14.106801+00'),
	('5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'turn-1', '804afeed64a7c8cf3c43af96a27318e77ed6ddce00ed85f52775e90392922899', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3563353037373864316136316634626136663230653631345f30222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a2257686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3236302c226f7574707574223a31372c2263616368655f72656164223a313834322c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f356335303737386431613631663462613666323065363134222c22636f7374223a3135347d', '2026-11-30 17:09:14.525242+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'turn-1', '226eae9cabf44e13e3b0194c92f217fa6bce442b2a4adf56101a766f97ef103f', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3763613234306235353330306163366232356630386435335f30222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a22486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3237352c226f7574707574223a33322c2263616368655f72656164223a313834322c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f376361323430623535333030616336623235663038643533222c22636f7374223a3137377d', '2026-11-30 17:09:14.532331+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'turn-2', '4712bda93ed4dd8e2b6bc52da6ead8a63a7630ea2400b1da3f06f3ccb61007c3', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6363396261326332386139386130656161633535393237615f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6363396261326332386139386130656161633535393237615f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a313834322c2263616368655f7772697465223a3432377d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f636339626132633238613938613065616163353539323761222c22636f7374223a3233347d', '2026-11-30 17:09:15.403387+00'),
	('5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'call-0', '538a56e60c2918c13627906b301b75a02065be65fcb32497a7ebf54e8336c5f7', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c22736f757263655c223a5c227365666132663961655c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c22736f757263655c223a5c227336626431646137315c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305431373a30393a31342e3039363635373939375a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305431373a30393a31342e3039363635373939375a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c2257686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e5c227d222c2268617368223a2265333935303136346163353338623966653063336263616264376366306634666263643339343834636331313031656263336635626331643333353936633338222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e2049742077696c6c20686972652070656f706c6520696e20323032372e205a6562726120436f696e206973206e6f742069737375656420627920746865206d5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a3433337d', '2026-11-30 17:09:14.534038+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'turn-1', '934d091cee9384669b05456e856910719e2494b51af26171f5b3caf8538c05c9', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3938653036636432663266643631616162613137666133665f30222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a2257696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3236372c226f7574707574223a32342c2263616368655f72656164223a313834322c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f393865303663643266326664363161616261313766613366222c22636f7374223a3136357d', '2026-11-30 17:09:14.53611+00'),
	('5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'turn-2', '92fcaa8e655b0f6fa850449238bf229e6151b7e7fed6038e59ccb4ad5011a332', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3430366632636436653531393136366637656638373430375f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3430366632636436653531393136366637656638373430375f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a313834322c2263616368655f7772697465223a3333347d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f343036663263643665353139313636663765663837343037222c22636f7374223a3139397d', '2026-11-30 17:09:14.9494+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'snippets-568ec297', '90bc48d87023fd1c879064e2df28f9369c26c6896fc7feff8c4576b90f9a26ee', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3938346162306665653037373834353331666466323139385f30222c226e616d65223a22657874726163745f736e69707065745f636c61696d73222c22696e707574223a7b22736e69707065745f636c61696d73223a5b7b2264617465223a22222c2271756f7465223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c22726573756c74223a312c2274657874223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c22726573756c74223a322c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3231312c226f7574707574223a3132302c2263616368655f72656164223a3530382c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f393834616230666565303737383435333166646632313938222c22636f7374223a3232337d', '2026-11-30 17:09:14.9593+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'call-0', '772764333e9cad1649eddbf4229acee213b5c5df4929105300f165471a052b6d', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226362363662646238385c222c5c226b696e645c223a5c22736e69707065745c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c2269645c223a5c226362623061346162635c222c5c226b696e645c223a5c22736e69707065745c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c22736f757263655c223a5c227365666132663961655c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c22736f757263655c223a5c227336626431646137315c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305431373a30393a31342e3130353830353935385a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305431373a30393a31342e3130353830353935385a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b7b226964223a22636236366264623838222c22736f75726365223a22736566613266396165222c2274657874223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22222c226b696e64223a22736e6970706574227d2c7b226964223a22636262306134616263222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22222c226b696e64223a22736e6970706574227d5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a3232332c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c22486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f5c227d222c2268617368223a2265333935303136346163353338623966653063336263616264376366306634666263643339343834636331313031656263336635626331643333353936633338222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e2049742077696c6c20686972652070656f706c6520696e20323032372e205a6562726120436f696e206973206e6f742069737375656420627920746865206d5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a3835347d', '2026-11-30 17:09:14.965683+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'snippets-568ec297', 'b380016e28017a4fbb557256acc96abfe368f6e7b07f97d61db212f3e25fa86f', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6261633665396163666231613533303264313136623162335f30222c226e616d65223a22657874726163745f736e69707065745f636c61696d73222c22696e707574223a7b22736e69707065745f636c61696d73223a5b7b2264617465223a22222c2271756f7465223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c22726573756c74223a312c2274657874223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c22726573756c74223a322c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3230322c226f7574707574223a3132302c2263616368655f72656164223a3530382c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f626163366539616366623161353330326431313662316233222c22636f7374223a3232307d', '2026-11-30 17:09:14.972384+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'call-0', '415bee5f6bb916d122b28818113779bce4cb50db1a8b7b1e94aa25dd18b3b837', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226362363662646238385c222c5c226b696e645c223a5c22736e69707065745c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c2269645c223a5c226362623061346162635c222c5c226b696e645c223a5c22736e69707065745c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c22736f757263655c223a5c227365666132663961655c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c22736f757263655c223a5c227336626431646137315c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305431373a30393a31342e3130353430353136345a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305431373a30393a31342e3130353430353136345a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b7b226964223a22636236366264623838222c22736f75726365223a22736566613266396165222c2274657874223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22222c226b696e64223a22736e6970706574227d2c7b226964223a22636262306134616263222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22222c226b696e64223a22736e6970706574227d5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a3232302c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c2257696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f5c227d222c2268617368223a2265333935303136346163353338623966653063336263616264376366306634666263643339343834636331313031656263336635626331643333353936633338222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e2049742077696c6c20686972652070656f706c6520696e20323032372e205a6562726120436f696e206973206e6f742069737375656420627920746865206d5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a3837347d', '2026-11-30 17:09:14.982735+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'turn-2', 'c3e0cdf59f2714b80bb10fd27daa5e80814ae4bfd1a3476995ff4f26e67085b0', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6562363237653138396462383932633435623932303638305f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6562363237653138396462383932633435623932303638305f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a313834322c2263616368655f7772697465223a3434347d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f656236323765313839646238393263343562393230363830222c22636f7374223a3234307d', '2026-11-30 17:09:15.396567+00'),
	('5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'read-s6bd1da71', '2dee9e37887afb393cae0eabf0f76e79675cea8a929b468d75f84d211102b6d4', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6435626164343335333330643363326633336437386565305f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3132302c226f7574707574223a34392c2263616368655f72656164223a3637352c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f643562616434333533333064336332663333643738656530222c22636f7374223a3131367d', '2026-11-30 17:09:15.396567+00'),
	('5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'read-sefa2f9ae', '640854271d0f8a496b9a7190ed8a17c280d5ef3f476bef78e20ebf079a3fc7bc', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6434343637313838303733653465383733343336303565315f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e227d2c7b2264617465223a22222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3137332c226f7574707574223a3134312c2263616368655f72656164223a3637352c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f643434363731383830373365346538373334333630356531222c22636f7374223a3234327d', '2026-11-30 17:09:15.396567+00'),
	('5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'call-2', 'd21acaaaeb978ee3f87722888efd75dde48a2802c7758a88e1586ccaf73a1f69', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226362623061346162635c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c226c656e6774685c223a36382c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c226e6577732e6578616d706c655c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305431373a30393a31342e3039363635373939375a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635227d5d2c22636c61696d73223a5b7b226964223a22636262306134616263222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22227d5d2c227072696e7473223a5b5b22733662643164613731222c7b2272756e73223a392c226c65617374223a5b3931373534323533313337313436373235322c343938313433313838303331363937323339392c353033303333383233363231313139373036322c353833303732383937323037303237363631302c353939323532373130303339343835383337342c383232373132323432383837393733323938332c31303838323130383038373139373838333232312c31333030373430333531383430303334353736382c31373935363535393936353030303333303136345d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3131362c226261736573223a5b7b2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c2268617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a313330367d', '2026-11-30 17:09:15.419961+00'),
	('5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'call-1', 'caacaa91ff7254df5e94dd94d9fd4cc7479b61ee8063283a5b56eb2de352c110', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226365363535376634645c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c2269645c223a5c226336383465333739665c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e5c227d2c7b5c2269645c223a5c226362343834646130385c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e5c227d5d2c5c226c656e6774685c223a3235322c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c227a65627261732e6578616d706c655c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305431373a30393a31342e3039363635373939375a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538227d5d2c22636c61696d73223a5b7b226964223a22636536353537663464222c22736f75726365223a22736566613266396165222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22227d2c7b226964223a22633638346533373966222c22736f75726365223a22736566613266396165222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2264617465223a22227d2c7b226964223a22636234383464613038222c22736f75726365223a22736566613266396165222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2264617465223a22227d5d2c227072696e7473223a5b5b22736566613266396165222c7b2272756e73223a34332c226c65617374223a5b3332323130363637373739323635393436302c313137363736373535383331363336383332362c313630323730323439363239343433353730312c323332333439363935383138373737383734372c323435383939313534303139353431323434312c333033303835303237373139303332343339342c353036323232393234303831383639393937302c353831303239303230303736343033393533352c363931363634353539303134353738373430392c373333393231393438363237343038313433322c383336343438323835353238323339343537312c383438343034303936323630323738353435312c383734323730323738383838353735323036382c383734383934353338323731303333383530382c383838343936313832383939313435353435382c393134303833393032393532383033343437372c393332393939333439343734313536393234322c393832383536363931323530323534393831372c31303032353737323138313036393530313334392c31303332303935363133383836363836313733372c31303432343637313239353435313432373237312c31303434373835383439303333333335313436352c31303839323333303136343131343134363630302c31313236383338373030383230353130333332392c31313439353735333330353534333937383435392c31313633393535363330343630373234333038372c31313836313932373436353332393431343630362c31323232303237373933383338303035323332392c31323332363433393734353432393131333139312c31323333393134303035373736313434333939372c31323530313632343031333432363938343037352c31323637393039353739313535383635393338302c31333633313236393531313332333533383439352c31343231383233333935383530363732333931322c31343639313034303235383630343537353235362c31343639333933373232383930363731393639302c31343739323635323536363934373632383032332c31353130303936353235333534393731343537392c31353235313939383534333932333934303834332c31353835303038393538343735303135393538322c31363832373835393638303536353633393234352c31373930343632313833373937333930393732392c31373934353332333632343332323936353139355d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3234322c226261736573223a5b7b2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a313331367d', '2026-11-30 17:09:15.421739+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'call-2', 'd21acaaaeb978ee3f87722888efd75dde48a2802c7758a88e1586ccaf73a1f69', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226362623061346162635c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c226c656e6774685c223a36382c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c226e6577732e6578616d706c655c222c5c2272656164466f725c223a5c2257686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e5c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305431373a30393a31342e3130353830353935385a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635227d5d2c22636c61696d73223a5b7b226964223a22636262306134616263222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22227d5d2c227072696e7473223a5b5b22733662643164613731222c7b2272756e73223a392c226c65617374223a5b3931373534323533313337313436373235322c343938313433313838303331363937323339392c353033303333383233363231313139373036322c353833303732383937323037303237363631302c353939323532373130303339343835383337342c383232373132323432383837393733323938332c31303838323130383038373139373838333232312c31333030373430333531383430303334353736382c31373935363535393936353030303333303136345d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c2268617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a313333307d', '2026-11-30 17:09:15.502905+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'call-1', 'caacaa91ff7254df5e94dd94d9fd4cc7479b61ee8063283a5b56eb2de352c110', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226365363535376634645c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c2269645c223a5c226336383465333739665c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e5c227d2c7b5c2269645c223a5c226362343834646130385c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e5c227d5d2c5c226c656e6774685c223a3235322c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c227a65627261732e6578616d706c655c222c5c2272656164466f725c223a5c2257686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e5c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305431373a30393a31342e3130353430353136345a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538227d5d2c22636c61696d73223a5b7b226964223a22636536353537663464222c22736f75726365223a22736566613266396165222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22227d2c7b226964223a22633638346533373966222c22736f75726365223a22736566613266396165222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2264617465223a22227d2c7b226964223a22636234383464613038222c22736f75726365223a22736566613266396165222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2264617465223a22227d5d2c227072696e7473223a5b5b22736566613266396165222c7b2272756e73223a34332c226c65617374223a5b3332323130363637373739323635393436302c313137363736373535383331363336383332362c313630323730323439363239343433353730312c323332333439363935383138373737383734372c323435383939313534303139353431323434312c333033303835303237373139303332343339342c353036323232393234303831383639393937302c353831303239303230303736343033393533352c363931363634353539303134353738373430392c373333393231393438363237343038313433322c383336343438323835353238323339343537312c383438343034303936323630323738353435312c383734323730323738383838353735323036382c383734383934353338323731303333383530382c383838343936313832383939313435353435382c393134303833393032393532383033343437372c393332393939333439343734313536393234322c393832383536363931323530323534393831372c31303032353737323138313036393530313334392c31303332303935363133383836363836313733372c31303432343637313239353435313432373237312c31303434373835383439303333333335313436352c31303839323333303136343131343134363630302c31313236383338373030383230353130333332392c31313439353735333330353534333937383435392c31313633393535363330343630373234333038372c31313836313932373436353332393431343630362c31323232303237373933383338303035323332392c31323332363433393734353432393131333139312c31323333393134303035373736313434333939372c31323530313632343031333432363938343037352c31323637393039353739313535383635393338302c31333633313236393531313332333533383439352c31343231383233333935383530363732333931322c31343639313034303235383630343537353235362c31343639333933373232383930363731393639302c31343739323635323536363934373632383032332c31353130303936353235333534393731343537392c31353235313939383534333932333934303834332c31353835303038393538343735303135393538322c31363832373835393638303536353633393234352c31373930343632313833373937333930393732392c31373934353332333632343332323936353139355d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a313333317d', '2026-11-30 17:09:15.502905+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'call-2', 'd21acaaaeb978ee3f87722888efd75dde48a2802c7758a88e1586ccaf73a1f69', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226362623061346162635c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c226c656e6774685c223a36382c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c226e6577732e6578616d706c655c222c5c2272656164466f725c223a5c2257686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e5c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305431373a30393a31342e3130353430353136345a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635227d5d2c22636c61696d73223a5b7b226964223a22636262306134616263222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22227d5d2c227072696e7473223a5b5b22733662643164613731222c7b2272756e73223a392c226c65617374223a5b3931373534323533313337313436373235322c343938313433313838303331363937323339392c353033303333383233363231313139373036322c353833303732383937323037303237363631302c353939323532373130303339343835383337342c383232373132323432383837393733323938332c31303838323130383038373139373838333232312c31333030373430333531383430303334353736382c31373935363535393936353030303333303136345d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c2268617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a313333337d', '2026-11-30 17:09:15.502905+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'call-1', 'caacaa91ff7254df5e94dd94d9fd4cc7479b61ee8063283a5b56eb2de352c110', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226365363535376634645c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c2269645c223a5c226336383465333739665c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e5c227d2c7b5c2269645c223a5c226362343834646130385c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e5c227d5d2c5c226c656e6774685c223a3235322c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c227a65627261732e6578616d706c655c222c5c2272656164466f725c223a5c2257686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e5c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305431373a30393a31342e3130353830353935385a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538227d5d2c22636c61696d73223a5b7b226964223a22636536353537663464222c22736f75726365223a22736566613266396165222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22227d2c7b226964223a22633638346533373966222c22736f75726365223a22736566613266396165222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2264617465223a22227d2c7b226964223a22636234383464613038222c22736f75726365223a22736566613266396165222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2264617465223a22227d5d2c227072696e7473223a5b5b22736566613266396165222c7b2272756e73223a34332c226c65617374223a5b3332323130363637373739323635393436302c313137363736373535383331363336383332362c313630323730323439363239343433353730312c323332333439363935383138373737383734372c323435383939313534303139353431323434312c333033303835303237373139303332343339342c353036323232393234303831383639393937302c353831303239303230303736343033393533352c363931363634353539303134353738373430392c373333393231393438363237343038313433322c383336343438323835353238323339343537312c383438343034303936323630323738353435312c383734323730323738383838353735323036382c383734383934353338323731303333383530382c383838343936313832383939313435353435382c393134303833393032393532383033343437372c393332393939333439343734313536393234322c393832383536363931323530323534393831372c31303032353737323138313036393530313334392c31303332303935363133383836363836313733372c31303432343637313239353435313432373237312c31303434373835383439303333333335313436352c31303839323333303136343131343134363630302c31313236383338373030383230353130333332392c31313439353735333330353534333937383435392c31313633393535363330343630373234333038372c31313836313932373436353332393431343630362c31323232303237373933383338303035323332392c31323332363433393734353432393131333139312c31323333393134303035373736313434333939372c31323530313632343031333432363938343037352c31323637393039353739313535383635393338302c31333633313236393531313332333533383439352c31343231383233333935383530363732333931322c31343639313034303235383630343537353235362c31343639333933373232383930363731393639302c31343739323635323536363934373632383032332c31353130303936353235333534393731343537392c31353235313939383534333932333934303834332c31353835303038393538343735303135393538322c31363832373835393638303536353633393234352c31373930343632313833373937333930393732392c31373934353332333632343332323936353139355d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a313331347d', '2026-11-30 17:09:15.435372+00');
INSERT INTO public.verdict_0 VALUES
	('f2537a07-c611-50bb-9e80-59b46ace83b3', NULL, NULL, NULL, NULL, NULL, 0, NULL),
	('547b5006-44c5-5481-8ab5-c57248a54ac8', NULL, NULL, NULL, NULL, NULL, 0, NULL),
	('cd661a12-8561-5769-8954-7744a49d1e13', NULL, NULL, NULL, NULL, NULL, 0, NULL),
	('62593234-1a7f-5a2b-84a9-b43cb657dfa7', NULL, NULL, NULL, NULL, NULL, 0, NULL),
	('41ba4beb-03a0-503f-99d0-019eb046c5eb', NULL, NULL, NULL, NULL, NULL, 0, NULL);
INSERT INTO public.verdict_period VALUES
	(0, '2026-11-30 17:09:08.628264+00', NULL);
INSERT INTO public.worker_model VALUES
	('classifier', '{"base_url":"http://127.0.0.1:35115/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"classifier"}', '2026-11-30 17:09:09.320418+00', NULL),
	('filter', '{"base_url":"http://127.0.0.1:35115/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"filter"}', '2026-11-30 17:09:09.377777+00', NULL),
	('writer', '{"base_url":"http://127.0.0.1:35115/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"writer"}', '2026-11-30 17:09:09.396163+00', NULL),
	('forecaster', '{"base_url":"http://127.0.0.1:35115/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"forecaster"}', '2026-11-30 17:09:09.400977+00', NULL),
	('researcher', '{"base_url":"http://127.0.0.1:35115/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"researcher"}', '2026-11-30 17:09:09.444011+00', NULL);
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
ALTER TABLE ONLY public.event_state
    ADD CONSTRAINT event_state_pkey PRIMARY KEY (job);
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
    ADD CONSTRAINT recalibration_pkey PRIMARY KEY (tenant, model, with_crowd, hour, kind);
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
ALTER TABLE ONLY public.research_embedding
    ADD CONSTRAINT research_embedding_pkey PRIMARY KEY (entity, version);
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
ALTER TABLE ONLY public.verdict_0
    ADD CONSTRAINT verdict_0_pkey PRIMARY KEY (job);
ALTER TABLE ONLY public.verdict_1
    ADD CONSTRAINT verdict_1_pkey PRIMARY KEY (job);
ALTER TABLE ONLY public.verdict_group
    ADD CONSTRAINT verdict_group_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.verdict_period
    ADD CONSTRAINT verdict_period_pkey PRIMARY KEY (slot);
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
CREATE INDEX event_state_listed ON public.event_state USING btree (tenant, state, kind, received_at DESC, job DESC) WHERE (received_at IS NOT NULL);
CREATE INDEX event_tenant ON public.event USING btree (tenant, received_at DESC, job DESC);
CREATE INDEX evidence_entity ON public.evidence USING btree (entity, stored_at DESC) WHERE (entity IS NOT NULL);
CREATE INDEX evidence_event ON public.evidence USING btree (event);
CREATE UNIQUE INDEX fact_believed_by ON public.fact USING btree (entity, attribute, valid_from, COALESCE(tenant, ''::text), public) WHERE (retired_at IS NULL);
CREATE INDEX fact_entity ON public.fact USING btree (entity, attribute);
CREATE INDEX forecast_made ON public.forecast USING btree (made_at DESC);
CREATE INDEX gateway_request_time ON public.gateway_request USING btree (at);
CREATE INDEX gateway_token_tenant ON public.gateway_token USING btree (tenant);
CREATE INDEX inbox_begun ON public.inbox USING btree (begun_at);
CREATE INDEX inbox_old_key ON ONLY public.inbox_old USING btree (job, consumer);
CREATE INDEX inbox_old_0_job_consumer_idx ON public.inbox_old_0 USING btree (job, consumer);
CREATE INDEX inbox_old_1_job_consumer_idx ON public.inbox_old_1 USING btree (job, consumer);
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
CREATE INDEX note_valid ON public.note USING btree (tenant, id) WHERE (ended_at IS NULL);
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
CREATE INDEX research_embedding_near_1024 ON public.research_embedding USING hnsw (((embedding)::public.halfvec(1024)) public.halfvec_cosine_ops) WHERE (dimensions = 1024);
CREATE INDEX research_embedding_near_1536 ON public.research_embedding USING hnsw (((embedding)::public.halfvec(1536)) public.halfvec_cosine_ops) WHERE (dimensions = 1536);
CREATE INDEX research_embedding_near_2048 ON public.research_embedding USING hnsw (((embedding)::public.halfvec(2048)) public.halfvec_cosine_ops) WHERE (dimensions = 2048);
CREATE INDEX research_embedding_near_256 ON public.research_embedding USING hnsw (((embedding)::public.halfvec(256)) public.halfvec_cosine_ops) WHERE (dimensions = 256);
CREATE INDEX research_embedding_near_3072 ON public.research_embedding USING hnsw (((embedding)::public.halfvec(3072)) public.halfvec_cosine_ops) WHERE (dimensions = 3072);
CREATE INDEX research_embedding_near_384 ON public.research_embedding USING hnsw (((embedding)::public.halfvec(384)) public.halfvec_cosine_ops) WHERE (dimensions = 384);
CREATE INDEX research_embedding_near_512 ON public.research_embedding USING hnsw (((embedding)::public.halfvec(512)) public.halfvec_cosine_ops) WHERE (dimensions = 512);
CREATE INDEX research_embedding_near_768 ON public.research_embedding USING hnsw (((embedding)::public.halfvec(768)) public.halfvec_cosine_ops) WHERE (dimensions = 768);
CREATE INDEX research_embedding_public ON public.research_embedding USING btree (model, dimensions) WHERE public;
CREATE INDEX research_embedding_tenant ON public.research_embedding USING btree (tenant, model, dimensions);
CREATE INDEX research_ended ON public.research USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX research_made ON public.research USING btree (made_at DESC, entity DESC, version DESC) WHERE (ended_at IS NULL);
CREATE INDEX research_search ON public.research USING gin (search);
CREATE INDEX research_tenant ON public.research USING btree (tenant) WHERE (ended_at IS NULL);
CREATE INDEX result_event ON public.result USING btree (event);
CREATE INDEX result_position ON public.result USING btree (tenant, xid, id);
CREATE INDEX result_stored ON public.result USING btree (tenant, stored_at, id);
CREATE INDEX review_desk_opened_at ON public.review_desk USING btree (opened_at);
CREATE INDEX run_analyzing ON public.run USING btree (deadline) WHERE (phase = 'analyzing'::text);
CREATE INDEX run_done ON public.run USING btree (tenant, forecast_state, started_at DESC, id DESC) WHERE (phase = 'done'::text);
CREATE INDEX run_event ON public.run USING btree (event);
CREATE INDEX run_event_option ON public.run USING btree (tenant, event_option, started_at DESC) WHERE (event_option IS NOT NULL);
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
CREATE UNIQUE INDEX verdict_period_open ON public.verdict_period USING btree (((closed_at IS NULL))) WHERE (closed_at IS NULL);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (endpoint, next_at, id) WHERE (state = 'pending'::text);
CREATE INDEX webhook_delivery_ended ON public.webhook_delivery USING btree (done_at) WHERE (done_at IS NOT NULL);
CREATE INDEX webhook_delivery_list ON public.webhook_delivery USING btree (endpoint, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_waiting ON public.webhook_delivery USING btree (endpoint, created_at) WHERE (state = 'pending'::text);
CREATE INDEX webhook_endpoint_deleted ON public.webhook_endpoint USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX webhook_endpoint_tenant ON public.webhook_endpoint USING btree (tenant);
ALTER INDEX public.inbox_old_key ATTACH PARTITION public.inbox_old_0_job_consumer_idx;
ALTER INDEX public.inbox_old_key ATTACH PARTITION public.inbox_old_1_job_consumer_idx;
CREATE TRIGGER call_unsettled_delete AFTER DELETE ON public.call REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.call_unsettled_keep();
CREATE TRIGGER call_unsettled_insert AFTER INSERT ON public.call REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.call_unsettled_keep();
CREATE TRIGGER call_unsettled_update AFTER UPDATE ON public.call REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.call_unsettled_keep();
CREATE TRIGGER event_answered AFTER INSERT ON public.result REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.event_answered();
CREATE TRIGGER event_classified AFTER INSERT ON public.event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.event_classified();
CREATE TRIGGER event_dead AFTER INSERT ON public.dead_letter REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.event_dead();
CREATE TRIGGER event_dead_before AFTER UPDATE ON public.dead_letter REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.event_dead();
CREATE TRIGGER event_dead_now AFTER UPDATE ON public.dead_letter REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.event_dead();
CREATE TRIGGER event_dead_removed AFTER DELETE ON public.dead_letter REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.event_dead();
CREATE TRIGGER event_removed AFTER DELETE ON public.event REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.event_removed();
CREATE TRIGGER intake_settled AFTER DELETE ON public.dispatch REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.intake_settled();
CREATE TRIGGER intake_stored AFTER INSERT ON public.dispatch REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.intake_stored();
CREATE TRIGGER result_removed AFTER DELETE ON public.result REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.result_removed_note();
CREATE TRIGGER run_forecast_made AFTER INSERT ON public.forecast REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.run_forecast_state();
CREATE TRIGGER run_forecast_reviewed AFTER UPDATE ON public.forecast REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.run_forecast_state();
ALTER TABLE ONLY public.macro_result
    ADD CONSTRAINT macro_result_tenant_session_fkey FOREIGN KEY (tenant, session) REFERENCES public.macro_session(tenant, id);
ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_endpoint_fkey FOREIGN KEY (endpoint) REFERENCES public.webhook_endpoint(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_secret
    ADD CONSTRAINT webhook_secret_endpoint_fkey FOREIGN KEY (endpoint) REFERENCES public.webhook_endpoint(id) ON DELETE CASCADE;
