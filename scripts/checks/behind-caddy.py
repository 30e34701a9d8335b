#!/usr/bin/env python3
"""The server behind Debian's Caddy, set up with the Caddyfile of server/README.md: pages, cookies, addresses, connections, restarts.

Caddy signs with an authority of its own, and visitors come from 127.0.0.2 and above. For restarts this script holds the server's socket
open, as systemd does.
"""

import atexit
import http.client
import json
import os
import pathlib
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import threading

from shared import ROOT, Server, Tally, eventually, free_port, venv

tally = Tally()
folder = tempfile.TemporaryDirectory(prefix="caddy-")
home = pathlib.Path(folder.name)
authority = home / "caddy/pki/authorities/local/root.crt"
port, upstream = free_port(), free_port()
site = f"localhost:{port}"

# A client that speaks HTTP/2 alone, and then HTTP/3 alone. It prints what it learns of HTTP/3 from the first response.
VERSIONS = """
import niquests, sys
url, authority, port = sys.argv[1:]
with niquests.Session(disable_http1=True, disable_http3=True) as session:
    session.trust_env = False
    session.verify = authority
    response = session.get(url)
    print(response.http_version, response.status_code, f'h3=":{port}"' in response.headers["alt-svc"])
with niquests.Session(disable_http1=True, disable_http2=True) as session:
    session.trust_env = False
    session.verify = authority
    session.quic_cache_layer.add_domain("localhost", int(port), int(port))
    response = session.get(url)
    print(response.http_version, response.status_code)
"""


def caddyfile():
    """The one of server/README.md, for this machine."""
    text = re.search(r"```caddyfile\n(.*?)```", (ROOT / "server/README.md").read_text(), re.S).group(1)
    text = text.replace("example.com", site).replace("127.0.0.1:3000", f"127.0.0.1:{upstream}")
    options = f"admin off\nlocal_certs\nskip_install_trust\nauto_https disable_redirects\nhttp_port {free_port()}"
    return f"{{\n{options}\n}}\n{text}"


def start_caddy():
    path = home / "Caddyfile"
    path.write_text(caddyfile())
    environment = {**os.environ, "XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    log = (home / "log").open("wb")
    process = subprocess.Popen(["caddy", "run", "--config", path, "--adapter", "caddyfile"], env=environment, stdout=log, stderr=log)
    atexit.register(stop, process)
    eventually("Caddy", lambda: process.poll() is not None or answers())
    if process.poll() is not None:
        sys.exit(f"Caddy ended: {(home / 'log').read_text()}")


def stop(process):
    """Waits for the end, so that nobody writes to the folder any more when it is removed."""
    process.kill()
    process.wait()


def answers():
    """Whether Caddy has its certificate and reaches the server."""
    try:
        return Visitor().ask("GET", "/healthz")[0] == 200
    except OSError:
        return False


def with_socket(number):
    """A command that runs its arguments with the socket `number`, in the way of sd_listen_fds(3)."""
    return ("sh", "-c", f'exec 3<&{number}; LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', "sh")


class Visitor:
    """One connection to the site, kept open, from an address of its own."""

    def __init__(self, address="127.0.0.2"):
        self.address = address
        self.connection = None

    def ask(self, method, path, body=None, **headers):
        """Returns the response's status, headers and body. Asks once; a broken connection is an error."""
        if self.connection is None:
            trust = ssl.create_default_context(cafile=authority)
            self.connection = http.client.HTTPSConnection(site, context=trust, timeout=60, source_address=(self.address, 0))
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        return response.status, response.headers, response.read()

    def call(self, path, body):
        return self.ask("POST", path, json.dumps(body), **{"Content-Type": "application/json"})


def pages(visitor):
    def brotli():
        _, headers, body = visitor.ask("GET", "/", **{"Accept-Encoding": "br"})
        return headers["Content-Encoding"] == "br" and (headers, body)

    # The server compresses its pages after its start.
    headers, body = eventually("a compressed page", brotli)
    tally.check("a page arrives as the server compressed it", int(headers["Content-Length"]) == len(body), str(headers))
    status, _, _ = visitor.ask("GET", "/", **{"Accept-Encoding": "br", "If-None-Match": headers["ETag"]})
    tally.check("a page that has not changed is not sent again", status == 304, status)
    tally.check("the browser is told to keep to https", "max-age=" in (headers["Strict-Transport-Security"] or ""))
    print("HTTP versions")
    python = venv("niquests", "niquests==3.21.2")
    asked = subprocess.run([python, "-I", "-c", VERSIONS, f"https://{site}/", authority, str(port)], capture_output=True, text=True)
    tally.check("HTTP/2 is spoken, and leads to HTTP/3", asked.stdout.split("\n")[:2] == ["20 200 True", "30 200"], asked.stdout + asked.stderr)


def cookies(visitor):
    form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"https://{site}"}
    status, headers, _ = visitor.ask("POST", "/buy", "from=checkout&email=ann%40example.com", **form)
    cookie = headers["Set-Cookie"] or ""
    is_safe = cookie.startswith("__Host-") and all(word in cookie for word in ["Secure", "HttpOnly", "SameSite=Lax"])
    tally.check("the device cookie is for https alone", status == 303 and is_safe, f"{status} {cookie.split('=')[0]}")


def addresses():
    """The limit of questions about a purchase is five a minute for an address."""
    mallory, ann = Visitor("127.0.0.3"), Visitor("127.0.0.4")
    question = {"email": "ann@example.com"}
    asked = [mallory.call("/api/verify-purchase", question)[0] for _ in range(6)]
    tally.check("a visitor's limit counts requests through the proxy", asked[:5].count(429) == 0 and asked[5] == 429, asked)
    forged = {"Content-Type": "application/json", "X-Forwarded-For": "203.0.113.9"}
    status, _, _ = mallory.ask("POST", "/api/verify-purchase", json.dumps(question), **forged)
    tally.check("a forged X-Forwarded-For is not believed", status == 429, status)
    status, _, _ = ann.call("/api/verify-purchase", question)
    tally.check("another visitor is not refused for it", status != 429, status)


def idle_connections():
    """The proxy must give a connection up before the server closes it, or it sends a request into nothing."""
    kept = int(re.search(r"keepalive (\d+)s", caddyfile()).group(1))
    probe = http.client.HTTPConnection("127.0.0.1", upstream, timeout=10)
    probe.request("GET", "/healthz")
    response = probe.getresponse()
    told = int(re.search(r"timeout=(\d+)", response.headers["Keep-Alive"]).group(1))
    tally.check("the proxy keeps idle connections for less time than the server says", kept < told, f"{kept} s, {told} s")
    probe.close()


def restarts(server):
    """Visitors go on asking while the server stops and starts again."""
    stop = threading.Event()
    answers, errors = [], []
    contact = json.dumps({"name": "Ann", "phoneNumber": "000", "isPrimary": True})
    # No payments: the emulator that takes them restarts with the server.
    requests = [("GET", "/", None, {}), ("POST", "/api/contacts", contact, {"Content-Type": "application/json"}), ("GET", "/api/access", None, {})]

    def visit(number):
        visitor = Visitor(f"127.0.1.{number}")
        while not stop.is_set():
            for method, path, body, headers in requests:
                try:
                    answers.append((path, visitor.ask(method, path, body, **headers)[0]))
                except (OSError, http.client.HTTPException) as error:
                    errors.append((path, repr(error)))
                    visitor.connection = None

    threads = [threading.Thread(target=visit, args=(number,)) for number in range(1, 5)]
    for thread in threads:
        thread.start()
    for _ in range(3):
        seen = len(answers)
        eventually("requests between two restarts", lambda: len(answers) > seen + 20)
        server.stop()
        server.start()
    stop.set()
    for thread in threads:
        thread.join()
    lost = [answer for answer in answers if answer[1] >= 500]
    tally.check("no request is lost while the server restarts", not lost and not errors and answers, f"{lost[:5]} {errors[:5]}")
    print(f"{len(answers)} requests over three restarts")


limited = Server(port=upstream, PUBLIC_URL=f"https://{site}", TRUSTED_PROXIES="1", RATE_LIMITS="on")
start_caddy()
visitor = Visitor()
pages(visitor)
cookies(visitor)
addresses()
idle_connections()
limited.stop()
kept = socket.create_server(("127.0.0.1", upstream))
restarts(Server(port=upstream, prefix=with_socket(kept.fileno()), pass_fds=[kept.fileno()], PUBLIC_URL=f"https://{site}", TRUSTED_PROXIES="1"))
tally.end()
