import { useSyncExternalStore } from "react";

/** The browser storage key of the dark-mode choice: "1" or "0" (FIELD-STO-002). */
const darkModeKey = "darkMode";
const listeners = new Set<() => void>();

const isDark = (): boolean => document.documentElement.dataset.theme === "dark";

/** Switches immediately and remembers it; until the first switch the system decides (THEME-001 to THEME-003). */
export function setDark(dark: boolean): void {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  try {
    localStorage.setItem(darkModeKey, dark ? "1" : "0");
  } catch {
    // Without storage the choice lasts for this visit only.
  }
  for (const listener of listeners) listener();
}

/** Paper is white: prints in light mode, and returns to the choice afterwards. */
export function printInLight(): void {
  let wasDark = false;
  window.addEventListener("beforeprint", () => {
    wasDark = isDark();
    document.documentElement.dataset.theme = "light";
  });
  window.addEventListener("afterprint", () => {
    if (wasDark) document.documentElement.dataset.theme = "dark";
  });
}

export const useDark = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isDark);
