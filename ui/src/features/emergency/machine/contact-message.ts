/** What is known of the messages to contacts. */

/** How far a contact's message got. A web page cannot know more than that the messages app was opened. */
export type MessageStatus = "prepared" | "opened" | "confirmed";

/** What a text said when it was given to another app. */
export interface GivenText {
  /** Whether it held the location. */
  readonly hadPlace: boolean;
  /** Which of the emergency's alarms it was for. */
  readonly alarm: number;
}

/** What the person said was sent to a contact so far: a text, or one with the location. */
export type Told = "nothing" | "text" | "place";

/** One contact's message, with what its text said when it was last opened or sent. */
export interface ContactMessage extends GivenText {
  readonly name: string;
  readonly phoneNumber: string;
  /** Of the text that was last opened. */
  readonly status: MessageStatus;
  /** Of all its texts. */
  readonly told: Told;
}
