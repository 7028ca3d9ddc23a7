import { toLine } from "@litfass/contract/kernel/text";
import type { AdRequest } from "../kernel/ad-request.ts";

/** Names of apps by bundle: all known ones, and those that are not saved yet. */
export type AppNames = { known: Map<string, string>; unsaved: Map<string, string> };

/** Above it, names are forgotten and saved again when they are seen again. */
const maxKnown = 20_000;
const maxLength = { bundle: 300, name: 100 };

export const newAppNames = (): AppNames => ({ known: new Map(), unsaved: new Map() });

/** Remembers what a request that got a bid calls its app: foreign text, which becomes one line. */
export function noteAppName({ known, unsaved }: AppNames, { site, appName }: AdRequest): void {
  if (!appName || known.get(site) === appName) return;
  if (known.size >= maxKnown) known.clear();
  known.set(site, appName);
  const [bundle, name] = [toLine(site, maxLength.bundle), toLine(appName, maxLength.name)];
  if (bundle === site && bundle !== "" && name !== "" && name.toLowerCase() !== bundle) unsaved.set(bundle, name);
}
