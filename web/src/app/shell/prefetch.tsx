import { useIsFetching } from "@tanstack/react-query";
import { useEffect } from "react";
import { fetchLazyParts } from "../../ui/layout/lazy-part.tsx";

/**
 * Rendered next to a screen inside the same Suspense: once the screen and its calls have loaded and the browser is
 * idle, it prefetches what the screen opens on click.
 */
export function Prefetch() {
  const isAtRest = useIsFetching() === 0;
  useEffect(() => {
    if (!isAtRest) return;
    // Safari has no idle callback, so wait a moment after the last response.
    if (!window.requestIdleCallback) {
      const timer = setTimeout(() => void fetchLazyParts(), restMs);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(() => void fetchLazyParts());
    return () => cancelIdleCallback(idle);
  }, [isAtRest]);
  return null;
}

const restMs = 500;
