/** What a disk without room does to a fake phone: database and local storage begin after a kill with what they had before. */
import type { FakePhone } from "./fake-phone.ts";

/** What the database and local storage have of small values. */
export const homesOf = ({ disk, versions, mirror, texts }: FakePhone) => ({
  disk: new Map(disk),
  versions: new Map(versions),
  mirror,
  texts,
});

/** Gives both homes what they had. */
export function startOver(phone: FakePhone, kept: ReturnType<typeof homesOf>): void {
  for (const home of ["disk", "versions"] as const) {
    phone[home].clear();
    for (const [name, value] of kept[home]) phone[home].set(name, value);
  }
  phone.mirror = kept.mirror;
  phone.texts = kept.texts;
}
