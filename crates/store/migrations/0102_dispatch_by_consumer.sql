ALTER TABLE dispatch DROP CONSTRAINT dispatch_pkey, ADD CONSTRAINT dispatch_key PRIMARY KEY USING INDEX dispatch_key;

-- Registrations name topics instead of subjects and prefixes.
INSERT INTO hearer (subject, consumer, seen_at)
SELECT subject_topic(rtrim(subject, '.')), consumer, max(seen_at) FROM hearer GROUP BY 1, 2
ON CONFLICT (subject, consumer) DO UPDATE SET seen_at = greatest(hearer.seen_at, excluded.seen_at);
DELETE FROM hearer WHERE right(subject, 1) = '.';

-- Messages that wait for a consumer.
INSERT INTO dispatch (id, consumer, subject, created_at, sent_at, sequence, look_at)
SELECT d.id, h.consumer, d.subject, d.created_at, d.sent_at, CASE WHEN i.due_at IS NULL THEN d.sequence END,
       coalesce(i.due_at, now())
FROM dispatch d JOIN hearer h ON h.subject = subject_topic(d.subject) LEFT JOIN inbox i ON i.consumer = h.consumer AND i.job = d.id
WHERE d.consumer = '' AND i.done_at IS NULL
  AND NOT (h.consumer = 'classifier' AND EXISTS (SELECT FROM any_verdict v WHERE v.job = d.id))
ON CONFLICT (id, consumer) DO NOTHING;
DELETE FROM dispatch d
WHERE d.consumer = '' AND (d.sent_at IS NOT NULL OR EXISTS (SELECT FROM hearer h WHERE h.subject = subject_topic(d.subject)));

ALTER TABLE dispatch DROP COLUMN claimed_until;
ALTER TABLE inbox DROP COLUMN due_at;
