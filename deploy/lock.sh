#!/usr/bin/env bash
# The packages of deploy/locks, each at one version and with the digest of every file that an index may give for it.
#   deploy/lock.sh                           what pyproject.toml asks for now; all else stays as it is
#   deploy/lock.sh --upgrade                 the newest that pyproject.toml allows
#   deploy/lock.sh --upgrade-package NAME    the newest of one package
set -euo pipefail
cd "$(dirname "$0")/.."

uv=${UV:-.venv/bin/uv}

# lock NAME ARGS...: the index's address stays out of the file, so that a mirror serves as well.
lock() {
  local file=deploy/locks/$1.txt
  shift
  "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
    --no-emit-index-url --no-header --no-annotate --output-file "$file" "$@"
}

# dev.txt has everything; the others are parts of it, so that tests run with what servers run. Only readers.txt has more:
# other people's readers of a release, which are installed apart from us.
lock dev pyproject.toml --all-extras --group build --group sbom "$@"
for part in run postgres extras docs; do
  case $part in
    run) asked=() ;;
    postgres) asked=(--extra postgres) ;;
    extras) asked=(--extra beam --extra dask --extra parquet --extra streetlearn) ;;
    docs) asked=(--extra docs --group build) ;;
  esac
  lock "$part" pyproject.toml "${asked[@]}" --constraint deploy/locks/dev.txt
done
for part in build sbom readers; do
  lock "$part" --group "$part" --constraint deploy/locks/dev.txt
done
