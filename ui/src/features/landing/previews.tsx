/** The carousel's section. */
import { PreviewCarousel } from "./preview-carousel.tsx";
import { Section } from "./section.tsx";

/** The previews, and the way to the real thing. */
export function Previews({ demoPath }: { demoPath: string }) {
  return (
    <Section
      id="preview"
      title="See it before you buy"
      lead={
        <>
          Five screens, drawn here; the <a href={demoPath}>live demo</a> shows the real ones.
        </>
      }
    >
      <PreviewCarousel />
    </Section>
  );
}
