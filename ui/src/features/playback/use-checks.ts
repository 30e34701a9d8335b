/** Whether recordings are as they were recorded, computed on this device: one recording at a time. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { checkBesidePage } from "#store/evidence/evidence-checking.ts";
import { keptReceipts } from "#store/evidence/receipts.ts";
import { type Found, unfoundBy } from "./checked.ts";
import type { RecordingEntry } from "./recording-list.ts";

/** What changes when a recording must be checked again. */
const stateOf = ({ id, parts, bytes }: RecordingEntry) => `${id} ${parts.length} ${bytes}`;

/** Checks each recording once it has ended, and again when it changed or has another receipt; the answer has what was found so far, by id. */
export function useChecks(entries: readonly RecordingEntry[]): ReadonlyMap<string, Found> {
  const [found, setFound] = useState<ReadonlyMap<string, Found>>(new Map());
  const checked = useRef(new Map<string, { readonly state: string; readonly receipts: number }>());
  const latest = useRef(entries);
  latest.current = entries;
  const kept = useSyncExternalStore(keptReceipts.subscribe, keptReceipts.get, keptReceipts.get);
  const receipts = useRef(kept);
  const running = useRef(false);
  const ending = useRef(new AbortController());
  useEffect(() => {
    ending.current = new AbortController();
    return () => ending.current.abort();
  }, []);
  useEffect(() => {
    const { signal } = ending.current;
    receipts.current = kept;
    const countOf = ({ id }: RecordingEntry) => receipts.current.get(id) ?? 0;
    const isCurrent = (entry: RecordingEntry) => {
      const before = checked.current.get(entry.id);
      return before?.state === stateOf(entry) && before.receipts === countOf(entry);
    };
    const nextEntry = () => latest.current.find((entry) => !entry.isRecording && !isCurrent(entry));
    const checkAll = async () => {
      for (let entry = nextEntry(); entry && !signal.aborted; entry = nextEntry()) {
        const { id } = entry;
        const state = stateOf(entry);
        // Another receipt alone makes nothing of what was found untrue.
        const isKnown = checked.current.get(id)?.state === state;
        checked.current.set(id, { state, receipts: countOf(entry) });
        if (!isKnown) setFound((before) => new Map(before).set(id, undefined));
        const result: Found = await checkBesidePage(id, signal).catch(unfoundBy);
        setFound((before) => new Map(before).set(id, result));
      }
    };
    if (running.current || entries.length === 0) return;
    running.current = true;
    void checkAll().finally(() => {
      running.current = false;
    });
  }, [entries, kept]);
  return found;
}
