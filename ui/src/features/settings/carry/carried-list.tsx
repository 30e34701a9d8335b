/** What goes along, as a list. */
import type { Carried } from "./carried-rules.ts";
import classes from "./carry.module.css";
import { itemsOf } from "./carry-words.ts";

/**
 * Each thing with what it says, so that the person sees whose number it is. A number reads from left to right also beside a
 * name that does not.
 */
export function CarriedList({ carried }: { readonly carried: Carried }) {
  return (
    <ul className={classes.items}>
      {itemsOf(carried).map(({ title, details }) => (
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
