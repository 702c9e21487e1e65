#!/usr/bin/env bash
# Replaces the processes of this machine, one after the other, by a version that lies ready in a folder of its own:
#   deploy/upgrade.sh /opt/lateral/2.9.0 3001 3002
# If one is not ready within 15 minutes, or ends three times, this ends with 1 and leaves the others as they are.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: $0 FOLDER PORT…" >&2; exit 2; }
folder=$(realpath "$1")
shift
[ -f "$folder/dist/web/index.html" ] || { echo "The web app is not built in $folder" >&2; exit 1; }
former=$(readlink /opt/lateral/current || true)

# Shows why, and how to go back.
give_up() {
  journalctl --unit "lateral@$1" --lines 5 --no-pager --output cat >&2
  echo "The process on port $1 is not ready: journalctl -u lateral@$1" >&2
  [ -z "$former" ] || [ "$former" = "$folder" ] || echo "Back to the version before: $0 $former $1" >&2
  exit 1
}

ln -sfn "$folder" /opt/lateral/next
mv -T /opt/lateral/next /opt/lateral/current
for port in "$@"; do
  echo "Replacing the process on port $port"
  systemctl restart "lateral@$port"
  deadline=$((SECONDS + 900))
  until curl --fail --silent --max-time 5 --output /dev/null "http://127.0.0.1:$port/health/ready"; do
    [ $SECONDS -lt $deadline ] || give_up "$port"
    [ "$(systemctl show --property NRestarts --value "lateral@$port")" -lt 3 ] || give_up "$port"
    sleep 1
  done
  # HAProxy looks again every half second.
  sleep 3
done
