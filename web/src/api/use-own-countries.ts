import { defaultCampaigns } from "@litfass/contract/settings/default-campaigns";
import { useCall } from "./use-call.ts";

/** The operator's countries, most usual first; the built-in ones until the site's information is loaded. */
export function useOwnCountries(): readonly string[] {
  const { data } = useCall("showSite", {}, { staleMs: Number.POSITIVE_INFINITY });
  return data?.countries ?? defaultCampaigns.countries;
}
