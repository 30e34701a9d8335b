/** React elements to HTML. */
import type { ReactNode } from "react";
import { escapeText } from "./attributes.ts";
import { endTag, type Props, startTag, textareaText } from "./elements.ts";
import { type Context, callComponent, hasTakenId, withHooks } from "./hooks.ts";
import { haveSameValues, type Kept } from "./kept.ts";
import { childPosition, ROOT } from "./tree-id.ts";
import { Unsupported } from "./unsupported.ts";

/** How React marks its objects. */
const ELEMENT = Symbol.for("react.transitional.element");
const FRAGMENT = Symbol.for("react.fragment");
const STRICT_MODE = Symbol.for("react.strict_mode");
const PROFILER = Symbol.for("react.profiler");
const CONTEXT = Symbol.for("react.context");
const CONSUMER = Symbol.for("react.consumer");
const FORWARD_REF = Symbol.for("react.forward_ref");
const MEMO = Symbol.for("react.memo");

type Component = (props: Props, second: unknown) => unknown;
type ClassComponent = {
  new (props: Props): { render: () => unknown; props: Props };
  readonly prototype: { readonly isReactComponent?: unknown };
  readonly contextType?: unknown;
  readonly defaultProps?: unknown;
  readonly getDerivedStateFromProps?: unknown;
};
type ObjectType = { readonly $$typeof: symbol } & Readonly<
  Record<"type" | "render" | "_context" | "kept", unknown>
>;
type Element = { readonly $$typeof: symbol; readonly type: unknown; readonly props: Props };

// One render runs at a time and from its beginning to its end.
let html = "";
/** Whether the last thing written is a text: React separates two texts by a comment, so that hydration finds both. */
let isAfterText = false;
let position = ROOT;
/** The value of the `select` around what is rendered. */
let chosen: unknown = null;

/**
 * Returns the HTML of `node`, the same text as `renderToString` of react-dom. Throws what a component throws, and
 * `Unsupported` where it leaves the page to React.
 */
export function renderHtml(node: ReactNode): string {
  html = "";
  isAfterText = false;
  position = ROOT;
  chosen = null;
  withHooks(() => renderNode(node));
  const rendered = html;
  html = "";
  return rendered;
}

function renderNode(node: unknown): void {
  switch (typeof node) {
    case "string":
      renderText(node);
      return;
    case "number":
    case "bigint":
      renderText(String(node));
      return;
    case "object":
      if (node === null) return;
      if (Array.isArray(node)) renderList(node);
      else if ((node as Element).$$typeof === ELEMENT) renderElement(node as Element);
      else throw new Unsupported("a child that is no element, text or list");
      return;
    default:
  }
}

function renderText(text: string): void {
  if (text === "") return;
  html += isAfterText ? `<!-- -->${escapeText(text)}` : escapeText(text);
  isAfterText = true;
}

function renderList(nodes: readonly unknown[]): void {
  const parent = position;
  for (let index = 0; index < nodes.length; index += 1) {
    position = childPosition(parent, nodes.length, index);
    renderNode(nodes[index]);
  }
  position = parent;
}

function renderElement({ type, props }: Element): void {
  if (typeof type === "string") renderHost(type, props);
  else renderType(type, props);
}

function renderHost(tag: string, props: Props): void {
  html += startTag(tag, props, chosen);
  isAfterText = false;
  const end = endTag(tag);
  if (end === "") return;
  const { children, dangerouslySetInnerHTML: inner } = props;
  if (inner != null) html += String((inner as { readonly __html?: unknown }).__html ?? "");
  else if (tag === "textarea") html += textareaText(props);
  else if (typeof children === "string") html += escapeText(children);
  else if (tag === "select") renderOptions(props);
  else renderNode(children);
  html += end;
  isAfterText = false;
}

function renderOptions({ value, defaultValue, children }: Props): void {
  chosen = value ?? defaultValue ?? null;
  renderNode(children);
  chosen = null;
}

/** Renders what is not an element of HTML. */
function renderType(type: unknown, props: Props): void {
  if (typeof type === "function") {
    const { prototype } = type as ClassComponent;
    if (prototype?.isReactComponent) renderClass(type as ClassComponent, props);
    else renderFunction(type as Component, props, undefined);
    return;
  }
  if (type === FRAGMENT || type === STRICT_MODE || type === PROFILER) {
    renderNode(props["children"]);
    return;
  }
  if (typeof type !== "object" || type === null) throw new Unsupported(String(type));
  const object = type as ObjectType;
  switch (object.$$typeof) {
    case CONTEXT:
      renderProvider(type as Context, props);
      return;
    case CONSUMER: {
      const { _currentValue2: value } = object._context as Context;
      renderNode((props["children"] as (value: unknown) => unknown)(value));
      return;
    }
    case MEMO:
      if (object.kept === undefined) renderType(object.type, props);
      else renderKept(object.type, props, object.kept as Kept);
      return;
    case FORWARD_REF: {
      const { ref = null, ...others } = props as Props & { readonly ref?: unknown };
      renderFunction(object.render as Component, "ref" in props ? others : props, ref);
      return;
    }
    default:
      throw new Unsupported(String(object.$$typeof));
  }
}

function renderFunction(component: Component, props: Props, second: unknown): void {
  const node = callComponent(component, props, second, position);
  if (!hasTakenId()) {
    renderNode(node);
    return;
  }
  const own = position;
  position = childPosition(own, 1, 0);
  renderNode(node);
  position = own;
}

/** A class component is rendered once, without what needs a second look at its state. */
function renderClass(Type: ClassComponent, props: Props): void {
  if (Type.contextType ?? Type.defaultProps ?? Type.getDerivedStateFromProps ?? props["ref"]) {
    throw new Unsupported("a class component with more than a render");
  }
  const instance = new Type(props);
  instance.props = props;
  renderNode(instance.render());
}

function renderProvider(context: Context, { value, children }: Props): void {
  const before = context._currentValue2;
  context._currentValue2 = value;
  try {
    renderNode(children);
  } finally {
    context._currentValue2 = before;
  }
}

function renderKept(type: unknown, props: Props, kept: Kept): void {
  if (kept.rendered === undefined || !haveSameValues(kept.rendered.props, props)) {
    const before = html;
    html = "";
    isAfterText = false;
    renderType(type, props);
    // To look at a text makes V8 join its pieces, which it would otherwise do for each page again.
    if (html.charAt(html.length - 1) !== ">") throw new Unsupported("a part that is no element");
    kept.rendered = { props, html };
    html = before;
  }
  html += kept.rendered.html;
  isAfterText = false;
}
