//! The store on a real Postgres, from crates/local-servers.

#[path = "store/about.rs"]
mod about;
#[path = "store/aging.rs"]
mod aging;
#[path = "store/answers.rs"]
mod answers;
#[path = "store/batches.rs"]
mod batches;
#[path = "store/calibration.rs"]
mod calibration;
#[path = "store/cancel.rs"]
mod cancel;
#[path = "store/catalogue.rs"]
mod catalogue;
#[path = "store/conformance.rs"]
mod conformance;
#[path = "store/console_lists.rs"]
mod console_lists;
#[path = "store/contradictions.rs"]
mod contradictions;
#[path = "store/cost_history.rs"]
mod cost_history;
#[path = "store/counts.rs"]
mod counts;
#[path = "store/dead_letters.rs"]
mod dead_letters;
#[path = "store/definer.rs"]
mod definer;
#[path = "store/degraded.rs"]
mod degraded;
#[path = "store/endings.rs"]
mod endings;
#[path = "store/facts.rs"]
mod facts;
#[path = "store/failover.rs"]
mod failover;
#[path = "store/families.rs"]
mod families;
#[path = "store/fan_in.rs"]
mod fan_in;
#[path = "store/faults.rs"]
mod faults;
#[path = "store/filled.rs"]
mod filled;
#[path = "store/fleet.rs"]
mod fleet;
#[path = "store/forecast_reviews.rs"]
mod forecast_reviews;
#[path = "store/gateway.rs"]
mod gateway;
#[path = "store/given_research.rs"]
mod given_research;
#[path = "store/groups.rs"]
mod groups;
#[path = "store/histories.rs"]
mod histories;
#[path = "store/identity.rs"]
mod identity;
#[path = "store/journal.rs"]
mod journal;
#[path = "store/leases.rs"]
mod leases;
#[path = "store/ledger.rs"]
mod ledger;
#[path = "store/ledger_model.rs"]
mod ledger_model;
#[path = "store/limits.rs"]
mod limits;
#[path = "store/list_counts.rs"]
mod list_counts;
#[path = "store/loads.rs"]
mod loads;
#[path = "store/migrations.rs"]
mod migrations;
#[path = "store/names.rs"]
mod names;
#[path = "store/neighbours.rs"]
mod neighbours;
#[path = "store/outcome_results.rs"]
mod outcome_results;
#[path = "store/outcomes.rs"]
mod outcomes;
#[path = "store/page_bytes.rs"]
mod page_bytes;
#[path = "store/pages.rs"]
mod pages;
#[path = "store/plans.rs"]
mod plans;
#[path = "store/pooler.rs"]
mod pooler;
#[path = "store/privileges.rs"]
mod privileges;
#[path = "store/quiet.rs"]
mod quiet;
#[path = "store/reads.rs"]
mod reads;
#[path = "store/redrives.rs"]
mod redrives;
#[path = "store/reindex.rs"]
mod reindex;
#[path = "store/result_stream.rs"]
mod result_stream;
#[path = "store/retention.rs"]
mod retention;
#[path = "store/reviews.rs"]
mod reviews;
#[path = "store/roles.rs"]
mod roles;
#[path = "store/rows.rs"]
mod rows;
#[path = "store/samples.rs"]
mod samples;
#[path = "store/schedules.rs"]
mod schedules;
#[path = "store/shares.rs"]
mod shares;
#[path = "store/statements.rs"]
mod statements;
#[path = "store/support.rs"]
mod support;
#[path = "store/tenant_lists.rs"]
mod tenant_lists;
#[path = "store/tenants.rs"]
mod tenants;
#[path = "store/unreadable.rs"]
mod unreadable;
#[path = "store/unsettled.rs"]
mod unsettled;
#[path = "store/valued.rs"]
mod valued;
#[path = "store/vectors.rs"]
mod vectors;
#[path = "store/verdict_parts.rs"]
mod verdict_parts;
#[path = "store/watch.rs"]
mod watch;
#[path = "store/webhook_places.rs"]
mod webhook_places;
#[path = "store/webhooks.rs"]
mod webhooks;
