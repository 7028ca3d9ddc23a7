import { pageExchange } from "@litfass/contract/adserver/placement-snapshot";
import type { Exchange } from "@litfass/platform/config/exchanges";
import { exchangeTerms } from "../auction/exchange-terms.ts";
import { dialectsOf } from "../openrtb/response/dialect.ts";
import type { AdServer } from "./ad-server.ts";
import { exchangeAccess, newExchangeTraffic } from "./exchange-access.ts";

/** Applies the exchanges' settings to later bid requests and notices. */
export function applyExchanges(adServer: AdServer, exchanges: Exchange[]): void {
  const { engine, exchangeTraffic, responseContext } = adServer;
  const pages: Exchange = { name: pageExchange, notices: [], margins: adServer.pageMargins };
  engine.terms = exchangeTerms([...exchanges, pages]);
  responseContext.dialects = dialectsOf([...exchanges, pages]);
  adServer.exchanges = exchangeAccess(exchanges, {
    processes: () => engine.processes,
    parseContext: adServer.parseContext,
    trafficOf(name) {
      const traffic = exchangeTraffic.get(name) ?? newExchangeTraffic();
      exchangeTraffic.set(name, traffic);
      return traffic;
    },
  });
}
