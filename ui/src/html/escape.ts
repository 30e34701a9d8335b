/** Text in HTML, with the character references that React writes. */

const special = /["'&<>]/;

const references: Readonly<Record<string, string>> = {
  '"': "&quot;",
  "&": "&amp;",
  "'": "&#x27;",
  "<": "&lt;",
  ">": "&gt;",
};

/** Takes any text; returns it as it stands in an element or in a quoted attribute. */
export function escapeText(text: string): string {
  // Most texts have nothing to replace, and a test is much cheaper than a replacement.
  return special.test(text)
    ? text.replace(/["'&<>]/g, (character) => references[character] ?? character)
    : text;
}
