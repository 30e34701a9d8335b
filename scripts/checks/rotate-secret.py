#!/usr/bin/env python3
"""A drill: sells beside a running server while the secret is replaced again and again, with kills in the middle of it, then seals everything anew, with
kills as well, and finds that everything still works."""

import json
import pathlib
import random
import sqlite3
import stat
import subprocess
import threading
import time

from shared import Device, Server, Tally, binary, eventually

tally = Tally()
KILLS = 40


def operate(*arguments, **settings):
    """Runs a task of the operator with the server's settings."""
    environment = {**server.settings, **settings}
    return subprocess.run([binary(), *arguments], cwd=server.folder.name, env=environment, capture_output=True, text=True)


def task(*arguments):
    """Runs a task and returns its answer; what it says on failure otherwise."""
    done = operate(*arguments)
    return json.loads(done.stdout) if done.returncode == 0 else {"failed": done.stderr}


def kill_during(name, most):
    """Kills a task within so many seconds. Returns whether it was killed."""
    started = subprocess.Popen([binary(), name], cwd=server.folder.name, env=server.settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        started.wait(random.uniform(0, most))
        return False
    except subprocess.TimeoutExpired:
        started.kill()
        started.wait()
        return True


def change(sql):
    with sqlite3.connect(data / "app.sqlite", timeout=30) as database:
        database.execute(sql)
    database.close()


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


class Writer(threading.Thread):
    """Begins orders until it is stopped."""

    def __init__(self, number):
        super().__init__()
        self.number = number
        self.is_stopped = threading.Event()
        self.taken = []
        self.refused = []

    def run(self):
        device = Device(server.base)
        for number in range(100_000):
            if self.is_stopped.is_set():
                return
            address = f"writer{self.number}n{number}@example.com"
            answer = device.post("/api/create-payment-intent", {"email": address})
            if answer.status == 200:
                self.taken.append(address)
            else:
                self.refused.append(answer.status)


def everything_works(when):
    tally.check(f"{when} every owner has access", all(owner.has_access() for owner in owners))
    shown = [buyer.get(f"/api/gift-links/{code}").json for buyer, code in gifts[1:]]
    wanted = [{"recipientEmail": f"recipient{number}@example.com", "personalMessage": "Take care"} for number in range(1, 4)]
    tally.check(f"{when} gifts show their messages and recipients", shown == wanted, shown)
    tally.check(f"{when} a redeemed gift keeps its access", redeemer.has_access())
    found = operate("find", "owner5@example.com")
    tally.check(f"{when} the operator finds an order", '"paid"' in found.stdout, found.stderr)
    verified = Device(server.base).post("/api/verify-email", {"email": "owner3@example.com"}).json
    tally.check(f"{when} an address is found by its hash", verified["verified"], verified)


# Nobody takes mails yet, so that they wait while the secret is replaced.
server = Server(MAIL_URL="smtp://127.0.0.1:1")
data = pathlib.Path(server.folder.name) / "data"
try:
    owners = [buy(f"owner{number}@example.com") for number in range(8)]
    gifts = [give(f"recipient{number}@example.com") for number in range(4)]
    redeemer = Device(server.base)
    redeemed = redeemer.post(f"/api/gift-links/{gifts[0][1]}/activate", {"email": "recipient0@example.com"})
    tally.check("a gift is redeemed before the replacement", redeemed.status == 200, redeemed.text)
    waiting = server.number("SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending'")
    tally.check("mails wait", waiting == 12, waiting)
    first = (data / "server-secret").read_text()

    writers = [Writer(number) for number in range(2)]
    for writer in writers:
        writer.start()
    kills = halves = 0
    for _ in range(KILLS):
        kills += kill_during("rotate-secret", 0.3)
        halves += (data / "server-secret.old").exists()
    print(f"{kills} of {KILLS} replacements were killed, {halves} left two secrets")
    done = task("rotate-secret")
    tally.check("the replacement ends", "next" in done, done)
    for writer in writers:
        writer.is_stopped.set()
    for writer in writers:
        writer.join()
    refused = [status for writer in writers for status in writer.refused]
    taken = [address for writer in writers for address in writer.taken]
    tally.check("the server takes orders all the while", taken and not refused, refused)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in data.glob("server-secret*") if "draft" not in path.name}
    tally.check("one secret is left, for its owner only", modes == {"server-secret": 0o600}, modes)
    tally.check("it is another one", (data / "server-secret").read_text() != first)
    everything_works("with the secret replaced")
    server.kill()
    server.start()
    everything_works("after the next start")

    refusal = task("reseal").get("failed", "")
    tally.check("nothing is sealed anew while a server runs", "stop every server" in refusal, refusal)
    server.kill()
    change("UPDATE server_clock SET seen_at = seen_at - 180000, ran_at = ran_at - 180000")
    key = "SELECT MAX(version) FROM data_keys"
    kills = sum(kill_during("reseal", 0.3) for _ in range(KILLS))
    print(f"{kills} of {KILLS} reseals were killed, {server.number(key) - 1} had ended")
    keys = server.number(key)
    done = task("reseal")
    tally.check("the reseal ends and has read every value", done.get("unreadable") == 0 and server.number(key) == keys + 1, done)
    tally.check("there is one data key", server.number("SELECT COUNT(*) FROM data_keys") == 1)
    change("UPDATE outbox_emails SET next_attempt_at = 0, locked_until = 0")
    del server.settings["MAIL_URL"]
    server.start()
    everything_works("after the reseal")
    lost = [address for address in random.sample(taken, min(20, len(taken))) if address not in operate("export", address).stdout]
    tally.check("what was sealed during the replacements is opened", not lost, lost)
    for number, (buyer, code) in enumerate(gifts[1:], 1):
        used = Device(server.base).post(f"/api/gift-links/{code}/activate", {"email": f"recipient{number}@example.com"})
        tally.check(f"gift {number} is redeemed", used.status == 200, used.text)
    late = Device(server.base).post(f"/api/gift-links/{gifts[0][1]}/activate", {"email": "somebody@example.com"})
    tally.check("a used gift stays used", late.status == 410, late.text)
    eventually("every mail", lambda: server.number("SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending'") == 0)
    mails = "".join(server.mails()).replace("=\n", "")
    tally.check("mails that waited are delivered with their links", all(code in mails for _, code in gifts), len(server.mails()))
    for name, secret in [("the first secret", first), ("another secret", "another-secret-of-32-characters-!")]:
        strange = operate("check-config", SERVER_SECRET=secret)
        is_refused = strange.returncode == 2 and "does not open this database" in strange.stderr
        tally.check(f"{name} is refused", is_refused and secret not in strange.stderr, strange.stderr)
finally:
    server.stop()
tally.end()
