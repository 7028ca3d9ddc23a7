import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import { metaOf } from "@litfass/contract/kernel/paging";
import type { SellerFileState, SellerReason, SellerVerdict, sellerEndpoints } from "@litfass/contract/supply/sellers";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { findSellers, type ListedSeller, type SellerQuery } from "./seller-list-sql.ts";

/** Sellers with their verdicts and the state of the files these come from. */
export async function listSellers(
  db: Executor,
  query: SellerQuery,
): Promise<CallOutput<(typeof sellerEndpoints)["listSellers"]>> {
  const { rows, counts } = await findSellers(db, query);
  return {
    data: rows.map(presentSeller),
    meta: metaOf(query.page, query.per_page, Number(rows[0]?.total ?? 0)),
    counts,
  };
}

const presentSeller = (row: ListedSeller) => ({
  site: row.site,
  site_kind: row.site_kind === "app" ? ("app" as const) : ("site" as const),
  domain: row.domain,
  system: row.system,
  seller_id: row.seller_id,
  verdict: (row.verdict ?? "unknown") as SellerVerdict,
  reason: (row.reason ?? "not_read") as SellerReason,
  seen_at: new Date(row.seen_at).toISOString(),
  publisher_file: fileState(row.p_outcome, row.p_detail, row.p_read_at),
  sellers_json: fileState(row.s_outcome, row.s_detail, row.s_read_at),
});

const fileState = (outcome: string | null, detail: string | null, readAt: string | null): SellerFileState => ({
  outcome: (outcome ?? "waiting") as SellerFileState["outcome"],
  detail: detail ?? "",
  read_at: readAt === null ? null : new Date(readAt).toISOString(),
});
