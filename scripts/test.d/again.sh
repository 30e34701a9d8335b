# Repeats tests while all cores are busy, for `scripts/test --again`: sourced by it.
# shellcheck shell=bash

# Runs each named test COUNT times, whatever the outcomes, and keeps the output of the repetitions that failed.
# run_again COUNT NAME...
run_again() {
  local count=$1 name found=()
  shift
  [[ $count =~ ^[1-9][0-9]*$ ]] || fail "say how often: scripts/test --again 20 NAME"
  [ $# -gt 0 ] || fail "name a test: a file, part of a title, or a filter of cargo's"
  for name in "$@"; do
    found+=("$(node scripts/test.d/again.mjs find "$name")") || exit 1
  done
  again_needs "${found[@]}"
  kept=$(mktemp -d --suffix=.again)
  keep_busy
  local i=0
  for name in "$@"; do
    mapfile -t again <<<"${found[i]}"
    repeat "$count" "$name" "again_${again[0]}" "${again[@]:1}"
    i=$((i + 1))
  done
  stop_busy
  rmdir --ignore-fail-on-non-empty "$kept"
}

# Installs and builds, once, what the found tests need. again_needs FOUND...
again_needs() {
  local found suites=()
  for found in "$@"; do suites+=("${found%%$'\n'*}"); done
  install_packages || fail "the UI's packages could not be installed"
  case " ${suites[*]} " in
    *" browser "* | *" engines "* | *" checks "* | *" rust "* | *" postgres "*)
      prepare_server "${suites[@]}"
      say "Building the server and its tests"
      programs=$(cargo test --workspace --no-run --message-format=json 2>"$log/cargo" | node scripts/test.d/again.mjs binaries) ||
        { cat "$log/cargo" >&2; fail "the server and its tests could not be built"; }
      ;;
  esac
}

# Computes on every core until the script ends, however it ends.
keep_busy() {
  local core
  busy=()
  for ((core = 0; core < $(nproc); core++)); do
    while kill -0 $$ 2>/dev/null; do for ((i = 0; i < 100000; i++)); do :; done; done &
    busy+=($!)
  done
  trap 'stop_busy; rm -rf "$log"' EXIT
}

stop_busy() {
  [ ${#busy[@]} = 0 ] || kill "${busy[@]}" 2>/dev/null
  wait "${busy[@]}" 2>/dev/null
  busy=()
}

# repeat COUNT NAME FUNCTION ARGUMENT...
repeat() {
  local count=$1 name=$2 round status output ok=0 bad=0
  shift 2
  say "$name, $count times, while all cores are busy"
  # shellcheck disable=SC2034 # Read by tally.
  began=$SECONDS
  for ((round = 1; round <= count; round++)); do
    output=$kept/${name//[^A-Za-z0-9._-]/-}-$round.log
    local from=$SECONDS
    status=0
    "$@" >"$output" 2>&1 </dev/null || status=$?
    if [ $status = 0 ]; then
      ok=$((ok + 1))
      rm -f "$output"
    else
      bad=$((bad + 1))
      printf 'Repetition %s of %s failed after %s s; its output is in %s\n' "$round" "$name" "$((SECONDS - from))" "$output"
    fi
  done
  tally "$name" "$ok" "$bad" 0
}

# Runs vitest; that no test ran is a failure. again_vitest ARGUMENT...
again_vitest() {
  local report=$log/again.json status=0
  rm -f "$report"
  (cd ui && npx vitest run --reporter=default --reporter=json --outputFile.json="$report" "$@") || status=$?
  [ $status = 0 ] && node -e 'process.exit(JSON.parse(require("fs").readFileSync(process.argv[1])).numPassedTests > 0 ? 0 : 1)' "$report"
}

again_browser() { again_vitest --project e2e --project alone --project unhurried "$@"; }
again_engines() { again_vitest --project chromium --project webkit --project firefox "$@"; }
again_unit() { again_vitest --project unit --project dom "$@"; }
again_checks() { "$1"; }

# Runs the programs that have tests of this name, as cargo does; that there are none is a failure. Tests of PostgreSQL alone
# are ignored on SQLite, and count as none there. again_rust FILTER [OPTION...]
again_rust() {
  local folder program status=0 any=1 filter=$1
  shift
  [ $# -gt 0 ] || set -- --skip on_postgresql
  while IFS=$'\t' read -r folder program; do
    [ -n "$("$program" --list --format terse "$filter" "$@")" ] || continue
    any=0
    (cd "$folder" && "$program" "$filter" "$@") || status=$?
  done <<<"$programs"
  [ $any = 0 ] && [ $status = 0 ]
}

again_postgres() {
  export programs log
  export -f again_rust
  # shellcheck disable=SC2016
  on_postgres bash -c 'again_rust "$1" --include-ignored --skip on_sqlite' again "$1"
}
