import type { Currency } from "@litfass/contract/kernel/money";
import { defaultCurrencies } from "@litfass/contract/settings/default-currencies";
import { currencyOfCountry } from "@litfass/contract/settings/offered-currencies";
import type { UserRow } from "./tables.ts";

/**
 * The currency of an account: the one that its country had when the account was opened or last moved. Accounts of
 * earlier releases have none stored and follow the default.
 */
export const currencyOf = (user: Pick<UserRow, "currency" | "countryCode"> | null | undefined): Currency =>
  user?.currency ?? currencyOfCountry(defaultCurrencies, user?.countryCode ?? null);
