import { type RefObject, useEffect, useRef, useState } from "react";

/** The width of an element in px, so that a chart draws its axis texts at their real size. */
export function useWidth<Element extends HTMLElement>(first: number): [RefObject<Element | null>, number] {
  const element = useRef<Element>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(200, entry.contentRect.width)));
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
