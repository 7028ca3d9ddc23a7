import ipaddr from "ipaddr.js";

/**
 * An address without its end: as many bits as told for its kind, the rest zero. IPv4 in the form of IPv6 counts as IPv4;
 * null for what is no address.
 */
export function networkOf(address: string, bits: { ipv4: number; ipv6: number }): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  const ofKind = parsed.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  return ofKind.networkAddressFromCIDR(`${parsed}/${bits[parsed.kind()]}`).toString();
}

/** The key that limits count by. An IPv6 client owns a whole /64, so all its addresses share one count. */
export const sourceOf = (address: string): string => networkOf(address, { ipv4: 32, ipv6: 64 }) ?? address;
