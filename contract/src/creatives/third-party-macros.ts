/**
 * Macros of third-party tags and trackers, which an ad server replaces when it serves them. The names are those of Google
 * Ad Manager (`%%…%%`), Display & Video 360 and Xandr (`${…}`), the IAB's TCF (`${GDPR…}`) and VAST 4 (`[…]`).
 */
export type MacroValues = {
  /** The click address, to which the third party appends its own; "" if no click is counted. */
  click: string;
  cachebuster: string;
  /** The domain or bundle that shows the ad. */
  site: string;
  /** "1" or "0" as the exchange says; "" if it says nothing. */
  gdpr: string;
  /** The TCF string; "" if there is none. */
  gdprConsent: string;
};

const clickMacros = new Map<string, (click: string) => string>([
  [`\${CLICK_URL}`, (click) => click],
  [`\${CLICK_URL_ENC}`, encodeURIComponent],
  ["%%CLICK_URL_UNESC%%", (click) => click],
  ["%%CLICK_URL_ESC%%", encodeURIComponent],
  ["%%CLICK_URL_ESC_ESC%%", (click) => encodeURIComponent(encodeURIComponent(click))],
]);

const cachebusters = [
  `\${CACHEBUSTER}`,
  "%%CACHEBUSTER%%",
  "[CACHEBUSTER]",
  "[CACHEBUSTING]",
  "[timestamp]",
  "[TIMESTAMP]",
];

const escaped = (text: string): string => text.replace(/[$[\](){}.*+?^|\\]/g, "\\$&");
const clickPattern = [...clickMacros.keys()].map(escaped).join("|");
const pattern = new RegExp(
  [clickPattern, ...cachebusters.map(escaped), "%%SITE%%", "\\$\\{GDPR\\}", "\\$\\{GDPR_CONSENT_\\d{1,5}\\}"].join("|"),
  "g",
);

/** The macros that are replaced by the click address. */
export const anyClickMacro = new RegExp(clickPattern);
const startsWithClick = new RegExp(`^(?:${clickPattern})`);
const endsInClick = new RegExp(`(?:${clickPattern})$`);

/** Whether a tag hands the click address to its ad server, so that clicks can be counted. */
export const hasClickMacro = (text: string): boolean => anyClickMacro.test(text);

export const startsWithClickMacro = (text: string): boolean => startsWithClick.test(text);

/** Whether what follows this text is appended to the click address, and so a destination. */
export const endsInClickMacro = (text: string): boolean => endsInClick.test(text);

/** Percent-encoded also where a quote or parenthesis would end an attribute, a string or a style's URL. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*!~]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** TCF strings are base64url segments; anything else is left out, because it is not escaped. */
const consentString = /^[\w.-]{1,8192}$/;

/**
 * A tag or tracker with its macros filled. They are replaced in one pass, so no value is read for macros, and every value
 * is safe in an attribute, a script's string and a URL. `click` must be a URL of the ad server.
 */
export function fillMacros(text: string, { click, cachebuster, site, gdpr, gdprConsent }: MacroValues): string {
  return text.replace(pattern, (macro) => {
    const ofClick = clickMacros.get(macro);
    if (ofClick !== undefined) return ofClick(click);
    if (cachebusters.includes(macro)) return cachebuster;
    if (macro === "%%SITE%%") return encoded(site);
    if (macro === `\${GDPR}`) return /^[01]$/.test(gdpr) ? gdpr : "";
    return consentString.test(gdprConsent) ? gdprConsent : "";
  });
}
