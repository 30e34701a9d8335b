/** Notes which of the promised texts the tests of a process showed, on a page or in a toast. */
import { appendFileSync } from "node:fs";
import { env, pid } from "node:process";
import { onToast } from "#components/toast/toast-store.ts";
import { promisedTexts } from "./promised-texts.ts";

/** Where the processes of a run note what they showed; `judge-displayed-texts.ts` sets it. */
export const FOLDER = "SHOWN_TEXTS";

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** What is filled in has no end of its own, so that any words may follow. */
const patternOf = (text: string) => new RegExp(text.split("{}").map(escaped).join("[^\\n]{1,80}?"));

/** The texts that this process has not shown yet. */
const missing = new Map(promisedTexts.map((text) => [text, patternOf(text)]));

/** Notes the promised texts in `text`. */
export function noteShown(text: string | null | undefined): void {
  if (!text) return;
  for (const [promised, pattern] of missing) {
    if (!pattern.test(text)) continue;
    missing.delete(promised);
    write(promised);
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

function note(records: readonly MutationRecord[]): void {
  const changed = new Set<Node>();
  for (const { target, addedNodes, removedNodes, oldValue } of records) {
    noteShown(oldValue);
    changed.add(target.nodeType === Node.TEXT_NODE ? (target.parentNode ?? target) : target);
    for (const node of [...addedNodes, ...removedNodes]) changed.add(node);
  }
  for (const node of changed) noteShown(node.textContent);
}

/** Notes what the document and its toasts show from now on; the files of a process share both, and each asks for it. */
export function watchPage(): void {
  if (watched === document) return;
  if (watched === undefined) {
    onToast(({ title, description }) => noteShown(`${title}\n${description ?? ""}`));
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
