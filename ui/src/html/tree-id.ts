/**
 * Where a component stands in the tree, as `useId` writes it. The numbers must be those of React, because the browser
 * computes them again when it hydrates the page.
 *
 * A position is a sequence of bits: each list of `n` children adds the number of the child, counted from 1, in as many bits
 * as `n` needs, before those of the lists around it. A leading 1 marks the length. Bits that no longer fit into a
 * 32-bit number are kept as text, five at a time, since an id is written in base 32.
 */
export type TreePosition = { readonly bits: number; readonly rest: string };

/** The position of the root. */
export const ROOT: TreePosition = { bits: 1, rest: "" };

/** The most bits that fit beside the leading 1. */
const MAX_BITS = 30;
const BITS_OF_A_DIGIT = 5;

const lengthOf = (number: number) => 32 - Math.clz32(number);

/** The position of the child at `index`, counted from 0, of a list of `count` children at `parent`. */
export function childPosition(parent: TreePosition, count: number, index: number): TreePosition {
  const { bits, rest } = parent;
  const used = lengthOf(bits) - 1;
  const added = lengthOf(count);
  const path = bits & ~(1 << used);
  if (used + added <= MAX_BITS) {
    return { bits: (1 << (used + added)) | ((index + 1) << used) | path, rest };
  }
  const full = used - (used % BITS_OF_A_DIGIT);
  const digits = (path & ((1 << full) - 1)).toString(32);
  const left = used - full;
  return {
    bits: (1 << (left + added)) | ((index + 1) << left) | (path >> full),
    rest: digits + rest,
  };
}

/** The id of the hook with the number `hook` in the component at a position. */
export function idAt({ bits, rest }: TreePosition, hook: number): string {
  const path = (bits & ~(1 << (lengthOf(bits) - 1))).toString(32);
  return `_R_${path}${rest}${hook > 0 ? `H${hook.toString(32)}` : ""}_`;
}
