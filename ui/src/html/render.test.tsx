/** Claims about HTML from React elements, compared with React's own renderer. */
import {
  Component,
  createContext,
  createElement,
  Fragment,
  forwardRef,
  memo,
  type ReactNode,
  StrictMode,
  Suspense,
  use,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
} from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { wholesOf } from "#test/chance.ts";
import { renderHtml } from "./render.ts";
import { Unsupported } from "./unsupported.ts";

const same = (node: ReactNode) => expect(renderHtml(node)).toBe(renderToString(node));

const Theme = createContext("light");
const Named = ({ name = "?" }) => <b title={name}>{useContext(Theme)}</b>;

function Hooks() {
  const [state] = useState(() => 1);
  const [count] = useReducer(
    (value: number) => value + 1,
    2,
    (value) => value * 2,
  );
  const ref = useRef(3);
  const doubled = useMemo(() => state * 2, [state]);
  const call = useCallback(() => 5, []);
  const later = useDeferredValue(6);
  const [isPending] = useTransition();
  const stored = useSyncExternalStore(
    () => () => undefined,
    () => 7,
    () => 8,
  );
  useEffect(() => {
    throw new Error("no effect runs on the server");
  });
  return (
    <p>
      {state} {count} {ref.current} {doubled} {call()} {later} {String(isPending)} {stored}
    </p>
  );
}

function Ids({ depth }: { readonly depth: number }): ReactNode {
  const first = useId();
  const second = useId();
  return (
    <div id={first}>
      <label htmlFor={second}>{depth}</label>
      {depth > 0 && [<Ids key="a" depth={depth - 1} />, null, <Ids key="b" depth={depth - 2} />]}
    </div>
  );
}

class Old extends Component<{ readonly words: string }> {
  override render() {
    return <i>{this.props.words}</i>;
  }
}

const Forwarded = forwardRef<HTMLElement, { readonly words: string }>(({ words }, ref) => (
  <em ref={ref}>{words}</em>
));
const Remembered = memo(Named);

const nodes: Readonly<Record<string, ReactNode>> = {
  "texts beside texts": (
    <p>
      a{1}
      {"b"}
      {""}
      {null}
      {true}
      <br />
      {"<&>\"'"}
      {0}
      {["c", "d"]}
    </p>
  ),
  "lists in lists": <ul>{[1, [2, [3, "4"]], <li key="x">5</li>]}</ul>,
  "a context and what is around it": (
    <>
      <Named />
      <Theme value="dark">
        <Named name="in" />
        <Theme value="darker">
          <Theme.Consumer>{(theme) => theme}</Theme.Consumer>
        </Theme>
        <Remembered />
      </Theme>
      <Named />
    </>
  ),
  hooks: <Hooks />,
  "a used context": createElement(() => use(Theme)),
  "ids in deep trees": <Ids depth={12} />,
  "ids in a list": [1, 2, 3].map((key) => <Ids key={key} depth={key} />),
  "ids in a long list": Array.from({ length: 40 }, (_, key) => <Ids key={String(key)} depth={2} />),
  classes: (
    <StrictMode>
      <Old words="old" />
      <Forwarded words="ref" ref={{ current: null }} />
      <Forwarded words="none" />
    </StrictMode>
  ),
  "a form": (
    <form action="/go" method="post" noValidate={true} className="a">
      <input name="email" type="email" defaultValue={'a"b'} required={true} maxLength={5} />
      <input type="checkbox" defaultChecked={true} value="yes" />
      <input type="radio" checked={false} readOnly={true} disabled={false} value="" />
      <textarea name="words" rows={4} cols={0} defaultValue={"\n<b>"} />
      <textarea value="" readOnly={true} />
      <select defaultValue="b" name="one">
        <option value="a">A</option>
        <optgroup label="more">
          <option>b</option>
        </optgroup>
      </select>
      <select multiple={false}>
        <option value="a">A</option>
      </select>
      <button name="go" type="submit" value="1" formNoValidate={true} formAction="/other">
        Go
      </button>
    </form>
  ),
  pictures: (
    <picture>
      <source srcSet="/a.webp" media="print" />
      <img src="/a.png" alt="" loading="lazy" width={1} height="2" />
    </picture>
  ),
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what the test is about.
  "a given text": createElement("div", { dangerouslySetInnerHTML: { __html: "<b>&</b>" } }),
  svg: (
    <svg
      viewBox="0 0 1 1"
      aria-hidden={true}
      focusable={false}
      strokeWidth={1.5}
      fillRule="evenodd"
    >
      <path d="M0 0" strokeLinecap="round" clipPath="url(#a)" preserveAspectRatio="none" />
    </svg>
  ),
  attributes: createElement("a", {
    href: "/a?b&c",
    hidden: false,
    tabIndex: -1,
    draggable: false,
    spellCheck: false,
    autoFocus: true,
    "data-a": true,
    "data-b": false,
    "aria-current": undefined,
    download: true,
    inert: true,
    onClick: () => undefined,
    suppressHydrationWarning: true,
    title: "a\nb",
    lang: "en",
    itemProp: "",
    role: "button",
    contentEditable: false,
  }),
};

describe("HTML like React's", () => {
  it.each(Object.entries(nodes))("of %s", (_, node) => same(node));

  it("of random trees", () => {
    for (let seed = 1; seed <= 300; seed += 1) same(treeOf(wholesOf(seed * 7919), 5));
  });
});

const texts = ["", "a", "<", "&amp;", '"', "'", "\n", "é", "0"];
const tags = ["div", "p", "span", "a", "button", "svg", "li", "details", "noscript"];
const textual = [
  ...[
    "className",
    "id",
    "tabIndex",
    "title",
    "htmlFor",
    "strokeWidth",
    "autoComplete",
    "inputMode",
  ],
  ...["size", "lang", "dir", "role", "maxLength", "name"],
];
const booleans = ["hidden", "disabled", "open", "download", "aria-label", "data-x", "required"];
const values = [...texts, 0, 1, -1, 1.5, null, undefined];

/** A tree in which everything is drawn. */
function treeOf(draw: (below: number) => number, depth: number): ReactNode {
  const children = () => Array.from({ length: draw(4) }, () => treeOf(draw, depth - 1));
  switch (depth === 0 ? draw(2) : draw(8)) {
    case 0:
      return values[draw(values.length)] as ReactNode;
    case 1:
      return draw(2_000);
    case 2:
      return createElement(Fragment, null, ...children());
    case 3:
      return createElement(Theme, { value: texts[draw(texts.length)] ?? "" }, ...children());
    case 4:
      return createElement(Ids, { depth: draw(3) });
    case 5:
      return createElement(Named, {});
    default: {
      const props = {
        ...drawn(textual, values, draw),
        ...drawn(booleans, [...values, true, false], draw),
      };
      return createElement(tags[draw(tags.length)] ?? "div", props, ...children());
    }
  }
}

/** Some of the names, each with one of the values. */
function drawn(
  names: readonly string[],
  from: readonly unknown[],
  draw: (below: number) => number,
) {
  const chosen = names.filter(() => draw(4) === 0);
  return Object.fromEntries(chosen.map((name) => [name, from[draw(from.length)]]));
}

const Changing = () => {
  const [state, setState] = useState(0);
  if (state === 0) setState(1);
  return state;
};

const Failing = () => {
  throw new RangeError("broken");
};

describe("left to React", () => {
  it.each<[string, ReactNode]>([
    ["a state that is set during a render", <Changing key="a" />],
    ["a boundary that waits", <Suspense key="b">a</Suspense>],
    ["what React hoists", <title key="c">a</title>],
    ["an image that React asks for early", <img key="d" src="/a.png" alt="" />],
    ["a style", <p key="e" style={{ color: "red" }} />],
    [
      "an address that is a script",
      createElement("a", { key: "f", href: " java\nscript:alert(1)" }),
    ],
    ["a function as an action", <form key="g" action={() => undefined} />],
    ["an element of its own kind", createElement("x-y", { key: "h" })],
    ["an attribute that is an object", createElement("p", { key: "i", title: {} })],
  ])("is %s", (_, node) => {
    expect(() => renderHtml(node)).toThrow(Unsupported);
    // What was changed for the render that ended is as it was.
    same(nodes["a context and what is around it"]);
  });

  it("an error of a component is thrown as it is, and the next render is whole", () => {
    expect(() =>
      renderHtml(
        <Theme value="dark">
          <Failing />
        </Theme>,
      ),
    ).toThrow(RangeError);
    same(<Named />);
  });
});
