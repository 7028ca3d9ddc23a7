import type { Forecast } from "@litfass/contract/campaigns/forecast";
import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import { currencyOfCountry } from "@litfass/contract/settings/offered-currencies";
import { pricesIn } from "@litfass/contract/settings/price-list";
import { type Location, targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Database } from "@litfass/platform/postgres/postgres";
import { findCampaignDefaults, findPrices } from "@litfass/platform/settings/read-settings";
import { forecastOf } from "./forecast.ts";
import { hypothetical } from "./forecast-campaign.ts";
import { variationsOf } from "./forecast-variations.ts";
import { matchSamples } from "./match-samples.ts";
import type { TrafficSource } from "./traffic-source.ts";

type Sources = { source: TrafficSource; now: Date; rates: CurrencyRates };

/**
 * The forecast of a display campaign in one place without other settings, for visitors without an account. `budget` is
 * in minor units of the first offered currency.
 */
export async function forecastPlace(
  db: Database,
  { location, budget, days }: { location: Location; budget: number; days: number },
  { source, now, rates }: Sources,
): Promise<Forecast> {
  const prices = await findPrices(db);
  const { currency, cpm: cpmMinor } = pricesIn(prices, currencyOfCountry(prices.currencies, null));
  const { frequency_cap } = await findCampaignDefaults(db);
  const targeting = targetingSchema.parse({ locations: [location] });
  const snapshot = await hypothetical(
    db,
    now,
    { targeting },
    {
      ownerUid: "",
      currency,
      cpmMinor,
      usualLanguage: "de",
      added: [],
    },
  );
  const { variations, snapshots } = variationsOf(snapshot);
  return forecastOf(
    { frequencyCap: frequency_cap.awareness, budget, days, currency, isSeen: true, cpmMinor },
    matchSamples(await source(), snapshots, rates),
    variations,
  );
}
