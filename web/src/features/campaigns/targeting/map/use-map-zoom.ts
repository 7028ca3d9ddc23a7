import { select } from "d3-selection";
import { type D3ZoomEvent, type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity } from "d3-zoom";
import { type RefObject, useEffect, useRef, useState } from "react";

type MapZoom = {
  element: RefObject<SVGSVGElement | null>;
  transform: ZoomTransform;
  /** Zooms by a factor around the middle. */
  zoomBy: (factor: number) => void;
  reset: () => void;
};

/**
 * Zooming and panning of a map. The wheel zooms with Ctrl or Cmd, and touch needs two fingers, so that the page still
 * scrolls over the map. `fitKey` names the initial view; another one resets the zoom.
 */
export function useMapZoom(fitKey: string, scaleExtent: [number, number]): MapZoom {
  const element = useRef<SVGSVGElement>(null);
  const behavior = useRef<ZoomBehavior<SVGSVGElement, unknown>>(null);
  const [transform, setTransform] = useState<ZoomTransform>(zoomIdentity);
  const [least, most] = scaleExtent;

  useEffect(() => {
    const svg = element.current;
    if (!svg) return;
    const created = zoom<SVGSVGElement, unknown>()
      .scaleExtent([least, most])
      .filter((event: MouseEvent | TouchEvent | WheelEvent) => {
        if (event.type === "wheel") return event.ctrlKey || event.metaKey;
        if ("touches" in event) return event.touches.length > 1;
        return event.button === 0;
      })
      .on("zoom", (event: D3ZoomEvent<SVGSVGElement, unknown>) => setTransform(event.transform));
    behavior.current = created;
    select(svg).call(created).on("dblclick.zoom", null);
    return () => {
      select(svg).on(".zoom", null);
    };
  }, [least, most]);

  const reset = () => {
    const [svg, created] = [element.current, behavior.current];
    if (svg && created) select(svg).call(created.transform, zoomIdentity);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new initial view starts without zoom
  useEffect(reset, [fitKey]);
  return {
    element,
    transform,
    zoomBy(factor) {
      const [svg, created] = [element.current, behavior.current];
      if (svg && created) select(svg).call(created.scaleBy, factor);
    },
    reset,
  };
}
