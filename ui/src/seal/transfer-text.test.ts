/** Claims about the text that is carried over the clipboard. */
import { expect, test } from "vitest";
import { randomBytes } from "./keys.ts";
import { openText, sealText } from "./transfer-text.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("opens to what was sealed, whatever its length, and with white space in it", async () => {
  for (const length of [0, 1, 15, 16, 17, 300, 8_000]) {
    const sealed = randomBytes(length);
    const text = await sealText(sealed);
    expect(await openText(text)).toEqual({ kind: "opened", bytes: sealed });
    const wrapped = ` ${text.slice(0, 30)}\r\n ${text.slice(30)}\n`;
    expect(await openText(wrapped)).toEqual({ kind: "opened", bytes: sealed });
  }
});

test("says nothing to who sees it, and differs each time", async () => {
  const [one, other] = [await sealText(bytes("Ana")), await sealText(bytes("Ana"))];
  expect(one).not.toBe(other);
  expect(one).toMatch(/^hr1:[\w-]+$/);
});

test("one that was cut anywhere does not open", async () => {
  const text = await sealText(bytes("Ana"));
  for (let length = 0; length < text.length; length += 1) {
    expect(["none", "damaged"]).toContain((await openText(text.slice(0, length))).kind);
    expect(["none", "damaged"]).toContain((await openText(text.slice(length + 1))).kind);
  }
});

test("one with any letter changed does not open", async () => {
  const text = await sealText(bytes("Ana"));
  const body = text.indexOf(":") + 1;
  for (let at = body; at < text.length - 1; at += 1) {
    const other = text.charAt(at) === "A" ? "B" : "A";
    const changed = text.slice(0, at) + other + text.slice(at + 1);
    expect((await openText(changed)).kind).toBe("damaged");
  }
});

test("one of another version is named so, and any other text is none", async () => {
  const text = await sealText(bytes("Ana"));
  expect((await openText(text.replace("hr1", "hr2"))).kind).toBe("other-version");
  for (const other of ["", " ", "hr", "hr1", "hrx:AAAA", "https://example.org/#hr1:AAAA", "{}"]) {
    expect((await openText(other)).kind).toBe("none");
  }
  for (const broken of ["hr1:", "hr1:AAAA", "hr1:\u{1f600}", `hr1:${"A".repeat(16_000)}`]) {
    expect((await openText(broken)).kind).toBe("damaged");
  }
});
