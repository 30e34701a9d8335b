/** Claims about `scripts/test --again`: which tests a name stands for. */
import { expect, test } from "vitest";
import { argumentsOf, binariesIn, findTests } from "../../scripts/test.d/again.mjs";

const texts: Readonly<Record<string, string>> = {
  "ui/e2e/gift.e2e.ts": 'test("a gift is opened once (not twice)", async () => {});',
  "ui/e2e/gift-late.e2e.ts": "",
  "ui/e2e/emergency.e2e.ts": "",
  "ui/e2e/stage.ts": "",
  "ui/engines/lock.story.ts": "",
  "ui/engines/phone.ts": "",
  "ui/src/features/gift/rules.test.ts": 'test("a gift has a buyer", () => {});',
  "ui/src/features/pin/pin.test.tsx": "",
  "ui/src/content/limits.test.ts": "",
  "server/tests/shop/limits.rs": "async fn a_network_gets_its_share() {}",
  "server/src/crypto/seal.rs": "fn sealed_text_opens() {}",
  "scripts/checks/mail.py": "",
  "scripts/checks/shared.py": "",
};
const find = (name: string) => findTests(name, Object.keys(texts), (file: string) => texts[file]);

test.each([
  ["gift", "browser", ["e2e/gift.e2e.ts"]],
  ["gift-", "browser", ["e2e/gift-late.e2e.ts"]],
  ["gi", "browser", ["e2e/gift.e2e.ts", "e2e/gift-late.e2e.ts"]],
  ["emergency", "browser", ["e2e/emergency.e2e.ts"]],
  ["ui/e2e/gift.e2e.ts", "browser", ["e2e/gift.e2e.ts"]],
  ["src/features/gift/rules.test.ts", "unit", ["src/features/gift/rules.test.ts"]],
  ["pin", "unit", ["src/features/pin/pin.test.tsx"]],
  ["unit:limits", "unit", ["src/content/limits.test.ts"]],
  ["rust:limits", "rust", ["limits"]],
  ["a_network_gets", "rust", ["a_network_gets"]],
  ["crypto::seal::", "rust", ["crypto::seal::"]],
  ["postgres:limits", "postgres", ["limits"]],
  ["lock", "engines", ["engines/lock.story.ts"]],
  ["mail", "checks", ["scripts/checks/mail.py"]],
  ["opened once (not twice)", "browser", ["e2e/gift.e2e.ts", "-t", "opened once \\(not twice\\)"]],
  ["gift has a buyer", "unit", ["src/features/gift/rules.test.ts", "-t", "gift has a buyer"]],
] as const)("%s is found in the suite %s", (name, suite, expected) => {
  const found = find(name);
  expect([found.suite, argumentsOf(found)]).toEqual([suite, expected]);
});

test.each([
  "nothing",
  "rust:nothing",
  "postgres:gift",
  "checks:gift",
  "shared",
  "stage",
  "phone",
  "no such title",
])("%s is no test, and the error says so", (name) => {
  expect(() => find(name)).toThrow(/no test/);
});

test("a name of two suites is refused with the names that tell them apart", () => {
  const files = [...Object.keys(texts), "ui/src/features/gift/gift.test.ts"];
  expect(() => findTests("gift", files, (file: string) => texts[file])).toThrow(
    "gift is in more than one suite: say browser:gift or unit:gift",
  );
});

test("cargo's messages name each test program with its folder, and nothing else", () => {
  const message = (test: boolean, executable: string | null) =>
    JSON.stringify({ executable, profile: { test }, manifest_path: "/here/server/Cargo.toml" });
  const messages = [
    "Compiling",
    message(true, "/t/shop"),
    message(false, "/t/bin"),
    message(true, null),
  ];
  expect(binariesIn(messages.join("\n"))).toEqual([
    { folder: "/here/server", executable: "/t/shop" },
  ]);
});
