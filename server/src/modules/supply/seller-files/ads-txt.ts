import { getDomain } from "tldts";

export type AdsTxtRecord = { system: string; sellerId: string; relationship: "direct" | "reseller" };

/** What an ads.txt or app-ads.txt says (IAB ads.txt 1.1). */
export type AdsTxt = {
  records: AdsTxtRecord[];
  /** Who owns the domain; "" where it is not said. */
  ownerDomain: string;
  /** Who sells all of it, the first one without a country. */
  managerDomains: string[];
  /** Hosts below the domain whose own file holds for them. */
  subdomains: string[];
};

const mostRecords = 20_000;
const longestField = 255;

/** The domain that is registered and below which files hold: `news.example.co.uk` is `example.co.uk`. Its own name where there is none. */
export const rootDomain = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host;

/**
 * Reads a file line by line; lines that are no record and no known variable are left out, as the specification wants.
 * A file with nothing but a placeholder authorises nobody.
 */
export function parseAdsTxt(text: string): AdsTxt {
  const found: AdsTxt = { records: [], ownerDomain: "", managerDomains: [], subdomains: [] };
  for (const raw of text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)) {
    const line = raw.split("#", 1)[0]!.trim();
    const variable = /^([A-Za-z]+)\s*=(.*)$/.exec(line);
    if (variable) takeVariable(found, variable[1]!.toUpperCase(), variable[2]!.split(",", 1)[0]!.trim().toLowerCase());
    else if (found.records.length < mostRecords) takeRecord(found, line);
  }
  return found;
}

function takeVariable(found: AdsTxt, name: string, value: string): void {
  if (!isHost(value)) return;
  if (name === "OWNERDOMAIN" && found.ownerDomain === "") found.ownerDomain = value;
  if (name === "MANAGERDOMAIN") found.managerDomains.push(value);
  if (name === "SUBDOMAIN") found.subdomains.push(value);
}

function takeRecord(found: AdsTxt, line: string): void {
  // What follows a semicolon is an extension.
  const [system = "", sellerId = "", kind = ""] = line
    .split(";", 1)[0]!
    .split(",")
    .map((field) => field.trim());
  const relationship = kind.toLowerCase();
  if (!isHost(system) || sellerId === "" || sellerId.length > longestField) return;
  if (relationship !== "direct" && relationship !== "reseller") return;
  found.records.push({ system: system.toLowerCase(), sellerId, relationship });
}

const isHost = (value: string): boolean => value.length <= longestField && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value);
