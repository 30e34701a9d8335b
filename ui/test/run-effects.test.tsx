/** A claim about the tests' own tools. */
import { render, screen } from "@testing-library/react";
import { useEffect, useState } from "react";
import { expect, test, vi } from "vitest";

function Slow({ effect }: { readonly effect: () => void }) {
  const from = performance.now();
  while (performance.now() - from < 20);
  useEffect(effect, [effect]);
  return <p>Drawn</p>;
}

/** Renders something slow a moment after it was shown itself. */
function Later({ effect }: { readonly effect: () => void }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    setTimeout(() => setShown(true), 1);
  }, []);
  return isShown && <Slow effect={effect} />;
}

test("a search ends after the effects of what it found, however long rendering takes", async () => {
  const effect = vi.fn();
  for (let root = 0; root < 3; root += 1) render(<Later effect={effect} />);
  await screen.findAllByText("Drawn");
  const { length } = screen.getAllByText("Drawn");
  expect(effect).toHaveBeenCalledTimes(length);
});
