import ipaddr from "ipaddr.js";

/**
 * An address with only the given number of leading bits, the rest zero. IPv4-mapped IPv6 counts as IPv4; null for an
 * invalid address.
 */
export function networkOf(address: string, bits: { ipv4: number; ipv6: number }): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  const ofKind = parsed.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  return ofKind.networkAddressFromCIDR(`${parsed}/${bits[parsed.kind()]}`).toString();
}

/** The key for rate limits. An IPv6 client owns a whole /64, so all its addresses share one count. */
export const sourceOf = (address: string): string => networkOf(address, { ipv4: 32, ipv6: 64 }) ?? address;
