import { type ReactNode, useEffect, useRef, useState } from "react";

/** How far below the viewport content starts to load. */
const nearPx = 300;

/** Tells every `InView` of the page to render its content. */
const everythingEvent = "litfass:show-everything";

/** Renders all content of the page that is not near yet, for printing. */
export const showEverything = (): void => void window.dispatchEvent(new Event(everythingEvent));

type InViewProps = { placeholder: ReactNode; children: ReactNode };

/** Renders its content once it is scrolled near; `placeholder` reserves the space until then. */
export function InView({ placeholder, children }: InViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true),
      { rootMargin: `${nearPx}px` },
    );
    observer.observe(place.current);
    const show = () => setIsNear(true);
    window.addEventListener(everythingEvent, show);
    return () => {
      observer.disconnect();
      window.removeEventListener(everythingEvent, show);
    };
  }, [isNear]);
  return isNear ? children : <div ref={place}>{placeholder}</div>;
}
