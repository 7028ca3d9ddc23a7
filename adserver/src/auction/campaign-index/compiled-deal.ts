import { impOfPlacement, tagExchange } from "@litfass/contract/adserver/placement-snapshot";
import type { SnapshotDeal } from "@litfass/contract/adserver/snapshot";
import type { Slot } from "../../kernel/ad-request.ts";

/** A deal that a campaign buys through. */
export type CompiledDeal = {
  exchange: string;
  id: string;
  /** `imp.id` of the placements that it is about; empty at exchanges. */
  imps: string[];
  isFixed: boolean;
  /** Of a thousand impressions, in `currency`. */
  price: number;
  currency: string;
  startMs: number;
  endMs: number;
};

export const compileDeal = (deal: SnapshotDeal): CompiledDeal => ({
  exchange: deal.exchange,
  id: deal.id,
  imps: deal.exchange === tagExchange ? deal.placements.map(impOfPlacement) : [],
  isFixed: deal.isFixed,
  price: Number(deal.priceMicros) / 1_000_000,
  currency: deal.currency,
  startMs: deal.startAt === null ? Number.NEGATIVE_INFINITY : Date.parse(deal.startAt),
  endMs: deal.endAt === null ? Number.POSITIVE_INFINITY : Date.parse(deal.endAt),
});

/** By what a deal is found in the index: its ID at an exchange, or a placement's impression opportunity. */
export const dealKey = (exchange: string, id: string): string => `${exchange} ${id}`;

export const dealKeys = ({ exchange, id, imps }: CompiledDeal): string[] =>
  exchange === tagExchange ? imps.map((imp) => dealKey(exchange, imp)) : [dealKey(exchange, id)];

/** Calls `visit` with the key of each deal that could be about a slot. */
export function visitDealKeys(exchange: string, slot: Slot, visit: (key: string) => void): void {
  if (exchange === tagExchange) visit(dealKey(exchange, slot.id));
  else for (const { id } of slot.deals) visit(dealKey(exchange, id));
}
