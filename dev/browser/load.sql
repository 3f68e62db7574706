-- Rows of a large tenant for load.sh and check.sh: 1,000,000 events, 50,000 runs, 50,000 dead letters. Row n is n + age seconds old.
SET session_replication_role = replica;
INSERT INTO event (job, id, kind, tenant, source, interesting, score, decided_by, tasks, body, received_at)
SELECT gen_random_uuid(), 'load-' || n, (ARRAY['question', 'transaction', 'scout_alert'])[1 + n % 3], 'default', 'load', true, 1, 'rule', 0, '{}',
       now() - make_interval(secs => n + :age)
FROM generate_series(1, 1000000) AS n;
-- What the triggers would write: 20 of the events have no result yet.
INSERT INTO event_state (job, tenant, kind, received_at, answered)
SELECT job, tenant, kind, received_at, id NOT LIKE '%50001' FROM event WHERE source = 'load' ON CONFLICT DO NOTHING;
INSERT INTO run (id, tenant, event, question, market, family, body, phase, iteration, outstanding, version, deadline, started_at)
SELECT gen_random_uuid(), 'default', gen_random_uuid(), 'Will the measured number ' || n % 20000 || ' rise until the end of the year?',
       CASE WHEN n % 3 = 0 THEN 'm' || n % 5000 END, CASE WHEN n % 4 = 1 THEN 'f' || n % 5000 END, '{}', 'done', 1, 0, 1, now(),
       now() - make_interval(secs => n + :age)
FROM generate_series(1, 50000) AS n;
INSERT INTO forecast (run, tenant, probability, cost, body, made_at)
SELECT id, tenant, 0.5, 1, '{}', started_at FROM run WHERE body::text = '{}' AND question NOT LIKE '%7 rise%';
UPDATE run SET forecast_state = 'published' WHERE body::text = '{}' AND question NOT LIKE '%7 rise%';
INSERT INTO dead_letter (id, consumer, job, tenant, subject, headers, payload, class, errors, attempts, trace_id, at, redriven_at)
SELECT gen_random_uuid(), (ARRAY['researcher', 'filter'])[1 + n % 2], gen_random_uuid(), 'default', 's', '[]', '', 'rejected', ARRAY['no ' || n], 1, '',
       now() - make_interval(secs => n + :age), CASE WHEN n % 7 > 0 THEN now() END
FROM generate_series(1, 50000) AS n;
ANALYZE;
