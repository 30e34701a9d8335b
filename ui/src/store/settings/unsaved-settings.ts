/** What was typed into the settings' form and not saved, in this window only. A new PIN is never part of it. */
import * as v from "valibot";
import { deviceRecord } from "#store/record.ts";
import { contactSchema, settingsSchema } from "./settings.ts";

const content = v.object({
  values: settingsSchema,
  contacts: v.pipe(v.array(contactSchema), v.readonly()),
});

/** `stored` is what was stored when it was typed. */
const schema = v.object({ stored: content, content });

/** The record in session storage: links in the settings load documents, and those forget what a page knew. */
export const unsavedSettingsRecord = deviceRecord<v.InferOutput<typeof schema> | null>({
  key: "heartRateDraft",
  fallback: null,
  schema: v.nullable(schema),
  area: "session",
});
