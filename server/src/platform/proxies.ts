import { BlockList, isIP } from "node:net";

/** Tells whether an address is one of the given proxies: single addresses, networks as 10.0.0.0/8, or `loopback`. */
export function proxyCheck(trusted: string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of trusted.flatMap((each) => (each === "loopback" ? ["127.0.0.0/8", "::1"] : [each]))) {
    const [address = "", prefix] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
