import { type TCModel, TCString } from "@iabtcf/core";

/** Storage, selection of basic ads, profiles for ads, ads by profile: what an identifier is used for here. */
const purposesNeeded = [1, 2, 3, 4];
/** TCF 2.3: from this day on a string must say which vendors the person was told of. */
const disclosureMs = Date.parse("2026-03-01T00:00:00Z");
const mostKept = 5_000;
const decoded = new Map<string, TCModel | null>();

/**
 * Whether an IAB TCF 2 consent string lets this vendor use an identifier. Without a vendor id (an installation that is
 * no registered vendor) the purposes alone decide. An unreadable string is a no.
 */
export function allowsIdentifier(consent: string, vendorId: number | undefined): boolean {
  const model = read(consent);
  if (model?.version !== 2) return false;
  if (!purposesNeeded.every((purpose) => model.purposeConsents.has(purpose))) return false;
  if (vendorId === undefined) return true;
  if (!model.vendorConsents.has(vendorId)) return false;
  return model.lastUpdated.getTime() < disclosureMs || model.vendorsDisclosed.has(vendorId);
}

/** Visitors send the same string with every request, so what was read is kept for a while. */
function read(consent: string): TCModel | null {
  const known = decoded.get(consent);
  if (known !== undefined) return known;
  let model: TCModel | null = null;
  try {
    model = TCString.decode(consent);
  } catch {
    // Not a consent string: nobody consented.
  }
  if (decoded.size >= mostKept) decoded.clear();
  decoded.set(consent, model);
  return model;
}
