#!/usr/bin/env python3
"""Clients that send or read slowly, or open many connections, cost the others nothing.

The attackers come from 127.0.0.2 and above, the visitor from 127.0.0.1: each address is a network of its own.
"""

import resource
import select
import socket
import time

from shared import Device, Server, Tally, eventually

tally = Tally()
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard) if hard != resource.RLIM_INFINITY else 4096, hard))


def connect(server, address, receive_buffer=None):
    client = socket.socket()
    if receive_buffer:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    client.bind((address, 0))
    client.connect(("127.0.0.1", server.port))
    return client


def is_closed(client):
    """Whether the server has closed or reset the connection; nothing is read."""
    poll = select.poll()
    poll.register(client, select.POLLRDHUP)
    return bool(poll.poll(0))


def statuses(server, count=20):
    """What a visitor gets for requests that need a place, and Stripe for an event without a signature."""
    visitor = Device(server.base)
    asked = [visitor.get("/api/access").status for _ in range(count)]
    events = [visitor.post("/api/webhooks/stripe", {}).status for _ in range(count)]
    return set(asked), set(events)


GOOD = ({200}, {400})


def slow_readers():
    """They ask for ten megabytes and read nothing."""
    server = Server(RATE_LIMITS="on")
    request = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    size = len(Device(server.base).get("/").text)
    clients = [connect(server, "127.0.0.2", 4096) for _ in range(20)]
    for client in clients:
        client.setblocking(False)
        rest = request * (10_000_000 // size)
        try:
            while rest:
                rest = rest[client.send(rest) :]
        except BlockingIOError:
            pass
    began = time.monotonic()
    eventually("the end of the connections that do not read", lambda: all(map(is_closed, clients)))
    tally.check("a connection that takes nothing of its responses is closed", time.monotonic() - began > 5, "before its time")
    tally.check("and the visitor is served", statuses(server) == GOOD)
    server.stop()


def many_connections():
    """They open more connections than there are file descriptors."""
    server = Server(prefix=("prlimit", "--nofile=640:640"), RATE_LIMITS="on")
    first = [connect(server, "127.0.0.2") for _ in range(50)]
    for client in first:
        # From here on these are idle, and not slow, however long the others take to connect.
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    clients = first + [connect(server, "127.0.0.2") for _ in range(950)]
    eventually("the refusal of connections", lambda: sum(map(is_closed, clients)) >= 700)
    tally.check("one network gets a share of all connections, and no more", not any(map(is_closed, first)))
    tally.check("and the visitor is served", statuses(server) == GOOD)
    for client in clients:
        client.close()
    server.stop()


def slow_bodies():
    """They send a byte of their bodies now and then: more than there are places."""
    server = Server(RATE_LIMITS="on")
    head = b"POST /api/verify-email HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    clients = [connect(server, f"127.0.0.{2 + number // 60}") for number in range(600)]
    for client in clients:
        client.sendall(head)
    # Bodies of unknown length have few places; the others wait for none.
    unknown = [connect(server, "127.0.0.200") for _ in range(100)]
    for client in unknown:
        client.sendall(head.replace(b"Content-Length: 100", b"Transfer-Encoding: chunked").replace(b"{", b"5\r\n{"))
    eventually("the refusal of bodies of unknown length", lambda: sum(map(is_closed, unknown)) >= 60)
    tally.check("while 600 bodies arrive slowly, the visitor and Stripe are served", statuses(server) == GOOD, statuses(server))
    answers = {}

    def drip():
        for client in clients:
            if client in answers:
                continue
            if select.select([client], [], [], 0)[0]:
                answers[client] = client.recv(1000)[:12]
                continue
            try:
                client.send(b" ")
            except OSError:
                pass
        time.sleep(1)
        return len(answers) == len(clients)

    eventually("the answers to slow bodies", drip)
    tally.check("a body that arrives too slowly is answered 408", set(answers.values()) == {b"HTTP/1.1 408"}, set(answers.values()))
    server.stop()


def slow_heads():
    """They send a line of a head now and then, or nothing between two requests."""
    server = Server(RATE_LIMITS="on")
    slow = connect(server, "127.0.0.2")
    slow.sendall(b"GET / HTTP/1.1\r\n")
    idle = connect(server, "127.0.0.3")
    idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    answer = idle.recv(10_000)
    later = connect(server, "127.0.0.5")
    later.sendall(b"GET / HTTP/1.1\r\n")
    tally.check("how long a connection may be idle is stated", b"keep-alive: timeout=70" in answer, answer)

    def drip():
        try:
            slow.send(b"x-a: b\r\n")
        except OSError:
            pass
        time.sleep(0.5)
        return is_closed(slow)

    eventually("the end of the slow head", drip)
    tally.check("a head that arrives too slowly is cut off", True)
    # It began later than the idle connection.
    eventually("the end of the later head", lambda: is_closed(later))
    tally.check("an idle connection stays open longer than a head may take", not is_closed(idle))
    idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    tally.check("and takes another request", idle.recv(10_000).startswith(b"HTTP/1.1 200"))
    for hosts in (b"", b"Host: a\r\nHost: b\r\n"):
        client = connect(server, "127.0.0.4")
        client.sendall(b"GET / HTTP/1.1\r\n" + hosts + b"\r\n")
        tally.check(f"a request with {hosts.count(b'Host')} hosts is answered 400", client.recv(1000).startswith(b"HTTP/1.1 400"))
    server.stop()


slow_heads()
slow_bodies()
many_connections()
slow_readers()
tally.end()
