/** The section with the preview carousel. */
import * as paths from "#content/paths.ts";
import { PreviewCarousel } from "./preview-carousel.tsx";
import { Section } from "./section.tsx";

/** The carousel and a link to the demo. */
export function Previews() {
  return (
    <Section
      id="preview"
      title="See it before you buy"
      lead={
        <>
          Five screens, drawn here; the <a href={paths.heartMonitor}>live demo</a> shows the real
          ones.
        </>
      }
    >
      <PreviewCarousel />
    </Section>
  );
}
