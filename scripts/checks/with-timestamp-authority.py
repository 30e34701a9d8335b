#!/usr/bin/env python3
"""Checks time-stamp tokens with an authority made of `openssl ts`, over HTTP: what is no token for the question is refused and asked for again, an
authority that is away and a server that is killed lose nothing, and after seven days rows are gone. `openssl ts -verify` and Python's `rfc3161-client`
judge the tokens."""

import base64
import http.server
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

from shared import Device, Server, Tally, binary, eventually, free_port, venv

python = venv("timestamps", "rfc3161-client==1.0.9")
try:
    import rfc3161_client
    from cryptography import x509
except ImportError:
    os.execv(python, [python, __file__])

LIBRARY = next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
PATH = "/api/receipts/token"
SETTINGS = """
[ tsa ]
default_tsa = main
[ main ]
serial = serial
crypto_device = builtin
signer_cert = tsa.pem
certs = root.pem
signer_key = tsa.key
default_policy = 1.2.3.4.1
digests = DIGESTS
signer_digest = sha256
ess_cert_id_alg = sha256
clock_precision_digits = 3
"""
tally = Tally()
folder = tempfile.TemporaryDirectory()
root = pathlib.Path(folder.name)


def openssl(command, **environment):
    done = subprocess.run(["openssl", *command.split()], cwd=root, capture_output=True, env={**os.environ, **environment})
    return done.returncode == 0


def make_authority():
    for name, digests in (("good", "sha256"), ("strict", "sha512")):
        (root / name).write_text(SETTINGS.replace("DIGESTS", digests))
    (root / "serial").write_text("01")
    (root / "for").write_text("extendedKeyUsage=critical,timeStamping")
    made = [
        openssl("req -x509 -newkey rsa:2048 -nodes -days 99 -subj /CN=root -addext keyUsage=critical,keyCertSign -keyout root.key -out root.pem"),
        openssl("req -newkey rsa:2048 -nodes -subj /CN=authority -keyout tsa.key -out tsa.csr"),
        openssl("x509 -req -in tsa.csr -CA root.pem -CAkey root.key -CAcreateserial -extfile for -days 90 -out tsa.pem"),
    ]
    if not all(made):
        sys.exit("openssl makes no authority")


replies = threading.Lock()


def reply(query, settings="good", **environment):
    """The answer of the authority."""
    with replies:
        (root / "query").write_bytes(query)
        if not openssl(f"ts -reply -config {settings} -queryfile query -out reply", **environment):
            sys.exit("openssl answers nothing")
        return (root / "reply").read_bytes()


def with_imprint(query, imprint):
    at = query.index(b"\x04\x20") + 2
    return query[:at] + imprint + query[at + 32 :]


def with_number(query):
    """The query with another nonce: its INTEGER is the last but one."""
    at = len(query) - 4
    return query[:at] + bytes([query[at] ^ 1]) + query[at + 1 :]


def forged(answer):
    return answer[:-1] + bytes([answer[-1] ^ 1])


def wrong(kind, query):
    """The status and the body of a wrong answer."""
    answers = {
        "another fingerprint": lambda: reply(with_imprint(query, bytes(32))),
        "another number": lambda: reply(with_number(query)),
        "a refusal": lambda: reply(query, "strict"),
        "another time": lambda: reply(query, LD_PRELOAD=str(LIBRARY), FAKETIME="+1h"),
        "another signature": lambda: forged(reply(query)),
        "garbage": lambda: os.urandom(500),
        "half of it": lambda: reply(query)[:-700],
        "nothing": lambda: b"",
        "a page": lambda: b"<html>Sign in</html>",
        "too much": lambda: reply(query) + bytes(70_000),
    }
    statuses = {"a fault": 500, "a redirect": 307, "too often": 429}
    if kind in statuses:
        return statuses[kind], reply(query)
    return 200, answers[kind]()


class Authority(http.server.BaseHTTPRequestHandler):
    """Answers the first question for each fingerprint as `firsts` says, and all others rightly."""

    protocol_version = "HTTP/1.1"
    firsts = {}
    asked = {}
    elsewhere = []

    def do_POST(self):
        # A connection that stays open would be answered after the authority has gone.
        self.close_connection = True
        query = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path != "/tsr":
            self.elsewhere.append(self.path)
        at = query.index(b"\x04\x20") + 2
        head = query[at : at + 32]
        times = self.asked.setdefault(head, [])
        times.append(time.monotonic())
        kind = self.firsts.get(head) if len(times) == 1 else None
        if kind in ("silence", "a drip"):
            # The server hangs up.
            self.hold(kind)
            return
        status, body = wrong(kind, query) if kind else (200, reply(query))
        self.send_response(status)
        self.send_header("Content-Type", "application/timestamp-reply")
        self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def hold(self, kind):
        try:
            if kind == "a drip":
                self.send_response(200)
                self.send_header("Content-Length", "6000")
                self.end_headers()
            until = time.monotonic() + 60
            while time.monotonic() < until:
                if kind == "a drip":
                    self.wfile.write(b"0")
                    self.wfile.flush()
                time.sleep(0.5)
        except OSError:
            pass

    def log_message(self, *_):
        pass


class Listener(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    allow_reuse_address = True

    def handle_error(self, *_):
        # Somebody hung up.
        pass


def listen(port):
    listener = Listener(("127.0.0.1", port), Authority)
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    return listener


def ask(head):
    answer = Device(server.base).post(PATH, {"head": head.hex()})
    return answer.json if answer.status == 200 else answer.status


def token(head):
    found = eventually(f"a token for {head.hex()[:8]}", lambda: ask(head)["token"])
    return base64.b64decode(found, validate=True)


def judged(der, head):
    """What both judges say of a token."""
    (root / "token").write_bytes(der)
    by_openssl = openssl(f"ts -verify -token_in -in token -digest {head.hex()} -CAfile root.pem")
    inner = b"\x30\x03\x02\x01\x00" + der
    response = rfc3161_client.decode_timestamp_response(b"\x30\x82" + len(inner).to_bytes(2) + inner)
    certificate = x509.load_pem_x509_certificate((root / "root.pem").read_bytes())
    verifier = rfc3161_client.VerifierBuilder(roots=[certificate]).build()
    try:
        by_client = verifier.verify(response, head)
    except rfc3161_client.VerificationError as error:
        by_client = str(error)
    return by_openssl, by_client


make_authority()
port, metrics_port = free_port(), free_port()
authority = listen(port)
server = Server()
head = os.urandom(32)
tally.check("without TIMESTAMP_URL no token is offered", ask(head) == {"isOffered": False, "token": None})
server.stop()

server.settings |= {"TIMESTAMP_URL": f"http://127.0.0.1:{port}/tsr", "METRICS_BIND": f"127.0.0.1:{metrics_port}", "LOG_LEVEL": "trace"}
server.start()
tally.check("a fingerprint is noted", ask(head) == {"isOffered": True, "token": None})
der = token(head)
tally.check("openssl and rfc3161-client take the token", judged(der, head) == (True, True), str(judged(der, head)))
other = judged(der, os.urandom(32))
tally.check("and neither takes it for another fingerprint", other[0] is False and other[1] is not True, str(other))
tally.check("the token is the same for whoever asks", token(head) == der and len(Authority.asked[head]) == 1)

kinds = ["another fingerprint", "another number", "a refusal", "another time", "another signature", "garbage", "half of it", "nothing", "a page", "too much", "a fault", "a redirect", "too often", "silence", "a drip"]
heads = {kind: os.urandom(32) for kind in kinds}
Authority.firsts |= {head: kind for kind, head in heads.items()}
for head in heads.values():
    ask(head)
for kind, head in heads.items():
    der = token(head)
    asked = Authority.asked[head]
    # Each question that was not answered rightly is followed by a pause of five seconds or more.
    is_again = 2 <= len(asked) and 4.5 <= asked[1] - asked[0]
    tally.check(f"{kind} is refused, and the authority asked again", is_again and judged(der, head) == (True, True), f"{len(asked)} questions")
tally.check("no redirect is followed", Authority.elsewhere == [])

authority.shutdown()
authority.server_close()
alone = os.urandom(32)
ask(alone)
eventually("a failed question", lambda: server.number("SELECT COUNT(*) FROM timestamps WHERE token IS NULL AND attempts > 0") == 1)
tally.check("while the authority is away there is no token", ask(alone) == {"isOffered": True, "token": None})
authority = listen(port)
tally.check("when it is back there is one", judged(token(alone), alone) == (True, True))

killed = os.urandom(32)
Authority.firsts[killed] = "silence"
ask(killed)
eventually("the question", lambda: killed in Authority.asked)
server.kill()
server.start()
tally.check("a question whose server was killed is asked again", judged(token(killed), killed) == (True, True) and len(Authority.asked[killed]) == 2)

metrics = urllib.request.urlopen(f"http://127.0.0.1:{metrics_port}/metrics", timeout=5).read().decode()
tally.check("the metrics count tokens", 'timestamps_total{outcome="kept"}' in metrics, metrics)
log = server.log.read_text()
everything = [head, alone, killed, *heads.values()]
tally.check("neither they nor the log name a fingerprint", not any(head.hex() in text for head in everything for text in (metrics, log)))
tally.check("the log says why there was no token", "gave no token" in log and "asked again" in log)
tally.check("rows carry nothing but fingerprints and tokens", server.number("SELECT COUNT(*) FROM timestamps") == len(everything))

server.stop()
server.settings |= {"LD_PRELOAD": str(LIBRARY), "FAKETIME_DONT_FAKE_MONOTONIC": "1"}


def start_after(days):
    """Starts the server so many days later, and says that the clock is right."""
    server.settings["FAKETIME"] = f"+{days}d"
    said = len(server.log.read_text())
    server.start()
    word = subprocess.run([binary(), "trust-clock"], cwd=server.folder.name, env=server.settings, capture_output=True, text=True)
    tally.check(f"the operator says that {days} days went by", word.returncode == 0, word.stderr)
    eventually("the clock to be trusted", lambda: "trusted again" in server.log.read_text()[said:])


def are_there(heads):
    return sum(server.number(f"SELECT COUNT(*) FROM timestamps WHERE hex(head) = '{head.hex().upper()}'") for head in heads)


start_after(6)
young = os.urandom(32)
ask(young)
tally.check("after six days every row is there", are_there(everything) == len(everything))
server.stop()
start_after(8)
eventually("the deletion", lambda: are_there(everything) == 0)
tally.check("after eight days the old rows are gone, and a young one is there", are_there([young]) == 1)
server.stop()
tally.end()
