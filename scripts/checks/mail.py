#!/usr/bin/env python3
"""Sends mails to a real SMTP server (aiosmtpd) that accepts, refuses for a while, refuses for good, and comes back after an outage."""

import mailbox
import pathlib
import subprocess
import tempfile

from shared import Device, Server, Tally, eventually, free_port, venv

WORDS = ["emergency", "safety", "violence", "silent", "partner", "panic", "abuse"]
tally = Tally()
python = venv("aiosmtpd", "aiosmtpd==1.4.6")
folder = tempfile.TemporaryDirectory()
port = free_port()
box = pathlib.Path(folder.name) / "box"


def listen():
    return subprocess.Popen([python, "-m", "aiosmtpd", "-n", "-l", f"127.0.0.1:{port}", "-c", "aiosmtpd.handlers.Mailbox", str(box)], stderr=subprocess.DEVNULL)


def mails():
    return list(mailbox.Maildir(box)) if box.exists() else []


def buy(server, email):
    device = Device(server.base)
    device.confirm(*device.begin(email))
    eventually("access", device.has_access)


smtp = listen()
server = Server(MAIL_URL=f"smtp://127.0.0.1:{port}", MAIL_FROM="Heart Rate Monitor <monitor@example.com>")
try:
    buy(server, "ann@example.com")
    eventually("the mail", lambda: len(mails()) == 1)
    mail = mails()[0]
    tally.check("the mail goes to the buyer", mail["To"] == "ann@example.com" and "monitor@example.com" in mail["From"])
    tally.check("the mail has a text and an HTML part", [part.get_content_type() for part in mail.walk()] == ["multipart/alternative", "text/plain", "text/html"])
    everything = mail.as_string() + "".join((part.get_payload(decode=True) or b"").decode() for part in mail.walk())
    telling = [word for word in WORDS if word in everything.lower().replace("support@silentpartner.example", "")]
    tally.check("no word of the mail names the purpose", not telling, str(telling))
    smtp.terminate()
    smtp.wait()
    buy(server, "bob@example.com")
    eventually("a try", lambda: server.number("SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending' AND attempts > 0 AND locked_until = 0") == 1)
    tally.check("without a mail server the purchase is complete and the mail waits", len(mails()) == 1)
    wait = server.number("SELECT MAX(next_attempt_at - created_at) FROM outbox_emails WHERE status = 'pending'")
    tally.check("the mail waits about half a minute", 29_000 < wait < 45_000, str(wait))
    smtp = listen()
    eventually("the second mail", lambda: len(mails()) == 2)
    eventually("the note that it is gone", lambda: server.number("SELECT COUNT(*) FROM outbox_emails WHERE status = 'sent' AND to_ct IS NULL") == 2)
    tally.check("the mail is sent once when the server is back", len(mails()) == 2)
    ids = {mail["Message-ID"] for mail in mails()}
    tally.check("each mail has its own id", len(ids) == 2)
finally:
    server.stop()
    smtp.terminate()
    smtp.wait()
tally.end()
