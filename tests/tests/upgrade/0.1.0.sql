CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';
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
CREATE TABLE public.entity_key (
    kind smallint NOT NULL,
    key text NOT NULL,
    tenant text DEFAULT ''::text NOT NULL,
    rank smallint DEFAULT 1 NOT NULL,
    entity text NOT NULL
);
CREATE TABLE public.entity_lease (
    entity text NOT NULL,
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
    search tsvector GENERATED ALWAYS AS (to_tsvector('english'::regconfig, ((((((summary || ' '::text) || keywords) || ' '::text) || tags) || ' '::text) || text))) STORED
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
    search tsvector GENERATED ALWAYS AS (to_tsvector('english'::regconfig, ((replace(entity, '-'::text, ' '::text) || ' '::text) || summary))) STORED
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
            WHEN (s.unpublished IS NULL) THEN COALESCE(((f.approved ->> 'probability'::text))::double precision, f.probability)
            ELSE NULL::double precision
        END AS probability,
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
    tokens_written
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
	(1, 'journal', '2026-11-28 14:16:47.187222+00', true, '\xf15ef11b2c22e8bdcbb10e956c8645cc17cd14e0029aa6d17c11a3a1686c67fef200369a87be815b0c1b321db2f00478', 278337923),
	(2, 'ledger', '2026-11-28 14:16:47.468548+00', true, '\xd1447d6cf185d2343ab4b100985a40318419854799b8766c74d53a4a5ce502227baf587af9decfe26d8ad98e7d66d8b1', 172729433),
	(3, 'events', '2026-11-28 14:16:47.642077+00', true, '\x17f9dc9db11f8ffd97413a05aedda272ec7ec5305574057256e7260ee3fabadb00e47915ed4383804ff9e3147365186a', 168421948),
	(4, 'runs', '2026-11-28 14:16:47.811733+00', true, '\xb7693f43d084ddf4e3054ebaa91abdbd592ef484a337c8b0aed9557e3ad893d723a4b43e43107160babc4d51f0aeb253', 60952286),
	(5, 'outcomes', '2026-11-28 14:16:47.87394+00', true, '\x9adf006cb0594c32afa6451ddbf0ea53f914a9d7aa503fe189a4c1959e1e2f3db79bc9ef51e45ffad794e3bb7b7cb715', 187694334),
	(6, 'results', '2026-11-28 14:16:48.086471+00', true, '\x7f964e7b6f12c165cad6b5193ac60fb43db4c76ce12a47c89f248ebf1061f7a6c18d08bdb7dfb4a92a2eab31297b682d', 219207917),
	(7, 'entities', '2026-11-28 14:16:48.307552+00', true, '\xa61f522efa22cbdbd47e1610c6f8c2561a6603df470fb99a51c84ec228863b45826de646efac64fbea192115dffe44e5', 290015355),
	(8, 'memory', '2026-11-28 14:16:48.605416+00', true, '\xc04dc4e29c4a2facbf5c05cf1fab33f9f91db205367b29efdf5adfa8d2845868c3d461a079f37665ef6faf0e5d52f195', 80199990),
	(9, 'pages', '2026-11-28 14:16:48.690554+00', true, '\x79a4c52d1e0be32373d3b10d69ed898da0dd39bd1a690e51b75910fd21df99ddc4401670d1f69ce8483294f7069bada0', 62374688),
	(10, 'reviews', '2026-11-28 14:16:48.755614+00', true, '\x7693ee9dd584d9fb695aca1961722166fbb14e82be484037349e2658959d56b36c8693b5864ef197a7737870dda0ccb3', 32549835),
	(11, 'gateway', '2026-11-28 14:16:48.796642+00', true, '\xd447dd2d665623c0465891d195e19788720fee1814ad33e5fa39a4290200678c99efaa1330a98d430d9a239270d51afe', 44562637),
	(12, 'webhooks', '2026-11-28 14:16:48.841797+00', true, '\xaaf46b84389e64168c84f065253d805f0e5b4c1d5de61281e37088fc6ce0ca9426362c7f392b387cc839131fc088b9c7', 31063597);
INSERT INTO public.answer VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q2', false, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"important","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a important question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-28T14:26:50.454305128Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.6000000000000001,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."},{"id":"f4","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-28T14:16:50.479424202Z","tier":"other","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-28T14:16:50.479424202Z","tier":"other","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-28T14:16:50.479424202Z","expires_at":"2026-11-28T15:16:50.479424202Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1333,"model":"MiniMax-M2","prompt_version":"17e5c0b3dd79"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-28 14:16:52.39196+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q1', false, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"critical","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a critical question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-28T14:26:50.454305128Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.6000000000000001,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."},{"id":"f4","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-28T14:16:50.476061446Z","tier":"other","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-28T14:16:50.476061446Z","tier":"other","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-28T14:16:50.476061446Z","expires_at":"2026-11-28T15:16:50.476061446Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1309,"model":"MiniMax-M2","prompt_version":"17e5c0b3dd79"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-28 14:16:52.444547+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q3', false, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-28T14:26:50.454305128Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-28T14:16:50.474352948Z","tier":"other","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-28T14:16:50.474352948Z","tier":"other","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-28T14:16:50.474352948Z","expires_at":"2026-11-28T15:16:50.474352948Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":2637,"model":"MiniMax-M2","prompt_version":"17e5c0b3dd79"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-28 14:16:52.47372+00'),
	('f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 'i1q3', false, '{"task":{"tenant":"default","event":"question-3","event_job":"62593234-1a7f-5a2b-84a9-b43cb657dfa7","subject":{"question":{"run":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 3 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-28T14:26:53.554232092Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-28T14:16:53.559110450Z","tier":"other","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-28T14:16:53.559110450Z","tier":"other","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-28T14:16:53.559110450Z","expires_at":"2026-11-28T15:16:53.559110450Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1283,"model":"MiniMax-M2","prompt_version":"17e5c0b3dd79"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-28 14:16:55.490651+00');
INSERT INTO public.batch_lane VALUES
	('sweep-calls forecaster', 'forecaster-38b986d00ec3', '2026-11-28 14:17:19.670667+00'),
	('sweep-calls writer', 'writer-f50313ca60af', '2026-11-28 14:17:19.679332+00'),
	('resolve-calls writer', 'writer-f50313ca60af', '2026-11-28 14:17:19.680866+00'),
	('prune', 'writer-f50313ca60af', '2026-11-28 16:16:49.681693+00'),
	('resolve-calls forecaster', 'forecaster-38b986d00ec3', '2026-11-28 14:17:19.683958+00'),
	('recycle', 'writer-f50313ca60af', '2026-11-28 14:26:49.686362+00'),
	('overdue-batches forecaster', 'forecaster-38b986d00ec3', '2026-11-28 14:19:49.689324+00'),
	('sweep-calls classifier', 'classifier-f96cab0a4d85', '2026-11-28 14:17:19.717949+00'),
	('resolve-calls classifier', 'classifier-f96cab0a4d85', '2026-11-28 14:17:19.736342+00'),
	('trim-streams', 'writer-f50313ca60af', '2026-11-28 14:17:49.740266+00'),
	('overdue-batches researcher', 'researcher-ad977aa35a7c', '2026-11-28 14:19:49.742083+00'),
	('sweep-calls filter', 'filter-ae7ac30fb46e', '2026-11-28 14:17:19.759706+00'),
	('overdue-batches writer', 'writer-f50313ca60af', '2026-11-28 14:19:49.762713+00'),
	('collect-pages researcher', 'researcher-ad977aa35a7c', '2026-11-28 14:46:49.763553+00'),
	('resolve-calls filter', 'filter-ae7ac30fb46e', '2026-11-28 14:17:19.765164+00'),
	('overdue-batches classifier', 'classifier-f96cab0a4d85', '2026-11-28 14:19:49.773661+00'),
	('resolve-calls researcher', 'researcher-ad977aa35a7c', '2026-11-28 14:17:19.774419+00'),
	('overdue-batches filter', 'filter-ae7ac30fb46e', '2026-11-28 14:19:49.780863+00'),
	('sweep-calls researcher', 'researcher-ad977aa35a7c', '2026-11-28 14:17:19.799592+00'),
	('fire-schedules forecaster', 'forecaster-38b986d00ec3', '2026-11-28 14:16:58.717382+00'),
	('end-runs forecaster', 'forecaster-38b986d00ec3', '2026-11-28 14:16:58.727533+00'),
	('close-rounds forecaster', 'forecaster-38b986d00ec3', '2026-11-28 14:16:58.732806+00');
INSERT INTO public.budget VALUES
	('task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 3000000, 0, 2637, false, NULL, NULL, '2026-11-28 14:16:50.503946+00'),
	('task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 3000000, 0, 1333, false, NULL, NULL, '2026-11-28 14:16:50.524201+00'),
	('agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8:r1', 1000000, 0, 234, false, NULL, NULL, '2026-11-28 14:16:53.193528+00'),
	('run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 20000000, 0, 26444, false, NULL, NULL, '2026-11-28 14:16:53.131661+00'),
	('agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7', 15000000, 0, 26210, false, NULL, NULL, '2026-11-28 14:16:53.592069+00'),
	('agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3', 15000000, 0, 5279, false, NULL, NULL, '2026-11-28 14:16:50.503946+00'),
	('agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1', 3000000, 0, 5279, false, NULL, NULL, '2026-11-28 14:16:50.503946+00'),
	('tenant:default:2026-11-28#07', 3097508, 0, 180510, false, 'tenant:default:2026-11-28', 200000000, '2026-11-28 14:16:50.503946+00'),
	('task:16fc92ec-2692-5d0a-840d-d7a13a53de03', 3000000, 0, 1309, false, NULL, NULL, '2026-11-28 14:16:50.524201+00'),
	('tenant:default:2026-11-28#28', 3140017, 0, 3693, false, 'tenant:default:2026-11-28', 200000000, '2026-11-28 14:16:49.965227+00'),
	('tenant:default:2026-11-28', 200000000, 0, 9277918, false, NULL, NULL, '2026-11-28 14:16:49.965227+00'),
	('run:92af55a8-21ee-5507-aa25-fd4b93f362d1', 20000000, 0, 70955, false, NULL, NULL, '2026-11-28 14:16:53.145583+00'),
	('agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13', 15000000, 0, 70721, false, NULL, NULL, '2026-11-28 14:16:53.688863+00'),
	('run:7f96a149-1b72-5a76-b3ca-220bb5e48787', 20000000, 0, 48670, false, NULL, NULL, '2026-11-28 14:16:53.193528+00'),
	('agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8', 15000000, 0, 48436, false, NULL, NULL, '2026-11-28 14:16:53.688863+00'),
	('agent:forecaster:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1', 1000000, 0, 234, false, NULL, NULL, '2026-11-28 14:16:53.131661+00'),
	('agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1', 1000000, 0, 2991, false, NULL, NULL, '2026-11-28 14:16:49.965227+00'),
	('run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 20000000, 0, 8270, false, NULL, NULL, '2026-11-28 14:16:49.965227+00'),
	('agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1', 3000000, 0, 48436, false, NULL, NULL, '2026-11-28 14:16:53.688863+00'),
	('agent:forecaster:cd661a12-8561-5769-8954-7744a49d1e13:r1', 1000000, 0, 234, false, NULL, NULL, '2026-11-28 14:16:53.145583+00'),
	('agent:classifier:41ba4beb-03a0-503f-99d0-019eb046c5eb:41ba4beb-03a0-503f-99d0-019eb046c5eb', 300000, 0, 381, false, NULL, NULL, '2026-11-28 14:16:53.602314+00'),
	('tenant:default:2026-11-28#12', 3040393, 0, 381, false, 'tenant:default:2026-11-28', 200000000, '2026-11-28 14:16:53.602314+00'),
	('task:5b4960cf-b5cd-5368-928d-6dd69dfbba41', 3000000, 0, 1283, false, NULL, NULL, '2026-11-28 14:16:53.592069+00'),
	('task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 3000000, 0, 1309, false, NULL, NULL, '2026-11-28 14:16:53.617161+00'),
	('agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1', 3000000, 0, 26210, false, NULL, NULL, '2026-11-28 14:16:53.592069+00'),
	('task:1494ae69-ba54-5d91-bda9-d5443016254b', 3000000, 0, 23618, false, NULL, NULL, '2026-11-28 14:16:53.688863+00'),
	('task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 3000000, 0, 23570, false, NULL, NULL, '2026-11-28 14:16:53.688863+00'),
	('agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1', 3000000, 0, 70721, false, NULL, NULL, '2026-11-28 14:16:53.688863+00'),
	('task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 3000000, 0, 23533, false, NULL, NULL, '2026-11-28 14:16:53.688863+00'),
	('task:b8c090fb-f059-57e6-a33f-0466d8bb0c57', 3000000, 0, 23533, false, NULL, NULL, '2026-11-28 14:16:53.688863+00'),
	('task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 3000000, 0, 23618, false, NULL, NULL, '2026-11-28 14:16:53.688863+00'),
	('task:6a714971-90c2-540a-8c4e-664e1550ba11', 3000000, 0, 23570, false, NULL, NULL, '2026-11-28 14:16:53.688863+00'),
	('task:49c98df2-9683-5607-baf4-b0b66192bbc2', 3000000, 0, 1333, false, NULL, NULL, '2026-11-28 14:16:53.688863+00'),
	('agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3', 3000000, 0, 29864, false, NULL, NULL, '2026-11-28 14:16:54.313432+00'),
	('task:aafa021f-76ba-51d9-8659-2155bffb47e3', 3000000, 0, 29864, false, NULL, NULL, '2026-11-28 14:16:54.313432+00');
INSERT INTO public.call VALUES
	('ceb56b04-1ef2-513f-bb28-8be7f805543c', '945aad6b-60f2-5d6a-8f45-b00398af27d3', 'decompose', 'e304c7be2a2c35ba7a64bd232d6b81bf5a606fc5aa68736ab9d1b42ebeb6157e', 0, 'settled', 15256, 577, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-28#28}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1108, 141, false, 'forecaster-38b986d00ec3', 0, '2026-11-28 14:16:49.965227+00', '2026-11-28 14:16:50.444664+00'),
	('4d46d71a-d27a-5398-9a02-74902ec1cec6', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'turn-1', 'b995af94cdb6f8ad2be33af1375daae546dd82c6498a605ad94ca9a5897d3a09', 0, 'settled', 21914, 1374, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3658, 17, false, 'researcher-ad977aa35a7c', 0, '2026-11-28 14:16:50.503946+00', '2026-11-28 14:16:50.927772+00'),
	('61ac79c1-4319-567c-8512-2896abb47e82', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'turn-1', '527583975235876d9de013d81b2c69bcfd2c090ae5b85b70a302f967763ce130', 0, 'settled', 21924, 209, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3664, 24, false, 'researcher-ad977aa35a7c', 1, '2026-11-28 14:16:50.524201+00', '2026-11-28 14:16:50.956783+00'),
	('a7a8f969-6a1c-52d2-a43c-bd4541287e97', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'turn-1', '3726d66d8fde1b9ae20e514f6eda0617e8aa80d2f5ba94810414dce51e1cc331', 0, 'settled', 21936, 221, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3673, 32, false, 'researcher-ad977aa35a7c', 2, '2026-11-28 14:16:50.524201+00', '2026-11-28 14:16:50.956783+00'),
	('85ed7cfe-da9d-5343-bc15-35b3cd9833cd', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'turn-2', '1559bccc4fbc0b4bcd941a4f8ab42638711fa43c1a073a38c91f69150834a1d5', 0, 'settled', 22192, 251, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3753, 15, false, 'researcher-ad977aa35a7c', 3, '2026-11-28 14:16:50.946677+00', '2026-11-28 14:16:51.365449+00'),
	('03d84230-7932-5272-8dfd-d6d18d981e4f', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'turn-2', '316286faa06eade15db8829978c1e34f3b9264ace688394f7d9d821b2ff6a82a', 0, 'settled', 22236, 262, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3783, 15, false, 'researcher-ad977aa35a7c', 4, '2026-11-28 14:16:50.982875+00', '2026-11-28 14:16:51.396891+00'),
	('5570f7ae-4850-5128-80d9-906d6cb71e5a', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'turn-2', 'a10ae243105598b527b5dea7347823198949e0a4e5ab7b357a6984d1a9a94bfc', 0, 'settled', 22211, 256, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3766, 15, false, 'researcher-ad977aa35a7c', 5, '2026-11-28 14:16:50.993916+00', '2026-11-28 14:16:51.408224+00'),
	('354e1143-8dab-5259-acde-6997f8d6a831', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'read-sefa2f9ae', 'c78e0fbd3eb2aa533a2ea86b69fb5921b4a2220d73f81d84d9f3c004def32dde', 0, 'settled', 14573, 231, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 673, 141, false, 'researcher-ad977aa35a7c', 6, '2026-11-28 14:16:51.4364+00', '2026-11-28 14:16:51.863751+00'),
	('ab61526f-51d8-5a37-aa40-4ac2bb15d82d', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', 'estimate-2', '93d0fae6392c44b3693254e10bf84178760d5e830ff794cb6d12cad247c38bc0', 0, 'settled', 18660, 665, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-28#28}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 2458, 209, false, 'forecaster-38b986d00ec3', 2, '2026-11-28 14:16:52.523987+00', '2026-11-28 14:16:52.941059+00'),
	('acdc6753-210f-5f0e-8e45-f69a9bbd80fd', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', 'estimate-3', '4dbd962bbd201eb829478f22c92f49a43a5d4594dcb039349aa4bdd380b89726', 0, 'settled', 18698, 672, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-28#28}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 2483, 209, false, 'forecaster-38b986d00ec3', 3, '2026-11-28 14:16:52.523987+00', '2026-11-28 14:16:52.941059+00'),
	('3dce7bdd-2a26-53b5-83f9-6ae3c1caf7eb', '41babd18-9d95-54dc-843a-0972f5ee9bdf', 'decompose', '643c8ae3f09cc6b71d7caafd1119dab8f18fe7e74112956dd43c9807daecb13a', 0, 'settled', 15256, 234, '{agent:forecaster:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,tenant:default:2026-11-28#28}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1108, 141, false, 'forecaster-38b986d00ec3', 4, '2026-11-28 14:16:53.131661+00', '2026-11-28 14:16:53.547767+00'),
	('cda1ccdf-abe4-59c2-b91c-d55ce8cf4d35', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'read-s6bd1da71', 'f26e6863de64939543c672e76c4386a09f1508557341f2ea87a66999f62e843f', 0, 'settled', 14492, 284, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 620, 49, false, 'researcher-ad977aa35a7c', 9, '2026-11-28 14:16:51.4364+00', '2026-11-28 14:16:51.849864+00'),
	('dad62bd4-a9c6-5e81-8723-10525607ffa3', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'read-sefa2f9ae', '7d6b3b2861a6fd80ddd13818efa1dc2f9c8426c30d0a22676b2bb6d13bb3ff9e', 0, 'settled', 14595, 235, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 688, 141, false, 'researcher-ad977aa35a7c', 7, '2026-11-28 14:16:51.4364+00', '2026-11-28 14:16:51.863751+00'),
	('9d5957cb-e4db-5c36-8a37-56d4fee2ae0b', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'read-s6bd1da71', '82503b640c28834279a9ac1a4b424488175770620ee795bb4848854dbe9c95b9', 0, 'settled', 14514, 109, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 635, 49, false, 'researcher-ad977aa35a7c', 8, '2026-11-28 14:16:51.4364+00', '2026-11-28 14:16:51.863751+00'),
	('f0ddd4f1-faef-589b-83bc-89812c76a8e6', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'read-sefa2f9ae', '7e4bc5c5b4dbae0e3b2dcdd9b5016ec7f6cc8526805e31002e62c9b9a8b1fccc', 0, 'settled', 14582, 233, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 679, 141, false, 'researcher-ad977aa35a7c', 10, '2026-11-28 14:16:51.451672+00', '2026-11-28 14:16:51.873632+00'),
	('5e120cf2-0a31-502d-863c-f4e70aec3f98', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'turn-3', '9ccbddb876a3f01c212a969c10a9404322a41f4c44572ff8011de32af297eacf', 0, 'settled', 22747, 497, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3989, 246, false, 'researcher-ad977aa35a7c', 12, '2026-11-28 14:16:51.888732+00', '2026-11-28 14:16:52.32122+00'),
	('3bdef5d7-c3eb-5254-b6cf-f39a473cc416', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'turn-3', '33759ac9a018b9b6f842f7bbd4e8cd14eccfb703199ec59a4ed5f504b35e1a77', 0, 'settled', 22791, 506, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:2c6ed943-60bc-5bd8-9a5f-a2328cc1f693,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 4018, 253, false, 'researcher-ad977aa35a7c', 13, '2026-11-28 14:16:51.888732+00', '2026-11-28 14:16:52.32122+00'),
	('2dd2b223-6f4d-5832-a5f3-14d7eccfd811', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'read-s6bd1da71', '47ccc76eca02b7f3db7ba5b0a9baab3867c1d801cf8b5f70c5456c74e11ea54f', 0, 'settled', 14501, 106, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 626, 49, false, 'researcher-ad977aa35a7c', 11, '2026-11-28 14:16:51.455983+00', '2026-11-28 14:16:51.873632+00'),
	('71d7c188-acd4-5b45-a618-de43793eefd9', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'turn-1', '18b422225e1c27494413b2a45579726d2ce5ef27c101c1c0d8b061c94dbbb408', 0, 'settled', 21936, 221, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3673, 32, false, 'researcher-ad977aa35a7c', 17, '2026-11-28 14:16:53.688863+00', '2026-11-28 14:16:54.109485+00'),
	('dfb5745e-042d-5a7c-af8a-8242dd93ee54', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'turn-1', '0e8b000f5e87aa133f2c1c42ae59bbce97dc186921cc1915313d3e2462ca0fe4', 0, 'settled', 21914, 199, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3658, 17, false, 'researcher-ad977aa35a7c', 18, '2026-11-28 14:16:53.688863+00', '2026-11-28 14:16:54.109485+00'),
	('66ad11d1-01c2-5f65-8b67-72579afb65f1', '1494ae69-ba54-5d91-bda9-d5443016254b', 'turn-1', 'ad49591a7658eaafa07459b0f7279b2ed504be4c9642787a0e0d6f2eae38830f', 0, 'settled', 21936, 221, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:1494ae69-ba54-5d91-bda9-d5443016254b,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3673, 32, false, 'researcher-ad977aa35a7c', 23, '2026-11-28 14:16:53.688863+00', '2026-11-28 14:16:54.109485+00'),
	('36b49769-a868-5f9e-9fe2-6aa1c1adae60', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'turn-1', '8dbba80ebc9f1c1afc6d5e737d68a3b2e1be4482809e792f7f148be4442a1cb5', 0, 'settled', 21936, 221, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3673, 32, false, 'researcher-ad977aa35a7c', 20, '2026-11-28 14:16:53.688863+00', '2026-11-28 14:16:54.126456+00'),
	('5cede61b-3085-55a5-b51b-98b9e4e93325', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'turn-1', '7854b6780943c60ef56aa22e55552893c086548416122c8350f3d5e1f9eb9813', 0, 'settled', 21914, 199, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:b8c090fb-f059-57e6-a33f-0466d8bb0c57,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3658, 17, false, 'researcher-ad977aa35a7c', 21, '2026-11-28 14:16:53.688863+00', '2026-11-28 14:16:54.126456+00'),
	('b8be778a-cc9a-508e-9589-0d95b9510653', '6a714971-90c2-540a-8c4e-664e1550ba11', 'turn-1', '7559194792158dcd47f197ed2934373b1907484769867fca2c74466b48e1f6bf', 0, 'settled', 21924, 209, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:6a714971-90c2-540a-8c4e-664e1550ba11,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3664, 24, false, 'researcher-ad977aa35a7c', 19, '2026-11-28 14:16:53.688863+00', '2026-11-28 14:16:54.142488+00'),
	('ba20e69d-dedf-5e74-810f-a10a76c246b4', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'turn-1', 'e3fbb002cdbc91b68fb60596f596799b7ec21f495d942c2860e77b0aa3b79843', 0, 'settled', 21924, 209, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3664, 24, false, 'researcher-ad977aa35a7c', 22, '2026-11-28 14:16:53.688863+00', '2026-11-28 14:16:54.142488+00'),
	('8d576d20-9323-570c-8f4e-752384a63f83', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'turn-2', 'c5c60980b306264e02de4cc35d6fa4ee54409ac5f13b05c01515f63ddab91bed', 0, 'settled', 22192, 251, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:5b4960cf-b5cd-5368-928d-6dd69dfbba41,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3753, 15, false, 'researcher-ad977aa35a7c', 24, '2026-11-28 14:16:54.020191+00', '2026-11-28 14:16:54.442084+00'),
	('4f46f106-2b8d-5203-ac03-b5700b32e709', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'turn-2', '0155efad0ef0e622e82f9def9ae82ade08224bc588c21c04439f5cf72873cb43', 0, 'settled', 22236, 262, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3783, 15, false, 'researcher-ad977aa35a7c', 26, '2026-11-28 14:16:54.234405+00', '2026-11-28 14:16:54.661084+00'),
	('78905aec-e8e3-5bb4-bf00-9715799cfc4d', '16fc92ec-2692-5d0a-840d-d7a13a53de03', 'turn-3', '71385fe5248e747c21507ae90c683520fe3c8ad9db6ee686353f9747cd516311', 0, 'settled', 22766, 505, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:16fc92ec-2692-5d0a-840d-d7a13a53de03,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 4001, 253, false, 'researcher-ad977aa35a7c', 14, '2026-11-28 14:16:51.918685+00', '2026-11-28 14:16:52.350097+00'),
	('96524e16-5708-5f69-a590-5d42826b7d74', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', 'estimate-1', '8fd2fdbe8e9fae4696832003ba6f2b83e9a8b41640ea523c6a0ccb0b294a3a34', 0, 'settled', 18651, 1077, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-28#28}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 2452, 209, false, 'forecaster-38b986d00ec3', 1, '2026-11-28 14:16:52.515919+00', '2026-11-28 14:16:52.927806+00'),
	('56cb22fb-ac2f-519c-9766-3701570f67f7', '5ee2fcd7-e9ea-506e-abe3-a35a7af742ac', 'decompose', '3eee226e82ba0958a81c11a4a1066ad8ce143b408107b946b371569667169cc7', 0, 'settled', 15256, 234, '{agent:forecaster:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,tenant:default:2026-11-28#28}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1108, 141, false, 'forecaster-38b986d00ec3', 5, '2026-11-28 14:16:53.145583+00', '2026-11-28 14:16:53.555967+00'),
	('2a03cf40-1f87-56f1-8c34-6ed8950ef43e', '3385a097-fcf0-5279-9d5a-59a8686fe43a', 'decompose', '5831a8035d89f308757c5759269f6f4e1876b745d192b2bbdf729eb56727bce3', 0, 'settled', 15256, 234, '{agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,tenant:default:2026-11-28#28}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 1108, 141, false, 'forecaster-38b986d00ec3', 6, '2026-11-28 14:16:53.193528+00', '2026-11-28 14:16:53.604518+00'),
	('089cff4f-8c99-5062-9e81-8db9b82327ab', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'turn-1', '4be5ad4967b3df6f88d23818fb2112464458baae8e0dbf73cc5abfaff6eaeac4', 0, 'settled', 21914, 199, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:5b4960cf-b5cd-5368-928d-6dd69dfbba41,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3658, 17, false, 'researcher-ad977aa35a7c', 15, '2026-11-28 14:16:53.592069+00', '2026-11-28 14:16:54.005172+00'),
	('fd12237a-05ef-5341-ae27-68badb2a702a', '41ba4beb-03a0-503f-99d0-019eb046c5eb', 'classify', '7f4536cac7973c8362a79649c9f633627bdf2b36888d3180ce5b6f72fa586966', 0, 'settled', 13059, 381, '{agent:classifier:41ba4beb-03a0-503f-99d0-019eb046c5eb:41ba4beb-03a0-503f-99d0-019eb046c5eb,tenant:default:2026-11-28#12}', 'default', 'classifier', '127.0.0.1', 'MiniMax-M2', 834, 64, false, 'classifier-f96cab0a4d85', 0, '2026-11-28 14:16:53.602314+00', '2026-11-28 14:16:54.055117+00'),
	('ccf44326-cfb4-5aaa-87aa-089dd107e2c2', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'turn-1', '41b7f02f7ca8396a7ae937f75e9353f092ce1b41f541f50f72f8a897d60d8a42', 0, 'settled', 21924, 209, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3664, 24, false, 'researcher-ad977aa35a7c', 16, '2026-11-28 14:16:53.617161+00', '2026-11-28 14:16:54.098312+00'),
	('7ff40d07-da2c-53ce-afb5-0526d56c87ba', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'turn-2', 'a0f44ddd0b56f0b4bad0a682b6f7163bddb5e605d8ff0e37e9f07d92439ff3c1', 0, 'settled', 22211, 256, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3766, 15, false, 'researcher-ad977aa35a7c', 25, '2026-11-28 14:16:54.1791+00', '2026-11-28 14:16:54.598503+00'),
	('8ffdc4fc-855d-526d-8ce3-ed6b9dc9e427', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'read-s6bd1da71', 'f26e6863de64939543c672e76c4386a09f1508557341f2ea87a66999f62e843f', 0, 'settled', 14492, 105, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:5b4960cf-b5cd-5368-928d-6dd69dfbba41,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 620, 49, false, 'researcher-ad977aa35a7c', 35, '2026-11-28 14:16:54.476384+00', '2026-11-28 14:16:54.902898+00'),
	('2ca7154d-0c75-5f7c-92ef-a11c5f5144ed', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'turn-2', '9a9d667cde9d22f0b5c9cd96b4cea2ddc51c14c1a2f4c2a935bef421a64b2fed', 0, 'settled', 22236, 262, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3783, 15, false, 'researcher-ad977aa35a7c', 27, '2026-11-28 14:16:54.246404+00', '2026-11-28 14:16:54.698726+00'),
	('fe578603-6081-5b00-8b7d-43b44eef526f', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'turn-2', '8933e03b850ee17dd59bbc2601c6098cf8f4d1677a360c3f2b3d3175482e045e', 0, 'settled', 22192, 251, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3753, 15, false, 'researcher-ad977aa35a7c', 28, '2026-11-28 14:16:54.246404+00', '2026-11-28 14:16:54.698726+00'),
	('297f9d47-0555-596f-963c-2d5543efd48d', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'turn-2', '0c4aba20d82bee1141de3dd17b7029a272f2db2f8ab05f9bd0a98984d539e983', 0, 'settled', 22211, 256, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3766, 15, false, 'researcher-ad977aa35a7c', 29, '2026-11-28 14:16:54.246404+00', '2026-11-28 14:16:54.698726+00'),
	('6c200418-d84c-5dc3-82d7-23349af4d5ee', '1494ae69-ba54-5d91-bda9-d5443016254b', 'turn-2', '8d5019a02479e137372e466b17a322c524d1a742b6129f672d2575b1a95a1feb', 0, 'settled', 22236, 262, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:1494ae69-ba54-5d91-bda9-d5443016254b,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3783, 15, false, 'researcher-ad977aa35a7c', 30, '2026-11-28 14:16:54.246404+00', '2026-11-28 14:16:54.698726+00'),
	('6c15a913-7337-5dfa-bc75-a3c0a65ec8f3', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'turn-2', '605b5209bb8e024a865ff1fd4ba910f7ed58a4d82b7c311d59da445f36c8788a', 0, 'settled', 22192, 251, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:b8c090fb-f059-57e6-a33f-0466d8bb0c57,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3753, 15, false, 'researcher-ad977aa35a7c', 31, '2026-11-28 14:16:54.246404+00', '2026-11-28 14:16:54.698726+00'),
	('a70e9f0a-d51c-5817-8c9f-56a635aa044c', '6a714971-90c2-540a-8c4e-664e1550ba11', 'turn-2', 'c65b842e12b09d9c4d2dc0005a015fe1b6c1fdeb53827ce154957a2668f70ae3', 0, 'settled', 22211, 256, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:6a714971-90c2-540a-8c4e-664e1550ba11,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3766, 15, false, 'researcher-ad977aa35a7c', 32, '2026-11-28 14:16:54.246404+00', '2026-11-28 14:16:54.698726+00'),
	('c0d52252-bef6-5e78-8cba-44c6db1d3c05', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-1', '3189ca11f9eaa1031d6fe840393e2b87659c1466762d780b1c7707158c0a8444', 0, 'settled', 22107, 314, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3778, 83, false, 'researcher-ad977aa35a7c', 33, '2026-11-28 14:16:54.313432+00', '2026-11-28 14:16:54.762965+00'),
	('509560c1-b483-5437-9cee-eca69f7bfec5', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'read-sefa2f9ae', 'c78e0fbd3eb2aa533a2ea86b69fb5921b4a2220d73f81d84d9f3c004def32dde', 0, 'settled', 14573, 231, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:5b4960cf-b5cd-5368-928d-6dd69dfbba41,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 673, 141, false, 'researcher-ad977aa35a7c', 34, '2026-11-28 14:16:54.462647+00', '2026-11-28 14:16:54.883281+00'),
	('f4d6a8ae-b027-5799-92e6-ad64e0febbf0', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'read-sefa2f9ae', 'c5a19ac1f799f803dd6f5a0acebc2e525e53cac28aaa0b4ba481472a5d182f2a', 0, 'settled', 14582, 233, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 679, 141, false, 'researcher-ad977aa35a7c', 36, '2026-11-28 14:16:54.698726+00', '2026-11-28 14:16:55.167648+00'),
	('4d9f87ea-e4ab-5dc6-81ea-d9724705abd1', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'read-s6bd1da71', '82dc1f7d01277040b85d823fa370be111da1715261fc330b15f5a272e4eb56c9', 0, 'settled', 14501, 106, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 626, 49, false, 'researcher-ad977aa35a7c', 37, '2026-11-28 14:16:54.698726+00', '2026-11-28 14:16:55.167648+00'),
	('bdc1f126-c2bf-5db1-ac7d-9b9adbb1b3b7', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'read-sefa2f9ae', '0391764c349ef1e2b6841e4bddb9dba06d0c8a82265072636918cb8a6bdaea40', 0, 'settled', 14582, 233, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 679, 141, false, 'researcher-ad977aa35a7c', 44, '2026-11-28 14:16:54.809945+00', '2026-11-28 14:16:55.252763+00'),
	('65cb41e7-b4ea-5a78-bebe-6e1519ddf61c', '1494ae69-ba54-5d91-bda9-d5443016254b', 'read-sefa2f9ae', 'f5044ae5b66d9c511f51764a241f500105f521c4d6b82f8ac25dedc0b5fc3cc0', 0, 'settled', 14595, 235, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:1494ae69-ba54-5d91-bda9-d5443016254b,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 688, 141, false, 'researcher-ad977aa35a7c', 45, '2026-11-28 14:16:54.809945+00', '2026-11-28 14:16:55.259238+00'),
	('15a3ec80-7197-5ad8-a336-8fbd3e62e560', '6a714971-90c2-540a-8c4e-664e1550ba11', 'read-s6bd1da71', '2110cce11fe293aa7ca3bef1ada506bb43d992e97f29524d907acb9072dcadd2', 0, 'settled', 14501, 106, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:6a714971-90c2-540a-8c4e-664e1550ba11,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 626, 49, false, 'researcher-ad977aa35a7c', 46, '2026-11-28 14:16:54.809945+00', '2026-11-28 14:16:55.259238+00'),
	('cbe69527-adfd-5d31-9619-3ae4eae407be', '1494ae69-ba54-5d91-bda9-d5443016254b', 'read-s6bd1da71', '01ec4a981bed470b6479e3746e98257c32436d425750dc056ee719b06901fdb2', 0, 'settled', 14514, 109, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:1494ae69-ba54-5d91-bda9-d5443016254b,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 635, 49, false, 'researcher-ad977aa35a7c', 47, '2026-11-28 14:16:54.809945+00', '2026-11-28 14:16:55.259238+00'),
	('b5f4a3a6-8bd4-570b-aec8-e2ffef0b18d6', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'read-sefa2f9ae', 'c78e0fbd3eb2aa533a2ea86b69fb5921b4a2220d73f81d84d9f3c004def32dde', 0, 'settled', 14573, 231, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 673, 141, false, 'researcher-ad977aa35a7c', 40, '2026-11-28 14:16:54.809945+00', '2026-11-28 14:16:55.272217+00'),
	('0adbc1f1-3b62-578d-ab46-0ca963d4a8ac', '6a714971-90c2-540a-8c4e-664e1550ba11', 'read-sefa2f9ae', 'bb330a3be2a88b12663315b98262d9acad3f41dc88a852142a728e7b8c95481b', 0, 'settled', 14582, 233, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:6a714971-90c2-540a-8c4e-664e1550ba11,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 679, 141, false, 'researcher-ad977aa35a7c', 41, '2026-11-28 14:16:54.809945+00', '2026-11-28 14:16:55.272217+00'),
	('58bbcb87-82aa-5787-8681-48b57bb7af80', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'read-sefa2f9ae', 'c78e0fbd3eb2aa533a2ea86b69fb5921b4a2220d73f81d84d9f3c004def32dde', 0, 'settled', 14573, 231, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:b8c090fb-f059-57e6-a33f-0466d8bb0c57,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 673, 141, false, 'researcher-ad977aa35a7c', 42, '2026-11-28 14:16:54.809945+00', '2026-11-28 14:16:55.272217+00'),
	('effe2fba-42f5-5fc8-acd9-bc71195d741f', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'read-sefa2f9ae', '6b0bc13ba29071e589bc91a6c69983070afe371b191bf6aab824ca60dae5b6d1', 0, 'settled', 14595, 235, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 688, 141, false, 'researcher-ad977aa35a7c', 43, '2026-11-28 14:16:54.809945+00', '2026-11-28 14:16:55.272217+00'),
	('529baf3b-817f-5192-93a2-4abe5d6536f6', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'read-sefa2f9ae', '8c6fe4d44075bade200416591751a92e7ea56d358cf6b87bf90912603530d3a0', 0, 'settled', 14595, 235, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 688, 141, false, 'researcher-ad977aa35a7c', 38, '2026-11-28 14:16:54.762965+00', '2026-11-28 14:16:55.217896+00'),
	('4ad3769b-293e-5e68-b3c5-05c25e3a50e9', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'read-s6bd1da71', 'aef484e418879b61be6c5fe366c8eacc4a55013369730568a731665ed4644764', 0, 'settled', 14514, 109, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 635, 49, false, 'researcher-ad977aa35a7c', 39, '2026-11-28 14:16:54.762965+00', '2026-11-28 14:16:55.217896+00'),
	('f73bcf64-5dd3-5adb-ad32-2ef4a27fa7d5', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-2', '0b3f1add2ef6025cd568f170f0d545ee5ae3cce7f4f70488c97fc50198b4a713', 0, 'settled', 23163, 413, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 4185, 15, false, 'researcher-ad977aa35a7c', 52, '2026-11-28 14:16:54.872054+00', '2026-11-28 14:16:55.303204+00'),
	('65d19da7-e982-5c1a-a7a9-fac80f3a7268', '1494ae69-ba54-5d91-bda9-d5443016254b', 'turn-3', 'e0bb4bf7dbdf207bed6ade4f66a99d136cf5b2e14a59ed7cc2fc0097fc81ba2c', 0, 'intent', 22791, 22791, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:1494ae69-ba54-5d91-bda9-d5443016254b,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'researcher-ad977aa35a7c', 57, '2026-11-28 14:16:55.303204+00', NULL),
	('ef1627c7-fa67-5991-b6af-55f0fe7174a6', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'turn-3', 'ad3d8ac644583d789ab4697e26770e798d83a512ede659ce86e3d8e86bf266af', 0, 'intent', 22766, 22766, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'researcher-ad977aa35a7c', 56, '2026-11-28 14:16:55.303204+00', NULL),
	('7afc69eb-6c98-5fea-b6a5-ad981a357cc3', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'read-s6bd1da71', 'a58d0348c996f1da0e2424808111cfc81e31659f69f295bb702bbc89fe813aa6', 0, 'settled', 14514, 109, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 635, 49, false, 'researcher-ad977aa35a7c', 51, '2026-11-28 14:16:54.809945+00', '2026-11-28 14:16:55.252763+00'),
	('391e7586-ac1d-58ff-b744-d842157add49', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'read-s6bd1da71', '9f812107d964eb485986d2cdde7d6a66232d990f6ec7af888378032f570b6262', 0, 'settled', 14501, 106, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 626, 49, false, 'researcher-ad977aa35a7c', 50, '2026-11-28 14:16:54.809945+00', '2026-11-28 14:16:55.259238+00'),
	('43193a9a-0b9b-5079-869c-491d4ba884f9', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'read-s6bd1da71', 'f26e6863de64939543c672e76c4386a09f1508557341f2ea87a66999f62e843f', 0, 'settled', 14492, 105, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:b8c090fb-f059-57e6-a33f-0466d8bb0c57,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 620, 49, false, 'researcher-ad977aa35a7c', 48, '2026-11-28 14:16:54.809945+00', '2026-11-28 14:16:55.272217+00'),
	('fc6d95b0-248d-5d9d-93f2-b85c062d073f', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'read-s6bd1da71', 'f26e6863de64939543c672e76c4386a09f1508557341f2ea87a66999f62e843f', 0, 'settled', 14492, 105, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 620, 49, false, 'researcher-ad977aa35a7c', 49, '2026-11-28 14:16:54.809945+00', '2026-11-28 14:16:55.272217+00'),
	('76f31bd0-a503-57f8-874b-29d3f0e147de', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'turn-3', '4106d9b5f32bdaa7814f0bfcb468242f4b65c447527fb73a620fabebf6c8d717', 0, 'settled', 22747, 497, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:5b4960cf-b5cd-5368-928d-6dd69dfbba41,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 3989, 246, false, 'researcher-ad977aa35a7c', 53, '2026-11-28 14:16:54.929546+00', '2026-11-28 14:16:55.364454+00'),
	('ecca6c38-15db-53c4-b805-557276d9b542', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'turn-3', '7b832ca3797591daa19dbcca352fbf149f0259607023b8440dfd513d6c5eb662', 0, 'settled', 22766, 505, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:25d83aa3-a9d5-52b3-b559-8c9c46c24b4f,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 4001, 253, false, 'researcher-ad977aa35a7c', 54, '2026-11-28 14:16:55.185306+00', '2026-11-28 14:16:55.600853+00'),
	('fb48edb6-5bb2-5e2f-91e6-0312427e399b', '49c98df2-9683-5607-baf4-b0b66192bbc2', 'turn-3', '840ef1f886a0df212f8b221e659062642a0fb265df78b33ca854687709f344ec', 0, 'settled', 22791, 506, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:49c98df2-9683-5607-baf4-b0b66192bbc2,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 4018, 253, false, 'researcher-ad977aa35a7c', 55, '2026-11-28 14:16:55.229589+00', '2026-11-28 14:16:55.642069+00'),
	('5118476a-4af3-5ec7-a630-f3dbdc302c73', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'turn-3', '7039848be6b0cf47bdb780241f2a0f94a39982850ad57548d4cd737f28fdc0ae', 0, 'intent', 22791, 22791, '{agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7,agent:researcher:62593234-1a7f-5a2b-84a9-b43cb657dfa7:r1,run:f55c9762-b1b8-5e10-8e06-306b38dbc4c9,task:1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'researcher-ad977aa35a7c', 58, '2026-11-28 14:16:55.364454+00', NULL),
	('47a8f6fd-b217-507c-899f-aa38d28e3d10', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'turn-3', '4dbb7dc90ee1d32a0c9f830bfc547923d32a4378221d24c28642f7d67f7e2a86', 0, 'intent', 22747, 22747, '{agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13,agent:researcher:cd661a12-8561-5769-8954-7744a49d1e13:r1,run:92af55a8-21ee-5507-aa25-fd4b93f362d1,task:b8c090fb-f059-57e6-a33f-0466d8bb0c57,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'researcher-ad977aa35a7c', 59, '2026-11-28 14:16:55.364454+00', NULL),
	('1a72156c-7dc5-5f4e-91bb-b52cd06089ae', '6a714971-90c2-540a-8c4e-664e1550ba11', 'turn-3', 'ff7038ddf8df189f2d7ae102016ba775eea45f60ce93426e8012a9ca0e1c0b7f', 0, 'intent', 22766, 22766, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:6a714971-90c2-540a-8c4e-664e1550ba11,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'researcher-ad977aa35a7c', 60, '2026-11-28 14:16:55.364454+00', NULL),
	('c83c7559-3e42-523a-9ce0-9fe941227cd1', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'turn-3', '469dfc173af66f0fc5aaa31bc83268e7348a5d5dc1b837dbc751a91e93e112ee', 0, 'intent', 22747, 22747, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8:r1,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'researcher-ad977aa35a7c', 61, '2026-11-28 14:16:55.364454+00', NULL),
	('44f51ee0-d035-5fdc-ba6b-a4ddeb4d03fc', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'read-s6bd1da71', '5586f9a8470fa02f75cb2b3b0408669bfa301f62c71fd740da88a2247a1f169b', 0, 'intent', 14528, 14528, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'researcher-ad977aa35a7c', 62, '2026-11-28 14:16:55.446498+00', NULL),
	('a4ace390-3c29-5bf1-8f25-7dda1bd0c425', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'read-sefa2f9ae', 'ed69419b56d745344acb67ad6fce4a655223197879b6e23f33f6ff7081e2baf8', 0, 'intent', 14609, 14609, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb:aafa021f-76ba-51d9-8659-2155bffb47e3,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-28#07}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', NULL, NULL, false, 'researcher-ad977aa35a7c', 63, '2026-11-28 14:16:55.460719+00', NULL);
INSERT INTO public.call_unsettled VALUES
	('65d19da7-e982-5c1a-a7a9-fac80f3a7268'),
	('ef1627c7-fa67-5991-b6af-55f0fe7174a6'),
	('5118476a-4af3-5ec7-a630-f3dbdc302c73'),
	('47a8f6fd-b217-507c-899f-aa38d28e3d10'),
	('1a72156c-7dc5-5f4e-91bb-b52cd06089ae'),
	('c83c7559-3e42-523a-9ce0-9fe941227cd1'),
	('44f51ee0-d035-5fdc-ba6b-a4ddeb4d03fc'),
	('a4ace390-3c29-5bf1-8f25-7dda1bd0c425');
INSERT INTO public.dispatch VALUES
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'researcher', 'auspex.research.requested', 361, NULL, '2026-11-28 14:16:53.55931+00', '2026-11-28 14:16:53.55931+00', 0, '2026-11-28 14:16:53.588597+00', 21, 0),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'researcher', 'auspex.research.requested', 307, NULL, '2026-11-28 14:16:53.592184+00', '2026-11-28 14:16:53.592184+00', 0, '2026-11-28 14:16:53.64991+00', 28, 0),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'researcher', 'auspex.research.requested', 334, NULL, '2026-11-28 14:16:53.592184+00', '2026-11-28 14:16:53.592184+00', 0, '2026-11-28 14:16:53.64991+00', 26, 0),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'researcher', 'auspex.research.requested', 361, NULL, '2026-11-28 14:16:53.592184+00', '2026-11-28 14:16:53.592184+00', 0, '2026-11-28 14:16:53.64991+00', 27, 0),
	('9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'researcher', 'auspex.research.requested', 307, NULL, '2026-11-28 14:16:53.620692+00', '2026-11-28 14:16:53.620692+00', 0, '2026-11-28 14:16:53.64991+00', 25, 0),
	('6a714971-90c2-540a-8c4e-664e1550ba11', 'researcher', 'auspex.research.requested', 334, NULL, '2026-11-28 14:16:53.620692+00', '2026-11-28 14:16:53.620692+00', 0, '2026-11-28 14:16:53.64991+00', 23, 0),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'researcher', 'auspex.research.requested', 223, NULL, '2026-11-28 14:16:54.064943+00', '2026-11-28 14:16:54.064943+00', 0, '2026-11-28 14:16:54.084753+00', 30, 0),
	('651c05ab-1e00-5787-9f1a-1aac3d0b929e', 'forecaster-evidence', 'auspex.evidence.filtered', 1659, NULL, '2026-11-28 14:16:55.663798+00', '2026-11-28 14:16:55.663798+00', 0, NULL, NULL, 0),
	('651c05ab-1e00-5787-9f1a-1aac3d0b929e', 'writer-evidence', 'auspex.evidence.filtered', 1659, NULL, '2026-11-28 14:16:55.663798+00', '2026-11-28 14:16:55.663798+00', 0, NULL, NULL, 0),
	('a4848726-c6ae-5197-8b14-473891c50d50', 'forecaster-evidence', 'auspex.evidence.filtered', 1632, NULL, '2026-11-28 14:16:55.682738+00', '2026-11-28 14:16:55.682738+00', 0, '2026-11-28 14:16:55.702705+00', 35, 0),
	('a4848726-c6ae-5197-8b14-473891c50d50', 'writer-evidence', 'auspex.evidence.filtered', 1632, NULL, '2026-11-28 14:16:55.682738+00', '2026-11-28 14:16:55.682738+00', 0, '2026-11-28 14:16:55.702705+00', 35, 0);
INSERT INTO public.entity VALUES
	('zebra-coin-1', 'mint:ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'crypto-token', 'Zebra Coin 1', 'ZEB1', 'zebra coin 1', 'zeb1', false, NULL, '[]', '{"website":"https://zebras.example/report"}', 2, '1023', '2026-11-28 14:16:54.06833+00');
INSERT INTO public.entity_key VALUES
	(0, '4:mint:ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 1, 'zebra-coin-1'),
	(1, 'zeb1', '', 1, 'zebra-coin-1'),
	(2, 'zebracoin1', '', 1, 'zebra-coin-1'),
	(3, 'zebl', '', 1, 'zebra-coin-1'),
	(3, 'zebracolnl', '', 1, 'zebra-coin-1'),
	(4, 'ebracoin1', '', 1, 'zebra-coin-1'),
	(4, 'zbracoin1', '', 1, 'zebra-coin-1'),
	(4, 'zebacoin1', '', 1, 'zebra-coin-1'),
	(4, 'zebracin1', '', 1, 'zebra-coin-1'),
	(4, 'zebracoi1', '', 1, 'zebra-coin-1'),
	(4, 'zebracoin', '', 1, 'zebra-coin-1'),
	(4, 'zebracoin1', '', 1, 'zebra-coin-1'),
	(4, 'zebracon1', '', 1, 'zebra-coin-1'),
	(4, 'zebraoin1', '', 1, 'zebra-coin-1'),
	(4, 'zebrcoin1', '', 1, 'zebra-coin-1'),
	(4, 'zeracoin1', '', 1, 'zebra-coin-1'),
	(5, 'zzzzzzzz', '', 1, 'zebra-coin-1'),
	(6, 'zzz1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 1, 'zebra-coin-1');
INSERT INTO public.entity_lease VALUES
	('zebra-coin-1', 1, 'aafa021f-76ba-51d9-8659-2155bffb47e3', '2026-11-28 14:17:24.270147+00', 'researcher', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'default');
INSERT INTO public.event VALUES
	('f2537a07-c611-50bb-9e80-59b46ace83b3', 'question-1', 'question', 'default', 'tests', true, 1, 'rule', '348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 0, '{"event":{"id":"question-1","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"question asked","decided_by":"rule","identifiers":[],"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tasks":0,"prompt_version":""}', '2026-11-28 14:16:49.757795+00'),
	('62593234-1a7f-5a2b-84a9-b43cb657dfa7', 'question-3', 'question', 'default', 'tests', true, 1, 'rule', 'f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 0, '{"event":{"id":"question-3","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 3 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"question asked","decided_by":"rule","identifiers":[],"run":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","tasks":0,"prompt_version":""}', '2026-11-28 14:16:53.063303+00'),
	('cd661a12-8561-5769-8954-7744a49d1e13', 'question-2', 'question', 'default', 'tests', true, 1, 'rule', '92af55a8-21ee-5507-aa25-fd4b93f362d1', 0, '{"event":{"id":"question-2","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 2 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"question asked","decided_by":"rule","identifiers":[],"run":"92af55a8-21ee-5507-aa25-fd4b93f362d1","tasks":0,"prompt_version":""}', '2026-11-28 14:16:53.06326+00'),
	('547b5006-44c5-5481-8ab5-c57248a54ac8', 'question-4', 'question', 'default', 'tests', true, 1, 'rule', '7f96a149-1b72-5a76-b3ca-220bb5e48787', 0, '{"event":{"id":"question-4","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"question asked","decided_by":"rule","identifiers":[],"run":"7f96a149-1b72-5a76-b3ca-220bb5e48787","tasks":0,"prompt_version":""}', '2026-11-28 14:16:53.06331+00'),
	('41ba4beb-03a0-503f-99d0-019eb046c5eb', 'tx-1', 'transaction', 'default', 'tests', true, 0.883, 'model', NULL, 1, '{"event":{"id":"tx-1","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"transaction":{"signature":"signature-1","time":null,"kind":"SWAP","program":"JUPITER","wallets":["wallet-1"],"legs":[{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","symbol":"ZEB1","amount":1000.0,"usd_value":50000000000,"from":"","to":""}],"usd_value":50000000000,"description":"wallet-1 swapped 50,000 USD","failed":false}}},"interesting":true,"score":0.883,"reason":"Offline model: it moves 50000.00 dollars, it is a swap, and 1 of its tokens have not been researched.","decided_by":"model","identifiers":[{"identifier":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","fate":"research"}],"run":null,"tasks":1,"prompt_version":"9c4a25aa0e38"}', '2026-11-28 14:16:53.063315+00');
INSERT INTO public.evidence VALUES
	('0fc0d961-d8f6-5856-ab2c-a93ade73c211', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'default', 'How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?', NULL, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"important","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a important question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-28T14:26:50.454305128Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.6000000000000001,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."},{"id":"f4","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-28T14:16:50.479424202Z","tier":"other","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-28T14:16:50.479424202Z","tier":"other","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-28T14:16:50.479424202Z","expires_at":"2026-11-28T15:16:50.479424202Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1333,"model":"MiniMax-M2","prompt_version":"17e5c0b3dd79"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-28 14:16:52.40224+00'),
	('c696d3e4-d53d-59e8-923d-0656f5896b4e', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'default', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', NULL, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"critical","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a critical question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-28T14:26:50.454305128Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.6000000000000001,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."},{"id":"f4","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-28T14:16:50.476061446Z","tier":"other","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-28T14:16:50.476061446Z","tier":"other","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-28T14:16:50.476061446Z","expires_at":"2026-11-28T15:16:50.476061446Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1309,"model":"MiniMax-M2","prompt_version":"17e5c0b3dd79"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-28 14:16:52.428596+00'),
	('73a539b9-cbec-5581-8929-4261715b9ed5', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'default', 'What is known about this: The ministry''s site.', NULL, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-28T14:26:50.454305128Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-28T14:16:50.474352948Z","tier":"other","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-28T14:16:50.474352948Z","tier":"other","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-28T14:16:50.474352948Z","expires_at":"2026-11-28T15:16:50.474352948Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":2637,"model":"MiniMax-M2","prompt_version":"17e5c0b3dd79"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-28 14:16:52.476025+00'),
	('45139f42-319a-57b2-80fe-b1dfbad77db9', '62593234-1a7f-5a2b-84a9-b43cb657dfa7', 'default', 'What is known about this: The ministry''s site.', NULL, '{"task":{"tenant":"default","event":"question-3","event_job":"62593234-1a7f-5a2b-84a9-b43cb657dfa7","subject":{"question":{"run":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 3 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-28T14:26:53.554232092Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-28T14:16:53.559110450Z","tier":"other","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-28T14:16:53.559110450Z","tier":"other","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-28T14:16:53.559110450Z","expires_at":"2026-11-28T15:16:53.559110450Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1283,"model":"MiniMax-M2","prompt_version":"17e5c0b3dd79"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-28 14:16:55.4965+00');
INSERT INTO public.forecast VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'default', 0.4, 8270, '{"run":{"id":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","asked":{"text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-28T14:16:49.818916781Z"},"probability":0.4,"lower":0.20497832964187282,"upper":0.6328667171491633,"confidence":0.05000000000000001,"reasoning":"This is the offline model: it reads the findings and does not judge them. It starts from what the form of the question alone says, because no like questions are known. The Ministry of Zebras has published a report in every quarter since 2019 [i1q3/f1]. A court found that the Ministry of Zebras was late with two reports [i1q3/f4]. The ministry said in October 2026 that the next report is on its way [i1q3/f2]. (The median estimate; its perspective: evidence first.)","base_rates":[{"kind":"reference_class","description":"most events that may happen within 33 days do not","rate":0.2875903218916358,"cases":null,"source":"stated by the model"},{"kind":"market","description":"the market''s price when it was asked","rate":0.4,"cases":null,"source":"the event that asked"}],"samples":[0.2875903218916358,0.2875903218916358,0.2875903218916358],"recommendation":{"action":"abstain","price":0.4,"edge":0.0,"net_edge":-0.02,"fraction":0.0,"size":0,"reason":"the edge of 0.000 is too small after costs of 0.020; the confidence of 0.05 is under 0.30; the price, with its costs, lies within the bounds 0.205 to 0.633"},"evidence_used":["i1q1/f1","i1q1/f2","i1q1/f3","i1q2/f1","i1q3/f1","i1q3/f2","i1q3/f4"],"iterations":1,"questions_asked":3,"questions_answered":3,"cost":8270,"flags":[],"model":"offline-1","prompt_version":"aa0bb0679312","made_at":"2026-11-28T14:16:52.943208038Z","uncalibrated":null,"account":{"recalibration":"identity: 0 outcomes are known, a map needs 100","rounds":[],"costs":[{"agent":"researcher","model":"MiniMax-M2","calls":15,"cost":5279,"input_tokens":38226,"output_tokens":1440},{"agent":"forecaster","model":"MiniMax-M2","calls":4,"cost":2991,"input_tokens":8501,"output_tokens":768}],"budgets":[{"scope":"tenant:default:2026-11-28","limit":200000000,"left":199991730},{"scope":"run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","limit":20000000,"left":19991730},{"scope":"call","limit":2000000,"left":2000000},{"scope":"agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1","limit":1000000,"left":997009},{"scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1","limit":3000000,"left":2994721},{"scope":"agent:filter:f2537a07-c611-50bb-9e80-59b46ace83b3:r1","limit":300000,"left":300000},{"scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3","limit":15000000,"left":14994721}]}}', NULL, NULL, NULL, '2026-11-28 14:16:52.943208+00');
INSERT INTO public.hearer VALUES
	('auspex.event.question', 'classifier', '2026-11-28 14:16:49.629101+00'),
	('auspex.forecast.made', 'writer-forecasts', '2026-11-28 14:16:49.629101+00'),
	('auspex.research.requested', 'researcher', '2026-11-28 14:16:49.629101+00'),
	('auspex.run.answered', 'forecaster-rounds', '2026-11-28 14:16:49.629101+00'),
	('auspex.run.ended', 'writer-endings', '2026-11-28 14:16:49.629101+00'),
	('auspex.macro.researched', 'writer-macros', '2026-11-28 14:16:49.629936+00'),
	('auspex.research.gathered', 'filter', '2026-11-28 14:16:49.629936+00'),
	('auspex.classification.grouped', 'writer-verdicts', '2026-11-28 14:16:49.648728+00'),
	('auspex.classification.made', 'writer-classifications', '2026-11-28 14:16:49.648728+00'),
	('auspex.event.directions', 'classifier', '2026-11-28 14:16:49.648728+00'),
	('auspex.event.macro', 'classifier', '2026-11-28 14:16:49.648728+00'),
	('auspex.event.retrieval_miss', 'classifier', '2026-11-28 14:16:49.648728+00'),
	('auspex.event.scout_alert', 'classifier', '2026-11-28 14:16:49.648728+00'),
	('auspex.event.transaction', 'classifier', '2026-11-28 14:16:49.648728+00'),
	('auspex.forecast.requested', 'forecaster-runs', '2026-11-28 14:16:49.648728+00'),
	('auspex.evidence.filtered', 'forecaster-evidence', '2026-11-28 14:16:49.65042+00'),
	('auspex.evidence.filtered', 'writer-evidence', '2026-11-28 14:16:49.65042+00');
INSERT INTO public.inbox VALUES
	('classifier', 'f2537a07-c611-50bb-9e80-59b46ace83b3', NULL, 0, 0, NULL, '2026-11-28 14:16:49.760824+00', '2026-11-28 14:16:49.832098+00'),
	('writer-classifications', '5c863928-05a5-53fe-bc26-70852ea38c35', NULL, 0, 0, NULL, '2026-11-28 14:16:49.909073+00', '2026-11-28 14:16:49.921893+00'),
	('forecaster-runs', '945aad6b-60f2-5d6a-8f45-b00398af27d3', NULL, 0, 0, NULL, '2026-11-28 14:16:49.93278+00', '2026-11-28 14:16:50.457856+00'),
	('researcher', '2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', NULL, 0, 0, NULL, '2026-11-28 14:16:50.483717+00', '2026-11-28 14:16:52.337394+00'),
	('researcher', '16fc92ec-2692-5d0a-840d-d7a13a53de03', NULL, 0, 0, NULL, '2026-11-28 14:16:50.483717+00', '2026-11-28 14:16:52.362882+00'),
	('filter', 'e5552d81-e4ba-5998-bd90-4ef877ee9957', NULL, 0, 0, NULL, '2026-11-28 14:16:52.365088+00', '2026-11-28 14:16:52.370604+00'),
	('researcher', 'ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', NULL, 0, 0, NULL, '2026-11-28 14:16:50.485165+00', '2026-11-28 14:16:52.355286+00'),
	('forecaster-evidence', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', NULL, 0, 0, NULL, '2026-11-28 14:16:52.382566+00', '2026-11-28 14:16:52.386751+00'),
	('writer-evidence', '0fc0d961-d8f6-5856-ab2c-a93ade73c211', NULL, 0, 0, NULL, '2026-11-28 14:16:52.388951+00', '2026-11-28 14:16:52.40224+00'),
	('filter', '9eae3086-0596-51e0-b0a0-1de0c31042b4', NULL, 0, 0, NULL, '2026-11-28 14:16:52.387895+00', '2026-11-28 14:16:52.409015+00'),
	('writer-evidence', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', NULL, 0, 0, NULL, '2026-11-28 14:16:52.422935+00', '2026-11-28 14:16:52.428596+00'),
	('forecaster-evidence', 'c696d3e4-d53d-59e8-923d-0656f5896b4e', NULL, 0, 0, NULL, '2026-11-28 14:16:52.427156+00', '2026-11-28 14:16:52.440282+00'),
	('filter', '2d3a7d43-19ad-549e-9e59-aec3095297ad', NULL, 0, 0, NULL, '2026-11-28 14:16:52.453122+00', '2026-11-28 14:16:52.462722+00'),
	('forecaster-evidence', '73a539b9-cbec-5581-8929-4261715b9ed5', NULL, 0, 0, NULL, '2026-11-28 14:16:52.469094+00', '2026-11-28 14:16:52.472644+00'),
	('writer-evidence', '73a539b9-cbec-5581-8929-4261715b9ed5', NULL, 0, 0, NULL, '2026-11-28 14:16:52.471799+00', '2026-11-28 14:16:52.476025+00'),
	('forecaster-rounds', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', NULL, 0, 0, NULL, '2026-11-28 14:16:52.481362+00', '2026-11-28 14:16:52.963919+00'),
	('writer-forecasts', 'dc174a2e-2c84-5299-851c-3893fbd013b9', NULL, 0, 0, NULL, '2026-11-28 14:16:52.972224+00', '2026-11-28 14:16:52.992134+00'),
	('classifier', 'cd661a12-8561-5769-8954-7744a49d1e13', NULL, 0, 0, NULL, '2026-11-28 14:16:53.070069+00', '2026-11-28 14:16:53.07909+00'),
	('classifier', '62593234-1a7f-5a2b-84a9-b43cb657dfa7', NULL, 0, 0, NULL, '2026-11-28 14:16:53.070069+00', '2026-11-28 14:16:53.082902+00'),
	('classifier', '547b5006-44c5-5481-8ab5-c57248a54ac8', NULL, 0, 0, NULL, '2026-11-28 14:16:53.065349+00', '2026-11-28 14:16:53.101625+00'),
	('writer-classifications', '208bc3a7-feb0-548d-80d5-52d4b8a20dc5', NULL, 0, 0, NULL, '2026-11-28 14:16:53.102571+00', '2026-11-28 14:16:53.128802+00'),
	('writer-classifications', '737bc7e6-d196-5d3c-b902-0be6842d2502', NULL, 0, 0, NULL, '2026-11-28 14:16:53.13639+00', '2026-11-28 14:16:53.18226+00'),
	('writer-classifications', 'e715c30e-cff1-5626-ab90-2bea1646ff68', NULL, 0, 0, NULL, '2026-11-28 14:16:53.192737+00', '2026-11-28 14:16:53.251017+00'),
	('forecaster-runs', '41babd18-9d95-54dc-843a-0972f5ee9bdf', NULL, 0, 0, NULL, '2026-11-28 14:16:53.09925+00', '2026-11-28 14:16:53.55931+00'),
	('researcher', '1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'researcher-ad977aa35a7c', 0, 0, NULL, '2026-11-28 14:16:53.576383+00', NULL),
	('forecaster-runs', '5ee2fcd7-e9ea-506e-abe3-a35a7af742ac', NULL, 0, 0, NULL, '2026-11-28 14:16:53.133947+00', '2026-11-28 14:16:53.592184+00'),
	('forecaster-runs', '3385a097-fcf0-5279-9d5a-59a8686fe43a', NULL, 0, 0, NULL, '2026-11-28 14:16:53.175423+00', '2026-11-28 14:16:53.620692+00'),
	('researcher', '9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'researcher-ad977aa35a7c', 0, 0, NULL, '2026-11-28 14:16:53.647072+00', NULL),
	('researcher', '6a714971-90c2-540a-8c4e-664e1550ba11', 'researcher-ad977aa35a7c', 0, 0, NULL, '2026-11-28 14:16:53.652571+00', NULL),
	('researcher', '1494ae69-ba54-5d91-bda9-d5443016254b', 'researcher-ad977aa35a7c', 0, 0, NULL, '2026-11-28 14:16:53.654587+00', NULL),
	('classifier', '41ba4beb-03a0-503f-99d0-019eb046c5eb', NULL, 0, 0, NULL, '2026-11-28 14:16:53.065349+00', '2026-11-28 14:16:54.064943+00'),
	('researcher', '5b4960cf-b5cd-5368-928d-6dd69dfbba41', NULL, 0, 0, NULL, '2026-11-28 14:16:53.567678+00', '2026-11-28 14:16:55.444336+00'),
	('filter', '3645c701-bcfb-5278-815f-c505d5b1c2ba', NULL, 0, 0, NULL, '2026-11-28 14:16:55.466189+00', '2026-11-28 14:16:55.474209+00'),
	('forecaster-evidence', '45139f42-319a-57b2-80fe-b1dfbad77db9', NULL, 0, 0, NULL, '2026-11-28 14:16:55.485075+00', '2026-11-28 14:16:55.487532+00'),
	('writer-evidence', '45139f42-319a-57b2-80fe-b1dfbad77db9', NULL, 0, 0, NULL, '2026-11-28 14:16:55.482363+00', '2026-11-28 14:16:55.4965+00'),
	('researcher', '25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', NULL, 0, 0, NULL, '2026-11-28 14:16:53.576383+00', '2026-11-28 14:16:55.621754+00'),
	('researcher', '49c98df2-9683-5607-baf4-b0b66192bbc2', NULL, 0, 0, NULL, '2026-11-28 14:16:53.652571+00', '2026-11-28 14:16:55.649397+00'),
	('filter', '67a4c06b-0d29-5336-afcf-81a9f452c5ff', NULL, 0, 0, NULL, '2026-11-28 14:16:55.656969+00', '2026-11-28 14:16:55.663798+00'),
	('filter', '4bd9cd2d-22b3-55fd-9527-2873f7dc8411', NULL, 0, 0, NULL, '2026-11-28 14:16:55.673847+00', '2026-11-28 14:16:55.682738+00'),
	('forecaster-evidence', 'a4848726-c6ae-5197-8b14-473891c50d50', 'forecaster-38b986d00ec3', 0, 0, NULL, '2026-11-28 14:16:55.697706+00', NULL),
	('researcher', '3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'researcher-ad977aa35a7c', 0, 0, NULL, '2026-11-28 14:16:53.654587+00', NULL),
	('researcher', 'b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'researcher-ad977aa35a7c', 0, 0, NULL, '2026-11-28 14:16:53.654587+00', NULL),
	('writer-classifications', 'c1682683-8b8c-560b-91b8-156a7f4d6ed5', NULL, 0, 0, NULL, '2026-11-28 14:16:54.076881+00', '2026-11-28 14:16:54.08123+00'),
	('writer-evidence', 'a4848726-c6ae-5197-8b14-473891c50d50', 'writer-f50313ca60af', 0, 0, NULL, '2026-11-28 14:16:55.697787+00', NULL),
	('researcher', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'researcher-ad977aa35a7c', 0, 0, NULL, '2026-11-28 14:16:54.079134+00', NULL);
INSERT INTO public.inbox_period VALUES
	(0, '2026-11-28 14:16:47.187222+00', NULL, false, 0);
INSERT INTO public.instance VALUES
	('batch', 'infinity', NULL),
	('forecaster-38b986d00ec3', '2026-11-28 14:17:19.636948+00', NULL),
	('researcher-ad977aa35a7c', '2026-11-28 14:17:19.643849+00', NULL),
	('writer-f50313ca60af', '2026-11-28 14:17:19.666791+00', NULL),
	('classifier-f96cab0a4d85', '2026-11-28 14:17:19.686787+00', NULL),
	('filter-ae7ac30fb46e', '2026-11-28 14:17:19.698429+00', NULL);
INSERT INTO public.kept_answer VALUES
	('ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-28 14:16:52.344501+00'),
	('ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-28 14:16:52.36647+00'),
	('ask:web_search?{"most":6,"query":"What is known about this: The ministry''s site."}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-28 14:16:55.454136+00'),
	('ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 3 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-28 14:16:55.623537+00'),
	('ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 4 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-28 14:16:55.651503+00');
INSERT INTO public.outbox VALUES
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'auspex.research.requested', 'default', '\x0ae6020a0764656661756c74120a7175657374696f6e2d321a2463643636316131322d383536312d353736392d383935342d37373434613439643165313322226120696d706f7274616e74207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08adc9abd80610cba6e68b025aef010a2439326166353561382d323165652d353530372d616132352d666434623933663336326431127e0a046931713212096261736520726174651a69486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f20021a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f', '00-72f8403e939e153055e9a792e5c44ece-771d1af6aaf7ceab-00', '2026-11-28 14:16:53.592184+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'auspex.research.requested', 'default', '\x0ae6020a0764656661756c74120a7175657374696f6e2d331a2436323539333233342d316137662d356132622d383461392d62343363623635376466613722226120696d706f7274616e74207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08adc9abd806109cd2a388025aef010a2466353563393736322d623162382d356531302d386530362d333036623338646263346339127e0a046931713212096261736520726174651a69486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f20021a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f', '00-11a8ed2860f29a3ec23db89abbe62f2d-208695e26e614cca-00', '2026-11-28 14:16:53.55931+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', 'auspex.research.requested', 'default', '\x0acb020a0764656661756c74120a7175657374696f6e2d341a2435343762353030362d343463352d353438312d386162352d63353732343861353461633822216120637269746963616c207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08adc9abd80610b882bba6025ad5010a2437663936613134392d316237322d356137362d623363612d32323062623565343837383712640a046931713112117468652070726573656e742073746174651a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f20031a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f', '00-25064267105a995794eaec723f941892-ba1b50f95958733a-00', '2026-11-28 14:16:53.620692+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'auspex.research.requested', 'default', '\x0adc010a0764656661756c74120474782d311a2434316261346265622d303361302d353033662d393964302d30313965623034366335656222654f66666c696e65206d6f64656c3a206974206d6f7665732035303030302e303020646f6c6c6172732c206974206973206120737761702c20616e642031206f662069747320746f6b656e732068617665206e6f74206265656e20726573656172636865642e280230c08db70152340a2c5a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a12045a454231800101', '00-2716a3dd46ddaeee82e3eeb8796e4cc5-57122fb553f9fed1-00', '2026-11-28 14:16:54.064943+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'auspex.research.requested', 'default', '\x0acb020a0764656661756c74120a7175657374696f6e2d321a2463643636316131322d383536312d353736392d383935342d37373434613439643165313322216120637269746963616c207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08adc9abd80610cba6e68b025ad5010a2439326166353561382d323165652d353530372d616132352d66643462393366333632643112640a046931713112117468652070726573656e742073746174651a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f20031a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f', '00-72f8403e939e153055e9a792e5c44ece-771d1af6aaf7ceab-00', '2026-11-28 14:16:53.592184+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'auspex.research.requested', 'default', '\x0ab0020a0764656661756c74120a7175657374696f6e2d321a2463643636316131322d383536312d353736392d383935342d37373434613439643165313322266120737570706c656d656e74617279207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08adc9abd80610cba6e68b025ab5010a2439326166353561382d323165652d353530372d616132352d66643462393366333632643112440a0469317133120a7265736f6c7574696f6e1a2e57686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e20011a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f', '00-72f8403e939e153055e9a792e5c44ece-771d1af6aaf7ceab-00', '2026-11-28 14:16:53.592184+00'),
	('9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'auspex.research.requested', 'default', '\x0ab0020a0764656661756c74120a7175657374696f6e2d341a2435343762353030362d343463352d353438312d386162352d63353732343861353461633822266120737570706c656d656e74617279207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08adc9abd80610b882bba6025ab5010a2437663936613134392d316237322d356137362d623363612d32323062623565343837383712440a0469317133120a7265736f6c7574696f6e1a2e57686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e20011a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f', '00-25064267105a995794eaec723f941892-ba1b50f95958733a-00', '2026-11-28 14:16:53.620692+00'),
	('a4848726-c6ae-5197-8b14-473891c50d50', 'auspex.evidence.filtered', 'default', '\x0acb020a0764656661756c74120a7175657374696f6e2d331a2436323539333233342d316137662d356132622d383461392d62343363623635376466613722216120637269746963616c207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08adc9abd806109cd2a388025ad5010a2466353563393736322d623162382d356531302d386530362d33303662333864626334633912640a046931713112117468652070726573656e742073746174651a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f20031a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f128b0a129c015b6f66666c696e652d315d20546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e1aad010a026631124a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e180321666666666666e63f2a027331324a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e40011aa3010a0266321245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e180321343333333333e33f2a0273313245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e40011aa1010a02663312444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e180321343333333333e33f2a02733232444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e40011ab1010a026634124c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e180321000000000000e03f2a027331324c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e40012aac010a027331122268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c1a205265706f7274206f6620746865204d696e6973747279206f66205a6562726173220e7a65627261732e6578616d706c65320c08d5c4abd8061098ac87940238014240626135663962616161323439663732656236393031376163623661333963633834653630613431393231326363346561396264623939633465346133396335382a92010a027332122068747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c1a0a5a65627261206e657773220c6e6577732e6578616d706c65320c08d5c4abd8061098ac8794023801424039623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635419a9999999999e13f5a0c08d5c4abd8061098ac879402620c08e5e0abd8061098ac879402680182010a7765625f73656172636882010a66657463685f7061676582011673746f72655f72657365617263685f726573756c747388019d0a92010a4d696e694d61782d4d329a010c3137653563306233646437391a020801', '00-11a8ed2860f29a3ec23db89abbe62f2d-452b5f1fa28dfe9e-00', '2026-11-28 14:16:55.682738+00'),
	('67a4c06b-0d29-5336-afcf-81a9f452c5ff', 'auspex.research.gathered', 'default', '\x0ae6020a0764656661756c74120a7175657374696f6e2d341a2435343762353030362d343463352d353438312d386162352d63353732343861353461633822226120696d706f7274616e74207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08adc9abd80610b882bba6025aef010a2437663936613134392d316237322d356137362d623363612d323230626235653438373837127e0a046931713212096261736520726174651a69486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f20021a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f128b0a129c015b6f66666c696e652d315d20546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e1aad010a026631124a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e180321666666666666e63f2a027331324a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e40011aa3010a0266321245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e180321343333333333e33f2a0273313245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e40011aa1010a02663312444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e180321343333333333e33f2a02733232444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e40011ab1010a026634124c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e180321000000000000e03f2a027331324c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e40012aac010a027331122268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c1a205265706f7274206f6620746865204d696e6973747279206f66205a6562726173220e7a65627261732e6578616d706c65320c08d5c4abd80610b1cab9b20238014240626135663962616161323439663732656236393031376163623661333963633834653630613431393231326363346561396264623939633465346133396335382a92010a027332122068747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c1a0a5a65627261206e657773220c6e6577732e6578616d706c65320c08d5c4abd80610b1cab9b2023801424039623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635419a9999999999e13f5a0c08d5c4abd80610b1cab9b202620c08e5e0abd80610b1cab9b202680182010a7765625f73656172636882010a66657463685f7061676582011673746f72655f72657365617263685f726573756c74738801b50a92010a4d696e694d61782d4d329a010c313765356330623364643739', '00-25064267105a995794eaec723f941892-d6c77f67690cd58f-00', '2026-11-28 14:16:55.649397+00'),
	('651c05ab-1e00-5787-9f1a-1aac3d0b929e', 'auspex.evidence.filtered', 'default', '\x0ae6020a0764656661756c74120a7175657374696f6e2d341a2435343762353030362d343463352d353438312d386162352d63353732343861353461633822226120696d706f7274616e74207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08adc9abd80610b882bba6025aef010a2437663936613134392d316237322d356137362d623363612d323230626235653438373837127e0a046931713212096261736520726174651a69486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f20021a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f128b0a129c015b6f66666c696e652d315d20546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e1aad010a026631124a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e180321666666666666e63f2a027331324a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e40011aa3010a0266321245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e180321343333333333e33f2a0273313245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e40011aa1010a02663312444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e180321343333333333e33f2a02733232444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e40011ab1010a026634124c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e180321000000000000e03f2a027331324c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e40012aac010a027331122268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c1a205265706f7274206f6620746865204d696e6973747279206f66205a6562726173220e7a65627261732e6578616d706c65320c08d5c4abd80610b1cab9b20238014240626135663962616161323439663732656236393031376163623661333963633834653630613431393231326363346561396264623939633465346133396335382a92010a027332122068747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c1a0a5a65627261206e657773220c6e6577732e6578616d706c65320c08d5c4abd80610b1cab9b2023801424039623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635419a9999999999e13f5a0c08d5c4abd80610b1cab9b202620c08e5e0abd80610b1cab9b202680182010a7765625f73656172636882010a66657463685f7061676582011673746f72655f72657365617263685f726573756c74738801b50a92010a4d696e694d61782d4d329a010c3137653563306233646437391a020801', '00-25064267105a995794eaec723f941892-0ce2a635ee73991e-00', '2026-11-28 14:16:55.663798+00');
INSERT INTO public.page VALUES
	('https://zebras.example/report.html', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', 'text/html; charset=utf-8', NULL, NULL, '2026-11-28 14:16:50.474352+00', '2026-11-28 14:16:50.474352+00', '2026-11-28 15:16:50.474352+00'),
	('https://news.example/zebras.html', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', 'text/html; charset=utf-8', NULL, NULL, '2026-11-28 14:16:50.474352+00', '2026-11-28 14:16:50.474352+00', '2026-11-28 15:16:50.474352+00');
INSERT INTO public.page_use VALUES
	('2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', '2026-11-28 14:16:52.337394+00'),
	('2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-28 14:16:52.337394+00'),
	('2c6ed943-60bc-5bd8-9a5f-a2328cc1f693', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-28 14:16:52.337394+00'),
	('16fc92ec-2692-5d0a-840d-d7a13a53de03', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', '2026-11-28 14:16:52.362882+00'),
	('16fc92ec-2692-5d0a-840d-d7a13a53de03', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-28 14:16:52.362882+00'),
	('16fc92ec-2692-5d0a-840d-d7a13a53de03', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-28 14:16:52.362882+00'),
	('ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"What is known about this: The ministry''s site."}', '2026-11-28 14:16:52.355286+00'),
	('ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-28 14:16:52.355286+00'),
	('ba8ecdf9-2d6d-54f4-bfec-ef1d4259b374', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-28 14:16:52.355286+00'),
	('5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"What is known about this: The ministry''s site."}', '2026-11-28 14:16:55.444336+00'),
	('5b4960cf-b5cd-5368-928d-6dd69dfbba41', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-28 14:16:55.444336+00'),
	('5b4960cf-b5cd-5368-928d-6dd69dfbba41', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-28 14:16:55.444336+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 3 by the end of 2026?"}', '2026-11-28 14:16:55.621754+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-28 14:16:55.621754+00'),
	('25d83aa3-a9d5-52b3-b559-8c9c46c24b4f', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-28 14:16:55.621754+00'),
	('49c98df2-9683-5607-baf4-b0b66192bbc2', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 4 by the end of 2026?"}', '2026-11-28 14:16:55.649397+00'),
	('49c98df2-9683-5607-baf4-b0b66192bbc2', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-28 14:16:55.649397+00'),
	('49c98df2-9683-5607-baf4-b0b66192bbc2', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-28 14:16:55.649397+00');
INSERT INTO public.question VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q1', 1, 0, '{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"critical","expected_sources":[]}'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q2', 1, 1, '{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"important","expected_sources":[]}'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q3', 1, 2, '{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]}'),
	('f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 'i1q1', 1, 0, '{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 3 by the end of 2026?","priority":"critical","expected_sources":[]}'),
	('f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 'i1q2', 1, 1, '{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 3 by the end of 2026?","priority":"important","expected_sources":[]}'),
	('f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 'i1q3', 1, 2, '{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]}'),
	('92af55a8-21ee-5507-aa25-fd4b93f362d1', 'i1q1', 1, 0, '{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 2 by the end of 2026?","priority":"critical","expected_sources":[]}'),
	('92af55a8-21ee-5507-aa25-fd4b93f362d1', 'i1q2', 1, 1, '{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 2 by the end of 2026?","priority":"important","expected_sources":[]}'),
	('92af55a8-21ee-5507-aa25-fd4b93f362d1', 'i1q3', 1, 2, '{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]}'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q1', 1, 0, '{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","priority":"critical","expected_sources":[]}'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q2', 1, 1, '{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 4 by the end of 2026?","priority":"important","expected_sources":[]}'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q3', 1, 2, '{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]}');
INSERT INTO public.recalibration VALUES
	('default', 'offline-1', true, 498854, '{"kind":{"kind":"identity"},"reason":"0 outcomes are known, a map needs 100"}', '2026-11-28 14:16:52.959583+00');
INSERT INTO public.report VALUES
	('runs/348065a6-ff1e-50df-8cfe-fef0f7d3e8c5/report.md', 'default', '# Will the Ministry of Zebras publish report number 1 by the end of 2026?

**40 % likely** (between 20 % and 63 %), confidence 0.05.

**Advice: abstain** at a price of 0.400, edge +0.0 points: the edge of 0.000 is too small after costs of 0.020; the confidence of 0.05 is under 0.30; the price, with its costs, lies within the bounds 0.205 to 0.633. Auspex never trades.

## Estimates

- **29 %** most events that may happen within 33 days do not (reference_class; stated by the model)
- **40 %** the market''s price when it was asked (market; the event that asked)
- Independent estimates after the evidence: 29 %, 29 %, 29 %.
- From 29 % to 40 %: **+11 points**.

## Reasoning

*This is the offline model: it reads the findings and does not judge them.* *It starts from what the form of the question alone says, because no like questions are known.* The Ministry of Zebras has published a report in every quarter since 2019. [i1q3/f1] A court found that the Ministry of Zebras was late with two reports. [i1q3/f4] The ministry said in October 2026 that the next report is on its way. [i1q3/f2] *(The median estimate; its perspective: evidence first.)*

## Evidence used

|  | Finding | Status | Sources |
| --- | --- | --- | --- |
| [i1q2/f1] [i1q1/f1] [i1q3/f1] | The Ministry of Zebras has published a report in every quarter since 2019. | supported | [Report of the Ministry of Zebras](<https://zebras.example/report.html>) (other) |
| [i1q2/f2] [i1q1/f2] [i1q3/f2] | The ministry said in October 2026 that the next report is on its way. | supported | [Report of the Ministry of Zebras](<https://zebras.example/report.html>) (other) |
| [i1q2/f3] [i1q1/f3] [i1q3/f4] | A court found that the Ministry of Zebras was late with two reports. | supported | [Zebra news](<https://news.example/zebras.html>) (other) |

## Other findings

|  | Finding | Status | Sources |
| --- | --- | --- | --- |
| [i1q2/f4] [i1q1/f4] [i1q3/f3] | Zebra Coin is not issued by the ministry, which has warned against it twice. | supported | [Report of the Ministry of Zebras](<https://zebras.example/report.html>) (other) |

## Limitations

- According to its own bounds the probability may be as low as 20 % or as high as 63 %; its confidence is 0.05 of 1.
- Only one independent source supports [i1q2/f1] [i1q2/f2] [i1q2/f3].
- No page used has a publication date.
- 3 of 6 sentences of the reasoning cite no evidence; they are set in italics.
- The probability was not recalibrated (identity: 0 outcomes are known, a map needs 100): it ignores how often such forecasts came true.

## Cost

**$0.008270** in total.

| Agent | Model | Calls | Input tokens | Output tokens | Cost |
| --- | --- | --- | --- | --- | --- |
| researcher | MiniMax-M2 | 15 | 38226 | 1440 | $0.005279 |
| forecaster | MiniMax-M2 | 4 | 8501 | 768 | $0.002991 |

| Budget | Limit | Spent | Left |
| --- | --- | --- | --- |
| tenant and day | $200.000000 | $0.008270 | $199.991730 |
| run | $20.000000 | $0.008270 | $19.991730 |
| each call | $2.000000 | – | – |
| forecaster, round 1 | $1.000000 | $0.002991 | $0.997009 |
| researcher, round 1 | $3.000000 | $0.005279 | $2.994721 |
| filter, round 1 | $0.300000 | $0.000000 | $0.300000 |
| researcher | $15.000000 | $0.005279 | $14.994721 |

Made 2026-11-28 14:16 UTC in 1 round(s) of research, 3 of 3 questions answered. Model: offline-1, prompts aa0bb0679312. Run `348065a6-ff1e-50df-8cfe-fef0f7d3e8c5`.
', '2026-11-28 14:16:52.974743+00');
INSERT INTO public.representation VALUES
	('zebra-coin-1', '', 'spot-token', 'spl', 'solana', '{"mint": "ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', true, '2026-11-28 14:16:54.163378+00');
INSERT INTO public.representation_context VALUES
	('mint', 'ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '', 'zebra-coin-1');
INSERT INTO public.result VALUES
	('e382c6fd-f890-599c-be74-90d97e6eb336', 'classification', 'default', 'f2537a07-c611-50bb-9e80-59b46ace83b3', '348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', '{"classification":{"decidedBy":"DECIDER_RULE","event":{"id":"question-1","question":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","topic":"zebras"},"source":"tests","tenant":"default"},"interesting":true,"reason":"question asked","runId":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","score":1.0},"eventId":"question-1","eventJobId":"f2537a07-c611-50bb-9e80-59b46ace83b3","id":"e382c6fd-f890-599c-be74-90d97e6eb336","madeAt":"2026-11-28T14:16:49.921889109+00:00","runId":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default"}', '2026-11-28 14:16:49.921889+00', '2026-11-28 14:16:49.921893+00', '868'),
	('5eda07e8-7ddb-5ee0-a937-6ffa656129c7', 'forecast', 'default', 'f2537a07-c611-50bb-9e80-59b46ace83b3', '348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', '{"eventId":"question-1","eventJobId":"f2537a07-c611-50bb-9e80-59b46ace83b3","forecast":{"baseRates":[{"description":"most events that may happen within 33 days do not","kind":"reference_class","rate":0.2875903218916358,"source":"stated by the model"},{"description":"the market''s price when it was asked","kind":"market","rate":0.4,"source":"the event that asked"}],"budgets":[{"leftMicroUsd":"199991730","limitMicroUsd":"200000000","scope":"tenant:default:2026-11-28"},{"leftMicroUsd":"19991730","limitMicroUsd":"20000000","scope":"run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5"},{"leftMicroUsd":"2000000","limitMicroUsd":"2000000","scope":"call"},{"leftMicroUsd":"997009","limitMicroUsd":"1000000","scope":"agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3:r1"},{"leftMicroUsd":"2994721","limitMicroUsd":"3000000","scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3:r1"},{"leftMicroUsd":"300000","limitMicroUsd":"300000","scope":"agent:filter:f2537a07-c611-50bb-9e80-59b46ace83b3:r1"},{"leftMicroUsd":"14994721","limitMicroUsd":"15000000","scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3"}],"confidence":0.05000000000000001,"costMicroUsd":"8270","costs":[{"agent":"researcher","calls":"15","costMicroUsd":"5279","inputTokens":"38226","model":"MiniMax-M2","outputTokens":"1440"},{"agent":"forecaster","calls":"4","costMicroUsd":"2991","inputTokens":"8501","model":"MiniMax-M2","outputTokens":"768"}],"evidenceUsed":["i1q1/f1","i1q1/f2","i1q1/f3","i1q2/f1","i1q3/f1","i1q3/f2","i1q3/f4"],"iterations":1,"lower":0.20497832964187282,"madeAt":"2026-11-28T14:16:52.943208038+00:00","model":"offline-1","probability":0.4,"promptVersion":"aa0bb0679312","questionsAnswered":3,"questionsAsked":3,"reasoning":"This is the offline model: it reads the findings and does not judge them. It starts from what the form of the question alone says, because no like questions are known. The Ministry of Zebras has published a report in every quarter since 2019 [i1q3/f1]. A court found that the Ministry of Zebras was late with two reports [i1q3/f4]. The ministry said in October 2026 that the next report is on its way [i1q3/f2]. (The median estimate; its perspective: evidence first.)","recalibration":"identity: 0 outcomes are known, a map needs 100","recommendation":{"action":"ACTION_ABSTAIN","netEdge":-0.02,"price":0.4,"reason":"the edge of 0.000 is too small after costs of 0.020; the confidence of 0.05 is under 0.30; the price, with its costs, lies within the bounds 0.205 to 0.633"},"run":{"asked":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","topic":"zebras"},"askedAt":"2026-11-28T14:16:49.818916781+00:00","budgetMicroUsd":"20000000","eventId":"question-1","eventJobId":"f2537a07-c611-50bb-9e80-59b46ace83b3","id":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default"},"samples":[0.2875903218916358,0.2875903218916358,0.2875903218916358],"upper":0.6328667171491633},"id":"5eda07e8-7ddb-5ee0-a937-6ffa656129c7","madeAt":"2026-11-28T14:16:52.974743951+00:00","reportKey":"runs/348065a6-ff1e-50df-8cfe-fef0f7d3e8c5/report.md","runId":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default"}', '2026-11-28 14:16:52.974743+00', '2026-11-28 14:16:52.992134+00', '955'),
	('171b777c-c325-5859-8451-5ead16e5a1b5', 'classification', 'default', '62593234-1a7f-5a2b-84a9-b43cb657dfa7', 'f55c9762-b1b8-5e10-8e06-306b38dbc4c9', '{"classification":{"decidedBy":"DECIDER_RULE","event":{"id":"question-3","question":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 3 by the end of 2026?","topic":"zebras"},"source":"tests","tenant":"default"},"interesting":true,"reason":"question asked","runId":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","score":1.0},"eventId":"question-3","eventJobId":"62593234-1a7f-5a2b-84a9-b43cb657dfa7","id":"171b777c-c325-5859-8451-5ead16e5a1b5","madeAt":"2026-11-28T14:16:53.129060458+00:00","runId":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","tenant":"default"}', '2026-11-28 14:16:53.12906+00', '2026-11-28 14:16:53.128802+00', '965'),
	('4f74770d-0993-561d-bda6-abf3db8b54c6', 'classification', 'default', 'cd661a12-8561-5769-8954-7744a49d1e13', '92af55a8-21ee-5507-aa25-fd4b93f362d1', '{"classification":{"decidedBy":"DECIDER_RULE","event":{"id":"question-2","question":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 2 by the end of 2026?","topic":"zebras"},"source":"tests","tenant":"default"},"interesting":true,"reason":"question asked","runId":"92af55a8-21ee-5507-aa25-fd4b93f362d1","score":1.0},"eventId":"question-2","eventJobId":"cd661a12-8561-5769-8954-7744a49d1e13","id":"4f74770d-0993-561d-bda6-abf3db8b54c6","madeAt":"2026-11-28T14:16:53.161874187+00:00","runId":"92af55a8-21ee-5507-aa25-fd4b93f362d1","tenant":"default"}', '2026-11-28 14:16:53.161874+00', '2026-11-28 14:16:53.18226+00', '972'),
	('9840da7a-477b-5348-bb0c-22728c8fe134', 'classification', 'default', '547b5006-44c5-5481-8ab5-c57248a54ac8', '7f96a149-1b72-5a76-b3ca-220bb5e48787', '{"classification":{"decidedBy":"DECIDER_RULE","event":{"id":"question-4","question":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","topic":"zebras"},"source":"tests","tenant":"default"},"interesting":true,"reason":"question asked","runId":"7f96a149-1b72-5a76-b3ca-220bb5e48787","score":1.0},"eventId":"question-4","eventJobId":"547b5006-44c5-5481-8ab5-c57248a54ac8","id":"9840da7a-477b-5348-bb0c-22728c8fe134","madeAt":"2026-11-28T14:16:53.250237920+00:00","runId":"7f96a149-1b72-5a76-b3ca-220bb5e48787","tenant":"default"}', '2026-11-28 14:16:53.250237+00', '2026-11-28 14:16:53.251017+00', '977'),
	('87729f4b-6e97-5ede-a0ed-be1737c14f72', 'classification', 'default', '41ba4beb-03a0-503f-99d0-019eb046c5eb', NULL, '{"classification":{"decidedBy":"DECIDER_MODEL","event":{"id":"tx-1","source":"tests","tenant":"default","transaction":{"description":"wallet-1 swapped 50,000 USD","kind":"SWAP","legs":[{"amount":1000.0,"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","symbol":"ZEB1","usdValueMicroUsd":"50000000000"}],"program":"JUPITER","signature":"signature-1","usdValueMicroUsd":"50000000000","wallets":["wallet-1"]}},"identifiers":[{"fate":"FATE_RESEARCH","identifier":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}],"interesting":true,"promptVersion":"9c4a25aa0e38","reason":"Offline model: it moves 50000.00 dollars, it is a swap, and 1 of its tokens have not been researched.","score":0.883,"tasks":1},"eventId":"tx-1","eventJobId":"41ba4beb-03a0-503f-99d0-019eb046c5eb","id":"87729f4b-6e97-5ede-a0ed-be1737c14f72","madeAt":"2026-11-28T14:16:54.081398962+00:00","tenant":"default"}', '2026-11-28 14:16:54.081398+00', '2026-11-28 14:16:54.08123+00', '1013');
INSERT INTO public.run VALUES
	('92af55a8-21ee-5507-aa25-fd4b93f362d1', 'default', 'cd661a12-8561-5769-8954-7744a49d1e13', 'Will the Ministry of Zebras publish report number 2 by the end of 2026?', '{"id":"92af55a8-21ee-5507-aa25-fd4b93f362d1","tenant":"default","event":"question-2","event_job":"cd661a12-8561-5769-8954-7744a49d1e13","asked":{"text":"Will the Ministry of Zebras publish report number 2 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-28T14:16:53.077246876Z"}', 2, 'waiting', 1, 3, 1, '2026-11-28 14:26:53.561615+00', NULL, NULL, '2026-11-28 14:16:53.592184+00', '2026-11-28 14:16:53.592184+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'default', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '{"id":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","asked":{"text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-28T14:16:49.818916781Z"}', 2, 'done', 1, 0, 5, '2026-11-28 14:26:50.454305+00', NULL, NULL, '2026-11-28 14:16:50.457856+00', '2026-11-28 14:16:52.963919+00'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'default', '547b5006-44c5-5481-8ab5-c57248a54ac8', 'Will the Ministry of Zebras publish report number 4 by the end of 2026?', '{"id":"7f96a149-1b72-5a76-b3ca-220bb5e48787","tenant":"default","event":"question-4","event_job":"547b5006-44c5-5481-8ab5-c57248a54ac8","asked":{"text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-28T14:16:53.081561690Z"}', 2, 'waiting', 1, 3, 1, '2026-11-28 14:26:53.617529+00', NULL, NULL, '2026-11-28 14:16:53.620692+00', '2026-11-28 14:16:53.620692+00'),
	('f55c9762-b1b8-5e10-8e06-306b38dbc4c9', 'default', '62593234-1a7f-5a2b-84a9-b43cb657dfa7', 'Will the Ministry of Zebras publish report number 3 by the end of 2026?', '{"id":"f55c9762-b1b8-5e10-8e06-306b38dbc4c9","tenant":"default","event":"question-3","event_job":"62593234-1a7f-5a2b-84a9-b43cb657dfa7","asked":{"text":"Will the Ministry of Zebras publish report number 3 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-28T14:16:53.077707111Z"}', 2, 'waiting', 1, 2, 2, '2026-11-28 14:26:53.554232+00', NULL, NULL, '2026-11-28 14:16:53.55931+00', '2026-11-28 14:16:55.487532+00');
INSERT INTO public.step VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'base rates', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x5b5d', '2026-11-28 14:16:52.494292+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'identify', '002c300f52f2330b031f22bd104ed866d3c1475c1ade8dc6cfa0c077714e3500', '\x7b226d696e74223a225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a222c226e616d65223a225a6562726120436f696e2031222c2273796d626f6c223a225a454231222c22646563696d616c73223a362c227665726966696564223a66616c73652c22686f6c64657273223a6e756c6c2c2270726963655f757364223a6e756c6c2c226d61726b65745f6361705f757364223a6e756c6c2c226c69717569646974795f757364223a6e756c6c2c2277656273697465223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f7274222c2274616773223a5b227a65627261225d2c226d696e745f617574686f726974795f64697361626c6564223a6e756c6c2c22667265657a655f617574686f726974795f64697361626c6564223a6e756c6c2c22737573706963696f7573223a66616c73657d', '2026-11-28 14:16:54.08826+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d32385431343a31363a35332e3538313735373438332b30303a3030', '2026-11-28 14:16:53.624647+00'),
	('9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d32385431343a31363a35332e3633383733323931362b30303a3030', '2026-11-28 14:16:53.660232+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d32385431343a31363a35332e3634323336363631352b30303a3030', '2026-11-28 14:16:53.664056+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d32385431343a31363a35332e3634363431333434312b30303a3030', '2026-11-28 14:16:53.674515+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d32385431343a31363a35332e3635333037333633382b30303a3030', '2026-11-28 14:16:53.678871+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d32385431343a31363a35332e3635373439353033302b30303a3030', '2026-11-28 14:16:53.681357+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'turns before round 1 is decided', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x31', '2026-11-28 14:16:52.498665+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'turn-1', '7854b6780943c60ef56aa22e55552893c086548416122c8350f3d5e1f9eb9813', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6131383739353837623737373762353437656265333138335f30222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a2257686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3235322c226f7574707574223a31372c2263616368655f72656164223a333430362c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f613138373935383762373737376235343765626533313833222c22636f7374223a3139397d', '2026-11-28 14:16:54.126456+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'turn-1', 'e3fbb002cdbc91b68fb60596f596799b7ec21f495d942c2860e77b0aa3b79843', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3263326432633363623330376537666165366263316465385f30222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a2257696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3235382c226f7574707574223a32342c2263616368655f72656164223a333430362c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f326332643263336362333037653766616536626331646538222c22636f7374223a3230397d', '2026-11-28 14:16:54.142488+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', 'turn-1', '7559194792158dcd47f197ed2934373b1907484769867fca2c74466b48e1f6bf', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3162353933356665383064396565616562303162353630615f30222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a2257696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3235382c226f7574707574223a32342c2263616368655f72656164223a333430362c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f316235393335666538306439656561656230316235363061222c22636f7374223a3230397d', '2026-11-28 14:16:54.142488+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'recalibration of offline-1', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x7b226b696e64223a7b226b696e64223a226964656e74697479227d2c22726561736f6e223a2230206f7574636f6d657320617265206b6e6f776e2c2061206d6170206e6565647320313030227d', '2026-11-28 14:16:52.961976+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'turn-1', 'ad49591a7658eaafa07459b0f7279b2ed504be4c9642787a0e0d6f2eae38830f', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3463343264643138613137313763336234306265373634335f30222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a22486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3236372c226f7574707574223a33322c2263616368655f72656164223a333430362c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f346334326464313861313731376333623430626537363433222c22636f7374223a3232317d', '2026-11-28 14:16:54.109485+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'turn-1', '18b422225e1c27494413b2a45579726d2ce5ef27c101c1c0d8b061c94dbbb408', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3536316537326539366431636439303263383262356235665f30222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a22486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3236372c226f7574707574223a33322c2263616368655f72656164223a333430362c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f353631653732653936643163643930326338326235623566222c22636f7374223a3232317d', '2026-11-28 14:16:54.109485+00'),
	('9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'turn-1', '0e8b000f5e87aa133f2c1c42ae59bbce97dc186921cc1915313d3e2462ca0fe4', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3461373038643639656365656563316638646337306564315f30222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a2257686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3235322c226f7574707574223a31372c2263616368655f72656164223a333430362c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f346137303864363965636565656331663864633730656431222c22636f7374223a3139397d', '2026-11-28 14:16:54.109485+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'call-0', '60c1006de789c70216d7a295943a989c3abb57cd90800c247360a26b7093037a', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c226e6f7468696e67466f756e645c223a66616c73652c5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3635373439353033305a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3635373439353033305a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c22486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f5c227d222c2268617368223a2265333935303136346163353338623966653063336263616264376366306634666263643339343834636331313031656263336635626331643333353936633338222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e2049742077696c6c20686972652070656f706c6520696e20323032372e205a6562726120436f696e206973206e6f742069737375656420627920746865206d5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a3436337d', '2026-11-28 14:16:54.177107+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'call-0', '772764333e9cad1649eddbf4229acee213b5c5df4929105300f165471a052b6d', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c226e6f7468696e67466f756e645c223a66616c73652c5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3538313735373438335a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3538313735373438335a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c22486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220332062792074686520656e64206f6620323032363f5c227d222c2268617368223a2265333935303136346163353338623966653063336263616264376366306634666263643339343834636331313031656263336635626331643333353936633338222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e2049742077696c6c20686972652070656f706c6520696e20323032372e205a6562726120436f696e206973206e6f742069737375656420627920746865206d5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a3530367d', '2026-11-28 14:16:54.177107+00'),
	('9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'call-0', '538a56e60c2918c13627906b301b75a02065be65fcb32497a7ebf54e8336c5f7', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c226e6f7468696e67466f756e645c223a66616c73652c5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3633383733323931365a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3633383733323931365a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c2257686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e5c227d222c2268617368223a2265333935303136346163353338623966653063336263616264376366306634666263643339343834636331313031656263336635626331643333353936633338222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e2049742077696c6c20686972652070656f706c6520696e20323032372e205a6562726120436f696e206973206e6f742069737375656420627920746865206d5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a3438317d', '2026-11-28 14:16:54.177107+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'call-0', 'da60327a048a74c5cb47a3de2ceeb88126afd646a682974713ca00711a61d660', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c226e6f7468696e67466f756e645c223a66616c73652c5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3635333037333633385a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3635333037333633385a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c2257696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220322062792074686520656e64206f6620323032363f5c227d222c2268617368223a2265333935303136346163353338623966653063336263616264376366306634666263643339343834636331313031656263336635626331643333353936633338222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e2049742077696c6c20686972652070656f706c6520696e20323032372e205a6562726120436f696e206973206e6f742069737375656420627920746865206d5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a3530327d', '2026-11-28 14:16:54.202122+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-1', '3189ca11f9eaa1031d6fe840393e2b87659c1466762d780b1c7707158c0a8444', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6139323433313561633762353137383461646532626361655f30222c226e616d65223a226765745f746f6b656e5f6d65746164617461222c22696e707574223a7b226d696e74223a225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6139323433313561633762353137383461646532626361655f31222c226e616d65223a22636865636b5f727567636865636b222c22696e707574223a7b226d696e74223a225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6139323433313561633762353137383461646532626361655f32222c226e616d65223a226765745f70726963655f686973746f7279222c22696e707574223a7b226d696e74223a225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6139323433313561633762353137383461646532626361655f33222c226e616d65223a226765745f686f6c6465725f646973747269627574696f6e222c22696e707574223a7b226d696e74223a225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6139323433313561633762353137383461646532626361655f34222c226e616d65223a227765625f736561726368222c22696e707574223a7b227175657279223a225a6562726120436f696e2031205a454231227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3337322c226f7574707574223a38332c2263616368655f72656164223a333430362c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f613932343331356163376235313738346164653262636165222c22636f7374223a3331347d', '2026-11-28 14:16:54.762965+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'call-0', '578918e592a9965faa221fbe9684eb466eab3506aca58c70e999609b9f634c7e', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c22646174655c223a5c225c222c5c2269645c223a5c226335313461633436645c222c5c22736f757263655c223a5c227337366564623133645c222c5c22746578745c223a5c225a6562726120436f696e203120285a454231292c206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2c206973206e6f74206f6e204a7570697465722773207665726966696564206c6973742e5c227d5d2c5c22646174615c223a7b5c22646563696d616c735c223a362c5c22667265657a655f617574686f726974795f64697361626c65645c223a6e756c6c2c5c22686f6c646572735c223a6e756c6c2c5c226c69717569646974795f7573645c223a6e756c6c2c5c226d61726b65745f6361705f7573645c223a6e756c6c2c5c226d696e745c223a5c225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a5c222c5c226d696e745f617574686f726974795f64697361626c65645c223a6e756c6c2c5c226e616d655c223a5c225a6562726120436f696e20315c222c5c2270726963655f7573645c223a6e756c6c2c5c22737573706963696f75735c223a66616c73652c5c2273796d626f6c5c223a5c225a4542315c222c5c22746167735c223a5b5c227a656272615c225d2c5c2276657269666965645c223a66616c73652c5c22776562736974655c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72745c227d2c5c22736f757263655c223a5c227337366564623133645c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22733736656462313364222c2275726c223a22746f6f6c3a6765745f746f6b656e5f6d657461646174612f5a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a222c227469746c65223a226765745f746f6b656e5f6d65746164617461206f66205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a222c227075626c6973686572223a226765745f746f6b656e5f6d65746164617461222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35342e3237333434313530375a222c2274696572223a227365636f6e64617279222c22636f6e74656e745f68617368223a2230636163656135373236313839306432623031633932663762646465336165616534663764313637323234333462336566323637393038663635336337343032227d5d2c22636c61696d73223a5b7b226964223a22633531346163343664222c22736f75726365223a22733736656462313364222c2274657874223a225a6562726120436f696e203120285a454231292c206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2c206973206e6f74206f6e204a7570697465722773207665726966696564206c6973742e222c2271756f7465223a22222c2264617465223a22227d5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f7274225d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2261736b3a6765745f746f6b656e5f6d657461646174613f7b5c226d696e745c223a5c225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a5c227d222c2268617368223a2263383063616461343466346661373538333661393963306366373935353630373363323533356432383663613165316266646663653237616433623338313931222c22626f6479223a227b5c226d696e745c223a5c225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a5c222c5c226e616d655c223a5c225a6562726120436f696e20315c222c5c2273796d626f6c5c223a5c225a4542315c222c5c22646563696d616c735c223a362c5c2276657269666965645c223a66616c73652c5c22686f6c646572735c223a6e756c6c2c5c2270726963655f7573645c223a6e756c6c2c5c226d61726b65745f6361705f7573645c223a6e756c6c2c5c226c69717569646974795f7573645c223a6e756c6c2c5c22776562736974655c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72745c222c5c22746167735c223a5b5c227a656272615c225d2c5c226d696e745f617574686f726974795f64697361626c65645c223a6e756c6c2c5c22667265657a655f617574686f726974795f64697361626c65645c223a6e756c6c2c5c22737573706963696f75735c223a66616c73657d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a3533337d', '2026-11-28 14:16:54.834233+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'call-1', '0b6c9b2c4fe7c95c4d7c9ebd2a1792b6396fcaa0a4dd53441ad5fa8a2eb6a0a2', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c22646174655c223a5c225c222c5c2269645c223a5c226362633437613833625c222c5c22736f757263655c223a5c227338626665656437325c222c5c22746578745c223a5c22527567436865636b206769766573205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2061207269736b2073636f7265206f6620312e5c227d5d2c5c22646174615c223a7b5c227269736b735c223a5b5d2c5c2273636f72655c223a312e302c5c2273636f72655f6e6f726d616c697365645c223a312e307d2c5c22736f757263655c223a5c227338626665656437325c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22733862666565643732222c2275726c223a22746f6f6c3a636865636b5f727567636865636b2f5a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a222c227469746c65223a22636865636b5f727567636865636b206f66205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a222c227075626c6973686572223a22636865636b5f727567636865636b222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35342e3237333434313530375a222c2274696572223a227365636f6e64617279222c22636f6e74656e745f68617368223a2237323438316333363033353361333538336530326433663033396132363435666638303133653334353437353134663362353333663436383566333431626637227d5d2c22636c61696d73223a5b7b226964223a22636263343761383362222c22736f75726365223a22733862666565643732222c2274657874223a22527567436865636b206769766573205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2061207269736b2073636f7265206f6620312e222c2271756f7465223a22222c2264617465223a22227d5d2c227072696e7473223a5b5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2261736b3a636865636b5f727567636865636b3f7b5c226d696e745c223a5c225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a5c227d222c2268617368223a2264343765366238303632633436663064306362313033326335383661636337323163363537643833323163633932343364363166663861326239633463613138222c22626f6479223a227b5c2273636f72655c223a312e302c5c2273636f72655f6e6f726d616c697365645c223a312e302c5c227269736b735c223a5b5d7d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a3533377d', '2026-11-28 14:16:54.842786+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'call-2', '423d34677b73091a7b76b7d6ed58c92c958740ce4bbe4909bcdabb78941f7083', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c226b6e6f776e5c223a66616c73652c5c22726561736f6e5c223a5c227468652070726963652073657276696365206b6e6f7773206e6f206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b5d2c22636c61696d73223a5b5d2c227072696e7473223a5b5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2261736b3a6765745f70726963655f686973746f72793f7b5c22646179735c223a372c5c226d696e745c223a5c225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a5c227d222c2268617368223a2237343233346539386166653734393866623564616631663336616332643738616363333339343634663935303730336238633031393839326639383262393062222c22626f6479223a226e756c6c227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a747275652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a3533377d', '2026-11-28 14:16:54.842786+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'call-3', '3992ce1987066072433fcf32267e6a460bf525bb3cf4a1c6a1f8b6615aadf989', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c226b6e6f776e5c223a66616c73652c5c22726561736f6e5c223a5c2274686520686f6c6465722073657276696365206b6e6f7773206e6f206d696e74205a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b5d2c22636c61696d73223a5b5d2c227072696e7473223a5b5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2261736b3a6765745f686f6c6465725f646973747269627574696f6e3f7b5c226d696e745c223a5c225a5a5a5a5a5a5a317a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a5c227d222c2268617368223a2237343233346539386166653734393866623564616631663336616332643738616363333339343634663935303730336238633031393839326639383262393062222c22626f6479223a226e756c6c227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a747275652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a3533387d', '2026-11-28 14:16:54.842786+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', 'call-0', '7f7e808af397e6ed5c52d63c1414f1735b0f559bd8fbab4953e947d3cf55d9a7', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c226e6f7468696e67466f756e645c223a66616c73652c5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3634323336363631355a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3634323336363631355a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c2257696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f5c227d222c2268617368223a2265333935303136346163353338623966653063336263616264376366306634666263643339343834636331313031656263336635626331643333353936633338222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e2049742077696c6c20686972652070656f706c6520696e20323032372e205a6562726120436f696e206973206e6f742069737375656420627920746865206d5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a3531397d', '2026-11-28 14:16:54.202122+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'call-0', '538a56e60c2918c13627906b301b75a02065be65fcb32497a7ebf54e8336c5f7', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c226e6f7468696e67466f756e645c223a66616c73652c5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3634363431333434315a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3634363431333434315a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c2257686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e5c227d222c2268617368223a2265333935303136346163353338623966653063336263616264376366306634666263643339343834636331313031656263336635626331643333353936633338222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a656272617320546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e20546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e2049742077696c6c20686972652070656f706c6520696e20323032372e205a6562726120436f696e206973206e6f742069737375656420627920746865206d5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a3439317d', '2026-11-28 14:16:54.202122+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d32385431343a31363a35342e3237333434313530372b30303a3030', '2026-11-28 14:16:54.295283+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'turn-2', '8d5019a02479e137372e466b17a322c524d1a742b6129f672d2575b1a95a1feb', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6662643862333639373032646466646165333832633431345f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6662643862333639373032646466646165333832633431345f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a333430362c2263616368655f7772697465223a3337377d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f666264386233363937303264646664616533383263343134222c22636f7374223a3236327d', '2026-11-28 14:16:54.698726+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'turn-2', '9a9d667cde9d22f0b5c9cd96b4cea2ddc51c14c1a2f4c2a935bef421a64b2fed', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3932616666383832653661353162653937393835626264635f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3932616666383832653661353162653937393835626264635f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a333430362c2263616368655f7772697465223a3337377d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f393261666638383265366135316265393739383562626463222c22636f7374223a3236327d', '2026-11-28 14:16:54.698726+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'turn-2', '0c4aba20d82bee1141de3dd17b7029a272f2db2f8ab05f9bd0a98984d539e983', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3637383937376331633763343032343432386631653762375f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3637383937376331633763343032343432386631653762375f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a333430362c2263616368655f7772697465223a3336307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f363738393737633163376334303234343238663165376237222c22636f7374223a3235367d', '2026-11-28 14:16:54.698726+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', 'turn-2', 'c65b842e12b09d9c4d2dc0005a015fe1b6c1fdeb53827ce154957a2668f70ae3', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3338626465316138643365393036373863373864636632315f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3338626465316138643365393036373863373864636632315f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a333430362c2263616368655f7772697465223a3336307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f333862646531613864336539303637386337386463663231222c22636f7374223a3235367d', '2026-11-28 14:16:54.698726+00'),
	('9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'turn-2', '8933e03b850ee17dd59bbc2601c6098cf8f4d1677a360c3f2b3d3175482e045e', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3530633161626666643862343466626461663262336437385f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3530633161626666643862343466626461663262336437385f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a333430362c2263616368655f7772697465223a3334377d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f353063316162666664386234346662646166326233643738222c22636f7374223a3235317d', '2026-11-28 14:16:54.698726+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'turn-2', '605b5209bb8e024a865ff1fd4ba910f7ed58a4d82b7c311d59da445f36c8788a', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3533666538333537386231303962643862643031336333315f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3533666538333537386231303962643862643031336333315f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a333430362c2263616368655f7772697465223a3334377d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f353366653833353738623130396264386264303133633331222c22636f7374223a3235317d', '2026-11-28 14:16:54.698726+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'call-4', '15e5c37d6ddac7b0fda9d9e8264444b37932b378b35b1ae48d7ac1cc8d1835dd', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c226e6f7468696e67466f756e645c223a66616c73652c5c2270726f76696465725c223a5c2273656172786e675c222c5c22726573756c74735c223a5b7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f6666696369616c5c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d2c7b5c227075626c69736865645c223a6e756c6c2c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d5d7d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35342e3237333434313530375a222c2274696572223a226f6666696369616c222c22636f6e74656e745f68617368223a22227d2c7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35342e3237333434313530375a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a22227d5d2c22636c61696d73223a5b5d2c227072696e7473223a5b5d2c2275726c73223a5b2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c225d2c227265706f7274223a6e756c6c2c22636f7374223a302c226261736573223a5b7b2275726c223a2261736b3a7765625f7365617263683f7b5c226d6f73745c223a362c5c2271756572795c223a5c227a6562726120636f696e20315c227d222c2268617368223a2238623661363138666366303063616131643130333935373632323038323031656663656431383263656137626135346431626339343264313763313733666461222c22626f6479223a227b5c22686974735c223a5b7b5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c222c5c22736e69707065745c223a5c225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e5c222c5c227075626c69736865645c223a5c225c227d2c7b5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c222c5c22736e69707065745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c222c5c227075626c69736865645c223a5c225c227d5d2c5c2270726f76696465725c223a5c2273656172786e675c227d227d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a3533357d', '2026-11-28 14:16:54.842786+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'read-s6bd1da71', '01ec4a981bed470b6479e3746e98257c32436d425750dc056ee719b06901fdb2', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6262353833393632346133306632636134343434326132625f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3131342c226f7574707574223a34392c2263616368655f72656164223a3532312c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f626235383339363234613330663263613434343432613262222c22636f7374223a3130397d', '2026-11-28 14:16:55.259238+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'read-s6bd1da71', 'a58d0348c996f1da0e2424808111cfc81e31659f69f295bb702bbc89fe813aa6', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3061323439613132313236633762333562636463653761375f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3131342c226f7574707574223a34392c2263616368655f72656164223a3532312c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f306132343961313231323663376233356263646365376137222c22636f7374223a3130397d', '2026-11-28 14:16:55.252763+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'read-sefa2f9ae', '0391764c349ef1e2b6841e4bddb9dba06d0c8a82265072636918cb8a6bdaea40', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3136313061643762383339343161633061353930306432365f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e227d2c7b2264617465223a22222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3135382c226f7574707574223a3134312c2263616368655f72656164223a3532312c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f313631306164376238333934316163306135393030643236222c22636f7374223a3233337d', '2026-11-28 14:16:55.252763+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'call-2', 'd21acaaaeb978ee3f87722888efd75dde48a2802c7758a88e1586ccaf73a1f69', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c22646174655c223a5c225c222c5c2269645c223a5c226335663832643863325c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c226c696e6b735c223a5b5d2c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c226e6577732e6578616d706c655c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3538313735373438335a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635227d5d2c22636c61696d73223a5b7b226964223a22633566383264386332222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22227d5d2c227072696e7473223a5b5b22733662643164613731222c7b2272756e73223a392c226c65617374223a5b3931373534323533313337313436373235322c343938313433313838303331363937323339392c353033303333383233363231313139373036322c353833303732383937323037303237363631302c353939323532373130303339343835383337342c383232373132323432383837393733323938332c31303838323130383038373139373838333232312c31333030373430333531383430303334353736382c31373935363535393936353030303333303136345d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3130392c226261736573223a5b7b2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c2268617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a313536357d', '2026-11-28 14:16:55.271567+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'call-1', 'caacaa91ff7254df5e94dd94d9fd4cc7479b61ee8063283a5b56eb2de352c110', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c22646174655c223a5c225c222c5c2269645c223a5c226364653430383330345c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c22646174655c223a5c225c222c5c2269645c223a5c226334643761383735365c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e5c227d2c7b5c22646174655c223a5c225c222c5c2269645c223a5c226332386337643766325c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e5c227d5d2c5c226c696e6b735c223a5b5d2c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c227a65627261732e6578616d706c655c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3635373439353033305a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538227d5d2c22636c61696d73223a5b7b226964223a22636465343038333034222c22736f75726365223a22736566613266396165222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22227d2c7b226964223a22633464376138373536222c22736f75726365223a22736566613266396165222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2264617465223a22227d2c7b226964223a22633238633764376632222c22736f75726365223a22736566613266396165222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2264617465223a22227d5d2c227072696e7473223a5b5b22736566613266396165222c7b2272756e73223a34332c226c65617374223a5b3332323130363637373739323635393436302c313137363736373535383331363336383332362c313630323730323439363239343433353730312c323332333439363935383138373737383734372c323435383939313534303139353431323434312c333033303835303237373139303332343339342c353036323232393234303831383639393937302c353831303239303230303736343033393533352c363931363634353539303134353738373430392c373333393231393438363237343038313433322c383336343438323835353238323339343537312c383438343034303936323630323738353435312c383734323730323738383838353735323036382c383734383934353338323731303333383530382c383838343936313832383939313435353435382c393134303833393032393532383033343437372c393332393939333439343734313536393234322c393832383536363931323530323534393831372c31303032353737323138313036393530313334392c31303332303935363133383836363836313733372c31303432343637313239353435313432373237312c31303434373835383439303333333335313436352c31303839323333303136343131343134363630302c31313236383338373030383230353130333332392c31313439353735333330353534333937383435392c31313633393535363330343630373234333038372c31313836313932373436353332393431343630362c31323232303237373933383338303035323332392c31323332363433393734353432393131333139312c31323333393134303035373736313434333939372c31323530313632343031333432363938343037352c31323637393039353739313535383635393338302c31333633313236393531313332333533383439352c31343231383233333935383530363732333931322c31343639313034303235383630343537353235362c31343639333933373232383930363731393639302c31343739323635323536363934373632383032332c31353130303936353235333534393731343537392c31353235313939383534333932333934303834332c31353835303038393538343735303135393538322c31363832373835393638303536353633393234352c31373930343632313833373937333930393732392c31373934353332333632343332323936353139355d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3233352c226261736573223a5b7b2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a313533367d', '2026-11-28 14:16:55.281567+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'read-sefa2f9ae', 'f5044ae5b66d9c511f51764a241f500105f521c4d6b82f8ac25dedc0b5fc3cc0', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3030626463323136363765613332623837353530333438615f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e227d2c7b2264617465223a22222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3136372c226f7574707574223a3134312c2263616368655f72656164223a3532312c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f303062646332313636376561333262383735353033343861222c22636f7374223a3233357d', '2026-11-28 14:16:55.259238+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'read-s6bd1da71', '9f812107d964eb485986d2cdde7d6a66232d990f6ec7af888378032f570b6262', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3630386438353634656532343762323439363363333135305f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3130352c226f7574707574223a34392c2263616368655f72656164223a3532312c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f363038643835363465653234376232343936336333313530222c22636f7374223a3130367d', '2026-11-28 14:16:55.259238+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', 'read-s6bd1da71', '2110cce11fe293aa7ca3bef1ada506bb43d992e97f29524d907acb9072dcadd2', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6131653262666137303430626631396163633136306537655f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3130352c226f7574707574223a34392c2263616368655f72656164223a3532312c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f613165326266613730343062663139616363313630653765222c22636f7374223a3130367d', '2026-11-28 14:16:55.259238+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'read-sefa2f9ae', '6b0bc13ba29071e589bc91a6c69983070afe371b191bf6aab824ca60dae5b6d1', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6563393230366663613562333336616666623739393037655f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e227d2c7b2264617465223a22222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3136372c226f7574707574223a3134312c2263616368655f72656164223a3532312c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f656339323036666361356233333661666662373939303765222c22636f7374223a3233357d', '2026-11-28 14:16:55.272217+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', 'read-sefa2f9ae', 'bb330a3be2a88b12663315b98262d9acad3f41dc88a852142a728e7b8c95481b', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3933353766373332393935383438363939613730333234655f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e227d2c7b2264617465223a22222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3135382c226f7574707574223a3134312c2263616368655f72656164223a3532312c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f393335376637333239393538343836393961373033323465222c22636f7374223a3233337d', '2026-11-28 14:16:55.272217+00'),
	('9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'read-s6bd1da71', 'f26e6863de64939543c672e76c4386a09f1508557341f2ea87a66999f62e843f', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6130663333383939383661613435666231353036666232395f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a39392c226f7574707574223a34392c2263616368655f72656164223a3532312c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f613066333338393938366161343566623135303666623239222c22636f7374223a3130357d', '2026-11-28 14:16:55.272217+00'),
	('9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'read-sefa2f9ae', 'c78e0fbd3eb2aa533a2ea86b69fb5921b4a2220d73f81d84d9f3c004def32dde', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3139636437376163336561663433663539356436316165615f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e227d2c7b2264617465223a22222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3135322c226f7574707574223a3134312c2263616368655f72656164223a3532312c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f313963643737616333656166343366353935643631616561222c22636f7374223a3233317d', '2026-11-28 14:16:55.272217+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'read-s6bd1da71', 'f26e6863de64939543c672e76c4386a09f1508557341f2ea87a66999f62e843f', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6130663333383939383661613435666231353036666232395f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a39392c226f7574707574223a34392c2263616368655f72656164223a3532312c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f613066333338393938366161343566623135303666623239222c22636f7374223a3130357d', '2026-11-28 14:16:55.272217+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'read-sefa2f9ae', 'c78e0fbd3eb2aa533a2ea86b69fb5921b4a2220d73f81d84d9f3c004def32dde', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f3139636437376163336561663433663539356436316165615f30222c226e616d65223a22657874726163745f636c61696d73222c22696e707574223a7b22636c61696d73223a5b7b2264617465223a22222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e227d2c7b2264617465223a22222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e227d2c7b2264617465223a22222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e227d5d7d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a3135322c226f7574707574223a3134312c2263616368655f72656164223a3532312c2263616368655f7772697465223a307d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f313963643737616333656166343366353935643631616561222c22636f7374223a3233317d', '2026-11-28 14:16:55.272217+00'),
	('1494ae69-ba54-5d91-bda9-d5443016254b', 'call-2', 'd21acaaaeb978ee3f87722888efd75dde48a2802c7758a88e1586ccaf73a1f69', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c22646174655c223a5c225c222c5c2269645c223a5c226335663832643863325c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c226c696e6b735c223a5b5d2c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c226e6577732e6578616d706c655c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3635373439353033305a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635227d5d2c22636c61696d73223a5b7b226964223a22633566383264386332222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22227d5d2c227072696e7473223a5b5b22733662643164613731222c7b2272756e73223a392c226c65617374223a5b3931373534323533313337313436373235322c343938313433313838303331363937323339392c353033303333383233363231313139373036322c353833303732383937323037303237363631302c353939323532373130303339343835383337342c383232373132323432383837393733323938332c31303838323130383038373139373838333232312c31333030373430333531383430303334353736382c31373935363535393936353030303333303136345d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3130392c226261736573223a5b7b2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c2268617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a313533377d', '2026-11-28 14:16:55.281567+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'call-1', 'caacaa91ff7254df5e94dd94d9fd4cc7479b61ee8063283a5b56eb2de352c110', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c22646174655c223a5c225c222c5c2269645c223a5c226364653430383330345c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c22646174655c223a5c225c222c5c2269645c223a5c226334643761383735365c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e5c227d2c7b5c22646174655c223a5c225c222c5c2269645c223a5c226332386337643766325c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e5c227d5d2c5c226c696e6b735c223a5b5d2c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c227a65627261732e6578616d706c655c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3635333037333633385a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538227d5d2c22636c61696d73223a5b7b226964223a22636465343038333034222c22736f75726365223a22736566613266396165222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22227d2c7b226964223a22633464376138373536222c22736f75726365223a22736566613266396165222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2264617465223a22227d2c7b226964223a22633238633764376632222c22736f75726365223a22736566613266396165222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2264617465223a22227d5d2c227072696e7473223a5b5b22736566613266396165222c7b2272756e73223a34332c226c65617374223a5b3332323130363637373739323635393436302c313137363736373535383331363336383332362c313630323730323439363239343433353730312c323332333439363935383138373737383734372c323435383939313534303139353431323434312c333033303835303237373139303332343339342c353036323232393234303831383639393937302c353831303239303230303736343033393533352c363931363634353539303134353738373430392c373333393231393438363237343038313433322c383336343438323835353238323339343537312c383438343034303936323630323738353435312c383734323730323738383838353735323036382c383734383934353338323731303333383530382c383838343936313832383939313435353435382c393134303833393032393532383033343437372c393332393939333439343734313536393234322c393832383536363931323530323534393831372c31303032353737323138313036393530313334392c31303332303935363133383836363836313733372c31303432343637313239353435313432373237312c31303434373835383439303333333335313436352c31303839323333303136343131343134363630302c31313236383338373030383230353130333332392c31313439353735333330353534333937383435392c31313633393535363330343630373234333038372c31313836313932373436353332393431343630362c31323232303237373933383338303035323332392c31323332363433393734353432393131333139312c31323333393134303035373736313434333939372c31323530313632343031333432363938343037352c31323637393039353739313535383635393338302c31333633313236393531313332333533383439352c31343231383233333935383530363732333931322c31343639313034303235383630343537353235362c31343639333933373232383930363731393639302c31343739323635323536363934373632383032332c31353130303936353235333534393731343537392c31353235313939383534333932333934303834332c31353835303038393538343735303135393538322c31363832373835393638303536353633393234352c31373930343632313833373937333930393732392c31373934353332333632343332323936353139355d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3233332c226261736573223a5b7b2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a313536307d', '2026-11-28 14:16:55.281567+00'),
	('3cc1ddf4-bb10-5150-8c37-bbafdc0a7ec8', 'call-2', 'd21acaaaeb978ee3f87722888efd75dde48a2802c7758a88e1586ccaf73a1f69', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c22646174655c223a5c225c222c5c2269645c223a5c226335663832643863325c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c226c696e6b735c223a5b5d2c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c226e6577732e6578616d706c655c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3635333037333633385a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635227d5d2c22636c61696d73223a5b7b226964223a22633566383264386332222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22227d5d2c227072696e7473223a5b5b22733662643164613731222c7b2272756e73223a392c226c65617374223a5b3931373534323533313337313436373235322c343938313433313838303331363937323339392c353033303333383233363231313139373036322c353833303732383937323037303237363631302c353939323532373130303339343835383337342c383232373132323432383837393733323938332c31303838323130383038373139373838333232312c31333030373430333531383430303334353736382c31373935363535393936353030303333303136345d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3130362c226261736573223a5b7b2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c2268617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a313537337d', '2026-11-28 14:16:55.281567+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', 'call-2', 'd21acaaaeb978ee3f87722888efd75dde48a2802c7758a88e1586ccaf73a1f69', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c22646174655c223a5c225c222c5c2269645c223a5c226335663832643863325c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c226c696e6b735c223a5b5d2c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c226e6577732e6578616d706c655c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3634323336363631355a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635227d5d2c22636c61696d73223a5b7b226964223a22633566383264386332222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22227d5d2c227072696e7473223a5b5b22733662643164613731222c7b2272756e73223a392c226c65617374223a5b3931373534323533313337313436373235322c343938313433313838303331363937323339392c353033303333383233363231313139373036322c353833303732383937323037303237363631302c353939323532373130303339343835383337342c383232373132323432383837393733323938332c31303838323130383038373139373838333232312c31333030373430333531383430303334353736382c31373935363535393936353030303333303136345d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3130362c226261736573223a5b7b2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c2268617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a313538347d', '2026-11-28 14:16:55.281567+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-2', '0b3f1add2ef6025cd568f170f0d545ee5ae3cce7f4f70488c97fc50198b4a713', '\x7b22626c6f636b73223a5b7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6338346135623434333662396433376665656466383432385f30222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22736566613266396165227d7d2c7b2274797065223a22746f6f6c5f757365222c226964223a22746f6f6c755f6338346135623434333662396433376665656466383432385f31222c226e616d65223a2266657463685f70616765222c22696e707574223a7b2275726c223a22733662643164613731227d7d5d2c2273746f70223a22746f6f6c5f757365222c227573616765223a7b22696e707574223a302c226f7574707574223a31352c2263616368655f72656164223a333430362c2263616368655f7772697465223a3737397d2c226d6f64656c223a226f66666c696e652d31222c226964223a226d73675f633834613562343433366239643337666565646638343238222c22636f7374223a3431337d', '2026-11-28 14:16:55.303204+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'call-1', 'caacaa91ff7254df5e94dd94d9fd4cc7479b61ee8063283a5b56eb2de352c110', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c22646174655c223a5c225c222c5c2269645c223a5c226364653430383330345c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c22646174655c223a5c225c222c5c2269645c223a5c226334643761383735365c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e5c227d2c7b5c22646174655c223a5c225c222c5c2269645c223a5c226332386337643766325c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e5c227d5d2c5c226c696e6b735c223a5b5d2c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c227a65627261732e6578616d706c655c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3634363431333434315a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538227d5d2c22636c61696d73223a5b7b226964223a22636465343038333034222c22736f75726365223a22736566613266396165222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22227d2c7b226964223a22633464376138373536222c22736f75726365223a22736566613266396165222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2264617465223a22227d2c7b226964223a22633238633764376632222c22736f75726365223a22736566613266396165222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2264617465223a22227d5d2c227072696e7473223a5b5b22736566613266396165222c7b2272756e73223a34332c226c65617374223a5b3332323130363637373739323635393436302c313137363736373535383331363336383332362c313630323730323439363239343433353730312c323332333439363935383138373737383734372c323435383939313534303139353431323434312c333033303835303237373139303332343339342c353036323232393234303831383639393937302c353831303239303230303736343033393533352c363931363634353539303134353738373430392c373333393231393438363237343038313433322c383336343438323835353238323339343537312c383438343034303936323630323738353435312c383734323730323738383838353735323036382c383734383934353338323731303333383530382c383838343936313832383939313435353435382c393134303833393032393532383033343437372c393332393939333439343734313536393234322c393832383536363931323530323534393831372c31303032353737323138313036393530313334392c31303332303935363133383836363836313733372c31303432343637313239353435313432373237312c31303434373835383439303333333335313436352c31303839323333303136343131343134363630302c31313236383338373030383230353130333332392c31313439353735333330353534333937383435392c31313633393535363330343630373234333038372c31313836313932373436353332393431343630362c31323232303237373933383338303035323332392c31323332363433393734353432393131333139312c31323333393134303035373736313434333939372c31323530313632343031333432363938343037352c31323637393039353739313535383635393338302c31333633313236393531313332333533383439352c31343231383233333935383530363732333931322c31343639313034303235383630343537353235362c31343639333933373232383930363731393639302c31343739323635323536363934373632383032332c31353130303936353235333534393731343537392c31353235313939383534333932333934303834332c31353835303038393538343735303135393538322c31363832373835393638303536353633393234352c31373930343632313833373937333930393732392c31373934353332333632343332323936353139355d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3233312c226261736573223a5b7b2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a313539377d', '2026-11-28 14:16:55.317047+00'),
	('1f1e4cab-f63b-5fea-8fb0-a2237cd4a14f', 'call-1', 'caacaa91ff7254df5e94dd94d9fd4cc7479b61ee8063283a5b56eb2de352c110', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c22646174655c223a5c225c222c5c2269645c223a5c226364653430383330345c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c22646174655c223a5c225c222c5c2269645c223a5c226334643761383735365c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e5c227d2c7b5c22646174655c223a5c225c222c5c2269645c223a5c226332386337643766325c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e5c227d5d2c5c226c696e6b735c223a5b5d2c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c227a65627261732e6578616d706c655c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3538313735373438335a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538227d5d2c22636c61696d73223a5b7b226964223a22636465343038333034222c22736f75726365223a22736566613266396165222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22227d2c7b226964223a22633464376138373536222c22736f75726365223a22736566613266396165222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2264617465223a22227d2c7b226964223a22633238633764376632222c22736f75726365223a22736566613266396165222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2264617465223a22227d5d2c227072696e7473223a5b5b22736566613266396165222c7b2272756e73223a34332c226c65617374223a5b3332323130363637373739323635393436302c313137363736373535383331363336383332362c313630323730323439363239343433353730312c323332333439363935383138373737383734372c323435383939313534303139353431323434312c333033303835303237373139303332343339342c353036323232393234303831383639393937302c353831303239303230303736343033393533352c363931363634353539303134353738373430392c373333393231393438363237343038313433322c383336343438323835353238323339343537312c383438343034303936323630323738353435312c383734323730323738383838353735323036382c383734383934353338323731303333383530382c383838343936313832383939313435353435382c393134303833393032393532383033343437372c393332393939333439343734313536393234322c393832383536363931323530323534393831372c31303032353737323138313036393530313334392c31303332303935363133383836363836313733372c31303432343637313239353435313432373237312c31303434373835383439303333333335313436352c31303839323333303136343131343134363630302c31313236383338373030383230353130333332392c31313439353735333330353534333937383435392c31313633393535363330343630373234333038372c31313836313932373436353332393431343630362c31323232303237373933383338303035323332392c31323332363433393734353432393131333139312c31323333393134303035373736313434333939372c31323530313632343031333432363938343037352c31323637393039353739313535383635393338302c31333633313236393531313332333533383439352c31343231383233333935383530363732333931322c31343639313034303235383630343537353235362c31343639333933373232383930363731393639302c31343739323635323536363934373632383032332c31353130303936353235333534393731343537392c31353235313939383534333932333934303834332c31353835303038393538343735303135393538322c31363832373835393638303536353633393234352c31373930343632313833373937333930393732392c31373934353332333632343332323936353139355d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3233352c226261736573223a5b7b2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a313632307d', '2026-11-28 14:16:55.335826+00'),
	('6a714971-90c2-540a-8c4e-664e1550ba11', 'call-1', 'caacaa91ff7254df5e94dd94d9fd4cc7479b61ee8063283a5b56eb2de352c110', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c22646174655c223a5c225c222c5c2269645c223a5c226364653430383330345c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c22646174655c223a5c225c222c5c2269645c223a5c226334643761383735365c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e5c227d2c7b5c22646174655c223a5c225c222c5c2269645c223a5c226332386337643766325c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e5c227d5d2c5c226c696e6b735c223a5b5d2c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c227a65627261732e6578616d706c655c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3634323336363631355a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538227d5d2c22636c61696d73223a5b7b226964223a22636465343038333034222c22736f75726365223a22736566613266396165222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22227d2c7b226964223a22633464376138373536222c22736f75726365223a22736566613266396165222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2264617465223a22227d2c7b226964223a22633238633764376632222c22736f75726365223a22736566613266396165222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2264617465223a22227d5d2c227072696e7473223a5b5b22736566613266396165222c7b2272756e73223a34332c226c65617374223a5b3332323130363637373739323635393436302c313137363736373535383331363336383332362c313630323730323439363239343433353730312c323332333439363935383138373737383734372c323435383939313534303139353431323434312c333033303835303237373139303332343339342c353036323232393234303831383639393937302c353831303239303230303736343033393533352c363931363634353539303134353738373430392c373333393231393438363237343038313433322c383336343438323835353238323339343537312c383438343034303936323630323738353435312c383734323730323738383838353735323036382c383734383934353338323731303333383530382c383838343936313832383939313435353435382c393134303833393032393532383033343437372c393332393939333439343734313536393234322c393832383536363931323530323534393831372c31303032353737323138313036393530313334392c31303332303935363133383836363836313733372c31303432343637313239353435313432373237312c31303434373835383439303333333335313436352c31303839323333303136343131343134363630302c31313236383338373030383230353130333332392c31313439353735333330353534333937383435392c31313633393535363330343630373234333038372c31313836313932373436353332393431343630362c31323232303237373933383338303035323332392c31323332363433393734353432393131333139312c31323333393134303035373736313434333939372c31323530313632343031333432363938343037352c31323637393039353739313535383635393338302c31333633313236393531313332333533383439352c31343231383233333935383530363732333931322c31343639313034303235383630343537353235362c31343639333933373232383930363731393639302c31343739323635323536363934373632383032332c31353130303936353235333534393731343537392c31353235313939383534333932333934303834332c31353835303038393538343735303135393538322c31363832373835393638303536353633393234352c31373930343632313833373937333930393732392c31373934353332333632343332323936353139355d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3233332c226261736573223a5b7b2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a313634337d', '2026-11-28 14:16:55.342873+00'),
	('9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'call-1', 'caacaa91ff7254df5e94dd94d9fd4cc7479b61ee8063283a5b56eb2de352c110', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c22646174655c223a5c225c222c5c2269645c223a5c226364653430383330345c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e5c227d2c7b5c22646174655c223a5c225c222c5c2269645c223a5c226334643761383735365c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e5c227d2c7b5c22646174655c223a5c225c222c5c2269645c223a5c226332386337643766325c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746578745c223a5c225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e5c227d5d2c5c226c696e6b735c223a5b5d2c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c227a65627261732e6578616d706c655c222c5c22736f757263655c223a5c227365666132663961655c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225265706f7274206f6620746865204d696e6973747279206f66205a65627261735c222c5c2275726c5c223a5c2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22736566613266396165222c2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c227469746c65223a225265706f7274206f6620746865204d696e6973747279206f66205a6562726173222c227075626c6973686572223a227a65627261732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3633383733323931365a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538227d5d2c22636c61696d73223a5b7b226964223a22636465343038333034222c22736f75726365223a22736566613266396165222c2274657874223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2271756f7465223a22546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e222c2264617465223a22227d2c7b226964223a22633464376138373536222c22736f75726365223a22736566613266396165222c2274657874223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2271756f7465223a22546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e222c2264617465223a22227d2c7b226964223a22633238633764376632222c22736f75726365223a22736566613266396165222c2274657874223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2271756f7465223a225a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e222c2264617465223a22227d5d2c227072696e7473223a5b5b22736566613266396165222c7b2272756e73223a34332c226c65617374223a5b3332323130363637373739323635393436302c313137363736373535383331363336383332362c313630323730323439363239343433353730312c323332333439363935383138373737383734372c323435383939313534303139353431323434312c333033303835303237373139303332343339342c353036323232393234303831383639393937302c353831303239303230303736343033393533352c363931363634353539303134353738373430392c373333393231393438363237343038313433322c383336343438323835353238323339343537312c383438343034303936323630323738353435312c383734323730323738383838353735323036382c383734383934353338323731303333383530382c383838343936313832383939313435353435382c393134303833393032393532383033343437372c393332393939333439343734313536393234322c393832383536363931323530323534393831372c31303032353737323138313036393530313334392c31303332303935363133383836363836313733372c31303432343637313239353435313432373237312c31303434373835383439303333333335313436352c31303839323333303136343131343134363630302c31313236383338373030383230353130333332392c31313439353735333330353534333937383435392c31313633393535363330343630373234333038372c31313836313932373436353332393431343630362c31323232303237373933383338303035323332392c31323332363433393734353432393131333139312c31323333393134303035373736313434333939372c31323530313632343031333432363938343037352c31323637393039353739313535383635393338302c31333633313236393531313332333533383439352c31343231383233333935383530363732333931322c31343639313034303235383630343537353235362c31343639333933373232383930363731393639302c31343739323635323536363934373632383032332c31353130303936353235333534393731343537392c31353235313939383534333932333934303834332c31353835303038393538343735303135393538322c31363832373835393638303536353633393234352c31373930343632313833373937333930393732392c31373934353332333632343332323936353139355d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3233312c226261736573223a5b7b2275726c223a2268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c222c2268617368223a2262613566396261616132343966373265623639303137616362366133396363383465363061343139323132636334656139626462393963346534613339633538222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a313631347d', '2026-11-28 14:16:55.342873+00'),
	('9cdcb39a-2ef5-56b2-9e38-eb678c3c7a98', 'call-2', 'd21acaaaeb978ee3f87722888efd75dde48a2802c7758a88e1586ccaf73a1f69', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c22646174655c223a5c225c222c5c2269645c223a5c226335663832643863325c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c226c696e6b735c223a5b5d2c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c226e6577732e6578616d706c655c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3633383733323931365a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635227d5d2c22636c61696d73223a5b7b226964223a22633566383264386332222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22227d5d2c227072696e7473223a5b5b22733662643164613731222c7b2272756e73223a392c226c65617374223a5b3931373534323533313337313436373235322c343938313433313838303331363937323339392c353033303333383233363231313139373036322c353833303732383937323037303237363631302c353939323532373130303339343835383337342c383232373132323432383837393733323938332c31303838323130383038373139373838333232312c31333030373430333531383430303334353736382c31373935363535393936353030303333303136345d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3130352c226261736573223a5b7b2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c2268617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a313631367d', '2026-11-28 14:16:55.342873+00'),
	('b8c090fb-f059-57e6-a33f-0466d8bb0c57', 'call-2', 'd21acaaaeb978ee3f87722888efd75dde48a2802c7758a88e1586ccaf73a1f69', '\x7b22726573756c74223a7b22636f6e74656e74223a227b5c22636c61696d735c223a5b7b5c22646174655c223a5c225c222c5c2269645c223a5c226335663832643863325c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746578745c223a5c224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e5c227d5d2c5c226c696e6b735c223a5b5d2c5c227075626c69736865645c223a6e756c6c2c5c227075626c69736865725c223a5c226e6577732e6578616d706c655c222c5c22736f757263655c223a5c227336626431646137315c222c5c22746965725c223a5c226f746865725c222c5c227469746c655c223a5c225a65627261206e6577735c222c5c2275726c5c223a5c2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c5c227d222c2269735f6572726f72223a66616c73652c226e6f746573223a7b22736f7572636573223a5b7b226964223a22733662643164613731222c2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c227469746c65223a225a65627261206e657773222c227075626c6973686572223a226e6577732e6578616d706c65222c227075626c69736865645f6174223a6e756c6c2c22666574636865645f6174223a22323032362d31312d32385431343a31363a35332e3634363431333434315a222c2274696572223a226f74686572222c22636f6e74656e745f68617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635227d5d2c22636c61696d73223a5b7b226964223a22633566383264386332222c22736f75726365223a22733662643164613731222c2274657874223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2271756f7465223a224120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e222c2264617465223a22227d5d2c227072696e7473223a5b5b22733662643164613731222c7b2272756e73223a392c226c65617374223a5b3931373534323533313337313436373235322c343938313433313838303331363937323339392c353033303333383233363231313139373036322c353833303732383937323037303237363631302c353939323532373130303339343835383337342c383232373132323432383837393733323938332c31303838323130383038373139373838333232312c31333030373430333531383430303334353736382c31373935363535393936353030303333303136345d7d5d5d2c2275726c73223a5b5d2c227265706f7274223a6e756c6c2c22636f7374223a3130352c226261736573223a5b7b2275726c223a2268747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c222c2268617368223a2239623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635222c22626f6479223a6e756c6c7d5d2c2277616e746564223a5b5d2c226c6566745f6f7574223a5b5d2c22726571756573746564223a5b5d2c226f776e5f776f726473223a66616c73652c2269735f756e72656164223a66616c73652c22666f726569676e5f76616c756573223a307d7d2c22776f726b65645f6d73223a313631347d', '2026-11-28 14:16:55.342873+00');
INSERT INTO public.verdict VALUES
	('f2537a07-c611-50bb-9e80-59b46ace83b3', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-28 14:16:49.832098+00'),
	('62593234-1a7f-5a2b-84a9-b43cb657dfa7', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-28 14:16:53.082902+00'),
	('cd661a12-8561-5769-8954-7744a49d1e13', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-28 14:16:53.07909+00'),
	('547b5006-44c5-5481-8ab5-c57248a54ac8', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-28 14:16:53.101625+00'),
	('41ba4beb-03a0-503f-99d0-019eb046c5eb', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-28 14:16:54.064943+00');
INSERT INTO public.verdict_period VALUES
	(-1, '2026-11-28 14:16:47.642077+00', NULL, false, 0);
INSERT INTO public.worker_model VALUES
	('forecaster', '{"base_url":"http://127.0.0.1:40485/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"forecaster"}', '2026-11-28 14:16:49.688607+00'),
	('writer', '{"base_url":"http://127.0.0.1:40485/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"writer"}', '2026-11-28 14:16:49.751051+00'),
	('classifier', '{"base_url":"http://127.0.0.1:40485/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"classifier"}', '2026-11-28 14:16:49.762396+00'),
	('filter', '{"base_url":"http://127.0.0.1:40485/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"filter"}', '2026-11-28 14:16:49.774072+00'),
	('researcher', '{"base_url":"http://127.0.0.1:40485/anthropic","batch":null,"context_window":204800,"fallback":null,"key_present":false,"model":"MiniMax-M2","note":null,"price":{"cache_read":30000,"cache_write":375000,"cache_write_1h":375000,"input":300000,"output":1200000},"price_source":"genai-prices minimax/MiniMax-M2, checked 2026-05-23","profile":"MiniMax-M2","provider":"127.0.0.1","reply_limit":12800,"shutdown_on":null,"thinking":"default","wire":"anthropic","worker":"researcher"}', '2026-11-28 14:16:49.825369+00');
SELECT pg_catalog.setval('public.fact_id_seq', 1, false);
SELECT pg_catalog.setval('public.outcome_id_seq', 1, false);
SELECT pg_catalog.setval('public.verdict_group_id', 1, false);
ALTER TABLE ONLY public._sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.answer
    ADD CONSTRAINT answer_pkey PRIMARY KEY (run, question);
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
ALTER TABLE ONLY public.dead_letter
    ADD CONSTRAINT dead_letter_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.dispatch
    ADD CONSTRAINT dispatch_key PRIMARY KEY (id, consumer);
ALTER TABLE ONLY public.entity_key
    ADD CONSTRAINT entity_key_pkey PRIMARY KEY (kind, key, tenant, rank, entity);
ALTER TABLE ONLY public.entity_lease
    ADD CONSTRAINT entity_lease_pkey PRIMARY KEY (entity);
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
ALTER TABLE ONLY public.note_link
    ADD CONSTRAINT note_link_pkey PRIMARY KEY (note, other);
ALTER TABLE ONLY public.note_of
    ADD CONSTRAINT note_of_pkey PRIMARY KEY (entity, made_at, note);
ALTER TABLE ONLY public.note
    ADD CONSTRAINT note_pkey PRIMARY KEY (id);
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
CREATE INDEX dead_letter_at ON public.dead_letter USING btree (at DESC);
CREATE INDEX dead_letter_job ON public.dead_letter USING btree (job);
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
CREATE INDEX evidence_entity ON public.evidence USING btree (entity) WHERE (entity IS NOT NULL);
CREATE INDEX evidence_event ON public.evidence USING btree (event);
CREATE UNIQUE INDEX fact_believed_by ON public.fact USING btree (entity, attribute, valid_from, COALESCE(tenant, ''::text), public) WHERE (retired_at IS NULL);
CREATE INDEX fact_entity ON public.fact USING btree (entity, attribute);
CREATE INDEX forecast_made ON public.forecast USING btree (made_at DESC);
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
CREATE INDEX note_ended ON public.note USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX note_link_other ON public.note_link USING btree (other);
CREATE INDEX note_search ON public.note USING gin (search);
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
CREATE INDEX report_made ON public.report USING btree (made_at);
CREATE INDEX report_tenant ON public.report USING btree (tenant, made_at DESC, key DESC);
CREATE INDEX representation_context_entity ON public.representation_context USING btree (entity);
CREATE INDEX research_ended ON public.research USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX research_search ON public.research USING gin (search);
CREATE INDEX result_event ON public.result USING btree (event);
CREATE INDEX result_position ON public.result USING btree (tenant, xid, id);
CREATE INDEX result_stored ON public.result USING btree (tenant, stored_at, id);
CREATE INDEX run_analyzing ON public.run USING btree (deadline) WHERE (phase = 'analyzing'::text);
CREATE INDEX run_event ON public.run USING btree (event);
CREATE INDEX run_given_up_at ON public.run_given_up USING btree (given_up_at);
CREATE INDEX run_market ON public.run USING btree (tenant, ((((body -> 'asked'::text) -> 'market'::text) ->> 'condition_id'::text)));
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
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (endpoint, next_at) WHERE (state = 'pending'::text);
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
