#!/bin/sh
# Entry point of a Postgres of the distribution: an empty cluster with the superuser `postgres`, then the server with the given settings.
set -e
if [ ! -f "$PGDATA/PG_VERSION" ]; then
    busybox mkdir -p "$PGDATA"
    busybox chmod 700 "$PGDATA"
    initdb --pgdata="$PGDATA" --username=postgres --auth=trust --locale=C --encoding=UTF8
fi
exec postgres -D "$PGDATA" -c "listen_addresses=*" -c unix_socket_directories=/tmp "$@"
