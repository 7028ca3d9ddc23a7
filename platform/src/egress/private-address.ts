import { BlockList, isIP } from "node:net";

const ranges = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  ranges.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 96],
  // Address ranges that embed IPv4 addresses: translated, mapped and tunneled (RFC 6052, 8215, 2765, 4380, 3056).
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["::ffff:0:0:0", 96],
  ["2001::", 32],
  ["2002::", 16],
  ["100::", 64],
  ["2001:db8::", 32],
  ["fec0::", 10],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  ranges.addSubnet(network, prefix, "ipv6");
}

/** Whether an address is private or reserved. An unreadable one counts as private. */
export function isPrivateAddress(address: string): boolean {
  const plain = mappedIpv4(address) ?? address;
  const version = isIP(plain);
  return version === 0 || ranges.check(plain, version === 6 ? "ipv6" : "ipv4");
}

/** The IPv4 address inside an IPv6 one: `::ffff:10.0.0.1` or `::ffff:a00:1`. */
function mappedIpv4(address: string): string | null {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (dotted) return dotted;
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address);
  if (!hex) return null;
  const [high, low] = [Number.parseInt(hex[1] ?? "", 16), Number.parseInt(hex[2] ?? "", 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
