/** Claims about answers that a document asks for once. */
import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { loaded, refresh, useAnswer } from "./answers.ts";

function Shown({ ask }: { ask: () => Promise<string | undefined> }) {
  return <p>{useAnswer("/a", ask) ?? "nothing yet"}</p>;
}

test("an endpoint is asked once, whoever wants its answer and when", async () => {
  const ask = vi.fn(async () => "one");
  expect(await Promise.all([loaded("/a", ask), loaded("/a", ask)])).toEqual(["one", "one"]);
  expect(await loaded("/a", ask)).toBe("one");
  expect(ask).toHaveBeenCalledOnce();
});

test("a failure is told, and is not kept", async () => {
  const ask = vi.fn(async () => "two").mockRejectedValueOnce(new TypeError("no connection"));
  await expect(loaded("/a", ask)).rejects.toThrow("no connection");
  expect(await loaded("/a", ask)).toBe("two");
});

test("after a write it is asked again where it is shown, and the earlier answer stands until then", async () => {
  const answers = ["before", "after"];
  let arrive: (text: string | undefined) => void = () => undefined;
  const ask = vi.fn(() => new Promise<string | undefined>((resolve) => (arrive = resolve)));
  render(<Shown ask={ask} />);
  screen.getByText("nothing yet");
  await act(async () => arrive(answers[0]));
  screen.getByText("before");
  await act(async () => refresh("/a"));
  screen.getByText("before");
  await act(async () => arrive(answers[1]));
  screen.getByText("after");
  expect(ask).toHaveBeenCalledTimes(2);
});
