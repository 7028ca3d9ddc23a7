import type { Currency } from "@litfass/contract/kernel/money";
import { currencyOfCountry } from "@litfass/contract/settings/offered-currencies";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { findPrices } from "@litfass/platform/settings/read-settings";

/** The currency that an account of this country gets at this moment. */
export const currencyOfNew = async (db: Executor, countryCode: string | null): Promise<Currency> =>
  currencyOfCountry((await findPrices(db)).currencies, countryCode);
