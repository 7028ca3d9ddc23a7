import { fillMacros, type MacroValues } from "./third-party-macros.ts";

/** What our ad server knows of the request in which a VAST tag is offered; `siteKind` says what `site` names. */
export type VastMacroValues = Omit<MacroValues, "click"> & { atMs: number; siteKind: "site" | "app" };

const consentString = /^[\w.-]{1,8192}$/;
const cachebusterDigits = 8;
const macro = /\[(CACHEBUSTING|TIMESTAMP|GDPRCONSENT|GDPR|REGULATIONS|DOMAIN|APPBUNDLE)\]/g;

/**
 * The address of a VAST tag with the macros of VAST 4 that are known before the player has the document, and those of ad
 * servers (`fillMacros`). What is unknown stays for the player, which fills macros of the address itself (VAST 4.1, 6);
 * `[GDPR]` is none of VAST's, so it becomes empty. Clicks are tracked by the wrapper, so click macros become empty too.
 */
export function fillVastMacros(url: string, values: VastMacroValues): string {
  const known: Record<string, string | undefined> = {
    CACHEBUSTING: values.cachebuster.padStart(cachebusterDigits, "0").slice(-cachebusterDigits),
    TIMESTAMP: encodeURIComponent(new Date(values.atMs).toISOString()),
    GDPRCONSENT: consentString.test(values.gdprConsent) ? values.gdprConsent : undefined,
    GDPR: /^[01]$/.test(values.gdpr) ? values.gdpr : "",
    REGULATIONS: values.gdpr === "1" ? "gdpr" : undefined,
    DOMAIN: values.siteKind === "site" && values.site !== "" ? encodeURIComponent(values.site) : undefined,
    APPBUNDLE: values.siteKind === "app" && values.site !== "" ? encodeURIComponent(values.site) : undefined,
  };
  const filled = url.replace(macro, (whole, name: string) => known[name] ?? whole);
  return fillMacros(filled, { ...values, click: "" });
}
