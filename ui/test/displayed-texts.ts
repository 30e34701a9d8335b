/** Notes which of the promised texts the tests of a process showed, on a page or in a toast. */
import { appendFileSync } from "node:fs";
import { env, pid } from "node:process";
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

/** Notes what the page shows from now on; returns how to note what has changed since the last look. */
export function watchPage(): () => void {
  const look = (records: readonly MutationRecord[]) => {
    const changed = new Set<Node>();
    for (const { target, addedNodes, removedNodes, oldValue } of records) {
      noteShown(oldValue);
      changed.add(target.nodeType === Node.TEXT_NODE ? (target.parentNode ?? target) : target);
      for (const node of [...addedNodes, ...removedNodes]) changed.add(node);
    }
    for (const node of changed) noteShown(node.textContent);
  };
  const observer = new MutationObserver(look);
  const options = { childList: true, subtree: true, characterData: true };
  observer.observe(document, { ...options, characterDataOldValue: true });
  return () => look(observer.takeRecords());
}
