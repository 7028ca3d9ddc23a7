import { useEffect } from "react";

/**
 * Captures typing between the shortcut that opens the palette and its input taking the focus, because the palette may
 * still be loading.
 */
export function useEarlyKeys(listening: boolean, change: (edit: (text: string) => string) => void, cancel: () => void) {
  useEffect(() => {
    if (!listening) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === "Escape") cancel();
      else if (event.key === "Backspace") change((text) => text.slice(0, -1));
      else if (event.key.length === 1) change((text) => text + event.key);
      // The keys must not trigger anything else, such as the focused button.
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
}
