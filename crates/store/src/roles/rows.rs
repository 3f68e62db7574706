//! Policies: which rows of a table the gateway may touch. Each transaction of the gateway names its tenants in the
//! setting `auspex.tenant` (`*` for work that serves all of them, such as the delivery of webhooks); without the
//! setting it sees no row.
//!
//! The other processes work for all tenants, and have policies that say so. The owner of the tables is not limited.

use std::fmt::Write;

use uuid::Uuid;

use super::grants::{processes, role};

/// The process whose transactions name their tenants.
const LIMITED_PROCESS: &str = "gateway";

/// Condition: the transaction serves all tenants.
const SERVES_ALL: &str = "(SELECT current_setting('auspex.tenant', true)) = '*'";

/// Condition: public rows are shared between tenants (`AUSPEX_SHARED_MEMORY`).
const IS_SHARED: &str = "(SELECT current_setting('auspex.shared_memory', true)) = 'on'";

/// A condition besides [`SERVES_ALL`] under which the gateway may touch a row.
#[derive(Debug, Clone, Copy)]
pub(super) enum Rule {
    /// The column `tenant` is one of the tenants.
    Tenant,
    /// The same, or the tenant is unknown: an earlier version wrote the row, or a process that serves all tenants.
    TenantOrUnknown,
    /// The same as `Tenant`, or this condition. `{shared}` is replaced by [`IS_SHARED`].
    TenantOr(&'static str),
    /// Rows of the tenants, and to read also those that this condition permits.
    TenantReads(&'static str),
    /// Only this condition. `{named}(x)` means that `x` is one of the tenants.
    Only(&'static str),
}

/// Tables with rows of tenants. A subquery is subject to the policy of its own table.
pub(super) const LIMITED: &[(&str, Rule)] = &[
    ("answered_question", Rule::Tenant),
    ("answer", Rule::Only("EXISTS (SELECT FROM run r WHERE r.id = answer.run)")),
    ("answer_outcome", Rule::Tenant),
    ("audit", Rule::Tenant),
    // Scopes of runs and agents have ids of jobs in their names.
    ("budget", Rule::Only("scope NOT LIKE 'tenant:%' OR {named}(split_part(scope, ':', 2))")),
    ("budget_refusal", Rule::Tenant),
    ("call", Rule::Tenant),
    ("console_session", Rule::Tenant),
    ("dead_letter", Rule::Tenant),
    ("entity_lease", Rule::Tenant),
    ("entity", Rule::TenantReads("tenant = ''")),
    ("entity_key", Rule::TenantReads("tenant = ''")),
    ("event", Rule::Tenant),
    ("event_state", Rule::Tenant),
    ("event_requester", Rule::Tenant),
    ("evidence", Rule::Tenant),
    ("fact", Rule::TenantOr("tenant IS NULL AND attribute NOT LIKE 'finding:%' OR public AND {shared}")),
    ("forecast", Rule::Tenant),
    ("gateway_request", Rule::Tenant),
    ("gateway_token", Rule::Tenant),
    ("intake", Rule::Tenant),
    ("intake_change", Rule::Tenant),
    ("macro_result", Rule::Tenant),
    ("macro_review", Rule::Only("EXISTS (SELECT FROM macro_result r WHERE r.id = macro_review.result)")),
    ("macro_session", Rule::Tenant),
    ("mcp_question", Rule::TenantOrUnknown),
    ("mcp_session", Rule::TenantOrUnknown),
    ("mcp_shown", Rule::TenantOrUnknown),
    ("mcp_task", Rule::TenantOrUnknown),
    ("note", Rule::Tenant),
    ("note_embedding", Rule::Tenant),
    ("note_fact", Rule::Tenant),
    ("note_sighting", Rule::Tenant),
    ("note_source", Rule::Only("EXISTS (SELECT FROM note n WHERE n.id = note_source.note)")),
    ("note_link", Rule::Only("EXISTS (SELECT FROM note n WHERE n.id = note_link.note)")),
    ("outbox", Rule::Tenant),
    ("outcome", Rule::Tenant),
    ("outcome_class", Rule::Tenant),
    ("question", Rule::Only("EXISTS (SELECT FROM run r WHERE r.id = question.run)")),
    ("redrive", Rule::Tenant),
    ("redrive_letter", Rule::Only("EXISTS (SELECT FROM redrive r WHERE r.id = redrive_letter.redrive)")),
    ("report", Rule::Tenant),
    ("representation", Rule::TenantReads("tenant = ''")),
    ("representation_context", Rule::TenantReads("tenant = ''")),
    ("research", Rule::TenantOr("public AND {shared}")),
    ("research_embedding", Rule::TenantOr("public AND {shared}")),
    ("result", Rule::Tenant),
    ("result_reader", Rule::Tenant),
    ("result_removed", Rule::Tenant),
    ("review_desk", Rule::Tenant),
    ("run", Rule::Tenant),
    ("run_given_up", Rule::Only("EXISTS (SELECT FROM run r WHERE r.id = run_given_up.run)")),
    ("run_stop", Rule::TenantOrUnknown),
    ("schedule", Rule::Tenant),
    ("tenant_load", Rule::Tenant),
    ("valuation", Rule::Only("EXISTS (SELECT FROM run r WHERE r.id = valuation.run)")),
    // A mark of an ordinary outcome has no group, and contains nothing but the job.
    ("verdict", Rule::Only("grp IS NULL OR EXISTS (SELECT FROM verdict_group g WHERE g.id = verdict.grp)")),
    ("verdict_group", Rule::Tenant),
    ("webhook_delivery", Rule::Only("EXISTS (SELECT FROM webhook_endpoint e WHERE e.id = webhook_delivery.endpoint)")),
    ("webhook_endpoint", Rule::Tenant),
    // A secret is written in the statement that writes its endpoint, which no subquery sees before the end of the
    // statement.
    ("webhook_secret", Rule::TenantOr("EXISTS (SELECT FROM webhook_endpoint e WHERE e.id = webhook_secret.endpoint)")),
];

/// Tables of the gateway without rows of one tenant, each with the reason.
pub(super) const SHARED: &[(&str, &str)] = &[
    ("batch_lane", "holders of tasks that one instance of a service runs"),
    ("dispatch", "ids and subjects of messages, for the relay"),
    ("entity_fence", "the sequence of fences"),
    ("hearer", "names of consumers"),
    ("nats_server", "names of consumers and of servers"),
    ("inbox", "states of jobs, by consumer and id"),
    ("inbox_old", "states of jobs, by consumer and id"),
    ("inbox_period", "times of partitions"),
    ("instance", "processes"),
    ("run_forecast", "a view with the rights of its reader"),
    ("scoped_call", "a view with the condition of the policy"),
    ("scoped_entity", "a view with the condition of the policy"),
    ("scoped_note", "a view with the condition of the policy"),
    ("scoped_research", "a view with the condition of the policy"),
    ("verdict_period", "times of partitions"),
    ("worker_model", "models of the workers"),
];

impl Rule {
    /// Returns the condition for rows that may be read and changed, and the one for the rows that result from a write.
    fn conditions(self) -> [String; 2] {
        match self {
            Self::TenantReads(_) => [self.sql(), Self::Tenant.sql()],
            _ => [self.sql(), self.sql()],
        }
    }

    fn sql(self) -> String {
        let mine = named("tenant");
        let condition = match self {
            Self::Tenant => mine,
            Self::TenantOrUnknown => format!("tenant IS NULL OR {mine}"),
            Self::TenantOr(more) | Self::TenantReads(more) => format!("{mine} OR {more}"),
            Self::Only(condition) => condition.to_owned(),
        };
        let condition = condition.replace("{named}(split_part(scope, ':', 2))", &named("split_part(scope, ':', 2)"));
        format!("{} OR {SERVES_ALL}", condition.replace("{shared}", IS_SHARED))
    }
}

/// Condition: `column` is one of the transaction's tenants. The subquery is evaluated once per statement.
fn named(column: &str) -> String {
    format!("{column} = ANY ((SELECT string_to_array(current_setting('auspex.tenant', true), ','))::text[])")
}

/// Creates a policy unless it exists, drops the older ones of this prefix, and makes the table obey them. A repetition
/// takes no lock. A block and no temporary function, which would need the privilege TEMPORARY on the database.
const BLOCK: &str = "
DO $do$
DECLARE
    rel regclass := 'public.{table}'::regclass; own text := '{own}'; lim text := '{limited}'; al text := '{all}';
    readable text := $c${readable}$c$; writable text := $c${writable}$c$; old text;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = rel AND polname = al) THEN
        EXECUTE format('CREATE POLICY %I ON %s TO {others} USING (true) WITH CHECK (true)', al, rel);
    END IF;
    IF NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = rel AND polname = lim) THEN
        EXECUTE format('CREATE POLICY %I ON %s TO %s USING (%s) WITH CHECK (%s)', lim, rel, own, readable, writable);
    END IF;
    FOR old IN SELECT polname FROM pg_policy WHERE polrelid = rel AND polname ~ ('^' || own || '_(all|rows)_') AND polname NOT IN (lim, al) LOOP
        EXECUTE format('DROP POLICY %I ON %s', old, rel);
    END LOOP;
    IF NOT (SELECT relrowsecurity FROM pg_class WHERE oid = rel) THEN
        EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', rel);
    END IF;
END $do$;
";

/// Returns the policies. Each table has its own transaction, because a new policy locks its table.
pub(super) fn policies(prefix: &str) -> String {
    let mut sql = String::from(
        "-- Rows. The gateway names its tenants in the setting auspex.tenant; the other processes serve all tenants.\n",
    );
    let own = role(prefix, LIMITED_PROCESS);
    let others: Vec<String> = processes().filter(|it| *it != LIMITED_PROCESS).map(|it| role(prefix, it)).collect();
    let others = others.join(", ");
    let all = policy_name(&own, "all", &others);
    for (table, rule) in LIMITED {
        let [readable, writable] = rule.conditions();
        let limited = policy_name(&own, "rows", &format!("{readable} {writable}"));
        let names =
            [("{table}", *table), ("{own}", &own), ("{limited}", &limited), ("{all}", &all), ("{others}", &others)];
        let block = names.iter().fold(BLOCK.to_owned(), |block, (name, value)| block.replace(name, value));
        // The conditions contain braces.
        let block = block.replace("{readable}", &readable).replace("{writable}", &writable);
        let _ = writeln!(sql, "BEGIN;{block}COMMIT;");
    }
    sql
}

/// Returns a name that changes with the text of the policy, so that an unchanged policy is recognised.
fn policy_name(own: &str, kind: &str, text: &str) -> String {
    let hash = Uuid::new_v5(&Uuid::NAMESPACE_OID, text.as_bytes()).simple().to_string();
    format!("{own}_{kind}_{}", &hash[..8])
}
