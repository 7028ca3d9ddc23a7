import { type TCModel, TCString } from "@iabtcf/core";
import { memoize } from "../../kernel/memoize.ts";

/** The purposes of an identifier here: storage, basic ads, ad profiles, personalized ads. */
const purposesNeeded = [1, 2, 3, 4];
/** TCF 2.3: from this date a string must list the disclosed vendors. */
const disclosureMs = Date.parse("2026-03-01T00:00:00Z");
const maxCached = 5_000;

/**
 * Whether an IAB TCF 2 consent string lets this vendor use an identifier. Without a vendor ID only the purposes decide.
 * An unreadable string means no.
 */
export function allowsIdentifier(consent: string, vendorId: number | undefined): boolean {
  const model = read(consent);
  if (model?.version !== 2) return false;
  if (!purposesNeeded.every((purpose) => model.purposeConsents.has(purpose))) return false;
  if (vendorId === undefined) return true;
  if (!model.vendorConsents.has(vendorId)) return false;
  return model.lastUpdated.getTime() < disclosureMs || model.vendorsDisclosed.has(vendorId);
}

/** Null where it is not a consent string. Cached because visitors send the same string with every request. */
const read = memoize((consent): TCModel | null => {
  try {
    return TCString.decode(consent);
  } catch {
    return null;
  }
}, maxCached);
