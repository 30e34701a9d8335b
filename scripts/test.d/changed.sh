# Runs what a change can affect in less than six minutes, for `scripts/test --changed`: sourced by it.
# shellcheck shell=bash
# The root and the folder of the log are those of scripts/test.
# shellcheck disable=SC2154

# How long all of it may take, in seconds; with what has to be built anew after a new dependency it takes longer.
changed_limit=350

# Runs the lints, units, API tests and stories of what differs from a revision; without one from where the branch began.
# run_changed [REVISION]
run_changed() {
  [ $# -le 1 ] || fail "name one revision: scripts/test --changed [REVISION]"
  need_toolchain
  "$root/scripts/v8" || fail "V8 is missing"
  install_packages || fail "the UI's packages could not be installed"
  node scripts/test.d/changed.mjs plan "$@" >"$log/plan" || fail "what has changed could not be found out"
  if [ -z "$(planned changed)" ]; then
    say "Nothing has changed"
    printf '0 0 Nothing\n' >"$log/sum"
    return
  fi
  say "$(planned changed | wc -l) changed files: $(planned story | wc -l) stories, $(planned unit | wc -l) files of units and $(planned cargo | wc -l) runs of cargo are about them"
  changed_needs
  side_by_side "changed_lint_sources changed_units" "changed_build changed_cargo changed_clippy"
  part changed_stories
  changed_left
}

# Prints what the plan has of a kind, one a line. planned KIND
planned() { sed -n "s/^$1 //p" "$log/plan"; }

asks_for() { planned lint | grep -qx "$1"; }

changed_needs() {
  if asks_for shell || asks_for crates; then install_needs lint; fi
  if [ -n "$(planned story)" ]; then install_needs browser; fi
}

changed_lint_sources() {
  if asks_for shell; then lint_shell; fi
  if asks_for crates; then lint_crates; fi
  if asks_for v8; then lint_archive; fi
  if asks_for rust; then lint_formats; fi
  if asks_for ui; then lint_ui; fi
}

changed_units() {
  local files
  mapfile -t files < <(planned unit)
  [ ${#files[@]} = 0 ] || vitest "UI units and components near the change" --project unit --project dom "${files[@]}"
}

# Builds the UI where it changed, and the server, which embeds it. Without all of its tests that takes half of the time.
changed_build() {
  if [ -z "$(planned story)$(planned cargo)" ]; then return; fi
  if planned changed | grep -qE '^ui/(src|build|public|package)' || [ ! -d ui/dist ]; then
    check "Build of the UI" build_ui
    check "Wire budgets" node scripts/budgets.mjs
  fi
  check "Development server" cargo test --quiet --workspace --no-run --test tidy
}

changed_cargo() {
  local run arguments
  while read -r run; do
    read -ra arguments <<<"$run"
    cargo_test "Server: cargo test ${run%% -- *}" cargo test --no-fail-fast "${arguments[@]}" </dev/null
  done < <(planned cargo)
}

changed_clippy() {
  if asks_for settings; then lint_settings; fi
  if asks_for rust; then lint_rust; fi
}

# Runs the nearest stories that fit into what is left of the time.
changed_stories() {
  local files
  [ -n "$(planned story)" ] || return 0
  node scripts/test.d/changed.mjs fit $((changed_limit - SECONDS)) <"$log/plan" >"$log/fitting" || fail "no story could be chosen"
  grep '^story-left ' "$log/fitting" >>"$log/plan"
  mapfile -t files < <(sed -n 's/^story //p' "$log/fitting")
  [ ${#files[@]} = 0 ] || vitest "Stories near the change" --project e2e --project alone --project unhurried "${files[@]}"
}

# Says what did not run.
changed_left() {
  local kind
  say "Not run"
  for kind in "story-left Stories for which six minutes are too short" \
    "unit-left Units for which they are too short" "api-left Modules of API tests for which they are too short"; do
    if [ -n "$(planned "${kind%% *}")" ]; then
      printf '%s: %s\n' "${kind#* }" "$(planned "${kind%% *}" | tr '\n' ' ')"
    fi
  done
  if planned changed | grep -q '^scripts/checks/'; then
    printf 'Checks, though some changed: scripts/test --again 1 NAME runs one.\n'
  fi
  printf 'Suites: postgres, checks, spotter, webkit, firefox, audit, and of the others what is not near the change.\n'
  printf 'This is for work between commits and no substitute for scripts/test, which runs everything.\n'
}
