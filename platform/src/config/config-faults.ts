import { type Environment, isDemo } from "./environment.ts";
import { sandboxExchange } from "./exchanges.ts";
import type { ConfigFault } from "./read-environment.ts";

/** Forbidden and required settings of an installation with real customers. */
export function productionFaults(e: Environment, env: Record<string, string | undefined>): ConfigFault[] {
  const faults: ConfigFault[] = [];
  const add = (variable: string, problem: string) => faults.push({ variable, problem });
  if (env.DEMO === "on") add("DEMO", "demo data and --production exclude each other; remove DEMO=on");
  for (const name of ["PUBLIC_URL", "ADS_URL"] as const) {
    const url = e[name];
    if (!url) add(name, "must be set with --production");
    else if (!url.startsWith("https://") && !isLoopback(url)) {
      add(name, `must start with https:// with --production (is "${url}")`);
    }
  }
  if (e.SANDBOX_URL) add("SANDBOX_URL", "the sandbox does not run with --production; remove it");
  if (!e.SMTP_URL) add("SMTP_URL", "must be set with --production, mails have nowhere to go");
  return faults;
}

const exchangeVariables = [
  "EXCHANGE_SECRETS",
  "EXCHANGE_NETWORKS",
  "EXCHANGE_BANNER_LIMITS",
  "EXCHANGE_PRICE_KEYS",
  "EXCHANGE_FEES",
  "EXCHANGE_MARGINS",
] as const;

/** A secret or networks that belong to no exchange, and with --production exchanges that have neither. */
export function exchangeFaults(e: Environment): ConfigFault[] {
  const names = [...e.EXCHANGES, ...(isDemo(e) ? [sandboxExchange] : [])];
  const faults: ConfigFault[] = [];
  for (const variable of exchangeVariables) {
    const unknown = Object.keys(e[variable]).find((given) => !names.includes(given));
    if (unknown !== undefined) faults.push({ variable, problem: `"${unknown}" is not among EXCHANGES` });
  }
  const open = e.EXCHANGES.filter(
    (name) => e.EXCHANGE_SECRETS[name] === undefined && e.EXCHANGE_NETWORKS[name] === undefined,
  );
  if (e.PRODUCTION && open.length > 0) {
    const quoted = open.map((name) => `"${name}"`).join(" and ");
    const problem = `${quoted} needs a secret in EXCHANGE_SECRETS or addresses in EXCHANGE_NETWORKS with --production`;
    faults.push({ variable: "EXCHANGES", problem });
  }
  return faults;
}

const isLoopback = (url: string): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
