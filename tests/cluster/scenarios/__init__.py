"""Scenarios by name, in the order in which they run. Each checks a promise and returns what it measured."""

from scenarios import backup, chart, deploy, failover, mends, nodes, ops, quorum, rollout, scaling, servers, stops, versions, watching

SCENARIOS = {
    "deploy": deploy.by_the_readme,
    "helm": chart.install_upgrade_roll_back,
    "restart": rollout.restart_everything,
    "undo": rollout.undo_everything,
    "stopped-early": stops.stopped_while_starting,
    "versions": versions.there_and_back,
    "ops": ops.doctor_and_redrive,
    "drain": nodes.drain_each,
    "node-lost": nodes.lose_one,
    "postgres-killed": servers.kill_postgres,
    "postgres-failover": failover.promote_standby,
    "nats-killed": servers.kill_nats,
    "valkey-gone": servers.without_valkey,
    "mends": mends.errors_name_the_mend,
    "nats-leader": quorum.kill_leader,
    "nats-majority": quorum.lose_majority,
    "full-nodes": scaling.full_nodes,
    "watching": watching.panels_and_alerts,
    "backup": backup.wipe_and_restore,
    "scaling": scaling.one_to_ten_and_back,
}
