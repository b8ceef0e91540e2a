#!/usr/bin/env bash
# Runs every check of `make test`, each with its time, and ends with a summary. Stops at the first that fails.
# What could not be checked on this machine is said in the summary, never passed over.
set -uo pipefail
cd "$(dirname "$0")/.."

export FLYCHESS_NOTES="${TMPDIR:-/tmp}/flychess-notes.$$"
: > "$FLYCHESS_NOTES"
trap 'rm -f "$FLYCHESS_NOTES"' EXIT

summary=()
begun=$SECONDS

finish() {
  printf '\n==== make test ====\n'
  printf '%s\n' "${summary[@]}"
  if [ -s "$FLYCHESS_NOTES" ]; then
    printf '\nNot everything was checked:\n'
    sed 's/^/  /' "$FLYCHESS_NOTES"
  fi
  printf '\n%s after %d s\n' "$1" "$((SECONDS - begun))"
}

# From the build on, its steps use what it made.
built=
engine=target/release/flychess
export TESTING=yes
for step in check-fmt check-lint check-doc check-unit check-deny build check-games check-wasm reference end2end; do
  printf '\n==== make %s ====\n' "$step"
  at=$SECONDS
  if make --no-print-directory BUILT="$built" ENGINE="$engine" "$step"; then
    if [ "$step" = build ]; then built=yes; fi
    summary+=("$(printf '  passed  %-11s %5d s' "$step" "$((SECONDS - at))")")
  else
    summary+=("$(printf '  FAILED  %-11s %5d s' "$step" "$((SECONDS - at))")")
    finish "FAILED"
    exit 1
  fi
done
finish "PASSED"
