/** Finds the texts that a person reads in the source of a module. */
import { parseAst } from "rolldown/parseAst";

/** A text, and the line where it begins. */
type ShownText = { readonly line: number; readonly text: string };

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

/** What stands in a text for a value that is known only when it is shown. */
const VALUE = "it";
/** Between two texts of an element, where another element stands. */
const BREAK = "\n\n";
/** Elements that stand within a sentence. */
const INLINE = /^(a|abbr|b|bdi|code|em|i|kbd|span|strong|time|.*Link)$/;
/** Attributes whose text a person reads. */
const READ =
  /^(aria-label|alt|title|label|hint|note|description|help|text|message|question|answer|lead|caption|placeholder)$/;
/** Takes texts for developers. */
const FOR_DEVELOPERS = /Error$|^report$/;
/** What no sentence has: selectors, URLs, patterns. */
const CODE = /[=[\]{}|_@<>]|https?:/;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";
const child = (node: Node, key: string): Node => node[key] as Node;
const children = (node: Node, key: string): readonly Node[] => node[key] as readonly Node[];

/** The name of an identifier, of a member or of an element. */
function nameOf(node: Node): string {
  if (typeof node["name"] === "string") return node["name"];
  const property = node["property"];
  return isNode(property) ? nameOf(property) : "";
}

/** A text that stands in the code, with a word in place of each value; undefined for what is no text. */
function literal(node: Node): string | undefined {
  if (node.type === "Literal") {
    return typeof node["value"] === "string" ? node["value"] : undefined;
  }
  if (node.type === "TemplateLiteral") {
    const parts = children(node, "quasis").map((part) => String(child(part, "value")["cooked"]));
    const values = children(node, "expressions").map((value) => literal(value) ?? VALUE);
    return parts.map((part, index) => part + (values[index] ?? "")).join("");
  }
  if (node.type !== "BinaryExpression" || node["operator"] !== "+") return undefined;
  const sides = [literal(child(node, "left")), literal(child(node, "right"))];
  if (sides.every((side) => side === undefined)) return undefined;
  return sides.map((side) => side ?? VALUE).join("");
}

/** Types, imports, texts for developers, lists of words, and attributes that nobody reads. */
function isSkipped(node: Node): boolean {
  if (/^(Import|ExportAll)/.test(node.type)) return true;
  if (/^TS/.test(node.type)) return !/^TS(As|Satisfies|NonNull)/.test(node.type);
  if (/^(New|Call)Expression$/.test(node.type)) {
    const name = nameOf(child(node, "callee"));
    return FOR_DEVELOPERS.test(name) || name === "split";
  }
  if (node.type !== "JSXAttribute" || READ.test(nameOf(child(node, "name")))) return false;
  const value = node["value"];
  return isNode(value) && value.type === "Literal";
}

/** How many words a text has. */
export const wordsOf = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu) ?? [];

/** Whether a text is a sentence, rather than a label or something that code compares. */
function isProse(text: string): boolean {
  if (CODE.test(text)) return false;
  const { length } = wordsOf(text);
  return length >= 7 || (length >= 3 && /[.!?]["”)]?$/.test(text));
}

/** The texts of a module, in its order; what stands in one element is one text. */
export function shownTexts(source: string, lang: "ts" | "tsx"): readonly ShownText[] {
  const found: ShownText[] = [];
  const add = (node: Node, text: string): void => {
    const line = source.slice(0, node.start).split("\n").length;
    found.push({ line, text: text.replace(/\s+/g, " ").trim() });
  };

  const partOf = (part: Node): string => {
    if (part.type === "JSXText") return String(part["value"]);
    if (part.type === "JSXExpressionContainer") {
      const value = child(part, "expression");
      const text = literal(value);
      if (text !== undefined || value.type === "JSXEmptyExpression") return text ?? "";
      walk(value);
      return VALUE;
    }
    const opening = part.type === "JSXElement" ? child(part, "openingElement") : null;
    if (opening !== null && INLINE.test(nameOf(child(opening, "name")))) {
      walk(opening);
      return contentOf(part);
    }
    walk(part);
    return BREAK;
  };
  const contentOf = (element: Node): string => children(element, "children").map(partOf).join("");

  const walk = (node: Node): void => {
    if (isSkipped(node)) return;
    if (node.type === "JSXElement" || node.type === "JSXFragment") {
      if (node.type === "JSXElement") walk(child(node, "openingElement"));
      for (const text of contentOf(node).split(BREAK)) add(node, text);
      return;
    }
    const text = literal(node);
    if (text !== undefined) add(node, text);
    // What a template shows by turns stands in its values.
    if (text !== undefined && node.type !== "TemplateLiteral") return;
    for (const value of Object.values(node)) {
      if (isNode(value)) walk(value);
      else if (Array.isArray(value)) for (const one of value) if (isNode(one)) walk(one);
    }
  };
  walk(parseAst(source, { lang }) as unknown as Node);
  return found.filter(({ text }) => isProse(text));
}
