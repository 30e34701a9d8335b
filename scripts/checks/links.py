"""Shared by the checks of links between two phones: a link's two sides, and a push service."""

import base64
import hashlib
import http.server
import json
import os
import threading
import time

from shared import Device

# The host of the subscriptions; `PUSH_HOSTS` maps it to the push service of the check.
HOST = "push.example.com"
# The receiver's keys of RFC 8291, section 5, for messages that nobody opens.
KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Link:
    """A link and the tokens of both sides, at one server."""

    def __init__(self, base, subscription):
        self.device = Device(base)
        self.tokens = {name: os.urandom(32) for name in ("claim", "owner", "read", "post", "stop")}
        self.expect(201, "POST", "/api/watches", None, {"claimHash": self.hash("claim"), "ownerHash": self.hash("owner")})
        claim = {"readHash": self.hash("read"), "postHash": self.hash("post"), "hello": encode(b"hello"), "subscription": subscription}
        self.expect(201, "POST", "/api/watches/claim", "claim", claim)

    def hash(self, name):
        return encode(hashlib.sha256(self.tokens[name]).digest())

    def ask(self, method, path, token, body=None):
        headers = {"Authorization": f"Bearer {encode(self.tokens[token])}"} if token else {}
        return self.device.ask(method, path, json_body=body, headers=headers)

    def expect(self, status, method, path, token, body=None):
        answer = self.ask(method, path, token, body)
        if answer.status != status:
            raise AssertionError(f"{method} {path}: {answer.status} {answer.text}")
        return answer

    def send(self, seq, data, wake=True):
        self.expect(201, "POST", "/api/watches/items", "owner", {"seq": seq, "bytes": encode(data), "wake": wake})

    def arm(self, seconds, generation=1, seq=0, data=b"overdue"):
        item = {"seq": seq, "bytes": encode(data)}
        body = {"inSeconds": seconds, "graceSeconds": 0, "generation": generation, "item": item, "stopHash": self.hash("stop")}
        return self.expect(200, "PUT", "/api/watches/timer", "owner", body).json

    def state(self):
        """What its owner is told of the link."""
        return self.expect(200, "GET", "/api/watches/items", "owner").json["link"]["owned"]

    def items(self):
        return [decode(item["bytes"]) for item in self.expect(200, "GET", "/api/watches/items", "read").json["items"]]


class Listener(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_):
        """A server that was killed leaves broken connections."""


class PushService:
    """Takes every message and keeps it: `received` has `(path, topic, body, time)`, `authorization` the last signature."""

    def __init__(self):
        service, received = self, []
        self.received = received
        self.authorization = None

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.authorization = self.headers["Authorization"]
                received.append((self.path, self.headers["Topic"], body, time.time()))
                self.send_response(201)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = Listener(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.setting = f"{HOST}=http://127.0.0.1:{self.server.server_port}"

    def subscription(self, path, keys=None):
        return {"endpoint": f"https://{HOST}/{path}", **(keys or KEYS)}


def to_json(data):
    return json.loads(data)
