import { usualCurrencyRates } from "@litfass/contract/kernel/currency-rates";
import type { ConfigFault } from "@litfass/platform/config/read-environment";
import type { checkAppEnvironment } from "../config.ts";

type Settings = ReturnType<typeof checkAppEnvironment>["values"];

const dayMs = 86_400_000;
/** Exchange rates older than this convert floors and bids noticeably wrong. */
export const oldRatesDays = 45;

/** Settings that are valid by themselves but useless without each other: the first without one of the others. */
const belongingTogether: readonly (readonly [keyof Settings, ...(keyof Settings)[]])[] = [
  ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["FIREBASE_PROJECT_ID", "FIREBASE_API_KEY"],
  ["FIREBASE_API_KEY", "FIREBASE_PROJECT_ID"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"],
  ["META_APP_ID", "META_APP_SECRET"],
];

const rotatedKeys = ["SESSION_SECRET", "SIGNING_SECRET", "INTERNAL_SECRET"] as const;

/** Of deploy/litfass.env.example: left in place, customers would pay to an account that is not the operator's. */
const exampleIban = "CH9300762011623852957";

/** Placeholders of the same file. Its host names are reserved for examples (RFC 2606), so nobody can own them. */
const placeholders: readonly [keyof Settings, RegExp][] = [
  ...(["PUBLIC_URL", "ADS_URL", "SMTP_URL", "MAIL_FROM", "MAIL_REPLY_TO", "SELLER_EMAIL"] as const).map(
    (name): [keyof Settings, RegExp] => [name, /[./@]example\.com\b/],
  ),
  ["SELLER_NAME", /^Example Ltd$/],
  ["SELLER_VAT_NUMBER", /^CHE-109\.322\.551\b/],
];

/** Settings that are valid but would hurt an installation with real customers. */
export function configWarnings(e: Settings, now: Date): ConfigFault[] {
  const warnings: ConfigFault[] = [];
  const warn = (variable: string, problem: string) => warnings.push({ variable, problem });
  for (const [variable, ...others] of belongingTogether) {
    const missing = others.filter((name) => !e[name]);
    if (e[variable] && missing.length > 0) warn(missing.join(", "), `is missing although ${variable} is set`);
  }
  if (e.PUBLIC_URL && e.ADS_URL && new URL(e.PUBLIC_URL).origin === new URL(e.ADS_URL).origin) {
    warn("ADS_URL", "has the origin of PUBLIC_URL: scripts in ads could act as signed-in users; use another host name");
  }
  for (const name of rotatedKeys) {
    const keys = [e[name], ...e[`${name}_FALLBACKS`]];
    if (new Set(keys).size < keys.length) warn(`${name}_FALLBACKS`, `has a key twice, or that of ${name}: remove it`);
  }
  if (!e.PRODUCTION) {
    if (e.PUBLIC_URL?.startsWith("https://") && e.DEMO === "on") {
      warn("PRODUCTION", "is off although PUBLIC_URL is https: this starts a demo; set PRODUCTION=on or DEMO=off");
    }
    return warnings;
  }
  if (e.SELLER_IBAN?.replaceAll(" ", "") === exampleIban) {
    warn("SELLER_IBAN", "is that of litfass.env.example: customers would pay to another account; set yours");
  }
  for (const [name, placeholder] of placeholders) {
    if (placeholder.test(String(e[name] ?? ""))) warn(name, "is that of litfass.env.example: set yours");
  }
  if (e.EXCHANGES.length === 0)
    warn("EXCHANGES", "is empty: unless exchanges are added on the screen Exchanges, ads are shown by tags only");
  if (!e.STRIPE_SECRET_KEY) warn("STRIPE_SECRET_KEY", "there is no card processor: customers can pay by invoice only");
  if (/^[sr]k_test_/.test(e.STRIPE_SECRET_KEY ?? "")) {
    warn("STRIPE_SECRET_KEY", "is a test key: cards are not charged, but customers get credit");
  }
  if (e.STRIPE_API_URL && new URL(e.STRIPE_API_URL).hostname !== "api.stripe.com") {
    warn("STRIPE_API_URL", "is not Stripe's: card payments are confirmed by another server; remove it");
  }
  if (e.TRUST_PROXY.length === 0 && e.PUBLIC_URL?.startsWith("https://")) {
    warn("TRUST_PROXY", "is empty although PUBLIC_URL is https: all visitors share the proxy's address and its limits");
  }
  if (e.DRAIN_SECONDS === 0) {
    warn("DRAIN_SECONDS", "is 0: ads that were won just before a restart are lost; set 30, or remove it");
  }
  warnOfRates(e, now, warn);
  if (e.LOG_LEVEL === "silent" || e.LOG_LEVEL === "fatal") {
    warn("LOG_LEVEL", "hides errors; set info or warn");
  }
  return warnings;
}

function warnOfRates(e: Settings, now: Date, warn: (variable: string, problem: string) => unknown): void {
  const { asOfOn } = e.CURRENCY_RATES ?? usualCurrencyRates;
  const days = Math.floor((now.getTime() - Date.parse(asOfOn)) / dayMs);
  if (days <= oldRatesDays) return;
  const source = e.CURRENCY_RATES ? "" : "the built-in ";
  warn(
    "CURRENCY_RATES",
    `${source}rates are ${days} days old, and apply until newer ones are downloaded or set under Settings`,
  );
}
