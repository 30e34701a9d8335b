/** Parts of pages whose HTML depends on their props alone, so that it is kept for the next render. */
import { type ComponentType, memo } from "react";

/** What was rendered last, or undefined. */
export type Kept = { rendered?: { readonly props: object; readonly html: string } };

/**
 * Returns `Part` as a component whose HTML is kept while its props stay the same. It may read no context and take no id,
 * because both depend on where it stands.
 */
export function keepsHtml<Props extends object>(Part: ComponentType<Props>) {
  const kept: Kept = {};
  return Object.assign(memo(Part), { kept });
}

/** Whether two sets of props have the same values. */
export function haveSameValues(one: object, other: object): boolean {
  const names = Object.keys(one) as (keyof typeof one)[];
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.is(one[name], other[name]))
  );
}
