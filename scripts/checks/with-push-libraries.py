#!/usr/bin/env python3
"""Checks pushes with programs of others: `web-push-testing` judges their headers and signature and opens them as a push service's browser
would, and Python's `http-ece` opens them too."""

import os
import pathlib
import subprocess
import sys
import time

from shared import Device, Server, Tally, eventually, free_port, npm, venv

python = venv("push", "http-ece==1.2.1", "cryptography==48.0.0")
try:
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
except ImportError:
    os.execv(python, [python, __file__])

from links import HOST, Link, PushService, decode, encode, to_json


def data_of(message):
    """What the worker gets of a declarative message."""
    said = to_json(message)
    return said["notification"]["data"] if said["web_push"] == 8030 else None


def is_item(message, seq, sealed):
    """Whether a message hands the worker this item, with the time at which the server got it, a moment ago."""
    item = data_of(message)
    is_recent = abs(time.time() - item.pop("at")) < 60
    return is_recent and item == {"seq": seq, "bytes": encode(sealed)}


tally = Tally()
service = PushService()
server = Server(PUSH_HOSTS=service.setting)
private = ec.generate_private_key(ec.SECP256R1())
public = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
auth = os.urandom(16)
link = Link(server.base, service.subscription("a", {"p256dh": encode(public), "auth": encode(auth)}))
link.send(7, b"sealed")
eventually("the push", lambda: service.received)
body = service.received[0][2]
opened = http_ece.decrypt(body, private_key=private, auth_secret=auth, version="aes128gcm")
tally.check("http-ece opens the message", is_item(opened, 7, b"sealed"), opened)
# The key with which browsers subscribe.
key = service.authorization.split("k=")[1]
tally.check("the message is signed by a key of P-256", len(decode(key)) == 65)
server.stop()

folder = npm("push", "web-push-testing@1.2.2")
port = free_port()
start = """
const [folder, port] = process.argv.slice(1);
const load = (name) => require(`${folder}/node_modules/web-push-testing/src/${name}.js`);
const { PushApiModel } = load("PushApiModel");
const Server = load("server");
new Server(new PushApiModel(), Number(port)).startServer();
"""
browser = subprocess.Popen(["node", "-e", start, str(folder), str(port)])
stand_in = Device(f"http://127.0.0.1:{port}")


def is_up():
    try:
        return stand_in.post("/status", {}).status == 200
    except OSError:
        return False


try:
    eventually("the push service", is_up)
    server.settings["PUSH_HOSTS"] = f"{HOST}=http://127.0.0.1:{port}"
    server.start()
    subscribed = stand_in.post("/subscribe", {"userVisibleOnly": "true", "applicationServerKey": key}).json["data"]
    client = subscribed["clientHash"]
    link = Link(server.base, {"endpoint": f"https://{HOST}/notify/{client}", **subscribed["keys"]})
    link.send(0, b"x" * 540)
    eventually("the push", lambda: link.state()["pushedSeq"] == 0)
    messages = stand_in.post("/get-notifications", {"clientHash": client}).json["data"]["messages"]
    tally.check("web-push-testing takes the headers and the signature, and opens the message", is_item(messages[0], 0, b"x" * 540), messages)
    link.send(1, b"x" * (32 << 10))
    eventually("the push", lambda: link.state()["pushedSeq"] == 1)
    messages = stand_in.post("/get-notifications", {"clientHash": client}).json["data"]["messages"]
    tally.check("an item that is too long for a push asks the browser to look", data_of(messages[-1]) == {}, messages)
    stand_in.post(f"/expire-subscription/{client}", {})
    link.send(2, b"gone")
    eventually("a broken link", lambda: link.state()["push"] == "broken")
    tally.check("a subscription that has expired is shown as broken", link.state()["brokenSince"] is not None)
    stranger = stand_in.post("/subscribe", {"userVisibleOnly": "true", "applicationServerKey": encode(ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))}).json["data"]
    other = Link(server.base, {"endpoint": f"https://{HOST}/notify/{stranger['clientHash']}", **stranger["keys"]})
    other.send(0, b"refused")
    eventually("the refusal in the log", lambda: "A push service refuses" in server.log.read_text())
    tally.check("web-push-testing refuses the signature for a subscription with another key", other.state()["pushedSeq"] is None)
    server.stop()
finally:
    browser.kill()

tally.end()
