/** Claims about the set-up's forms beside another tab, which saves while they are open. */
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { DEFAULT_SETTINGS, type Settings, settingsRecord } from "#store/settings/settings.ts";
import { stubServer } from "#test/page.tsx";
import { quicklySealed } from "#test/sealed-pin.ts";
import { SetupPerson } from "./setup-person.tsx";
import { SetupPin } from "./setup-pin.tsx";
import { announceTaken } from "./transfer/taken-over.ts";

// Typing and hashing take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const ana = { id: "a", name: "Ana", phoneNumber: "+61400000001" };
const ben = { id: "b", name: "Ben", phoneNumber: "+61400000002" };
const cleo = { id: "c", name: "Cleo", phoneNumber: "+61400000003" };
const store = (change: Partial<Settings>) =>
  act(() => void settingsRecord.write({ ...settingsRecord.read(), ...change }));
const save = () => userEvent.click(screen.getByRole("button", { name: /continue$/ }));
const name = () => screen.getByLabelText<HTMLInputElement>("Name");
const message = () => screen.getByLabelText<HTMLTextAreaElement>("Emergency Message");
const type = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

beforeEach(() => {
  stubServer({});
  settingsRecord.write({ ...DEFAULT_SETTINGS, contacts: [ana], emergencyMessage: "Old" });
});

test("what another tab saved is shown in the person's form, and stays", async () => {
  const onDone = vi.fn();
  render(<SetupPerson onDone={onDone} />);
  store({ contacts: [ben, cleo], emergencyMessage: "New" });
  expect([name().value, message().value]).toEqual(["Ben", "New"]);
  await save();
  expect(settingsRecord.read()).toMatchObject({ contacts: [ben, cleo], emergencyMessage: "New" });
  expect(onDone).toHaveBeenCalledOnce();
});

test("only what was changed in the person's form is stored", async () => {
  render(<SetupPerson onDone={() => undefined} />);
  await type(name(), "Anna");
  store({ contacts: [ben], emergencyMessage: "New" });
  await save();
  expect(settingsRecord.read()).toMatchObject({
    contacts: [{ ...ana, name: "Anna" }],
    emergencyMessage: "New",
  });
});

test("a message that was changed in the person's form leaves the person of another tab", async () => {
  render(<SetupPerson onDone={() => undefined} />);
  await type(message(), "Come");
  store({ contacts: [ben], emergencyMessage: "New" });
  await save();
  expect(settingsRecord.read()).toMatchObject({ contacts: [ben], emergencyMessage: "Come" });
});

test("what another tab replaced can be typed again", async () => {
  render(<SetupPerson onDone={() => undefined} />);
  store({ emergencyMessage: "New" });
  await type(message(), "Old");
  await save();
  expect(settingsRecord.read().emergencyMessage).toBe("Old");
});

test("what was typed and taken back is no change", async () => {
  render(<SetupPerson onDone={() => undefined} />);
  await type(message(), "Old");
  store({ emergencyMessage: "New" });
  await save();
  expect(settingsRecord.read().emergencyMessage).toBe("New");
});

test("what is taken over replaces what was typed, and nothing else", async () => {
  render(<SetupPerson onDone={() => undefined} />);
  await type(name(), "Anna");
  await type(message(), "Come");
  store({ contacts: [ben] });
  act(() => announceTaken({ contacts: [ben] }));
  expect([name().value, message().value]).toEqual(["Ben", "Come"]);
});

const showPin = () =>
  render(
    <SetupPin
      demoPin="4321"
      checkPin={async () => true}
      onTyped={() => undefined}
      onDone={() => undefined}
    />,
  );
const asking = () => screen.getByRole<HTMLInputElement>("switch");

test("whether the code is asked for stays as another tab saved it", async () => {
  const pinCode = await quicklySealed("482915");
  settingsRecord.write({ ...settingsRecord.read(), pinCode, asksForCode: false });
  showPin();
  store({ asksForCode: true });
  expect(asking().checked).toBe(true);
  await save();
  expect(settingsRecord.read().asksForCode).toBe(true);
});

test.each([
  ["switches on that the code is asked for, whatever another tab saved", false],
  ["leaves that off where it was switched off here", true],
])("the first own PIN %s", async (_what, isSwitchedOff) => {
  showPin();
  store({ asksForCode: false });
  await userEvent.type(screen.getByLabelText("Security PIN"), "602214");
  await userEvent.type(screen.getByLabelText("Security PIN again"), "602214");
  expect(asking().checked).toBe(true);
  if (isSwitchedOff) {
    await userEvent.click(asking());
    store({ asksForCode: true });
  }
  await save();
  await vi.waitFor(() => expect(settingsRecord.read().pinCode).toMatch(/^pbkdf2/), 30_000);
  expect(settingsRecord.read().asksForCode).toBe(!isSwitchedOff);
});
