/** The tags of an element. */
import { attribute, escapeText } from "./attributes.ts";
import { Unsupported } from "./unsupported.ts";

/** The props of an element. */
export type Props = Readonly<Record<string, unknown>>;

/** What React writes after all other attributes, in this order. */
const buttonLast = ["name", "formAction", "formEncType", "formMethod", "formTarget"];
const last = new Map([
  ["form", ["action", "encType", "method", "target"]],
  ["button", buttonLast],
  ["input", [...buttonLast, "checked", "value"]],
  ["select", ["value"]],
  ["textarea", ["value"]],
  ["option", ["selected"]],
]);
const none: readonly string[] = [];

const voidTags = "area br col embed hr img input source track wbr".split(" ");
/** React hoists these or gives them a meaning of its own, and no page has them. */
const unsupportedTags =
  /^(?:base|body|head|html|link|listing|menuitem|meta|object|pre|script|style|title|.*-.*)$/;

type Tag = { readonly start: string; readonly end: string; readonly last: readonly string[] };

const tags = new Map<string, Tag>();

/** What is known of a tag; remembered. */
function tagOf(name: string): Tag {
  const known = tags.get(name);
  if (known !== undefined) return known;
  if (unsupportedTags.test(name)) throw new Unsupported(`<${name}>`);
  const end = voidTags.includes(name) ? "" : `</${name}>`;
  const made = { start: `<${name}`, end, last: last.get(name) ?? none };
  tags.set(name, made);
  return made;
}

/** The end tag; empty for an element that has none. */
export const endTag = (name: string): string => tagOf(name).end;

/** The start tag. `chosen` is the value of the `select` around an option. */
export function startTag(name: string, props: Props, chosen: unknown): string {
  const tag = tagOf(name);
  let html = tag.start;
  for (const prop in props) {
    if (prop === "children" || prop === "dangerouslySetInnerHTML") continue;
    const value = props[prop];
    if (value == null || tag.last.includes(prop)) continue;
    if (value === "" && name !== "a" && (prop === "href" || prop === "src")) continue;
    html += attribute(prop, value);
  }
  if (tag.last.length > 0) html += lastAttributes(name, props, chosen);
  if (name === "img") assertNoPreload(props);
  return tag.end === "" ? `${html}/>` : `${html}>`;
}

function lastAttributes(name: string, props: Props, chosen: unknown): string {
  switch (name) {
    case "select":
    case "textarea":
      return "";
    case "option":
      return isChosen(props, chosen) ? ' selected=""' : "";
    case "input":
      return `${written(buttonLast, props)}${inputState(props)}`;
    default:
      return written(tagOf(name).last, props);
  }
}

function written(names: readonly string[], props: Props): string {
  return names.map((name) => (props[name] == null ? "" : attribute(name, props[name]))).join("");
}

function inputState({ checked, defaultChecked, value, defaultValue }: Props): string {
  const text = value ?? defaultValue;
  const isChecked = checked ?? defaultChecked;
  return `${isChecked ? ' checked=""' : ""}${text == null ? "" : attribute("value", text)}`;
}

function isChosen({ value, children, selected }: Props, chosen: unknown): boolean {
  if (chosen == null) return Boolean(selected);
  const own = value ?? children;
  if (typeof own !== "string") throw new Unsupported("an option whose value is no text");
  return own === String(chosen);
}

/** React asks for most images at the top of the page. */
function assertNoPreload({ loading }: Props): void {
  if (loading !== "lazy") throw new Unsupported("an image that is not lazy");
}

/** The text in a `textarea`. */
export function textareaText({ value, defaultValue, children }: Props): string {
  if (children != null) throw new Unsupported("children of a textarea");
  const text = String(value ?? defaultValue ?? "");
  // HTML ignores a line break at the beginning.
  return `${text.startsWith("\n") ? "\n" : ""}${escapeText(text)}`;
}
