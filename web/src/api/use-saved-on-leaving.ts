import { useEffect, useRef } from "react";

/**
 * Calls `save` when the screen is left within the app and when the page itself goes (closed, reloaded, put aside on a
 * phone), so that what was typed a moment ago is not lost. Its calls are sent with `keepalive`.
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
