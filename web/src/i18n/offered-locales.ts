import { isLanguage, type Language } from "@litfass/contract/kernel/language";
import { defaultLanguages } from "@litfass/contract/settings/default-settings";
import { useSyncExternalStore } from "react";

/**
 * The languages that the operator offers. The server writes them into the page, so that the first texts are loaded in
 * the right one; the site's status replaces them when they change.
 */
let offered = fromPage();
const listeners = new Set<() => void>();

function fromPage(): readonly Language[] {
  const written = typeof document === "undefined" ? "" : (document.documentElement.dataset.languages ?? "");
  const known = written.split(" ").filter(isLanguage);
  return known.length > 0 ? known : defaultLanguages;
}

export const offeredLocales = (): readonly Language[] => offered;

/** Applies a changed list to selectors. */
export function offerLocales(languages: readonly Language[]): void {
  if (languages.join() === offered.join()) return;
  offered = languages;
  for (const listener of listeners) listener();
}

/** The offered languages, also after a change. */
export const useOfferedLocales = (): readonly Language[] =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, offeredLocales);
