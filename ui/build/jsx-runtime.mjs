/** React's JSX runtime as an ES module: the package has CommonJS only, for which each module would need a wrapper. */
import runtime from "../node_modules/react/cjs/react-jsx-runtime.production.js";

export const { Fragment, jsx, jsxs } = runtime;
