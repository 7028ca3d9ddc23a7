import { rootDomain } from "@litfass/adserver/index";
import type { AdsTxt } from "@litfass/contract/supply/seller-records";
import type { SellerReason, SellerVerdict } from "@litfass/contract/supply/sellers";
import type { SellersJson } from "../seller-files/sellers-json.ts";

/** A file's content; `absent`: the domain has no such file; `unread`: it was not read yet. */
export type Known<Content> = { content: Content } | "absent" | "unread";

export type Judgement = { verdict: SellerVerdict; reason: SellerReason };

/**
 * Whether a publisher's file authorizes an account of an advertising system to sell. Where the system declares its
 * own sellers, the account must be among them. A direct account must not be an intermediary's, unless the publisher
 * names it as its manager.
 */
export function judgeSeller(
  seller: { system: string; sellerId: string },
  adsTxt: Known<AdsTxt>,
  sellersJson: Known<SellersJson>,
): Judgement {
  if (adsTxt === "absent") return { verdict: "unknown", reason: "no_file" };
  if (adsTxt === "unread") return { verdict: "unknown", reason: "not_read" };
  const { records, managerDomains } = adsTxt.content;
  const own = records.filter(({ system, sellerId }) => system === seller.system && sellerId === seller.sellerId);
  if (own.length === 0) return { verdict: "unauthorised", reason: "not_listed" };
  const isDirect = own.some(({ relationship }) => relationship === "direct");
  if (typeof sellersJson === "object") {
    const declared = Object.hasOwn(sellersJson.content, seller.sellerId)
      ? sellersJson.content[seller.sellerId]
      : undefined;
    if (declared === undefined) return { verdict: "unauthorised", reason: "not_in_sellers_json" };
    const isManager = declared.domain !== "" && managerDomains.map(rootDomain).includes(rootDomain(declared.domain));
    if (isDirect && declared.type === "intermediary" && !isManager) {
      return { verdict: "reseller", reason: "is_intermediary" };
    }
  }
  return isDirect ? { verdict: "direct", reason: "listed_direct" } : { verdict: "reseller", reason: "listed_reseller" };
}
