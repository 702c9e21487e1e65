#!/usr/bin/env bash
# Three PostgreSQL nodes under Patroni with etcd, HAProxy in front of their leader, and two Lateral processes behind
# HAProxy, on this machine: http://localhost:3000. Ctrl-C stops everything and removes the database.
# Needs Debian's packages patroni, python3-etcd, etcd-server, haproxy and postgresql. Debian starts each as a service of its own: stop those
# first. As root, the nodes run as the user NODES_USER (postgres). DCS chooses Patroni's way to etcd: etcd3, or etcd for its v2 API.
set -euo pipefail
cd "$(dirname "$0")/.."

for program in patroni etcd haproxy curl; do
  command -v "$program" >/dev/null || { echo "$program is missing: apt-get install patroni python3-etcd etcd-server haproxy curl" >&2; exit 1; }
done
postgres_bin="${POSTGRES_BIN:-$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)}"
[[ -x "$postgres_bin/postgres" ]] || { echo 'PostgreSQL is missing: apt-get install postgresql' >&2; exit 1; }

# With etcd3, Patroni before 3.0.3 lets a leader that was frozen take the lock back (patroni#2689): acknowledged records vanish.
patroni_version="$(patroni --version | sed 's/^patroni //')"
etcd_version="$(etcd --version | sed -n 's/^etcd Version: //p')"
at_least() { [[ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" == "$1" ]]; }
dcs="${DCS:-$(at_least 3.0.3 "$patroni_version" && echo etcd3 || echo etcd)}"
if [[ "$dcs" == etcd3 ]] && ! at_least 3.0.3 "$patroni_version"; then
  echo "Patroni $patroni_version loses acknowledged records with etcd3. Take 3.0.3 or newer, or DCS=etcd." >&2
  exit 1
fi
if [[ "$dcs" == etcd ]] && at_least 3.6 "$etcd_version"; then
  echo "etcd $etcd_version has no v2 API, which Patroni $patroni_version needs. Take Patroni 3.0.3 or newer." >&2
  exit 1
fi

# PostgreSQL refuses to run as root. setpriv becomes the program itself, so that $! is the process to stop.
as_node=()
((EUID != 0)) || as_node=(setpriv "--reuid=${NODES_USER:-postgres}" "--regid=${NODES_USER:-postgres}" --init-groups)
work="$(mktemp -d)"
chmod 711 "$work"
password="$(od -An -N 16 -tx1 /dev/urandom | tr -d ' \n')"

processes=()
nodes=()
etcd=
proxy=
# Lateral first, then the nodes, whose Patroni stops PostgreSQL, and etcd last. HAProxy ignores SIGINT in the background.
clean_up() {
  trap - EXIT
  trap '' INT TERM
  ((${#processes[@]} == 0)) || { kill -INT "${processes[@]}" 2>/dev/null || true; wait "${processes[@]}" || true; }
  ((${#nodes[@]} == 0)) || { kill "${nodes[@]}" 2>/dev/null || true; wait "${nodes[@]}" || true; }
  kill $proxy $etcd 2>/dev/null || true
  wait
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# Waits two minutes for a command to succeed.
wait_for() {
  local what="$1"
  shift
  for _ in $(seq 240); do
    ! "$@" >/dev/null 2>&1 || return 0
    sleep 0.5
  done
  echo "$what did not come. The logs are in $work, which is kept." >&2
  work="$(mktemp -d)"
  exit 1
}

install -d -m 700 "$work/etcd"
((EUID != 0)) || chown "${NODES_USER:-postgres}:" "$work/etcd"
v2=()
[[ "$dcs" == etcd3 ]] || v2=(--enable-v2=true)
"${as_node[@]}" etcd --name lateral --data-dir "$work/etcd" "${v2[@]}" \
  --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 \
  --listen-peer-urls http://127.0.0.1:2380 --initial-advertise-peer-urls http://127.0.0.1:2380 \
  --initial-cluster lateral=http://127.0.0.1:2380 >"$work/etcd.log" 2>&1 &
etcd=$!
wait_for etcd curl --fail --silent http://127.0.0.1:2379/health

# On machines of their own, there is one etcd for each node, and all of them are named here.
names=(node1 node2 node3)
for index in 0 1 2; do
  folder="$work/${names[index]}"
  install -d -m 700 "$folder"
  ((EUID != 0)) || chown "${NODES_USER:-postgres}:" "$folder"
  env "PATRONI_${dcs^^}_HOSTS=127.0.0.1:2379" \
    PATRONI_NAME="${names[index]}" \
    PATRONI_RESTAPI_LISTEN="127.0.0.1:$((8001 + index))" PATRONI_RESTAPI_CONNECT_ADDRESS="127.0.0.1:$((8001 + index))" \
    PATRONI_POSTGRESQL_LISTEN="127.0.0.1:$((5431 + index))" \
    PATRONI_POSTGRESQL_CONNECT_ADDRESS="127.0.0.1:$((5431 + index))" \
    PATRONI_POSTGRESQL_DATA_DIR="$folder/data" PATRONI_POSTGRESQL_PGPASS="$folder/pgpass" \
    PATRONI_POSTGRESQL_BIN_DIR="$postgres_bin" \
    PATRONI_SUPERUSER_USERNAME=postgres PATRONI_SUPERUSER_PASSWORD="$password" \
    PATRONI_REPLICATION_USERNAME=replicator PATRONI_REPLICATION_PASSWORD="$password" \
    "${as_node[@]}" patroni deploy/patroni.yml >"$work/${names[index]}.log" 2>&1 &
  nodes+=($!)
done
haproxy -db -f deploy/haproxy.cfg -f deploy/haproxy-database.cfg >"$work/haproxy.log" 2>&1 &
proxy=$!

# The owner of Lateral's database is no superuser, and so cannot give its reader the right to read every tenant's rows. Since
# PostgreSQL 16 it also cannot set the password of a role that it did not make, unless it is granted.
as_superuser() { PGCONNECT_TIMEOUT=5 PGPASSWORD="$password" "$postgres_bin/psql" -q "postgres://postgres@127.0.0.1:5000/postgres" "$@"; }
wait_for 'The leader' as_superuser -c 'create role lateral_owner_reader bypassrls'
as_superuser -c "create role lateral_owner login createrole password '$password'" \
  -c 'grant lateral_owner_reader to lateral_owner with admin option' -c 'create database "lateral" owner lateral_owner'
wait_for 'The synchronous replica' sh -c 'curl --silent http://127.0.0.1:8001/cluster | grep -q sync_standby'

export DATA_DIR="$work/lateral" PUBLIC_URL=http://localhost:3000 TRUST_PROXY=loopback
export DATABASE_URL="postgres://lateral_owner:$password@127.0.0.1:5000/lateral"
for port in 3001 3002; do
  PORT=$port npm start &
  processes+=($!)
done
cat <<END
Patroni $patroni_version with $dcs $etcd_version, PostgreSQL of $postgres_bin. The nodes:
  curl http://127.0.0.1:8001/cluster
A switchover:
  curl -X POST http://127.0.0.1:8001/switchover -d '{"leader": "node1"}'
END
# When one of them ends, so do the others.
wait -n "${processes[@]}" "${nodes[@]}" $proxy $etcd
