"""Shared by the checks: the server, a browser's cookies, packages kept in a cache, a tally."""

import atexit
import contextlib
import json
import os
import pathlib
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

ROOT = pathlib.Path(__file__).resolve().parents[2]
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "silent-partner" / "checks"
# How long a check waits for what must come, in seconds: ten servers may start at once on a busy machine.
PATIENCE = 180


class Tally:
    """Counts claims and ends the script with `N passed, N failed`."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, claim, is_true, detail=""):
        if is_true:
            self.passed += 1
        else:
            self.failed += 1
        print(f"{'ok  ' if is_true else 'FAIL'} {claim}{'' if is_true or not detail else f': {detail}'}", flush=True)
        return is_true

    def end(self):
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(0 if self.failed == 0 else 1)


def venv(name, *packages):
    """The Python of a virtual environment that holds these packages; made once."""
    folder = CACHE / f"venv-{name}"
    python = folder / "bin" / "python"
    mark = folder / "complete"
    wanted = "\n".join(packages)
    if not mark.exists() or mark.read_text() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
        mark.write_text(wanted)
    return str(python)


def npm(name, *packages):
    """A folder whose node_modules hold these packages; made once, without their scripts."""
    folder = CACHE / f"npm-{name}"
    mark = folder / "complete"
    wanted = "\n".join(packages)
    if not mark.exists() or mark.read_text() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / "package.json").write_text('{"private":true,"type":"module"}')
        subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", *packages], cwd=folder, check=True)
        mark.write_text(wanted)
    return folder


def binary():
    """The server to check."""
    named = os.environ.get("SERVER_BINARY")
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")
    found = pathlib.Path(named) if named else target / "debug" / "silent-partner"
    if not found.exists():
        sys.exit(f"{found} is missing; build it with: cargo build --package server")
    return str(found)


given_ports = set()
giving_ports = threading.Lock()


def free_port():
    """A port that was free a moment ago, and that no other server of this check was given."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        with giving_ports:
            if port not in given_ports:
                given_ports.add(port)
                return port


def processor(pid):
    """Seconds of processor time that a process and its ended children have used, and the id of its parent (proc(5))."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK"), int(fields[1])


class Server:
    """The real server in its own folder; it may be killed and started again there."""

    def __init__(self, port=None, prefix=(), pass_fds=(), **settings):
        self.folder = tempfile.TemporaryDirectory(prefix="check-")
        self.log = pathlib.Path(self.folder.name) / "log"
        self.port = port or free_port()
        self.prefix = prefix
        self.pass_fds = pass_fds
        self.settings = {"RATE_LIMITS": "off", "RENDER_THREADS": "1", **settings}
        self.process = None
        # A check that ends early leaves no server behind.
        atexit.register(lambda: self.process.poll() is None and self.kill())
        self.start()

    @property
    def base(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        environment = {"BIND": f"127.0.0.1:{self.port}", **self.settings}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([*self.prefix, binary()], cwd=self.folder.name, env=environment, stdout=log, stderr=log, restore_signals=False, pass_fds=self.pass_fds)
        eventually("the server", lambda: self.process.poll() is not None or self.answers())
        if self.process.poll() is not None:
            sys.exit(f"the server ended: {self.log.read_text()}")

    def answers(self):
        try:
            with urllib.request.urlopen(f"{self.base}/readyz", timeout=2) as response:
                return response.status == 200
        except OSError:
            return False

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def processor(self):
        """Seconds of processor time that it has used."""
        return processor(self.process.pid)[0]

    def number(self, sql):
        """The number that a database query returns."""
        url = self.settings.get("DATABASE_URL")
        if url and url.startswith("postgres:"):
            answer = subprocess.run(["psql", "--no-psqlrc", "--tuples-only", "--no-align", url, "--command", sql], capture_output=True, text=True)
            if answer.returncode != 0:
                sys.exit(f"{sql}: {answer.stderr}")
            return int(answer.stdout)
        import sqlite3

        path = url.removeprefix("sqlite://") if url else pathlib.Path(self.folder.name) / "data/app.sqlite"
        database = sqlite3.connect(path, timeout=10)
        try:
            return database.execute(sql).fetchone()[0]
        finally:
            database.close()

    def mails(self):
        folder = pathlib.Path(self.folder.name) / "data/mail"
        # A file is there before its text, which comes whole.
        return [text for path in folder.glob("*.eml") if (text := path.read_text())]


class Postgres:
    """A temporary PostgreSQL cluster, which need not survive the machine; `url` names an empty database in it.

    Its folder is its own even for root (`-t`): a cluster that a killed run left behind blocks no other.
    """

    def __enter__(self):
        versions = pathlib.Path("/usr/lib/postgresql")
        version = max((path.name for path in versions.iterdir()), key=int) if versions.exists() else sys.exit("PostgreSQL is missing")
        # It lasts as long as the command, which waits for its standard input to close.
        tell = 'echo "$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/postgres"; cat'
        self.cluster = subprocess.Popen(["pg_virtualenv", "-t", "-v", version, "-o", "fsync=off", "sh", "-c", tell], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for line in self.cluster.stdout:
            if "@" in line and line.strip().endswith("/postgres"):
                self.url = f"postgres://{line.strip()}"
                return self
        sys.exit("PostgreSQL did not start")

    def __exit__(self, *_):
        self.cluster.stdin.close()
        self.cluster.wait()

    def processor(self):
        """Seconds of processor time that all its processes have used."""
        file = subprocess.run(["psql", "--no-psqlrc", "-At", self.url, "--command", "SELECT pg_read_file('postmaster.pid')"], capture_output=True, text=True, check=True).stdout
        main = int(file.splitlines()[0])
        total = 0
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                used, parent = processor(path.name)
                total += used if main in (int(path.name), parent) else 0
        return total


class Bucket:
    """A bucket `evidence` of moto, an S3 that this project did not write, in a process that forgets everything when it ends;
    `settings` let a server keep sound copies there."""

    def __init__(self):
        self.python = venv("moto", "moto[server]==5.2.5")
        self.port = free_port()
        self.settings = {
            "SOUND_STORE": "s3://evidence/copies",
            "SOUND_STORE_ENDPOINT": f"http://127.0.0.1:{self.port}",
            "SOUND_STORE_KEY_ID": "id",
            "SOUND_STORE_KEY": "key",
        }
        self.process = None
        # A check that ends early leaves no bucket behind.
        atexit.register(lambda: self.process.poll() is None and self.stop())
        self.start()

    def start(self):
        self.process = subprocess.Popen([self.python, "-m", "moto.server", "-p", str(self.port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually("moto", self.make)

    def make(self):
        try:
            return self.ask("PUT", "/evidence").status == 200
        except OSError:
            return False

    def ask(self, method, path):
        return urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method), timeout=60)

    def names(self):
        """The names of all objects, which S3 lists a thousand at a time."""
        names, more = [], ""
        while True:
            page = self.ask("GET", f"/evidence?list-type=2{more}").read().decode()
            names += re.findall(r"<Key>(.*?)</Key>", page)
            rest = re.search(r"<NextContinuationToken>(.*?)</NextContinuationToken>", page)
            if not rest:
                return names
            more = f"&continuation-token={urllib.parse.quote(rest[1], safe='')}"

    def stop(self):
        self.process.kill()
        self.process.wait()


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Answer:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.text = body.decode()

    @property
    def json(self):
        return json.loads(self.text)

    @property
    def data(self):
        """The data that a page carries."""
        found = re.search(r'id="page-data">(.*?)</script>', self.text, re.S)
        return json.loads(found.group(1))["data"]


class Device:
    """A browser without JavaScript."""

    def __init__(self, base):
        self.base = base
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()), NoRedirect())

    def ask(self, method, path, json_body=None, form=None, headers=None):
        url = path if path.startswith("http") else self.base + path
        headers = dict(headers or {})
        data = None
        if json_body is not None:
            data = json.dumps(json_body).encode()
            headers["Content-Type"] = "application/json"
        elif form is not None:
            data = urllib.parse.urlencode(form).encode()
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        try:
            with self.opener.open(request, timeout=30) as response:
                return Answer(response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.headers, error.read())

    def get(self, path):
        return self.ask("GET", path)

    def post(self, path, body):
        return self.ask("POST", path, json_body=body)

    def submit(self, path, **fields):
        return self.ask("POST", path, form=fields)

    def has_access(self):
        return self.get("/api/access").json["access"]

    def begin(self, email):
        """Begins a payment; returns the intent's id and its client secret."""
        secret = self.post("/api/create-payment-intent", {"email": email}).json["clientSecret"]
        return secret.split("_secret_")[0], secret

    def confirm(self, intent, secret, card="4242424242424242"):
        """Pays a simulated payment, as the page's script does."""
        path = f"/_sandbox/stripe/v1/payment_intents/{intent}/confirm"
        fields = {"key": "pk_test_sandbox", "client_secret": secret, "payment_method_data[card][number]": card}
        return self.ask("POST", path, form=fields)


def eventually(what, ask):
    """Asks until the answer is true, and ends the script when it does not become true in time."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        answer = ask()
        if answer:
            return answer
        time.sleep(0.05)
    sys.exit(f"{what} did not come")


def token(bytes_=8):
    """Random text for names."""
    return secrets.token_hex(bytes_)
