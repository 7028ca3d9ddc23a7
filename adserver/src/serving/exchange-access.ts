import type { Exchange, PriceKeys } from "@litfass/platform/config/exchanges";
import { networkCheck } from "@litfass/platform/config/networks";
import { memoize } from "../kernel/memoize.ts";
import type { HttpRequest } from "./http-message.ts";
import { tokenIn } from "./tokens/ad-token.ts";
import { isSame } from "./tokens/signing.ts";
import { isServerAgent } from "./trackers/invalid-traffic.ts";

export type ExchangeAccess = {
  /** Whether a bid request has the exchange's secret and comes from its networks, as far as configured. */
  mayBid(request: HttpRequest): boolean;
  /** Whether a notice can come from the exchange's servers. */
  mayNotify(request: HttpRequest): boolean;
  /** Decrypt the prices of its notices; undefined where they are plain. */
  priceKeys: PriceKeys | undefined;
};

const maxCachedAddresses = 10_000;
const bearer = /^Bearer +(\S+)$/i;

/** `?key=`, `x-exchange-key` or `Authorization: Bearer`, in this order; "" where there is none. */
function keyOf({ query, headers }: HttpRequest): string {
  const header = headers["x-exchange-key"];
  return (
    tokenIn(query, "key") ||
    (typeof header === "string" ? header : "") ||
    (bearer.exec(headers.authorization ?? "")?.[1] ?? "")
  );
}

function accessOf({ secret, networks = [], priceKeys }: Exchange): ExchangeAccess {
  const hasNetworks = networks.length > 0;
  const isOwnAddress = memoize(networkCheck(networks), maxCachedAddresses);
  return {
    mayBid: (request) =>
      (secret === undefined || isSame(keyOf(request), secret)) && (!hasNetworks || isOwnAddress(request.ip)),
    // Notices carry no secret: their token was given to the exchange alone. Without networks only a crawler or a
    // prefetching browser can be distinguished from a server.
    mayNotify: ({ headers, ip }) => (hasNetworks ? isOwnAddress(ip) : isServerAgent(headers)),
    priceKeys,
  };
}

export const exchangeAccess = (exchanges: Exchange[]): Map<string, ExchangeAccess> =>
  new Map(exchanges.map((exchange) => [exchange.name, accessOf(exchange)]));
