/** Claims about the server's HTML of every page. */
import { describe, expect, it } from "vitest";
import { pages } from "#pages/registry.ts";
import { pageNames, payloadOf } from "#test/payload.ts";
import type { PageData, PageName } from "#wire/pages.ts";
import { render } from "./entry-server.tsx";

function htmlOf<Name extends PageName>(page: Name, data: PageData[Name] | null = null): string {
  return render(JSON.stringify(payloadOf(page, data)));
}

describe.each(pageNames)("the server's HTML of %s", (name) => {
  it("has content under its frame", () => {
    expect(htmlOf(name)).toContain("<main");
  });

  it("stays in Latin-1, so that V8 keeps it in one byte per character", () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of Latin-1.
    expect(htmlOf(name)).toMatch(/^[\u0000-\u00ff]*$/);
  });

  it("has no inline style, which the content policy forbids", () => {
    expect(htmlOf(name)).not.toMatch(/\sstyle=/);
  });

  it("has no boundary that failed on the server", () => {
    expect(htmlOf(name)).not.toContain("<!--$!-->");
  });

  it("is deterministic", () => {
    expect(htmlOf(name)).toBe(htmlOf(name));
  });
});

it("the lock's explanation does not say that the lock is off, which the server does not know", () => {
  expect(htmlOf("lockdown")).toContain("How the lock works");
  expect(htmlOf("lockdown")).not.toMatch(/is off|going on/);
});

describe("the public pages", () => {
  it.each(pageNames.filter((name) => pages[name].frame === "public"))(
    "%s has a quick exit that works without script",
    (name) => {
      expect(htmlOf(name)).toMatch(/<a [^>]*href="https:[^>]*data-quick-exit=""/);
    },
  );
});

describe("the checkout", () => {
  it("shows what was wrong beside the field and keeps the value", () => {
    const html = htmlOf("checkout", {
      name: "form",
      email: 'a"b',
      error: "Please enter a valid email address",
    });
    expect(html).toContain('value="a&quot;b"');
    expect(html).toContain('aria-describedby="email-hint email-error"');
    expect(html).toContain("Please enter a valid email address");
  });
});
