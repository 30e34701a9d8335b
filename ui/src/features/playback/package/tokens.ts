/** What the package has of time-stamp tokens. */
import { type KeptToken, stampedTime, tokenBytes } from "#content/time-token.ts";
import { escaped } from "./fill.ts";
import { csvRow, utc, utcSeconds } from "./tables.ts";

/** A token as a file of the package. */
export interface PackagedToken {
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
  readonly head: string;
  /** The time in it, in epoch milliseconds. */
  readonly time: number;
}

/** The tokens that are there, in the order of their times. What is no token for its head is left out. */
export function packagedTokens(kept: readonly KeptToken[]): readonly PackagedToken[] {
  return kept
    .flatMap(({ head, token }) => {
      const time = stampedTime(token, head);
      return time === null ? [] : [{ content: tokenBytes(token), head, time }];
    })
    .sort((a, b) => a.time - b.time)
    .map((token, index) => ({ ...token, name: `tokens/token-${index + 1}.tst` }));
}

/** `tokens.csv`. */
export function tokensTable(tokens: readonly PackagedToken[]): string {
  const rows = tokens.map(({ name, time, head }) => csvRow([name, utc(time), head]));
  return csvRow(["token", "time", "head"]) + rows.join("");
}

/** More of them would need a third page. */
const MOST_TOKENS = 4;

/** The paragraphs of the report about tokens, of which the newest are named; nothing where there are none. */
export function tokensHtml(tokens: readonly PackagedToken[], lastHead: string): string {
  if (tokens.length === 0) return "";
  const lines = tokens.slice(-MOST_TOKENS).map(({ name, time, head }) => {
    const what =
      head === lastHead ? "the last fingerprint above" : `the fingerprint ${head.slice(0, 16)}...`;
    return `${name}: ${utcSeconds(time)}, for ${what}`;
  });
  const more = tokens.length - lines.length;
  const all = more === 0 ? lines : [...lines, `And ${more} older: see tokens.csv.`];
  return `
    <p>
      Time stamps: a token (<a href="https://www.rfc-editor.org/rfc/rfc3161">RFC 3161</a>) names a time for a fingerprint. The device
      checked which fingerprint each token is for. It did not check who signed it.
    </p>
    <ul>${all.map((line) => `<li>${escaped(line)}</li>`).join("")}</ul>
    <p>
      <code>sh verify.sh ROOT.pem</code> checks who signed them. ROOT.pem is the root certificate of the authority. Get it from the
      authority itself.
    </p>`;
}
