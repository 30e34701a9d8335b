/** A few words that must not be overlooked. */
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import classes from "./notice.module.css";

/** What kind of words they are; said by the icon's place and the text, not by colour alone. */
type NoticeTone = "info" | "good" | "bad";

const icons: Record<NoticeTone, IconName> = { info: "info", good: "check", bad: "close" };

type NoticeProps = {
  readonly tone?: NoticeTone;
  /** "alert" is read out at once, "status" when there is a pause; without a role it is plain text. */
  readonly role?: "alert" | "status";
  readonly children: ReactNode;
};

/** Shows an icon beside `children`. */
export function Notice({ tone = "info", role, children }: NoticeProps) {
  return (
    <div className={`${classes.notice} ${classes[tone]}`} role={role}>
      <Icon name={icons[tone]} />
      <div className={classes.words}>{children}</div>
    </div>
  );
}
