import type { AdsTxt } from "@litfass/contract/supply/seller-records";

const maxRecords = 20_000;
const maxFieldLength = 255;

/**
 * Parses a file line by line. Lines that are neither a record nor a known variable are skipped, as ads.txt 1.1
 * requires. A file with only the placeholder record authorizes no one.
 */
export function parseAdsTxt(text: string): AdsTxt {
  const found: AdsTxt = { records: [], ownerDomain: "", managerDomains: [], subdomains: [] };
  for (const raw of text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)) {
    const line = raw.split("#", 1)[0]!.trim();
    const variable = /^([A-Za-z]+)\s*=(.*)$/.exec(line);
    if (variable) addVariable(found, variable[1]!.toUpperCase(), variable[2]!.split(",", 1)[0]!.trim().toLowerCase());
    else if (found.records.length < maxRecords) addRecord(found, line);
  }
  return found;
}

function addVariable(found: AdsTxt, name: string, value: string): void {
  if (!isHost(value)) return;
  if (name === "OWNERDOMAIN" && found.ownerDomain === "") found.ownerDomain = value;
  if (name === "MANAGERDOMAIN") found.managerDomains.push(value);
  if (name === "SUBDOMAIN") found.subdomains.push(value);
}

function addRecord(found: AdsTxt, line: string): void {
  // A semicolon starts extension fields.
  const [system = "", sellerId = "", kind = ""] = line
    .split(";", 1)[0]!
    .split(",")
    .map((field) => field.trim());
  const relationship = kind.toLowerCase();
  if (!isHost(system) || sellerId === "" || sellerId.length > maxFieldLength) return;
  if (relationship !== "direct" && relationship !== "reseller") return;
  found.records.push({ system: system.toLowerCase(), sellerId, relationship });
}

const isHost = (value: string): boolean => value.length <= maxFieldLength && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value);
