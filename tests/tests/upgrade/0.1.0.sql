CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
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
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.budget (
    scope text NOT NULL,
    "limit" bigint NOT NULL,
    committed bigint DEFAULT 0 NOT NULL,
    closed boolean DEFAULT false NOT NULL,
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
    instance text NOT NULL,
    opening bigint NOT NULL,
    opened_at timestamp with time zone DEFAULT now() NOT NULL,
    closed_at timestamp with time zone,
    tokens_read bigint,
    tokens_written bigint,
    CONSTRAINT call_charged_check CHECK ((charged >= 0)),
    CONSTRAINT call_max_check CHECK ((max >= 0)),
    CONSTRAINT call_state_check CHECK ((state = ANY (ARRAY['intent'::text, 'settled'::text, 'wasted'::text, 'refused'::text, 'unknown'::text]))),
    CONSTRAINT call_tokens_read_check CHECK ((tokens_read >= 0)),
    CONSTRAINT call_tokens_written_check CHECK ((tokens_written >= 0))
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
    trace_id text NOT NULL,
    at timestamp with time zone NOT NULL,
    redriven_at timestamp with time zone
);
CREATE TABLE public.dispatch (
    id uuid NOT NULL,
    subject text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    claimed_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    look_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    republished integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.entity (
    id text NOT NULL,
    identity text NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    symbol text,
    name_key text NOT NULL,
    symbol_key text,
    verified boolean NOT NULL,
    metadata json NOT NULL,
    created_at timestamp with time zone NOT NULL,
    banned text,
    aliases json DEFAULT '[]'::json NOT NULL,
    keyed smallint DEFAULT 0 NOT NULL,
    changed xid8 DEFAULT pg_current_xact_id() NOT NULL
);
CREATE TABLE public.entity_key (
    kind smallint NOT NULL,
    key text NOT NULL,
    entity text NOT NULL
);
CREATE TABLE public.entity_lease (
    entity text NOT NULL,
    fence bigint NOT NULL,
    holder text,
    lease_until timestamp with time zone NOT NULL,
    consumer text,
    job uuid
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
    made_at timestamp with time zone NOT NULL
);
CREATE TABLE public.hearer (
    subject text NOT NULL,
    consumer text NOT NULL
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
CREATE TABLE public.instance (
    name text NOT NULL,
    alive_until timestamp with time zone NOT NULL
);
CREATE TABLE public.kept_answer (
    url text NOT NULL,
    hash text NOT NULL,
    body text NOT NULL,
    answered_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
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
    search tsvector GENERATED ALWAYS AS (to_tsvector('english'::regconfig, ((((((summary || ' '::text) || keywords) || ' '::text) || tags) || ' '::text) || text))) STORED,
    ended_at timestamp with time zone,
    ended_because text
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
    loose_at timestamp with time zone DEFAULT now() NOT NULL
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
    entity text NOT NULL
);
CREATE TABLE public.research (
    entity text NOT NULL,
    version bigint NOT NULL,
    fence bigint NOT NULL,
    body json NOT NULL,
    summary text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    stored_at timestamp with time zone DEFAULT now() NOT NULL,
    search tsvector GENERATED ALWAYS AS (to_tsvector('english'::regconfig, ((replace(entity, '-'::text, ' '::text) || ' '::text) || summary))) STORED,
    ended_at timestamp with time zone,
    ended_because text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.result (
    id uuid NOT NULL,
    kind text NOT NULL,
    tenant text NOT NULL,
    event uuid NOT NULL,
    run uuid,
    body json NOT NULL,
    made_at timestamp with time zone NOT NULL,
    stored_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.run (
    id uuid NOT NULL,
    tenant text NOT NULL,
    event uuid NOT NULL,
    question text NOT NULL,
    body json NOT NULL,
    phase text NOT NULL,
    iteration integer NOT NULL,
    outstanding integer NOT NULL,
    version bigint NOT NULL,
    deadline timestamp with time zone NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    format integer DEFAULT 1 NOT NULL,
    cancelled json,
    ended json,
    CONSTRAINT run_outstanding_check CHECK ((outstanding >= 0)),
    CONSTRAINT run_phase_check CHECK ((phase = ANY (ARRAY['waiting'::text, 'analyzing'::text, 'done'::text])))
)
WITH (fillfactor='50');
CREATE TABLE public.run_given_up (
    run uuid NOT NULL,
    round integer NOT NULL,
    because text NOT NULL,
    given_up_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.run_stop (
    run uuid NOT NULL,
    body json NOT NULL,
    stopped_at timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE public.step (
    job uuid NOT NULL,
    step text NOT NULL,
    input text NOT NULL,
    value bytea NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.valuation (
    run uuid NOT NULL,
    round integer NOT NULL,
    body json NOT NULL,
    valued_at timestamp with time zone DEFAULT now() NOT NULL
);
INSERT INTO public._sqlx_migrations VALUES
	(1, 'journal', '2026-11-23 01:05:40.035742+00', true, '\x2b8f9a66d33ec57a21ff7aa7ba5ba826dfee01d31f771073fa37f8cde25d1872c77ed38a01bd5a483097a8e7c842ca8b', 111945468),
	(2, 'ledger', '2026-11-23 01:05:40.152101+00', true, '\xcd0321101fd95dfde10fc40359e212a3640f5206686934312e807d7e4e0ae4685ab21e6d2630eed11c651e848389a347', 13703905),
	(3, 'memory', '2026-11-23 01:05:40.168083+00', true, '\xb9d1e3be3cc4724089d4880cf5f0fa64a32a7047d76fb305aa02534c312cdad2e0fccebff13af8586a2c7755800fc03f', 60854184),
	(4, 'runs', '2026-11-23 01:05:40.230126+00', true, '\x09410fb6d631108e839ee78687c15ae159f0186c332f8872cb7a1b916a31e722c74621b21222d88931a9ad493be11604', 18577300),
	(5, 'results', '2026-11-23 01:05:40.250134+00', true, '\x9a64e44e08100f28376194ab1d861652c4f234ceec0973066182d7e2a8987571ff6dd416a9041f56998f79937e6d339b', 18844989),
	(6, 'call_opened', '2026-11-23 01:05:40.277381+00', true, '\x5be35581c0f36ba04552362293b904860306d6ad6354d194283c49e642574d84c9555ac3ea3b6acad03c20f88d1b4407', 7965089),
	(7, 'identity', '2026-11-23 01:05:40.281681+00', true, '\x603e79a42684f8c576b07933b24d895cb111dba484ccfb045305654e6646ac8f1c9c35a6b5a6c542f05cc794b3395247', 17517227),
	(8, 'links', '2026-11-23 01:05:40.300759+00', true, '\xf099a58fa6af66166d8cb0e97b6d0c9efb0febe8d6c2673893790b541771234261adce2b0f4e0182536b6639701d2da8', 7889401),
	(9, 'pages', '2026-11-23 01:05:40.312675+00', true, '\xe292413609218c788091f0240b976ac6756d0ce3ae0947dd5a5d70eebc6507843de4f3b20a024c55a813863374232e37', 6554116),
	(10, 'tokens', '2026-11-23 01:05:40.324682+00', true, '\x8202df38b2a8be1f4e4002ec25e5c6903e65555ae4cb5d7cc7e3998ee5d68f6de717eaa858b89ab9782465522330b800', 3976914),
	(11, 'recalibration', '2026-11-23 01:05:40.331798+00', true, '\x1cf51850d3696220e8b17a700353eb33e0ca6ad48a49113970470ac2600dd310049403d11cca233675b51b993b2b852f', 4862207),
	(12, 'outcomes', '2026-11-23 01:05:40.340681+00', true, '\xc0c2a99c5fd1e9cd74c75e34a1335176a652bd4dc0a3ae75a47002e865e53477f27b3de5ec266858881d1141e5b66ee2', 7997143),
	(13, 'endings', '2026-11-23 01:05:40.349765+00', true, '\xc5edbd44c125b238b269fb0a42ea03beccf6bb5a57bcc1482190285a2bda2c41bedd3da8cceade279cf9ba92dba2f10f', 42969955),
	(14, 'memory_in_depth', '2026-11-23 01:05:40.393437+00', true, '\x3567cda1a927c9f3c6418bbd1b65ac2081074aad30203c01d35fe54b455e6273539583a2f3425c4da9ec5116419eb19a', 5971395),
	(15, 'valuations', '2026-11-23 01:05:40.401668+00', true, '\x3047423c4d1c7541295c042d8a4c1a1a5e09a1689d74bc3d8d2df1cba1c127a4f753d973c11a5dfaa7a1b173d5614ed4', 7986971),
	(16, 'page_bytes', '2026-11-23 01:05:40.410819+00', true, '\x0b35c19df05499710d09062a7a79dc939b902e1405c8d2b7ca0a37268777e64b9d9f910152c11076b13dbddef8e1950b', 5832751),
	(17, 'always_an_end', '2026-11-23 01:05:40.419548+00', true, '\xfe6ccb67447d849fc4e667f87502577503f29b6b94fd71f6feb3e7ecf3edfde7bb4acf74720852f57f0700a63babe27a', 11882592),
	(18, 'run_market', '2026-11-23 01:05:40.444475+00', true, '\xf70e7dac23a94228c9640f65af11031bff01a5a34474694ee530c7e66845df0d124915ae55b54296dcf2dc0162a85f62', 16368014),
	(19, 'note_valid', '2026-11-23 01:05:40.458291+00', true, '\xb3ad180d2538564f18b482255c75416ece7d67efd8c01a6072693050d450c498d6c4d9b9ea8d3d1456d24431e66c1519', 9658241);
INSERT INTO public.answer VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q3', false, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-23T01:15:41.541708525Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-23T01:05:41.568990676Z","tier":"other","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-23T01:05:41.568990676Z","tier":"other","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-23T01:05:41.568990676Z","expires_at":"2026-11-23T02:05:41.568990676Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1289,"model":"MiniMax-M2","prompt_version":"c5bb26f72262"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-23 01:05:43.787137+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q1', false, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"critical","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a critical question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-23T01:15:41.541708525Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.6000000000000001,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."},{"id":"f4","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-23T01:05:41.568526099Z","tier":"other","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-23T01:05:41.568526099Z","tier":"other","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-23T01:05:41.568526099Z","expires_at":"2026-11-23T02:05:41.568526099Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1214,"model":"MiniMax-M2","prompt_version":"c5bb26f72262"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-23 01:05:43.973632+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q2', false, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"important","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a important question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-23T01:15:41.541708525Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.6000000000000001,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."},{"id":"f4","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-23T01:05:41.568707868Z","tier":"other","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-23T01:05:41.568707868Z","tier":"other","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-23T01:05:41.568707868Z","expires_at":"2026-11-23T02:05:41.568707868Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":2125,"model":"MiniMax-M2","prompt_version":"c5bb26f72262"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-23 01:05:44.001747+00');
INSERT INTO public.budget VALUES
	('agent:classifier:41ba4beb-03a0-503f-99d0-019eb046c5eb', 300000, 239, false),
	('task:c0dec96f-6715-5d51-b318-e61fba0cfb77', 3000000, 2125, false),
	('agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3', 3000000, 4628, false),
	('tenant:default:2026-11-23', 200000000, 22054, false),
	('run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 20000000, 7038, false),
	('agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3', 1000000, 2410, false),
	('task:3c15bac2-ee2f-5514-bb91-2024f40744e7', 3000000, 1289, false),
	('task:91d6ced9-bb52-54e9-befb-18e34cd39d1f', 3000000, 1214, false),
	('agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb', 3000000, 1530, false),
	('task:aafa021f-76ba-51d9-8659-2155bffb47e3', 3000000, 1530, false),
	('agent:classifier:2be84394-e079-5423-bef2-9036027a920a', 300000, 118, false),
	('agent:researcher:2be84394-e079-5423-bef2-9036027a920a', 3000000, 1527, false),
	('task:68349c00-5532-55f1-be5b-e1c79d296113', 3000000, 1527, false),
	('agent:researcher:e7b7bb12-29b4-573f-a569-36a14995dd3b', 3000000, 1165, false),
	('task:0c206c18-5b28-5bbc-a505-636bb8aa2128', 3000000, 1165, false),
	('agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8', 1000000, 204, false),
	('run:7f96a149-1b72-5a76-b3ca-220bb5e48787', 20000000, 9926, false),
	('agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8', 3000000, 9722, false),
	('task:1f59405b-4363-53d7-91d7-f93737bb92cb', 3000000, 9722, false),
	('agent:classifier:f642e745-5871-5ffe-a5fe-ee1b7f3d3219', 300000, 118, false),
	('agent:forecaster:69f37519-bcd1-5228-b98a-e0d08ac59fad', 1000000, 189, false),
	('run:8ce94db0-b198-500e-ad6f-f15fa425923f', 20000000, 189, false),
	('agent:forecaster:dac66716-5eb1-5ac9-aefc-b9f5ed7ab4c1', 1000000, 204, false),
	('run:26eea9b4-3646-51e0-8066-2cdffcd31ade', 20000000, 204, false);
INSERT INTO public.call VALUES
	('d9968814-a049-5d78-b244-970c2344514f', '945aad6b-60f2-5d6a-8f45-b00398af27d3', 'decompose', 'e285ed361ecb44ff00db5ef4aead52e8b658167b81986674545061555f0ee61e', 0, 'settled', 3591, 329, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-23}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 'forecaster-fd1e18514a38', 0, '2026-11-23 01:05:41.188284+00', '2026-11-23 01:05:41.509963+00', 440, 141),
	('95706159-94b5-584e-ab77-d6d1bdd560e4', 'c0dec96f-6715-5d51-b318-e61fba0cfb77', 'turn-1', 'b88fee6b0ca2729837720b02b250227abcd2687c197ea21edb9a9dee6458a5ca', 0, 'settled', 9744, 1030, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:c0dec96f-6715-5d51-b318-e61fba0cfb77,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 0, '2026-11-23 01:05:41.578959+00', '2026-11-23 01:05:41.900503+00', 2664, 32),
	('df30662e-2403-5d41-a218-e3564bbf0e32', '91d6ced9-bb52-54e9-befb-18e34cd39d1f', 'turn-1', 'f7dd361a7139c6694e8bd4b4a39f850874ddc706de0a29b0235890596d1947cb', 0, 'settled', 9731, 135, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:91d6ced9-bb52-54e9-befb-18e34cd39d1f,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 1, '2026-11-23 01:05:41.584504+00', '2026-11-23 01:05:41.912036+00', 2656, 24),
	('4f0edfca-5b77-52d0-a9af-b3b7a3085747', '3c15bac2-ee2f-5514-bb91-2024f40744e7', 'turn-1', 'e1bec9ffec00c95fc496ca8d87eceee32f5df88736dd69c1795dd7b648884f55', 0, 'settled', 9722, 125, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:3c15bac2-ee2f-5514-bb91-2024f40744e7,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 2, '2026-11-23 01:05:41.584504+00', '2026-11-23 01:05:41.912036+00', 2649, 17),
	('b89daf74-aac1-56fc-94e7-e900434bf331', '41ba4beb-03a0-503f-99d0-019eb046c5eb', 'classify', '6d83867ff9208a1be6137a1e3d26adb848c20743aa3bd0f9e1ecdccf708d9917', 0, 'settled', 1840, 239, '{agent:classifier:41ba4beb-03a0-503f-99d0-019eb046c5eb,tenant:default:2026-11-23}', 'default', 'classifier', '127.0.0.1', 'MiniMax-M2', 'classifier-d468ae70abb9', 0, '2026-11-23 01:05:41.672151+00', '2026-11-23 01:05:42.010275+00', 450, 64),
	('3d068769-2848-5d3e-94c3-54bf73742256', 'c0dec96f-6715-5d51-b318-e61fba0cfb77', 'turn-2', '75909e47f32eda7005f3efb01b71b6ab972932a6561acbb821cd529227a41938', 0, 'settled', 10016, 160, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:c0dec96f-6715-5d51-b318-e61fba0cfb77,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 3, '2026-11-23 01:05:42.028552+00', '2026-11-23 01:05:42.370673+00', 2774, 15),
	('38443427-e7ef-54af-97ef-d0efcc8b33e3', '3c15bac2-ee2f-5514-bb91-2024f40744e7', 'turn-2', '21b35bf71dbd9fabe97abeca4a3c09caf559550eecaf829c9fb2d87e3f19582c', 0, 'settled', 9972, 151, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:3c15bac2-ee2f-5514-bb91-2024f40744e7,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 4, '2026-11-23 01:05:42.046923+00', '2026-11-23 01:05:42.408789+00', 2745, 15),
	('4cbbb233-7089-5393-837f-0fa621d6f533', '91d6ced9-bb52-54e9-befb-18e34cd39d1f', 'turn-2', '4d1a37e5247bb6379f7c491319271edfb40155f359002e2fb2ebae68bcadd686', 0, 'settled', 9991, 155, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:91d6ced9-bb52-54e9-befb-18e34cd39d1f,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 5, '2026-11-23 01:05:42.046923+00', '2026-11-23 01:05:42.446988+00', 2757, 15),
	('a21ad371-3a2e-5bb3-885b-e1d1be5e1242', '3c15bac2-ee2f-5514-bb91-2024f40744e7', 'read-s6bd1da71', 'b7c329bc35a25acf78aa2080325674b762d1cd0a5a9ec674d18c88e865472edb', 0, 'settled', 3501, 199, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:3c15bac2-ee2f-5514-bb91-2024f40744e7,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 6, '2026-11-23 01:05:42.703495+00', '2026-11-23 01:05:43.049208+00', 388, 49),
	('dafb7558-9338-5ff8-ac7d-51cd6bfc8a20', '91d6ced9-bb52-54e9-befb-18e34cd39d1f', 'read-s6bd1da71', '584a61758659198ddb27dacbaa15debdd4e1b7550d7f1d344ef77e63d7118180', 0, 'settled', 3511, 95, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:91d6ced9-bb52-54e9-befb-18e34cd39d1f,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 7, '2026-11-23 01:05:42.725143+00', '2026-11-23 01:05:43.132961+00', 394, 49),
	('3ed36a8d-ab8d-5f76-80c2-8ccea9b35e65', 'c0dec96f-6715-5d51-b318-e61fba0cfb77', 'read-sefa2f9ae', 'a464e34bf2f8ee40b6687ad16b04b29f229b28950ffed424f5d289d53feb607b', 0, 'settled', 3605, 224, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:c0dec96f-6715-5d51-b318-e61fba0cfb77,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 8, '2026-11-23 01:05:42.725143+00', '2026-11-23 01:05:43.132961+00', 456, 141),
	('4ed97721-3f23-5c26-83ec-b90042daa4bf', '3c15bac2-ee2f-5514-bb91-2024f40744e7', 'read-sefa2f9ae', 'ea9c793345075f55d4744dd4e889f421741726b7a12e1cb68a546e8515fdb711', 0, 'settled', 3582, 220, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:3c15bac2-ee2f-5514-bb91-2024f40744e7,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 11, '2026-11-23 01:05:42.725143+00', '2026-11-23 01:05:43.163904+00', 441, 141),
	('cf096e2a-fb47-5d93-8854-8ca8aea3c645', 'c0dec96f-6715-5d51-b318-e61fba0cfb77', 'read-s6bd1da71', '99b43d22af37bece59c53d93c2018353c3e3716cbdc8b8e93493903ad11c1996', 0, 'settled', 3524, 98, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:c0dec96f-6715-5d51-b318-e61fba0cfb77,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 9, '2026-11-23 01:05:42.725143+00', '2026-11-23 01:05:43.222536+00', 403, 49),
	('5b705ed0-6dda-5161-b3c0-619e3265e523', '91d6ced9-bb52-54e9-befb-18e34cd39d1f', 'read-sefa2f9ae', 'e597057dce74b7ae65732f1ed72a415d16268fdb596e51b0bba2f9de26a75968', 0, 'settled', 3592, 221, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:91d6ced9-bb52-54e9-befb-18e34cd39d1f,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 10, '2026-11-23 01:05:42.725143+00', '2026-11-23 01:05:43.222536+00', 447, 141),
	('143e178e-2c30-5761-8b8d-61003d635704', '91d6ced9-bb52-54e9-befb-18e34cd39d1f', 'turn-3', 'ef39460eec03240c327ee2e66d71816c3ec938399b6efa921cdfa40d3237bf16', 0, 'settled', 10676, 608, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:91d6ced9-bb52-54e9-befb-18e34cd39d1f,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 14, '2026-11-23 01:05:43.261285+00', '2026-11-23 01:05:43.671238+00', 3075, 313),
	('da3e5446-bbf6-5c93-8869-cc991ea829dc', 'c0dec96f-6715-5d51-b318-e61fba0cfb77', 'turn-3', 'a1f93e99aaeb8452183063ccc4964fef8634c1d6fa354adf841fe0f1df8d0acc', 0, 'settled', 10702, 613, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:c0dec96f-6715-5d51-b318-e61fba0cfb77,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 15, '2026-11-23 01:05:43.261285+00', '2026-11-23 01:05:43.73338+00', 3092, 313),
	('886fbf63-f332-50a9-b0f7-5c9d8571c24f', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-1', '7596a9ee437f9b0c65c55170d9efd266bed79105cf56473886a494276cbe3f7a', 0, 'settled', 9876, 232, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 12, '2026-11-23 01:05:42.824552+00', '2026-11-23 01:05:43.222536+00', 2743, 83),
	('2ff46507-bb49-59b7-9bac-eae1531dada0', '68349c00-5532-55f1-be5b-e1c79d296113', 'turn-1', '09b4076af239e5c814743d5e5e56e6578200f2aa494bec8841b7badbc6e934d2', 0, 'settled', 9876, 232, '{agent:researcher:2be84394-e079-5423-bef2-9036027a920a,task:68349c00-5532-55f1-be5b-e1c79d296113,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 20, '2026-11-23 01:05:46.260803+00', '2026-11-23 01:05:46.586213+00', 2743, 83),
	('021d8bfe-cade-5817-b746-c9613a5a84fa', '0c206c18-5b28-5bbc-a505-636bb8aa2128', 'turn-3', '42f50a007d64cdcd715c30b2f893f64e6ba238a9499bc6bb7e4c8ed2ed9761fd', 0, 'settled', 10621, 597, '{agent:researcher:e7b7bb12-29b4-573f-a569-36a14995dd3b,task:0c206c18-5b28-5bbc-a505-636bb8aa2128,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 29, '2026-11-23 01:05:47.413055+00', '2026-11-23 01:05:47.769648+00', 3039, 313),
	('8b975193-e7b2-574a-aee8-a41178e126ff', '1f59405b-4363-53d7-91d7-f93737bb92cb', 'turn-1', '850832d03cca8b27a9327c9945a5b82b5be67e0b866d2f4472c381eab9e54fce', 0, 'intent', 9722, 9722, '{agent:researcher:547b5006-44c5-5481-8ab5-c57248a54ac8,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,task:1f59405b-4363-53d7-91d7-f93737bb92cb,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 30, '2026-11-23 01:05:48.328742+00', NULL, NULL, NULL),
	('9dd6ede9-fb8d-5da1-8547-fc3a67cb7770', '3c15bac2-ee2f-5514-bb91-2024f40744e7', 'turn-3', 'b917c912ac805747ca2c7bf1241d7c7d22b12c85e8203694cdd4a84d18ef48eb', 0, 'settled', 10657, 594, '{agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,task:3c15bac2-ee2f-5514-bb91-2024f40744e7,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 13, '2026-11-23 01:05:43.242391+00', '2026-11-23 01:05:43.578664+00', 3063, 305),
	('b390d6dd-ebf0-5d2f-b2eb-09e26e2c19a4', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-2', '99e242d83430f7af7e366f9a0942bc9ec6b7a42317e1de2de6339e1d7d3ea411', 0, 'settled', 10915, 274, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 16, '2026-11-23 01:05:43.344463+00', '2026-11-23 01:05:43.73338+00', 3156, 15),
	('46ac6512-6496-56c8-97d2-0420efdf008c', '0c206c18-5b28-5bbc-a505-636bb8aa2128', 'turn-2', '38faa7a012e5e18fac8b277d2a8c7809a3963e1b3f335c823876ee75ce6e3706', 0, 'settled', 9936, 144, '{agent:researcher:e7b7bb12-29b4-573f-a569-36a14995dd3b,task:0c206c18-5b28-5bbc-a505-636bb8aa2128,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 23, '2026-11-23 01:05:46.625539+00', '2026-11-23 01:05:46.936968+00', 2721, 15),
	('bbb4367d-d700-588e-835a-acd1a52ac54d', '68349c00-5532-55f1-be5b-e1c79d296113', 'read-sefa2f9ae', '0c61b27945eedd62a23a122b1f0028603857a0ba718e35c59dfd48b519bd36ea', 0, 'settled', 3619, 175, '{agent:researcher:2be84394-e079-5423-bef2-9036027a920a,task:68349c00-5532-55f1-be5b-e1c79d296113,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 24, '2026-11-23 01:05:46.945839+00', '2026-11-23 01:05:47.259879+00', 465, 98),
	('26feba57-cfd0-553d-bf8a-b35674f32698', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'read-sefa2f9ae', 'd9c182242652215e90d0d966bdc680ea4367a39c3db92591f5e9bce25711f8fe', 0, 'settled', 3619, 175, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 18, '2026-11-23 01:05:43.861329+00', '2026-11-23 01:05:44.284305+00', 465, 98),
	('61538a88-0302-51d3-b504-27f03a9a5d03', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', 'estimate-3', '8d7e7883b89ebeee9bc820e60ad07107d10ba726d9402524b0be047006d3791d', 0, 'settled', 7092, 855, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-23}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 'forecaster-fd1e18514a38', 1, '2026-11-23 01:05:44.099488+00', '2026-11-23 01:05:44.485547+00', 1853, 205),
	('542e13b2-4c7a-579e-8f7f-5e5171bba6aa', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'turn-3', 'd172bcd58388cae3c5791b89898735706a7a94c4b3fc6c36925eb3f8eb2325c0', 0, 'settled', 11516, 748, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 19, '2026-11-23 01:05:44.340389+00', '2026-11-23 01:05:44.671916+00', 3422, 343),
	('f1448e53-77a9-5806-8ee4-c4c9efa2c297', '3385a097-fcf0-5279-9d5a-59a8686fe43a', 'decompose', '746ec1972d07cebbd6f2cc9e58a8996b1a39f36f861f64194b2cbcf82e33ae18', 0, 'settled', 3591, 204, '{agent:forecaster:547b5006-44c5-5481-8ab5-c57248a54ac8,run:7f96a149-1b72-5a76-b3ca-220bb5e48787,tenant:default:2026-11-23}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 'forecaster-fd1e18514a38', 4, '2026-11-23 01:05:47.923573+00', '2026-11-23 01:05:48.257923+00', 440, 141),
	('387c0356-7103-5fbd-9298-29c910ab8e03', 'aafa021f-76ba-51d9-8659-2155bffb47e3', 'read-s6bd1da71', '2e9f6e1cf5cb7645bbec1196834ae8595c803b6430b6d25f80a54b36c2d392f6', 0, 'settled', 3538, 101, '{agent:researcher:41ba4beb-03a0-503f-99d0-019eb046c5eb,task:aafa021f-76ba-51d9-8659-2155bffb47e3,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 17, '2026-11-23 01:05:43.829599+00', '2026-11-23 01:05:44.171848+00', 412, 49),
	('53c16a7f-e383-5d43-aa3b-49f090ce3fb7', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', 'estimate-1', 'be8d30bf5e1b08474b79e1d048d1112131b41874c209fa44ff1eb6d0368e625e', 0, 'settled', 7092, 613, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-23}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 'forecaster-fd1e18514a38', 2, '2026-11-23 01:05:44.167072+00', '2026-11-23 01:05:44.505386+00', 1853, 205),
	('8b770f5c-13a6-5ba4-9cf7-674b2e1e4a0e', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', 'estimate-2', '7b85a9b8ea4f1a0ee51f49a5941ebe7fcba8d44884744b5bbb0a39f102e9017f', 0, 'settled', 7092, 613, '{agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3,run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5,tenant:default:2026-11-23}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 'forecaster-fd1e18514a38', 3, '2026-11-23 01:05:44.167072+00', '2026-11-23 01:05:44.505386+00', 1853, 205),
	('643625d5-73e2-5e5c-b71e-47ed7a057b34', '2be84394-e079-5423-bef2-9036027a920a', 'classify', '59e69b26c038cad227b1d275f43ec97bdd24cddf0e8976f2ba738e9db32d9624', 0, 'settled', 1840, 118, '{agent:classifier:2be84394-e079-5423-bef2-9036027a920a,tenant:default:2026-11-23}', 'default', 'classifier', '127.0.0.1', 'MiniMax-M2', 'classifier-d468ae70abb9', 1, '2026-11-23 01:05:45.482385+00', '2026-11-23 01:05:45.818681+00', 450, 64),
	('2ae224f4-b54d-540f-ab35-03106d308614', '0c206c18-5b28-5bbc-a505-636bb8aa2128', 'turn-1', 'ef90d0284e2075e3a15a552c4572d45399892f25bdc036da0225e30059600cca', 0, 'settled', 9693, 114, '{agent:researcher:e7b7bb12-29b4-573f-a569-36a14995dd3b,task:0c206c18-5b28-5bbc-a505-636bb8aa2128,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 21, '2026-11-23 01:05:46.278246+00', '2026-11-23 01:05:46.594656+00', 2630, 13),
	('37cbf9b4-b39b-5cb4-a140-4f13d4c21d92', 'f642e745-5871-5ffe-a5fe-ee1b7f3d3219', 'classify', '365d2fd7458fa91a7657c58df6d90f86235dc684ccd240817b113c34bd1cf1ff', 0, 'settled', 1840, 118, '{agent:classifier:f642e745-5871-5ffe-a5fe-ee1b7f3d3219,tenant:default:2026-11-23}', 'default', 'classifier', '127.0.0.1', 'MiniMax-M2', 'classifier-d468ae70abb9', 2, '2026-11-23 01:05:48.389026+00', '2026-11-23 01:05:48.725461+00', 450, 64),
	('bc81920d-7bad-5036-9b48-2626562d042d', '68349c00-5532-55f1-be5b-e1c79d296113', 'turn-2', '7b7b4b09ae5fd87597010c9d2d4018c17b0b6bdc020bfda50e7448009d208002', 0, 'settled', 10913, 274, '{agent:researcher:2be84394-e079-5423-bef2-9036027a920a,task:68349c00-5532-55f1-be5b-e1c79d296113,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 22, '2026-11-23 01:05:46.615854+00', '2026-11-23 01:05:46.927269+00', 3154, 15),
	('11d5a73e-74c4-5f3c-9287-3ee667f5e751', '68349c00-5532-55f1-be5b-e1c79d296113', 'read-s6bd1da71', '335bdb779d5e777b31c26eb9e822a331ac42b904c0cdd1b6b30fba37594ae5c9', 0, 'settled', 3538, 101, '{agent:researcher:2be84394-e079-5423-bef2-9036027a920a,task:68349c00-5532-55f1-be5b-e1c79d296113,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 25, '2026-11-23 01:05:46.952031+00', '2026-11-23 01:05:47.288017+00', 412, 49),
	('34d2a3b3-c957-5584-a718-8a5983644ad9', '0c206c18-5b28-5bbc-a505-636bb8aa2128', 'read-s6bd1da71', '8061f010246d525cb29ef64fc059f8f9b2a13a3f24588461d842771b118d491b', 0, 'settled', 3494, 92, '{agent:researcher:e7b7bb12-29b4-573f-a569-36a14995dd3b,task:0c206c18-5b28-5bbc-a505-636bb8aa2128,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 26, '2026-11-23 01:05:46.952031+00', '2026-11-23 01:05:47.288017+00', 383, 49),
	('2c200716-e356-5e79-a83a-9c799e2a03e8', '0c206c18-5b28-5bbc-a505-636bb8aa2128', 'read-sefa2f9ae', '47740d655a205ff2f60157cf6706ebe36bf06eef7596f9d7d8e8e255828136bf', 0, 'settled', 3575, 218, '{agent:researcher:e7b7bb12-29b4-573f-a569-36a14995dd3b,task:0c206c18-5b28-5bbc-a505-636bb8aa2128,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 27, '2026-11-23 01:05:46.952031+00', '2026-11-23 01:05:47.288017+00', 436, 141),
	('8ac19a42-06c2-5f86-884d-64135ca501da', '68349c00-5532-55f1-be5b-e1c79d296113', 'turn-3', '2ff21e535a2aabd7f422bde06c6991edd477b5602fc549473c27c38d2eb0c436', 0, 'settled', 11514, 745, '{agent:researcher:2be84394-e079-5423-bef2-9036027a920a,task:68349c00-5532-55f1-be5b-e1c79d296113,tenant:default:2026-11-23}', 'default', 'researcher', '127.0.0.1', 'MiniMax-M2', 'researcher-d343d358295a', 28, '2026-11-23 01:05:47.391714+00', '2026-11-23 01:05:47.738253+00', 3421, 341),
	('d3da5d76-8660-54d6-ab3f-e620e7d56b43', 'd6b9af29-5753-5d9f-b0d6-92329d907246', 'decompose', '5dde1be8b758780d3abc8a374b7f78632460f39d355c08656be9e34c1594808d', 0, 'settled', 3603, 189, '{agent:forecaster:69f37519-bcd1-5228-b98a-e0d08ac59fad,run:8ce94db0-b198-500e-ad6f-f15fa425923f,tenant:default:2026-11-23}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 'forecaster-fd1e18514a38', 5, '2026-11-23 01:05:48.90471+00', '2026-11-23 01:05:49.273895+00', 447, 127),
	('e3e97a31-44e8-52c1-9286-01a8832883cc', '1bbddb7b-8623-544f-8a66-77efe6556f50', 'decompose', '31844e40a4745057afeebe20ca996b82f4f7fa76deae6c3200c80d6bafb99037', 0, 'settled', 3591, 204, '{agent:forecaster:dac66716-5eb1-5ac9-aefc-b9f5ed7ab4c1,run:26eea9b4-3646-51e0-8066-2cdffcd31ade,tenant:default:2026-11-23}', 'default', 'forecaster', '127.0.0.1', 'MiniMax-M2', 'forecaster-fd1e18514a38', 6, '2026-11-23 01:05:48.944354+00', '2026-11-23 01:05:49.322835+00', 440, 141);
INSERT INTO public.dispatch VALUES
	('5c863928-05a5-53fe-bc26-70852ea38c35', 'auspex.classification.made', '2026-11-23 01:05:41.158548+00', '-infinity', '2026-11-23 01:05:41.180733+00', '-infinity', 0),
	('945aad6b-60f2-5d6a-8f45-b00398af27d3', 'auspex.forecast.requested', '2026-11-23 01:05:41.158548+00', '-infinity', '2026-11-23 01:05:41.180733+00', '-infinity', 0),
	('e382c6fd-f890-599c-be74-90d97e6eb336', 'auspex.result.classification.default', '2026-11-23 01:05:41.180911+00', '-infinity', '2026-11-23 01:05:41.205562+00', '-infinity', 0),
	('3c15bac2-ee2f-5514-bb91-2024f40744e7', 'auspex.research.requested', '2026-11-23 01:05:41.543573+00', '-infinity', '2026-11-23 01:05:41.569217+00', '-infinity', 0),
	('91d6ced9-bb52-54e9-befb-18e34cd39d1f', 'auspex.research.requested', '2026-11-23 01:05:41.543573+00', '-infinity', '2026-11-23 01:05:41.569217+00', '-infinity', 0),
	('c0dec96f-6715-5d51-b318-e61fba0cfb77', 'auspex.research.requested', '2026-11-23 01:05:41.543573+00', '-infinity', '2026-11-23 01:05:41.569217+00', '-infinity', 0),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'auspex.research.requested', '2026-11-23 01:05:42.246768+00', '-infinity', '2026-11-23 01:05:42.293334+00', '-infinity', 0),
	('c1682683-8b8c-560b-91b8-156a7f4d6ed5', 'auspex.classification.made', '2026-11-23 01:05:42.246768+00', '-infinity', '2026-11-23 01:05:42.293334+00', '-infinity', 0),
	('87729f4b-6e97-5ede-a0ed-be1737c14f72', 'auspex.result.classification.default', '2026-11-23 01:05:42.309216+00', '-infinity', '2026-11-23 01:05:42.36695+00', '-infinity', 0),
	('1ae2111f-c4ea-55e6-93c1-55668dd9620d', 'auspex.research.gathered', '2026-11-23 01:05:43.596606+00', '-infinity', '2026-11-23 01:05:43.666996+00', '-infinity', 0),
	('cf596203-a178-5eed-a431-ec3b33f2b946', 'auspex.evidence.filtered', '2026-11-23 01:05:43.704148+00', '-infinity', '2026-11-23 01:05:43.741532+00', '-infinity', 0),
	('7bdd9998-3349-5461-a8fc-59f5cdade8dd', 'auspex.research.gathered', '2026-11-23 01:05:43.756521+00', '-infinity', '2026-11-23 01:05:43.844235+00', '-infinity', 0),
	('c353bfb3-d3f2-5ff5-8d47-b4b9c1350211', 'auspex.research.gathered', '2026-11-23 01:05:43.793985+00', '-infinity', '2026-11-23 01:05:43.889721+00', '-infinity', 0),
	('dee467f2-fe8c-5b5c-ad55-78e490f9940a', 'auspex.evidence.filtered', '2026-11-23 01:05:43.842292+00', '-infinity', '2026-11-23 01:05:43.974983+00', '-infinity', 0),
	('95da770d-4eac-5af6-91f9-833165a2446b', 'auspex.evidence.filtered', '2026-11-23 01:05:43.948493+00', '-infinity', '2026-11-23 01:05:44.00154+00', '-infinity', 0),
	('a6a92a65-9ea7-5854-a585-1fedfd31a64b', 'auspex.run.answered', '2026-11-23 01:05:43.981497+00', '-infinity', '2026-11-23 01:05:44.040054+00', '-infinity', 0),
	('dc174a2e-2c84-5299-851c-3893fbd013b9', 'auspex.forecast.made', '2026-11-23 01:05:44.640006+00', '-infinity', '2026-11-23 01:05:44.68305+00', '-infinity', 0),
	('27ea6218-e5a6-5bd6-80d9-8987c9756200', 'auspex.research.gathered', '2026-11-23 01:05:44.840125+00', '-infinity', '2026-11-23 01:05:44.896087+00', '-infinity', 0),
	('5eda07e8-7ddb-5ee0-a937-6ffa656129c7', 'auspex.result.forecast.default', '2026-11-23 01:05:44.858472+00', '-infinity', '2026-11-23 01:05:44.904989+00', '-infinity', 0),
	('0f15e626-0040-53c7-800a-3c4881fadc06', 'auspex.evidence.filtered', '2026-11-23 01:05:44.894601+00', '-infinity', '2026-11-23 01:05:44.921901+00', '-infinity', 0),
	('aa995b43-fd58-5c02-ba73-89c6673edf5d', 'auspex.result.research.default', '2026-11-23 01:05:44.931201+00', '-infinity', '2026-11-23 01:05:44.948937+00', '-infinity', 0),
	('65801fec-0bf6-5707-b13e-646cce8fa9f8', 'auspex.classification.made', '2026-11-23 01:05:45.873027+00', '-infinity', '2026-11-23 01:05:45.935252+00', '-infinity', 0),
	('68349c00-5532-55f1-be5b-e1c79d296113', 'auspex.research.requested', '2026-11-23 01:05:45.873027+00', '-infinity', '2026-11-23 01:05:45.935252+00', '-infinity', 0),
	('0c206c18-5b28-5bbc-a505-636bb8aa2128', 'auspex.research.requested', '2026-11-23 01:05:46.018417+00', '-infinity', '2026-11-23 01:05:46.05119+00', '-infinity', 0),
	('7e55d695-cfb4-5b62-b423-bdf4e6e63da9', 'auspex.classification.made', '2026-11-23 01:05:46.018417+00', '-infinity', '2026-11-23 01:05:46.05119+00', '-infinity', 0),
	('74c0eca1-b2ac-538a-8693-d0fb613e0978', 'auspex.research.gathered', '2026-11-23 01:05:47.790404+00', '-infinity', '2026-11-23 01:05:47.810005+00', '-infinity', 0),
	('a8571c28-e2b6-5c7a-b95a-360e74f58b3e', 'auspex.research.gathered', '2026-11-23 01:05:47.767863+00', '-infinity', '2026-11-23 01:05:47.823393+00', '-infinity', 0),
	('3385a097-fcf0-5279-9d5a-59a8686fe43a', 'auspex.forecast.requested', '2026-11-23 01:05:47.854803+00', '-infinity', '2026-11-23 01:05:47.884651+00', '-infinity', 0),
	('e715c30e-cff1-5626-ab90-2bea1646ff68', 'auspex.classification.made', '2026-11-23 01:05:47.854803+00', '-infinity', '2026-11-23 01:05:47.884651+00', '-infinity', 0),
	('0ad5b443-3a8d-5a07-be20-2a0ce2481b59', 'auspex.research.requested', '2026-11-23 01:05:48.284986+00', '-infinity', '2026-11-23 01:05:48.31014+00', '-infinity', 0),
	('1f59405b-4363-53d7-91d7-f93737bb92cb', 'auspex.research.requested', '2026-11-23 01:05:48.284986+00', '-infinity', '2026-11-23 01:05:48.31014+00', '-infinity', 0),
	('3394d066-458b-56e0-8cae-79f0d9d1d8af', 'auspex.research.requested', '2026-11-23 01:05:48.284986+00', '-infinity', '2026-11-23 01:05:48.31014+00', '-infinity', 0),
	('b7a7f567-77ff-56b3-a900-688fa307f2d1', 'auspex.research.requested', '2026-11-23 01:05:48.735519+00', '-infinity', '2026-11-23 01:05:48.78052+00', '-infinity', 0),
	('ea26f20e-800f-5c2b-ac53-0a364fc8dcdd', 'auspex.classification.made', '2026-11-23 01:05:48.735519+00', '-infinity', '2026-11-23 01:05:48.78052+00', '-infinity', 0),
	('5098852b-3067-5c23-a1f7-41f2eae8d4f3', 'auspex.classification.made', '2026-11-23 01:05:48.851788+00', '-infinity', '2026-11-23 01:05:48.91339+00', '-infinity', 0),
	('d6b9af29-5753-5d9f-b0d6-92329d907246', 'auspex.forecast.requested', '2026-11-23 01:05:48.851788+00', '-infinity', '2026-11-23 01:05:48.91339+00', '-infinity', 0),
	('1bbddb7b-8623-544f-8a66-77efe6556f50', 'auspex.forecast.requested', '2026-11-23 01:05:48.863367+00', '-infinity', '2026-11-23 01:05:48.970747+00', '-infinity', 0),
	('863955b8-cbf7-50ac-9694-1c5f5368ccd2', 'auspex.classification.made', '2026-11-23 01:05:48.863367+00', '-infinity', '2026-11-23 01:05:48.970747+00', '-infinity', 0),
	('18e99d90-ce33-54dc-8388-53fdac24c0d2', 'auspex.research.requested', '2026-11-23 01:05:49.344743+00', '-infinity', '2026-11-23 01:05:49.414333+00', '-infinity', 0),
	('429b11dc-c757-5e01-83b5-066b8753a73d', 'auspex.research.requested', '2026-11-23 01:05:49.378055+00', '-infinity', '2026-11-23 01:05:49.414333+00', '-infinity', 0),
	('53585979-2480-5788-b7a6-e5d3273333a3', 'auspex.research.requested', '2026-11-23 01:05:49.344743+00', '-infinity', '2026-11-23 01:05:49.414333+00', '-infinity', 0),
	('a391c6b7-201c-5c5f-9c2e-250086555a61', 'auspex.research.requested', '2026-11-23 01:05:49.344743+00', '-infinity', '2026-11-23 01:05:49.414333+00', '-infinity', 0),
	('b581044a-28bd-5a3d-9eca-0de79854604e', 'auspex.research.requested', '2026-11-23 01:05:49.378055+00', '-infinity', '2026-11-23 01:05:49.414333+00', '-infinity', 0),
	('dd285bf5-4202-5674-8e6a-14e7d6792f32', 'auspex.research.requested', '2026-11-23 01:05:49.378055+00', '-infinity', '2026-11-23 01:05:49.414333+00', '-infinity', 0),
	('fe01c206-2259-5974-be37-b25a677f059e', 'auspex.research.requested', '2026-11-23 01:05:49.344743+00', '-infinity', '2026-11-23 01:05:49.414333+00', '-infinity', 0);
INSERT INTO public.entity VALUES
	('zebra-coin-1', 'mint:ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', 'crypto-token', 'Zebra Coin 1', 'ZEB1', 'zebra coin 1', 'zeb1', false, '{"website":"https://zebras.example/report"}', '2026-11-23 01:05:42.359303+00', NULL, '[]', 1, '846'),
	('zebra-coin-2', 'mint:ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', 'crypto-token', 'Zebra Coin 2', 'ZEB2', 'zebra coin 2', 'zeb2', false, '{"website":"https://zebras.example/report"}', '2026-11-23 01:05:45.939441+00', NULL, '[]', 1, '946');
INSERT INTO public.entity_key VALUES
	(0, 'mint:ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', 'zebra-coin-1'),
	(1, 'zeb1', 'zebra-coin-1'),
	(2, 'zebracoin1', 'zebra-coin-1'),
	(3, 'zebl', 'zebra-coin-1'),
	(3, 'zebracolnl', 'zebra-coin-1'),
	(4, 'ebracoin1', 'zebra-coin-1'),
	(4, 'zbracoin1', 'zebra-coin-1'),
	(4, 'zebacoin1', 'zebra-coin-1'),
	(4, 'zebracin1', 'zebra-coin-1'),
	(4, 'zebracoi1', 'zebra-coin-1'),
	(4, 'zebracoin', 'zebra-coin-1'),
	(4, 'zebracoin1', 'zebra-coin-1'),
	(4, 'zebracon1', 'zebra-coin-1'),
	(4, 'zebraoin1', 'zebra-coin-1'),
	(4, 'zebrcoin1', 'zebra-coin-1'),
	(4, 'zeracoin1', 'zebra-coin-1'),
	(5, 'zzzzzzzz', 'zebra-coin-1'),
	(6, 'zzz1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', 'zebra-coin-1'),
	(0, 'mint:ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', 'zebra-coin-2'),
	(1, 'zeb2', 'zebra-coin-2'),
	(2, 'zebracoin2', 'zebra-coin-2'),
	(3, 'zeb2', 'zebra-coin-2'),
	(3, 'zebracoln2', 'zebra-coin-2'),
	(4, 'ebracoin2', 'zebra-coin-2'),
	(4, 'zbracoin2', 'zebra-coin-2'),
	(4, 'zebacoin2', 'zebra-coin-2'),
	(4, 'zebracin2', 'zebra-coin-2'),
	(4, 'zebracoi2', 'zebra-coin-2'),
	(4, 'zebracoin', 'zebra-coin-2'),
	(4, 'zebracoin2', 'zebra-coin-2'),
	(4, 'zebracon2', 'zebra-coin-2'),
	(4, 'zebraoin2', 'zebra-coin-2'),
	(4, 'zebrcoin2', 'zebra-coin-2'),
	(4, 'zeracoin2', 'zebra-coin-2'),
	(5, 'zzzzzzzz', 'zebra-coin-2'),
	(6, 'zzz2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', 'zebra-coin-2');
INSERT INTO public.entity_lease VALUES
	('zebra-coin-1', 1, NULL, '2026-11-23 01:05:44.840125+00', 'researcher', 'aafa021f-76ba-51d9-8659-2155bffb47e3'),
	('zebra-coin-2', 1, NULL, '2026-11-23 01:05:47.767863+00', 'researcher', '68349c00-5532-55f1-be5b-e1c79d296113');
INSERT INTO public.event VALUES
	('f2537a07-c611-50bb-9e80-59b46ace83b3', 'question-1', 'question', 'default', 'tests', true, 1, 'rule', '348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 0, '{"event":{"id":"question-1","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"somebody asks","decided_by":"rule","identifiers":[],"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tasks":0,"prompt_version":""}', '2026-11-23 01:05:41.158548+00'),
	('41ba4beb-03a0-503f-99d0-019eb046c5eb', 'tx-1', 'transaction', 'default', 'tests', true, 0.883, 'model', NULL, 1, '{"event":{"id":"tx-1","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"transaction":{"signature":"signature-1","time":null,"kind":"SWAP","program":"JUPITER","wallets":["wallet-1"],"legs":[{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","symbol":"ZEB1","amount":1000.0,"usd_value":50000000000,"from":"","to":""}],"usd_value":50000000000,"description":"wallet-1 swapped 50,000 USD","failed":false}}},"interesting":true,"score":0.883,"reason":"Offline model: it moves 50000.00 dollars, it is a swap, and 1 of its tokens have not been researched.","decided_by":"model","identifiers":[{"identifier":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","fate":"research"}],"run":null,"tasks":1,"prompt_version":"5a62005c0c4f"}', '2026-11-23 01:05:42.246768+00'),
	('2be84394-e079-5423-bef2-9036027a920a', 'tx-2', 'transaction', 'default', 'tests', true, 0.883, 'model', NULL, 1, '{"event":{"id":"tx-2","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"transaction":{"signature":"signature-2","time":null,"kind":"SWAP","program":"JUPITER","wallets":["wallet-2"],"legs":[{"mint":"ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","symbol":"ZEB2","amount":1000.0,"usd_value":50000000000,"from":"","to":""}],"usd_value":50000000000,"description":"wallet-2 swapped 50,000 USD","failed":false}}},"interesting":true,"score":0.883,"reason":"Offline model: it moves 50000.00 dollars, it is a swap, and 1 of its tokens have not been researched.","decided_by":"model","identifiers":[{"identifier":"ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","fate":"research"}],"run":null,"tasks":1,"prompt_version":"5a62005c0c4f"}', '2026-11-23 01:05:45.873027+00'),
	('e7b7bb12-29b4-573f-a569-36a14995dd3b', 'miss-3', 'retrieval_miss', 'default', 'tests', true, 1, 'rule', NULL, 1, '{"event":{"id":"miss-3","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"retrieval_miss":{"query":"Ministry of Zebras report 3","score":0.1,"threshold":0.5,"context":"somebody asked","max_sources":3}}},"interesting":true,"score":1.0,"reason":"a look-up scored 0.100, under its threshold of 0.500","decided_by":"rule","identifiers":[],"run":null,"tasks":1,"prompt_version":""}', '2026-11-23 01:05:46.018417+00'),
	('547b5006-44c5-5481-8ab5-c57248a54ac8', 'question-4', 'question', 'default', 'tests', true, 1, 'rule', '7f96a149-1b72-5a76-b3ca-220bb5e48787', 0, '{"event":{"id":"question-4","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"somebody asks","decided_by":"rule","identifiers":[],"run":"7f96a149-1b72-5a76-b3ca-220bb5e48787","tasks":0,"prompt_version":""}', '2026-11-23 01:05:47.854803+00'),
	('f642e745-5871-5ffe-a5fe-ee1b7f3d3219', 'tx-4', 'transaction', 'default', 'tests', true, 0.883, 'model', NULL, 1, '{"event":{"id":"tx-4","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"transaction":{"signature":"signature-4","time":null,"kind":"SWAP","program":"JUPITER","wallets":["wallet-4"],"legs":[{"mint":"ZZZZZZZ4zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","symbol":"ZEB4","amount":1000.0,"usd_value":50000000000,"from":"","to":""}],"usd_value":50000000000,"description":"wallet-4 swapped 50,000 USD","failed":false}}},"interesting":true,"score":0.883,"reason":"Offline model: it moves 50000.00 dollars, it is a swap, and 1 of its tokens have not been researched.","decided_by":"model","identifiers":[{"identifier":"ZZZZZZZ4zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","fate":"research"}],"run":null,"tasks":1,"prompt_version":"5a62005c0c4f"}', '2026-11-23 01:05:48.735519+00'),
	('69f37519-bcd1-5228-b98a-e0d08ac59fad', 'alert-5', 'scout_alert', 'default', 'tests', true, 1, 'rule', '8ce94db0-b198-500e-ad6f-f15fa425923f', 0, '{"event":{"id":"alert-5","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"scout_alert":{"trader":{"address":"0xtrader5","alias":"scout","win_rate":0.7,"trades":null,"profit_micro_usd":null,"tags":[]},"trade":{"side":"buy","usd_value":9000000000,"price":0.55,"size":16363.0,"outcome":"Yes","time":null},"market":{"condition_id":"0xmarket5","question":"Will the Ministry of Zebras hire 5 people?","price":0.55,"volume":null,"end":null,"url":""}}}},"interesting":true,"score":1.0,"reason":"a trade of $9000.000000 is over the threshold of $5000.000000","decided_by":"rule","identifiers":[],"run":"8ce94db0-b198-500e-ad6f-f15fa425923f","tasks":0,"prompt_version":""}', '2026-11-23 01:05:48.851788+00'),
	('dac66716-5eb1-5ac9-aefc-b9f5ed7ab4c1', 'question-6', 'question', 'default', 'tests', true, 1, 'rule', '26eea9b4-3646-51e0-8066-2cdffcd31ade', 0, '{"event":{"id":"question-6","tenant":"default","source":"tests","occurred_at":null,"budget":null,"kind":{"question":{"text":"Will the Ministry of Zebras publish report number 6 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"}}},"interesting":true,"score":1.0,"reason":"somebody asks","decided_by":"rule","identifiers":[],"run":"26eea9b4-3646-51e0-8066-2cdffcd31ade","tasks":0,"prompt_version":""}', '2026-11-23 01:05:48.863367+00');
INSERT INTO public.evidence VALUES
	('cf596203-a178-5eed-a431-ec3b33f2b946', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'default', 'What is known about this: The ministry''s site.', NULL, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a supplementary question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-23T01:15:41.541708525Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f4","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-23T01:05:41.568990676Z","tier":"other","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-23T01:05:41.568990676Z","tier":"other","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-23T01:05:41.568990676Z","expires_at":"2026-11-23T02:05:41.568990676Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1289,"model":"MiniMax-M2","prompt_version":"c5bb26f72262"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-23 01:05:43.723837+00'),
	('95da770d-4eac-5af6-91f9-833165a2446b', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'default', 'How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?', NULL, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"important","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a important question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-23T01:15:41.541708525Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.6000000000000001,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."},{"id":"f4","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-23T01:05:41.568707868Z","tier":"other","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-23T01:05:41.568707868Z","tier":"other","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-23T01:05:41.568707868Z","expires_at":"2026-11-23T02:05:41.568707868Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":2125,"model":"MiniMax-M2","prompt_version":"c5bb26f72262"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-23 01:05:43.994787+00'),
	('dee467f2-fe8c-5b5c-ad55-78e490f9940a', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'default', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', NULL, '{"task":{"tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","subject":{"question":{"run":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","question":{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"critical","expected_sources":[]},"context":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}},"reason":"a critical question of a forecast","profile":"default","budget":3000000,"deadline":"2026-11-23T01:15:41.541708525Z"},"research":{"entity":null,"summary":"[offline-1] The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way.","findings":[{"id":"f1","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.7,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f2","text":"The ministry said in October 2026 that the next report is on its way.","status":"supported","importance":0.6000000000000001,"sources":["s1"],"against":[],"voices":1,"quote":"The ministry said in October 2026 that the next report is on its way."},{"id":"f3","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.6000000000000001,"sources":["s2"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."},{"id":"f4","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-23T01:05:41.568526099Z","tier":"other","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-23T01:05:41.568526099Z","tier":"other","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.55,"risks":[],"opportunities":[],"made_at":"2026-11-23T01:05:41.568526099Z","expires_at":"2026-11-23T02:05:41.568526099Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["web_search","fetch_page","store_research_results"],"cost":1214,"model":"MiniMax-M2","prompt_version":"c5bb26f72262"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-23 01:05:43.964268+00'),
	('0f15e626-0040-53c7-800a-3c4881fadc06', '41ba4beb-03a0-503f-99d0-019eb046c5eb', 'default', 'ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', 'zebra-coin-1', '{"task":{"tenant":"default","event":"tx-1","event_job":"41ba4beb-03a0-503f-99d0-019eb046c5eb","subject":{"identifier":{"identifier":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","symbol":"ZEB1"}},"reason":"Offline model: it moves 50000.00 dollars, it is a swap, and 1 of its tokens have not been researched.","profile":"default","budget":3000000,"deadline":null},"research":{"entity":"zebra-coin-1","summary":"[offline-1] Zebra Coin 1 (ZEB1), mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is not on Jupiter''s verified list. Zebra Coin is not issued by the ministry, which has warned against it twice.","findings":[{"id":"f1","text":"Zebra Coin 1 (ZEB1), mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is not on Jupiter''s verified list.","status":"supported","importance":0.8,"sources":["s2"],"against":[],"voices":1,"quote":""},{"id":"f2","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f3","text":"RugCheck gives ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz a risk score of 1.","status":"supported","importance":0.5,"sources":["s3"],"against":[],"voices":1,"quote":""},{"id":"f4","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f5","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s4"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-23T01:05:42.717709258Z","tier":"official","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"tool:get_token_metadata/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","title":"get_token_metadata of ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","publisher":"get_token_metadata","published_at":null,"fetched_at":"2026-11-23T01:05:42.717709258Z","tier":"secondary","content_hash":"0cacea57261890d2b01c92f7bdde3aeae4f7d16722434b3ef267908f653c7402"},{"id":"s3","url":"tool:check_rugcheck/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","title":"check_rugcheck of ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","publisher":"check_rugcheck","published_at":null,"fetched_at":"2026-11-23T01:05:42.717709258Z","tier":"secondary","content_hash":"72481c360353a3583e02d3f039a2645ff8013e34547514f3b533f4685f341bf7"},{"id":"s4","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-23T01:05:42.717709258Z","tier":"other","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.75,"risks":[],"opportunities":[],"made_at":"2026-11-23T01:05:42.717709258Z","expires_at":"2026-11-23T02:05:42.717709258Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["get_token_metadata","check_rugcheck","get_price_history","get_holder_distribution","web_search","fetch_page","store_research_results"],"cost":1530,"model":"MiniMax-M2","prompt_version":"c5bb26f72262"},"filtering":{"kind":"filtered","removed":[]},"cost":0,"lowered":[],"model":"","prompt_version":""}', '2026-11-23 01:05:44.931201+00');
INSERT INTO public.fact OVERRIDING SYSTEM VALUE VALUES
	(1, 'zebra-coin-1', 'finding:05eef405fa5d541a', 'A court found that the Ministry of Zebras was late with two reports.', '2026-11-23 01:05:42.717709+00', NULL, '2026-11-23 01:05:44.870365+00', NULL, 'https://news.example/zebras.html', ''),
	(2, 'zebra-coin-1', 'finding:0ded86e45f174c19', 'Zebra Coin 1 (ZEB1), mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is not on Jupiter''s verified list.', '2026-11-23 01:05:42.717709+00', NULL, '2026-11-23 01:05:44.870365+00', NULL, 'tool:get_token_metadata/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', ''),
	(3, 'zebra-coin-1', 'finding:620b7b2605d32263', 'RugCheck gives ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz a risk score of 1.', '2026-11-23 01:05:42.717709+00', NULL, '2026-11-23 01:05:44.870365+00', NULL, 'tool:check_rugcheck/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', ''),
	(4, 'zebra-coin-1', 'finding:c67f55bb39fb12ed', 'The Ministry of Zebras has published a report in every quarter since 2019.', '2026-11-23 01:05:42.717709+00', NULL, '2026-11-23 01:05:44.870365+00', NULL, 'https://zebras.example/report.html', ''),
	(5, 'zebra-coin-1', 'finding:e78a7163a4fb8335', 'Zebra Coin is not issued by the ministry, which has warned against it twice.', '2026-11-23 01:05:42.717709+00', NULL, '2026-11-23 01:05:44.870365+00', NULL, 'https://zebras.example/report.html', ''),
	(6, 'zebra-coin-2', 'finding:05eef405fa5d541a', 'A court found that the Ministry of Zebras was late with two reports.', '2026-11-23 01:05:46.104259+00', NULL, '2026-11-23 01:05:47.807417+00', NULL, 'https://news.example/zebras.html', ''),
	(7, 'zebra-coin-2', 'finding:4fd3e3d609825f59', 'RugCheck gives ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz a risk score of 1.', '2026-11-23 01:05:46.104259+00', NULL, '2026-11-23 01:05:47.807417+00', NULL, 'tool:check_rugcheck/ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', ''),
	(8, 'zebra-coin-2', 'finding:762c9d7873412319', 'Zebra Coin 2 (ZEB2), mint ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is on Jupiter''s verified list.', '2026-11-23 01:05:46.104259+00', NULL, '2026-11-23 01:05:47.807417+00', NULL, 'tool:get_token_metadata/ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', ''),
	(9, 'zebra-coin-2', 'finding:c67f55bb39fb12ed', 'The Ministry of Zebras has published a report in every quarter since 2019.', '2026-11-23 01:05:46.104259+00', NULL, '2026-11-23 01:05:47.807417+00', NULL, 'https://zebras.example/report.html', ''),
	(10, 'zebra-coin-2', 'finding:e78a7163a4fb8335', 'Zebra Coin is not issued by the ministry, which has warned against it twice.', '2026-11-23 01:05:46.104259+00', NULL, '2026-11-23 01:05:47.807417+00', NULL, 'https://zebras.example/report.html', '');
INSERT INTO public.forecast VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'default', 0.4, 7038, '{"run":{"id":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","asked":{"text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-23T01:05:41.157925012Z"},"probability":0.4,"lower":0.20497832964187282,"upper":0.6328667171491633,"confidence":0.05000000000000001,"reasoning":"This is the offline model: it reads what was found and judges nothing. It starts from what the form of the question alone says, because no like questions are known. The Ministry of Zebras has published a report in every quarter since 2019 [i1q1/f1]. The ministry said in October 2026 that the next report is on its way [i1q1/f2]. A court found that the Ministry of Zebras was late with two reports [i1q1/f3].","base_rates":[{"kind":"reference_class","description":"what may happen within 38 days mostly does not","rate":0.30225622555185827,"cases":null,"source":"stated by the model"},{"kind":"market","description":"the market''s price when it was asked","rate":0.4,"cases":null,"source":"the event that asked"}],"samples":[0.30225622555185827,0.30225622555185827,0.30225622555185827],"recommendation":{"action":"abstain","price":0.4,"edge":0.0,"net_edge":-0.02,"fraction":0.0,"size":0,"reason":"the edge of 0.000 is too small after costs of 0.020; the confidence of 0.05 is under 0.30; the price, with its costs, lies within the bounds 0.205 to 0.633"},"evidence_used":["i1q1/f1","i1q1/f2","i1q1/f3"],"iterations":1,"questions_asked":3,"questions_answered":3,"cost":7038,"flags":[],"model":"offline-1","prompt_version":"4563b5dc058e","made_at":"2026-11-23T01:05:44.555510428Z","uncalibrated":null,"account":{"recalibration":"identity: 0 outcomes are known, a map needs 100","rounds":[],"costs":[{"agent":"researcher","model":"MiniMax-M2","calls":15,"cost":4628,"input_tokens":28004,"output_tokens":1619},{"agent":"forecaster","model":"MiniMax-M2","calls":4,"cost":2410,"input_tokens":5999,"output_tokens":756}],"budgets":[{"scope":"tenant:default:2026-11-23","limit":200000000,"left":199980425},{"scope":"agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3","limit":1000000,"left":997590},{"scope":"run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","limit":20000000,"left":19992962},{"scope":"call","limit":2000000,"left":2000000},{"scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3","limit":3000000,"left":2995372},{"scope":"agent:filter:f2537a07-c611-50bb-9e80-59b46ace83b3","limit":300000,"left":300000}]}}', '2026-11-23 01:05:44.55551+00');
INSERT INTO public.hearer VALUES
	('auspex.research.requested', 'researcher'),
	('auspex.forecast.requested', 'forecaster-runs'),
	('auspex.classification.made', 'writer-classifications'),
	('auspex.evidence.filtered', 'forecaster-evidence'),
	('auspex.evidence.filtered', 'writer-evidence'),
	('auspex.run.answered', 'forecaster-rounds'),
	('auspex.forecast.made', 'writer-forecasts'),
	('auspex.run.ended', 'writer-endings'),
	('auspex.event.question', 'classifier'),
	('auspex.research.gathered', 'filter');
INSERT INTO public.inbox VALUES
	('classifier', 'f2537a07-c611-50bb-9e80-59b46ace83b3', NULL, 0, 0, NULL, '2026-11-23 01:05:41.155596+00', '2026-11-23 01:05:41.158548+00'),
	('writer-classifications', '5c863928-05a5-53fe-bc26-70852ea38c35', NULL, 0, 0, NULL, '2026-11-23 01:05:41.174433+00', '2026-11-23 01:05:41.180911+00'),
	('forecaster-runs', '945aad6b-60f2-5d6a-8f45-b00398af27d3', NULL, 0, 0, NULL, '2026-11-23 01:05:41.178204+00', '2026-11-23 01:05:41.543573+00'),
	('classifier', '41ba4beb-03a0-503f-99d0-019eb046c5eb', NULL, 0, 0, NULL, '2026-11-23 01:05:41.153658+00', '2026-11-23 01:05:42.246768+00'),
	('writer-classifications', 'c1682683-8b8c-560b-91b8-156a7f4d6ed5', NULL, 0, 0, NULL, '2026-11-23 01:05:42.29486+00', '2026-11-23 01:05:42.309216+00'),
	('researcher', '3c15bac2-ee2f-5514-bb91-2024f40744e7', NULL, 0, 0, NULL, '2026-11-23 01:05:41.564687+00', '2026-11-23 01:05:43.596606+00'),
	('filter', '1ae2111f-c4ea-55e6-93c1-55668dd9620d', NULL, 0, 0, NULL, '2026-11-23 01:05:43.676503+00', '2026-11-23 01:05:43.704148+00'),
	('writer-evidence', 'cf596203-a178-5eed-a431-ec3b33f2b946', NULL, 0, 0, NULL, '2026-11-23 01:05:43.721159+00', '2026-11-23 01:05:43.723837+00'),
	('forecaster-evidence', 'cf596203-a178-5eed-a431-ec3b33f2b946', NULL, 0, 0, NULL, '2026-11-23 01:05:43.736493+00', '2026-11-23 01:05:43.759146+00'),
	('researcher', '91d6ced9-bb52-54e9-befb-18e34cd39d1f', NULL, 0, 0, NULL, '2026-11-23 01:05:41.564687+00', '2026-11-23 01:05:43.756521+00'),
	('researcher', 'c0dec96f-6715-5d51-b318-e61fba0cfb77', NULL, 0, 0, NULL, '2026-11-23 01:05:41.564595+00', '2026-11-23 01:05:43.793985+00'),
	('filter', '7bdd9998-3349-5461-a8fc-59f5cdade8dd', NULL, 0, 0, NULL, '2026-11-23 01:05:43.837575+00', '2026-11-23 01:05:43.842292+00'),
	('forecaster-evidence', 'dee467f2-fe8c-5b5c-ad55-78e490f9940a', NULL, 0, 0, NULL, '2026-11-23 01:05:43.941398+00', '2026-11-23 01:05:43.96188+00'),
	('filter', 'c353bfb3-d3f2-5ff5-8d47-b4b9c1350211', NULL, 0, 0, NULL, '2026-11-23 01:05:43.8833+00', '2026-11-23 01:05:43.948493+00'),
	('writer-evidence', 'dee467f2-fe8c-5b5c-ad55-78e490f9940a', NULL, 0, 0, NULL, '2026-11-23 01:05:43.948867+00', '2026-11-23 01:05:43.964268+00'),
	('forecaster-evidence', '95da770d-4eac-5af6-91f9-833165a2446b', NULL, 0, 0, NULL, '2026-11-23 01:05:43.979357+00', '2026-11-23 01:05:43.981497+00'),
	('writer-evidence', '95da770d-4eac-5af6-91f9-833165a2446b', NULL, 0, 0, NULL, '2026-11-23 01:05:43.983026+00', '2026-11-23 01:05:43.994787+00'),
	('forecaster-rounds', 'a6a92a65-9ea7-5854-a585-1fedfd31a64b', NULL, 0, 0, NULL, '2026-11-23 01:05:44.031202+00', '2026-11-23 01:05:44.640006+00'),
	('researcher', 'aafa021f-76ba-51d9-8659-2155bffb47e3', NULL, 0, 0, NULL, '2026-11-23 01:05:42.292649+00', '2026-11-23 01:05:44.840125+00'),
	('writer-forecasts', 'dc174a2e-2c84-5299-851c-3893fbd013b9', NULL, 0, 0, NULL, '2026-11-23 01:05:44.666693+00', '2026-11-23 01:05:44.858472+00'),
	('filter', '27ea6218-e5a6-5bd6-80d9-8987c9756200', NULL, 0, 0, NULL, '2026-11-23 01:05:44.89191+00', '2026-11-23 01:05:44.894601+00'),
	('forecaster-evidence', '0f15e626-0040-53c7-800a-3c4881fadc06', NULL, 0, 0, NULL, '2026-11-23 01:05:44.916912+00', '2026-11-23 01:05:44.926447+00'),
	('writer-evidence', '0f15e626-0040-53c7-800a-3c4881fadc06', NULL, 0, 0, NULL, '2026-11-23 01:05:44.911539+00', '2026-11-23 01:05:44.931201+00'),
	('classifier', '2be84394-e079-5423-bef2-9036027a920a', NULL, 0, 0, NULL, '2026-11-23 01:05:44.968188+00', '2026-11-23 01:05:45.873027+00'),
	('classifier', 'e7b7bb12-29b4-573f-a569-36a14995dd3b', NULL, 0, 0, NULL, '2026-11-23 01:05:46.008183+00', '2026-11-23 01:05:46.018417+00'),
	('researcher', '68349c00-5532-55f1-be5b-e1c79d296113', NULL, 0, 0, NULL, '2026-11-23 01:05:45.925918+00', '2026-11-23 01:05:47.767863+00'),
	('researcher', '0c206c18-5b28-5bbc-a505-636bb8aa2128', NULL, 0, 0, NULL, '2026-11-23 01:05:46.039866+00', '2026-11-23 01:05:47.790404+00'),
	('classifier', '547b5006-44c5-5481-8ab5-c57248a54ac8', NULL, 0, 0, NULL, '2026-11-23 01:05:47.842885+00', '2026-11-23 01:05:47.854803+00'),
	('forecaster-runs', '3385a097-fcf0-5279-9d5a-59a8686fe43a', NULL, 0, 0, NULL, '2026-11-23 01:05:47.890493+00', '2026-11-23 01:05:48.284986+00'),
	('researcher', '0ad5b443-3a8d-5a07-be20-2a0ce2481b59', 'researcher-d343d358295a', 0, 0, NULL, '2026-11-23 01:05:48.305516+00', NULL),
	('researcher', '3394d066-458b-56e0-8cae-79f0d9d1d8af', 'researcher-d343d358295a', 0, 0, NULL, '2026-11-23 01:05:48.305516+00', NULL),
	('classifier', 'f642e745-5871-5ffe-a5fe-ee1b7f3d3219', NULL, 0, 0, NULL, '2026-11-23 01:05:47.842885+00', '2026-11-23 01:05:48.735519+00'),
	('classifier', 'dac66716-5eb1-5ac9-aefc-b9f5ed7ab4c1', NULL, 0, 0, NULL, '2026-11-23 01:05:48.852502+00', '2026-11-23 01:05:48.863367+00'),
	('forecaster-runs', 'd6b9af29-5753-5d9f-b0d6-92329d907246', NULL, 0, 0, NULL, '2026-11-23 01:05:48.889906+00', '2026-11-23 01:05:49.344743+00'),
	('forecaster-runs', '1bbddb7b-8623-544f-8a66-77efe6556f50', NULL, 0, 0, NULL, '2026-11-23 01:05:48.929671+00', '2026-11-23 01:05:49.378055+00'),
	('researcher', '1f59405b-4363-53d7-91d7-f93737bb92cb', 'researcher-d343d358295a', 0, 0, NULL, '2026-11-23 01:05:48.310025+00', NULL),
	('classifier', '69f37519-bcd1-5228-b98a-e0d08ac59fad', NULL, 0, 0, NULL, '2026-11-23 01:05:48.840981+00', '2026-11-23 01:05:48.851788+00');
INSERT INTO public.instance VALUES
	('classifier-d468ae70abb9', '2026-11-23 01:06:10.771618+00'),
	('filter-3dd7dac6540e', '2026-11-23 01:06:10.863533+00'),
	('writer-918246b1a1ef', '2026-11-23 01:06:10.996995+00'),
	('forecaster-fd1e18514a38', '2026-11-23 01:06:11.017391+00'),
	('researcher-d343d358295a', '2026-11-23 01:06:11.113592+00');
INSERT INTO public.kept_answer VALUES
	('ask:web_search?{"most":6,"query":"What is known about this: The ministry''s site."}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-23 01:05:43.604484+00'),
	('ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-23 01:05:43.823367+00'),
	('ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-23 01:05:43.83254+00'),
	('ask:check_rugcheck?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', 'd47e6b8062c46f0d0cb1032c586acc721c657d8321cc9243d61ff8a2b9c4ca18', '{"score":1.0,"score_normalised":1.0,"risks":[]}', '2026-11-23 01:05:44.868147+00'),
	('ask:get_holder_distribution?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b', 'null', '2026-11-23 01:05:44.86817+00'),
	('ask:get_price_history?{"days":7,"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b', 'null', '2026-11-23 01:05:44.868179+00'),
	('ask:get_token_metadata?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', 'c80cada44f4fa75836a99c0cf79556073c2535d286ca1e1bfdfce27ad3b38191', '{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","name":"Zebra Coin 1","symbol":"ZEB1","decimals":6,"verified":false,"holders":null,"price_usd":null,"market_cap_usd":null,"liquidity_usd":null,"website":"https://zebras.example/report","tags":["zebra"],"mint_authority_disabled":null,"freeze_authority_disabled":null,"suspicious":false}', '2026-11-23 01:05:44.868185+00'),
	('ask:web_search?{"most":6,"query":"Zebra Coin 1 ZEB1"}', '8b6a618fcf00caa1d10395762208201efced182cea7ba54d1bc942d17c173fda', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Zebra Coin is not issued by the ministry, which has warned against it twice.","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-23 01:05:44.868193+00'),
	('ask:check_rugcheck?{"mint":"ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', 'd47e6b8062c46f0d0cb1032c586acc721c657d8321cc9243d61ff8a2b9c4ca18', '{"score":1.0,"score_normalised":1.0,"risks":[]}', '2026-11-23 01:05:47.798973+00'),
	('ask:get_holder_distribution?{"mint":"ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b', 'null', '2026-11-23 01:05:47.799021+00'),
	('ask:get_price_history?{"days":7,"mint":"ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b', 'null', '2026-11-23 01:05:47.799091+00'),
	('ask:get_token_metadata?{"mint":"ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', 'f8608d663425269075e1fe2c2629812c7141b82f2db8fd4f27ccd82aa18dc433', '{"mint":"ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","name":"Zebra Coin 2","symbol":"ZEB2","decimals":6,"verified":true,"holders":null,"price_usd":null,"market_cap_usd":null,"liquidity_usd":null,"website":"https://zebras.example/report","tags":["zebra"],"mint_authority_disabled":null,"freeze_authority_disabled":null,"suspicious":false}', '2026-11-23 01:05:47.7991+00'),
	('ask:web_search?{"most":6,"query":"Zebra Coin 2 ZEB2"}', '8b6a618fcf00caa1d10395762208201efced182cea7ba54d1bc942d17c173fda', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Zebra Coin is not issued by the ministry, which has warned against it twice.","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-23 01:05:47.799108+00'),
	('ask:web_search?{"most":6,"query":"Ministry of Zebras report 3"}', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', '{"hits":[{"title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html","snippet":"Report of the Ministry of Zebras The Ministry of Zebras has published a report in every quarter since 2019. The ministry said in October 2026 that the next report is on its way. It will hire people in 2027. Zebra Coin is not issued by the m","published":""},{"title":"Zebra news","url":"https://news.example/zebras.html","snippet":"A court found that the Ministry of Zebras was late with two reports.","published":""}],"provider":"searxng"}', '2026-11-23 01:05:47.799851+00');
INSERT INTO public.outbox VALUES
	('b7a7f567-77ff-56b3-a900-688fa307f2d1', 'auspex.research.requested', 'default', '\x0ad9010a0764656661756c74120474782d341a2466363432653734352d353837312d356666652d613566652d65653162376633643332313922654f66666c696e65206d6f64656c3a206974206d6f7665732035303030302e303020646f6c6c6172732c206974206973206120737761702c20616e642031206f662069747320746f6b656e732068617665206e6f74206265656e20726573656172636865642e280230c08db70152340a2c5a5a5a5a5a5a5a347a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a12045a454234', '00-f6c9ae48a731e1bcf0ac1fcae70a182e-18142429ae8eb5ef-00', '2026-11-23 01:05:48.735519+00'),
	('0ad5b443-3a8d-5a07-be20-2a0ce2481b59', 'auspex.research.requested', 'default', '\x0acb020a0764656661756c74120a7175657374696f6e2d341a2435343762353030362d343463352d353438312d386162352d63353732343861353461633822216120637269746963616c207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08c4a78ed80610a3d9ba87015ad5010a2437663936613134392d316237322d356137362d623363612d32323062623565343837383712640a046931713112117468652070726573656e742073746174651a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f20031a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f', '00-38f9e88bae5b7830704c2d50e9e323a0-b34e42406f11b57f-00', '2026-11-23 01:05:48.284986+00'),
	('1f59405b-4363-53d7-91d7-f93737bb92cb', 'auspex.research.requested', 'default', '\x0ab0020a0764656661756c74120a7175657374696f6e2d341a2435343762353030362d343463352d353438312d386162352d63353732343861353461633822266120737570706c656d656e74617279207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08c4a78ed80610a3d9ba87015ab5010a2437663936613134392d316237322d356137362d623363612d32323062623565343837383712440a0469317133120a7265736f6c7574696f6e1a2e57686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e20011a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f', '00-38f9e88bae5b7830704c2d50e9e323a0-b34e42406f11b57f-00', '2026-11-23 01:05:48.284986+00'),
	('3394d066-458b-56e0-8cae-79f0d9d1d8af', 'auspex.research.requested', 'default', '\x0ae6020a0764656661756c74120a7175657374696f6e2d341a2435343762353030362d343463352d353438312d386162352d63353732343861353461633822226120696d706f7274616e74207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08c4a78ed80610a3d9ba87015aef010a2437663936613134392d316237322d356137362d623363612d323230626235653438373837127e0a046931713212096261736520726174651a69486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f20021a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f', '00-38f9e88bae5b7830704c2d50e9e323a0-b34e42406f11b57f-00', '2026-11-23 01:05:48.284986+00'),
	('429b11dc-c757-5e01-83b5-066b8753a73d', 'auspex.research.requested', 'default', '\x0ab0020a0764656661756c74120a7175657374696f6e2d361a2464616336363731362d356562312d356163392d616566632d62396635656437616234633122266120737570706c656d656e74617279207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08c5a78ed80610e38afbb3015ab5010a2432366565613962342d333634362d353165302d383036362d32636466666364333161646512440a0469317133120a7265736f6c7574696f6e1a2e57686174206973206b6e6f776e2061626f757420746869733a20546865206d696e6973747279277320736974652e20011a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220362062792074686520656e64206f6620323032363f', '00-157b759f729124fc7fe4cc52e68d7017-559cbfb7d1739238-00', '2026-11-23 01:05:49.378055+00'),
	('b581044a-28bd-5a3d-9eca-0de79854604e', 'auspex.research.requested', 'default', '\x0ae6020a0764656661756c74120a7175657374696f6e2d361a2464616336363731362d356562312d356163392d616566632d62396635656437616234633122226120696d706f7274616e74207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08c5a78ed80610e38afbb3015aef010a2432366565613962342d333634362d353165302d383036362d326364666663643331616465127e0a046931713212096261736520726174651a69486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220362062792074686520656e64206f6620323032363f20021a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220362062792074686520656e64206f6620323032363f', '00-157b759f729124fc7fe4cc52e68d7017-559cbfb7d1739238-00', '2026-11-23 01:05:49.378055+00'),
	('dd285bf5-4202-5674-8e6a-14e7d6792f32', 'auspex.research.requested', 'default', '\x0acb020a0764656661756c74120a7175657374696f6e2d361a2464616336363731362d356562312d356163392d616566632d62396635656437616234633122216120637269746963616c207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08c5a78ed80610e38afbb3015ad5010a2432366565613962342d333634362d353165302d383036362d32636466666364333161646512640a046931713112117468652070726573656e742073746174651a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220362062792074686520656e64206f6620323032363f20031a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220362062792074686520656e64206f6620323032363f', '00-157b759f729124fc7fe4cc52e68d7017-559cbfb7d1739238-00', '2026-11-23 01:05:49.378055+00'),
	('65801fec-0bf6-5707-b13e-646cce8fa9f8', 'auspex.classification.made', 'default', '\x0aa9010a0474782d32120764656661756c741a0574657374735290010a0b7369676e61747572652d321a045357415022074a5550495445522a0877616c6c65742d3232440a2c5a5a5a5a5a5a5a327a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a12045a454232190000000000408f402080e8eda1ba013880e8eda1ba01421b77616c6c65742d3220737761707065642035302c30303020555344100119a8c64b378941ec3f22654f66666c696e65206d6f64656c3a206974206d6f7665732035303030302e303020646f6c6c6172732c206974206973206120737761702c20616e642031206f662069747320746f6b656e732068617665206e6f74206265656e20726573656172636865642e280232300a2c5a5a5a5a5a5a5a327a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a100140014a0c356136323030356330633466', '00-5613c5376cc57e80058659e62c25176a-6b9d5ca7c3206a06-00', '2026-11-23 01:05:45.873027+00'),
	('7e55d695-cfb4-5b62-b423-bdf4e6e63da9', 'auspex.classification.made', 'default', '\x0a5b0a066d6973732d33120764656661756c741a0574657374736a410a1b4d696e6973747279206f66205a6562726173207265706f72742033119a9999999999b93f19000000000000e03f220e736f6d65626f64792061736b65642803100119000000000000f03f223461206c6f6f6b2d75702073636f72656420302e3130302c20756e64657220697473207468726573686f6c64206f6620302e35303028014001', '00-2ddadb9c58d21699920353f606babac5-09190e54a4aaaebe-00', '2026-11-23 01:05:46.018417+00'),
	('74c0eca1-b2ac-538a-8693-d0fb613e0978', 'auspex.research.gathered', 'default', '\x0aa5010a0764656661756c7412066d6973732d331a2465376237626231322d323962342d353733662d613536392d333661313439393564643362223461206c6f6f6b2d75702073636f72656420302e3130302c20756e64657220697473207468726573686f6c64206f6620302e353030280230c08db701622f0a1b4d696e6973747279206f66205a6562726173207265706f72742033120e736f6d65626f64792061736b6564180312860a129b015b6f66666c696e652d315d20546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e204120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e1aad010a026631124a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e180321343333333333e33f2a027331324a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e40011aa1010a02663212444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e180321343333333333e33f2a02733232444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e40011aa3010a0266331245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e180321000000000000e03f2a0273313245546865206d696e6973747279207361696420696e204f63746f6265722032303236207468617420746865206e657874207265706f7274206973206f6e20697473207761792e40011ab1010a026634124c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e180321000000000000e03f2a027331324c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e40012aab010a027331122268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c1a205265706f7274206f6620746865204d696e6973747279206f66205a6562726173220e7a65627261732e6578616d706c65320b08eaa28ed80610e7d6997038014240626135663962616161323439663732656236393031376163623661333963633834653630613431393231326363346561396264623939633465346133396335382a91010a027332122068747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c1a0a5a65627261206e657773220c6e6577732e6578616d706c65320b08eaa28ed80610e7d699703801424039623232626436363238663130643638373663626538313836323866373637633666653533393266343435643364303935623566356435366338666562376635419a9999999999e13f5a0b08eaa28ed80610e7d69970620b08fabe8ed80610e7d69970680182010a7765625f73656172636882010a66657463685f7061676582011673746f72655f72657365617263685f726573756c747388018d0992010a4d696e694d61782d4d329a010c633562623236663732323632', '00-2ddadb9c58d21699920353f606babac5-62b2cb98043b3168-00', '2026-11-23 01:05:47.790404+00'),
	('e715c30e-cff1-5626-ab90-2bea1646ff68', 'auspex.classification.made', 'default', '\x0acf010a0a7175657374696f6e2d34120764656661756c741a05746573747362b0010a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220342062792074686520656e64206f6620323032363f122e546865206d696e6973747279207075626c69736865732061207265706f727420657665727920717561727465722e1a14546865206d696e6973747279277320736974652e2a13120857696c6c2069743f199a9999999999d93f320208013a067a6562726173100119000000000000f03f220d736f6d65626f64792061736b7328013a2437663936613134392d316237322d356137362d623363612d323230626235653438373837', '00-38f9e88bae5b7830704c2d50e9e323a0-32214f0203a0dcec-00', '2026-11-23 01:05:47.854803+00'),
	('863955b8-cbf7-50ac-9694-1c5f5368ccd2', 'auspex.classification.made', 'default', '\x0acf010a0a7175657374696f6e2d36120764656661756c741a05746573747362b0010a4757696c6c20746865204d696e6973747279206f66205a6562726173207075626c697368207265706f7274206e756d62657220362062792074686520656e64206f6620323032363f122e546865206d696e6973747279207075626c69736865732061207265706f727420657665727920717561727465722e1a14546865206d696e6973747279277320736974652e2a13120857696c6c2069743f199a9999999999d93f320208013a067a6562726173100119000000000000f03f220d736f6d65626f64792061736b7328013a2432366565613962342d333634362d353165302d383036362d326364666663643331616465', '00-157b759f729124fc7fe4cc52e68d7017-e0636a974b01443f-00', '2026-11-23 01:05:48.863367+00'),
	('a8571c28-e2b6-5c7a-b95a-360e74f58b3e', 'auspex.research.gathered', 'default', '\x0ad9010a0764656661756c74120474782d321a2432626538343339342d653037392d353432332d626566322d39303336303237613932306122654f66666c696e65206d6f64656c3a206974206d6f7665732035303030302e303020646f6c6c6172732c206974206973206120737761702c20616e642031206f662069747320746f6b656e732068617665206e6f74206265656e20726573656172636865642e280230c08db70152340a2c5a5a5a5a5a5a5a327a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a12045a45423212ac0f0a0c7a656272612d636f696e2d3212bf015b6f66666c696e652d315d205a6562726120436f696e203220285a454232292c206d696e74205a5a5a5a5a5a5a327a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2c206973206f6e204a7570697465722773207665726966696564206c6973742e205a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e1a7d0a02663112665a6562726120436f696e203220285a454232292c206d696e74205a5a5a5a5a5a5a327a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2c206973206f6e204a7570697465722773207665726966696564206c6973742e1803219a9999999999e93f2a02733240011ab1010a026632124c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e180321000000000000e03f2a027331324c5a6562726120436f696e206973206e6f742069737375656420627920746865206d696e69737472792c20776869636820686173207761726e656420616761696e73742069742074776963652e40011aad010a026633124a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e1803219a9999999999d93f2a027331324a546865204d696e6973747279206f66205a656272617320686173207075626c69736865642061207265706f727420696e20657665727920717561727465722073696e636520323031392e40011a650a026634124e527567436865636b206769766573205a5a5a5a5a5a5a327a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a2061207269736b2073636f7265206f6620312e1803219a9999999999d93f2a02733340011aa1010a02663512444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e1803219a9999999999d93f2a02733432444120636f75727420666f756e64207468617420746865204d696e6973747279206f66205a656272617320776173206c61746520776974682074776f207265706f7274732e40012aab010a027331122268747470733a2f2f7a65627261732e6578616d706c652f7265706f72742e68746d6c1a205265706f7274206f6620746865204d696e6973747279206f66205a6562726173220e7a65627261732e6578616d706c65320b08eaa28ed80610bdc2db3138034240626135663962616161323439663732656236393031376163623661333963633834653630613431393231326363346561396264623939633465346133396335382af3010a0273321244746f6f6c3a6765745f746f6b656e5f6d657461646174612f5a5a5a5a5a5a5a327a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a1a426765745f746f6b656e5f6d65746164617461206f66205a5a5a5a5a5a5a327a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a22126765745f746f6b656e5f6d65746164617461320b08eaa28ed80610bdc2db3138024240626562656337353964656434353232333438633962316431373530306333306266333065326132396630366232333061326336373865623135323537336637362ae7010a0273331240746f6f6c3a636865636b5f727567636865636b2f5a5a5a5a5a5a5a327a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a1a3e636865636b5f727567636865636b206f66205a5a5a5a5a5a5a327a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a220e636865636b5f727567636865636b320b08eaa28ed80610bdc2db3138024240373234383163333630333533613335383365303264336630333961323634356666383031336533343534373531346633623533336634363835663334316266372a91010a027334122068747470733a2f2f6e6577732e6578616d706c652f7a65627261732e68746d6c1a0a5a65627261206e657773220c6e6577732e6578616d706c65320b08eaa28ed80610bdc2db31380142403962323262643636323866313064363837366362653831383632386637363763366665353339326634343564336430393562356635643536633866656237663541000000000000e83f5a0b08eaa28ed80610bdc2db31620b08fabe8ed80610bdc2db3168018201126765745f746f6b656e5f6d6574616461746182010e636865636b5f727567636865636b8201116765745f70726963655f686973746f72798201176765745f686f6c6465725f646973747269627574696f6e82010a7765625f73656172636882010a66657463685f7061676582011673746f72655f72657365617263685f726573756c74738801f70b92010a4d696e694d61782d4d329a010c633562623236663732323632', '00-5613c5376cc57e80058659e62c25176a-4f77ea8fde7f51e8-00', '2026-11-23 01:05:47.767863+00'),
	('ea26f20e-800f-5c2b-ac53-0a364fc8dcdd', 'auspex.classification.made', 'default', '\x0aa9010a0474782d34120764656661756c741a0574657374735290010a0b7369676e61747572652d341a045357415022074a5550495445522a0877616c6c65742d3432440a2c5a5a5a5a5a5a5a347a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a12045a454234190000000000408f402080e8eda1ba013880e8eda1ba01421b77616c6c65742d3420737761707065642035302c30303020555344100119a8c64b378941ec3f22654f66666c696e65206d6f64656c3a206974206d6f7665732035303030302e303020646f6c6c6172732c206974206973206120737761702c20616e642031206f662069747320746f6b656e732068617665206e6f74206265656e20726573656172636865642e280232300a2c5a5a5a5a5a5a5a347a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a100140014a0c356136323030356330633466', '00-f6c9ae48a731e1bcf0ac1fcae70a182e-18142429ae8eb5ef-00', '2026-11-23 01:05:48.735519+00'),
	('5098852b-3067-5c23-a1f7-41f2eae8d4f3', 'auspex.classification.made', 'default', '\x0a9c010a07616c6572742d35120764656661756c741a0574657374735a80010a1b0a09307874726164657235120573636f757419666666666666e63f121f08011080b4c4c321199a9999999999e13f210000000080f5cf402a035965731a400a0930786d61726b657435122a57696c6c20746865204d696e6973747279206f66205a6562726173206869726520352070656f706c653f199a9999999999e13f100119000000000000f03f223d61207472616465206f662024393030302e303030303030206973206f76657220746865207468726573686f6c64206f662024353030302e30303030303028013a2438636539346462302d623139382d353030652d616436662d663135666134323539323366', '00-6e57a752d98e28169392579d0a596ea3-97729402a35bff8b-00', '2026-11-23 01:05:48.851788+00'),
	('18e99d90-ce33-54dc-8388-53fdac24c0d2', 'auspex.research.requested', 'default', '\x0a81040a0764656661756c741207616c6572742d351a2436396633373531392d626364312d353232382d623938612d65306430386163353966616422266120737570706c656d656e74617279207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08c5a78ed80610e0d7c89f015a89030a2438636539346462302d623139382d353030652d616436662d66313566613432353932336612c0010a046931713412097468652074726164651aaa0157687920776f756c642073636f7574202830787472616465723529206861766520747261646564206f6e202257696c6c20746865204d696e6973747279206f66205a6562726173206869726520352070656f706c653f22206a757374207468656e3a2077686174206e6577732063616d65206f75742073686f72746c79206265666f72652c20616e642077686174206973206b6e6f776e2061626f75742074686973207472616465723f20011a9d0157696c6c20746865204d696e6973747279206f66205a6562726173206869726520352070656f706c653f0a546865207472616465722073636f757420283078747261646572352920626f756768742024393030302e303030303030206f6620225965732220617420302e3535302e205468652074726164657220776f6e2037302025206f6620616c6c207265736f6c76656420706f736974696f6e732e', '00-6e57a752d98e28169392579d0a596ea3-5ffd01fe921d6499-00', '2026-11-23 01:05:49.344743+00'),
	('53585979-2480-5788-b7a6-e5d3273333a3', 'auspex.research.requested', 'default', '\x0a9d030a0764656661756c741207616c6572742d351a2436396633373531392d626364312d353232382d623938612d65306430386163353966616422226120696d706f7274616e74207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08c5a78ed80610e0d7c89f015aa9020a2438636539346462302d623139382d353030652d616436662d66313566613432353932336612610a046931713212096261736520726174651a4c486f77206f6674656e2064696420746869732068617070656e206265666f72653a2057696c6c20746865204d696e6973747279206f66205a6562726173206869726520352070656f706c653f20021a9d0157696c6c20746865204d696e6973747279206f66205a6562726173206869726520352070656f706c653f0a546865207472616465722073636f757420283078747261646572352920626f756768742024393030302e303030303030206f6620225965732220617420302e3535302e205468652074726164657220776f6e2037302025206f6620616c6c207265736f6c76656420706f736974696f6e732e', '00-6e57a752d98e28169392579d0a596ea3-5ffd01fe921d6499-00', '2026-11-23 01:05:49.344743+00'),
	('a391c6b7-201c-5c5f-9c2e-250086555a61', 'auspex.research.requested', 'default', '\x0a82030a0764656661756c741207616c6572742d351a2436396633373531392d626364312d353232382d623938612d65306430386163353966616422216120637269746963616c207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08c5a78ed80610e0d7c89f015a8f020a2438636539346462302d623139382d353030652d616436662d66313566613432353932336612470a046931713112117468652070726573656e742073746174651a2a57696c6c20746865204d696e6973747279206f66205a6562726173206869726520352070656f706c653f20031a9d0157696c6c20746865204d696e6973747279206f66205a6562726173206869726520352070656f706c653f0a546865207472616465722073636f757420283078747261646572352920626f756768742024393030302e303030303030206f6620225965732220617420302e3535302e205468652074726164657220776f6e2037302025206f6620616c6c207265736f6c76656420706f736974696f6e732e', '00-6e57a752d98e28169392579d0a596ea3-5ffd01fe921d6499-00', '2026-11-23 01:05:49.344743+00'),
	('fe01c206-2259-5974-be37-b25a677f059e', 'auspex.research.requested', 'default', '\x0a87030a0764656661756c741207616c6572742d351a2436396633373531392d626364312d353232382d623938612d65306430386163353966616422266120737570706c656d656e74617279207175657374696f6e206f66206120666f726563617374280230c08db7013a0c08c5a78ed80610e0d7c89f015a8f020a2438636539346462302d623139382d353030652d616436662d66313566613432353932336612470a0469317133120a7265736f6c7574696f6e1a3157686174206973206b6e6f776e2061626f757420746869733a20417320746865206d61726b6574207265736f6c7665732e20011a9d0157696c6c20746865204d696e6973747279206f66205a6562726173206869726520352070656f706c653f0a546865207472616465722073636f757420283078747261646572352920626f756768742024393030302e303030303030206f6620225965732220617420302e3535302e205468652074726164657220776f6e2037302025206f6620616c6c207265736f6c76656420706f736974696f6e732e', '00-6e57a752d98e28169392579d0a596ea3-5ffd01fe921d6499-00', '2026-11-23 01:05:49.344743+00');
INSERT INTO public.page VALUES
	('https://news.example/zebras.html', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', 'text/html; charset=utf-8', NULL, NULL, '2026-11-23 01:05:41.568707+00', '2026-11-23 01:05:41.568707+00', '2026-11-23 02:05:41.568707+00'),
	('https://zebras.example/report.html', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', 'text/html; charset=utf-8', NULL, NULL, '2026-11-23 01:05:41.568707+00', '2026-11-23 01:05:41.568707+00', '2026-11-23 02:05:41.568707+00');
INSERT INTO public.page_use VALUES
	('3c15bac2-ee2f-5514-bb91-2024f40744e7', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"What is known about this: The ministry''s site."}', '2026-11-23 01:05:43.596606+00'),
	('3c15bac2-ee2f-5514-bb91-2024f40744e7', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-23 01:05:43.596606+00'),
	('3c15bac2-ee2f-5514-bb91-2024f40744e7', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-23 01:05:43.596606+00'),
	('91d6ced9-bb52-54e9-befb-18e34cd39d1f', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', '2026-11-23 01:05:43.756521+00'),
	('91d6ced9-bb52-54e9-befb-18e34cd39d1f', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-23 01:05:43.756521+00'),
	('91d6ced9-bb52-54e9-befb-18e34cd39d1f', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-23 01:05:43.756521+00'),
	('c0dec96f-6715-5d51-b318-e61fba0cfb77', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?"}', '2026-11-23 01:05:43.793985+00'),
	('c0dec96f-6715-5d51-b318-e61fba0cfb77', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-23 01:05:43.793985+00'),
	('c0dec96f-6715-5d51-b318-e61fba0cfb77', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-23 01:05:43.793985+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'c80cada44f4fa75836a99c0cf79556073c2535d286ca1e1bfdfce27ad3b38191', 'ask:get_token_metadata?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '2026-11-23 01:05:44.840125+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'd47e6b8062c46f0d0cb1032c586acc721c657d8321cc9243d61ff8a2b9c4ca18', 'ask:check_rugcheck?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '2026-11-23 01:05:44.840125+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b', 'ask:get_price_history?{"days":7,"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '2026-11-23 01:05:44.840125+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b', 'ask:get_holder_distribution?{"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '2026-11-23 01:05:44.840125+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', '8b6a618fcf00caa1d10395762208201efced182cea7ba54d1bc942d17c173fda', 'ask:web_search?{"most":6,"query":"Zebra Coin 1 ZEB1"}', '2026-11-23 01:05:44.840125+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-23 01:05:44.840125+00'),
	('aafa021f-76ba-51d9-8659-2155bffb47e3', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-23 01:05:44.840125+00'),
	('68349c00-5532-55f1-be5b-e1c79d296113', 'f8608d663425269075e1fe2c2629812c7141b82f2db8fd4f27ccd82aa18dc433', 'ask:get_token_metadata?{"mint":"ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '2026-11-23 01:05:47.767863+00'),
	('68349c00-5532-55f1-be5b-e1c79d296113', 'd47e6b8062c46f0d0cb1032c586acc721c657d8321cc9243d61ff8a2b9c4ca18', 'ask:check_rugcheck?{"mint":"ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '2026-11-23 01:05:47.767863+00'),
	('68349c00-5532-55f1-be5b-e1c79d296113', '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b', 'ask:get_price_history?{"days":7,"mint":"ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '2026-11-23 01:05:47.767863+00'),
	('68349c00-5532-55f1-be5b-e1c79d296113', '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b', 'ask:get_holder_distribution?{"mint":"ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', '2026-11-23 01:05:47.767863+00'),
	('68349c00-5532-55f1-be5b-e1c79d296113', '8b6a618fcf00caa1d10395762208201efced182cea7ba54d1bc942d17c173fda', 'ask:web_search?{"most":6,"query":"Zebra Coin 2 ZEB2"}', '2026-11-23 01:05:47.767863+00'),
	('68349c00-5532-55f1-be5b-e1c79d296113', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-23 01:05:47.767863+00'),
	('68349c00-5532-55f1-be5b-e1c79d296113', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-23 01:05:47.767863+00'),
	('0c206c18-5b28-5bbc-a505-636bb8aa2128', 'e3950164ac538b9fe0c3bcabd7cf0f4fbcd39484cc1101ebc3f5bc1d33596c38', 'ask:web_search?{"most":6,"query":"Ministry of Zebras report 3"}', '2026-11-23 01:05:47.790404+00'),
	('0c206c18-5b28-5bbc-a505-636bb8aa2128', 'ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58', 'https://zebras.example/report.html', '2026-11-23 01:05:47.790404+00'),
	('0c206c18-5b28-5bbc-a505-636bb8aa2128', '9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5', 'https://news.example/zebras.html', '2026-11-23 01:05:47.790404+00');
INSERT INTO public.question VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q1', 1, 0, '{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"critical","expected_sources":[]}'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q2', 1, 1, '{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 1 by the end of 2026?","priority":"important","expected_sources":[]}'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'i1q3', 1, 2, '{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]}'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q1', 1, 0, '{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","priority":"critical","expected_sources":[]}'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q2', 1, 1, '{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 4 by the end of 2026?","priority":"important","expected_sources":[]}'),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'i1q3', 1, 2, '{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]}'),
	('8ce94db0-b198-500e-ad6f-f15fa425923f', 'i1q1', 1, 0, '{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras hire 5 people?","priority":"critical","expected_sources":[]}'),
	('8ce94db0-b198-500e-ad6f-f15fa425923f', 'i1q2', 1, 1, '{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras hire 5 people?","priority":"important","expected_sources":[]}'),
	('8ce94db0-b198-500e-ad6f-f15fa425923f', 'i1q3', 1, 2, '{"id":"i1q3","topic":"resolution","text":"What is known about this: As the market resolves.","priority":"supplementary","expected_sources":[]}'),
	('8ce94db0-b198-500e-ad6f-f15fa425923f', 'i1q4', 1, 3, '{"id":"i1q4","topic":"the trade","text":"Why would scout (0xtrader5) have traded on \"Will the Ministry of Zebras hire 5 people?\" just then: what news came out shortly before, and what is known about this trader?","priority":"supplementary","expected_sources":[]}'),
	('26eea9b4-3646-51e0-8066-2cdffcd31ade', 'i1q1', 1, 0, '{"id":"i1q1","topic":"the present state","text":"Will the Ministry of Zebras publish report number 6 by the end of 2026?","priority":"critical","expected_sources":[]}'),
	('26eea9b4-3646-51e0-8066-2cdffcd31ade', 'i1q2', 1, 1, '{"id":"i1q2","topic":"base rate","text":"How often did this happen before: Will the Ministry of Zebras publish report number 6 by the end of 2026?","priority":"important","expected_sources":[]}'),
	('26eea9b4-3646-51e0-8066-2cdffcd31ade', 'i1q3', 1, 2, '{"id":"i1q3","topic":"resolution","text":"What is known about this: The ministry''s site.","priority":"supplementary","expected_sources":[]}');
INSERT INTO public.recalibration VALUES
	('default', 'offline-1', true, 498721, '{"kind":{"kind":"identity"},"reason":"0 outcomes are known, a map needs 100"}', '2026-11-23 01:05:44.620756+00');
INSERT INTO public.report VALUES
	('runs/348065a6-ff1e-50df-8cfe-fef0f7d3e8c5/report.md', 'default', '# Will the Ministry of Zebras publish report number 1 by the end of 2026?
**40 % likely** (between 20 % and 63 %), with a confidence of 0.05.
**Advice: abstain** at a price of 0.400, an edge of +0.0 points: the edge of 0.000 is too small after costs of 0.020; the confidence of 0.05 is under 0.30; the price, with its costs, lies within the bounds 0.205 to 0.633. Auspex never trades.
## What moved it
- **30 %** what may happen within 38 days mostly does not (reference_class; stated by the model)
- **40 %** the market''s price when it was asked (market; the event that asked)
- Independent estimates after the evidence: 30 %, 30 %, 30 %.
- From 30 % to 40 %: **+10 points**.
## Why
*This is the offline model: it reads what was found and judges nothing.* *It starts from what the form of the question alone says, because no like questions are known.* The Ministry of Zebras has published a report in every quarter since 2019. [i1q1/f1] The ministry said in October 2026 that the next report is on its way. [i1q1/f2] A court found that the Ministry of Zebras was late with two reports. [i1q1/f3]
## Evidence it rests on
|  | Finding | Standing | Sources |
| --- | --- | --- | --- |
| [i1q3/f1] [i1q1/f1] [i1q2/f1] | The Ministry of Zebras has published a report in every quarter since 2019. | supported | [Report of the Ministry of Zebras](<https://zebras.example/report.html>) (other) |
| [i1q3/f2] [i1q1/f2] [i1q2/f2] | The ministry said in October 2026 that the next report is on its way. | supported | [Report of the Ministry of Zebras](<https://zebras.example/report.html>) (other) |
| [i1q3/f4] [i1q1/f3] [i1q2/f3] | A court found that the Ministry of Zebras was late with two reports. | supported | [Zebra news](<https://news.example/zebras.html>) (other) |
## What else was found
|  | Finding | Standing | Sources |
| --- | --- | --- | --- |
| [i1q3/f3] [i1q1/f4] [i1q2/f4] | Zebra Coin is not issued by the ministry, which has warned against it twice. | supported | [Report of the Ministry of Zebras](<https://zebras.example/report.html>) (other) |
## How it could be wrong
- By its own bounds it may be as unlikely as 20 % or as likely as 63 %; its confidence is 0.05 of 1.
- One voice alone stands behind [i1q3/f1] [i1q3/f2] [i1q3/f4].
- No page that it rests on says when it was published.
- 2 of 5 sentences of the reasoning cite no evidence; they stand in italics.
- It was not recalibrated (identity: 0 outcomes are known, a map needs 100): how often such forecasts come true is not in the number.
## What it cost
**$0.007038** in all.
| Agent | Model | Calls | Tokens read | Tokens written | Cost |
| --- | --- | --- | --- | --- | --- |
| researcher | MiniMax-M2 | 15 | 28004 | 1619 | $0.004628 |
| forecaster | MiniMax-M2 | 4 | 5999 | 756 | $0.002410 |
| Budget of | Limit | Spent | Left |
| --- | --- | --- | --- |
| tenant and day | $200.000000 | $0.019575 | $199.980425 |
| forecaster | $1.000000 | $0.002410 | $0.997590 |
| run | $20.000000 | $0.007038 | $19.992962 |
| each call | $2.000000 | – | – |
| researcher | $3.000000 | $0.004628 | $2.995372 |
| filter | $0.300000 | $0.000000 | $0.300000 |
Made 2026-11-23 01:05 UTC in 1 round(s) of research with 3 of 3 questions answered. Model: offline-1, prompts 4563b5dc058e. Run `348065a6-ff1e-50df-8cfe-fef0f7d3e8c5`.
', '2026-11-23 01:05:44.691407+00'),
	('entities/zebra-coin-1/report.md', 'default', '# zebra-coin-1 (ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz)
## What was found
|  | Finding | Standing | Sources |
| --- | --- | --- | --- |
| [f1] | Zebra Coin 1 (ZEB1), mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is not on Jupiter''s verified list. | supported | [s2] |
| [f2] | Zebra Coin is not issued by the ministry, which has warned against it twice. | supported | [s1] |
| [f3] | RugCheck gives ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz a risk score of 1. | supported | [s3] |
| [f4] | The Ministry of Zebras has published a report in every quarter since 2019. | supported | [s1] |
| [f5] | A court found that the Ministry of Zebras was late with two reports. | supported | [s4] |
## How it could be wrong
- One voice alone stands behind [f1] [f2] [f3] [f4] [f5].
- No page that it rests on says when it was published.
## Sources
|  | Page | Publisher | Trust | Published | Read |
| --- | --- | --- | --- | --- | --- |
| [s1] | [Report of the Ministry of Zebras](<https://zebras.example/report.html>) | zebras.example | official |  | 2026-11-23 01:05 UTC |
| [s2] | get_token_metadata of ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz | get_token_metadata | secondary |  | 2026-11-23 01:05 UTC |
| [s3] | check_rugcheck of ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz | check_rugcheck | secondary |  | 2026-11-23 01:05 UTC |
| [s4] | [Zebra news](<https://news.example/zebras.html>) | news.example | other |  | 2026-11-23 01:05 UTC |
## How it came about
Made 2026-11-23 01:05 UTC, researched afresh, with a confidence of 0.75; valid until 2026-11-23 02:05 UTC. Tools: get_token_metadata, check_rugcheck, get_price_history, get_holder_distribution, web_search, fetch_page, store_research_results.
| Agent | Model | Prompts | Cost |
| --- | --- | --- | --- |
| researcher | MiniMax-M2 | c5bb26f72262 | $0.001530 |
| filter |  |  | $0.000000 |
', '2026-11-23 01:05:44.91247+00');
INSERT INTO public.representation VALUES
	('zebra-coin-1', 'spot-token', 'spl', 'solana', '{"mint": "ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', true, '2026-11-23 01:05:42.454776+00'),
	('zebra-coin-2', 'spot-token', 'spl', 'solana', '{"mint": "ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}', true, '2026-11-23 01:05:46.013324+00');
INSERT INTO public.representation_context VALUES
	('mint', 'ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', 'zebra-coin-1'),
	('mint', 'ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', 'zebra-coin-2');
INSERT INTO public.research VALUES
	('zebra-coin-1', 1, 1, '{"entity":"zebra-coin-1","summary":"[offline-1] Zebra Coin 1 (ZEB1), mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is not on Jupiter''s verified list. Zebra Coin is not issued by the ministry, which has warned against it twice.","findings":[{"id":"f1","text":"Zebra Coin 1 (ZEB1), mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is not on Jupiter''s verified list.","status":"supported","importance":0.8,"sources":["s2"],"against":[],"voices":1,"quote":""},{"id":"f2","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f3","text":"RugCheck gives ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz a risk score of 1.","status":"supported","importance":0.5,"sources":["s3"],"against":[],"voices":1,"quote":""},{"id":"f4","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f5","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s4"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-23T01:05:42.717709258Z","tier":"official","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"tool:get_token_metadata/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","title":"get_token_metadata of ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","publisher":"get_token_metadata","published_at":null,"fetched_at":"2026-11-23T01:05:42.717709258Z","tier":"secondary","content_hash":"0cacea57261890d2b01c92f7bdde3aeae4f7d16722434b3ef267908f653c7402"},{"id":"s3","url":"tool:check_rugcheck/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","title":"check_rugcheck of ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","publisher":"check_rugcheck","published_at":null,"fetched_at":"2026-11-23T01:05:42.717709258Z","tier":"secondary","content_hash":"72481c360353a3583e02d3f039a2645ff8013e34547514f3b533f4685f341bf7"},{"id":"s4","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-23T01:05:42.717709258Z","tier":"other","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.75,"risks":[],"opportunities":[],"made_at":"2026-11-23T01:05:42.717709258Z","expires_at":"2026-11-23T02:05:42.717709258Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["get_token_metadata","check_rugcheck","get_price_history","get_holder_distribution","web_search","fetch_page","store_research_results"],"cost":1530,"model":"MiniMax-M2","prompt_version":"c5bb26f72262"}', '[offline-1] Zebra Coin 1 (ZEB1), mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is not on Jupiter''s verified list. Zebra Coin is not issued by the ministry, which has warned against it twice.', '2026-11-23 01:05:42.717709+00', '2026-11-23 02:05:42.717709+00', '2026-11-23 01:05:44.840125+00', DEFAULT, NULL, ''),
	('zebra-coin-2', 1, 1, '{"entity":"zebra-coin-2","summary":"[offline-1] Zebra Coin 2 (ZEB2), mint ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is on Jupiter''s verified list. Zebra Coin is not issued by the ministry, which has warned against it twice.","findings":[{"id":"f1","text":"Zebra Coin 2 (ZEB2), mint ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is on Jupiter''s verified list.","status":"supported","importance":0.8,"sources":["s2"],"against":[],"voices":1,"quote":""},{"id":"f2","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","status":"supported","importance":0.5,"sources":["s1"],"against":[],"voices":1,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice."},{"id":"f3","text":"The Ministry of Zebras has published a report in every quarter since 2019.","status":"supported","importance":0.4,"sources":["s1"],"against":[],"voices":1,"quote":"The Ministry of Zebras has published a report in every quarter since 2019."},{"id":"f4","text":"RugCheck gives ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz a risk score of 1.","status":"supported","importance":0.4,"sources":["s3"],"against":[],"voices":1,"quote":""},{"id":"f5","text":"A court found that the Ministry of Zebras was late with two reports.","status":"supported","importance":0.4,"sources":["s4"],"against":[],"voices":1,"quote":"A court found that the Ministry of Zebras was late with two reports."}],"timeline":[],"sources":[{"id":"s1","url":"https://zebras.example/report.html","title":"Report of the Ministry of Zebras","publisher":"zebras.example","published_at":null,"fetched_at":"2026-11-23T01:05:46.104259901Z","tier":"official","content_hash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58"},{"id":"s2","url":"tool:get_token_metadata/ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","title":"get_token_metadata of ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","publisher":"get_token_metadata","published_at":null,"fetched_at":"2026-11-23T01:05:46.104259901Z","tier":"secondary","content_hash":"bebec759ded4522348c9b1d17500c30bf30e2a29f06b230a2c678eb152573f76"},{"id":"s3","url":"tool:check_rugcheck/ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","title":"check_rugcheck of ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","publisher":"check_rugcheck","published_at":null,"fetched_at":"2026-11-23T01:05:46.104259901Z","tier":"secondary","content_hash":"72481c360353a3583e02d3f039a2645ff8013e34547514f3b533f4685f341bf7"},{"id":"s4","url":"https://news.example/zebras.html","title":"Zebra news","publisher":"news.example","published_at":null,"fetched_at":"2026-11-23T01:05:46.104259901Z","tier":"other","content_hash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5"}],"open_questions":[],"sentiment":null,"confidence":0.75,"risks":[],"opportunities":[],"made_at":"2026-11-23T01:05:46.104259901Z","expires_at":"2026-11-23T02:05:46.104259901Z","ending":{"kind":"complete"},"from_cache":false,"tools_used":["get_token_metadata","check_rugcheck","get_price_history","get_holder_distribution","web_search","fetch_page","store_research_results"],"cost":1527,"model":"MiniMax-M2","prompt_version":"c5bb26f72262"}', '[offline-1] Zebra Coin 2 (ZEB2), mint ZZZZZZZ2zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is on Jupiter''s verified list. Zebra Coin is not issued by the ministry, which has warned against it twice.', '2026-11-23 01:05:46.104259+00', '2026-11-23 02:05:46.104259+00', '2026-11-23 01:05:47.767863+00', DEFAULT, NULL, '');
INSERT INTO public.result VALUES
	('e382c6fd-f890-599c-be74-90d97e6eb336', 'classification', 'default', 'f2537a07-c611-50bb-9e80-59b46ace83b3', '348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', '{"classification":{"decidedBy":"DECIDER_RULE","event":{"id":"question-1","question":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","topic":"zebras"},"source":"tests","tenant":"default"},"interesting":true,"reason":"somebody asks","runId":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","score":1.0},"eventId":"question-1","eventJobId":"f2537a07-c611-50bb-9e80-59b46ace83b3","id":"e382c6fd-f890-599c-be74-90d97e6eb336","madeAt":"2026-11-23T01:05:41.178690354+00:00","runId":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default"}', '2026-11-23 01:05:41.17869+00', '2026-11-23 01:05:41.180911+00'),
	('87729f4b-6e97-5ede-a0ed-be1737c14f72', 'classification', 'default', '41ba4beb-03a0-503f-99d0-019eb046c5eb', NULL, '{"classification":{"decidedBy":"DECIDER_MODEL","event":{"id":"tx-1","source":"tests","tenant":"default","transaction":{"description":"wallet-1 swapped 50,000 USD","kind":"SWAP","legs":[{"amount":1000.0,"mint":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","symbol":"ZEB1","usdValueMicroUsd":"50000000000"}],"program":"JUPITER","signature":"signature-1","usdValueMicroUsd":"50000000000","wallets":["wallet-1"]}},"identifiers":[{"fate":"FATE_RESEARCH","identifier":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}],"interesting":true,"promptVersion":"5a62005c0c4f","reason":"Offline model: it moves 50000.00 dollars, it is a swap, and 1 of its tokens have not been researched.","score":0.883,"tasks":1},"eventId":"tx-1","eventJobId":"41ba4beb-03a0-503f-99d0-019eb046c5eb","id":"87729f4b-6e97-5ede-a0ed-be1737c14f72","madeAt":"2026-11-23T01:05:42.297983717+00:00","tenant":"default"}', '2026-11-23 01:05:42.297983+00', '2026-11-23 01:05:42.309216+00'),
	('5eda07e8-7ddb-5ee0-a937-6ffa656129c7', 'forecast', 'default', 'f2537a07-c611-50bb-9e80-59b46ace83b3', '348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', '{"eventId":"question-1","eventJobId":"f2537a07-c611-50bb-9e80-59b46ace83b3","forecast":{"baseRates":[{"description":"what may happen within 38 days mostly does not","kind":"reference_class","rate":0.30225622555185827,"source":"stated by the model"},{"description":"the market''s price when it was asked","kind":"market","rate":0.4,"source":"the event that asked"}],"budgets":[{"leftMicroUsd":"199980425","limitMicroUsd":"200000000","scope":"tenant:default:2026-11-23"},{"leftMicroUsd":"997590","limitMicroUsd":"1000000","scope":"agent:forecaster:f2537a07-c611-50bb-9e80-59b46ace83b3"},{"leftMicroUsd":"19992962","limitMicroUsd":"20000000","scope":"run:348065a6-ff1e-50df-8cfe-fef0f7d3e8c5"},{"leftMicroUsd":"2000000","limitMicroUsd":"2000000","scope":"call"},{"leftMicroUsd":"2995372","limitMicroUsd":"3000000","scope":"agent:researcher:f2537a07-c611-50bb-9e80-59b46ace83b3"},{"leftMicroUsd":"300000","limitMicroUsd":"300000","scope":"agent:filter:f2537a07-c611-50bb-9e80-59b46ace83b3"}],"confidence":0.05000000000000001,"costMicroUsd":"7038","costs":[{"agent":"researcher","calls":"15","costMicroUsd":"4628","inputTokens":"28004","model":"MiniMax-M2","outputTokens":"1619"},{"agent":"forecaster","calls":"4","costMicroUsd":"2410","inputTokens":"5999","model":"MiniMax-M2","outputTokens":"756"}],"evidenceUsed":["i1q1/f1","i1q1/f2","i1q1/f3"],"iterations":1,"lower":0.20497832964187282,"madeAt":"2026-11-23T01:05:44.555510428+00:00","model":"offline-1","probability":0.4,"promptVersion":"4563b5dc058e","questionsAnswered":3,"questionsAsked":3,"reasoning":"This is the offline model: it reads what was found and judges nothing. It starts from what the form of the question alone says, because no like questions are known. The Ministry of Zebras has published a report in every quarter since 2019 [i1q1/f1]. The ministry said in October 2026 that the next report is on its way [i1q1/f2]. A court found that the Ministry of Zebras was late with two reports [i1q1/f3].","recalibration":"identity: 0 outcomes are known, a map needs 100","recommendation":{"action":"ACTION_ABSTAIN","netEdge":-0.02,"price":0.4,"reason":"the edge of 0.000 is too small after costs of 0.020; the confidence of 0.05 is under 0.30; the price, with its costs, lies within the bounds 0.205 to 0.633"},"run":{"asked":{"background":"The ministry publishes a report every quarter.","config":{"maxIterations":1},"market":{"price":0.4,"question":"Will it?"},"resolutionCriteria":"The ministry''s site.","text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","topic":"zebras"},"askedAt":"2026-11-23T01:05:41.157925012+00:00","budgetMicroUsd":"20000000","eventId":"question-1","eventJobId":"f2537a07-c611-50bb-9e80-59b46ace83b3","id":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default"},"samples":[0.30225622555185827,0.30225622555185827,0.30225622555185827],"upper":0.6328667171491633},"id":"5eda07e8-7ddb-5ee0-a937-6ffa656129c7","madeAt":"2026-11-23T01:05:44.691407507+00:00","reportKey":"runs/348065a6-ff1e-50df-8cfe-fef0f7d3e8c5/report.md","runId":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default"}', '2026-11-23 01:05:44.691407+00', '2026-11-23 01:05:44.858472+00'),
	('aa995b43-fd58-5c02-ba73-89c6673edf5d', 'research', 'default', '41ba4beb-03a0-503f-99d0-019eb046c5eb', NULL, '{"eventId":"tx-1","eventJobId":"41ba4beb-03a0-503f-99d0-019eb046c5eb","id":"aa995b43-fd58-5c02-ba73-89c6673edf5d","madeAt":"2026-11-23T01:05:44.912470391+00:00","reportKey":"entities/zebra-coin-1/report.md","research":{"filtering":{"outcome":"FILTERING_OUTCOME_FILTERED"},"research":{"confidence":0.75,"costMicroUsd":"1530","ending":"ENDING_COMPLETE","entityId":"zebra-coin-1","expiresAt":"2026-11-23T02:05:42.717709258+00:00","findings":[{"id":"f1","importance":0.8,"sources":["s2"],"status":"CLAIM_STATUS_SUPPORTED","text":"Zebra Coin 1 (ZEB1), mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is not on Jupiter''s verified list.","voices":1},{"id":"f2","importance":0.5,"quote":"Zebra Coin is not issued by the ministry, which has warned against it twice.","sources":["s1"],"status":"CLAIM_STATUS_SUPPORTED","text":"Zebra Coin is not issued by the ministry, which has warned against it twice.","voices":1},{"id":"f3","importance":0.5,"sources":["s3"],"status":"CLAIM_STATUS_SUPPORTED","text":"RugCheck gives ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz a risk score of 1.","voices":1},{"id":"f4","importance":0.4,"quote":"The Ministry of Zebras has published a report in every quarter since 2019.","sources":["s1"],"status":"CLAIM_STATUS_SUPPORTED","text":"The Ministry of Zebras has published a report in every quarter since 2019.","voices":1},{"id":"f5","importance":0.4,"quote":"A court found that the Ministry of Zebras was late with two reports.","sources":["s4"],"status":"CLAIM_STATUS_SUPPORTED","text":"A court found that the Ministry of Zebras was late with two reports.","voices":1}],"madeAt":"2026-11-23T01:05:42.717709258+00:00","model":"MiniMax-M2","promptVersion":"c5bb26f72262","sources":[{"contentHash":"ba5f9baaa249f72eb69017acb6a39cc84e60a419212cc4ea9bdb99c4e4a39c58","fetchedAt":"2026-11-23T01:05:42.717709258+00:00","id":"s1","publisher":"zebras.example","tier":"TIER_OFFICIAL","title":"Report of the Ministry of Zebras","url":"https://zebras.example/report.html"},{"contentHash":"0cacea57261890d2b01c92f7bdde3aeae4f7d16722434b3ef267908f653c7402","fetchedAt":"2026-11-23T01:05:42.717709258+00:00","id":"s2","publisher":"get_token_metadata","tier":"TIER_SECONDARY","title":"get_token_metadata of ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","url":"tool:get_token_metadata/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"},{"contentHash":"72481c360353a3583e02d3f039a2645ff8013e34547514f3b533f4685f341bf7","fetchedAt":"2026-11-23T01:05:42.717709258+00:00","id":"s3","publisher":"check_rugcheck","tier":"TIER_SECONDARY","title":"check_rugcheck of ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","url":"tool:check_rugcheck/ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"},{"contentHash":"9b22bd6628f10d6876cbe818628f767c6fe5392f445d3d095b5f5d56c8feb7f5","fetchedAt":"2026-11-23T01:05:42.717709258+00:00","id":"s4","publisher":"news.example","tier":"TIER_OTHER","title":"Zebra news","url":"https://news.example/zebras.html"}],"summary":"[offline-1] Zebra Coin 1 (ZEB1), mint ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, is not on Jupiter''s verified list. Zebra Coin is not issued by the ministry, which has warned against it twice.","toolsUsed":["get_token_metadata","check_rugcheck","get_price_history","get_holder_distribution","web_search","fetch_page","store_research_results"]},"task":{"budgetMicroUsd":"3000000","eventId":"tx-1","eventJobId":"41ba4beb-03a0-503f-99d0-019eb046c5eb","identifier":{"identifier":"ZZZZZZZ1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz","symbol":"ZEB1"},"profile":"FILTER_PROFILE_DEFAULT","reason":"Offline model: it moves 50000.00 dollars, it is a swap, and 1 of its tokens have not been researched.","tenant":"default"}},"tenant":"default"}', '2026-11-23 01:05:44.91247+00', '2026-11-23 01:05:44.931201+00');
INSERT INTO public.run VALUES
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'default', 'f2537a07-c611-50bb-9e80-59b46ace83b3', 'Will the Ministry of Zebras publish report number 1 by the end of 2026?', '{"id":"348065a6-ff1e-50df-8cfe-fef0f7d3e8c5","tenant":"default","event":"question-1","event_job":"f2537a07-c611-50bb-9e80-59b46ace83b3","asked":{"text":"Will the Ministry of Zebras publish report number 1 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-23T01:05:41.157925012Z"}', 'done', 1, 0, 5, '2026-11-23 01:15:41.541708+00', '2026-11-23 01:05:41.543573+00', '2026-11-23 01:05:44.640006+00', 2, NULL, NULL),
	('7f96a149-1b72-5a76-b3ca-220bb5e48787', 'default', '547b5006-44c5-5481-8ab5-c57248a54ac8', 'Will the Ministry of Zebras publish report number 4 by the end of 2026?', '{"id":"7f96a149-1b72-5a76-b3ca-220bb5e48787","tenant":"default","event":"question-4","event_job":"547b5006-44c5-5481-8ab5-c57248a54ac8","asked":{"text":"Will the Ministry of Zebras publish report number 4 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-23T01:05:47.850965552Z"}', 'waiting', 1, 3, 1, '2026-11-23 01:15:48.284077+00', '2026-11-23 01:05:48.284986+00', '2026-11-23 01:05:48.284986+00', 2, NULL, NULL),
	('8ce94db0-b198-500e-ad6f-f15fa425923f', 'default', '69f37519-bcd1-5228-b98a-e0d08ac59fad', 'Will the Ministry of Zebras hire 5 people?', '{"id":"8ce94db0-b198-500e-ad6f-f15fa425923f","tenant":"default","event":"alert-5","event_job":"69f37519-bcd1-5228-b98a-e0d08ac59fad","asked":{"text":"Will the Ministry of Zebras hire 5 people?","background":"A watched trader (scout) bought $9000.000000 of \"Yes\" at a price of 0.550. Record: win rate 70 %.","resolution_criteria":"As the market resolves.","closes":null,"market":{"condition_id":"0xmarket5","question":"Will the Ministry of Zebras hire 5 people?","price":0.55,"volume":null,"end":null,"url":""},"config":{"max_iterations":null,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"scout"},"alert":{"trader":{"address":"0xtrader5","alias":"scout","win_rate":0.7,"trades":null,"profit_micro_usd":null,"tags":[]},"trade":{"side":"buy","usd_value":9000000000,"price":0.55,"size":16363.0,"outcome":"Yes","time":null},"market":{"condition_id":"0xmarket5","question":"Will the Ministry of Zebras hire 5 people?","price":0.55,"volume":null,"end":null,"url":""}},"budget":20000000,"asked_at":"2026-11-23T01:05:48.851026961Z"}', 'waiting', 1, 4, 1, '2026-11-23 01:15:49.334638+00', '2026-11-23 01:05:49.344743+00', '2026-11-23 01:05:49.344743+00', 2, NULL, NULL),
	('26eea9b4-3646-51e0-8066-2cdffcd31ade', 'default', 'dac66716-5eb1-5ac9-aefc-b9f5ed7ab4c1', 'Will the Ministry of Zebras publish report number 6 by the end of 2026?', '{"id":"26eea9b4-3646-51e0-8066-2cdffcd31ade","tenant":"default","event":"question-6","event_job":"dac66716-5eb1-5ac9-aefc-b9f5ed7ab4c1","asked":{"text":"Will the Ministry of Zebras publish report number 6 by the end of 2026?","background":"The ministry publishes a report every quarter.","resolution_criteria":"The ministry''s site.","closes":null,"market":{"condition_id":"","question":"Will it?","price":0.4,"volume":null,"end":null,"url":""},"config":{"max_iterations":1,"profile":null,"min_confidence":null,"human_review":false,"as_of":null,"wanted":"forecast"},"topic":"zebras"},"alert":null,"budget":20000000,"asked_at":"2026-11-23T01:05:48.862645683Z"}', 'waiting', 1, 3, 1, '2026-11-23 01:15:49.377406+00', '2026-11-23 01:05:49.378055+00', '2026-11-23 01:05:49.378055+00', 2, NULL, NULL);
INSERT INTO public.step VALUES
	('1f59405b-4363-53d7-91d7-f93737bb92cb', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d32335430313a30353a34382e3331323037393232332b30303a3030', '2026-11-23 01:05:48.312891+00'),
	('0ad5b443-3a8d-5a07-be20-2a0ce2481b59', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d32335430313a30353a34382e3331323938393035312b30303a3030', '2026-11-23 01:05:48.315495+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'base rates', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x5b5d', '2026-11-23 01:05:44.075466+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'turns before round 1 is decided', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x31', '2026-11-23 01:05:44.09033+00'),
	('348065a6-ff1e-50df-8cfe-fef0f7d3e8c5', 'recalibration of offline-1', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x7b226b696e64223a7b226b696e64223a226964656e74697479227d2c22726561736f6e223a2230206f7574636f6d657320617265206b6e6f776e2c2061206d6170206e6565647320313030227d', '2026-11-23 01:05:44.628487+00'),
	('3394d066-458b-56e0-8cae-79f0d9d1d8af', 'started', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '\x323032362d31312d32335430313a30353a34382e3333313233393735352b30303a3030', '2026-11-23 01:05:48.33223+00');
SELECT pg_catalog.setval('public.fact_id_seq', 10, true);
SELECT pg_catalog.setval('public.outcome_id_seq', 1, false);
ALTER TABLE ONLY public._sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.answer
    ADD CONSTRAINT answer_pkey PRIMARY KEY (run, question);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (job, worker, action, ordinal);
ALTER TABLE ONLY public.budget
    ADD CONSTRAINT budget_pkey PRIMARY KEY (scope);
ALTER TABLE ONLY public.call
    ADD CONSTRAINT call_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.dead_letter
    ADD CONSTRAINT dead_letter_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.dispatch
    ADD CONSTRAINT dispatch_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.entity
    ADD CONSTRAINT entity_identity_key UNIQUE (identity);
ALTER TABLE ONLY public.entity_key
    ADD CONSTRAINT entity_key_pkey PRIMARY KEY (kind, key, entity);
ALTER TABLE ONLY public.entity_lease
    ADD CONSTRAINT entity_lease_pkey PRIMARY KEY (entity);
ALTER TABLE ONLY public.entity
    ADD CONSTRAINT entity_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (job);
ALTER TABLE ONLY public.evidence
    ADD CONSTRAINT evidence_pkey PRIMARY KEY (job);
ALTER TABLE ONLY public.fact
    ADD CONSTRAINT fact_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.forecast
    ADD CONSTRAINT forecast_pkey PRIMARY KEY (run);
ALTER TABLE ONLY public.hearer
    ADD CONSTRAINT hearer_pkey PRIMARY KEY (subject, consumer);
ALTER TABLE ONLY public.inbox
    ADD CONSTRAINT inbox_pkey PRIMARY KEY (consumer, job);
ALTER TABLE ONLY public.instance
    ADD CONSTRAINT instance_pkey PRIMARY KEY (name);
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
    ADD CONSTRAINT representation_context_pkey PRIMARY KEY (key, value, entity);
ALTER TABLE ONLY public.representation
    ADD CONSTRAINT representation_entity_kind_protocol_chain_context_key UNIQUE (entity, kind, protocol, chain, context);
ALTER TABLE ONLY public.research
    ADD CONSTRAINT research_pkey PRIMARY KEY (entity, version);
ALTER TABLE ONLY public.result
    ADD CONSTRAINT result_pkey PRIMARY KEY (id);
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
ALTER TABLE ONLY public.valuation
    ADD CONSTRAINT valuation_pkey PRIMARY KEY (run, round);
CREATE INDEX audit_at ON public.audit USING brin (at) WITH (autosummarize='on');
CREATE INDEX audit_event ON public.audit USING btree (event);
CREATE INDEX call_budgets ON public.call USING gin (budgets) WITH (fastupdate='on');
CREATE INDEX call_open ON public.call USING btree (instance) WHERE (state = 'intent'::text);
CREATE INDEX call_opened ON public.call USING btree (opened_at);
CREATE INDEX call_step ON public.call USING btree (job, step, input);
CREATE INDEX call_unknown ON public.call USING btree (opened_at) WHERE (state = 'unknown'::text);
CREATE INDEX dead_letter_at ON public.dead_letter USING btree (at DESC);
CREATE INDEX dead_letter_job ON public.dead_letter USING btree (job);
CREATE INDEX dispatch_unsent ON public.dispatch USING btree (created_at) WHERE (sent_at IS NULL);
CREATE INDEX entity_changed ON public.entity USING btree (changed);
CREATE INDEX entity_key_entity ON public.entity_key USING btree (entity);
CREATE INDEX entity_keyed ON public.entity USING btree (keyed);
CREATE INDEX entity_name ON public.entity USING btree (name_key);
CREATE INDEX entity_name_like ON public.entity USING gist (name_key public.gist_trgm_ops);
CREATE INDEX entity_symbol ON public.entity USING btree (symbol_key);
CREATE INDEX entity_symbol_like ON public.entity USING gist (symbol_key public.gist_trgm_ops);
CREATE INDEX event_received ON public.event USING brin (received_at) WITH (autosummarize='on');
CREATE INDEX evidence_entity ON public.evidence USING btree (entity) WHERE (entity IS NOT NULL);
CREATE INDEX evidence_event ON public.evidence USING btree (event);
CREATE UNIQUE INDEX fact_believed ON public.fact USING btree (entity, attribute, valid_from) WHERE (retired_at IS NULL);
CREATE INDEX fact_entity ON public.fact USING btree (entity, attribute);
CREATE INDEX forecast_made ON public.forecast USING btree (made_at DESC);
CREATE INDEX kept_answer_answered ON public.kept_answer USING btree (answered_at);
CREATE UNIQUE INDEX kept_answer_key ON public.kept_answer USING btree (md5(url), hash);
CREATE INDEX note_link_other ON public.note_link USING btree (other);
CREATE INDEX note_search ON public.note USING gin (search);
CREATE INDEX note_summary_like ON public.note USING gin (summary public.gin_trgm_ops);
CREATE INDEX note_tenant ON public.note USING btree (tenant);
CREATE INDEX note_valid ON public.note USING btree (tenant) WHERE (ended_at IS NULL);
CREATE INDEX outbox_created ON public.outbox USING brin (created_at) WITH (autosummarize='on');
CREATE UNIQUE INDEX outcome_believed ON public.outcome USING btree (tenant, key) WHERE (retired_at IS NULL);
CREATE INDEX outcome_class_outcome ON public.outcome_class USING btree (outcome);
CREATE INDEX outcome_labelled ON public.outcome USING btree (labelled);
CREATE INDEX outcome_learned ON public.outcome USING btree (learned_at);
CREATE INDEX outcome_run ON public.outcome USING btree (run) WHERE (run IS NOT NULL);
CREATE INDEX page_bytes_loose ON public.page_bytes USING btree (loose_at);
CREATE INDEX page_checked ON public.page USING btree (checked_at);
CREATE INDEX page_hash ON public.page USING btree (hash);
CREATE UNIQUE INDEX page_key ON public.page USING btree (md5(url), hash);
CREATE INDEX page_use_hash ON public.page_use USING btree (hash);
CREATE UNIQUE INDEX page_use_key ON public.page_use USING btree (job, md5(url), hash);
CREATE INDEX page_use_used ON public.page_use USING brin (used_at) WITH (autosummarize='on');
CREATE INDEX representation_context_entity ON public.representation_context USING btree (entity);
CREATE INDEX representation_context_value ON public.representation_context USING btree (value);
CREATE INDEX research_search ON public.research USING gin (search);
CREATE INDEX result_event ON public.result USING btree (event);
CREATE INDEX run_event ON public.run USING btree (event);
CREATE INDEX run_market ON public.run USING btree (tenant, ((((body -> 'asked'::text) -> 'market'::text) ->> 'condition_id'::text)));
CREATE INDEX run_started ON public.run USING btree (started_at DESC);
CREATE INDEX run_waiting ON public.run USING btree (deadline) WHERE (phase = 'waiting'::text);
CREATE INDEX schedule_due ON public.schedule USING btree (next_at) WHERE (next_at IS NOT NULL);
