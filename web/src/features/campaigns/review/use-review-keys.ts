import { useEffect, useRef } from "react";

type Keys = { approve: () => void; reject: () => void; next: () => void; previous: () => void };

/** A approves, R rejects, J and K move through the list; disabled while typing or while a dialog is open. */
export function useReviewKeys(keys: Keys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (target.closest("input, textarea, select, dialog, [contenteditable]")) return;
      const { approve, reject, next, previous } = current.current;
      const act = { a: approve, r: reject, j: next, k: previous }[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
