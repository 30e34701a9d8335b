/** The price has one home. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { price } from "#wire/offer.ts";

const ui = fileURLToPath(new URL("..", import.meta.url));
/** The amount as a person or a program would write it, and not a part of a longer number. */
const literal = new RegExp(
  `(?<![\\d.])${(price.cents / 100).toFixed(2).replace(".", "\\.")}(?!\\d)`,
);

test("the amount is written in the file that the server generates, and nowhere else", () => {
  const files = ["src", "test", "e2e", "engines", "build"]
    .flatMap((room) => readdirSync(ui + room, { recursive: true }).map((file) => `${room}/${file}`))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => literal.test(readFileSync(ui + file, "utf8")));
  expect(found).toEqual(["src/wire/offer.ts"]);
});
