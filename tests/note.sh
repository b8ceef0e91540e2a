#!/usr/bin/env bash
# Says that something could not be checked: now, and again in the summary of `make test`.
set -euo pipefail
printf '\n!!! %s\n\n' "$*" >&2
if [ -n "${FLYCHESS_NOTES:-}" ]; then printf '%s\n' "$*" >> "$FLYCHESS_NOTES"; fi
