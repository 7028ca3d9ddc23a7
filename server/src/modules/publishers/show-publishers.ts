import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import { metaOf } from "@litfass/contract/kernel/paging";
import type { PublisherDetail, PublisherRecord, publisherEndpoints } from "@litfass/contract/publishers/publishers";
import type { Config } from "@litfass/platform/config/config";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { todayOf } from "./publisher-access.ts";
import { listPublisherRows, listShares, type PublisherQuery, type PublisherRow } from "./publisher-sql.ts";

const presentPublisher = (row: PublisherRow): PublisherRecord => ({
  id: row.id,
  name: row.name,
  owner: row.ownerUid,
  owner_name: row.ownerName,
  email: row.email,
  state: row.state,
  currency: row.currency,
  seller_id: row.sellerId,
  share_percent: row.sharePercent,
  is_confidential: row.isConfidential,
  sites: row.sites,
  verified_sites: row.verifiedSites,
  created_at: row.createdAt.toISOString(),
});

/** The installation's domain as an advertising system, as ads.txt files name it. */
export const systemDomain = ({ adsUrl }: Pick<Config, "adsUrl">): string => new URL(adsUrl).hostname;

export async function listPublishers(
  db: Executor,
  query: PublisherQuery,
  now: Date,
): Promise<CallOutput<(typeof publisherEndpoints)["listPublishers"]>> {
  const { rows, total } = await listPublisherRows(db, query, todayOf(now));
  return { data: rows.map(presentPublisher), meta: metaOf(query.page, query.per_page, total) };
}

export async function presentDetail(
  db: Executor,
  config: Pick<Config, "adsUrl">,
  row: PublisherRow,
): Promise<PublisherDetail> {
  return {
    ...presentPublisher(row),
    ads_txt_line: `${systemDomain(config)}, ${row.sellerId}, DIRECT`,
    sellers_json: `${config.adsUrl}/sellers.json`,
    shares: await listShares(db, row.id),
  };
}
