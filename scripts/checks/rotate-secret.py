#!/usr/bin/env python3
"""A drill: pays, gives and leaves mails waiting, replaces the secret with kills in the middle of it, and finds that everything still works."""

import json
import pathlib
import random
import sqlite3
import stat
import subprocess
import threading
import time

from shared import Device, Server, Tally, binary, eventually, free_port

tally = Tally()
KILLS = 12


def operate(*arguments, **settings):
    """Runs a task of the operator with the server's settings."""
    environment = {**server.settings, **settings}
    return subprocess.run([binary(), *arguments], cwd=server.folder.name, env=environment, capture_output=True, text=True)


def rotate():
    """Runs the task and returns its answer; what it says on failure otherwise."""
    done = operate("rotate-secret")
    return json.loads(done.stdout) if done.returncode == 0 else {"failed": done.stderr}


def buy(email):
    device = Device(server.base)
    device.confirm(*device.begin(email))
    eventually("access", device.has_access)
    return device


def give(recipient):
    """Buys a gift; returns its buyer and its code."""
    device = Device(server.base)
    fields = {"buyerEmail": "buyer@example.com", "recipientEmail": recipient, "personalMessage": "Take care"}
    secret = device.post("/api/create-gift-payment-intent", fields).json["clientSecret"]
    intent = secret.split("_secret_")[0]
    device.confirm(intent, secret)
    path = f"/download-success?gift=true&payment_intent={intent}&payment_intent_client_secret={secret}"
    link = eventually("the gift link", lambda: device.get(path).data.get("giftLink"))
    return device, link.rsplit("/", 1)[-1]


class Stale:
    """A second process on the same database, which is not restarted, and two writers that use it until they are refused."""

    def __init__(self):
        port = free_port()
        self.base = f"http://127.0.0.1:{port}"
        environment = {**server.settings, "BIND": f"127.0.0.1:{port}"}
        self.process = subprocess.Popen([binary()], cwd=server.folder.name, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually("the second process", lambda: self.is_up())
        self.taken = []
        self.refusals = []
        self.writers = [threading.Thread(target=self.write, args=(number,)) for number in range(2)]

    def is_up(self):
        try:
            return Device(self.base).get("/readyz").status == 200
        except OSError:
            return False

    def write(self, writer):
        device = Device(self.base)
        for number in range(100_000):
            address = f"stale{writer}n{number}@example.com"
            answer = device.post("/api/create-payment-intent", {"email": address})
            if answer.status != 200:
                self.refusals.append(answer.status)
                return
            self.taken.append(address)

    def kill(self):
        self.process.kill()
        self.process.wait()


# Nobody takes mails yet, so that they wait while the secret is replaced.
server = Server(MAIL_URL="smtp://127.0.0.1:1")
data = pathlib.Path(server.folder.name) / "data"
stale = None
try:
    owners = [buy(f"owner{number}@example.com") for number in range(8)]
    gifts = [give(f"recipient{number}@example.com") for number in range(4)]
    redeemer = Device(server.base)
    redeemed = redeemer.post(f"/api/gift-links/{gifts[0][1]}/activate", {"email": "recipient0@example.com"})
    tally.check("a gift is redeemed before the replacement", redeemed.status == 200, redeemed.text)
    waiting = server.number("SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending'")
    tally.check("mails wait", waiting == 12, waiting)
    first = (data / "server-secret").read_text()

    stale = Stale()
    tally.check("a new secret is made", "restart" in rotate().get("next", ""))
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in data.glob("server-secret*")}
    tally.check("both secrets are for their owner only", modes == {"server-secret": 0o600, "server-secret.old": 0o600}, modes)
    tally.check("nothing is written anew before a server knows the new secret", "no server has started" in rotate().get("failed", ""))
    for writer in stale.writers:
        writer.start()
    server.kill()
    with sqlite3.connect(data / "app.sqlite") as database:
        database.execute("UPDATE outbox_emails SET next_attempt_at = 0, locked_until = 0")
    database.close()
    del server.settings["MAIL_URL"]
    server.start()
    orders = server.number("SELECT COUNT(*) FROM purchases")
    late = Device(stale.base).post("/api/create-payment-intent", {"email": "late@example.com"})
    tally.check("a process that was not restarted writes nothing from then on", late.status == 503 and server.number("SELECT COUNT(*) FROM purchases") == orders, late.status)
    for writer in stale.writers:
        writer.join()
    tally.check("its writers were taken until then and refused after", stale.taken and stale.refusals == [503, 503], stale.refusals)
    eventually("its refusal to read", lambda: Device(stale.base).get("/api/access").status == 503)
    owners.append(buy("later@example.com"))

    for _ in range(KILLS):
        # The next run would begin another replacement.
        if not (data / "server-secret.old").exists():
            break
        task = subprocess.Popen([binary(), "rotate-secret"], cwd=server.folder.name, env=server.settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(random.uniform(0, 0.1))
        task.kill()
        task.communicate()
    tally.check("after kills every owner has access", all(owner.has_access() for owner in owners))
    done = rotate() if (data / "server-secret.old").exists() else {}
    tally.check("the old secret is gone", not (data / "server-secret.old").exists(), done)
    needed = server.number("SELECT COUNT(*) FROM server_secrets")
    tally.check("the database needs the new secret alone", needed == 1, needed)

    stale.kill()
    server.kill()
    server.start()
    lost = [address for address in stale.taken if address not in operate("export", address).stdout]
    tally.check("what was sealed during the replacement is opened after it", not lost, lost)
    tally.check("with the new secret alone every owner has access", all(owner.has_access() for owner in owners))
    for number, (buyer, code) in enumerate(gifts[1:], 1):
        gift = buyer.get(f"/api/gift-links/{code}").json
        tally.check(f"gift {number} shows its message and recipient", gift == {"recipientEmail": f"recipient{number}@example.com", "personalMessage": "Take care"}, gift)
        used = Device(server.base).post(f"/api/gift-links/{code}/activate", {"email": f"recipient{number}@example.com"})
        tally.check(f"gift {number} is redeemed", used.status == 200, used.text)
    tally.check("a redeemed gift keeps its access", redeemer.has_access())
    late = Device(server.base).post(f"/api/gift-links/{gifts[0][1]}/activate", {"email": "somebody@example.com"})
    tally.check("a used gift stays used", late.status == 410, late.text)
    verified = Device(server.base).post("/api/verify-email", {"email": "owner3@example.com"}).json
    tally.check("an address is found by its new hash", verified["verified"], verified)
    found = operate("find", "owner5@example.com")
    tally.check("the operator finds an order", '"paid"' in found.stdout, found.stderr)
    eventually("every mail", lambda: server.number("SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending'") == 0)
    mails = "".join(server.mails()).replace("=\n", "")
    tally.check("mails that waited are delivered with their links", all(code in mails for _, code in gifts), len(server.mails()))
    for name, secret in [("the old secret", first), ("another secret", "another-secret-of-32-characters-!")]:
        strange = operate("check-config", SERVER_SECRET=secret)
        is_refused = strange.returncode == 2 and "does not open this database" in strange.stderr
        tally.check(f"{name} is refused", is_refused and secret not in strange.stderr, strange.stderr)
finally:
    if stale:
        stale.kill()
    server.stop()
tally.end()
