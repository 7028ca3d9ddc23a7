import { readFileSync } from "node:fs";
import { manualInvoiceStatuses } from "@litfass/contract/billing/billing-shapes";
import { customerPriceStates } from "@litfass/contract/billing/customer-prices";
import { campaignStatuses } from "@litfass/contract/campaigns/campaigns";
import { signInProviders } from "@litfass/contract/users/users";
import { expect, test } from "vitest";

test("states, orders and ways to sign in have names in the history", () => {
  const texts = JSON.parse(readFileSync(new URL("../../../i18n/en/audit.json", import.meta.url), "utf8"));
  expect(Object.keys(texts.priceState)).toEqual([...customerPriceStates]);
  expect(Object.keys(texts.order)).toEqual([...manualInvoiceStatuses]);
  expect(Object.keys(texts.method)).toEqual(expect.arrayContaining([...signInProviders]));
  expect(Object.keys(texts.campaign)).toEqual(expect.arrayContaining([...campaignStatuses]));
});
