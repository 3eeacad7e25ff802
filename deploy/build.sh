#!/usr/bin/env bash
# From a checkout to a server. The Dockerfile and a machine without containers run the same steps:
#   deploy/build.sh pages                    the viewer, in static/dist (Node.js 20)
#   deploy/build.sh help                     the help pages, in docs/dist (Python 3.11); without them /help tells how to build them
#   deploy/build.sh server WHEELS PREFIX     the wheel with the viewer in it, in WHEELS, and a virtual environment
#                                            at PREFIX with it and the versions of requirements.lock (Python 3.11)
set -euo pipefail
cd "$(dirname "$0")/.."

pages() {
  npm --prefix static ci --no-audit --no-fund
  npm --prefix static run build
}

help() {
  local tools
  tools=$(mktemp -d)
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --constraint deploy/requirements.lock --editable '.[docs]'
  "$tools/bin/python" -m docs.site
  rm -rf "$tools"
}

server() {
  local wheels=$1 prefix=$2
  test -f static/dist/guide.html || { echo "First: deploy/build.sh pages" >&2; exit 1; }
  local python
  python=$(readlink -f "$(command -v python3)")
  if [ "$(id -u)" = 0 ] && ! setpriv --reuid=65534 --clear-groups test -x "$python"; then
    echo "Only root may run $python, so the server's user could not: PATH=/usr/bin:\$PATH $0 server $*" >&2
    exit 1
  fi
  rm -f "$wheels"/pangea_toolkit-*.whl
  python3 -m pip wheel --quiet --no-deps --wheel-dir "$wheels" .
  python3 -m venv "$prefix"
  "$prefix/bin/pip" install --quiet --constraint deploy/requirements.lock "$wheels"/pangea_toolkit-*.whl
  "$prefix/bin/pangea" --help > /dev/null
}

"$@"
