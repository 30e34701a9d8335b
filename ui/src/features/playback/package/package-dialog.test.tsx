/** Claims about the dialog that makes the evidence package: what it asks, and what it says became of the file. */
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { deleteRecording } from "#store/app-database.ts";
import { NO_EMERGENCY, writeEmergencyState } from "#store/emergency/emergency-state.ts";
import { beApplePhone } from "#test/apple-app.ts";
import { entriesOf } from "#test/archive.ts";
import { storedEmergency, storeEmergency } from "#test/stored-emergency.ts";
import { PackageDialog } from "./package-dialog.tsx";

vi.setConfig({ testTimeout: 60_000 });

beforeEach(async () => {
  await storeEmergency(2);
});

const open = (onClose = () => undefined) =>
  render(
    <PackageDialog
      emergencyEventId={storedEmergency}
      sizeText={(bytes) => `${bytes} B`}
      onClose={onClose}
    />,
  );
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

/** Notes what is downloaded. */
function downloads() {
  const made: { name: string; blob: Blob }[] = [];
  let last = new Blob();
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    last = blob as Blob;
    return "blob:made";
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    made.push({ name: this.download, blob: last });
  });
  onTestFinished(() => click.mockRestore());
  return made;
}

const namesIn = async (file: Blob) => (await entriesOf(file)).map(([name]) => name);

test("without a share sheet for files a download begins, and no more than that is said", async () => {
  const made = downloads();
  open();
  expect(screen.queryByRole("checkbox")).toBeNull();
  await press("Make the package");
  await screen.findByText("A download was started: please check that the file is there.");
  expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
  expect(made).toHaveLength(1);
  expect(made[0]?.name).toMatch(/^export-\d{8}-\d{4}\.zip$/);
  const names = await namesIn(made[0]?.blob ?? new Blob());
  expect(names).toContain("original/part-2.webm");
  expect(names).not.toContain("places.csv");
});

test("places and messages go along only where the person ticks the box", async () => {
  writeEmergencyState({
    ...NO_EMERGENCY,
    isLocked: true,
    emergencyId: storedEmergency,
    location: { latitude: -33.8, longitude: 151.2, accuracy: 12, timestamp: 0 },
    messages: [
      {
        name: "Ann",
        phoneNumber: "+61",
        status: "prepared",
        hadPlace: true,
        alarm: 1,
        told: "nothing",
      },
    ],
    text: "Help",
  });
  onTestFinished(() => void writeEmergencyState(NO_EMERGENCY));
  const made = downloads();
  const { unmount } = open();
  await screen.findByRole("checkbox", { name: "Include places and prepared messages" });
  await press("Make the package");
  await screen.findByText(/A download was started/);
  unmount();
  open();
  await userEvent.click(await screen.findByRole("checkbox"));
  await press("Make the package");
  await screen.findByText(/A download was started/);
  const [without, withThem] = await Promise.all(made.map(({ blob }) => namesIn(blob)));
  expect(without).not.toContain("messages.csv");
  expect(withThem).toEqual(expect.arrayContaining(["places.csv", "messages.csv"]));
});

test("a share sheet that takes the file opens at a tap, and closing it claims nothing", async () => {
  const share = vi.fn().mockRejectedValueOnce(new DOMException("closed", "AbortError"));
  share.mockResolvedValue(undefined);
  Object.assign(navigator, { share, canShare: () => true });
  onTestFinished(() => void Object.assign(navigator, { share: undefined, canShare: undefined }));
  const made = downloads();
  open();
  await press("Make the package");
  await screen.findByText("The package is ready.");
  expect(share).not.toHaveBeenCalled();
  await press("Share");
  expect(share).toHaveBeenCalledTimes(1);
  screen.getByText("The package is ready.");
  await press("Share");
  await screen.findByText("The package was given to the other app. Please check that it is there.");
  expect(made).toEqual([]);
});

test("on an iPhone's home screen nothing is said to be there before the sheet that the tap opens took it", async () => {
  // The tap was too long ago when the package is ready, and the first sheet is closed.
  const share = vi.fn().mockRejectedValueOnce(new DOMException("late", "NotAllowedError"));
  share.mockRejectedValueOnce(new DOMException("closed", "AbortError"));
  beApplePhone(share);
  Object.defineProperty(navigator, "canShare", { configurable: true, value: () => false });
  const made = downloads();
  open();
  await press("Make the package");
  for (const tries of [1, 2]) {
    await screen.findByText("The package is ready.");
    expect(share).toHaveBeenCalledTimes(tries);
    await press("Download");
  }
  await screen.findByText("The package was given to the other app. Please check that it is there.");
  expect(made).toEqual([]);
});

test("a recording that cannot be read makes no package, and that is said", async () => {
  for (const id of ["id-1", "id-2"]) await deleteRecording(id);
  const made = downloads();
  open();
  await press("Make the package");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The package could not be made.");
  expect(made).toEqual([]);
});

test("closing it while it works ends the work", async () => {
  const made = downloads();
  const onClose = vi.fn();
  const { unmount } = open(onClose);
  const click = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  // In one turn, so that the work cannot be done before.
  click("Make the package");
  screen.getByText(/Keep this page open/);
  click("Cancel");
  expect(onClose).toHaveBeenCalledTimes(1);
  unmount();
  // What is left of the first would be done before another one.
  open();
  await press("Make the package");
  await screen.findByText(/A download was started/);
  expect(made).toHaveLength(1);
});
