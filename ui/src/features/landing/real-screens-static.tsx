/** Pictures of the real screens, loaded when they come near. */
import { realScreens, screenSize, screenUrl } from "#content/real-screens.ts";
import classes from "./previews.module.css";
import { Fold } from "./section.tsx";

/** Beside each other, or to be swiped on a phone. */
export function RealScreens() {
  return (
    <div>
      <Fold title="The real screens">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls sideways must be reached by keyboard. */}
        <ul className={classes.row} tabIndex={0} aria-label="Pictures of the app">
          {realScreens.map(({ scene, title, alt }) => (
            <li key={scene}>
              <figure className={classes.one}>
                <picture>
                  <source media="(prefers-color-scheme: dark)" srcSet={screenUrl(scene, "dark")} />
                  <img
                    className={classes.picture}
                    src={screenUrl(scene, "light")}
                    {...screenSize}
                    alt={alt}
                    loading="lazy"
                    decoding="async"
                  />
                </picture>
                <figcaption>{title}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </Fold>
    </div>
  );
}
