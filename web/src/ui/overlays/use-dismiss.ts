import { type RefObject, useEffect, useRef } from "react";

/** Closes an open popup on Escape, returning the focus to its button, and on a press outside. */
export function useDismiss<Frame extends HTMLElement>(open: boolean, close: () => void): RefObject<Frame | null> {
  const frame = useRef<Frame>(null);
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      latest.current();
      frame.current?.querySelector<HTMLElement>("[aria-haspopup]")?.focus();
    };
    const onPress = (event: PointerEvent) => {
      if (!frame.current?.contains(event.target as Node)) latest.current();
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPress);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPress);
    };
  }, [open]);
  return frame;
}
