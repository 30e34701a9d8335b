/** Typed records under a storage key, made of a key, a default and a schema. */
import { useSyncExternalStore } from "react";
import * as v from "valibot";
import {
  onTextChange,
  readText,
  removeText,
  type StorageArea,
  writeText,
} from "#platform/storage/storage.ts";

/** A record on the device. */
export interface DeviceRecord<T> {
  readonly key: string;
  /** The stored value, or the default when there is none or it does not match the schema. */
  read(): T;
  /** Writes the value; false when storage refused it. */
  write(value: T): boolean;
  /** Removes it. */
  clear(): void;
  /** Calls back at every change, also from other tabs; returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** The value for a component; the default on the server and during hydration. */
  use(): T;
}

/** The description of a record. */
export interface RecordPlan<T> {
  readonly key: string;
  readonly fallback: T;
  readonly schema: v.GenericSchema<unknown, T>;
  readonly area?: StorageArea;
}

function parse<T>(text: string | null, plan: RecordPlan<T>): T {
  if (text === null) {
    return plan.fallback;
  }
  try {
    const result = v.safeParse(plan.schema, JSON.parse(text));
    return result.success ? result.output : plan.fallback;
  } catch {
    return plan.fallback;
  }
}

/** Makes a record. Storage is not accessed before its functions are called. */
export function deviceRecord<T>(plan: RecordPlan<T>): DeviceRecord<T> {
  const area = plan.area ?? "local";
  let lastText: string | null = null;
  let lastValue = plan.fallback;

  const read = () => {
    const text = readText(plan.key, area);
    if (text !== lastText) {
      lastText = text;
      lastValue = parse(text, plan);
    }
    return lastValue;
  };
  const subscribe = (listener: () => void) => onTextChange(plan.key, listener);
  return {
    key: plan.key,
    read,
    write: (value) => writeText(plan.key, JSON.stringify(value), area),
    clear: () => removeText(plan.key, area),
    subscribe,
    use: () => useSyncExternalStore(subscribe, read, () => plan.fallback),
  };
}
