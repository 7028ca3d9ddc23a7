import type { Endpoints } from "@litfass/contract/index";
import type { CallInput } from "@litfass/contract/kernel/endpoint";
import type { Currency } from "@litfass/contract/kernel/money";
import type { DealRecord } from "@litfass/contract/supply/deals";
import type { Option } from "../../../ui/inputs/select.tsx";

/** The source of a deal on placements; no exchange can have this name. */
export const ownPlacements = "tag";

/** The form of a deal: numbers as typed, entries of lists with their names. */
export type DealValues = Pick<
  DealRecord,
  "name" | "deal_id" | "currency" | "price_kind" | "start_on" | "end_on" | "note"
> & {
  source: string;
  price: string;
  placement_ids: readonly Option[];
  account_uids: readonly Option[];
};

export const placementOption = ({ id, name, site }: DealRecord["placements"][number]): Option => ({
  value: String(id),
  label: `${name}, ${site}`,
});

/** What the form starts with: a deal, or the usual values of a new one, which is in the given currency. */
export const valuesOf = (deal: DealRecord | undefined, currency: Currency): DealValues => ({
  name: deal?.name ?? "",
  deal_id: deal?.deal_id ?? "",
  source: deal === undefined ? "" : (deal.exchange ?? ownPlacements),
  placement_ids: deal?.placements.map(placementOption) ?? [],
  price_kind: deal?.price_kind ?? "fixed",
  price: deal === undefined ? "" : String(deal.price),
  currency: deal?.currency ?? currency,
  start_on: deal?.start_on ?? null,
  end_on: deal?.end_on ?? null,
  account_uids: deal?.accounts.map(({ uid, name }) => ({ value: uid, label: name || uid })) ?? [],
  note: deal?.note ?? "",
});

// A text that is no number fails the contract's check at its field.
const numberOf = (text: string): number =>
  text.trim() === "" ? Number.NaN : Number(text.trim().replaceAll("'", "").replace(",", "."));

/** The request body of the form. */
export function bodyOf({ source, ...values }: DealValues): CallInput<Endpoints["createDeal"]>["body"] {
  const isOwn = source === ownPlacements;
  return {
    ...values,
    deal_id: values.deal_id.trim(),
    exchange: isOwn ? null : source,
    placement_ids: isOwn ? values.placement_ids.map(({ value }) => Number(value)) : [],
    price: numberOf(values.price),
    currency: values.currency.trim().toUpperCase(),
    account_uids: values.account_uids.map(({ value }) => value),
  };
}
