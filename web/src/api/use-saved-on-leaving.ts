import { useEffect, useRef } from "react";

/**
 * Calls `save` when the user leaves the screen or the page (closed, reloaded, backgrounded on a phone), so that recent
 * input is not lost. The calls are sent with `keepalive`.
 */
export function useSavedOnLeaving(save: () => Promise<unknown>): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  }, [save]);
  useEffect(() => {
    const leave = () => void latest.current();
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, []);
}
