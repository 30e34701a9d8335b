/** How many SMS a text takes: 3GPP TS 23.038 (alphabets) and 23.040 (parts). */

const BASIC =
  "@\u00a3$\u00a5\u00e8\u00e9\u00f9\u00ec\u00f2\u00c7\n\u00d8\u00f8\r\u00c5\u00e5\u0394_\u03a6\u0393\u039b\u03a9\u03a0\u03a8\u03a3\u0398\u039e\u00c6\u00e6\u00df\u00c9 !\"#\u00a4%&'()*+,-./0123456789:;<=>?\u00a1ABCDEFGHIJKLMNOPQRSTUVWXYZ\u00c4\u00d6\u00d1\u00dc\u00a7\u00bfabcdefghijklmnopqrstuvwxyz\u00e4\u00f6\u00f1\u00fc\u00e0";
/** These take two places. */
const EXTENSION = "\f^{}\\[~]|\u20ac";

/** The places of one SMS, and of each part of a longer text: letters of the GSM alphabet, or 16-bit units for any other. */
const ROOM = { gsm: { one: 160, part: 153 }, unicode: { one: 70, part: 67 } } as const;

/** How many SMS the text is sent as. A character never lies across two parts. */
export function smsParts(text: string): number {
  const characters = [...text];
  const isGsm = characters.every((one) => BASIC.includes(one) || EXTENSION.includes(one));
  const room = isGsm ? ROOM.gsm : ROOM.unicode;
  const sizes = characters.map((one) => (isGsm ? (EXTENSION.includes(one) ? 2 : 1) : one.length));
  if (sizes.reduce((sum, size) => sum + size, 0) <= room.one) return 1;
  let [parts, used] = [1, 0];
  for (const size of sizes) {
    if (used + size > room.part) [parts, used] = [parts + 1, 0];
    used += size;
  }
  return parts;
}

/** The longest location and time that follow a person's words. */
export const LONGEST_DETAILS =
  "\nLocation: https://maps.google.com/?q=-33.86882,-151.20929\nAccuracy: 100000 m, position of unknown age\nTime: 2026-11-21 21:05";

/** Why the words cannot be a message, for the person; null when they can. */
export function wordsProblem(words: string, maximum: number): string | null {
  const over = words.length - maximum;
  return over > 0 ? `Too long by ${over} ${over === 1 ? "character" : "characters"}.` : null;
}

/** What the words become when they are sent, for the person. */
export function wordsHint(words: string): string {
  const parts = smsParts(words + LONGEST_DETAILS);
  const many = parts === 1 ? "one text message" : `${parts} text messages, which arrive as one`;
  return `With a location and the time it is sent as ${many}.`;
}
