#!/usr/bin/env python3
"""Kills the server at a random moment after each payment, 50 times: no purchase is lost, and none is counted twice."""

import pathlib
import random
import sqlite3
import threading

from shared import Device, Server, Tally, eventually

ROUNDS = 50
tally = Tally()
server = Server()
devices = []
for number in range(ROUNDS):
    device = Device(server.base)
    intent, secret = device.begin(f"buyer{number}@example.com")
    killer = threading.Timer(random.uniform(0, 0.2), server.kill)
    killer.start()
    try:
        paid = device.confirm(intent, secret).status == 200
    except OSError:
        # The answer was cut off: the payment may have happened all the same, as with a real provider.
        paid = None
    killer.join()
    server.start()
    if paid is None:
        paid = '"succeeded"' in device.get(f"/_sandbox/stripe/v1/payment_intents/{intent}?client_secret={secret}").text
    devices.append((device, paid))
    if number % 10 == 0:
        tally.check(f"the database is intact after {number + 1} kills", server.number("SELECT (SELECT integrity_check FROM pragma_integrity_check) = 'ok'") == 1)

paid = [device for device, is_paid in devices if is_paid]
unpaid = [device for device, is_paid in devices if not is_paid]
for device in paid:
    eventually("access", device.has_access)
tally.check("every paid purchase gives access", True)
# An event of a payment before this one, if there were any, would have come by now.
last = Device(server.base)
last.confirm(*last.begin("last@example.com"))
eventually("access", last.has_access)
sold = len(paid) + 1
tally.check("no unpaid purchase gives access", not any(device.has_access() for device in unpaid))
tally.check("each purchase is paid once", server.number("SELECT COUNT(*) FROM purchases WHERE status = 'paid'") == sold)
tally.check("each purchase has one mail", server.number("SELECT COUNT(*) FROM outbox_emails") == sold)
# A mail whose sending was cut off waits two minutes for its lease to end; here nobody holds one any more.
server.stop()
with sqlite3.connect(pathlib.Path(server.folder.name) / "data/app.sqlite") as database:
    database.execute("UPDATE outbox_emails SET next_attempt_at = 0, locked_until = 1 WHERE status <> 'sent'")
database.close()
server.start()
eventually("every mail", lambda: server.number("SELECT COUNT(*) FROM outbox_emails WHERE status <> 'sent'") == 0)
ids = [line.lower() for mail in server.mails() for line in mail.splitlines() if line.lower().startswith("message-id")]
tally.check("every mail is sent", len(set(ids)) == sold, f"{len(set(ids))} of {sold}")
print(f"     {len(paid)} of {ROUNDS} were paid; {len(ids) - len(set(ids))} mails were written again under the same Message-ID after a kill")
server.stop()
tally.end()
