/** Whether recognition and the spotter share the microphone here, as this session of the browser found out. */
import * as v from "valibot";
import { deviceRecord } from "#store/record.ts";

const schema = v.nullable(v.picklist(["shared", "alone"]));

/** The answer, or null. It ends with the window: another app or an update may change it. */
export const voiceSharingRecord = deviceRecord<v.InferOutput<typeof schema>>({
  key: "sharing",
  fallback: null,
  schema,
  area: "session",
});
