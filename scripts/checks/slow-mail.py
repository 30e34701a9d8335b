#!/usr/bin/env python3
"""Sends mails through a slow SMTP server (aiosmtpd) that refuses its client at first, from two processes, and stops the server meanwhile."""

import os
import pathlib
import signal
import sqlite3
import subprocess
import tempfile

from shared import Device, Server, Tally, binary, eventually, free_port, venv

MAILS = 8
# Takes `delay` seconds for each mail; answers 535 while there is a file `refuse`; writes a file when a mail begins and one when it is taken.
SMTP = """
import asyncio, email, os, pathlib, sys, uuid
from aiosmtpd.controller import Controller
folder, port, delay = pathlib.Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
class Handler:
    async def handle_MAIL(self, server, session, envelope, address, options):
        if (folder / "refuse").exists():
            return "535 5.7.8 Authentication credentials invalid"
        envelope.mail_from = address
        return "250 OK"
    async def handle_DATA(self, server, session, envelope):
        name = email.message_from_bytes(envelope.content)["Message-ID"].strip("<>") + " " + uuid.uuid4().hex
        (folder / "begun" / name).touch()
        await asyncio.sleep(delay)
        (folder / "taken" / name).touch()
        return "250 OK"
controller = Controller(Handler(), hostname="127.0.0.1", port=port)
controller.start()
print("ready", flush=True)
sys.stdin.read()
controller.stop()
"""

tally = Tally()
python = venv("aiosmtpd", "aiosmtpd==1.4.6")
folder = tempfile.TemporaryDirectory()
box = pathlib.Path(folder.name)
(box / "begun").mkdir()
(box / "taken").mkdir()
port = free_port()


def names(kind):
    return [name.split(" ")[0] for name in os.listdir(box / kind)]


def listen(delay):
    process = subprocess.Popen([python, "-c", SMTP, str(box), str(port), str(delay)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdout.readline()
    return process


def execute(sql):
    database = sqlite3.connect(pathlib.Path(server.folder.name) / "data/app.sqlite", timeout=30)
    database.execute(sql)
    database.commit()
    database.close()


def buy(email):
    device = Device(server.base)
    device.confirm(*device.begin(email))
    eventually("access", device.has_access)


smtp = listen(1)
(box / "refuse").touch()
server = Server(MAIL_URL=f"smtp://127.0.0.1:{port}", MAIL_FROM="Heart Rate Monitor <monitor@example.com>")
second = None
try:
    for number in range(MAILS):
        buy(f"ann{number}@example.com")
    waiting = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending' AND 0 < attempts AND locked_until = 0 AND to_ct IS NOT NULL"
    eventually("a try of each", lambda: server.number(waiting) == MAILS)
    tally.check("a server that refuses its client with 535 destroys no mail", not names("begun"))
    tally.check("the log has the status and no address", "answered 535" in server.log.read_text() and "@example.com" not in server.log.read_text())
    server.stop()
    (box / "refuse").unlink()
    execute("UPDATE outbox_emails SET next_attempt_at = 0")
    environment = {**server.settings, "BIND": f"127.0.0.1:{free_port()}"}
    with server.log.open("ab") as log:
        second = subprocess.Popen([binary()], cwd=server.folder.name, env=environment, stdout=log, stderr=log)
    server.start()
    eventually("all mails", lambda: server.number("SELECT COUNT(*) FROM outbox_emails WHERE status = 'sent' AND to_ct IS NULL") == MAILS)
    tally.check("two processes send each mail once through a slow server", len(names("taken")) == MAILS == len(set(names("taken"))), str(names("taken")))
    second.terminate()
    second.wait()

    smtp.stdin.close()
    smtp.wait()
    smtp = listen(4)
    buy("bob@example.com")
    eventually("the beginning of a mail", lambda: len(names("begun")) == MAILS + 1)
    server.process.send_signal(signal.SIGTERM)
    code = server.process.wait()
    sent = server.number("SELECT COUNT(*) FROM outbox_emails WHERE status = 'sent'")
    tally.check("a server that is stopped finishes the mail that it is sending", (code, sent, len(names("taken"))) == (0, MAILS + 1, MAILS + 1), f"{code} {sent} {names('taken')}")
    server.start()
    buy("cleo@example.com")
    eventually("the last mail", lambda: server.number("SELECT COUNT(*) FROM outbox_emails WHERE status = 'sent'") == MAILS + 2)
    tally.check("and does not send it again", len(names("taken")) == MAILS + 2 == len(set(names("taken"))))
finally:
    server.stop()
    if second and second.poll() is None:
        second.kill()
        second.wait()
    smtp.kill()
    smtp.wait()
tally.end()
