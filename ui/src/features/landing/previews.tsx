/** The section with the preview carousel: a scroll-snap list whose controls are links to its slides. */
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Icon } from "#components/icon.tsx";
import textClasses from "#components/text.module.css";
import * as paths from "#content/paths.ts";
import { type Slide, slides } from "#content/slides.ts";
import { drawings } from "./phone-drawings.tsx";
import classes from "./previews.module.css";
import { RealScreens } from "./real-screens-static.tsx";
import { Section } from "./section.tsx";

/** The slide after `index` of `count`. */
export function nextSlide(index: number, count: number): number {
  return (index + 1) % count;
}

/** The slide before `index` of `count`. */
export function previousSlide(index: number, count: number): number {
  return (index + count - 1) % count;
}

/** The slide that is visible when a track of `count` slides of `width` pixels is scrolled to `offset`. */
export function slideAt(offset: number, width: number, count: number): number {
  if (width <= 0) return 0;
  return Math.min(count - 1, Math.max(0, Math.round(offset / width)));
}

/**
 * Without script the links jump to the anchors. With script they scroll only the track, the visible
 * slide is marked, and the others are not in the tab order.
 */
function PreviewCarousel() {
  const track = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  /** The target of a smooth scroll; the slides that it passes are not marked. */
  const target = useRef<number | null>(null);

  useEffect(() => {
    const list = track.current;
    if (list === null) return;
    const update = (): void => {
      const inView = slideAt(list.scrollLeft, list.clientWidth, slides.length);
      if (target.current !== null && target.current !== inView) return;
      target.current = null;
      setShown(inView);
    };
    const takeOver = (): void => {
      target.current = null;
    };
    update();
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    list.addEventListener("scroll", update, options);
    list.addEventListener("pointerdown", takeOver, options);
    list.addEventListener("wheel", takeOver, options);
    return () => stop.abort();
  }, []);

  const show = (event: MouseEvent, index: number, control: string): void => {
    const list = track.current;
    if (list === null) return;
    event.preventDefault();
    target.current = index;
    list.scrollTo({ left: index * list.clientWidth });
    setShown(index);
    // The link scrolls out of view with its slide, so the focus moves to the same link on the next one.
    requestAnimationFrame(() => {
      const next = list.children[index]?.querySelector<HTMLElement>(`[data-control="${control}"]`);
      next?.focus({ preventScroll: true });
    });
  };

  return (
    <section className={classes.carousel} aria-roledescription="carousel" aria-label="Preview">
      <ul className={classes.track} ref={track}>
        {slides.map((slide, index) => (
          <SlideItem
            key={slide.id}
            slide={slide}
            index={index}
            isHidden={shown !== null && shown !== index}
            onShow={show}
          />
        ))}
      </ul>
      <ol className={classes.dots}>
        {slides.map((slide, index) => (
          <li key={slide.id}>
            <a
              className={classes.dot}
              href={`#${slide.id}`}
              data-replay=""
              aria-current={shown === index ? "true" : undefined}
              onClick={(event) => show(event, index, "none")}
            >
              <span className={classes.unseen}>
                Preview {index + 1}: {slide.title}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

type SlideItemProps = {
  readonly slide: Slide;
  readonly index: number;
  readonly isHidden: boolean;
  readonly onShow: (event: MouseEvent, index: number, control: string) => void;
};

function SlideItem({ slide, index, isHidden, onShow }: SlideItemProps) {
  const Drawing = drawings[slide.drawing];
  const previous = previousSlide(index, slides.length);
  const next = nextSlide(index, slides.length);
  return (
    <li
      id={slide.id}
      className={classes.slide}
      inert={isHidden}
      aria-hidden={isHidden || undefined}
    >
      <Drawing />
      <div className={classes.words}>
        <h3>{slide.title}</h3>
        <p>{slide.text}</p>
        <div className={classes.controls}>
          <a
            className={classes.control}
            href={`#${slides[previous]?.id}`}
            aria-label="Previous preview"
            data-control="previous"
            data-replay=""
            onClick={(event) => onShow(event, previous, "previous")}
          >
            <Icon name="left" />
          </a>
          <p className={textClasses.note}>
            {index + 1} of {slides.length}
          </p>
          <a
            className={classes.control}
            href={`#${slides[next]?.id}`}
            aria-label="Next preview"
            data-control="next"
            data-replay=""
            onClick={(event) => onShow(event, next, "next")}
          >
            <Icon name="right" />
          </a>
        </div>
      </div>
    </li>
  );
}

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
