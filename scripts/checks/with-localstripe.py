#!/usr/bin/env python3
"""Buys through localstripe, a Stripe emulator by another project: its intents, and its signed events one second later.

It knows an older version of Stripe's API, so a small proxy renames the one field that has another name today.
"""

import json
import subprocess
import threading
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from shared import Device, Server, Tally, eventually, free_port, venv

KEY = "sk_test_12345"
SECRET = "whsec_of_localstripe"
tally = Tally()
python = venv("localstripe", "localstripe==1.15.10", "setuptools<81")
port = free_port()
launch = f"""
from aiohttp import web
from localstripe import resources
resources.Store.dump_to_disk = lambda self: None
from localstripe.server import app
web.run_app(app, host="127.0.0.1", port={port}, print=None)
"""
# Apart from this folder, so that nothing in it is imported by its name.
process = subprocess.Popen([python, "-I", "-c", launch])
provider = f"http://127.0.0.1:{port}"


def call(method, path, fields=None):
    data = urllib.parse.urlencode(fields).encode() if fields is not None else None
    request = urllib.request.Request(provider + path, data=data, method=method, headers={"Authorization": f"Bearer {KEY}"})
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.loads(response.read() or b"{}")


class GoBetween(BaseHTTPRequestHandler):
    def pass_on(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        fields = urllib.parse.parse_qsl(body)
        fields = [(name.replace("allowed_payment_method_types", "payment_method_types"), value) for name, value in fields]
        data = urllib.parse.urlencode(fields).encode() if fields else None
        headers = {"Authorization": self.headers["Authorization"]}
        # The plain intent has no charge to expand before it is paid.
        path = self.path.split("?")[0] if "payment_intents" in self.path else self.path
        request = urllib.request.Request(provider + path, data=data, headers=headers, method=self.command)
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                status, answer = response.status, response.read()
        except urllib.error.HTTPError as error:
            status, answer = error.code, error.read()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_GET = do_POST = pass_on

    def log_message(self, *_):
        pass


def is_up():
    try:
        call("GET", "/v1/customers")
        return True
    except OSError:
        return False


go_between = ThreadingHTTPServer(("127.0.0.1", 0), GoBetween)
threading.Thread(target=go_between.serve_forever, daemon=True).start()
eventually("localstripe", is_up)
server = Server(
    PAYMENTS="stripe",
    STRIPE_SECRET_KEY=KEY,
    STRIPE_PUBLISHABLE_KEY="pk_test_12345",
    STRIPE_WEBHOOK_SECRETS=SECRET,
    STRIPE_API_BASE=f"http://127.0.0.1:{go_between.server_port}/",
    VERIFY_POLICY="instant",
    SERVER_SECRET="0123456789abcdef0123456789abcdef",
    BEGIN_ANEW="true",
)
try:
    hook = {"url": f"{server.base}/api/webhooks/stripe", "secret": SECRET, "events[]": "payment_intent.succeeded"}
    call("POST", "/_config/webhooks/shop", hook)
    device = Device(server.base)
    intent, secret = device.begin("ann@example.com")
    tally.check("an intent is made", intent.startswith("pi_"))
    known = call("GET", f"/v1/payment_intents/{intent}")
    tally.check("the intent costs 9.99 dollars", (known["amount"], known["currency"]) == (999, "usd"))
    tally.check("before paying there is no access", not device.has_access())
    method = call("POST", "/v1/payment_methods", {"type": "card", "card[number]": "4242424242424242", "card[exp_month]": "12", "card[exp_year]": "2034", "card[cvc]": "123"})
    call("POST", f"/v1/payment_intents/{intent}", {"payment_method": method["id"]})
    paid = call("POST", f"/v1/payment_intents/{intent}/confirm", {})
    tally.check("the card pays", paid["status"] == "succeeded", paid["status"])
    back = device.get(f"/payment-success?payment_intent={intent}&payment_intent_client_secret={secret}")
    tally.check("the return page comes before the event and is verified", back.data["name"] == "verified", back.text[:200])
    eventually("the signed event", lambda: server.number("SELECT COUNT(*) FROM webhook_events") == 1)
    tally.check("the signature of the event is accepted", True)
    tally.check("the device has access", device.has_access())
    tally.check("it is one purchase and one mail", (server.number("SELECT COUNT(*) FROM purchases WHERE status = 'paid'"), server.number("SELECT COUNT(*) FROM outbox_emails")) == (1, 1))
finally:
    server.stop()
    process.terminate()
    process.wait()
tally.end()
