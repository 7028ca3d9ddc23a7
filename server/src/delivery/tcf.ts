import { type BitReader, bitReader } from "./bit-reader.ts";

/** Storage, selection of basic ads, profiles for ads, ads by profile: what an identifier is used for here. */
const purposesNeeded = [1, 2, 3, 4];
const purposesAt = 152;
const vendorsAt = 213;

/**
 * Whether an IAB TCF 2 consent string lets this vendor use an identifier. Without a vendor id (an installation that is
 * no registered vendor) the purposes alone decide. An unreadable string is a no.
 */
export function allowsIdentifier(consent: string, vendorId: number | undefined): boolean {
  const core = bitReader(consent.split(".", 1)[0] ?? "");
  if (core.length < vendorsAt || core.bits(0, 6) !== 2) return false;
  for (const purpose of purposesNeeded) if (core.bits(purposesAt + purpose - 1, 1) === 0) return false;
  return vendorId === undefined || hasVendor(core, vendorId);
}

function hasVendor(core: BitReader, vendorId: number): boolean {
  const highest = core.bits(vendorsAt, 16);
  if (vendorId > highest) return false;
  if (core.bits(vendorsAt + 16, 1) === 0) return core.bits(vendorsAt + 17 + vendorId - 1, 1) === 1;
  const entries = core.bits(vendorsAt + 17, 12);
  let at = vendorsAt + 29;
  for (let i = 0; i < entries && at < core.length; i++) {
    const isRange = core.bits(at, 1) === 1;
    const from = core.bits(at + 1, 16);
    const to = isRange ? core.bits(at + 17, 16) : from;
    if (vendorId >= from && vendorId <= to) return true;
    at += isRange ? 33 : 17;
  }
  return false;
}
