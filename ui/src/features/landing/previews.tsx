/** The section with the preview carousel. */
import * as paths from "#content/paths.ts";
import { PreviewCarousel } from "./preview-carousel.tsx";
import { RealScreens } from "./real-screens-static.tsx";
import { Section } from "./section.tsx";

/** The carousel, pictures of the real screens, and a link to the demo. */
export function Previews() {
  return (
    <Section
      id="preview"
      title="See it before you buy"
      lead={
        <>
          Five screens, drawn, and three as they are. The <a href={paths.heartMonitor}>live demo</a>{" "}
          shows the rest.
        </>
      }
    >
      <PreviewCarousel />
      <RealScreens />
    </Section>
  );
}
