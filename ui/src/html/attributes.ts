/**
 * Text with the character references that React writes, and the attributes of an element: the props of React as HTML writes
 * them.
 */
import { Unsupported } from "./unsupported.ts";

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

/** How a prop becomes an attribute. */
type Kind =
  /** Written as text; `true` and `false` only in `data-` and `aria-` attributes. */
  | "text"
  /** Written as text, `true` and `false` as well. */
  | "word"
  /** Written with an empty value where it is true. */
  | "flag"
  /** A flag that may also have a value. */
  | "flag or text"
  /** A number of at least 1. */
  | "count"
  /** Leads somewhere. */
  | "address"
  /** Not written. */
  | "none";

type Attribute = { readonly kind: Kind; readonly start: string; readonly takesBoolean: boolean };

const kinds: readonly (readonly [Kind, string])[] = [
  ["word", "contentEditable spellCheck draggable value autoReverse externalResourcesRequired"],
  ["word", "focusable preserveAlpha"],
  ["flag", "inert allowFullScreen async autoPlay controls credentialless default defer disabled"],
  ["flag", "disablePictureInPicture disableRemotePlayback formNoValidate hidden loop noModule"],
  ["flag", "noValidate open playsInline readOnly required reversed scoped seamless itemScope"],
  ["flag", "autoFocus multiple muted"],
  ["flag or text", "capture download"],
  ["count", "cols rows size span"],
  ["address", "href action formAction"],
  ["none", "defaultValue defaultChecked innerHTML suppressContentEditableWarning"],
  ["none", "suppressHydrationWarning ref"],
];

const kindOf = new Map(
  kinds.flatMap(([kind, names]) => names.split(" ").map((name) => [name, kind] as const)),
);

/** Props whose attribute has a name of its own. */
const renamed = new Map([
  ["className", "class"],
  ["htmlFor", "for"],
  ["tabIndex", "tabindex"],
  ["autoFocus", "autofocus"],
  ["acceptCharset", "accept-charset"],
  ["httpEquiv", "http-equiv"],
  ["crossOrigin", "crossorigin"],
]);

/** SVG's attributes with a hyphen, as SVG writes them. */
const hyphenated = new Set(
  `alignment-baseline baseline-shift clip-path clip-rule color-interpolation color-interpolation-filters color-rendering
  dominant-baseline fill-opacity fill-rule flood-color flood-opacity font-family font-size font-size-adjust font-stretch
  font-style font-variant font-weight image-rendering letter-spacing lighting-color marker-end marker-mid marker-start
  mask-type paint-order pointer-events shape-rendering stop-color stop-opacity stroke-dasharray stroke-dashoffset
  stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration
  text-rendering transform-origin unicode-bidi vector-effect word-spacing writing-mode`.split(
    /\s+/,
  ),
);

/** Props that React treats in a way of its own and no page has. */
const unsupported = /^(?:style|xlink.*|xml.*|rowSpan|start|data)$/;
const safeName = /^[A-Za-z_:][\w.:-]*$/;
const scriptAddress = /^[\0- ]*j/i;

const attributes = new Map<string, Attribute>();

/** How a prop is written; remembered, because the same names come again and again. */
function attributeOf(prop: string): Attribute {
  const known = attributes.get(prop);
  if (known !== undefined) return known;
  if (unsupported.test(prop)) throw new Unsupported(`the attribute ${prop}`);
  const withHyphens = prop.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const name = renamed.get(prop) ?? (hyphenated.has(withHyphens) ? withHyphens : prop);
  const isEvent = /^on./i.test(prop);
  const made: Attribute = {
    kind: isEvent || !safeName.test(name) ? "none" : (kindOf.get(prop) ?? "text"),
    start: ` ${name}="`,
    takesBoolean: /^(?:data|aria)-/i.test(name),
  };
  attributes.set(prop, made);
  return made;
}

/** Takes a prop and its value, neither null nor undefined; returns the attribute with a space before it, or nothing. */
export function attribute(prop: string, value: unknown): string {
  const { kind, start, takesBoolean } = attributeOf(prop);
  if (kind === "none") return "";
  switch (typeof value) {
    case "string":
    case "number":
      // A flag is set by all that counts as true.
      return kind === "flag" ? (value ? `${start}"` : "") : textual(kind, start, String(value));
    case "boolean":
      return kind === "word" || (kind === "text" && takesBoolean)
        ? `${start}${value}"`
        : value && (kind === "flag" || kind === "flag or text")
          ? `${start}"`
          : "";
    default:
      throw new Unsupported(`a value of ${prop}`);
  }
}

function textual(kind: Kind, start: string, value: string): string {
  switch (kind) {
    case "count":
      return Number(value) >= 1 ? `${start}${escapeText(value)}"` : "";
    case "address":
      if (scriptAddress.test(value)) throw new Unsupported("an address that may be a script");
      return `${start}${escapeText(value)}"`;
    default:
      return `${start}${escapeText(value)}"`;
  }
}
