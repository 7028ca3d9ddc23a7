import { visibility } from "@litfass/contract/kernel/viewability";
import { currencyOfCountry } from "@litfass/contract/settings/offered-currencies";
import { pricesIn } from "@litfass/contract/settings/price-list";
import type { VisitorForecast } from "@litfass/contract/site/frontend";
import type { Location } from "@litfass/contract/targeting/targeting";
import type { Platform } from "@litfass/platform/platform";
import { currencyRatesOf } from "@litfass/platform/settings/currency-rates";
import { createTrafficSource, forecastPlace } from "../../campaigns/index.ts";
import { searchLocations } from "../../targeting/index.ts";

export const radiusKm = 15;
const days = 30;
const freshMs = 5 * 60_000;
const maxCached = 500;

/** The forecast for a town and a budget in whole units of the first offered currency; null if no town has this name. */
export type ForecastTown = (town: string, budget: number) => Promise<VisitorForecast | null>;

/** Forecasts for visitors, each calculated once in five minutes: matching the sample takes CPU. */
export function createTownForecast(platform: Platform): ForecastTown {
  const { db, clock, settings } = platform;
  const source = createTrafficSource(platform);
  const cache = new Map<string, { at: number; forecast: Promise<VisitorForecast> }>();
  return async (town, budget) => {
    const { prices, company } = settings.current();
    const place = placeOf(town, company.country_code);
    if (!place) return null;
    // A new price list applies at once.
    const { currency, cpm } = pricesIn(prices, currencyOfCountry(prices.currencies, null));
    const key = `${place.id} ${budget} ${currency} ${cpm}`;
    const at = clock.now().getTime();
    const known = cache.get(key);
    if (known && at - known.at < freshMs) return known.forecast;
    const sources = { source, now: clock.now(), rates: currencyRatesOf(settings) };
    const forecast = forecastPlace(db, { location: place.location, budget: budget * 100, days }, sources).then(
      ({ impressions, reach }) => {
        const isOffered = impressions !== null && impressions.high > 0;
        return {
          place: place.name,
          radius_km: radiusKm,
          days,
          impressions: isOffered ? impressions : null,
          reach: isOffered ? reach : null,
          viewable_rate: visibility.guaranteed,
        };
      },
    );
    const [oldest] = cache.keys();
    if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest);
    cache.set(key, { at, forecast });
    forecast.catch(() => cache.delete(key));
    return forecast;
  };
}

type Place = { id: string; name: string; location: Location };

/** The circle around the largest town of a name, in the operator's country first. */
function placeOf(town: string, home: string): Place | null {
  const found = searchLocations(town, { kind: "city", home })[0] ?? searchLocations(town, { kind: "zip", home })[0];
  if (!found || !("latitude" in found)) return null;
  const { id, latitude, longitude, country } = found;
  const name = found.name.split(",")[0] ?? found.name;
  const location: Location = {
    kind: "radius",
    id: `radius:${latitude.toFixed(4)}:${longitude.toFixed(4)}:${radiusKm}`,
    name,
    country,
    radius_km: radiusKm,
    latitude,
    longitude,
  };
  return { id, name, location };
}
