/** What the device still has of an emergency beside its recording. */

import { newsOfEmergency } from "#store/guardians/guardian-news.ts";
import { type EmergencyRecord, emergencyStateRecord } from "./emergency-state.ts";

/** A place, and the time of it by this device's clock in epoch milliseconds. */
interface NotedPlace {
  readonly at: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly accuracy: number;
}

/** A message as the app prepared it, and what became of it as far as the app knows. */
interface PreparedMessage {
  readonly name: string;
  readonly phoneNumber: string;
  readonly status: string;
  readonly hadPlace: boolean;
  /** What the person said was sent. */
  readonly told: EmergencyRecord["messages"][number]["told"];
}

/** What is left of it. */
export interface EmergencyDetails {
  readonly places: readonly NotedPlace[];
  readonly messages: readonly PreparedMessage[];
  /** The text of the person's messages, empty where it is not known. */
  readonly text: string;
}

/** Places and messages of an emergency. The messages are forgotten at its end. */
export async function emergencyDetails(emergencyEventId: string): Promise<EmergencyDetails> {
  const news = await newsOfEmergency(emergencyEventId).catch(() => []);
  const told = news.flatMap(({ at, place }) =>
    place === null ? [] : [{ ...place, at: at - (place.ageMs ?? 0) }],
  );
  const { isLocked, emergencyId, location, messages, text } = emergencyStateRecord.read();
  if (!isLocked || emergencyId !== emergencyEventId)
    return { places: told, messages: [], text: "" };
  const known = location === null ? [] : [{ ...location, at: location.timestamp }];
  return { places: [...told, ...known], messages, text };
}
