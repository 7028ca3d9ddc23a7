import { networkCheck } from "./networks.ts";

/** Tells whether an address is one of the given proxies: single addresses, networks as 10.0.0.0/8, or `loopback`. */
export const proxyCheck = (trusted: string[]): ((address: string) => boolean) =>
  networkCheck(trusted.flatMap((each) => (each === "loopback" ? ["127.0.0.0/8", "::1"] : [each])));
