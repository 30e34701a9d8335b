/** Whether a toast says what stands on the screen already. Pure. */

/** The sentences of a text, each without case, marks and spacing. */
const sentencesOf = (text: string | null): string[] =>
  `${text} `
    .toLowerCase()
    .split(/[.!?:;]+\s/)
    .map((sentence) => sentence.replace(/[^\p{L}\p{N}]+/gu, " ").trim())
    .filter(Boolean);

/** Whether the texts on the screen hold every sentence of a toast. */
export function isSaidBy(
  texts: readonly (string | null)[],
  {
    title,
    description = "",
  }: { readonly title: string; readonly description?: string | undefined },
): boolean {
  const said = texts.flatMap(sentencesOf);
  const told = [title, description].flatMap(sentencesOf);
  return told.length > 0 && told.every((sentence) => said.includes(sentence));
}
