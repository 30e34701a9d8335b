#!/usr/bin/env python3
"""Checks this package: each file against manifest.sha256, and each piece of sound against the chain in links.csv.

Unpack the package and run in its folder:  python3 verify.py
Times that a server signed (receipts.csv, and numbers in gaps.txt) are checked with the public keys in receipt-keys.csv. Only
who knows that a key is the server's knows that the server signed: compare it with the one that is published.
Of time-stamp tokens (tokens/, RFC 3161) it is checked which fingerprint each is for, and when; who signed them verify.sh checks.

It needs Python 3.6 or newer and nothing else, and uses no network. It ends with 0 where nothing is wrong, otherwise with 1.

The chain: the fingerprint after a link is SHA-256 of the text  BEFORE|LINK|KIND|WALL_MS|MONOTONIC_MS|SHA256  where BEFORE is
the fingerprint after the link before it (64 zeros before the first one) and SHA256 is that of the link's own bytes.
"""

import base64
import binascii
import csv
import datetime
import hashlib
import os
import sys

MANIFEST = "manifest.sha256"
BEGINNING = "0" * 64
BLOCK = 1 << 20
# A playable copy differs from the recording in the file's header only, which says how long the sound is. No header is longer.
MOST_HEADER_BYTES = 65536
COLUMNS = {
    "parts.csv": ["part", "id", "original", "playable", "starts_from", "ends_with", "type", "header_bytes"],
    "receipts.csv": ["time", "unix_time", "head", "key", "signature"],
    "receipt-keys.csv": ["key", "public_key", "valid_from", "valid_until", "published_at"],
    "tokens.csv": ["token", "time", "head"],
    "links.csv": ["part", "link", "kind", "offset", "length", "wall_time", "wall_ms", "monotonic_ms", "sha256", "chain"],
}

# A sentence about a number that the server made: what was signed, and the signature.
NUMBER = "Number from the server: "

# Object identifiers and tags of a time-stamp token.
SIGNED_DATA = bytes.fromhex("2a864886f70d010702")
TST_INFO = bytes.fromhex("2a864886f70d0109100104")
SHA_256 = bytes.fromhex("608648016503040201")
INTEGER, OCTETS, OBJECT, TIME, SEQUENCE, EXPLICIT = 0x02, 0x04, 0x06, 0x18, 0x30, 0xA0

problems = 0
times_checked = 0
tokens_checked = 0


def wrong(text):
    global problems
    problems += 1
    print("WRONG  " + text)


def right(text):
    print("ok     " + text)


def digest_of_file(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(BLOCK), b""):
            digest.update(block)
    return digest.hexdigest()


def fingerprint(before, link, own):
    fields = [before, link["link"], link["kind"], link["wall_ms"], link["monotonic_ms"], own]
    return hashlib.sha256("|".join(fields).encode()).hexdigest()


def time_of(milliseconds):
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=int(milliseconds))
    return moment.isoformat(timespec="milliseconds") + "Z"


def check_files():
    """Each file against the manifest."""
    before = problems
    listed = {MANIFEST}
    with open(MANIFEST, encoding="utf-8") as file:
        for line in file:
            own, _, name = line.rstrip("\n").partition("  ")
            listed.add(name)
            if not os.path.isfile(name):
                wrong(name + " is missing")
            elif digest_of_file(name) != own:
                wrong(name + " is not as " + MANIFEST + " has it")
    for folder, _, names in os.walk("."):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), ".").replace(os.sep, "/")
            if path not in listed:
                print("note   " + path + " is not part of the package")
    if problems == before:
        right("all files are as {} has them ({})".format(MANIFEST, len(listed) - 1))


def rows_of(name):
    with open(name, newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file)
        if rows.fieldnames != COLUMNS[name]:
            wrong(name + " has other columns than it should have")
            return []
        return list(rows)


# Ed25519 as RFC 8032, section 5.1 has it; a point is (X, Y, Z, T).
PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, PRIME - 2, PRIME) % PRIME
ROOT = pow(2, (PRIME - 1) // 4, PRIME)


def point_of(data):
    """The point that 32 bytes stand for; None where there is none."""
    if len(data) != 32:
        return None
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= PRIME:
        return None
    square = (y * y - 1) * pow(CURVE * y * y + 1, PRIME - 2, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME:
        x = x * ROOT % PRIME
    if (x * x - square) % PRIME or (x == 0 and sign):
        return None
    x = PRIME - x if x & 1 != sign else x
    return x, y, 1, x * y % PRIME


def sum_of(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % PRIME
    b = (one[1] + one[0]) * (other[1] + other[0]) % PRIME
    c = 2 * one[3] * other[3] * CURVE % PRIME
    d = 2 * one[2] * other[2] % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def times(number, point):
    total = (0, 1, 1, 0)
    while number:
        if number & 1:
            total = sum_of(total, point)
        point, number = sum_of(point, point), number >> 1
    return total


BASE = point_of((4 * pow(5, PRIME - 2, PRIME) % PRIME).to_bytes(32, "little"))


def is_signed(public, text, signature):
    key, commitment = point_of(public), point_of(signature[:32])
    number = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or key is None or commitment is None or number >= ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public + text).digest(), "little") % ORDER
    one, other = times(number, BASE), sum_of(commitment, times(challenge, key))
    return all((one[at] * other[2] - other[at] * one[2]) % PRIME == 0 for at in (0, 1))


class Source:
    """A file whose bytes are those of links, one after the other, with as many bytes between two of them as `between` says."""

    def __init__(self, name, between=0):
        self.name = name
        self.between = between
        self.end = 0
        self.file = open(name, "rb") if name and os.path.isfile(name) else None
        self.size = os.path.getsize(name) if self.file else 0

    def is_next(self, offset):
        return offset == (self.end + self.between if self.end else 0)

    def read(self, offset, length):
        self.end = offset + length
        if self.file is None or offset + length > self.size:
            return None
        self.file.seek(offset)
        return self.file.read(length)

    def check_end(self):
        more = self.size - self.end - self.between
        if self.file is not None and more > 0:
            wrong("{} has {} bytes at its end that belong to no link".format(self.name, more))


def check_link(link, name, head, source):
    """One link against its bytes and against the fingerprint before it; False where its bytes are not there."""
    where = "{}, link {} ({}, {})".format(name, link["link"], link["kind"], link["wall_time"])
    if not source.is_next(int(link["offset"])):
        wrong("{}: its bytes in {} do not follow those of the link before it".format(where, source.name))
    content = source.read(int(link["offset"]), int(link["length"]))
    if content is not None and hashlib.sha256(content).hexdigest() != link["sha256"]:
        wrong("{}: its bytes in {} were changed".format(where, source.name))
    if head is not None and fingerprint(head, link, link["sha256"]) != link["chain"]:
        wrong(where + ": its number, kind, time, fingerprint or place in the chain was changed")
    if time_of(link["wall_ms"]) != link["wall_time"]:
        wrong(where + ": its two columns of the time differ")
    return content is not None


def check_links(part, links, gaps, heads):
    """A part's links in their order; gives the last fingerprint."""
    name = "part " + part["part"]
    sound = Source(part["original"])
    head, expected, absent = part["starts_from"], 0, 0
    for link in links:
        number = int(link["link"])
        if number != expected:
            what = "link {} is missing".format(expected) if number > expected else "link {} is out of order".format(number)
            wrong("{}: {}".format(name, what))
            # Without the link before it, a link's place in the chain cannot be judged.
            head = None
        if not check_link(link, name, head, gaps if link["kind"] == "gap" else sound):
            absent += 1
        head, expected = link["chain"], number + 1
        heads.add(head)
    if absent:
        wrong("{}: its file ends early or is missing: {} links have no bytes".format(name, absent))
    sound.check_end()
    return head


def suffix_in_common(one, other):
    """How many bytes at the end of two files are the same."""
    sizes = os.path.getsize(one), os.path.getsize(other)
    same = 0
    with open(one, "rb") as first, open(other, "rb") as second:
        while same < min(sizes):
            length = min(BLOCK, min(sizes) - same)
            first.seek(sizes[0] - same - length)
            second.seek(sizes[1] - same - length)
            a, b = first.read(length), second.read(length)
            if a == b:
                same += length
                continue
            while a[-1] == b[-1]:
                a, b, same = a[:-1], b[:-1], same + 1
            break
    return same


def check_playable(part):
    original, playable = part["original"], part["playable"]
    if not playable:
        return
    if not (os.path.isfile(original) and os.path.isfile(playable)):
        wrong("part {}: the playable copy or its original is missing".format(part["part"]))
        return
    differing = os.path.getsize(original) - suffix_in_common(original, playable)
    if differing > min(int(part["header_bytes"]), MOST_HEADER_BYTES):
        wrong("{} has other sound than {}".format(playable, original))
    else:
        right("{} has the sound of {}; only its header may differ".format(playable, original))


def check_part(part, links, gaps, heads):
    name = "part " + part["part"]
    if not part["original"] and not links:
        wrong("{} ({}) was recorded, and nothing of it is here".format(name, part["id"]))
        return
    before = problems
    if part["starts_from"] not in heads:
        wrong(name + ": the part before it is missing or was changed: its chain begins with an unknown fingerprint")
    if check_links(part, links, gaps, heads) != part["ends_with"]:
        wrong(name + ": its end is missing or was changed: the chain does not end with the fingerprint in parts.csv")
    heads.add(part["ends_with"])
    check_playable(part)
    if problems == before:
        right("{}: its chain of {} links is whole, and ends with {}".format(name, len(links), part["ends_with"]))


def check_signed(what, line, key_name, time, signature, keys):
    """Whether a key of the package signed a line, at a time at which it was valid."""
    key = keys.get(key_name)
    if key is None:
        wrong(what + ": its key is not in receipt-keys.csv")
        return False
    public = base64.b64decode(key["public_key"], validate=True)
    if hashlib.sha256(public).hexdigest()[:16] != key_name:
        wrong("receipt-keys.csv: the name of key {} is not that of its bytes".format(key_name))
    if int(time) < int(key["valid_from"]) or (key["valid_until"] and int(time) > int(key["valid_until"])):
        wrong(what + ": its key was not valid at that time")
    if not is_signed(public, line.encode(), base64.b64decode(signature, validate=True)):
        wrong(what + ": it was changed, or somebody else signed it")
        return False
    return True


def check_times(heads):
    """Receipts and numbers against the keys, and receipts against the chain; gives how many are right."""
    keys = {row["key"]: row for row in rows_of("receipt-keys.csv")} if os.path.isfile("receipt-keys.csv") else {}
    before, newest, checked = problems, None, 0
    for row in rows_of("receipts.csv") if os.path.isfile("receipts.csv") else []:
        what = "receipts.csv, the receipt of " + row["time"]
        line = "receipt|1|{}|{}|{}".format(row["head"], row["unix_time"], row["key"])
        if time_of(int(row["unix_time"]) * 1000) != row["time"]:
            wrong(what + ": its two columns of the time differ")
        checked += check_signed(what, line, row["key"], row["unix_time"], row["signature"], keys)
        if row["head"] in heads:
            newest = row
        else:
            print("note   {}: the chain has no such fingerprint; what it stood for was deleted or cut off".format(what))
    if newest and problems == before:
        right("a key of receipt-keys.csv signed at {} that {} was there".format(newest["time"], newest["head"]))
    return checked + check_numbers(keys)


def check_numbers(keys):
    if not os.path.isfile("gaps.txt"):
        return 0
    checked = 0
    with open("gaps.txt", encoding="utf-8") as file:
        for sentence in file:
            if not sentence.startswith(NUMBER):
                continue
            line, _, signature = sentence[len(NUMBER) :].strip().partition(" ")
            kind, _, _, time, key = line.split("|")
            what = "gaps.txt, the number of " + time_of(int(time) * 1000)
            if kind != "nonce":
                wrong(what + ": it is no number")
            elif check_signed(what, line, key, time, signature, keys):
                checked += 1
                right("what follows the number of {} in the chain came after that time".format(time_of(int(time) * 1000)))
    return checked


def values_in(data):
    """The values of DER that stand one after the other, each with its tag."""
    values, at = [], 0
    while at < len(data):
        tag, length, at = data[at], data[at + 1], at + 2
        if length > 127:
            size = length - 128
            length, at = int.from_bytes(data[at : at + size], "big"), at + size
            if length < 128:
                raise ValueError("a length is not as DER has it")
        if at + length > len(data):
            raise ValueError("it ends early")
        values.append((tag, data[at : at + length]))
        at += length
    return values


def inside(data, *way):
    """The content of the value that a way leads to: at each step the value in this place, which has this tag."""
    for place, tag in way:
        found, data = values_in(data)[place]
        if found != tag:
            raise ValueError("there is another value than expected")
    return data


def stamp_of(token):
    """The fingerprint and the time in a time-stamp token. Fails for what is none."""
    if len(values_in(token)) != 1:
        raise ValueError("something follows it")
    info = inside(token, (0, SEQUENCE))
    wrapped = inside(info, (1, EXPLICIT), (0, SEQUENCE), (2, SEQUENCE))
    stamp = inside(wrapped, (1, EXPLICIT), (0, OCTETS), (0, SEQUENCE))
    digest = inside(stamp, (2, SEQUENCE), (0, SEQUENCE), (0, OBJECT))
    kinds = inside(info, (0, OBJECT)), inside(wrapped, (0, OBJECT)), inside(stamp, (0, INTEGER)), digest
    if kinds != (SIGNED_DATA, TST_INFO, b"\x01", SHA_256):
        raise ValueError("it is of another kind")
    whole, _, rest = inside(stamp, (4, TIME)).decode("ascii").rstrip("Z").partition(".")
    moment = datetime.datetime.strptime(whole, "%Y%m%d%H%M%S")
    time = "{}.{}Z".format(moment.isoformat(), rest[:3].ljust(3, "0"))
    return inside(stamp, (2, SEQUENCE), (1, OCTETS)).hex(), time


def check_token(row, heads):
    """Whether a token is for the fingerprint in its row, and names that time."""
    name = row["token"]
    try:
        with open(name, "rb") as file:
            head, time = stamp_of(file.read())
    except (OSError, ValueError, IndexError) as error:
        wrong("{} is missing, or no time-stamp token: {}".format(name, error))
        return False
    if (head, time) != (row["head"], row["time"]):
        wrong("{} is for {} at {}, and tokens.csv has another fingerprint or time".format(name, head, time))
        return False
    if head not in heads:
        print("note   {}: the chain has no such fingerprint; what it stood for was deleted or cut off".format(name))
        return False
    right("{} names {} for {}; who signed it is not checked here".format(name, time, head))
    return True


def check_tokens(heads):
    """Each token against its row and against the chain; gives how many are for fingerprints of the chain."""
    rows = rows_of("tokens.csv") if os.path.isfile("tokens.csv") else []
    listed = {row["token"] for row in rows}
    for name in sorted(os.listdir("tokens")) if os.path.isdir("tokens") else []:
        if "tokens/" + name not in listed:
            wrong("tokens/{} is not in tokens.csv".format(name))
    return sum(check_token(row, heads) for row in rows)


def check_chain():
    global times_checked, tokens_checked
    parts, links = rows_of("parts.csv"), rows_of("links.csv")
    if not parts:
        wrong("parts.csv names no part")
    known = {part["part"] for part in parts}
    for unknown in sorted({link["part"] for link in links} - known):
        wrong("links.csv has links of part {}, which parts.csv does not have".format(unknown))
    # A line break ends each sentence.
    heads, gaps = {BEGINNING}, Source("gaps.txt", between=1)
    for part in parts:
        check_part(part, [link for link in links if link["part"] == part["part"]], gaps, heads)
    gaps.check_end()
    times_checked = check_times(heads)
    tokens_checked = check_tokens(heads)


def main():
    os.chdir(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__)))
    for check in [check_files, check_chain]:
        try:
            check()
        except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, binascii.Error) as error:
            wrong("cannot be read: {}".format(error))
    print()
    if problems:
        print("RESULT: {} {} wrong.".format(problems, "thing is" if problems == 1 else "things are"))
    else:
        print("RESULT: nothing is wrong. Nothing was changed since the device wrote it.")
        if times_checked:
            print("The times above are the word of whoever has the key: compare it with the one published at the address in receipt-keys.csv.")
        elif not tokens_checked:
            print("When that was, only the clock of the device says.")
        if tokens_checked:
            print("The time of a token counts once it is known who signed it: run  sh verify.sh ROOT.pem  with the root certificate of the authority.")
        print("Whoever has this package could write all of it anew:")
        print("compare the last fingerprint with one that was noted before, such as that of the printed report.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
