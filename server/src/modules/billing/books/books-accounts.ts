import type { Language } from "@litfass/contract/kernel/messages";
import { t } from "../texts.ts";
import type { AccountKind } from "./books-sql.ts";

/** Numbers after the Swiss chart of accounts for small and medium businesses (Kontenrahmen KMU). */
const accountNumbers: Record<AccountKind, string> = {
  bank: "1020",
  card_clearing: "1090",
  available: "2030",
  reserved: "2031",
  vat: "2200",
  revenue: "3400",
  services: "3410",
  manual_credit: "3805",
  subsidy: "3806",
  plan_credit: "3807",
  guarantee: "3808",
};

export const accountNumber = (kind: AccountKind): string => accountNumbers[kind];
export const accountName = (kind: AccountKind, language: Language): string => t(language, `account.${kind}`);
