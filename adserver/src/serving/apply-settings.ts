import { currencyRatesOf } from "@litfass/platform/settings/currency-rates";
import type { LiveSettings } from "@litfass/platform/settings/follow-settings";
import { discardOffers } from "../openrtb/response/dialect.ts";
import type { AdServer } from "./ad-server.ts";
import { addressOf } from "./sellers-json.ts";

/** Applies the operator's settings to later bids. Prepared offers contain the name, so a new one discards them. */
export function applySettings(adServer: AdServer, settings: Pick<LiveSettings, "current">): void {
  const { engine, responseContext } = adServer;
  const { brand, company, publishers, campaigns, third_party } = settings.current();
  adServer.sellersContact = {
    email: brand.support_address ?? company.email,
    address: addressOf(company),
  };
  adServer.tagDomains = new Set(publishers.sites.map(({ domain }) => domain));
  adServer.thirdPartyHosts = third_party.hosts;
  engine.thirdPartyHosts = third_party.hosts;
  responseContext.thirdPartyHosts = third_party.hosts;
  engine.rates = currencyRatesOf(settings);
  engine.caps = campaigns.frequency_cap;
  if (responseContext.adSystem === brand.operator_name) return;
  responseContext.adSystem = brand.operator_name;
  discardOffers([responseContext.usual, ...responseContext.dialects.values()]);
}
