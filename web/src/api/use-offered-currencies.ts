import type { Currency } from "@litfass/contract/kernel/money";
import { defaultCurrencies } from "@litfass/contract/settings/default-currencies";
import { useCall } from "./use-call.ts";

/** The currencies of new accounts in their order, of which there is at least one. */
export function useOfferedCurrencies(): [Currency, ...Currency[]] {
  const { data } = useCall("showSite", {}, { staleMs: Number.POSITIVE_INFINITY });
  const [first, ...others] = data?.currencies ?? defaultCurrencies.offered.map(({ currency }) => currency);
  return [first ?? defaultCurrencies.elsewhere, ...others];
}
