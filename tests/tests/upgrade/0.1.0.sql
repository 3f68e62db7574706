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
    SELECT event, min(tenant), true FROM changed WHERE kind NOT IN ('classifications', 'outcome') GROUP BY event ORDER BY event
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
CREATE TABLE public.budget_refusal (
    tenant text NOT NULL,
    day date NOT NULL,
    agent text NOT NULL,
    budget text NOT NULL,
    calls bigint NOT NULL,
    amount bigint NOT NULL,
    first_at timestamp with time zone DEFAULT now() NOT NULL,
    newest_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT budget_refusal_amount_check CHECK ((amount >= 0)),
    CONSTRAINT budget_refusal_calls_check CHECK ((calls > 0))
)
WITH (fillfactor='70');
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
    search tsvector DEFAULT ''::tsvector NOT NULL,
    search_version smallint DEFAULT 0 NOT NULL
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
    tenant text NOT NULL,
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
    search tsvector DEFAULT ''::tsvector NOT NULL,
    search_version smallint DEFAULT 0 NOT NULL
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
	(1, 'journal', '2026-11-30 20:50:51.820557+00', true, '\x9a1734c1ac297c212a7a57895b5793ee2f20e71ec1fed87e646c6cb3ed7509b5456fc85432d0532bf8dbe2f5e1087b80', 27589329),
	(2, 'ledger', '2026-11-30 20:50:51.848855+00', true, '\x316bcc24a86fee83b7b3000bf5e7455838292989559bd84996bd8747c4775b621a6fcf7024abb46ede37896fe74fa9c1', 18648171),
	(3, 'events', '2026-11-30 20:50:51.86809+00', true, '\x06d8bad62e25bbed4de8500e0ae538e5d27bdcbc51fdb0033e9446adf25cf94a6fd584301573a2f4ffab40eea1c07d34', 16278312),
	(4, 'runs', '2026-11-30 20:50:51.884902+00', true, '\xa915f58461692445c634c2ddcceba205cfda91fe98381eca9c941ad6a1b7f9a26e04fa96699820c7433507532bbc0929', 14495047),
	(5, 'outcomes', '2026-11-30 20:50:51.899903+00', true, '\x902cc09b3bafcf51b01eb10d92d2aae05275fa03e3ec197bc24ce81b3b33379c267e26ab908af861a4f1530bba1b3aa6', 8649478),
	(6, 'results', '2026-11-30 20:50:51.909036+00', true, '\xd20ea5ffd89c9074b7012c0bfdd1ed130ace461ecd38fbad651726dc743ab5817548fdd21f9434f62c48b3e16cf25ab5', 10068153),
	(7, 'entities', '2026-11-30 20:50:51.919628+00', true, '\xc2248b11a2ca0ffafa6f5534af2dbc6cfec56950562a487214245d30d2de276b1413873b365c449731a9022188c38b23', 21683513),
	(8, 'memory', '2026-11-30 20:50:51.94199+00', true, '\x5003f74ca2595fbab68ab89125f05ff84c25ab4e8e8a77c92d1aae2e802bceed7a19d5cadb2af92e5e6004ce814e263b', 14224036),
	(9, 'pages', '2026-11-30 20:50:51.956696+00', true, '\x79a4c52d1e0be32373d3b10d69ed898da0dd39bd1a690e51b75910fd21df99ddc4401670d1f69ce8483294f7069bada0', 6206488),
	(10, 'reviews', '2026-11-30 20:50:51.963282+00', true, '\x7693ee9dd584d9fb695aca1961722166fbb14e82be484037349e2658959d56b36c8693b5864ef197a7737870dda0ccb3', 7898937),
	(11, 'gateway', '2026-11-30 20:50:51.971575+00', true, '\xd447dd2d665623c0465891d195e19788720fee1814ad33e5fa39a4290200678c99efaa1330a98d430d9a239270d51afe', 8183007),
	(12, 'webhooks', '2026-11-30 20:50:51.98019+00', true, '\x5e339688e68c13b9cab7372a8528735477562d72dd46295947bb0905aae3ce900e0143eb819a78b16cfa123930dff102', 7488133),
	(13, 'facts', '2026-11-30 20:50:51.988239+00', true, '\x46d72ef90b2a0cfd1de38015fc51fc292f55f35c563c432f456727cb78b20aca214263d9754fe813728bc03f41b4239a', 6799484),
	(14, 'console', '2026-11-30 20:50:51.995533+00', true, '\x1b77512541e6eb70b0db08aec19928fe65b965e515aa71531f83235d5ba9f4d9e90968895ca4aa34b87d9b479a73ce33', 4122527);
INSERT INTO public.answer VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q3', false, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T21:00:53.455019757Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T20:50:53.490105844Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T20:50:53.490105844Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T20:50:53.490105844Z","expires_at":"2026-11-30T21:50:53.490105844Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":2014,"model":"MiniMax-M2","prompt_version":"bb0a6c304ba7"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 20:50:55.343846+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q2', false, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"important","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a important question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T21:00:53.455019757Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T20:50:53.505457846Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T20:50:53.505457846Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T20:50:53.505457846Z","expires_at":"2026-11-30T21:50:53.505457846Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1235,"model":"MiniMax-M2","prompt_version":"bb0a6c304ba7"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 20:50:55.360056+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q1', false, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"critical","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a critical question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T21:00:53.455019757Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T20:50:53.505371104Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T20:50:53.505371104Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T20:50:53.505371104Z","expires_at":"2026-11-30T21:50:53.505371104Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1037,"model":"MiniMax-M2","prompt_version":"bb0a6c304ba7"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 20:50:55.384388+00'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q3', false, '{"task":{"tenant":"default","event":"question-4","event_job":"547b5006-44c5-5481-8ab5-c57248a54ac8","subject":{"question":{"run":"7f96a149-1b72-5a76-b3ca-220bb5e48787","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T21:00:56.821181646Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T20:50:56.836101564Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T20:50:56.836101564Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T20:50:56.836101564Z","expires_at":"2026-11-30T21:50:56.836101564Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1152,"model":"MiniMax-M2","prompt_version":"bb0a6c304ba7"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 20:50:58.608106+00'),
	('f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 'i1q3', false, '{"task":{"tenant":"default","event":"question-3","event_job":"62593234-1a7f-5a2b-84a9-b43cb657dfa7","subject":{"question":{"run":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 3 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T21:00:56.854646595Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T20:50:56.866290517Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T20:50:56.866290517Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T20:50:56.866290517Z","expires_at":"2026-11-30T21:50:56.866290517Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1152,"model":"MiniMax-M2","prompt_version":"bb0a6c304ba7"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 20:50:58.643398+00'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q2', false, '{"task":{"tenant":"default","event":"question-4","event_job":"547b5006-44c5-5481-8ab5-c57248a54ac8","subject":{"question":{"run":"7f96a149-1b72-5a76-b3ca-220bb5e48787","question":{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 4 by the end of 2026?","priority":"important","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}},"reason":"a important question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T21:00:56.821181646Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T20:50:56.844970813Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T20:50:56.844970813Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T20:50:56.844970813Z","expires_at":"2026-11-30T21:50:56.844970813Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1060,"model":"MiniMax-M2","prompt_version":"bb0a6c304ba7"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 20:50:58.6545+00'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q1', false, '{"task":{"tenant":"default","event":"question-4","event_job":"547b5006-44c5-5481-8ab5-c57248a54ac8","subject":{"question":{"run":"7f96a149-1b72-5a76-b3ca-220bb5e48787","question":{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","priority":"critical","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}},"reason":"a critical question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T21:00:56.821181646Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T20:50:56.842122644Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T20:50:56.842122644Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T20:50:56.842122644Z","expires_at":"2026-11-30T21:50:56.842122644Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1037,"model":"MiniMax-M2","prompt_version":"bb0a6c304ba7"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 20:50:58.668453+00'),
	('f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 'i1q1', false, '{"task":{"tenant":"default","event":"question-3","event_job":"62593234-1a7f-5a2b-84a9-b43cb657dfa7","subject":{"question":{"run":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","question":{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 3 by the end of 2026?","priority":"critical","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 3 by the end of 2026?"}},"reason":"a critical question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T21:00:56.854646595Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T20:50:56.873006324Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T20:50:56.873006324Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T20:50:56.873006324Z","expires_at":"2026-11-30T21:50:56.873006324Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1037,"model":"MiniMax-M2","prompt_version":"bb0a6c304ba7"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 20:50:58.722522+00');
INSERT INTO public.answered_question VALUES
	('7d9355d3-7623-5aae-a400-18ff55bf863d', '73a539b9-cbec-5581-8929-4261715b9ed5', 'default', '2026-11-30 20:50:53.490105+00'),
	('30baa1c1-500c-520c-a9c1-760414ecac32', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', 'default', '2026-11-30 20:50:53.505457+00'),
	('438d1ccf-dbe9-5fcf-b222-d3849c3bb5f3', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', 'default', '2026-11-30 20:50:53.505371+00'),
	('ab244ad4-4982-55b3-93b8-a799eaf01819', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', 'default', '2026-11-30 20:50:56.836101+00');
INSERT INTO public.batch_lane VALUES
	('overdue-batches researcher', 'researcher-87281dbd5011', '2026-11-30 20:53:52.42654+00'),
	('collect-pages researcher', 'researcher-87281dbd5011', '2026-11-30 21:20:52.42959+00'),
	('resolve-calls researcher', 'researcher-87281dbd5011', '2026-11-30 20:51:22.43362+00'),
	('sweep-calls classifier', 'classifier-33576203a828', '2026-11-30 20:51:22.438345+00'),
	('sweep-calls researcher', 'researcher-87281dbd5011', '2026-11-30 20:51:22.439498+00'),
	('resolve-calls classifier', 'classifier-33576203a828', '2026-11-30 20:51:22.440763+00'),
	('overdue-batches classifier', 'classifier-33576203a828', '2026-11-30 20:53:52.448872+00'),
	('sweep-calls filter', 'filter-c0b1400eb88c', '2026-11-30 20:51:22.469287+00'),
	('resolve-calls filter', 'filter-c0b1400eb88c', '2026-11-30 20:51:22.474305+00'),
	('overdue-batches filter', 'filter-c0b1400eb88c', '2026-11-30 20:53:52.479044+00'),
	('sweep-calls forecaster', 'forecaster-311f16e5dfe7', '2026-11-30 20:51:22.503288+00'),
	('resolve-calls forecaster', 'forecaster-311f16e5dfe7', '2026-11-30 20:51:22.505481+00'),
	('overdue-batches forecaster', 'forecaster-311f16e5dfe7', '2026-11-30 20:53:52.508307+00'),
	('prune', 'writer-4ca8ede7f342', '2026-11-30 22:50:52.514919+00'),
	('recycle', 'writer-4ca8ede7f342', '2026-11-30 21:00:52.523566+00'),
	('trim-streams', 'writer-4ca8ede7f342', '2026-11-30 20:51:52.527257+00'),
	('resolve-calls writer', 'writer-4ca8ede7f342', '2026-11-30 20:51:22.529414+00'),
	('sweep-calls writer', 'writer-4ca8ede7f342', '2026-11-30 20:51:22.530221+00'),
	('overdue-batches writer', 'writer-4ca8ede7f342', '2026-11-30 20:53:52.53131+00'),
	('embed-memory writer', 'writer-4ca8ede7f342', '2026-11-30 20:51:04.534511+00'),
	('fire-schedules forecaster', 'forecaster-311f16e5dfe7', '2026-11-30 20:51:04.548428+00'),
	('end-runs forecaster', 'forecaster-311f16e5dfe7', '2026-11-30 20:51:04.549478+00'),
	('close-rounds forecaster', 'forecaster-311f16e5dfe7', '2026-11-30 20:51:04.563547+00');
INSERT INTO public.budget VALUES
	('task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 3000000, 0, 1235, false, NULL, NULL, '2026-11-30 20:50:53.514074+00'),
	('tenant:default:2026-11-30', 200000000, 0, 9275276, false, NULL, NULL, '2026-11-30 20:50:52.594678+00'),
	('agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3', 3000000, 0, 2794, false, NULL, NULL, '2026-11-30 20:50:56.494714+00'),
	('task:aafa021f-76ba-51d9-8659-2155bffb47e3', 3000000, 0, 2794, false, NULL, NULL, '2026-11-30 20:50:56.494714+00'),
	('agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3', 15000000, 0, 4286, false, NULL, NULL, '2026-11-30 20:50:53.497723+00'),
	('agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1', 3000000, 0, 4286, false, NULL, NULL, '2026-11-30 20:50:53.497723+00'),
	('task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 3000000, 0, 1060, false, NULL, NULL, '2026-11-30 20:50:56.883323+00'),
	('tenant:default:2026-11-30#05', 3094962, 0, 15544, false, 'tenant:default:2026-11-30', 200000000, '2026-11-30 20:50:53.497723+00'),
	('task:16fc92ec-2692-5d0a-840d-d7a13a53de03', 3000000, 0, 1037, false, NULL, NULL, '2026-11-30 20:50:53.518022+00'),
	('tenant:default:2026-11-30#14', 3139820, 0, 78665, false, 'tenant:default:2026-11-30', 200000000, '2026-11-30 20:50:52.594678+00'),
	('task:1494ae69-ba54-5d91-bda9-d5443016254b', 3000000, 0, 639, false, NULL, NULL, '2026-11-30 20:50:57.339806+00'),
	('run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 20000000, 0, 7568, false, NULL, NULL, '2026-11-30 20:50:52.594678+00'),
	('task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 3000000, 0, 2014, false, NULL, NULL, '2026-11-30 20:50:53.497723+00'),
	('agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7', 15000000, 0, 3249, false, NULL, NULL, '2026-11-30 20:50:56.870732+00'),
	('agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1', 3000000, 0, 3249, false, NULL, NULL, '2026-11-30 20:50:56.870732+00'),
	('agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1', 1000000, 0, 3282, false, NULL, NULL, '2026-11-30 20:50:52.594678+00'),
	('task:6a714971-90c2-540a-8c4e-664e1550ba11', 3000000, 0, 1037, false, NULL, NULL, '2026-11-30 20:50:56.849113+00'),
	('task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 3000000, 0, 1152, false, NULL, NULL, '2026-11-30 20:50:56.840146+00'),
	('agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8', 15000000, 0, 3249, false, NULL, NULL, '2026-11-30 20:50:56.840146+00'),
	('task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 3000000, 0, 1037, false, NULL, NULL, '2026-11-30 20:50:56.886209+00'),
	('task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 3000000, 0, 617, false, NULL, NULL, '2026-11-30 20:50:57.334765+00'),
	('agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1', 3000000, 0, 3249, false, NULL, NULL, '2026-11-30 20:50:56.840146+00'),
	('task:49c98df2-9683-5607-baf4-b0b66192bbc2', 3000000, 0, 1060, false, NULL, NULL, '2026-11-30 20:50:56.852333+00'),
	('task:5b4960cf-b5cd-5368-928d-6dd69dfbba41', 3000000, 0, 1152, false, NULL, NULL, '2026-11-30 20:50:56.870732+00'),
	('agent:classifier:41ba4beb-03a0-503f-99d0-019eb046c5eb:41ba4beb-03a0-503f-99d0-019eb046c5eb', 300000, 0, 398, false, NULL, NULL, '2026-11-30 20:50:55.989638+00'),
	('tenant:default:2026-11-30#24', 3040494, 0, 398, false, 'tenant:default:2026-11-30', 200000000, '2026-11-30 20:50:55.989638+00'),
	('run:92af55a8-21ee-5507-aa25-fd4b93f362d1', 20000000, 0, 2364, false, NULL, NULL, '2026-11-30 20:50:56.46477+00'),
	('run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 20000000, 0, 3647, false, NULL, NULL, '2026-11-30 20:50:56.015491+00'),
	('run:7f96a149-1b72-5a76-b3ca-220bb5e48787', 20000000, 0, 77836, false, NULL, NULL, '2026-11-30 20:50:55.982728+00'),
	('agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8:r1', 1000000, 0, 74587, false, NULL, NULL, '2026-11-30 20:50:55.982728+00'),
	('agent:forecaster:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1', 1000000, 0, 398, false, NULL, NULL, '2026-11-30 20:50:56.015491+00'),
	('agent:forecaster:cd661a12-8561-5769-8954-7744a49d1e13:r1', 1000000, 0, 398, false, NULL, NULL, '2026-11-30 20:50:56.46477+00'),
	('task:b8c090fb-f059-57e6-a33f-0466d8bb0c57', 3000000, 0, 710, false, NULL, NULL, '2026-11-30 20:50:57.322811+00'),
	('agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13', 15000000, 0, 1966, false, NULL, NULL, '2026-11-30 20:50:57.322811+00'),
	('agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1', 3000000, 0, 1966, false, NULL, NULL, '2026-11-30 20:50:57.322811+00');
INSERT INTO public.call VALUES
	('c105a7f1-5ab5-59fb-bc40-38d969ddad5f', '945aad6b-60f2-5d6a-8f45-b00398af27d3', 'normalise', 'b48fe96349537b4c7e6ac2f6a8ccb284892edec585a3f4994f677992bfc195f8', 0, 'settled', 15056, 602, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-30#14}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1383, 75, false, 'forecaster-311f16e5dfe7', 0, '2026-11-30 20:50:52.594678+00', '2026-11-30 20:50:53.017254+00'),
	('fa9c537d-2797-59ef-9ae2-f5d7a7e8769e', '945aad6b-60f2-5d6a-8f45-b00398af27d3', 'decompose', 'e4782233180ca1c9b3e3127c2fe46f5fb75f409113af8209cb393dd8807b4230', 0, 'settled', 15381, 607, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-30#14}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1192, 141, false, 'forecaster-311f16e5dfe7', 1, '2026-11-30 20:50:53.038464+00', '2026-11-30 20:50:53.449919+00'),
	('971f9c71-2f02-58c6-87b1-f0e54d75ff46', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'turn-1', '2260a8430b9a03ea273282d9af600ccbff97c9b58b8eb87642917655b969ffa8', 0, 'settled', 19324, 783, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2085, 17, false, 'researcher-87281dbd5011', 0, '2026-11-30 20:50:53.497723+00', '2026-11-30 20:50:53.917874+00'),
	('a8249ddc-83a8-5041-9282-0c9c54e9642b', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'turn-1', 'c5dfde77cb338d9a5203997653422104ceef300f81d8681daf8ca6f980bb48e0', 0, 'settled', 19346, 176, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2100, 32, false, 'researcher-87281dbd5011', 1, '2026-11-30 20:50:53.514074+00', '2026-11-30 20:50:53.924027+00'),
	('be0403b2-23ff-5e9b-b1eb-786c2d4e5b71', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'turn-1', '8c5d319fd7e96473d17a9885cbac9c90bc82c66325bf98264060bb5f46ad9ae1', 0, 'settled', 19334, 164, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2091, 24, false, 'researcher-87281dbd5011', 2, '2026-11-30 20:50:53.518022+00', '2026-11-30 20:50:53.934849+00'),
	('f7fe2040-7083-5d71-baa8-b14013e1b6b9', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'turn-2', 'dfed005aae15ee74b5b95e24979cb3e63aba184ddecb799bff743a9854b3a52b', 0, 'settled', 19565, 198, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2159, 15, false, 'researcher-87281dbd5011', 3, '2026-11-30 20:50:53.931738+00', '2026-11-30 20:50:54.340793+00'),
	('f548f8d6-f64e-5f2a-b72e-f6198c3667b7', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'turn-2', '3e3d9d256a4ed5c0db8e3e6517f67f59af49c6a1c2e753d90835fe9c3421df2d', 0, 'settled', 19742, 240, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2269, 15, false, 'researcher-87281dbd5011', 6, '2026-11-30 20:50:54.360741+00', '2026-11-30 20:50:54.772453+00'),
	('b340c2cf-6813-5e93-a162-8b3b81076d7e', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'read-sefa2f9ae', 'b523e3d31709ff3d0b49fad88bf06b2c1ee2f788120182e76023f18fb9250313', 0, 'settled', 14837, 475, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 848, 141, false, 'researcher-87281dbd5011', 8, '2026-11-30 20:50:54.384985+00', '2026-11-30 20:50:54.795767+00'),
	('58427f36-3944-55e0-b10b-d50e6cd90c44', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', 'estimate-1', '18b38704623b2f32f48313732642b2d8f140745c4d8a5e606df38822742c0aec', 0, 'settled', 24715, 1112, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-30#14}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 2549, 174, false, 'forecaster-311f16e5dfe7', 2, '2026-11-30 20:50:55.40741+00', '2026-11-30 20:50:55.824984+00'),
	('d76e9681-70a6-5e76-8951-49fa4f01918a', '5ee2fcd7-e9ea-506e-abe3-a35a7af742ac', 'decompose', '11cd16ab36dc648179f8c82cf35a5379fc19b85368b9e2f8eae579002c40734f', 0, 'settled', 15381, 241, '{agent:forecaster:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,tenant:default:2026-11-30#14}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1192, 141, false, 'forecaster-311f16e5dfe7', 10, '2026-11-30 20:50:56.886124+00', '2026-11-30 20:50:57.29726+00'),
	('98b7aca7-81f3-5940-94db-b99ba4d1bab9', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'snippets-568ec297', 'e3a69996871141372914d0ea3cb7f8aeac26596d14b04db68fe251a78abae1e9', 0, 'settled', 13685, 398, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 719, 120, false, 'researcher-87281dbd5011', 4, '2026-11-30 20:50:53.934849+00', '2026-11-30 20:50:54.345689+00'),
	('4c311d39-eb58-5f95-a2c3-3f229666e525', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'snippets-568ec297', 'f2ddb3b52f2532e52b85436a595f6df55e50ad17c618152ea72d7e8bf6847213', 0, 'settled', 13672, 220, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 710, 120, false, 'researcher-87281dbd5011', 5, '2026-11-30 20:50:53.946008+00', '2026-11-30 20:50:54.353522+00'),
	('ddfabae2-7428-57b3-b8a2-f0efe3552253', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'turn-2', 'feb54273801f37e9a0dd671caf8333c6b2352312d286eeec0f6738a2a6cd4e57', 0, 'settled', 19716, 233, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2252, 15, false, 'researcher-87281dbd5011', 7, '2026-11-30 20:50:54.375166+00', '2026-11-30 20:50:54.786695+00'),
	('d40cf3bb-8712-5e9c-a63e-d0dc0e85e550', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'read-s6bd1da71', 'c7449ac6afd559b7daa53e49a6f1dff24de3fe056f10f59a8ccea696526bd65b', 0, 'settled', 14756, 116, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 795, 49, false, 'researcher-87281dbd5011', 9, '2026-11-30 20:50:54.390465+00', '2026-11-30 20:50:54.810093+00'),
	('c641b8ba-40c6-530a-9e4f-c819c4a465fc', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'turn-3', 'b63016e000e685a6cb19e65d42c365eb54b3c54f331e4caee68259f9737d0304', 0, 'settled', 20100, 442, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2385, 243, false, 'researcher-87281dbd5011', 10, '2026-11-30 20:50:54.824061+00', '2026-11-30 20:50:55.235718+00'),
	('aa86d26b-47f1-5165-bb2e-4811790aa136', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'turn-3', '20e20f6ae61044e77a633aae29bf40c4306c9065fa24176df89bf60c42fb07ab', 0, 'settled', 20324, 421, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2524, 214, false, 'researcher-87281dbd5011', 12, '2026-11-30 20:50:54.828345+00', '2026-11-30 20:50:55.263777+00'),
	('7e0e7192-c26a-5178-bdbb-41ebe10e806b', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'turn-3', '2789171bbae2cc4795b124c84908dfcb6485c8928af9e6632b141755c1431c07', 0, 'settled', 20299, 420, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2507, 214, false, 'researcher-87281dbd5011', 11, '2026-11-30 20:50:54.828345+00', '2026-11-30 20:50:55.269802+00'),
	('6a8458ea-2c01-5e67-ae4d-ac792e1e6633', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-1', 'b602aa25cf6b5ceaf23e99ac16798dde10bfea4d0b2a9595566ba68ceed593bd', 0, 'settled', 20669, 1145, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2879, 83, false, 'researcher-87281dbd5011', 13, '2026-11-30 20:50:56.494714+00', '2026-11-30 20:50:56.903005+00'),
	('ccc884ca-3a70-54fd-8c98-a7b6c2f6d463', '6a714971-90c2-540a-8c4e-664e1550ba11', 'turn-1', '65241ddbfcdd9fd0b1f7a7ef73ec2cc812ce8c2cff1a30d1a2436c06080967cc', 0, 'settled', 19334, 164, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:6a714971-90c2-540a-8c4e-664e1550ba11,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2091, 24, false, 'researcher-87281dbd5011', 15, '2026-11-30 20:50:56.849113+00', '2026-11-30 20:50:57.260297+00'),
	('66b32e32-ba43-5da7-ad87-4e804404bf7e', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'turn-1', '7c9e6eea0d3401d83f9316328bbe464aa0a6179f5b3201063ca38cf965c1dd08', 0, 'settled', 19324, 154, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:5b4960cf-b5cd-5368-928d-6dd69dfbba41,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2085, 17, false, 'researcher-87281dbd5011', 17, '2026-11-30 20:50:56.870732+00', '2026-11-30 20:50:57.27859+00'),
	('4579bd2a-0e81-5465-b444-0b49b02652f9', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'turn-1', '3069bea39ea1d5f40daa5f1686ad18d8a6a43dfdd21ab5ad76adb263278bb9ba', 0, 'settled', 19346, 176, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2100, 32, false, 'researcher-87281dbd5011', 18, '2026-11-30 20:50:56.883323+00', '2026-11-30 20:50:57.292619+00'),
	('e750ee50-be27-5467-b6fd-bee402fcbbaa', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'snippets-0841866c', '92f76cdfe52729e2d718a55da1602521621f739e3bc473f99a544a0d5a29447a', 0, 'settled', 13619, 138, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 677, 60, false, 'researcher-87281dbd5011', 20, '2026-11-30 20:50:56.917112+00', '2026-11-30 20:50:57.327888+00'),
	('fcf87c4e-f55f-506b-93cb-a20a80645625', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', 'estimate-3', 'd2247fdcb458b8359fcf66e67fabc6ad4333f59f2158bcdb66aa9f41bed5aee1', 0, 'settled', 24770, 487, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-30#14}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 2585, 174, false, 'forecaster-311f16e5dfe7', 3, '2026-11-30 20:50:55.410498+00', '2026-11-30 20:50:55.8286+00'),
	('83fccef2-075c-5b0a-bc28-22617ab80f5b', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', 'estimate-2', '9e7a17914198a8a9e51cfee7372cce4535473eb17c11049688b8fa55aaf678b1', 0, 'settled', 24704, 474, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-30#14}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 2542, 174, false, 'forecaster-311f16e5dfe7', 4, '2026-11-30 20:50:55.410498+00', '2026-11-30 20:50:55.8286+00'),
	('f85de7ff-10f8-5209-a38f-87aad5c7d7d6', '3385a097-fcf0-5279-9d5a-59a8686fe43a', 'normalise', '1f01576a4bc2e8bdc1cd8a568bca6d32331ab26a3ae1fd5a81818ee9fa604184', 0, 'settled', 15056, 157, '{agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,tenant:default:2026-11-30#14}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1383, 75, false, 'forecaster-311f16e5dfe7', 5, '2026-11-30 20:50:55.982728+00', '2026-11-30 20:50:56.396225+00'),
	('4596fcca-024e-52d8-b68d-c9582bb52c73', '41ba4beb-03a0-503f-99d0-019eb046c5eb', 'classify', 'a15309c63f0c32ab86f7e81e58be782445b88093c124cd534f63879e94002bd7', 0, 'settled', 13118, 398, '{agent:classifier:41ba4beb-03a0-503f-99d0-019eb046c5eb:41ba4beb-03a0-503f-99d0-019eb046c5eb,tenant:default:2026-11-30#24}', 'default', 'classifier', '127.0.0.1', 'MiniMax-M2', 874, 64, false, 'classifier-33576203a828', 0, '2026-11-30 20:50:55.989638+00', '2026-11-30 20:50:56.407132+00'),
	('92182faa-48dd-5026-b82b-b2e0962e6c72', '41babd18-9d95-54dc-843a-0972f5ee9bdf', 'normalise', 'f3e52d9c3ca172385ac952926889595623ef89ccbf4f49595dd9a2a535b1fa09', 0, 'settled', 15056, 157, '{agent:forecaster:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,tenant:default:2026-11-30#14}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1383, 75, false, 'forecaster-311f16e5dfe7', 6, '2026-11-30 20:50:56.015491+00', '2026-11-30 20:50:56.426179+00'),
	('7bc3189f-138c-57d2-ad05-19c791c76bb2', '3385a097-fcf0-5279-9d5a-59a8686fe43a', 'decompose', '17edf0516cf90a810e4e4b28d531efd0602ced59cff823623d5dbb42115c6954', 0, 'settled', 15381, 241, '{agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,tenant:default:2026-11-30#14}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1192, 141, false, 'forecaster-311f16e5dfe7', 7, '2026-11-30 20:50:56.405217+00', '2026-11-30 20:50:56.816909+00'),
	('4bc6ecfe-a780-504b-8263-390f5d7d1df4', '41babd18-9d95-54dc-843a-0972f5ee9bdf', 'decompose', 'abbc415bae0a964284178628a41f43360d8df8d8d8a105f3165121c253a5af57', 0, 'settled', 15381, 241, '{agent:forecaster:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,tenant:default:2026-11-30#14}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1192, 141, false, 'forecaster-311f16e5dfe7', 8, '2026-11-30 20:50:56.438724+00', '2026-11-30 20:50:56.850229+00'),
	('eb020e63-2284-5f2a-b122-c80a4c8f84ec', '5ee2fcd7-e9ea-506e-abe3-a35a7af742ac', 'normalise', '305de2d4d4d609ac7b90e742a0ef40be58edc0718871f88e1830ebc23496a5b3', 0, 'settled', 15056, 157, '{agent:forecaster:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,tenant:default:2026-11-30#14}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1383, 75, false, 'forecaster-311f16e5dfe7', 9, '2026-11-30 20:50:56.46477+00', '2026-11-30 20:50:56.877182+00'),
	('9a452253-7e19-5f93-b439-91e9ada86a49', 'a3b64683-3fa8-51b8-96fe-9f2d180ce040', 'estimate-3', '19a3cf3d6d9cb8edf4c9fbb1163c01a9092538033790adeeec286ddef6ef2f7c', 0, 'intent', 24770, 24770, '{agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,tenant:default:2026-11-30#14}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'forecaster-311f16e5dfe7', 11, '2026-11-30 20:50:58.700401+00', NULL),
	('f61a0cce-9c71-5576-bb87-5e504fa63718', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'turn-1', '55ae598e4d0e7c102725830392279dcd95f2e39befe55c33522b81abe0e434f4', 0, 'settled', 19324, 154, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2085, 17, false, 'researcher-87281dbd5011', 14, '2026-11-30 20:50:56.840146+00', '2026-11-30 20:50:57.249768+00'),
	('339d9ae8-f1f2-564c-b88c-e234e77c089f', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'turn-1', '7b4d5108ce8524b598b94348c793878ca63478ab4c552618d3caab555e5a47b0', 0, 'settled', 19346, 176, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2100, 32, false, 'researcher-87281dbd5011', 16, '2026-11-30 20:50:56.852333+00', '2026-11-30 20:50:57.260297+00'),
	('1c091aaa-d4b5-5750-b9a4-192e003e8450', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'turn-1', 'e10cc0b9110d30408888c139f405e22999803360cb85affbceb9e620e91d2af9', 0, 'settled', 19334, 164, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2091, 24, false, 'researcher-87281dbd5011', 19, '2026-11-30 20:50:56.886209+00', '2026-11-30 20:50:57.296658+00'),
	('0d5b02ae-713f-5ce5-b77a-460b47030c65', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'turn-2', '5bee29bb25c7c020918b86f8d2a63056924eb2b9d706b8a70f2b15fb5fd399a3', 0, 'settled', 19565, 198, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2159, 15, false, 'researcher-87281dbd5011', 21, '2026-11-30 20:50:57.262912+00', '2026-11-30 20:50:57.673595+00'),
	('d0c3aaee-a263-5c4a-9a68-5bbcf204d9bf', '6a714971-90c2-540a-8c4e-664e1550ba11', 'snippets-568ec297', 'cbbe944179602bf32fbdbcfc1466d602869d378f8915e21ac098d05830fcd935', 0, 'settled', 13672, 220, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:6a714971-90c2-540a-8c4e-664e1550ba11,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 710, 120, false, 'researcher-87281dbd5011', 23, '2026-11-30 20:50:57.273365+00', '2026-11-30 20:50:57.682122+00'),
	('25816b11-6c13-512b-8fac-198a6bd2b49b', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'turn-2', '0dba18d0b4ff2c364e09d84e590686ee4a9877d2aaed8d4e9f0fbbaf3b95cdaa', 0, 'settled', 19565, 198, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:5b4960cf-b5cd-5368-928d-6dd69dfbba41,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2159, 15, false, 'researcher-87281dbd5011', 24, '2026-11-30 20:50:57.287633+00', '2026-11-30 20:50:57.697511+00'),
	('b6f6b98b-b57a-5dea-8cd4-833efb80c435', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'snippets-568ec297', '90bc48d87023fd1c879064e2df28f9369c26c6896fc7feff8c4576b90f9a26ee', 0, 'settled', 13685, 223, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 719, 120, false, 'researcher-87281dbd5011', 25, '2026-11-30 20:50:57.302043+00', '2026-11-30 20:50:57.714624+00'),
	('926e8379-334d-5f4d-a065-6074863ea018', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'snippets-568ec297', 'fafb0eb2052a373d3e3f1ae385c363478394e85ae540587b364774c19629edbb', 0, 'settled', 13685, 223, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 719, 120, false, 'researcher-87281dbd5011', 22, '2026-11-30 20:50:57.270739+00', '2026-11-30 20:50:57.678379+00'),
	('b385ee08-c248-5c2b-86c9-52dcc2d337db', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'snippets-568ec297', 'b380016e28017a4fbb557256acc96abfe368f6e7b07f97d61db212f3e25fa86f', 0, 'settled', 13672, 220, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 710, 120, false, 'researcher-87281dbd5011', 26, '2026-11-30 20:50:57.311899+00', '2026-11-30 20:50:57.722607+00'),
	('e5951d88-3737-54d4-8744-76fe3e5fd3ae', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'turn-1', 'f119741db59a9623ff9d258279586bfb5e376792f6c712c8531298da825b065b', 0, 'settled', 19324, 154, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:b8c090fb-f059-57e6-a33f-0466d8bb0c57,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2085, 17, false, 'researcher-87281dbd5011', 27, '2026-11-30 20:50:57.322811+00', '2026-11-30 20:50:57.737471+00'),
	('9a04fbc0-fa69-51ae-86f6-c644e5d0d495', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-2', 'f1ae41e1b4953fdde83d2d635c9e86607946040fae739aa9622907d1a4ff66ab', 0, 'settled', 21871, 451, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3379, 15, false, 'researcher-87281dbd5011', 30, '2026-11-30 20:50:57.343022+00', '2026-11-30 20:50:57.750468+00'),
	('e3a80a3c-1210-5e77-ac47-9946f55dfed9', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'turn-2', '7b7484a1d69e07e53484ebc29a10eff8e1c04bb66f422940fe4011b43dd78b90', 0, 'settled', 19742, 240, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2269, 15, false, 'researcher-87281dbd5011', 33, '2026-11-30 20:50:57.700578+00', '2026-11-30 20:50:58.11403+00'),
	('20566fc8-fafb-5d27-8982-6d89c7bfd84f', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'read-s6bd1da71', '2dee9e37887afb393cae0eabf0f76e79675cea8a929b468d75f84d211102b6d4', 0, 'settled', 14756, 116, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:5b4960cf-b5cd-5368-928d-6dd69dfbba41,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 795, 49, false, 'researcher-87281dbd5011', 36, '2026-11-30 20:50:57.711021+00', '2026-11-30 20:50:58.125765+00'),
	('fb87a349-ea1d-562d-b23a-337a34832366', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'turn-2', '7b4c0917444f0aa55e47102f5c7fa9b4dbf1d1ab144886d85497c10181d88690', 0, 'settled', 19716, 233, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2252, 15, false, 'researcher-87281dbd5011', 38, '2026-11-30 20:50:57.737471+00', '2026-11-30 20:50:58.151189+00'),
	('aa6a82e0-33bd-5c89-abe5-8c30804e7e7e', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'read-sefa2f9ae', 'e6c180ad7e884c0d0f8c18f2150dd8809d20ec70770c839383dbf6b3727e065b', 0, 'settled', 14923, 207, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 904, 98, false, 'researcher-87281dbd5011', 42, '2026-11-30 20:50:57.765452+00', '2026-11-30 20:50:58.17555+00'),
	('c51c372e-7b2d-5bbe-a33d-fff642440714', '1494ae69-ba54-5d91-bda9-d5443016254b', 'snippets-568ec297', 'be37c2ba6ce63641b137178e4fde48c9f6f99ae1f8aa1e1378687cedf850cafa', 0, 'settled', 13685, 223, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:1494ae69-ba54-5d91-bda9-d5443016254b,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 719, 120, false, 'researcher-87281dbd5011', 43, '2026-11-30 20:50:57.765452+00', '2026-11-30 20:50:58.179137+00'),
	('99a19c67-f336-5ff0-978f-5ba43dc49a13', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'turn-3', '853f69484eeac11b32220b1c9cad9ffdd2258217d9822d190d1b22d458acb326', 0, 'settled', 20324, 421, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2524, 214, false, 'researcher-87281dbd5011', 45, '2026-11-30 20:50:58.135079+00', '2026-11-30 20:50:58.557056+00'),
	('ba9e81da-4433-57ee-838f-9288028514a0', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'turn-1', '53348b6d66065fb343d584040dac7031fd1cbb1844762c9e2bb74293b926d0b2', 0, 'settled', 19334, 164, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2091, 24, false, 'researcher-87281dbd5011', 28, '2026-11-30 20:50:57.334765+00', '2026-11-30 20:50:57.744708+00'),
	('847c6790-5c83-5efa-9ae8-13e2a7df99bb', '1494ae69-ba54-5d91-bda9-d5443016254b', 'turn-1', '4698abddc4da53f28695978e55b877432a480b53e304568cff608de582ccdd4a', 0, 'settled', 19346, 176, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:1494ae69-ba54-5d91-bda9-d5443016254b,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2100, 32, false, 'researcher-87281dbd5011', 29, '2026-11-30 20:50:57.339806+00', '2026-11-30 20:50:57.754383+00'),
	('e8066e5e-a63f-5de3-93bb-9a0a7b7337c1', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'read-sefa2f9ae', 'fe2bfa336b8eb53b7497414ce5a9a3fe1c623a4a316a7a08973d687e81f4454e', 0, 'settled', 14837, 242, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 848, 141, false, 'researcher-87281dbd5011', 32, '2026-11-30 20:50:57.688476+00', '2026-11-30 20:50:58.095592+00'),
	('94e056d2-1657-5569-bd9c-c88cd7330923', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'read-s6bd1da71', '064f73a186503a676f14a07afa0b3ff6bea92e2989da68d084d26132b4a8b037', 0, 'settled', 14756, 116, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 795, 49, false, 'researcher-87281dbd5011', 31, '2026-11-30 20:50:57.688476+00', '2026-11-30 20:50:58.098769+00'),
	('75ef31ae-57e9-5c6a-962b-711951dd96cc', '6a714971-90c2-540a-8c4e-664e1550ba11', 'turn-2', '83e71a41b6b270f73314299aa9d553c4152ba5b26fffbc5707615394c823b130', 0, 'settled', 19716, 233, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:6a714971-90c2-540a-8c4e-664e1550ba11,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2252, 15, false, 'researcher-87281dbd5011', 34, '2026-11-30 20:50:57.707648+00', '2026-11-30 20:50:58.116362+00'),
	('4e73f6c8-7b43-5de5-a66b-0acfde368e11', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'read-sefa2f9ae', '640854271d0f8a496b9a7190ed8a17c280d5ef3f476bef78e20ebf079a3fc7bc', 0, 'settled', 14837, 242, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:5b4960cf-b5cd-5368-928d-6dd69dfbba41,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 848, 141, false, 'researcher-87281dbd5011', 35, '2026-11-30 20:50:57.707648+00', '2026-11-30 20:50:58.121286+00'),
	('281b34a0-6ca2-5427-9d2a-9ec6214979fc', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'turn-2', 'fdf699721af7e80963ead654fb21cb080a31a02907c81f2fce5a3028e05074cb', 0, 'settled', 19742, 240, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2269, 15, false, 'researcher-87281dbd5011', 37, '2026-11-30 20:50:57.734665+00', '2026-11-30 20:50:58.146514+00'),
	('34bf89ba-ae09-5cf6-af71-340de943b89c', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'turn-2', '801e1cef0f904db1eed8133ff790ce76df7c111fbf99f48619c1588d4364c8d5', 0, 'settled', 19565, 198, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:b8c090fb-f059-57e6-a33f-0466d8bb0c57,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2159, 15, false, 'researcher-87281dbd5011', 39, '2026-11-30 20:50:57.754383+00', '2026-11-30 20:50:58.168132+00'),
	('abbc415d-d036-5c88-a0a8-eb6b303c0bfc', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'snippets-568ec297', '76b3a979b025356f27a63d5f932e94d5ffe774aa08f66046c361993c65ece96e', 0, 'settled', 13672, 220, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 710, 120, false, 'researcher-87281dbd5011', 40, '2026-11-30 20:50:57.754383+00', '2026-11-30 20:50:58.168132+00'),
	('eec994ef-f27a-52ee-b63f-3f3981e5bc87', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'read-s6bd1da71', '8867d129f2ee4a3aab41c0d2950d84fc1460fe2ca17f2174f227e5860dc2a68d', 0, 'settled', 14842, 132, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 851, 49, false, 'researcher-87281dbd5011', 41, '2026-11-30 20:50:57.760662+00', '2026-11-30 20:50:58.179137+00'),
	('9924d651-ed71-5496-a682-bce2af7141d6', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'turn-3', 'fc2a5fefe110f6403d951d2fdb09b1f547ebd0c388fe3f91b664e91c6d02afb1', 0, 'settled', 20100, 442, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2385, 243, false, 'researcher-87281dbd5011', 44, '2026-11-30 20:50:58.116362+00', '2026-11-30 20:50:58.526009+00'),
	('3535eefa-f888-551b-9162-18b5b5316b0e', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'turn-3', '1c62ab81e09cb0ca0baf845758e6755ebfe9c2b11f43fd73f06cde59783d996d', 0, 'settled', 20100, 442, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:5b4960cf-b5cd-5368-928d-6dd69dfbba41,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2385, 243, false, 'researcher-87281dbd5011', 47, '2026-11-30 20:50:58.140821+00', '2026-11-30 20:50:58.562755+00'),
	('066babb2-ad4b-5600-882f-611cb8c7ac16', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'turn-3', 'a5ccae30fba917131403e55d6620bfc29b6e89efb7609577e72f42d55c02730f', 0, 'settled', 20324, 421, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2524, 214, false, 'researcher-87281dbd5011', 48, '2026-11-30 20:50:58.157579+00', '2026-11-30 20:50:58.576023+00'),
	('07353241-532d-564f-8ca6-7fa823304c9c', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'read-s6bd1da71', '4aef95c7f1c02dbeaaba29d534f11b8c466bb208ad7812c9190df34e91c55331', 0, 'settled', 14756, 116, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:b8c090fb-f059-57e6-a33f-0466d8bb0c57,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 795, 49, false, 'researcher-87281dbd5011', 50, '2026-11-30 20:50:58.182634+00', '2026-11-30 20:50:58.610687+00'),
	('61afa2bd-224d-536b-9085-bead82019f92', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'read-sefa2f9ae', '994a7d580f77da69099443c25b6d4ad90d2cba020f1e839348beedf1f775799e', 0, 'settled', 14837, 242, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:b8c090fb-f059-57e6-a33f-0466d8bb0c57,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 848, 141, false, 'researcher-87281dbd5011', 51, '2026-11-30 20:50:58.182634+00', '2026-11-30 20:50:58.610687+00'),
	('a5fc96ba-c833-5cbb-9725-900f29b52817', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'turn-2', 'bfaea7d3c742a5f94d25ccb09366892a5f37f438fb3782c176d3da0a2900af65', 0, 'settled', 19716, 233, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2252, 15, false, 'researcher-87281dbd5011', 52, '2026-11-30 20:50:58.182634+00', '2026-11-30 20:50:58.610687+00'),
	('35b00a6b-03c2-5b4b-8ee4-14b22bb2ba44', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-3', '1735de27f4dc9b6f85a9251f48b0534b8193b298156bfa4c87b54072a57709a9', 0, 'settled', 22357, 721, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3575, 455, false, 'researcher-87281dbd5011', 54, '2026-11-30 20:50:58.195806+00', '2026-11-30 20:50:58.618197+00'),
	('d74f6668-ae47-5b1e-b4fd-7609969cf492', '6a714971-90c2-540a-8c4e-664e1550ba11', 'turn-3', '95955e72060ed63456b54da19f72f3d340c6d0cfcb1f8be0f0d55ee86600bf5b', 0, 'settled', 20299, 420, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:6a714971-90c2-540a-8c4e-664e1550ba11,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2507, 214, false, 'researcher-87281dbd5011', 46, '2026-11-30 20:50:58.135079+00', '2026-11-30 20:50:58.552463+00'),
	('6c5abdc6-8437-5f82-90f7-8027f004b8a0', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'turn-3', '229d9b783813eb5098abbade0401c6fdaef82a01986f26d2c835a7eb18a3f4fd', 0, 'settled', 20299, 420, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2507, 214, false, 'researcher-87281dbd5011', 49, '2026-11-30 20:50:58.16562+00', '2026-11-30 20:50:58.610687+00'),
	('8fc88e06-e821-53b9-89c5-d56b97c52e19', '1494ae69-ba54-5d91-bda9-d5443016254b', 'turn-2', '5a3acf873bd609b78dcd30c7ede6e4db49cf6e21dca8cb5da06eec070c30cedc', 0, 'settled', 19742, 240, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:1494ae69-ba54-5d91-bda9-d5443016254b,tenant:default:2026-11-30#05}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 2269, 15, false, 'researcher-87281dbd5011', 53, '2026-11-30 20:50:58.193171+00', '2026-11-30 20:50:58.610687+00'),
	('0b360285-bef9-52e7-bc8e-97dcf88c1840', 'a3b64683-3fa8-51b8-96fe-9f2d180ce040', 'estimate-1', '9ef61a980c838fffbb92cd9adfb661d485e32b97ae78f3c352e5e101113eb223', 0, 'intent', 24715, 24715, '{agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,tenant:default:2026-11-30#14}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'forecaster-311f16e5dfe7', 12, '2026-11-30 20:50:58.705657+00', NULL),
	('d1c859d4-62b0-59bd-a9ea-21fcb3c5f58e', 'a3b64683-3fa8-51b8-96fe-9f2d180ce040', 'estimate-2', '487f3a9869e1a26305d1c1f83d79a33317bd5537fa5af3883d039d69ab8bd7b7', 0, 'intent', 24704, 24704, '{agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,tenant:default:2026-11-30#14}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'forecaster-311f16e5dfe7', 13, '2026-11-30 20:50:58.705657+00', NULL);
INSERT INTO public.call_unsettled VALUES
	('9a452253-7e19-5f93-b439-91e9ada86a49'),
	('0b360285-bef9-52e7-bc8e-97dcf88c1840'),
	('d1c859d4-62b0-59bd-a9ea-21fcb3c5f58e');
INSERT INTO public.dispatch VALUES
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'researcher', 'auspex.research.requested', 487, NULL, '2026-11-30 20:50:56.440917+00', '2026-11-30 20:50:56.440917+00', 0, '2026-11-30 20:50:56.460419+00', 19, 0),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'researcher', 'auspex.research.requested', 307, NULL, '2026-11-30 20:50:57.302046+00', '2026-11-30 20:50:57.302046+00', 0, '2026-11-30 20:50:57.320176+00', 30, 0),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'researcher', 'auspex.research.requested', 334, NULL, '2026-11-30 20:50:57.302046+00', '2026-11-30 20:50:57.302046+00', 0, '2026-11-30 20:50:57.320176+00', 28, 0),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'researcher', 'auspex.research.requested', 361, NULL, '2026-11-30 20:50:57.302046+00', '2026-11-30 20:50:57.302046+00', 0, '2026-11-30 20:50:57.320176+00', 29, 0),
	('45139f42-319a-57b2-80fe-b1dfbad77db9', 'writer-evidence', 'auspex.evidence.filtered', 1593, NULL, '2026-11-30 20:50:58.622297+00', '2026-11-30 20:50:58.622297+00', 0, '2026-11-30 20:50:58.652336+00', 36, 0),
	('651c05ab-1e00-5787-9f1a-1aac3d0b929e', 'writer-evidence', 'auspex.evidence.filtered', 1483, NULL, '2026-11-30 20:50:58.630635+00', '2026-11-30 20:50:58.630635+00', 0, '2026-11-30 20:50:58.670056+00', 37, 0),
	('cd68aade-a7b6-5da8-aa4f-bc2bbcac5e6b', 'writer-evidence', 'auspex.evidence.filtered', 1456, NULL, '2026-11-30 20:50:58.647377+00', '2026-11-30 20:50:58.647377+00', 0, '2026-11-30 20:50:58.670056+00', 38, 0),
	('a3b64683-3fa8-51b8-96fe-9f2d180ce040', 'forecaster-rounds', 'auspex.run.answered', 49, NULL, '2026-11-30 20:50:58.667528+00', '2026-11-30 20:50:58.667528+00', 0, '2026-11-30 20:50:58.681427+00', 39, 0),
	('24cb1d92-184c-54a8-96be-84d1091f8f24', 'filter', 'auspex.research.gathered', 1479, NULL, '2026-11-30 20:50:58.681234+00', '2026-11-30 20:50:58.681234+00', 0, NULL, NULL, 0),
	('a4848726-c6ae-5197-8b14-473891c50d50', 'writer-evidence', 'auspex.evidence.filtered', 1456, NULL, '2026-11-30 20:50:58.707437+00', '2026-11-30 20:50:58.707437+00', 0, '2026-11-30 20:50:58.727633+00', 42, 0);
INSERT INTO public.entity VALUES
	('token-zzzzzzz1zzzz', 'mint:ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'crypto-token', 'Zebra Coin 1', 'ZEB1', 'zebra coin 1', 'zeb1', false, NULL, '[]', '{"website":"https://zebras.example/report"}', 3, '1018', '2026-11-30 20:50:56.468397+00');
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
	('token-zzzzzzz1zzzz', 'default', 1, 'aafa021f-76ba-51d9-8659-2155bffb47e3', '2026-11-30 20:51:26.486048+00', 'researcher', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'default');
INSERT INTO public.event VALUES
	('f2537a07-c611-50bb-9e80-59b46ace83b3', 'question-1', 'question', 'default', 'tests', true, 1, 'rule', '348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 0, '{"event":{"id":"question-1","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"question asked","decided_by":"rule","identifiers":[],"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tasks":0,"prompt_version":""}', '2026-11-30 20:50:52.549676+00'),
	('547b5006-44c5-5481-8ab5-c57248a54ac8', 'question-4', 'question', 'default', 'tests', true, 1, 'rule', '7f96a149-1b72-5a76-b3ca-220bb5e48787', 0, '{"event":{"id":"question-4","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"question asked","decided_by":"rule","identifiers":[],"run":"7f96a149-1b72-5a76-b3ca-220bb5e48787","tasks":0,"prompt_version":""}', '2026-11-30 20:50:55.955638+00'),
	('62593234-1a7f-5a2b-84a9-b43cb657dfa7', 'question-3', 'question', 'default', 'tests', true, 1, 'rule', 'f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 0, '{"event":{"id":"question-3","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 3 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"question asked","decided_by":"rule","identifiers":[],"run":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","tasks":0,"prompt_version":""}', '2026-11-30 20:50:55.955623+00'),
	('cd661a12-8561-5769-8954-7744a49d1e13', 'question-2', 'question', 'default', 'tests', true, 1, 'rule', '92af55a8-21ee-5507-aa25-fd4b93f362d1', 0, '{"event":{"id":"question-2","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 2 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"question asked","decided_by":"rule","identifiers":[],"run":"92af55a8-21ee-5507-aa25-fd4b93f362d1","tasks":0,"prompt_version":""}', '2026-11-30 20:50:55.955551+00'),
	('41ba4beb-03a0-503f-99d0-019eb046c5eb', 'tx-1', 'transaction', 'default', 'tests', true, 0.883, 'model', NULL, 1, '{"event":{"id":"tx-1","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"transaction":{"signature":"signature-1","time":null,"kind":"SWAP","program":"JUPITER","wallets":["wallet-1"],"legs":[{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","symbol":"ZEB1","amount":1000.0,"usd_value":50000000000,"from":"","to":""}],"usd_value":50000000000,"description":"wallet-1 swapped 50,000 USD","failed":false}}},"interesting":true,"score":0.883,"reason":"Offline model: it moves 50000.00 dollars, it is a swap, and 1 of its tokens have not been researched.","decided_by":"model","identifiers":[{"identifier":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","fate":"research"}],"run":null,"tasks":1,"prompt_version":"1044800cc953"}', '2026-11-30 20:50:55.955646+00');
INSERT INTO public.event_state VALUES
	('f2537a07-c611-50bb-9e80-59b46ace83b3', 'default', 'question', '2026-11-30 20:50:52.549676+00', true, false, DEFAULT),
	('547b5006-44c5-5481-8ab5-c57248a54ac8', 'default', 'question', '2026-11-30 20:50:55.955638+00', true, false, DEFAULT),
	('62593234-1a7f-5a2b-84a9-b43cb657dfa7', 'default', 'question', '2026-11-30 20:50:55.955623+00', true, false, DEFAULT),
	('41ba4beb-03a0-503f-99d0-019eb046c5eb', 'default', 'transaction', '2026-11-30 20:50:55.955646+00', true, false, DEFAULT),
	('cd661a12-8561-5769-8954-7744a49d1e13', 'default', 'question', '2026-11-30 20:50:55.955551+00', true, false, DEFAULT);
INSERT INTO public.evidence VALUES
	('73a539b9-cbec-5581-8929-4261715b9ed5', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'default', 'What is known about this: The ministry''s site.', NULL, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T21:00:53.455019757Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T20:50:53.490105844Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T20:50:53.490105844Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T20:50:53.490105844Z","expires_at":"2026-11-30T21:50:53.490105844Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":2014,"model":"MiniMax-M2","prompt_version":"bb0a6c304ba7"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 20:50:55.359111+00'),
	('0fc0d961-d8f6-5856-ab2c-a93ade73c211', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'default', 'How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?', NULL, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"important","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a important question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T21:00:53.455019757Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T20:50:53.505457846Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T20:50:53.505457846Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T20:50:53.505457846Z","expires_at":"2026-11-30T21:50:53.505457846Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1235,"model":"MiniMax-M2","prompt_version":"bb0a6c304ba7"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 20:50:55.377709+00'),
	('c696d3e4-d53d-59e8-923d-0656f5896b4e', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'default', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', NULL, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"critical","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a critical question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T21:00:53.455019757Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T20:50:53.505371104Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T20:50:53.505371104Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.44999999999999996,"risks":[],"opportunities":[],"made_at":"2026-11-30T20:50:53.505371104Z","expires_at":"2026-11-30T21:50:53.505371104Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1037,"model":"MiniMax-M2","prompt_version":"bb0a6c304ba7"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 20:50:55.412013+00'),
	('e0ad3a6e-6a12-567c-82bc-7169b598a590', '547b5006-44c5-5481-8ab5-c57248a54ac8', 'default', 'What is known about this: The ministry''s site.', NULL, '{"task":{"tenant":"default","event":"question-4","event_job":"547b5006-44c5-5481-8ab5-c57248a54ac8","subject":{"question":{"run":"7f96a149-1b72-5a76-b3ca-220bb5e48787","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-30T21:00:56.821181646Z"},"research":{"entity":null,"summary":"The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-30T20:50:56.836101564Z","tier":"other","tier_reason":"","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-30T20:50:56.836101564Z","tier":"other","tier_reason":"","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-30T20:50:56.836101564Z","expires_at":"2026-11-30T21:50:56.836101564Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1152,"model":"MiniMax-M2","prompt_version":"bb0a6c304ba7"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-30 20:50:58.640773+00');
INSERT INTO public.forecast VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'default', 0.4, NULL, 7568, '{"run":{"id":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","asked":{"text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":"2026-12-31T23:59:59Z","market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-30T20:50:52.562183932Z","reading":{"deadline":{"at":"2026-12-31T23:59:59Z","quote":"by the end of 2026"},"counts":"","reporter":"","synonyms":[],"language":"","assumption":"","clarification":"","family":{"key":"eaffe153-4d43-55d9-a835-5b27a50cc1cb","deadline":"2026-12-31T23:59:59Z"}}},"probability":0.4,"lower":0.20497832964187282,"upper":0.6328667171491633,"confidence":0.05000000000000001,"reasoning":"This is the offline model: it reads the findings and does not judge them. It starts from what the form of the question alone says, because no like questions are known. The Ministry of Zebras has published a report in every quarter since 2019 [i1q1/f1].","base_rates":[{"kind":"reference_class","description":"most events that may happen within 31 days do not","rate":0.2812284307723939,"cases":null,"source":"stated by the model"},{"kind":"market","description":"the market''s price when it was asked","rate":0.4,"cases":null,"source":"the event that asked"}],"samples":[0.28122843077239384,0.28122843077239384,0.28122843077239384],"recommendation":{"action":"abstain","price":0.4,"edge":-0.11877156922760623,"net_edge":0.09877156922760623,"fraction":0.0,"size":0,"reason":"the confidence of 0.05 is under 0.30; the price, with its costs, lies within the middle half of the own view, 0.196 to 0.386"},"evidence_used":["i1q1/f1"],"iterations":1,"questions_asked":3,"questions_answered":3,"cost":7568,"flags":[],"model":"offline-1","prompt_version":"010fa1bec5aa","made_at":"2026-11-30T20:50:55.836856488Z","uncalibrated":null,"account":{"recalibration":"identity: 0 outcomes are known, a map needs 100","rounds":[],"costs":[{"agent":"researcher","model":"MiniMax-M2","calls":13,"cost":4286,"input_tokens":23444,"output_tokens":1219},{"agent":"forecaster","model":"MiniMax-M2","calls":5,"cost":3282,"input_tokens":10251,"output_tokens":738}],"budgets":[{"scope":"tenant:default:2026-11-30","limit":200000000,"left":199992432},{"scope":"run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","limit":20000000,"left":19992432},{"scope":"call","limit":2000000,"left":2000000},{"scope":"agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1","limit":1000000,"left":996718},{"scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1","limit":3000000,"left":2995714},{"scope":"agent:filter:f2537a07-c611-50bb-9e80-59b46ace83b3:r1","limit":300000,"left":300000},{"scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3","limit":15000000,"left":14995714}],"memory":{"questions":0,"saved":0},"views":{"stated":0.28122843077239384,"computed":0.2812284307723938,"own":0.2812284307723938,"pooled":0.4,"price":{"price":0.4,"weight":3.0,"own_weight":0.0,"reason":"3 by default, times 1.00 for 31 days until the close","base":3.0},"stated_weight":0.5},"estimates":[{"perspective":"base rate first","model":"offline-1","stated":0.2812284307723939,"start":0.28122843077239384,"computed":0.28122843077239384,"view":0.28122843077239384,"confidence":0.05,"support":0.0,"settled":false},{"perspective":"evidence first","model":"offline-1","stated":0.2812284307723939,"start":0.28122843077239384,"computed":0.28122843077239384,"view":0.28122843077239384,"confidence":0.05,"support":0.0,"settled":false},{"perspective":"what would have to be true","model":"offline-1","stated":0.2812284307723939,"start":0.28122843077239384,"computed":0.28122843077239384,"view":0.28122843077239384,"confidence":0.05,"support":0.0,"settled":false}],"case":{"why_not_higher":"","why_not_lower":"","would_change":""},"evidence":[{"reference":"i1q1/f1","direction":"context","weight":0.0,"estimates":3,"question":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}]}}', NULL, NULL, NULL, '2026-11-30 20:50:55.836856+00');
INSERT INTO public.hearer VALUES
	('auspex.macro.researched', 'writer-macros', '2026-11-30 20:50:52.396559+00'),
	('auspex.research.gathered', 'filter', '2026-11-30 20:50:52.396559+00'),
	('auspex.research.requested', 'researcher', '2026-11-30 20:50:52.396559+00'),
	('auspex.classification.grouped', 'writer-verdicts', '2026-11-30 20:50:52.415889+00'),
	('auspex.classification.made', 'writer-classifications', '2026-11-30 20:50:52.415889+00'),
	('auspex.event.directions', 'classifier', '2026-11-30 20:50:52.415889+00'),
	('auspex.event.entity_request', 'classifier', '2026-11-30 20:50:52.415889+00'),
	('auspex.event.macro', 'classifier', '2026-11-30 20:50:52.415889+00'),
	('auspex.event.question', 'classifier', '2026-11-30 20:50:52.415889+00'),
	('auspex.event.retrieval_miss', 'classifier', '2026-11-30 20:50:52.415889+00'),
	('auspex.event.scout_alert', 'classifier', '2026-11-30 20:50:52.415889+00'),
	('auspex.event.transaction', 'classifier', '2026-11-30 20:50:52.415889+00'),
	('auspex.forecast.requested', 'forecaster-runs', '2026-11-30 20:50:52.415889+00'),
	('auspex.evidence.filtered', 'forecaster-evidence', '2026-11-30 20:50:52.427455+00'),
	('auspex.evidence.filtered', 'writer-evidence', '2026-11-30 20:50:52.427455+00'),
	('auspex.forecast.made', 'writer-forecasts', '2026-11-30 20:50:52.482613+00'),
	('auspex.run.answered', 'forecaster-rounds', '2026-11-30 20:50:52.482613+00'),
	('auspex.run.ended', 'writer-endings', '2026-11-30 20:50:52.482613+00');
INSERT INTO public.inbox VALUES
	('classifier', 'f2537a07-c611-50bb-9e80-59b46ace83b3', NULL, 0, 0, NULL, '2026-11-30 20:50:52.553356+00', '2026-11-30 20:50:52.563101+00'),
	('writer-classifications', '5c863928-05a5-53fe-bc26-70852ea38c35', NULL, 0, 0, NULL, '2026-11-30 20:50:52.581935+00', '2026-11-30 20:50:52.588385+00'),
	('forecaster-runs', '945aad6b-60f2-5d6a-8f45-b00398af27d3', NULL, 0, 0, NULL, '2026-11-30 20:50:52.579422+00', '2026-11-30 20:50:53.455309+00'),
	('researcher', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', NULL, 0, 0, NULL, '2026-11-30 20:50:53.465821+00', '2026-11-30 20:50:55.26422+00'),
	('researcher', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', NULL, 0, 0, NULL, '2026-11-30 20:50:53.466527+00', '2026-11-30 20:50:55.293266+00'),
	('filter', '2d3a7d43-19ad-549e-9e59-aec3095297ad', NULL, 0, 0, NULL, '2026-11-30 20:50:55.297278+00', '2026-11-30 20:50:55.306915+00'),
	('forecaster-evidence', '73a539b9-cbec-5581-8929-4261715b9ed5', NULL, 0, 0, NULL, '2026-11-30 20:50:55.316823+00', '2026-11-30 20:50:55.340713+00'),
	('filter', 'e5552d81-e4ba-5998-bd90-4ef877ee9957', NULL, 0, 0, NULL, '2026-11-30 20:50:55.340575+00', '2026-11-30 20:50:55.347055+00'),
	('researcher', '16fc92ec-2692-5d0a-840d-d7a13a53de03', NULL, 0, 0, NULL, '2026-11-30 20:50:53.466527+00', '2026-11-30 20:50:55.349974+00'),
	('forecaster-evidence', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', NULL, 0, 0, NULL, '2026-11-30 20:50:55.354366+00', '2026-11-30 20:50:55.35584+00'),
	('writer-evidence', '73a539b9-cbec-5581-8929-4261715b9ed5', NULL, 0, 0, NULL, '2026-11-30 20:50:55.317066+00', '2026-11-30 20:50:55.359111+00'),
	('filter', '9eae3086-0596-51e0-b0a0-1de0c31042b4', NULL, 0, 0, NULL, '2026-11-30 20:50:55.361221+00', '2026-11-30 20:50:55.365471+00'),
	('writer-evidence', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', NULL, 0, 0, NULL, '2026-11-30 20:50:55.363226+00', '2026-11-30 20:50:55.377709+00'),
	('forecaster-evidence', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', NULL, 0, 0, NULL, '2026-11-30 20:50:55.374719+00', '2026-11-30 20:50:55.380649+00'),
	('writer-evidence', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', NULL, 0, 0, NULL, '2026-11-30 20:50:55.392709+00', '2026-11-30 20:50:55.412013+00'),
	('forecaster-rounds', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', NULL, 0, 0, NULL, '2026-11-30 20:50:55.38909+00', '2026-11-30 20:50:55.861522+00'),
	('writer-forecasts', 'dc174a2e-2c84-5299-851c-3893fbd013b9', NULL, 0, 0, NULL, '2026-11-30 20:50:55.871884+00', '2026-11-30 20:50:55.890174+00'),
	('classifier', '547b5006-44c5-5481-8ab5-c57248a54ac8', NULL, 0, 0, NULL, '2026-11-30 20:50:55.959476+00', '2026-11-30 20:50:55.962209+00'),
	('classifier', '62593234-1a7f-5a2b-84a9-b43cb657dfa7', NULL, 0, 0, NULL, '2026-11-30 20:50:55.959476+00', '2026-11-30 20:50:55.963004+00'),
	('writer-classifications', 'e715c30e-cff1-5626-ab90-2bea1646ff68', NULL, 0, 0, NULL, '2026-11-30 20:50:55.976849+00', '2026-11-30 20:50:55.979582+00'),
	('writer-classifications', '208bc3a7-feb0-548d-80d5-52d4b8a20dc5', NULL, 0, 0, NULL, '2026-11-30 20:50:56.004685+00', '2026-11-30 20:50:56.007708+00'),
	('classifier', '41ba4beb-03a0-503f-99d0-019eb046c5eb', NULL, 0, 0, NULL, '2026-11-30 20:50:55.959476+00', '2026-11-30 20:50:56.440917+00'),
	('classifier', 'cd661a12-8561-5769-8954-7744a49d1e13', NULL, 0, 0, NULL, '2026-11-30 20:50:55.959476+00', '2026-11-30 20:50:56.44089+00'),
	('researcher', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'researcher-87281dbd5011', 0, 0, NULL, '2026-11-30 20:50:56.449545+00', NULL),
	('writer-classifications', 'c1682683-8b8c-560b-91b8-156a7f4d6ed5', NULL, 0, 0, NULL, '2026-11-30 20:50:56.45053+00', '2026-11-30 20:50:56.455528+00'),
	('writer-classifications', '737bc7e6-d196-5d3c-b902-0be6842d2502', NULL, 0, 0, NULL, '2026-11-30 20:50:56.451861+00', '2026-11-30 20:50:56.457389+00'),
	('forecaster-runs', '3385a097-fcf0-5279-9d5a-59a8686fe43a', NULL, 0, 0, NULL, '2026-11-30 20:50:55.9736+00', '2026-11-30 20:50:56.821499+00'),
	('forecaster-runs', '41babd18-9d95-54dc-843a-0972f5ee9bdf', NULL, 0, 0, NULL, '2026-11-30 20:50:56.003703+00', '2026-11-30 20:50:56.854907+00'),
	('forecaster-runs', '5ee2fcd7-e9ea-506e-abe3-a35a7af742ac', NULL, 0, 0, NULL, '2026-11-30 20:50:56.452667+00', '2026-11-30 20:50:57.302046+00'),
	('researcher', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', NULL, 0, 0, NULL, '2026-11-30 20:50:56.828024+00', '2026-11-30 20:50:58.551982+00'),
	('filter', '6fd1a000-be6a-51f5-b41a-78df5ef3e900', NULL, 0, 0, NULL, '2026-11-30 20:50:58.56641+00', '2026-11-30 20:50:58.570476+00'),
	('researcher', '49c98df2-9683-5607-baf4-b0b66192bbc2', NULL, 0, 0, NULL, '2026-11-30 20:50:56.828535+00', '2026-11-30 20:50:58.602502+00'),
	('researcher', '6a714971-90c2-540a-8c4e-664e1550ba11', NULL, 0, 0, NULL, '2026-11-30 20:50:56.828535+00', '2026-11-30 20:50:58.602502+00'),
	('forecaster-evidence', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', NULL, 0, 0, NULL, '2026-11-30 20:50:58.601838+00', '2026-11-30 20:50:58.604972+00'),
	('filter', '3645c701-bcfb-5278-815f-c505d5b1c2ba', NULL, 0, 0, NULL, '2026-11-30 20:50:58.616719+00', '2026-11-30 20:50:58.622297+00'),
	('filter', '67a4c06b-0d29-5336-afcf-81a9f452c5ff', NULL, 0, 0, NULL, '2026-11-30 20:50:58.625043+00', '2026-11-30 20:50:58.630635+00'),
	('writer-evidence', '45139f42-319a-57b2-80fe-b1dfbad77db9', 'writer-4ca8ede7f342', 0, 0, NULL, '2026-11-30 20:50:58.636863+00', NULL),
	('writer-evidence', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', NULL, 0, 0, NULL, '2026-11-30 20:50:58.604012+00', '2026-11-30 20:50:58.640773+00'),
	('forecaster-evidence', '45139f42-319a-57b2-80fe-b1dfbad77db9', NULL, 0, 0, NULL, '2026-11-30 20:50:58.638465+00', '2026-11-30 20:50:58.641144+00'),
	('filter', '4d262f8b-49ec-5759-93f3-b824e2789a06', NULL, 0, 0, NULL, '2026-11-30 20:50:58.642456+00', '2026-11-30 20:50:58.647377+00'),
	('forecaster-evidence', '651c05ab-1e00-5787-9f1a-1aac3d0b929e', NULL, 0, 0, NULL, '2026-11-30 20:50:58.649297+00', '2026-11-30 20:50:58.65339+00'),
	('forecaster-evidence', 'cd68aade-a7b6-5da8-aa4f-bc2bbcac5e6b', NULL, 0, 0, NULL, '2026-11-30 20:50:58.666012+00', '2026-11-30 20:50:58.667528+00'),
	('forecaster-rounds', 'a3b64683-3fa8-51b8-96fe-9f2d180ce040', 'forecaster-311f16e5dfe7', 0, 0, NULL, '2026-11-30 20:50:58.673249+00', NULL),
	('writer-evidence', '651c05ab-1e00-5787-9f1a-1aac3d0b929e', 'writer-4ca8ede7f342', 0, 0, NULL, '2026-11-30 20:50:58.67165+00', NULL),
	('researcher', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', NULL, 0, 0, NULL, '2026-11-30 20:50:56.86186+00', '2026-11-30 20:50:58.681234+00'),
	('writer-evidence', 'cd68aade-a7b6-5da8-aa4f-bc2bbcac5e6b', 'writer-4ca8ede7f342', 0, 0, NULL, '2026-11-30 20:50:58.684178+00', NULL),
	('filter', '4bd9cd2d-22b3-55fd-9527-2873f7dc8411', NULL, 0, 0, NULL, '2026-11-30 20:50:58.705309+00', '2026-11-30 20:50:58.707437+00'),
	('researcher', '1494ae69-ba54-5d91-bda9-d5443016254b', 'researcher-87281dbd5011', 0, 0, NULL, '2026-11-30 20:50:57.312674+00', NULL),
	('researcher', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'researcher-87281dbd5011', 0, 0, NULL, '2026-11-30 20:50:57.312674+00', NULL),
	('researcher', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'researcher-87281dbd5011', 0, 0, NULL, '2026-11-30 20:50:57.312674+00', NULL),
	('researcher', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', NULL, 0, 0, NULL, '2026-11-30 20:50:56.86186+00', '2026-11-30 20:50:58.602502+00'),
	('researcher', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', NULL, 0, 0, NULL, '2026-11-30 20:50:56.86186+00', '2026-11-30 20:50:58.681234+00'),
	('filter', '24cb1d92-184c-54a8-96be-84d1091f8f24', 'filter-c0b1400eb88c', 0, 0, NULL, '2026-11-30 20:50:58.705903+00', NULL),
	('forecaster-evidence', 'a4848726-c6ae-5197-8b14-473891c50d50', NULL, 0, 0, NULL, '2026-11-30 20:50:58.719009+00', '2026-11-30 20:50:58.720765+00');
INSERT INTO public.inbox_period VALUES
	(0, '2026-11-30 20:50:51.820557+00', NULL);
INSERT INTO public.instance VALUES
	('batch', 'infinity', '2026-11-30 20:50:51.848855+00', NULL),
	('researcher-87281dbd5011', '2026-11-30 20:51:22.411838+00', '2026-11-30 20:50:52.411838+00', NULL),
	('classifier-33576203a828', '2026-11-30 20:51:22.42914+00', '2026-11-30 20:50:52.42914+00', NULL),
	('filter-c0b1400eb88c', '2026-11-30 20:51:22.437227+00', '2026-11-30 20:50:52.437227+00', NULL),
	('forecaster-311f16e5dfe7', '2026-11-30 20:51:22.489718+00', '2026-11-30 20:50:52.489718+00', NULL),
	('writer-4ca8ede7f342', '2026-11-30 20:51:22.504746+00', '2026-11-30 20:50:52.504746+00', NULL);
INSERT INTO public.kept_answer VALUES
	('ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 20:50:55.295851+00'),
	('ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 20:50:55.351866+00'),
	('ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 4 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 20:50:58.604509+00'),
	('ask:web_search?{"most":6,"query":"What is known about this: The ministry''s site."}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 20:50:58.604569+00'),
	('ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 20:50:58.604577+00'),
	('ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 3 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 20:50:58.685715+00'),
	('ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 3 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-30 20:50:58.685745+00');
INSERT INTO public.note VALUES
	('f866b8fb-da2b-5133-babe-5117bb883e84', 'default', 'The ministry said in October 2026 that the next report is on its way.', 'The ministry said in October 2026 that the next report is on its way.', 'ministry
october
report', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 20:50:53.490105+00', NULL, NULL, '''2026'' ''ministri'' ''next'' ''octob'' ''report'' ''said'' ''way'''),
	('3ea9b619-1990-5ca7-b9c4-eb711c6d5b03', 'default', 'The ministry said in October 2026 that the next report is on its way.', 'The ministry said in October 2026 that the next report is on its way.', 'ministry
october
report', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 20:50:53.505457+00', NULL, NULL, '''2026'' ''ministri'' ''next'' ''octob'' ''report'' ''said'' ''way'''),
	('bda5d66e-dfcb-50b1-9ccf-9140d589a9db', 'default', 'The ministry said in October 2026 that the next report is on its way.', 'The ministry said in October 2026 that the next report is on its way.', 'ministry
october
report', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 20:50:53.505371+00', NULL, NULL, '''2026'' ''ministri'' ''next'' ''octob'' ''report'' ''said'' ''way'''),
	('0fa17ea0-99b6-5a82-80d0-2a85623325ff', 'default', 'A court found that the Ministry of Zebras was late with two reports.', 'A court found that the Ministry of Zebras was late with two reports.', 'ministry
reports
zebras
court
found', '', 'fact', 'https://news.example/zebras.html', '2026-11-30 20:50:53.490105+00', NULL, NULL, '''court'' ''found'' ''late'' ''ministri'' ''report'' ''two'' ''zebra'''),
	('2dc11759-6e30-565f-bf05-fd868e943556', 'default', 'Zebra Coin is not issued by the ministry, which has warned against it twice.', 'Zebra Coin is not issued by the ministry, which has warned against it twice.', 'ministry
against
issued
warned
twice
which', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 20:50:53.490105+00', NULL, NULL, '''coin'' ''issu'' ''ministri'' ''twice'' ''warn'' ''zebra'''),
	('4730791f-8347-5054-a1e2-65759f1476be', 'default', 'The Ministry of Zebras has published a report in every quarter since 2019.', 'The Ministry of Zebras has published a report in every quarter since 2019.', 'published
ministry
quarter
report
zebras
every', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 20:50:53.490105+00', NULL, NULL, '''2019'' ''everi'' ''ministri'' ''publish'' ''quarter'' ''report'' ''sinc'' ''zebra'''),
	('83d9bd47-69e5-5b34-8e3f-b96d1f731036', 'default', 'The ministry said in October 2026 that the next report is on its way.', 'The ministry said in October 2026 that the next report is on its way.', 'ministry
october
report', '', 'fact', 'https://zebras.example/report.html', '2026-11-30 20:50:56.836101+00', NULL, NULL, '''2026'' ''ministri'' ''next'' ''octob'' ''report'' ''said'' ''way''');
INSERT INTO public.note_fact VALUES
	('f866b8fb-da2b-5133-babe-5117bb883e84', 'default', '27489adc-ab34-58d4-9037-c01c29058568', '73a539b9-cbec-5581-8929-4261715b9ed5', 'What is known about this: The ministry''s site.', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 20:50:53.490105+00', '2026-11-30 20:50:53.490105+00', 0, NULL),
	('3ea9b619-1990-5ca7-b9c4-eb711c6d5b03', 'default', 'fd652f28-bc34-5c63-8b48-5cf350031ae0', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', 'How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 20:50:53.505457+00', '2026-11-30 20:50:53.505457+00', 0, NULL),
	('bda5d66e-dfcb-50b1-9ccf-9140d589a9db', 'default', '7676f522-592d-5d24-b747-617df34889d6', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 20:50:53.505371+00', '2026-11-30 20:50:53.505371+00', 0, NULL),
	('0fa17ea0-99b6-5a82-80d0-2a85623325ff', 'default', '8cc88085-1c01-59a8-82f8-df2f1e0abacd', '73a539b9-cbec-5581-8929-4261715b9ed5', 'What is known about this: The ministry''s site.', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 20:50:56.836101+00', '2026-11-30 20:50:56.836101+00', 0, NULL),
	('2dc11759-6e30-565f-bf05-fd868e943556', 'default', '1760dbad-c965-5150-98ea-f9dc6a6e1394', '73a539b9-cbec-5581-8929-4261715b9ed5', 'What is known about this: The ministry''s site.', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 20:50:56.836101+00', '2026-11-30 20:50:56.836101+00', 0, NULL),
	('4730791f-8347-5054-a1e2-65759f1476be', 'default', '679ce59d-36ab-5bf5-b989-a8a306fe9590', '73a539b9-cbec-5581-8929-4261715b9ed5', 'What is known about this: The ministry''s site.', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '2026-11-30 20:50:56.836101+00', '2026-11-30 20:50:56.836101+00', 0, NULL),
	('83d9bd47-69e5-5b34-8e3f-b96d1f731036', 'default', 'a8a55dc3-f104-5c81-ab2e-fef37d54df7a', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', 'What is known about this: The ministry''s site.', 'Will the Ministry of Zebras publish report number 4 by the end of 2026?', '2026-11-30 20:50:56.836101+00', '2026-11-30 20:50:56.836101+00', 0, NULL);
INSERT INTO public.note_link VALUES
	('0fa17ea0-99b6-5a82-80d0-2a85623325ff', '4730791f-8347-5054-a1e2-65759f1476be', 0.20523411046463613),
	('0fa17ea0-99b6-5a82-80d0-2a85623325ff', 'f866b8fb-da2b-5133-babe-5117bb883e84', 0.029749281633356533),
	('2dc11759-6e30-565f-bf05-fd868e943556', '4730791f-8347-5054-a1e2-65759f1476be', 0.058589464970983836),
	('f866b8fb-da2b-5133-babe-5117bb883e84', '4730791f-8347-5054-a1e2-65759f1476be', 0.03546098488734307),
	('3ea9b619-1990-5ca7-b9c4-eb711c6d5b03', '4730791f-8347-5054-a1e2-65759f1476be', 0.03546098488734307),
	('bda5d66e-dfcb-50b1-9ccf-9140d589a9db', '4730791f-8347-5054-a1e2-65759f1476be', 0.03546098488734307),
	('0fa17ea0-99b6-5a82-80d0-2a85623325ff', '83d9bd47-69e5-5b34-8e3f-b96d1f731036', 0.029749281633356533),
	('83d9bd47-69e5-5b34-8e3f-b96d1f731036', '4730791f-8347-5054-a1e2-65759f1476be', 0.03546098488734307);
INSERT INTO public.note_sighting VALUES
	('0fa17ea0-99b6-5a82-80d0-2a85623325ff', '73a539b9-cbec-5581-8929-4261715b9ed5', 'default', NULL, '2026-11-30 20:50:53.490105+00'),
	('2dc11759-6e30-565f-bf05-fd868e943556', '73a539b9-cbec-5581-8929-4261715b9ed5', 'default', NULL, '2026-11-30 20:50:53.490105+00'),
	('4730791f-8347-5054-a1e2-65759f1476be', '73a539b9-cbec-5581-8929-4261715b9ed5', 'default', NULL, '2026-11-30 20:50:53.490105+00'),
	('f866b8fb-da2b-5133-babe-5117bb883e84', '73a539b9-cbec-5581-8929-4261715b9ed5', 'default', NULL, '2026-11-30 20:50:53.490105+00'),
	('2dc11759-6e30-565f-bf05-fd868e943556', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', 'default', NULL, '2026-11-30 20:50:53.505457+00'),
	('3ea9b619-1990-5ca7-b9c4-eb711c6d5b03', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', 'default', NULL, '2026-11-30 20:50:53.505457+00'),
	('4730791f-8347-5054-a1e2-65759f1476be', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', 'default', NULL, '2026-11-30 20:50:53.505457+00'),
	('2dc11759-6e30-565f-bf05-fd868e943556', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', 'default', NULL, '2026-11-30 20:50:53.505371+00'),
	('4730791f-8347-5054-a1e2-65759f1476be', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', 'default', NULL, '2026-11-30 20:50:53.505371+00'),
	('bda5d66e-dfcb-50b1-9ccf-9140d589a9db', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', 'default', NULL, '2026-11-30 20:50:53.505371+00'),
	('0fa17ea0-99b6-5a82-80d0-2a85623325ff', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', 'default', NULL, '2026-11-30 20:50:56.836101+00'),
	('2dc11759-6e30-565f-bf05-fd868e943556', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', 'default', NULL, '2026-11-30 20:50:56.836101+00'),
	('4730791f-8347-5054-a1e2-65759f1476be', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', 'default', NULL, '2026-11-30 20:50:56.836101+00'),
	('83d9bd47-69e5-5b34-8e3f-b96d1f731036', 'e0ad3a6e-6a12-567c-82bc-7169b598a590', 'default', NULL, '2026-11-30 20:50:56.836101+00');
INSERT INTO public.note_source VALUES
	('f866b8fb-da2b-5133-babe-5117bb883e84', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'The ministry said in October 2026 that the next report is on its way.', NULL, '2026-11-30 20:50:53.490105+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58'),
	('3ea9b619-1990-5ca7-b9c4-eb711c6d5b03', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'The ministry said in October 2026 that the next report is on its way.', NULL, '2026-11-30 20:50:53.505457+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58'),
	('bda5d66e-dfcb-50b1-9ccf-9140d589a9db', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'The ministry said in October 2026 that the next report is on its way.', NULL, '2026-11-30 20:50:53.505371+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58'),
	('0fa17ea0-99b6-5a82-80d0-2a85623325ff', 'https://news.example/zebras.html', 'Zebra news', 'news.example', 0, '', 'A court found that the Ministry of Zebras was late with two reports.', NULL, '2026-11-30 20:50:56.836101+00', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5'),
	('2dc11759-6e30-565f-bf05-fd868e943556', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'Zebra Coin is not issued by the ministry, which has warned against it twice.', NULL, '2026-11-30 20:50:56.836101+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58'),
	('4730791f-8347-5054-a1e2-65759f1476be', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'The Ministry of Zebras has published a report in every quarter since 2019.', NULL, '2026-11-30 20:50:56.836101+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58'),
	('83d9bd47-69e5-5b34-8e3f-b96d1f731036', 'https://zebras.example/report.html', 'Report of the Ministry of Zebras', 'zebras.example', 0, '', 'The ministry said in October 2026 that the next report is on its way.', NULL, '2026-11-30 20:50:56.836101+00', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58');
INSERT INTO public.outbox VALUES
	('45139f42-319a-57b2-80fe-b1dfbad77db9', 'auspex.evidence.filtered', 'default', '\x0ab0020a0764656661756c74120a7175657374696f6e2d331a2436323539333233342d316137662d356132622d383461392d62343363623635376466613722266120737570706c656d656e74617279207175657374696f6e206f66206120666f726563617374280230c08db7013a0c0888c8b7d80610c3bec397035ab5010a2466353563393736322d623162382d356531302d386530362d33303662333864626334633912440a0469317133120a7265736f6c7574696f6e1a2e57686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e20011a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f12ff09129001546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e1aad010a026631124a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e1803219a9999999999d93f2a027331324a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e40011aa3010a0266321245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e1803219a9999999999d93f2a0273313245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e40011ab1010a026633124c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e1803219a9999999999d93f2a027331324c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e40011aa1010a02663412444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e1803219a9999999999d93f2a02733232444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e40012aac010a027331122268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c1a205265706f7274206f6620746865204d696e6973747279206f66205a6562726173220e7a65627261732e6578616d706c65320c08b0c3b7d80610d5968a9d0338014240626135663962616161323439663732656236393031376163623661333963633834653630613431393231326363346561396264623939633465346133396335382a92010a027332122068747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c1a0a5a65627261206e657773220c6e6577732e6578616d706c65320c08b0c3b7d80610d5968a9d033801424039623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635419a9999999999e13f5a0c08b0c3b7d80610d5968a9d03620c08c0dfb7d80610d5968a9d03680182010a7765625f73656172636882010a66657463685f7061676582011673746f72655f72657365617263685f726573756c74738801800992010a4d696e694d61782d4d329a010c6262306136633330346261371a020801', '00-69e34f162ebfc91bf6931fa3ed5b4c38-11872d778930a3ab-00', '2026-11-30 20:50:58.622297+00'),
	('a4848726-c6ae-5197-8b14-473891c50d50', 'auspex.evidence.filtered', 'default', '\x0acb020a0764656661756c74120a7175657374696f6e2d331a2436323539333233342d316137662d356132622d383461392d62343363623635376466613722216120637269746963616c207175657374696f6e206f66206120666f726563617374280230c08db7013a0c0888c8b7d80610c3bec397035ad5010a2466353563393736322d623162382d356531302d386530362d33303662333864626334633912640a046931713112117468652070726573656e742073746174651a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f20031a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f12db08129001546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e1aad010a026631124a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e180321666666666666e63f2a027331324a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e40011aa3010a0266321245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e180321343333333333e33f2a0273313245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e40011ab1010a026633124c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e180321000000000000e03f2a027331324c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e40012aac010a027331122268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c1a205265706f7274206f6620746865204d696e6973747279206f66205a6562726173220e7a65627261732e6578616d706c65320c08b0c3b7d80610f489a4a00338014240626135663962616161323439663732656236393031376163623661333963633834653630613431393231326363346561396264623939633465346133396335382a92010a027332122068747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c1a0a5a65627261206e657773220c6e6577732e6578616d706c65320c08b0c3b7d80610f489a4a003380142403962323262643636323866313064363837366362653831383632386637363763366665353339326634343564336430393562356635643536633866656237663541ccccccccccccdc3f5a0c08b0c3b7d80610f489a4a003620c08c0dfb7d80610f489a4a003680182010a7765625f73656172636882010a66657463685f7061676582011673746f72655f72657365617263685f726573756c747388018d0892010a4d696e694d61782d4d329a010c6262306136633330346261371a020801', '00-69e34f162ebfc91bf6931fa3ed5b4c38-0c4e7410a37125ea-00', '2026-11-30 20:50:58.707437+00'),
	('651c05ab-1e00-5787-9f1a-1aac3d0b929e', 'auspex.evidence.filtered', 'default', '\x0ae6020a0764656661756c74120a7175657374696f6e2d341a2435343762353030362d343463352d353438312d386162352d63353732343861353461633822226120696d706f7274616e74207175657374696f6e206f66206120666f726563617374280230c08db7013a0c0888c8b7d80610cef9c887035aef010a2437663936613134392d316237322d356137362d623363612d323230626235653438373837127e0a046931713212096261736520726174651a69486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f20021a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f12db08129001546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e1aad010a026631124a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e180321666666666666e63f2a027331324a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e40011aa3010a0266321245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e180321343333333333e33f2a0273313245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e40011ab1010a026633124c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e180321000000000000e03f2a027331324c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e40012aac010a027331122268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c1a205265706f7274206f6620746865204d696e6973747279206f66205a6562726173220e7a65627261732e6578616d706c65320c08b0c3b7d80610bdf6f4920338014240626135663962616161323439663732656236393031376163623661333963633834653630613431393231326363346561396264623939633465346133396335382a92010a027332122068747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c1a0a5a65627261206e657773220c6e6577732e6578616d706c65320c08b0c3b7d80610bdf6f49203380142403962323262643636323866313064363837366362653831383632386637363763366665353339326634343564336430393562356635643536633866656237663541ccccccccccccdc3f5a0c08b0c3b7d80610bdf6f49203620c08c0dfb7d80610bdf6f49203680182010a7765625f73656172636882010a66657463685f7061676582011673746f72655f72657365617263685f726573756c74738801a40892010a4d696e694d61782d4d329a010c6262306136633330346261371a020801', '00-176993c53528c54604ed89002a581919-07bfcd913346afa7-00', '2026-11-30 20:50:58.630635+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'auspex.research.requested', 'default', '\x0ae6020a0764656661756c74120a7175657374696f6e2d321a2463643636316131322d383536312d353736392d383935342d37373434613439643165313322226120696d706f7274616e74207175657374696f6e206f66206120666f726563617374280230c08db7013a0c0889c8b7d806108f94f38f015aef010a2439326166353561382d323165652d353530372d616132352d666434623933663336326431127e0a046931713212096261736520726174651a69486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f20021a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f', '00-bf80c89b8f4bfa2d7e4ba6a740ec8edf-288efb4e522d47af-00', '2026-11-30 20:50:57.302046+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'auspex.research.requested', 'default', '\x0acb020a0764656661756c74120a7175657374696f6e2d321a2463643636316131322d383536312d353736392d383935342d37373434613439643165313322216120637269746963616c207175657374696f6e206f66206120666f726563617374280230c08db7013a0c0889c8b7d806108f94f38f015ad5010a2439326166353561382d323165652d353530372d616132352d66643462393366333632643112640a046931713112117468652070726573656e742073746174651a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f20031a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f', '00-bf80c89b8f4bfa2d7e4ba6a740ec8edf-288efb4e522d47af-00', '2026-11-30 20:50:57.302046+00'),
	('a3b64683-3fa8-51b8-96fe-9f2d180ce040', 'auspex.run.answered', 'default', '\x0a2437663936613134392d316237322d356137362d623363612d323230626235653438373837120764656661756c741801', '00-176993c53528c54604ed89002a581919-87d65aa02eec5973-00', '2026-11-30 20:50:58.667528+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'auspex.research.requested', 'default', '\x0ae4030a0764656661756c74120474782d311a2434316261346265622d303361302d353033662d393964302d30313965623034366335656222654f66666c696e65206d6f64656c3a206974206d6f7665732035303030302e303020646f6c6c6172732c206974206973206120737761702c20616e642031206f662069747320746f6b656e732068617665206e6f74206265656e20726573656172636865642e280230c08db70152340a2c5a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a12045a4542318001019a01640a62546865207472616e73616374696f6e206f66207468652070726f6772616d204a555049544552206973206f6620746865207479706520535741502c2068617320612076616c7565206f66202435302c3030302e30302c20746f6f6b20706c6163652e9a019d010a9a01496e20746865207472616e73616374696f6e2c2031303030206f662074686520746f6b656e207769746820746865206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a206d6f7665642c20776f727468202435302c3030302e30302c20776869636820697320353020555320646f6c6c61727320666f7220656163682e', '00-1f436c4d53abdec6067b352b8e35c878-d6cb02b6638e1124-00', '2026-11-30 20:50:56.440917+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'auspex.research.requested', 'default', '\x0ab0020a0764656661756c74120a7175657374696f6e2d321a2463643636316131322d383536312d353736392d383935342d37373434613439643165313322266120737570706c656d656e74617279207175657374696f6e206f66206120666f726563617374280230c08db7013a0c0889c8b7d806108f94f38f015ab5010a2439326166353561382d323165652d353530372d616132352d66643462393366333632643112440a0469317133120a7265736f6c7574696f6e1a2e57686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e20011a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f', '00-bf80c89b8f4bfa2d7e4ba6a740ec8edf-288efb4e522d47af-00', '2026-11-30 20:50:57.302046+00'),
	('cd68aade-a7b6-5da8-aa4f-bc2bbcac5e6b', 'auspex.evidence.filtered', 'default', '\x0acb020a0764656661756c74120a7175657374696f6e2d341a2435343762353030362d343463352d353438312d386162352d63353732343861353461633822216120637269746963616c207175657374696f6e206f66206120666f726563617374280230c08db7013a0c0888c8b7d80610cef9c887035ad5010a2437663936613134392d316237322d356137362d623363612d32323062623565343837383712640a046931713112117468652070726573656e742073746174651a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f20031a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f12db08129001546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e1aad010a026631124a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e180321666666666666e63f2a027331324a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e40011aa3010a0266321245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e180321343333333333e33f2a0273313245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e40011ab1010a026633124c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e180321000000000000e03f2a027331324c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e40012aac010a027331122268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c1a205265706f7274206f6620746865204d696e6973747279206f66205a6562726173220e7a65627261732e6578616d706c65320c08b0c3b7d80610948bc7910338014240626135663962616161323439663732656236393031376163623661333963633834653630613431393231326363346561396264623939633465346133396335382a92010a027332122068747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c1a0a5a65627261206e657773220c6e6577732e6578616d706c65320c08b0c3b7d80610948bc79103380142403962323262643636323866313064363837366362653831383632386637363763366665353339326634343564336430393562356635643536633866656237663541ccccccccccccdc3f5a0c08b0c3b7d80610948bc79103620c08c0dfb7d80610948bc79103680182010a7765625f73656172636882010a66657463685f7061676582011673746f72655f72657365617263685f726573756c747388018d0892010a4d696e694d61782d4d329a010c6262306136633330346261371a020801', '00-176993c53528c54604ed89002a581919-92c50c674078d8a1-00', '2026-11-30 20:50:58.647377+00'),
	('24cb1d92-184c-54a8-96be-84d1091f8f24', 'auspex.research.gathered', 'default', '\x0ae6020a0764656661756c74120a7175657374696f6e2d331a2436323539333233342d316137662d356132622d383461392d62343363623635376466613722226120696d706f7274616e74207175657374696f6e206f66206120666f726563617374280230c08db7013a0c0888c8b7d80610c3bec397035aef010a2466353563393736322d623162382d356531302d386530362d333036623338646263346339127e0a046931713212096261736520726174651a69486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f20021a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f12db08129001546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e1aad010a026631124a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e180321666666666666e63f2a027331324a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e40011aa3010a0266321245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e180321343333333333e33f2a0273313245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e40011ab1010a026633124c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e180321000000000000e03f2a027331324c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e40012aac010a027331122268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c1a205265706f7274206f6620746865204d696e6973747279206f66205a6562726173220e7a65627261732e6578616d706c65320c08b0c3b7d80610f897d2a00338014240626135663962616161323439663732656236393031376163623661333963633834653630613431393231326363346561396264623939633465346133396335382a92010a027332122068747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c1a0a5a65627261206e657773220c6e6577732e6578616d706c65320c08b0c3b7d80610f897d2a003380142403962323262643636323866313064363837366362653831383632386637363763366665353339326634343564336430393562356635643536633866656237663541ccccccccccccdc3f5a0c08b0c3b7d80610f897d2a003620c08c0dfb7d80610f897d2a003680182010a7765625f73656172636882010a66657463685f7061676582011673746f72655f72657365617263685f726573756c74738801a40892010a4d696e694d61782d4d329a010c626230613663333034626137', '00-69e34f162ebfc91bf6931fa3ed5b4c38-3afab1fc73e805bc-00', '2026-11-30 20:50:58.681234+00');
INSERT INTO public.page VALUES
	('https://zebras.example/report.html', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', 'text/html; charset=utf-8', NULL, NULL, '2026-11-30 20:50:53.490105+00', '2026-11-30 20:50:53.490105+00', '2026-11-30 21:50:53.490105+00'),
	('https://news.example/zebras.html', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', 'text/html; charset=utf-8', NULL, NULL, '2026-11-30 20:50:53.490105+00', '2026-11-30 20:50:53.490105+00', '2026-11-30 21:50:53.490105+00');
INSERT INTO public.page_use VALUES
	('ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"What is known about this: The ministry''s site."}', '2026-11-30 20:50:55.26422+00'),
	('ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 20:50:55.26422+00'),
	('ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 20:50:55.26422+00'),
	('2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', '2026-11-30 20:50:55.293266+00'),
	('2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 20:50:55.293266+00'),
	('2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 20:50:55.293266+00'),
	('16fc92ec-2692-5d0a-840d-d7a13a53de03', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', '2026-11-30 20:50:55.349974+00'),
	('16fc92ec-2692-5d0a-840d-d7a13a53de03', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 20:50:55.349974+00'),
	('16fc92ec-2692-5d0a-840d-d7a13a53de03', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 20:50:55.349974+00'),
	('9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"What is known about this: The ministry''s site."}', '2026-11-30 20:50:58.551982+00'),
	('9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 20:50:58.551982+00'),
	('9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 20:50:58.551982+00'),
	('49c98df2-9683-5607-baf4-b0b66192bbc2', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 4 by the end of 2026?"}', '2026-11-30 20:50:58.602502+00'),
	('49c98df2-9683-5607-baf4-b0b66192bbc2', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 20:50:58.602502+00'),
	('49c98df2-9683-5607-baf4-b0b66192bbc2', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 20:50:58.602502+00'),
	('5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"What is known about this: The ministry''s site."}', '2026-11-30 20:50:58.602502+00'),
	('5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 20:50:58.602502+00'),
	('5b4960cf-b5cd-5368-928d-6dd69dfbba41', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 20:50:58.602502+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 4 by the end of 2026?"}', '2026-11-30 20:50:58.602502+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 20:50:58.602502+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 20:50:58.602502+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 3 by the end of 2026?"}', '2026-11-30 20:50:58.681234+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 20:50:58.681234+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 20:50:58.681234+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 3 by the end of 2026?"}', '2026-11-30 20:50:58.681234+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-30 20:50:58.681234+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-30 20:50:58.681234+00');
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
	('default', 'offline-1', true, 498908, 'binary', '{"kind":{"kind":"identity"},"reason":"0 outcomes are known, a map needs 100"}', '2026-11-30 20:50:55.84875+00');
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

## Cost: $0.007568

| Agent | Model | Calls | Input tokens | Output tokens | Cost |
| --- | --- | --- | --- | --- | --- |
| researcher | MiniMax-M2 | 13 | 23444 | 1219 | $0.004286 |
| forecaster | MiniMax-M2 | 5 | 10251 | 738 | $0.003282 |

| Budget | Limit | Spent | Left |
| --- | --- | --- | --- |
| tenant and day | $200.000000 | $0.007568 | $199.992432 |
| run | $20.000000 | $0.007568 | $19.992432 |
| each call | $2.000000 | – | – |
| forecaster, round 1 | $1.000000 | $0.003282 | $0.996718 |
| researcher, round 1 | $3.000000 | $0.004286 | $2.995714 |
| filter, round 1 | $0.300000 | $0.000000 | $0.300000 |
| researcher | $15.000000 | $0.004286 | $14.995714 |

Made 2026-11-30 20:50 UTC in 1 round(s) of research, 3 of 3 questions answered. Model: offline-1, prompts 010fa1bec5aa. Run `348065a6-ff1e-50df-8cfe-fef0f7d3e8c5`.
', '2026-11-30 20:50:55.874566+00');
INSERT INTO public.representation VALUES
	('token-zzzzzzz1zzzz', '', 'spot-token', 'spl', 'solana', '{"mint": "ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', true, '2026-11-30 20:50:56.475761+00');
INSERT INTO public.representation_context VALUES
	('mint', 'ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'token-zzzzzzz1zzzz');
INSERT INTO public.result VALUES
	('e382c6fd-f890-599c-be74-90d97e6eb336', 'classification', 'default', 'f2537a07-c611-50bb-9e80-59b46ace83b3', '348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', '{"classification":{"decidedBy":"DECIDER_RULE","event":{"id":"question-1","question":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","topic":"zebras"},"source":"tests","tenant":"default"},"interesting":true,"reason":"question asked","runId":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","score":1.0},"eventId":"question-1","eventJobId":"f2537a07-c611-50bb-9e80-59b46ace83b3","id":"e382c6fd-f890-599c-be74-90d97e6eb336","madeAt":"2026-11-30T20:50:52.587883038+00:00","runId":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default"}', '2026-11-30 20:50:52.587883+00', '2026-11-30 20:50:52.588385+00', '888'),
	('5eda07e8-7ddb-5ee0-a937-6ffa656129c7', 'forecast', 'default', 'f2537a07-c611-50bb-9e80-59b46ace83b3', '348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', '{"eventId":"question-1","eventJobId":"f2537a07-c611-50bb-9e80-59b46ace83b3","forecast":{"baseRates":[{"description":"most events that may happen within 31 days do not","kind":"reference_class","rate":0.2812284307723939,"source":"stated by the model"},{"description":"the market''s price when it was asked","kind":"market","rate":0.4,"source":"the event that asked"}],"budgets":[{"leftMicroUsd":"199992432","limitMicroUsd":"200000000","scope":"tenant:default:2026-11-30"},{"leftMicroUsd":"19992432","limitMicroUsd":"20000000","scope":"run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5"},{"leftMicroUsd":"2000000","limitMicroUsd":"2000000","scope":"call"},{"leftMicroUsd":"996718","limitMicroUsd":"1000000","scope":"agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1"},{"leftMicroUsd":"2995714","limitMicroUsd":"3000000","scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1"},{"leftMicroUsd":"300000","limitMicroUsd":"300000","scope":"agent:filter:f2537a07-c611-50bb-9e80-59b46ace83b3:r1"},{"leftMicroUsd":"14995714","limitMicroUsd":"15000000","scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3"}],"computed":0.2812284307723938,"confidence":0.05000000000000001,"costMicroUsd":"7568","costs":[{"agent":"researcher","calls":"13","costMicroUsd":"4286","inputTokens":"23444","model":"MiniMax-M2","outputTokens":"1219"},{"agent":"forecaster","calls":"5","costMicroUsd":"3282","inputTokens":"10251","model":"MiniMax-M2","outputTokens":"738"}],"estimates":[{"computed":0.28122843077239384,"confidence":0.05,"model":"offline-1","perspective":"base rate first","start":0.28122843077239384,"stated":0.2812284307723939,"view":0.28122843077239384},{"computed":0.28122843077239384,"confidence":0.05,"model":"offline-1","perspective":"evidence first","start":0.28122843077239384,"stated":0.2812284307723939,"view":0.28122843077239384},{"computed":0.28122843077239384,"confidence":0.05,"model":"offline-1","perspective":"what would have to be true","start":0.28122843077239384,"stated":0.2812284307723939,"view":0.28122843077239384}],"evidence":[{"direction":"EVIDENCE_DIRECTION_CONTEXT","estimates":3,"question":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","reference":"i1q1/f1"}],"evidenceUsed":["i1q1/f1"],"iterations":1,"lower":0.20497832964187282,"madeAt":"2026-11-30T20:50:55.836856488+00:00","model":"offline-1","ownView":0.2812284307723938,"pooled":0.4,"price":{"base":3.0,"price":0.4,"reason":"3 by default, times 1.00 for 31 days until the close","weight":3.0},"probability":0.4,"promptVersion":"010fa1bec5aa","questionsAnswered":3,"questionsAsked":3,"reasoning":"This is the offline model: it reads the findings and does not judge them. It starts from what the form of the question alone says, because no like questions are known. The Ministry of Zebras has published a report in every quarter since 2019 [i1q1/f1].","recalibration":"identity: 0 outcomes are known, a map needs 100","recommendation":{"action":"ACTION_ABSTAIN","edge":-0.11877156922760623,"netEdge":0.09877156922760623,"price":0.4,"reason":"the confidence of 0.05 is under 0.30; the price, with its costs, lies within the middle half of the own view, 0.196 to 0.386"},"run":{"asked":{"background":"The ministry publishes a report every quarter.","closes":"2026-12-31T23:59:59+00:00","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","topic":"zebras"},"askedAt":"2026-11-30T20:50:52.562183932+00:00","budgetMicroUsd":"20000000","eventId":"question-1","eventJobId":"f2537a07-c611-50bb-9e80-59b46ace83b3","id":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","reading":{"deadline":{"at":"2026-12-31T23:59:59+00:00","quote":"by the end of 2026"},"family":{"deadline":"2026-12-31T23:59:59+00:00","key":"eaffe153-4d43-55d9-a835-5b27a50cc1cb"}},"tenant":"default"},"samples":[0.28122843077239384,0.28122843077239384,0.28122843077239384],"stated":0.28122843077239384,"statedWeight":0.5,"upper":0.6328667171491633},"id":"5eda07e8-7ddb-5ee0-a937-6ffa656129c7","madeAt":"2026-11-30T20:50:55.874566988+00:00","reportKey":"runs/348065a6-ff1e-50df-8cfe-fef0f7d3e8c5/report.md","runId":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default"}', '2026-11-30 20:50:55.874566+00', '2026-11-30 20:50:55.890174+00', '982'),
	('9840da7a-477b-5348-bb0c-22728c8fe134', 'classification', 'default', '547b5006-44c5-5481-8ab5-c57248a54ac8', '7f96a149-1b72-5a76-b3ca-220bb5e48787', '{"classification":{"decidedBy":"DECIDER_RULE","event":{"id":"question-4","question":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","topic":"zebras"},"source":"tests","tenant":"default"},"interesting":true,"reason":"question asked","runId":"7f96a149-1b72-5a76-b3ca-220bb5e48787","score":1.0},"eventId":"question-4","eventJobId":"547b5006-44c5-5481-8ab5-c57248a54ac8","id":"9840da7a-477b-5348-bb0c-22728c8fe134","madeAt":"2026-11-30T20:50:55.979792282+00:00","runId":"7f96a149-1b72-5a76-b3ca-220bb5e48787","tenant":"default"}', '2026-11-30 20:50:55.979792+00', '2026-11-30 20:50:55.979582+00', '989'),
	('171b777c-c325-5859-8451-5ead16e5a1b5', 'classification', 'default', '62593234-1a7f-5a2b-84a9-b43cb657dfa7', 'f55c9762-b1b8-5e10-8e06-306b38dbc4c9', '{"classification":{"decidedBy":"DECIDER_RULE","event":{"id":"question-3","question":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 3 by the end of 2026?","topic":"zebras"},"source":"tests","tenant":"default"},"interesting":true,"reason":"question asked","runId":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","score":1.0},"eventId":"question-3","eventJobId":"62593234-1a7f-5a2b-84a9-b43cb657dfa7","id":"171b777c-c325-5859-8451-5ead16e5a1b5","madeAt":"2026-11-30T20:50:56.008101074+00:00","runId":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","tenant":"default"}', '2026-11-30 20:50:56.008101+00', '2026-11-30 20:50:56.007708+00', '996'),
	('87729f4b-6e97-5ede-a0ed-be1737c14f72', 'classification', 'default', '41ba4beb-03a0-503f-99d0-019eb046c5eb', NULL, '{"classification":{"decidedBy":"DECIDER_MODEL","event":{"id":"tx-1","source":"tests","tenant":"default","transaction":{"description":"wallet-1 swapped 50,000 USD","kind":"SWAP","legs":[{"amount":1000.0,"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","symbol":"ZEB1","usdValueMicroUsd":"50000000000"}],"program":"JUPITER","signature":"signature-1","usdValueMicroUsd":"50000000000","wallets":["wallet-1"]}},"identifiers":[{"fate":"FATE_RESEARCH","identifier":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}],"interesting":true,"promptVersion":"1044800cc953","reason":"Offline model: it moves 50000.00 dollars, it is a swap, and 1 of its tokens have not been researched.","score":0.883,"tasks":1},"eventId":"tx-1","eventJobId":"41ba4beb-03a0-503f-99d0-019eb046c5eb","id":"87729f4b-6e97-5ede-a0ed-be1737c14f72","madeAt":"2026-11-30T20:50:56.455015583+00:00","tenant":"default"}', '2026-11-30 20:50:56.455015+00', '2026-11-30 20:50:56.455528+00', '1011'),
	('4f74770d-0993-561d-bda6-abf3db8b54c6', 'classification', 'default', 'cd661a12-8561-5769-8954-7744a49d1e13', '92af55a8-21ee-5507-aa25-fd4b93f362d1', '{"classification":{"decidedBy":"DECIDER_RULE","event":{"id":"question-2","question":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 2 by the end of 2026?","topic":"zebras"},"source":"tests","tenant":"default"},"interesting":true,"reason":"question asked","runId":"92af55a8-21ee-5507-aa25-fd4b93f362d1","score":1.0},"eventId":"question-2","eventJobId":"cd661a12-8561-5769-8954-7744a49d1e13","id":"4f74770d-0993-561d-bda6-abf3db8b54c6","madeAt":"2026-11-30T20:50:56.455878604+00:00","runId":"92af55a8-21ee-5507-aa25-fd4b93f362d1","tenant":"default"}', '2026-11-30 20:50:56.455878+00', '2026-11-30 20:50:56.457389+00', '1012');
INSERT INTO public.run VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'default', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '{"id":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","asked":{"text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":"2026-12-31T23:59:59Z","market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-30T20:50:52.562183932Z","reading":{"deadline":{"at":"2026-12-31T23:59:59Z","quote":"by the end of 2026"},"counts":"","reporter":"","synonyms":[],"language":"","assumption":"","clarification":"","family":{"key":"eaffe153-4d43-55d9-a835-5b27a50cc1cb","deadline":"2026-12-31T23:59:59Z"}}}', 2, 'done', 1, 0, 5, '2026-11-30 21:00:53.455019+00', NULL, NULL, '2026-11-30 20:50:53.455309+00', '2026-11-30 20:50:55.861522+00', '', 'published', 'eaffe153-4d43-55d9-a835-5b27a50cc1cb', NULL),
	('f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 'default', '62593234-1a7f-5a2b-84a9-b43cb657dfa7', 'Will the Ministry of Zebras publish report number 3 by the end of 2026?', '{"id":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","tenant":"default","event":"question-3","event_job":"62593234-1a7f-5a2b-84a9-b43cb657dfa7","asked":{"text":"Will the Ministry of Zebras publish report number 3 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":"2026-12-31T23:59:59Z","market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-30T20:50:55.964944836Z","reading":{"deadline":{"at":"2026-12-31T23:59:59Z","quote":"by the end of 2026"},"counts":"","reporter":"","synonyms":[],"language":"","assumption":"","clarification":"","family":{"key":"f9e1b654-581a-569d-a61e-e91ff1b392c1","deadline":"2026-12-31T23:59:59Z"}}}', 2, 'waiting', 1, 1, 3, '2026-11-30 21:00:56.854646+00', NULL, NULL, '2026-11-30 20:50:56.854907+00', '2026-11-30 20:50:58.720765+00', '', 'none', 'f9e1b654-581a-569d-a61e-e91ff1b392c1', NULL),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'default', '547b5006-44c5-5481-8ab5-c57248a54ac8', 'Will the Ministry of Zebras publish report number 4 by the end of 2026?', '{"id":"7f96a149-1b72-5a76-b3ca-220bb5e48787","tenant":"default","event":"question-4","event_job":"547b5006-44c5-5481-8ab5-c57248a54ac8","asked":{"text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":"2026-12-31T23:59:59Z","market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-30T20:50:55.964092324Z","reading":{"deadline":{"at":"2026-12-31T23:59:59Z","quote":"by the end of 2026"},"counts":"","reporter":"","synonyms":[],"language":"","assumption":"","clarification":"","family":{"key":"a23776e1-9b76-5612-a85c-fb08fb622618","deadline":"2026-12-31T23:59:59Z"}}}', 2, 'analyzing', 1, 0, 4, '2026-11-30 21:00:56.821181+00', NULL, NULL, '2026-11-30 20:50:56.821499+00', '2026-11-30 20:50:58.667528+00', '', 'none', 'a23776e1-9b76-5612-a85c-fb08fb622618', NULL),
	('92af55a8-21ee-5507-aa25-fd4b93f362d1', 'default', 'cd661a12-8561-5769-8954-7744a49d1e13', 'Will the Ministry of Zebras publish report number 2 by the end of 2026?', '{"id":"92af55a8-21ee-5507-aa25-fd4b93f362d1","tenant":"default","event":"question-2","event_job":"cd661a12-8561-5769-8954-7744a49d1e13","asked":{"text":"Will the Ministry of Zebras publish report number 2 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":"2026-12-31T23:59:59Z","market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-30T20:50:56.441893444Z","reading":{"deadline":{"at":"2026-12-31T23:59:59Z","quote":"by the end of 2026"},"counts":"","reporter":"","synonyms":[],"language":"","assumption":"","clarification":"","family":{"key":"03e71ebf-b9c3-5e97-a233-218889086d79","deadline":"2026-12-31T23:59:59Z"}}}', 2, 'waiting', 1, 3, 1, '2026-11-30 21:00:57.301779+00', NULL, NULL, '2026-11-30 20:50:57.302046+00', '2026-11-30 20:50:57.302046+00', '', 'none', '03e71ebf-b9c3-5e97-a233-218889086d79', NULL);
INSERT INTO public.step VALUES
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'identify', '002c300f52f2330b031f22bd104ed866d3c1475c1ade8dc6cfa0c077714e3500', '\x7b226d696e74223a225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a222c226e616d65223a225a6562726120436f696e2031222c2273796d626f6c223a225a454231222c22646563696d616c73223a362c226d61726b65745f6361705f757364223a6e756c6c2c2274616773223a5b227a65627261225d2c2270726963655f757364223a6e756c6c2c2270726963655f6174223a6e756c6c2c2266697273745f706f6f6c5f6174223a6e756c6c2c22646576223a6e756c6c2c226465765f7368617265223a6e756c6c2c22746f705f686f6c646572735f7368617265223a6e756c6c2c22766f6c756d655f3234685f757364223a6e756c6c2c226c69717569646974795f757364223a6e756c6c2c22686f6c64657273223a6e756c6c2c226c61756e6368706164223a6e756c6c2c226772616475617465645f6174223a6e756c6c2c226d696e745f617574686f726974795f6f70656e223a6e756c6c2c22667265657a655f617574686f726974795f6f70656e223a6e756c6c2c22737573706963696f7573223a6e756c6c2c227665726966696564223a66616c73652c226f7267616e69635f6c6162656c223a6e756c6c2c2274776974746572223a6e756c6c2c2274656c656772616d223a6e756c6c2c2277656273697465223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f7274227d', '2026-11-30 20:50:56.466329+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d33305432303a35303a35362e3438393433343638362b30303a3030', '2026-11-30 20:50:56.4888+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'base rates', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x5b5d', '2026-11-30 20:50:55.397336+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'turns before round 1 is decided', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x32', '2026-11-30 20:50:55.40087+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'recalibration of offline-1', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x7b226b696e64223a7b226b696e64223a226964656e74697479227d2c22726561736f6e223a2230206f7574636f6d657320617265206b6e6f776e2c2061206d6170206e6565647320313030227d', '2026-11-30 20:50:55.849849+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'related forecasts', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x5b5d', '2026-11-30 20:50:55.857131+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'record beside the price', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x6e756c6c', '2026-11-30 20:50:55.853075+00'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'turns before round 1 is decided', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x32', '2026-11-30 20:50:58.686395+00'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'base rates', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x5b5d', '2026-11-30 20:50:58.679757+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-1', 'b602aa25cf6b5ceaf23e99ac16798dde10bfea4d0b2a9595566ba68ceed593bd', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3165376331663036656536323834393131306465373431315f30222c226e616d65223a226765745f746f6b656e5f6d65746164617461222c22696e707574223a7b226d696e74223a225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3165376331663036656536323834393131306465373431315f31222c226e616d65223a22636865636b5f727567636865636b222c22696e707574223a7b226d696e74223a225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3165376331663036656536323834393131306465373431315f32222c226e616d65223a226765745f70726963655f686973746f7279222c22696e707574223a7b226d696e74223a225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3165376331663036656536323834393131306465373431315f33222c226e616d65223a226765745f686f6c6465725f646973747269627574696f6e222c22696e707574223a7b226d696e74223a225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3165376331663036656536323834393131306465373431315f34222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a225a6562726120436f696e2031205a454231227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3436302c226f7574707574223a38332c2263616368655f72656164223a302c2263616368655f7772697465223a323431397d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f316537633166303665653632383439313130646537343131222c22636f7374223a313134357d', '2026-11-30 20:50:56.903005+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'call-0', '578918e592a9965faa221fbe9684eb466eab3506aca58c70e999609b9f634c7e', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226363393063306631315c222c5c22736f757263655c223a5c227337366564623133645c222c5c22746578745c223a5c225a6562726120436f696e203120285a454231292c206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2c206973206e6f74206f6e204a7570697465722773207665726966696564206c6973742e5c227d2c7b5c2269645c223a5c226335383438356664345c222c5c22736f757263655c223a5c227337366564623133645c222c5c22746578745c223a5c224279204a7570697465722c2074686520697373756572206f66205a6562726120436f696e203120285a45423129207374617465732074686520776562736974652068747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e5c227d5d2c5c22646174615c223a7b5c22646563696d616c735c223a362c5c226d696e745c223a5c225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a5c222c5c226e616d655c223a5c225a6562726120436f696e20315c222c5c2273796d626f6c5c223a5c225a4542315c222c5c22746167735c223a5b5c227a656272615c225d2c5c2276657269666965645c223a66616c73652c5c22776562736974655c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72745c227d2c5c22736f757263655c223a5c227337366564623133645c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22733736656462313364222c2275726c223a22746f6f6c3a6765745f746f6b656e5f6d657461646174612f5a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a222c227469746c65223a224a757069746572206f6e206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a222c227075626c6973686572223a224a757069746572222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305432303a35303a35362e3438393433343638365a222c2274696572223a227365636f6e64617279222c22746965725f726561736f6e223a22646174612073657276696365222c22636f6e74656e745f68617368223a2264623236383538656136323530336134396532663739613961346639646537373364386439316237653531323436313465306531623038656331313331336437227d5d2c22636c61696d73223a5b7b226964223a22636339306330663131222c22736f75726365223a22733736656462313364222c2274657874223a225a6562726120436f696e203120285a454231292c206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2c206973206e6f74206f6e204a7570697465722773207665726966696564206c6973742e222c2271756f7465223a22222c2264617465223a22227d2c7b226964223a22633538343835666434222c22736f75726365223a22733736656462313364222c2274657874223a224279204a7570697465722c2074686520697373756572206f66205a6562726120436f696e203120285a45423129207374617465732074686520776562736974652068747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e222c2271756f7465223a22222c2264617465223a22227d5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f7274225d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2261736b3a6765745f746f6b656e5f6d657461646174613f7b5c226d696e745c223a5c225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a5c227d222c2268617368223a2234323266323936663465643132656464366635333930326662393331376663333565663432623032653532646330303836386435363337323134643732343138222c22626f6479223a227b5c226d696e745c223a5c225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a5c222c5c226e616d655c223a5c225a6562726120436f696e20315c222c5c2273796d626f6c5c223a5c225a4542315c222c5c22646563696d616c735c223a362c5c226d61726b65745f6361705f7573645c223a6e756c6c2c5c22746167735c223a5b5c227a656272615c225d2c5c2270726963655f7573645c223a6e756c6c2c5c2270726963655f61745c223a6e756c6c2c5c2266697273745f706f6f6c5f61745c223a6e756c6c2c5c226465765c223a6e756c6c2c5c226465765f73686172655c223a6e756c6c2c5c22746f705f686f6c646572735f73686172655c223a6e756c6c2c5c22766f6c756d655f3234685f7573645c223a6e756c6c2c5c226c69717569646974795f7573645c223a6e756c6c2c5c22686f6c646572735c223a6e756c6c2c5c226c61756e63687061645c223a6e756c6c2c5c226772616475617465645f61745c223a6e756c6c2c5c226d696e745f617574686f726974795f6f70656e5c223a6e756c6c2c5c22667265657a655f617574686f726974795f6f70656e5c223a6e756c6c2c5c22737573706963696f75735c223a6e756c6c2c5c2276657269666965645c223a66616c73652c5c226f7267616e69635f6c6162656c5c223a6e756c6c2c5c22747769747465725c223a6e756c6c2c5c2274656c656772616d5c223a6e756c6c2c5c22776562736974655c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72745c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a3432317d', '2026-11-30 20:50:56.91414+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'call-3', '3992ce1987066072433fcf32267e6a460bf525bb3cf4a1c6a1f8b6615aadf989', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c226b6e6f776e5c223a66616c73652c5c22726561736f6e5c223a5c2274686520686f6c6465722073657276696365206b6e6f7773206e6f206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b5d2c22636c61696d73223a5b5d2c227072696e7473223a5b5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2261736b3a6765745f686f6c6465725f646973747269627574696f6e3f7b5c226d696e745c223a5c225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a5c227d222c2268617368223a2237343233346539386166653734393866623564616631663336616332643738616363333339343634663935303730336238633031393839326639383262393062222c22626f6479223a226e756c6c227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a747275652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a3432347d', '2026-11-30 20:50:56.91699+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'call-2', '423d34677b73091a7b76b7d6ed58c92c958740ce4bbe4909bcdabb78941f7083', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c226b6e6f776e5c223a66616c73652c5c22726561736f6e5c223a5c2265766572792070726963652073657276696365206b6e6f7773206e6f206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b5d2c22636c61696d73223a5b5d2c227072696e7473223a5b5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2261736b3a6765745f70726963655f686973746f72793f7b5c22646179735c223a372c5c226d696e745c223a5c225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a5c227d222c2268617368223a2237343233346539386166653734393866623564616631663336616332643738616363333339343634663935303730336238633031393839326639383262393062222c22626f6479223a226e756c6c227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a747275652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a3432357d', '2026-11-30 20:50:56.917643+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d33305432303a35303a35372e3331373830393338312b30303a3030', '2026-11-30 20:50:57.317377+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d33305432303a35303a35372e3332383239313430302b30303a3030', '2026-11-30 20:50:57.329044+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'official_site', '999b9a0a054f39fe5ea3797d15baf114954a1a37173d218b1edc048bef2fa6b6', '\x6e756c6c', '2026-11-30 20:50:57.33078+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'call-1', '0b6c9b2c4fe7c95c4d7c9ebd2a1792b6396fcaa0a4dd53441ad5fa8a2eb6a0a2', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226333336662366336305c222c5c22736f757263655c223a5c227338626665656437325c222c5c22746578745c223a5c22527567436865636b206769766573205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2061207269736b2073636f7265206f662031206f6e2061207363616c652066726f6d203020746f203130303b20686967686572206973207269736b6965722e5c227d2c7b5c2269645c223a5c226330313065653331625c222c5c22736f757263655c223a5c227338626665656437325c222c5c22746578745c223a5c225468652073756d206f66207468652073636f726573206f6620616c6c207269736b73207468617420527567436865636b206e616d6573206f66205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a20697320312c20776869636820686173206e6f207570706572206c696d69742e5c227d2c7b5c2269645c223a5c226338303363626439385c222c5c22736f757263655c223a5c227338626665656437325c222c5c22746578745c223a5c22527567436865636b206e616d6573206e6f207269736b206f66205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2e5c227d5d2c5c22646174615c223a7b5c2273636f72655c223a312e302c5c2273636f72655f6e6f726d616c697365645c223a312e307d2c5c22736f757263655c223a5c227338626665656437325c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22733862666565643732222c2275726c223a22746f6f6c3a636865636b5f727567636865636b2f5a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a222c227469746c65223a22527567436865636b206f6e206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a222c227075626c6973686572223a22527567436865636b222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305432303a35303a35362e3438393433343638365a222c2274696572223a227365636f6e64617279222c22746965725f726561736f6e223a22646174612073657276696365222c22636f6e74656e745f68617368223a2265636464363335623933333364396461343662633435626363356139363665336534363533633264663431373231656638356239306332363235353538383665227d5d2c22636c61696d73223a5b7b226964223a22633333666236633630222c22736f75726365223a22733862666565643732222c2274657874223a22527567436865636b206769766573205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2061207269736b2073636f7265206f662031206f6e2061207363616c652066726f6d203020746f203130303b20686967686572206973207269736b6965722e222c2271756f7465223a22222c2264617465223a22227d2c7b226964223a22633031306565333162222c22736f75726365223a22733862666565643732222c2274657874223a225468652073756d206f66207468652073636f726573206f6620616c6c207269736b73207468617420527567436865636b206e616d6573206f66205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a20697320312c20776869636820686173206e6f207570706572206c696d69742e222c2271756f7465223a22222c2264617465223a22227d2c7b226964223a22633830336362643938222c22736f75726365223a22733862666565643732222c2274657874223a22527567436865636b206e616d6573206e6f207269736b206f66205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2e222c2271756f7465223a22222c2264617465223a22227d5d2c227072696e7473223a5b5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2261736b3a636865636b5f727567636865636b3f7b5c226d696e745c223a5c225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a5c227d222c2268617368223a2262346332383865393062653232343539343134303430346333386131363638323933313031356635303664353336356462376631353265623065376332366166222c22626f6479223a227b5c2270726963655f7573645c223a6e756c6c2c5c2270726963655f61745c223a6e756c6c2c5c2264657465637465645f61745c223a6e756c6c2c5c2263726561746f725c223a6e756c6c2c5c226465765f73686172655c223a6e756c6c2c5c22746f7031305f73686172655c223a6e756c6c2c5c226c6172676573745f73686172655c223a6e756c6c2c5c22696e73696465725f73686172655c223a6e756c6c2c5c22696e7369646572735c223a6e756c6c2c5c226163636f756e74735f6c6566745f6f75745c223a6e756c6c2c5c226c705f6c6f636b65645f73686172655c223a6e756c6c2c5c226c69717569646974795f7573645c223a6e756c6c2c5c22686f6c646572735c223a6e756c6c2c5c227275676765645c223a6e756c6c2c5c2273636f72655c223a312e302c5c2273636f72655f6e6f726d616c697365645c223a312e302c5c227269736b735c223a5b5d2c5c226d696e745f617574686f726974795f6f70656e5c223a6e756c6c2c5c22667265657a655f617574686f726974795f6f70656e5c223a6e756c6c2c5c227472616e736665725f6665655f7063745c223a6e756c6c2c5c226c6f636b65645f756e74696c5c223a6e756c6c7d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a3432327d', '2026-11-30 20:50:56.914798+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'official_site', '999b9a0a054f39fe5ea3797d15baf114954a1a37173d218b1edc048bef2fa6b6', '\x6e756c6c', '2026-11-30 20:50:57.326954+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'snippets-0841866c', '92f76cdfe52729e2d718a55da1602521621f739e3bc473f99a544a0d5a29447a', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3433316330323837656337623233323737656335646562345f30222c226e616d65223a22657874726163745f736e69707065745f636c61696d73222c22696e707574223a7b22736e69707065745f636c61696d73223a5b7b2264617465223a22222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c22726573756c74223a312c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3136392c226f7574707574223a36302c2263616368655f72656164223a3530382c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f343331633032383765633762323332373765633564656234222c22636f7374223a3133387d', '2026-11-30 20:50:57.327888+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d33305432303a35303a35372e3333333831393337312b30303a3030', '2026-11-30 20:50:57.333026+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'call-4', '15e5c37d6ddac7b0fda9d9e8264444b37932b378b35b1ae48d7ac1cc8d1835dd', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226362343834646130385c222c5c226b696e645c223a5c22736e69707065745c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e5c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c22736f757263655c223a5c227365666132663961655c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c22736f757263655c223a5c227336626431646137315c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305432303a35303a35362e3438393433343638365a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305432303a35303a35362e3438393433343638365a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b7b226964223a22636234383464613038222c22736f75726365223a22736566613266396165222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2264617465223a22222c226b696e64223a22736e6970706574227d5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a3133382c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c225a6562726120436f696e2031205a4542315c227d222c2268617368223a2238623661363138666366303063616131643130333935373632323038323031656663656431383263656137626135346431626339343264313763313733666461222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a3834327d', '2026-11-30 20:50:57.335874+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'turn-1', 'f119741db59a9623ff9d258279586bfb5e376792f6c712c8531298da825b065b', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3635363935333032383233303030646632336261633130635f30222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a2257686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3236302c226f7574707574223a31372c2263616368655f72656164223a313832352c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f363536393533303238323330303064663233626163313063222c22636f7374223a3135347d', '2026-11-30 20:50:57.737471+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'turn-1', '53348b6d66065fb343d584040dac7031fd1cbb1844762c9e2bb74293b926d0b2', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6564363634643663376537656336353664656337363166365f30222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a2257696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3236362c226f7574707574223a32342c2263616368655f72656164223a313832352c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f656436363464366337653765633635366465633736316636222c22636f7374223a3136347d', '2026-11-30 20:50:57.744708+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-2', 'f1ae41e1b4953fdde83d2d635c9e86607946040fae739aa9622907d1a4ff66ab', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3663323537636236383762663261663630646134643433365f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3663323537636236383762663261663630646134643433365f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a323431392c2263616368655f7772697465223a3936307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f366332353763623638376266326166363064613464343336222c22636f7374223a3435317d', '2026-11-30 20:50:57.750468+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'call-0', '538a56e60c2918c13627906b301b75a02065be65fcb32497a7ebf54e8336c5f7', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c22736f757263655c223a5c227365666132663961655c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c22736f757263655c223a5c227336626431646137315c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305432303a35303a35372e3331373830393338315a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305432303a35303a35372e3331373830393338315a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c2257686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e5c227d222c2268617368223a2265333935303136346163353338623966653063336263616264376366306634666263643339343834636331313031656263336635626331643333353936633338222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e2049742077696c6c20686972652070656f706c6520696e20323032372e205a6562726120436f696e206973206e6f742069737375656420627920746865206d5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a3432387d', '2026-11-30 20:50:57.74839+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'turn-1', '4698abddc4da53f28695978e55b877432a480b53e304568cff608de582ccdd4a', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3530363063653435646131653765623331333936383066335f30222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a22486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3237352c226f7574707574223a33322c2263616368655f72656164223a313832352c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f353036306365343564613165376562333133393638306633222c22636f7374223a3137367d', '2026-11-30 20:50:57.754383+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'snippets-568ec297', '76b3a979b025356f27a63d5f932e94d5ffe774aa08f66046c361993c65ece96e', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3666653931633939663133653431323330313935356637665f30222c226e616d65223a22657874726163745f736e69707065745f636c61696d73222c22696e707574223a7b22736e69707065745f636c61696d73223a5b7b2264617465223a22222c2271756f7465223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c22726573756c74223a312c2274657874223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c22726573756c74223a322c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3230322c226f7574707574223a3132302c2263616368655f72656164223a3530382c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f366665393163393966313365343132333031393535663766222c22636f7374223a3232307d', '2026-11-30 20:50:58.168132+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'turn-2', '801e1cef0f904db1eed8133ff790ce76df7c111fbf99f48619c1588d4364c8d5', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3439643135343562373365633665306436333733356633615f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3439643135343562373365633665306436333733356633615f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a313832352c2263616368655f7772697465223a3333347d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f343964313534356237336563366530643633373335663361222c22636f7374223a3139387d', '2026-11-30 20:50:58.168132+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'read-sefa2f9ae', 'e6c180ad7e884c0d0f8c18f2150dd8809d20ec70770c839383dbf6b3727e065b', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6533373631663766623965376362303730383033396332645f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3232392c226f7574707574223a39382c2263616368655f72656164223a3637352c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f653337363166376662396537636230373038303339633264222c22636f7374223a3230377d', '2026-11-30 20:50:58.17555+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'call-0', '60c1006de789c70216d7a295943a989c3abb57cd90800c247360a26b7093037a', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226362363662646238385c222c5c226b696e645c223a5c22736e69707065745c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c2269645c223a5c226362623061346162635c222c5c226b696e645c223a5c22736e69707065745c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c22736f757263655c223a5c227365666132663961655c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c22736f757263655c223a5c227336626431646137315c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305432303a35303a35372e3333333831393337315a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305432303a35303a35372e3333333831393337315a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b7b226964223a22636236366264623838222c22736f75726365223a22736566613266396165222c2274657874223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22222c226b696e64223a22736e6970706574227d2c7b226964223a22636262306134616263222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22222c226b696e64223a22736e6970706574227d5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a3232332c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c22486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f5c227d222c2268617368223a2265333935303136346163353338623966653063336263616264376366306634666263643339343834636331313031656263336635626331643333353936633338222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e2049742077696c6c20686972652070656f706c6520696e20323032372e205a6562726120436f696e206973206e6f742069737375656420627920746865206d5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a3835337d', '2026-11-30 20:50:58.190166+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'read-sefa2f9ae', '994a7d580f77da69099443c25b6d4ad90d2cba020f1e839348beedf1f775799e', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3066363163663938306632303234396135613138363436355f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e227d2c7b2264617465223a22222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3137332c226f7574707574223a3134312c2263616368655f72656164223a3637352c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f306636316366393830663230323439613561313836343635222c22636f7374223a3234327d', '2026-11-30 20:50:58.610687+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'call-0', 'da60327a048a74c5cb47a3de2ceeb88126afd646a682974713ca00711a61d660', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226362363662646238385c222c5c226b696e645c223a5c22736e69707065745c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c2269645c223a5c226362623061346162635c222c5c226b696e645c223a5c22736e69707065745c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c22736f757263655c223a5c227365666132663961655c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c22736f757263655c223a5c227336626431646137315c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305432303a35303a35372e3332383239313430305a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305432303a35303a35372e3332383239313430305a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b7b226964223a22636236366264623838222c22736f75726365223a22736566613266396165222c2274657874223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22222c226b696e64223a22736e6970706574227d2c7b226964223a22636262306134616263222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22222c226b696e64223a22736e6970706574227d5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a3232302c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c2257696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f5c227d222c2268617368223a2265333935303136346163353338623966653063336263616264376366306634666263643339343834636331313031656263336635626331643333353936633338222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e2049742077696c6c20686972652070656f706c6520696e20323032372e205a6562726120436f696e206973206e6f742069737375656420627920746865206d5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a3834347d', '2026-11-30 20:50:58.177447+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'snippets-568ec297', 'be37c2ba6ce63641b137178e4fde48c9f6f99ae1f8aa1e1378687cedf850cafa', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6333313734326437386130346365373565373432626638395f30222c226e616d65223a22657874726163745f736e69707065745f636c61696d73222c22696e707574223a7b22736e69707065745f636c61696d73223a5b7b2264617465223a22222c2271756f7465223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c22726573756c74223a312c2274657874223a225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c22726573756c74223a322c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3231312c226f7574707574223a3132302c2263616368655f72656164223a3530382c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f633331373432643738613034636537356537343262663839222c22636f7374223a3232337d', '2026-11-30 20:50:58.179137+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'read-s6bd1da71', '8867d129f2ee4a3aab41c0d2950d84fc1460fe2ca17f2174f227e5860dc2a68d', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3132356665313864336438383339373834643733623831345f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3137362c226f7574707574223a34392c2263616368655f72656164223a3637352c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f313235666531386433643838333937383464373362383134222c22636f7374223a3133327d', '2026-11-30 20:50:58.179137+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'call-5', 'caacaa91ff7254df5e94dd94d9fd4cc7479b61ee8063283a5b56eb2de352c110', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226365363535376634645c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c2269645c223a5c226362343834646130385c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e5c227d5d2c5c226c656e6774685c223a3235322c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c227a65627261732e6578616d706c655c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305432303a35303a35362e3438393433343638365a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538227d5d2c22636c61696d73223a5b7b226964223a22636536353537663464222c22736f75726365223a22736566613266396165222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22227d2c7b226964223a22636234383464613038222c22736f75726365223a22736566613266396165222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2264617465223a22227d5d2c227072696e7473223a5b5b22736566613266396165222c7b2272756e73223a34332c226c65617374223a5b3332323130363637373739323635393436302c313137363736373535383331363336383332362c313630323730323439363239343433353730312c323332333439363935383138373737383734372c323435383939313534303139353431323434312c333033303835303237373139303332343339342c353036323232393234303831383639393937302c353831303239303230303736343033393533352c363931363634353539303134353738373430392c373333393231393438363237343038313433322c383336343438323835353238323339343537312c383438343034303936323630323738353435312c383734323730323738383838353735323036382c383734383934353338323731303333383530382c383838343936313832383939313435353435382c393134303833393032393532383033343437372c393332393939333439343734313536393234322c393832383536363931323530323534393831372c31303032353737323138313036393530313334392c31303332303935363133383836363836313733372c31303432343637313239353435313432373237312c31303434373835383439303333333335313436352c31303839323333303136343131343134363630302c31313236383338373030383230353130333332392c31313439353735333330353534333937383435392c31313633393535363330343630373234333038372c31313836313932373436353332393431343630362c31323232303237373933383338303035323332392c31323332363433393734353432393131333139312c31323333393134303035373736313434333939372c31323530313632343031333432363938343037352c31323637393039353739313535383635393338302c31333633313236393531313332333533383439352c31343231383233333935383530363732333931322c31343639313034303235383630343537353235362c31343639333933373232383930363731393639302c31343739323635323536363934373632383032332c31353130303936353235333534393731343537392c31353235313939383534333932333934303834332c31353835303038393538343735303135393538322c31363832373835393638303536353633393234352c31373930343632313833373937333930393732392c31373934353332333632343332323936353139355d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3230372c226261736573223a5b7b2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a313638387d', '2026-11-30 20:50:58.186712+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'call-6', 'd21acaaaeb978ee3f87722888efd75dde48a2802c7758a88e1586ccaf73a1f69', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226362623061346162635c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c226c656e6774685c223a36382c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c226e6577732e6578616d706c655c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305432303a35303a35362e3438393433343638365a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635227d5d2c22636c61696d73223a5b7b226964223a22636262306134616263222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22227d5d2c227072696e7473223a5b5b22733662643164613731222c7b2272756e73223a392c226c65617374223a5b3931373534323533313337313436373235322c343938313433313838303331363937323339392c353033303333383233363231313139373036322c353833303732383937323037303237363631302c353939323532373130303339343835383337342c383232373132323432383837393733323938332c31303838323130383038373139373838333232312c31333030373430333531383430303334353736382c31373935363535393936353030303333303136345d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3133322c226261736573223a5b7b2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c2268617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a313639307d', '2026-11-30 20:50:58.186712+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'call-2', 'd21acaaaeb978ee3f87722888efd75dde48a2802c7758a88e1586ccaf73a1f69', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226362623061346162635c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c226c656e6774685c223a36382c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c226e6577732e6578616d706c655c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305432303a35303a35372e3331373830393338315a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635227d5d2c22636c61696d73223a5b7b226964223a22636262306134616263222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22227d5d2c227072696e7473223a5b5b22733662643164613731222c7b2272756e73223a392c226c65617374223a5b3931373534323533313337313436373235322c343938313433313838303331363937323339392c353033303333383233363231313139373036322c353833303732383937323037303237363631302c353939323532373130303339343835383337342c383232373132323432383837393733323938332c31303838323130383038373139373838333232312c31333030373430333531383430303334353736382c31373935363535393936353030303333303136345d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3131362c226261736573223a5b7b2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c2268617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a313331337d', '2026-11-30 20:50:58.679993+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'call-1', 'caacaa91ff7254df5e94dd94d9fd4cc7479b61ee8063283a5b56eb2de352c110', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c2269645c223a5c226365363535376634645c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c2269645c223a5c226336383465333739665c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e5c227d2c7b5c2269645c223a5c226362343834646130385c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e5c227d5d2c5c226c656e6774685c223a3235322c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c227a65627261732e6578616d706c655c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d33305432303a35303a35372e3331373830393338315a222c2274696572223a226f74686572222c22746965725f726561736f6e223a22222c22636f6e74656e745f68617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538227d5d2c22636c61696d73223a5b7b226964223a22636536353537663464222c22736f75726365223a22736566613266396165222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22227d2c7b226964223a22633638346533373966222c22736f75726365223a22736566613266396165222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2264617465223a22227d2c7b226964223a22636234383464613038222c22736f75726365223a22736566613266396165222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2264617465223a22227d5d2c227072696e7473223a5b5b22736566613266396165222c7b2272756e73223a34332c226c65617374223a5b3332323130363637373739323635393436302c313137363736373535383331363336383332362c313630323730323439363239343433353730312c323332333439363935383138373737383734372c323435383939313534303139353431323434312c333033303835303237373139303332343339342c353036323232393234303831383639393937302c353831303239303230303736343033393533352c363931363634353539303134353738373430392c373333393231393438363237343038313433322c383336343438323835353238323339343537312c383438343034303936323630323738353435312c383734323730323738383838353735323036382c383734383934353338323731303333383530382c383838343936313832383939313435353435382c393134303833393032393532383033343437372c393332393939333439343734313536393234322c393832383536363931323530323534393831372c31303032353737323138313036393530313334392c31303332303935363133383836363836313733372c31303432343637313239353435313432373237312c31303434373835383439303333333335313436352c31303839323333303136343131343134363630302c31313236383338373030383230353130333332392c31313439353735333330353534333937383435392c31313633393535363330343630373234333038372c31313836313932373436353332393431343630362c31323232303237373933383338303035323332392c31323332363433393734353432393131333139312c31323333393134303035373736313434333939372c31323530313632343031333432363938343037352c31323637393039353739313535383635393338302c31333633313236393531313332333533383439352c31343231383233333935383530363732333931322c31343639313034303235383630343537353235362c31343639333933373232383930363731393639302c31343739323635323536363934373632383032332c31353130303936353235333534393731343537392c31353235313939383534333932333934303834332c31353835303038393538343735303135393538322c31363832373835393638303536353633393234352c31373930343632313833373937333930393732392c31373934353332333632343332323936353139355d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3234322c226261736573223a5b7b2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a302c2269735f72656675736564223a66616c73657d7d2c22776f726b65645f6d73223a313336387d', '2026-11-30 20:50:58.702647+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'turn-2', '5a3acf873bd609b78dcd30c7ede6e4db49cf6e21dca8cb5da06eec070c30cedc', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6339383362363833613032626236336639323361373239625f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6339383362363833613032626236336639323361373239625f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a313832352c2263616368655f7772697465223a3434347d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f633938336236383361303262623633663932336137323962222c22636f7374223a3234307d', '2026-11-30 20:50:58.610687+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'turn-2', 'bfaea7d3c742a5f94d25ccb09366892a5f37f438fb3782c176d3da0a2900af65', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3931333632356664663130643563643335653462393065365f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3931333632356664663130643563643335653462393065365f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a313832352c2263616368655f7772697465223a3432377d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f393133363235666466313064356364333565346239306536222c22636f7374223a3233337d', '2026-11-30 20:50:58.610687+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'read-s6bd1da71', '4aef95c7f1c02dbeaaba29d534f11b8c466bb208ad7812c9190df34e91c55331', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3136633766633537373736376339386232393833383732395f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3132302c226f7574707574223a34392c2263616368655f72656164223a3637352c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f313663376663353737373637633938623239383338373239222c22636f7374223a3131367d', '2026-11-30 20:50:58.610687+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-3', '1735de27f4dc9b6f85a9251f48b0534b8193b298156bfa4c87b54072a57709a9', '\x7b22626c6f636b73223a5b7b2274797065223a2274657874222c2274657874223a225b6f66666c696e652d315d204920616d20746865206f66666c696e65206d6f64656c3a204920616e737765722062792072756c657320616e642062792065787472616374696f6e2c206e6f742062792061206c616e6775616765206d6f64656c2e5c6e5468617420697320616c6c2074686174204920666f756e642e227d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3338366664303633613262303737383638616533623634365f30222c226e616d65223a2273746f72655f72657365617263685f726573756c7473222c22696e707574223a7b22636f6e666964656e6365223a302e37352c2266696e64696e6773223a5b7b22636c61696d73223a5b22636339306330663131225d2c22696d706f7274616e6365223a312e302c22736f7572636573223a5b22733736656462313364225d2c2274657874223a225a6562726120436f696e203120285a454231292c206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2c206973206e6f74206f6e204a7570697465722773207665726966696564206c6973742e227d2c7b22636c61696d73223a5b22633538343835666434225d2c22696d706f7274616e6365223a302e372c22736f7572636573223a5b22733736656462313364225d2c2274657874223a224279204a7570697465722c2074686520697373756572206f66205a6562726120436f696e203120285a45423129207374617465732074686520776562736974652068747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e227d2c7b22636c61696d73223a5b22633333666236633630225d2c22696d706f7274616e6365223a302e363030303030303030303030303030312c22736f7572636573223a5b22733862666565643732225d2c2274657874223a22527567436865636b206769766573205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2061207269736b2073636f7265206f662031206f6e2061207363616c652066726f6d203020746f203130303b20686967686572206973207269736b6965722e227d2c7b22636c61696d73223a5b22633031306565333162225d2c22696d706f7274616e6365223a302e363030303030303030303030303030312c22736f7572636573223a5b22733862666565643732225d2c2274657874223a225468652073756d206f66207468652073636f726573206f6620616c6c207269736b73207468617420527567436865636b206e616d6573206f66205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a20697320312c20776869636820686173206e6f207570706572206c696d69742e227d2c7b22636c61696d73223a5b22633830336362643938225d2c22696d706f7274616e6365223a302e352c22736f7572636573223a5b22733862666565643732225d2c2274657874223a22527567436865636b206e616d6573206e6f207269736b206f66205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2e227d2c7b22636c61696d73223a5b22636234383464613038225d2c22696d706f7274616e6365223a302e352c22736f7572636573223a5b22736566613266396165225d2c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e227d2c7b22636c61696d73223a5b22636536353537663464225d2c22696d706f7274616e6365223a302e342c22736f7572636573223a5b22736566613266396165225d2c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b22636c61696d73223a5b22636262306134616263225d2c22696d706f7274616e6365223a302e342c22736f7572636573223a5b22733662643164613731225d2c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d2c226f70656e5175657374696f6e73223a5b5d2c227269736b73223a5b5d2c2273756d6d617279223a225a6562726120436f696e203120285a454231292c206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2c206973206e6f74206f6e204a7570697465722773207665726966696564206c6973742e204279204a7570697465722c2074686520697373756572206f66205a6562726120436f696e203120285a45423129207374617465732074686520776562736974652068747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e222c2274696d656c696e65223a5b5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a3435352c2263616368655f72656164223a333337392c2263616368655f7772697465223a3139367d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f333836666430363361326230373738363861653362363436222c22636f7374223a3732317d', '2026-11-30 20:50:58.618197+00');
INSERT INTO public.verdict_0 VALUES
	('f2537a07-c611-50bb-9e80-59b46ace83b3', NULL, NULL, NULL, NULL, NULL, 0, NULL),
	('547b5006-44c5-5481-8ab5-c57248a54ac8', NULL, NULL, NULL, NULL, NULL, 0, NULL),
	('62593234-1a7f-5a2b-84a9-b43cb657dfa7', NULL, NULL, NULL, NULL, NULL, 0, NULL),
	('cd661a12-8561-5769-8954-7744a49d1e13', NULL, NULL, NULL, NULL, NULL, 0, NULL),
	('41ba4beb-03a0-503f-99d0-019eb046c5eb', NULL, NULL, NULL, NULL, NULL, 0, NULL);
INSERT INTO public.verdict_period VALUES
	(0, '2026-11-30 20:50:51.86809+00', NULL);
INSERT INTO public.worker_model VALUES
	('researcher', '{"base_url":"http://127.0.0.1:36215/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"researcher"}', '2026-11-30 20:50:52.420442+00', NULL),
	('classifier', '{"base_url":"http://127.0.0.1:36215/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"classifier"}', '2026-11-30 20:50:52.44428+00', NULL),
	('filter', '{"base_url":"http://127.0.0.1:36215/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"filter"}', '2026-11-30 20:50:52.475901+00', NULL),
	('forecaster', '{"base_url":"http://127.0.0.1:36215/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"forecaster"}', '2026-11-30 20:50:52.507248+00', NULL),
	('writer', '{"base_url":"http://127.0.0.1:36215/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"writer"}', '2026-11-30 20:50:52.53393+00', NULL);
SELECT pg_catalog.setval('public.answer_outcome_id_seq', 1, false);
SELECT pg_catalog.setval('public.entity_fence', 1, true);
SELECT pg_catalog.setval('public.fact_id_seq', 1, false);
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
ALTER TABLE ONLY public.budget_refusal
    ADD CONSTRAINT budget_refusal_pkey PRIMARY KEY (tenant, day, agent, budget);
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
CREATE INDEX budget_refusal_day ON public.budget_refusal USING btree (day);
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
CREATE INDEX evidence_entity ON public.evidence USING btree (entity, tenant, stored_at DESC) WHERE (entity IS NOT NULL);
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
CREATE INDEX note_search_version ON public.note USING btree (search_version, made_at DESC, id DESC) WHERE (ended_at IS NULL);
CREATE INDEX note_sighting_entity ON public.note_sighting USING btree (entity, tenant, made_at) WHERE (entity IS NOT NULL);
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
CREATE INDEX research_search_version ON public.research USING btree (search_version, made_at DESC, entity DESC, version DESC) WHERE (ended_at IS NULL);
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
