/** The list of settings, and the screens behind its rows. */
import { savedSettings } from "./phone.ts";
import { closeRow, row } from "./rows.ts";
import { press, type Scene, type Step, shows, user } from "./scene.ts";

const settings = "/settings";

/** The names of a long list, one of whom cannot be called. */
const wrongNumber = {
  ...savedSettings,
  contacts: [
    { id: "a", name: "Ana-Sophia Papadimitriou-Featherstonehaugh", phoneNumber: "+61400000001" },
    { id: "b", name: "Bartholomew", phoneNumber: "the one at work" },
  ],
  emergencyMessage: "Send help, I am in danger. The gate code is 4711.",
};

const type =
  (label: string, text: string): Step =>
  (page) =>
    page.getByLabel(label, { exact: true }).first().fill(text);

/** In the order of the rows. */
export const settingsScenes: readonly Scene[] = [
  user(savedSettings, "settings", settings),
  user(
    wrongNumber,
    "settings-to-do",
    settings,
    row("Emergency Message"),
    type("Emergency Message", "Come to the station"),
    closeRow,
    shows("Not saved yet"),
    shows("Check the number of Bartholomew"),
  ),
  user(
    wrongNumber,
    "settings-contacts",
    settings,
    row("Emergency Contacts"),
    press("Save Settings"),
    shows("Please enter a valid phone number."),
  ),
  user(savedSettings, "settings-message", settings, row("Emergency Message")),
  user(
    savedSettings,
    "settings-pin",
    settings,
    row("Security PIN"),
    type("Security PIN", "602214"),
    shows("Not saved yet"),
  ),
  user(savedSettings, "settings-words", settings, row("Wake Word Detection"), shows("64%")),
  user(
    { ...savedSettings, wakeWordMode: "custom" },
    "settings-custom-word",
    settings,
    row("Wake Word Detection"),
  ),
  user(savedSettings, "settings-disguise", settings, row("Stay disguised"), (page) =>
    page.getByText("How it works").click(),
  ),
  user(savedSettings, "settings-country", settings, row("Country"), shows("The lock shows")),
  user(
    savedSettings,
    "settings-times",
    settings,
    row("Proof of time"),
    shows("Only a fingerprint leaves"),
  ),
  user(
    savedSettings,
    "settings-take-along",
    settings,
    row("Take your settings along"),
    shows("Paste what you copied"),
  ),
  user(savedSettings, "settings-install", settings, row("Install App"), shows(/^Purchase to/)),
  user(savedSettings, "settings-tests", settings, row("Testing instructions")),
];
