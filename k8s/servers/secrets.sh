#!/bin/sh
# Prints every secret of the fleet and of its stores. A second run prints the same ones: passwords and seeds are files of FOLDER, readable by you only.
#   k8s/servers/secrets.sh FOLDER | kubectl apply -f -
# FOLDER must contain model.env (ANTHROPIC_API_KEY=... or another key, see ../README.md) and backups.env (ACCESS_KEY_ID=..., ACCESS_SECRET_KEY=...), and may
# contain researcher.env (further keys of the researcher) and objects.env (AUSPEX_OBJECTS_KEY=..., AUSPEX_OBJECTS_SECRET=... of a bucket).
# Environment: NAMESPACE (auspex), STORES (auspex-stores), AUSPEX (the command line), TENANTS ("acme beta": tenants that connect to NATS themselves).
# Keep FOLDER in a safe place, or put the printed values into the store of external-secrets.yaml and delete it.
set -eu
umask 077
folder=${1:?usage: secrets.sh FOLDER}
: "${NAMESPACE:=auspex}" "${STORES:=auspex-stores}" "${AUSPEX:=auspex}" "${TENANTS:=}"
for needed in model.env backups.env; do
    [ -s "$folder/$needed" ] || { echo "secrets.sh: $folder/$needed is missing; see the first lines of this script" >&2; exit 2; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Passwords are hexadecimal, so they need no escape in a URL.
password() {
    [ -s "$folder/$1.password" ] || openssl rand -hex 24 > "$folder/$1.password"
    cat "$folder/$1.password"
}

# secret NAMESPACE NAME [OPTION...]: without its creation time, as `kubectl apply` wants it.
secret() {
    namespace=$1 name=$2
    shift 2
    kubectl create secret generic "$name" --namespace "$namespace" --dry-run=client --output yaml "$@" > "$work/secret"
    # CloudNativePG loads a secret with this label again when it changes.
    kubectl label --local --filename "$work/secret" --output yaml app.kubernetes.io/part-of=auspex cnpg.io/reload=true
    echo ---
}

tenants=
for tenant in $TENANTS; do tenants="$tenants --tenant $tenant"; done
# shellcheck disable=SC2086
"$AUSPEX" topology permissions --nkeys "$folder" $tenants > "$work/users.conf"
secret "$NAMESPACE" nats-users --from-file="$work/users.conf"

"$AUSPEX" database redis-users > "$work/users.acl"
for process in classifier researcher filter forecaster writer operator; do
    variable=$(echo "AUSPEX_${process}_REDIS_PASSWORD" | tr '[:lower:]' '[:upper:]')
    value=$(password "redis-$process")
    sed "s/\${$variable}/$value/" "$work/users.acl" > "$work/next" && mv "$work/next" "$work/users.acl"
done
secret "$STORES" valkey-users --from-file="$work/users.acl"

# login USER NAME: the user name and password of a role of Postgres.
login() {
    printf 'username=%s\npassword=%s\n' "$1" "$(password "postgres-$2")" > "$work/env"
    secret "$STORES" "postgres-$2" --type=kubernetes.io/basic-auth --from-env-file="$work/env"
}
login auspex owner
for process in classifier researcher filter forecaster writer gateway operator; do login "auspex_$process" "$process"; done
secret "$STORES" postgres-backups --from-env-file="$folder/backups.env"

# process SECRET ROLE PASSWORD NKEY [REDIS-USER] [FILE...]: the secret of a process, with what the files add.
process() {
    {
        echo "AUSPEX_POSTGRES_URL=postgres://$2:$(password "postgres-$3")@postgres-rw.$STORES:5432/auspex"
        echo "AUSPEX_NATS_NKEY_SEED=$(cat "$folder/$4.nk")"
        [ -z "$5" ] || echo "AUSPEX_REDIS_URL=rediss://auspex-$5:$(password "redis-$5")@valkey.$STORES:6379"
    } > "$work/env"
    name=$1
    shift 5
    for file in "$@"; do [ ! -s "$folder/$file" ] || cat "$folder/$file" >> "$work/env"; done
    secret "$NAMESPACE" "$name" --from-env-file="$work/env"
}
process topology auspex owner auspex operator
process gateway auspex_gateway gateway gateway '' objects.env
for one in classifier filter forecaster; do process "$one" "auspex_$one" "$one" "$one" "$one" model.env; done
process writer auspex_writer writer writer writer model.env objects.env
process researcher auspex_researcher researcher researcher researcher model.env objects.env researcher.env
