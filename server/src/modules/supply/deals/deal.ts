import { tagExchange } from "@litfass/contract/adserver/placement-snapshot";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import type { DealPlacement, DealRecord, DealSettings, DealState } from "@litfass/contract/supply/deals";

export type DealRow = {
  id: number;
  version: number;
  /** Null for placements of publishers here. */
  exchange: string | null;
  dealId: string;
  name: string;
  priceKind: DealRecord["price_kind"];
  /** For a thousand impressions. */
  priceMicros: bigint;
  currency: string;
  startOn: string | null;
  endOn: string | null;
  status: DealRecord["status"];
  state: DealState;
  note: string;
  placements: DealPlacement[];
  /** The accounts within the reader's reach. */
  accounts: { uid: string; name: string }[];
  /** Campaigns within the reader's reach that buy through it and have not ended. */
  campaigns: number;
  createdAt: Date;
  changedAt: Date;
};

export const auditSubjectOf = (id: number) => ({ type: "deal", id: String(id) });

/** The exchange under which bid requests and events name a deal. */
export const exchangeOf = ({ exchange }: Pick<DealRow, "exchange">): string => exchange ?? tagExchange;

/** The settings of a deal as the API has them, except that its price is in minor units. */
export const settingsOf = (row: DealRow): DealSettings => ({
  deal_id: row.dealId,
  name: row.name,
  exchange: row.exchange,
  placement_ids: row.placements.map(({ id }) => id),
  price_kind: row.priceKind,
  price: minorOfMicros(row.priceMicros),
  currency: row.currency,
  start_on: row.startOn,
  end_on: row.endOn,
  account_uids: row.accounts.map(({ uid }) => uid),
  note: row.note,
});

/** A deal for the audit trail; lists are one text. */
export const factsOf = (
  settings: DealSettings,
  status: DealRecord["status"],
): Record<string, string | number | null> => ({
  ...settings,
  placement_ids: settings.placement_ids.toSorted((a, b) => a - b).join(", "),
  account_uids: settings.account_uids.toSorted().join(", "),
  status,
});

export const presentDeal = (row: DealRow): DealRecord => ({
  id: row.id,
  version: row.version,
  ...settingsOf(row),
  status: row.status,
  state: row.state,
  placements: row.placements,
  accounts: row.accounts,
  campaigns: row.campaigns,
  created_at: row.createdAt.toISOString(),
  changed_at: row.changedAt.toISOString(),
});
