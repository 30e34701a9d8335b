/** What was typed into the settings' form and not saved, in this window only. A new PIN is never part of it. */
import * as v from "valibot";
import { deviceRecord } from "#store/record.ts";
import { contactSchema, settingsSchema } from "./settings.ts";

const schema = v.object({
  /** What was stored when it was typed. */
  stored: v.string(),
  content: v.object({ values: settingsSchema, contacts: v.array(contactSchema) }),
});

/** The record in session storage: links in the settings load documents, and those forget what a page knew. */
export const unsavedSettingsRecord = deviceRecord<v.InferOutput<typeof schema> | null>({
  key: "heartRateDraft",
  fallback: null,
  schema: v.nullable(schema),
  area: "session",
});
