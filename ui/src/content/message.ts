/** A toast's content. */

/** The content of a toast; a destructive one reports a failure. */
export interface Message {
  readonly title: string;
  readonly description?: string;
  readonly tone: "default" | "destructive";
}

/** A toast about something that worked. */
export const good = (title: string, description?: string): Message =>
  description === undefined ? { title, tone: "default" } : { title, description, tone: "default" };
/** A toast about something that failed. */
export const bad = (title: string, description?: string): Message =>
  description === undefined
    ? { title, tone: "destructive" }
    : { title, description, tone: "destructive" };

/** The toast of a message whose explanation stands on the page: nothing is shown twice. */
export const titleOnly = ({ title, tone }: Message): Message => ({ title, tone });

/** A message at the field that it is about: its explanation, which says what to do. */
export function messageText({ title, description }: Message): string {
  return description ?? title;
}
