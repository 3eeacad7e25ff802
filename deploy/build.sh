#!/usr/bin/env bash
# From a checkout to a server. The Dockerfile and a machine without containers run the same steps:
#   deploy/build.sh pages                    the viewer, in static/dist, and what it is made of, in static/viewer.cdx.json
#                                            (Node.js 20)
#   deploy/build.sh help                     the help pages, in docs/dist (Python 3.11); without them /help tells how to build them
#   deploy/build.sh server WHEELS PREFIX     the wheel with the viewer in it, in WHEELS, and a virtual environment
#                                            at PREFIX with it and the packages of deploy/locks/run.txt, and of the
#                                            locks that PANGEA_EXTRAS names, as in postgres (Python 3.11);
#                                            beside the wheel, what it is made of: server.cdx.json and viewer.cdx.json
#                                            (CycloneDX), and provenance.json (SLSA), which commit and locks it is from
#   deploy/build.sh pin                      the Dockerfile's images by digest, as the hub has them now (docker)
# Every package is installed by its digest (deploy/locks, static/package-lock.json), whatever index gives it.
set -euo pipefail
cd "$(dirname "$0")/.."

pages() {
  npm --prefix static ci --no-audit --no-fund
  npm --prefix static run build
  npm --prefix static sbom --package-lock-only --omit dev --sbom-format cyclonedx > static/viewer.cdx.json
}

# tools FOLDER LOCK...: a virtual environment with the packages of these locks.
tools() {
  local folder=$1
  python3 -m venv "$folder"
  for lock in "${@:2}"; do
    "$folder/bin/pip" install --quiet --no-deps --require-hashes --requirement "deploy/locks/$lock.txt"
  done
}

help() {
  local folder
  folder=$(mktemp -d)
  tools "$folder" docs
  "$folder/bin/pip" install --quiet --no-deps --no-build-isolation --editable .
  "$folder/bin/python" -m docs.site
  rm -rf "$folder"
}

server() {
  local wheels=$1 prefix=$2 started folder extras
  read -ra extras <<< "${PANGEA_EXTRAS:-}"
  started=$(date --utc +%FT%TZ)
  test -f static/viewer.cdx.json || { echo "First: deploy/build.sh pages" >&2; exit 1; }
  local python
  python=$(readlink -f "$(command -v python3)")
  if [ "$(id -u)" = 0 ] && ! setpriv --reuid=65534 --clear-groups test -x "$python"; then
    echo "Only root may run $python, so the server's user could not: PATH=/usr/bin:\$PATH $0 server $*" >&2
    exit 1
  fi
  folder=$(mktemp -d)
  tools "$folder" build sbom
  rm -f "$wheels"/pangea_toolkit-*.whl
  "$folder/bin/pip" wheel --quiet --no-deps --no-build-isolation --wheel-dir "$wheels" .
  tools "$prefix" run "${extras[@]}"
  "$prefix/bin/pip" install --quiet --no-deps "$wheels"/pangea_toolkit-*.whl
  "$prefix/bin/pangea" --help > /dev/null
  "$folder/bin/cyclonedx-py" environment --pyproject pyproject.toml --mc-type application \
    --output-reproducible --output-format JSON --output-file "$wheels/server.cdx.json" "$prefix/bin/python"
  cp static/viewer.cdx.json "$wheels/"
  python3 deploy/provenance.py --started "$started" "$wheels"/pangea_toolkit-*.whl "$wheels"/*.cdx.json \
    > "$wheels/provenance.json"
  rm -rf "$folder"
}

pin() {
  local image digest
  grep --only-matching --perl-regexp '^FROM \K[^ @]+' deploy/Dockerfile | sort --unique | while read -r image; do
    digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
    sed --in-place --regexp-extended "s|^FROM $image(@sha256:[0-9a-f]+)?( \|$)|FROM $image@$digest\2|" deploy/Dockerfile
  done
}

"$@"
