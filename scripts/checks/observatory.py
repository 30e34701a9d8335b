#!/usr/bin/env python3
"""The security headers of every kind of page, scored by Mozilla's HTTP Observatory (MDN's program, on this machine alone)."""

import os
import pathlib
import subprocess
import sys

from shared import Server, free_port, npm

folder = npm("observatory", "@mdn/mdn-http-observatory@1.4.8")
front, plain = free_port(), free_port()
# As with real payments: the policy of payment pages then names Stripe.
stripe = {"PAYMENTS": "stripe", "STRIPE_SECRET_KEY": "sk_test_1", "STRIPE_PUBLISHABLE_KEY": "pk_test_1", "STRIPE_WEBHOOK_SECRETS": "whsec_1", "STRIPE_API_BASE": f"http://127.0.0.1:{free_port()}/"}
mail = {"MAIL_URL": "smtps://127.0.0.1:1", "MAIL_FROM": "shop@example.com", "SUPPORT_EMAIL": "help@example.com"}
server = Server(PUBLIC_URL=f"https://localhost:{front}", TRUSTED_PROXIES="1", VERIFY_POLICY="proof", SERVER_SECRET="0123456789abcdef0123456789abcdef", BEGIN_ANEW="true", **stripe, **mail)
certificate = pathlib.Path(server.folder.name) / "certificate.pem"
key = certificate.with_name("key.pem")
make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
subprocess.run([*make, "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate], check=True, capture_output=True)
script = pathlib.Path(__file__).with_name("observatory.mjs")
environment = {**os.environ, "NODE_EXTRA_CA_CERTS": str(certificate), "NO_PROXY": "localhost", "no_proxy": "localhost"}
command = ["node", script, folder, certificate, key, str(server.port), str(front), str(plain)]
status = subprocess.run(command, env=environment).returncode
server.stop()
sys.exit(status)
