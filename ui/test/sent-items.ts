/** What a phone sends to a guardian, made by chance. */
import type { DownItem } from "#seal/items.ts";

// What comes often stands twice.
const kinds = ["alarm", "alarm", "place", "place", "battery", "opened-with-public-code", "ended"];
const place = { latitude: 1, longitude: 2, accuracy: 3, ageMs: 0 };

/** At least two items of two emergencies, a drill, a session and tests, in the order of sending, one a second. */
export function sentItems(random: () => number, most: number) {
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T;
  return Array.from({ length: 2 + Math.floor(random() * (most - 1)) }, (_, seq) => {
    const at = 1_000 * seq;
    const all = { at, place, level: 0.04, dueAt: at, isDrill: false };
    const move = random();
    const what = () => {
      if (move < 0.1) return { kind: "test" };
      if (move < 0.2) return { ...all, kind: pick(kinds), emergency: "d", isDrill: true };
      if (move < 0.3) return { ...all, kind: pick(["overdue", "ended"]), emergency: "s" };
      return { ...all, kind: pick(kinds), emergency: pick(["a", "b"]) };
    };
    return { seq, at, item: { at, ...what() } as DownItem };
  });
}
