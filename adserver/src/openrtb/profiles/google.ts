import { list, record } from "../../kernel/coerce.ts";
import type { ProfileRules } from "./profile.ts";

/** The billing IDs of an `imp`: JSON has them as numbers or texts. */
const billingIdsOf = (imp: Record<string, unknown>): string[] => list(record(imp.ext).billing_id, 100).map(String);

/**
 * Google Authorized Buyers, OpenRTB as JSON. A request may be for several accounts (`imp.ext.billing_id`): the bid names
 * the one that pays, which is implied where only one is listed. Prices are encrypted; `${AUCTION_PRICE}` is documented
 * for the HTML snippet, and its value is the cost of one impression.
 */
export const google: ProfileRules = {
  contentType: "application/json; charset=utf-8",
  hasPriceInMarkup: true,
  pricesAreSingle: true,
  extOf: (account) => (account === undefined ? undefined : { billing_id: Number(account) }),
  takesImp(imp, account) {
    const ids = billingIdsOf(imp);
    return account === undefined ? ids.length < 2 : ids.length === 0 || ids.includes(account);
  },
};
