# Runs the parts of scripts/test, alone or side by side, and counts what passed: sourced by it.
# shellcheck shell=bash

log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT
# Parts in the background do not hear of Ctrl-C by themselves.
trap 'trap "" TERM; kill 0; exit 130' INT TERM
began=0

# Adds the outcome of one test run to the sum: a line of $log/sum. tally NAME PASSED FAILED STATUS
tally() {
  local name=$1 ok=$2 bad=$3 status=$4
  if [ "$status" != 0 ] && [ "$bad" = 0 ]; then bad=1; fi
  printf '%s %s %s\n' "$ok" "$bad" "$name" >>"$log/sum"
  printf -- '-- %s: %s passed, %s failed (%s s)\n' "$name" "$ok" "$bad" "$((SECONDS - began))"
}

# Keeps what failed for the end of the run: lines of $log/failures. failures_of NAME
failures_of() { sed "s|^|    $1: |" >>"$log/failures"; }

# Runs a command that either passes or fails as one. check NAME COMMAND...
check() {
  local name=$1 status=0
  shift
  began=$SECONDS
  say "$name"
  "$@" || status=$?
  tally "$name" "$([ $status = 0 ] && echo 1 || echo 0)" 0 $status
}

# Runs vitest projects and counts their tests. vitest NAME ARGUMENT...
vitest() {
  local name=$1 status=0 report counts
  shift
  began=$SECONDS
  say "$name"
  report=$(mktemp -u -p "$log")
  (cd ui && npx vitest run --reporter=default --reporter=json --outputFile.json="$report" "$@") || status=$?
  counts=$(node -e 'const r = JSON.parse(require("fs").readFileSync(process.argv[1])); console.log(r.numPassedTests, r.numFailedTests)' "$report" 2>/dev/null || echo "0 0")
  node scripts/test.d/changed/times.mjs "$report" || true
  node scripts/test.d/failed.mjs "$report" 2>/dev/null | failures_of "$name"
  # shellcheck disable=SC2086
  tally "$name" $counts $status
}

# Runs cargo's tests and counts them from the runner's own closing lines. cargo_test NAME COMMAND...
cargo_test() {
  # shellcheck disable=SC2016
  run_and_count '/^test result:/ { for (i = 1; i < NF; i++) { if ($(i+1) == "passed;") p += $i; if ($(i+1) == "failed;") f += $i } } END { print p + 0, f + 0 }' "$@"
}

# Runs a script that ends with its own line `N passed, N failed`. counted NAME COMMAND...
counted() {
  # shellcheck disable=SC2016
  run_and_count '/^[0-9]+ passed, [0-9]+ failed$/ { line = $1 " " $3 } END { print (line == "" ? "0 0" : line) }' "$@"
}

# Runs a command and lets an awk program count in its output. run_and_count PROGRAM NAME COMMAND...
run_and_count() {
  local program=$1 name=$2 status=0 output counts
  shift 2
  began=$SECONDS
  say "$name"
  output=$(mktemp -p "$log")
  "$@" 2>&1 | tee "$output" || status=$?
  counts=$(awk "$program" "$output")
  { grep -E -A3 '^(FAIL |test .* FAILED$)|panicked at' "$output" || true; } | failures_of "$name"
  # shellcheck disable=SC2086
  tally "$name" $counts $status
}

# Runs a function that holds test runs; one that ends early counts as a failure. part FUNCTION
part() {
  ("$1") || printf '0 1 %s ended early\n' "$1" >>"$log/sum"
}

# Runs lanes at once, each a list of parts that follow one another. What a part prints is shown whole when it ends.
# side_by_side "FUNCTION..."...
side_by_side() {
  local lane
  say "Side by side, each shown when it ends: $(printf '[%s] ' "$@")"
  for lane in "$@"; do
    run_lane "$lane" &
  done
  wait
}

# Runs the parts of one lane. run_lane "FUNCTION..."
run_lane() {
  local function output
  for function in $1; do
    output=$log/lane-$function
    part "$function" >"$output" 2>&1
    flock "$log" cat "$output"
  done
}

# Prints what failed and the final line; returns whether all passed.
print_sum() {
  touch "$log/failures"
  failures=$(cat "$log/failures") awk '{ passed += $1; failed += $2 }
    $2 { name = $0; sub(/^[0-9]+ [0-9]+ /, "", name); names = names "  " name "\n" }
    END {
      if (names != "") printf "\nFailed:\n%s%s", names, ENVIRON["failures"] == "" ? "" : ENVIRON["failures"] "\n"
      printf "\n%d passed, %d failed\n", passed, failed
      exit failed > 0
    }' "$log/sum"
}
