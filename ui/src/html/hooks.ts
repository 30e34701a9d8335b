/** React's hooks for one render that is never repeated: state is what it begins with, and effects do not run. */
import * as React from "react";
import { idAt, type TreePosition } from "./tree-id.ts";
import { Unsupported } from "./unsupported.ts";

/** React's contexts hold the value that its second renderer sees. */
export type Context = { _currentValue2: unknown };

type Dispatcher = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Where React's hooks look for what implements them. It has this name in `react` 19; a test follows it. */
const internals = (
  React as unknown as {
    __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: { H: Dispatcher | null };
  }
).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;

let position: TreePosition;
let ids = 0;

/** Throws: React would render the component again with the new state. */
function setState(): never {
  throw new Unsupported("a state that is set during a render");
}

const unsupported = (hook: string) => () => {
  throw new Unsupported(hook);
};

const nothing = () => undefined;

const dispatcher: Dispatcher = {
  readContext: (context: Context) => context._currentValue2,
  use(usable: Context | PromiseLike<unknown>) {
    if (!("_currentValue2" in usable)) throw new Unsupported("use of a promise");
    return usable._currentValue2;
  },
  useContext: (context: Context) => context._currentValue2,
  useState: (initial: unknown) => [typeof initial === "function" ? initial() : initial, setState],
  useReducer: (_reducer: unknown, initial: unknown, init?: (value: unknown) => unknown) => [
    init === undefined ? initial : init(initial),
    setState,
  ],
  useMemo: (create: () => unknown) => create(),
  useCallback: (callback: unknown) => callback,
  useRef: (current: unknown) => ({ current }),
  useId() {
    ids += 1;
    return idAt(position, ids - 1);
  },
  useSyncExternalStore(_subscribe: unknown, _read: unknown, readOnServer?: () => unknown) {
    if (readOnServer === undefined) throw new Unsupported("a store without a server's snapshot");
    return readOnServer();
  },
  useDeferredValue: (value: unknown, initial?: unknown) =>
    initial === undefined ? value : initial,
  useTransition: () => [false, setState],
  useEffect: nothing,
  useLayoutEffect: nothing,
  useInsertionEffect: nothing,
  useImperativeHandle: nothing,
  useDebugValue: nothing,
  useOptimistic: unsupported("useOptimistic"),
  useActionState: unsupported("useActionState"),
  useFormState: unsupported("useFormState"),
  useHostTransitionStatus: unsupported("useFormStatus"),
  useMemoCache: unsupported("useMemoCache"),
  useCacheRefresh: unsupported("useCacheRefresh"),
  useEffectEvent: unsupported("useEffectEvent"),
};

/** Runs `work` with these hooks; React's own are back afterwards. */
export function withHooks<Result>(work: () => Result): Result {
  const before = internals.H;
  internals.H = dispatcher;
  try {
    return work();
  } finally {
    internals.H = before;
  }
}

/** Calls a component at a position of the tree. Returns what it renders. */
export function callComponent<Props, Second>(
  component: (props: Props, second: Second) => unknown,
  props: Props,
  second: Second,
  at: TreePosition,
): unknown {
  position = at;
  ids = 0;
  return component(props, second);
}

/** Whether the component that was called last has asked for an id. */
export const hasTakenId = () => ids > 0;
