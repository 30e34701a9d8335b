/** Removes what `files.ts` wrote. No emergency needs it. */
import { folderAt, namesIn } from "./files.ts";

/** Removes a folder with everything in it, if it exists. */
export async function removeFolder(path: readonly string[]): Promise<void> {
  const name = path.at(-1);
  if (name === undefined || !(await namesIn(path.slice(0, -1))).includes(name)) return;
  await (await folderAt(path.slice(0, -1), false)).removeEntry(name, { recursive: true });
}
