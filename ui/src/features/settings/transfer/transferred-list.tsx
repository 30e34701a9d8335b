/** What goes along, as a list. */

import classes from "./transfer.module.css";
import type { Transferred } from "./transfer-rules.ts";
import { itemsOf } from "./transfer-words.ts";

/**
 * Each thing with what it says, so that the person sees whose number it is. A number reads from left to right also beside a
 * name that does not.
 */
export function TransferredList({ transferred }: { readonly transferred: Transferred }) {
  return (
    <ul className={classes.items}>
      {itemsOf(transferred).map(({ title, details }) => (
        <li key={title}>
          {title}
          {details.map(({ words, phoneNumber }) => (
            <p key={`${words} ${phoneNumber}`} className={classes.detail}>
              <bdi>{words}</bdi>
              {words !== "" && phoneNumber !== undefined && ", "}
              {phoneNumber !== undefined && <bdi dir="ltr">{phoneNumber}</bdi>}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
