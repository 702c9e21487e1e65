#!/usr/bin/env bash
# Two processes on one data folder behind HAProxy, on this machine: http://localhost:3000. Ctrl-C stops everything.
# When one of both ends, the other serves on. Root may run it, too: PostgreSQL then runs in a user namespace of its own.
# Needs HAProxy (Debian: apt-get install haproxy). DATA_DIR names another folder than .data/two-processes.
set -euo pipefail
cd "$(dirname "$0")/.."
export DATA_DIR="${DATA_DIR:-.data/two-processes}" PUBLIC_URL=http://localhost:3000 TRUST_PROXY=loopback
command -v haproxy >/dev/null || { echo 'HAProxy is missing: apt-get install haproxy' >&2; exit 1; }

processes=()
proxy=
# HAProxy ignores SIGINT in the background, and after SIGTERM the processes would serve for DRAIN_SECONDS.
clean_up() {
  trap - EXIT
  kill -INT "${processes[@]}" 2>/dev/null || true
  kill $proxy 2>/dev/null || true
  wait
}
trap clean_up EXIT
for port in 3001 3002; do
  PORT=$port npm start &
  processes+=($!)
done
haproxy -db -f deploy/haproxy.cfg &
proxy=$!

status=0
wait -n || status=$?
if kill -0 $proxy 2>/dev/null; then
  echo 'One of both processes has ended. The other serves on.'
  wait -n || status=$?
fi
exit $status
