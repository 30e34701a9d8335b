/** Claims about downloads where a link to a file leads out of the app. */
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { beApplePhone } from "#test/apple-app.ts";
import { downloadFiles } from "./download.ts";

const share = vi.fn();
const forget = vi.fn();
const click = vi.fn();
const files = ["one.m4a", "two.m4a"].map((name) => ({
  name,
  content: new Blob([name], { type: "audio/mp4" }),
}));

beforeEach(() => {
  vi.resetAllMocks();
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(click);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

test("an app on an iPhone's home screen shares its files within the tap, and clicks no link", async () => {
  beApplePhone(share);
  const done = downloadFiles(files, "both", forget);
  const shared: File[] = share.mock.lastCall?.[0].files;
  await done;
  expect(shared.map(({ name, type }) => [name, type])).toEqual([
    ["one.m4a", "audio/mp4"],
    ["two.m4a", "audio/mp4"],
  ]);
  expect(await Promise.all(shared.map((file) => file.text()))).toEqual(["one.m4a", "two.m4a"]);
  expect(click).not.toHaveBeenCalled();
  expect(forget).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(forget).toHaveBeenCalledOnce();
});

test.each(["NotAllowedError", "AbortError"])(
  "a share sheet that ends with %s is told, and clicks no link",
  async (name) => {
    beApplePhone(share);
    share.mockRejectedValue(new DOMException("", name));
    await expect(downloadFiles(files, "both", forget)).rejects.toMatchObject({ name });
    expect(click).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(forget).not.toHaveBeenCalled();
  },
);

test("an iPhone without a share sheet for files is told that nothing was saved", async () => {
  beApplePhone(share);
  Object.defineProperty(navigator, "share", { configurable: true, value: undefined });
  await expect(downloadFiles(files, "both", forget)).rejects.toThrow();
  expect(click).not.toHaveBeenCalled();
});

test("Safari on the same phone downloads", async () => {
  beApplePhone(share, false);
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:made");
  await downloadFiles(files.slice(1), "both", forget);
  expect(click).toHaveBeenCalledOnce();
  expect(share).not.toHaveBeenCalled();
});
