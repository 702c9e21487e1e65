#!/usr/bin/env bash
# Replaces the processes of this machine, one after the other, by a version that lies ready in a folder of its own:
#   deploy/upgrade.sh /opt/lateral/2.9.0 3001 3002
# If one is not ready within 15 minutes, it ends with 1 and leaves the others as they are.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: $0 FOLDER PORT…" >&2; exit 2; }
folder=$(realpath "$1")
shift
[ -f "$folder/dist/web/index.html" ] || { echo "The web app is not built in $folder" >&2; exit 1; }

ln -sfn "$folder" /opt/lateral/next
mv -T /opt/lateral/next /opt/lateral/current
for port in "$@"; do
  echo "Replacing the process on port $port"
  systemctl restart "lateral@$port"
  deadline=$((SECONDS + 900))
  until curl --fail --silent --max-time 5 --output /dev/null "http://127.0.0.1:$port/health/ready"; do
    [ $SECONDS -lt $deadline ] || { echo "The process on port $port is not ready: journalctl -u lateral@$port" >&2; exit 1; }
    sleep 1
  done
  # HAProxy looks again every half second.
  sleep 3
done
