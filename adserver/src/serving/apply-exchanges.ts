import { pageExchange } from "@litfass/contract/adserver/placement-snapshot";
import { profileFacts } from "@litfass/contract/supply/exchange-profiles";
import type { Exchange } from "@litfass/platform/config/exchanges";
import { type CreativeTerms, exchangeTerms } from "../auction/exchange-terms.ts";
import { allowedBy, rulesOf } from "../openrtb/profiles/profile-rules.ts";
import { identityOf } from "../openrtb/response/creative-identity.ts";
import { dialectsOf } from "../openrtb/response/dialect.ts";
import type { AdServer } from "./ad-server.ts";
import { exchangeAccess, newExchangeTraffic } from "./exchange-access.ts";

/** Applies the exchanges' settings to later bid requests and notices. */
export function applyExchanges(adServer: AdServer, exchanges: Exchange[]): void {
  const { engine, exchangeTraffic, responseContext } = adServer;
  const pages: Exchange = { name: pageExchange, notices: [], margins: adServer.pageMargins };
  engine.terms = exchangeTerms([...exchanges.map((exchange) => termsBy(adServer, exchange)), pages]);
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

/** The exchange with what its profile allows. */
function termsBy(adServer: AdServer, exchange: Exchange) {
  const facts = profileFacts[exchange.profile ?? "openrtb"];
  return {
    ...exchange,
    formats: exchange.profile === undefined ? exchange.formats : allowedBy(facts.formats, exchange.formats),
    currencies: facts.currencies.length === 0 ? exchange.currencies : allowedBy(facts.currencies, exchange.currencies),
    creatives: creativeTerms(adServer, exchange),
  };
}

function creativeTerms(adServer: AdServer, { name, profile = "openrtb" }: Exchange): CreativeTerms | undefined {
  if (profileFacts[profile].needsRegistration) {
    return {
      takes: (snapshot, creative) =>
        adServer.approvedCreatives.get(name)?.has(identityOf(snapshot, creative).id) === true,
      reason: "creative_not_approved",
    };
  }
  if (!rulesOf(profile).needsPicture) return undefined;
  return {
    takes: (_, { kind, pictureHash, native }) => kind === "image" || pictureHash !== undefined || native !== undefined,
    reason: "creative_without_picture",
  };
}
