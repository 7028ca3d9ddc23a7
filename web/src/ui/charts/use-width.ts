import { type RefObject, useLayoutEffect, useRef, useState } from "react";

const least = 200;

/**
 * The width of an element in px, so that a chart draws its axis texts at their real size. Measured before the first
 * paint to avoid layout shifts and overflow on a phone.
 */
export function useWidth<Element extends HTMLElement>(first: number): [RefObject<Element | null>, number] {
  const element = useRef<Element>(null);
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const { paddingLeft, paddingRight } = getComputedStyle(watched);
    const inside = watched.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    if (inside > 0) setWidth(Math.max(least, inside));
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(least, entry.contentRect.width)));
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
