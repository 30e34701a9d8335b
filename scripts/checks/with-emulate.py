#!/usr/bin/env python3
"""Buys without JavaScript at the hosted page of emulate, a Stripe emulator by another project; its signed event comes before the return page."""

import pathlib
import subprocess

from shared import Device, Server, Tally, free_port, npm

SECRET = "whsec_of_emulate"
tally = Tally()
folder = npm("emulate", "emulate@0.12.2")
port, shop_port = free_port(), free_port()
script = pathlib.Path(__file__).with_name("with-emulate.mjs")
hook = f"http://127.0.0.1:{shop_port}/api/webhooks/stripe"
process = subprocess.Popen(["node", script, folder, str(port), hook, SECRET], stdout=subprocess.PIPE, text=True)
base = process.stdout.readline().strip()
server = Server(
    port=shop_port,
    PAYMENTS="stripe",
    STRIPE_SECRET_KEY="sk_test_emulated",
    STRIPE_PUBLISHABLE_KEY="pk_test_emulated",
    STRIPE_WEBHOOK_SECRETS=SECRET,
    STRIPE_API_BASE=base,
    STRIPE_PRICE_ID="price_monitor",
    VERIFY_POLICY="instant",
    SERVER_SECRET="0123456789abcdef0123456789abcdef",
    BEGIN_ANEW="true",
)
try:
    for source, paid in (("subscribe", True), ("checkout", True), ("subscribe", False)):
        device = Device(server.base)
        answer = device.submit("/buy", **{"from": source, "email": "ann@example.com"})
        hosted = answer.headers["location"] or ""
        tally.check(f"the form of /{source} leads to the hosted page", answer.status == 303 and "/checkout/cs_" in hosted, f"{answer.status} {hosted}")
        tally.check("the hosted page answers 200", device.get(hosted).status == 200)
        if not paid:
            tally.check("without paying there is no access", not device.has_access())
            continue
        done = device.submit(f"{hosted}/complete")
        back = done.headers["location"] or ""
        tally.check("paying leads back", done.status == 302 and back.startswith(f"{server.base}/payment-success?session_id=cs_"), f"{done.status} {back}")
        tally.check("the signed event came first and was accepted", device.has_access())
        data = device.get(back).data
        tally.check("the return page is verified", data == {"name": "verified", "email": "ann@example.com"}, str(data))
    tally.check("two purchases and two mails", (server.number("SELECT COUNT(*) FROM purchases WHERE status = 'paid'"), server.number("SELECT COUNT(*) FROM outbox_emails")) == (2, 2))
finally:
    server.stop()
    process.terminate()
    process.wait()
tally.end()
