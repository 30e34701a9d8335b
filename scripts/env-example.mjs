#!/usr/bin/env node
/**
 * Writes `.env.example` from the server's own `--help`: every variable with its sentence, its default commented out.
 * `--check` compares instead of writing, and fails when the committed file is out of date.
 * Takes the server binary from `SERVER_BINARY`, or the development build.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const file = path.join(root, ".env.example");
const target = process.env.CARGO_TARGET_DIR ?? path.join(root, "target");
const binary = process.env.SERVER_BINARY ?? path.join(target, "debug/silent-partner");
const lineWidth = 100;

const heading = `# Every setting of the server, with its default. Written by scripts/env-example.mjs from \`silent-partner --help\`.
# Copy this file, uncomment what you change, and give it to the server as its environment, for example with
# systemd's EnvironmentFile=. The server reads no .env file by itself.
`;

/** The long help, without this machine's environment: clap prints the current value of each variable. */
function help() {
  return execFileSync(binary, ["--help"], { env: {}, encoding: "utf8" });
}

/** The settings of a help text: `{ name, text, choices, value }`; `value` is the default as clap prints it, quoted where it has spaces. */
function settings(text) {
  const [, ...blocks] = text.split(/^ {2}(?:-\w, | {4})--/m);
  return blocks.filter((block) => block.includes("[env: ")).map(setting);
}

function setting(block) {
  const lines = block
    .split("\n")
    .slice(1)
    .map((line) => line.trim());
  const [, name] = /\[env: (\w+)/.exec(block);
  const [, value] = /\[default: (.*)\]$/m.exec(block) ?? [null, null];
  const [, inline] = /\[possible values: (.*)\]$/m.exec(block) ?? [null, null];
  const text = lines[0].replace(`\`${name}\`: `, "");
  const choices = lines.filter((line) => line.startsWith("- ")).map((line) => line.slice(2));
  return { name, text, choices: inline === null ? choices : [inline], value: value ?? "" };
}

/** A comment of lines that are at most `lineWidth` wide. */
function comment(text, indent = "") {
  const lines = [];
  let line = `#${indent}`;
  for (const word of text.split(" ")) {
    if (line.length + word.length + 1 > lineWidth) {
      lines.push(line);
      line = `#${indent}`;
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

const sentence = (text) =>
  `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

function entry({ name, text, choices, value }) {
  const listed = choices.flatMap((choice) => comment(choice, "  "));
  return [...comment(sentence(text)), ...listed, `#${name}=${value}`, ""].join("\n");
}

const wanted = `${heading}\n${settings(help()).map(entry).join("\n")}`;
if (process.argv.includes("--check")) {
  if (readFileSync(file, "utf8") !== wanted) {
    process.stderr.write(".env.example is out of date. Run: node scripts/env-example.mjs\n");
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, wanted);
}
