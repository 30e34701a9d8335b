/** A QR code, drawn on the page. */
import { generate } from "lean-qr";
import { useMemo } from "react";
import classes from "./guardians.module.css";

/** The light border that readers need, in modules (ISO/IEC 18004). */
const QUIET = 4;

/** The dark modules as one path. */
function pathOf(text: string): { path: string; size: number } {
  const code = generate(text);
  let path = "";
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
    }
  }
  return { path, size: code.size };
}

/** Dark on light in both colour schemes, because many readers know no other. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = useMemo(() => pathOf(text), [text]);
  const whole = size + 2 * QUIET;
  return (
    <svg
      className={classes.code}
      viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={whole} height={whole} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
