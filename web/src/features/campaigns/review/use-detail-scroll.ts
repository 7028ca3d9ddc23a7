import { useCallback, useRef } from "react";

/** At this width the detail is below the list instead of beside it. */
const stacked = "(max-width: 900px)";

/** A place for the chosen entry's detail, and a function that brings it into view on a phone. */
export function useDetailScroll() {
  const place = useRef<HTMLDivElement>(null);
  const show = useCallback(() => {
    if (window.matchMedia(stacked).matches) place.current?.scrollIntoView({ block: "start" });
  }, []);
  return [place, show] as const;
}
