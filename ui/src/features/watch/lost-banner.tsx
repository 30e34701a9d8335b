/** That something was sent which cannot be read any more. It stays until the guardian says that they asked. */
import { Button } from "#components/button.tsx";
import { changeWatched } from "#store/guardians/watched.ts";
import classes from "./watch.module.css";

type LostBannerProps = { readonly id: string; readonly text: string };

/** Stands in the place of everything calm, and above what is not. */
export function LostBanner({ id, text }: LostBannerProps) {
  return (
    <section className={`${classes.banner} ${classes.danger}`}>
      <div role="alert">
        <h2 className={classes.situation}>Something is missing here</h2>
        <p>{text}</p>
      </div>
      <Button
        tone="secondary"
        onClick={() => void changeWatched(id, (before) => ({ ...before, lost: undefined }))}
      >
        I have asked
      </Button>
    </section>
  );
}
