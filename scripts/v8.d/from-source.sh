# Builds the V8 archive from the crate's source, the last way of scripts/v8: sourced by it, uses its places and functions.
# shellcheck shell=bash disable=SC2154 # scripts/v8 sets the places

readonly LLVM=/usr/lib/llvm-19
readonly PACKAGES=(clang-19 lld-19 llvm-19 libclang-rt-19-dev ninja-build generate-ninja python3)
readonly CORE_MINUTES=70 # what the build costs, in minutes of one core
readonly DISK_GIB=3      # what its folder may need
readonly JOB_GIB=2       # the memory that one compiler may need

# Copies the crate's source into the build folder and adapts it to Debian's tools.
copy_source() {
  [[ -d $build/source ]] && return
  say "Fetching the v8 crate's source with cargo"
  need cargo "install Rust"
  local project=$build/fetch copy=$build/source.partial from
  mkdir -p "$project"
  : >"$project/lib.rs"
  printf '%s\n' '[workspace]' '[package]' 'name = "fetch"' 'version = "0.0.0"' 'edition = "2021"' \
    '[lib]' 'path = "lib.rs"' '[dependencies]' "v8 = \"=$version\"" >"$project/Cargo.toml"
  (cd "$root" && cargo metadata --quiet --format-version 1 --filter-platform "$target" \
    --manifest-path "$project/Cargo.toml") >"$project/metadata.json" || fail "cargo cannot fetch the v8 crate"
  from=$(/usr/bin/python3 -c 'import json, sys
print(next(p["manifest_path"] for p in json.load(sys.stdin)["packages"] if p["name"] == "v8"))' \
    <"$project/metadata.json")
  rm -rf "$copy"
  cp -r "$(dirname "$from")" "$copy"
  # Debian's gn does not know path_exists; the question it asks here is about a service nobody uses.
  sed -i 's/^if (path_exists(.*)) {$/if (false) {/' "$copy/build/toolchain/rbe.gni"
  mv "$copy" "$build/source"
}

# Lays out Debian's clang the way Chromium's build files expect it.
link_clang() {
  local clang=$build/clang
  local runtime=$clang/lib/clang/19/lib/$target
  mkdir -p "$runtime"
  ln -sfn "$LLVM/bin" "$clang/bin"
  ln -sfn "$LLVM/lib/clang/19/include" "$clang/lib/clang/19/include"
  ln -sfn "$LLVM/lib/clang/19/lib/linux/libclang_rt.builtins-x86_64.a" "$runtime/libclang_rt.builtins.a"
}

# Writes the ninja files.
generate() {
  local arguments=(
    is_debug=false use_custom_libcxx=true v8_enable_pointer_compression=false use_glib=false
    symbol_level=0 v8_symbol_level=0 line_tables_only=false treat_warnings_as_errors=false
    "clang_base_path=\"$build/clang\"" 'clang_version="19"' "cc_wrapper=\"$build/helpers/pch-wrapper\""
  )
  rm -rf "$build/helpers" "$build/out/pch/"*.bad
  cp -r "$root/scripts/v8.d/helpers" "$build/helpers"
  gn --root="$build/source" --script-executable=/usr/bin/python3 gen "$build/out" \
    --args="${arguments[*]}" >"$build/gn.log" || fail "gn failed; its output is in $build/gn.log"
}

# Prints how many compilers may run at once: one per core, fewer if memory is short.
count_jobs() {
  local cores fit
  cores=$(nproc)
  fit=$(awk -v job="$JOB_GIB" '/^MemAvailable:/ { print int($2 / 1024 / 1024 / job) }' /proc/meminfo)
  ((fit >= 1)) || fit=1
  echo $((fit < cores ? fit : cores))
}

# Turns ninja's lines into one line of progress a minute.
report_progress() {
  local line next=$((SECONDS + 60)) start=$SECONDS
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    ((SECONDS >= next)) || continue
    note "step ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}, $(((SECONDS - start) / 60)) min elapsed"
    next=$((SECONDS + 60))
  done
}

# Compiles V8.
compile() {
  local jobs
  jobs=$(count_jobs)
  say "Compiling V8: about $((CORE_MINUTES / jobs + 1)) minutes in all with $jobs compilers at once on idle cores"
  NINJA_STATUS='[%f/%t] ' ninja -C "$build/out" -j "$jobs" rusty_v8 2>&1 | tee "$build/ninja.log" | report_progress ||
    fail "the build stopped; ninja's output is in $build/ninja.log; run this again to go on"
}

# Ends the script if the build folder's disk is too full.
check_disk() {
  local free
  free=$(df --output=avail -BG "$build" | tail -n 1 | tr -dc 0-9)
  ((free >= DISK_GIB)) || fail "building V8 needs $DISK_GIB GiB of disk in $build, of which $free are free"
}

# Way 4: builds the archive from the crate's source.
build_from_source() {
  [[ $target == x86_64-unknown-linux-gnu ]] ||
    fail "building from source is only known to work on x86_64: set RUSTY_V8_ARCHIVE to an archive"
  [[ $build == /* && $build != *[[:space:]]* ]] ||
    fail "XDG_CACHE_HOME must be an absolute path without spaces to build V8 there"
  [[ ! -d $build/out ]] || note "Going on with the build in $build"
  mkdir -p "$build"
  check_disk
  install_debian "${PACKAGES[@]}"
  copy_source
  link_clang
  generate
  compile
  say "Compressing the archive"
  gzip -nc "$build/out/obj/librusty_v8.a" >"$partial"
  publish || fail "the build made no usable archive; remove $build and run this again"
  rm -rf "$build"
}
