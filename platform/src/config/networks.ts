import { BlockList, isIP } from "node:net";

const prefixOf = (text: string, most: number): boolean => /^\d{1,3}$/.test(text) && Number(text) <= most;

/** Whether a text is an address or a network in CIDR notation: `203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`. */
export function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const version = isIP(address);
  return version !== 0 && rest.length === 0 && (prefix === undefined || prefixOf(prefix, version === 6 ? 128 : 32));
}

/** Tests whether an address is in one of the networks (addresses or CIDR). */
export function networkCheck(networks: string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** Tests whether an address is a trusted proxy: addresses, networks such as 10.0.0.0/8, or `loopback`. */
export const proxyCheck = (trusted: string[]): ((address: string) => boolean) =>
  networkCheck(trusted.flatMap((each) => (each === "loopback" ? ["127.0.0.0/8", "::1"] : [each])));
