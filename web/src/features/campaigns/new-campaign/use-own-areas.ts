import { circleAround } from "@litfass/contract/targeting/circle-around";
import type { Location } from "@litfass/contract/targeting/targeting";
import type { User } from "@litfass/contract/users/users";
import { useCall } from "../../../api/use-call.ts";
import { useCampaignDefaults } from "../use-campaign-defaults.ts";
import type { GoalDefaults } from "./campaign-goals.ts";

export type OwnAreas = Record<GoalDefaults["area"], Location | null> & { isLoading: boolean };

/** The usual circle around a user's address, and the user's country; null where the place is not known. */
export function useOwnAreas({ postal_code, city, country_code }: User): OwnAreas {
  const { radius_km } = useCampaignDefaults();
  const country = country_code ?? "";
  const byCode = useSearch("zip", postal_code);
  const code = byCode.places.find((place) => place.country === country);
  const byCity = useSearch("city", byCode.isLoading || code ? null : city);
  const center = code ?? byCity.places.find((place) => place.country === country);
  const englishName = country && new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }).of(country);
  const countries = useSearch("country", englishName || null);
  return {
    near: center && "latitude" in center ? circleAround({ ...center, country }, radius_km) : null,
    country: countries.places.find((place) => place.country === country) ?? null,
    isLoading: byCode.isLoading || byCity.isLoading || countries.isLoading,
  };
}

function useSearch(kind: "zip" | "city" | "country", q: string | null) {
  const found = useCall("searchLocations", { body: { q: q || "-", kind } }, { enabled: Boolean(q), staleMs: 600_000 });
  return { places: (q && found.data) || [], isLoading: Boolean(q) && found.isPending };
}
