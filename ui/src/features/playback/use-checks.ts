/** Whether recordings are as they were recorded, computed on this device: one recording at a time. */
import { useEffect, useRef, useState } from "react";
import { checkBesidePage } from "#store/evidence-checking.ts";
import { type Found, unfoundBy } from "./checked.ts";
import type { RecordingEntry } from "./recording-list.ts";

/** What changes when a recording must be checked again. */
const stateOf = ({ id, parts, bytes }: RecordingEntry) => `${id} ${parts.length} ${bytes}`;

/** Checks each recording once it has ended, and again when it changed; the answer has what was found so far, by id. */
export function useChecks(entries: readonly RecordingEntry[]): ReadonlyMap<string, Found> {
  const [found, setFound] = useState<ReadonlyMap<string, Found>>(new Map());
  const checked = useRef(new Map<string, string>());
  const latest = useRef(entries);
  latest.current = entries;
  const running = useRef(false);
  const ending = useRef(new AbortController());
  useEffect(() => {
    ending.current = new AbortController();
    return () => ending.current.abort();
  }, []);
  useEffect(() => {
    const { signal } = ending.current;
    const nextEntry = () =>
      latest.current.find(
        (entry) => !entry.isRecording && checked.current.get(entry.id) !== stateOf(entry),
      );
    const checkAll = async () => {
      for (let entry = nextEntry(); entry && !signal.aborted; entry = nextEntry()) {
        const { id } = entry;
        checked.current.set(id, stateOf(entry));
        setFound((before) => new Map(before).set(id, undefined));
        const result: Found = await checkBesidePage(id, signal).catch(unfoundBy);
        setFound((before) => new Map(before).set(id, result));
      }
    };
    if (running.current || entries.length === 0) return;
    running.current = true;
    void checkAll().finally(() => {
      running.current = false;
    });
  }, [entries]);
  return found;
}
