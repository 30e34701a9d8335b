/** Notes which of the promised texts the tests of a process showed, on a page or in a toast. */
import { appendFileSync } from "node:fs";
import { env, pid } from "node:process";
import { onToast } from "#components/toast/toast-store.ts";
import { promisedTexts, wholeTexts } from "./promised-texts.ts";

/** Where the processes of a run note what they showed; `judge-displayed-texts.ts` sets it. */
export const FOLDER = "SHOWN_TEXTS";

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const sourceOf = (text: string) => text.split("{}").map(escaped).join("[^\\n]{1,80}?");

const isFilledIn = (text: string) => text.includes("{}");
const whole = new Set(wholeTexts);

/** The texts that this process has not shown yet: as they stand, and as patterns where anything is filled in or around. */
const missing = new Set(wholeTexts.filter((text) => !isFilledIn(text)));
const patterns = new Map(
  promisedTexts
    .filter((text) => !missing.has(text))
    .map((text) => [text, new RegExp(whole.has(text) ? `^${sourceOf(text)}$` : sourceOf(text))]),
);

/** Notes `shown` where it is a promised text: one that is promised as a whole is another text within a longer one. */
export function noteShown(shown: string | null | undefined): void {
  const text = shown?.trim();
  if (!text) return;
  if (missing.delete(text)) write(text);
  for (const [promised, pattern] of patterns) {
    if (pattern.test(text) && patterns.delete(promised)) write(promised);
  }
}

/** Notes that a file was run, because only a whole run is judged. */
export function noteFile(path: string): void {
  write(`file ${path}`);
}

function write(line: string): void {
  const folder = env[FOLDER];
  if (folder !== undefined) appendFileSync(`${folder}/${pid}`, `${line}\n`);
}

let observer: MutationObserver | undefined;
let watched: Document | undefined;

/** Notes the text of a node and of each one in it. */
function noteTree(node: Node): void {
  noteShown(node.textContent);
  for (const child of node.childNodes) noteTree(child);
}

function note(records: readonly MutationRecord[]): void {
  const changed = new Set<Node>();
  for (const { target, addedNodes, removedNodes, oldValue } of records) {
    noteShown(oldValue);
    changed.add(target.nodeType === Node.TEXT_NODE ? (target.parentNode ?? target) : target);
    for (const node of [...addedNodes, ...removedNodes]) changed.add(node);
  }
  for (const node of changed) noteTree(node);
}

/** Notes what the document and its toasts show from now on; the files of a process share both, and each asks for it. */
export function watchPage(): void {
  if (watched === document) return;
  if (watched === undefined) {
    onToast(({ title, description }) => {
      noteShown(title);
      noteShown(description);
    });
  }
  watched = document;
  observer = new MutationObserver(note);
  const options = { childList: true, subtree: true, characterData: true };
  observer.observe(document, { ...options, characterDataOldValue: true });
}

/** Notes what has changed since the last look, before the page is emptied. */
export function noteChanges(): void {
  note(observer?.takeRecords() ?? []);
}
