"""Dashboards and alerts against the live metrics of the fleet."""

import re
import time

import fleet
import monitoring
from load import Load
from scenarios import ops
from wait import until

# Metrics of programs that the cluster does not have: exporters of nats-server, kube-state-metrics and KEDA.
ELSEWHERE = ("jetstream_", "gnatsd_", "kube_", "keda_")
NAME = re.compile(r"\b((?:auspex|gen_ai|jetstream|gnatsd|kube|keda)_[a-z0-9_]+)\b")
# Labels that look like metrics.
LABELS = {"gen_ai_request_model", "gen_ai_token_type"}
# Metrics whose labels are known with the first incident only; tests/tests/observed/prometheus.rs says which incident.
INCIDENTS = {
    *("auspex_budget_denials_total", "auspex_cool_downs_total", "auspex_model_refusals_total", "auspex_model_account_blocked"),
    *("auspex_webhook_deliveries_total", "auspex_http_streams", "auspex_gateway_left_to_relay_total"),
    *("auspex_consumer_rebuilds_total", "auspex_relayed_total", "auspex_spans_dropped_total"),
    *("auspex_overtaken_total", "auspex_tenant_limited_total", "auspex_store_groups_split_total"),
}
# Metrics of work that this load does not contain: requests to the gateway.
OTHER_WORK = {
    *("auspex_http_requests_total", "auspex_http_request_duration_seconds_bucket", "auspex_http_requests_in_flight", "auspex_http_connections"),
    *("auspex_gateway_events_total", "auspex_gateway_publish_queue", "auspex_gateway_scope_refusals_total"),
}


def names(expression):
    return {name for name in NAME.findall(expression) if name not in LABELS | INCIDENTS | OTHER_WORK and not name.startswith(ELSEWHERE)}


def unknown(expressions):
    """Returns the metrics in the expressions that no process of the fleet has."""
    there = set(monitoring.api("label/__name__/values"))
    return sorted(set().union(*map(names, expressions)) - there)


def stopped(name):
    """A deployment without a pod."""
    return (lambda: fleet.kube("scale", f"deployment/{name}", "--replicas=0")), (lambda: fleet.kube("scale", f"deployment/{name}", "--replicas=2"))


def without_valkey():
    Load(questions=60, transactions=0)
    fleet.kube("scale", "statefulset/valkey", "--replicas=0")


CAUSES = {
    "AuspexWorkerAbsent": stopped("writer"),
    "AuspexGatewayAbsent": stopped("gateway"),
    "AuspexRedisFails": (without_valkey, lambda: fleet.kube("scale", "statefulset/valkey", "--replicas=1")),
    "AuspexDeadLetters": (lambda: ops.garbage("garbage-of-alerts"), lambda: None),
}


def fired(alert):
    """Causes an alert, waits until it is delivered, mends the cause, and waits until the end is delivered."""
    cause, mend = CAUSES[alert]
    begun = time.monotonic()
    try:
        cause()
        until(f"{alert} is delivered", lambda: monitoring.delivered("firing", alert), seconds=150)
        after = time.monotonic() - begun
    finally:
        mend()
    until(f"{alert} is resolved", lambda: monitoring.delivered("resolved", alert), seconds=240)
    return f"{alert} {after:.0f} s"


def panels_and_alerts():
    if absent := monitoring.missing():
        return f"skipped: {' and '.join(absent)} not installed"
    fleet.ensure()
    with monitoring.running():
        load = Load(questions=60)
        found = load.judge()
        asked, alerts = list(monitoring.panels()), monitoring.alerts()
        blind = unknown([text for _, text in asked] + list(alerts.values()))
        assert not blind, f"no process has these metrics: {', '.join(blind)}"
        empty = sorted({title for title, text in asked if names(text) and not monitoring.query(text)})
        for text in alerts.values():
            monitoring.query(text)
        times = [fired(alert) for alert in CAUSES]
    return f"{len(asked)} panel queries and {len(alerts)} alerts understood, every metric of the fleet exists; without data: {', '.join(empty) or 'none'}; delivered and resolved: {', '.join(times)}; {found}"
