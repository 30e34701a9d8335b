/** The claim that pages name the subjects of mails as the server writes them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mailSubjects } from "#content/faq.ts";

test("the subjects that pages name are those of every mail that the server writes", () => {
  const source = readFileSync(new URL("../../server/src/emails.rs", import.meta.url), "utf8");
  const written = [...source.matchAll(/let subject = "([^"]+)"/g)].map(([, subject]) => subject);
  expect(written.length).toBeGreaterThan(0);
  expect(new Set<unknown>(Object.values(mailSubjects))).toEqual(new Set(written));
});
