import type { Exchange } from "@litfass/platform/config/exchanges";
import { networkCheck } from "@litfass/platform/config/networks";
import { remembered } from "../kernel/memoize.ts";
import type { WireRequest } from "./http-message.ts";
import { tokenIn } from "./tokens/ad-token.ts";
import { isSame } from "./tokens/signing.ts";
import { isServerAgent } from "./trackers/invalid-traffic.ts";

export type ExchangeAccess = {
  /** Whether a bid request is this exchange's: it has the secret and comes from the networks, as far as they are set. */
  mayBid(request: WireRequest): boolean;
  /** Whether a win, loss or billing notice can come from its servers. */
  mayNotify(request: WireRequest): boolean;
};

const rememberedAddresses = 10_000;
const bearer = /^Bearer +(\S+)$/i;

/** `?key=`, `x-exchange-key` or `Authorization: Bearer`, in this order; "" where there is none. */
function keyOf({ query, headers }: WireRequest): string {
  const header = headers["x-exchange-key"];
  return (
    tokenIn(query, "key") ||
    (typeof header === "string" ? header : "") ||
    (bearer.exec(headers.authorization ?? "")?.[1] ?? "")
  );
}

function accessOf({ secret, networks = [] }: Exchange): ExchangeAccess {
  const hasNetworks = networks.length > 0;
  const isOwnAddress = remembered(networkCheck(networks), rememberedAddresses);
  return {
    mayBid: (request) =>
      (secret === undefined || isSame(keyOf(request), secret)) && (!hasNetworks || isOwnAddress(request.ip)),
    // Notices bring no secret: their token was given to the exchange alone. Without networks only a crawler or a browser
    // that loads ahead can be told from a server.
    mayNotify: ({ headers, ip }) => (hasNetworks ? isOwnAddress(ip) : isServerAgent(headers)),
  };
}

export const exchangeAccess = (exchanges: Exchange[]): Map<string, ExchangeAccess> =>
  new Map(exchanges.map((exchange) => [exchange.name, accessOf(exchange)]));
