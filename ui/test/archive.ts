/** Reads an archive, as a program that unpacks it would. */

/** The names and the texts of the files of a ZIP, by its directory. */
export async function entriesOf(archive: Blob): Promise<readonly (readonly [string, string])[]> {
  const bytes = await archive.arrayBuffer();
  const view = new DataView(bytes);
  const end = bytes.byteLength - 22;
  if (view.getUint32(end, true) !== 0x06054b50) throw new Error("It is no archive.");
  const text = (at: number, length: number) =>
    new TextDecoder().decode(new Uint8Array(bytes, at, length));
  const entries: (readonly [string, string])[] = [];
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    const [size, nameLength] = [view.getUint32(at + 24, true), view.getUint16(at + 28, true)];
    const place = view.getUint32(at + 42, true);
    const content =
      place + 30 + view.getUint16(place + 26, true) + view.getUint16(place + 28, true);
    entries.push([text(at + 46, nameLength), text(content, size)]);
    at += 46 + nameLength;
  }
  return entries;
}
