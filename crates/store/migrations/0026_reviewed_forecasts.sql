-- Reviews of forecasts: a forecast whose question asks for a review is published after its approval.

-- The run is the id of the reviewed forecast.
ALTER TABLE macro_result ADD COLUMN subject text NOT NULL DEFAULT 'macro' CHECK (subject IN ('macro', 'forecast'));

-- `body` is the model's forecast: it is scored, and calibrations are fitted on it.
ALTER TABLE forecast ADD COLUMN review text;       -- pending, approved, rejected or expired; NULL if the question asks for no review
ALTER TABLE forecast ADD COLUMN approved json;     -- domain::Forecast with the reviewer's changes; NULL before an approval
ALTER TABLE forecast ADD COLUMN ending json;       -- domain::run::NoForecast, if the forecast was not approved

-- Forecasts as people read them: `unpublished` is NULL, or the state of the review because of which probability and body are NULL.
-- A pending forecast with a published result was published by an older writer, which opens no reviews.
CREATE VIEW run_forecast AS
SELECT f.run, f.tenant, f.cost, f.made_at, f.ending, s.unpublished,
       CASE WHEN s.unpublished IS NULL THEN coalesce((f.approved->>'probability')::float8, f.probability) END AS probability,
       CASE WHEN s.unpublished IS NULL THEN coalesce(f.approved, f.body) END AS body
FROM forecast f CROSS JOIN LATERAL (
    SELECT CASE
        WHEN f.review IS NULL OR f.review = 'approved' THEN NULL
        WHEN f.review = 'pending' AND EXISTS (
            SELECT FROM run r JOIN result x ON x.event = r.event WHERE r.id = f.run AND x.run = f.run AND x.kind = 'forecast') THEN NULL
        ELSE f.review
    END AS unpublished
) AS s;

-- For the deletion of old results and sessions.
CREATE INDEX macro_result_decided ON macro_result (changed_at) WHERE state <> 'pending';
CREATE INDEX macro_session_changed ON macro_session (changed_at);
