-- Roles of the fleet with their passwords, for an empty volume of compose.yaml. `auspex database roles --apply` (service `roles`) gives them
-- their privileges and keeps their passwords. These passwords are public: they tell the processes apart, and protect nothing.
CREATE ROLE auspex_classifier LOGIN PASSWORD 'classifier';
CREATE ROLE auspex_researcher LOGIN PASSWORD 'researcher';
CREATE ROLE auspex_filter LOGIN PASSWORD 'filter';
CREATE ROLE auspex_forecaster LOGIN PASSWORD 'forecaster';
CREATE ROLE auspex_writer LOGIN PASSWORD 'writer';
CREATE ROLE auspex_gateway LOGIN PASSWORD 'gateway';
CREATE ROLE auspex_operator LOGIN PASSWORD 'operator';
CREATE ROLE auspex_migrator LOGIN PASSWORD 'migrator';
-- A role that can create a table or a function in a schema of another session's search path can have its own code called there.
REVOKE TEMPORARY, CREATE ON DATABASE auspex FROM PUBLIC;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
