#!/usr/bin/env python3
"""Checks the sandbox and the event handler with Stripe's own Node library."""

import pathlib
import subprocess
import sys

from shared import Server, npm, venv

folder = npm("stripe", "stripe@23.1.0")
secret = "0123456789abcdef0123456789abcdef"
server = Server(SERVER_SECRET=secret, BEGIN_ANEW="true")
# The sandbox derives its keys from the server's secret; blake3 is not in Python's library.
python = venv("blake3", "blake3")
derive = "import blake3, sys; print(blake3.blake3(sys.argv[1].encode(), derive_key_context=sys.argv[2]).hexdigest())"


def derived(use):
    return subprocess.run([python, "-c", derive, secret, use], check=True, capture_output=True, text=True).stdout.strip()


key = "sk_test_" + derived("hrm 2026-11 sandbox key v1")
webhook = "whsec_" + derived("hrm 2026-11 sandbox events v1")
script = pathlib.Path(__file__).with_name("with-stripe-library.mjs")
status = subprocess.run(["node", script, folder, server.base, key, webhook]).returncode
server.stop()
sys.exit(status)
