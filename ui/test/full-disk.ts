/** A disk without room, for tests of the DOM. */
import { vi } from "vitest";

/** From now on the database takes nothing, while local storage does until the browser is closed; until `vi.restoreAllMocks`. */
export function fillDisk(): void {
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("No room.", "QuotaExceededError");
  });
}
