import { z } from "zod";
import { campaignEditors } from "../campaigns/campaigns.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { amountBetween, amountSchema, currencySchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { line, multiline, opaque } from "../kernel/text.ts";
import { daySchema, idSchema, instantSchema, say, uidSchema } from "../kernel/validation.ts";
import { admins, byRole } from "../kernel/who.ts";
import { exchangeName } from "./exchanges.ts";

const operators = byRole({ super_admin: "all" });
/** Account managers read the deals that are open to all or to one of their customers. */
const readers = byRole({ ...admins, campaign_manager: "all", sales: "assigned" });
const tag = "Deals";

export const dealStatuses = ["active", "ended"] as const;
/** `floor`: the lowest bid; `fixed`: the only one. */
export const dealPriceKinds = ["floor", "fixed"] as const;
/**
 * What a deal does today: `upcoming` before its first day, `past` after its last one. Only `active` ones are bought
 * through.
 */
export const dealStates = ["active", "upcoming", "past", "ended"] as const;
export type DealState = (typeof dealStates)[number];

const maxMinor = 100_000_000;
const maxPlacements = 100;
const maxAccounts = 200;
const unique = <Value>(list: Value[]): boolean => new Set(list).size === list.length;

const settings = {
  /** As the exchange writes it in bid requests; for own placements any name of the operator. */
  deal_id: opaque({ max: 128 })
    .regex(/^[\x21-\x7e]+$/, say("deals.id"))
    .meta({ examples: ["PMP-2041"] }),
  name: line({ max: 120 }),
  /** Null for placements of publishers here. */
  exchange: exchangeName.nullable(),
  placement_ids: z
    .array(z.int().positive())
    .max(maxPlacements)
    .refine(unique, say("exchanges.repeated"))
    .meta({ examples: [[]] }),
  price_kind: z.enum(dealPriceKinds),
  /** For a thousand impressions. */
  price: amountBetween(0, maxMinor),
  currency: opaque({ max: 3 })
    .regex(/^[A-Z]{3}$/, say("settings.currency"))
    .meta({ examples: ["EUR"] }),
  /** First and last day in the account's time zone; null: open. */
  start_on: daySchema.nullable(),
  end_on: daySchema.nullable(),
  /** The accounts that may use it; empty: all. */
  account_uids: z.array(uidSchema).max(maxAccounts).refine(unique, say("exchanges.repeated")),
  /** For staff only. */
  note: multiline({ min: 0, max: 2_000 }),
};
type Checked = {
  exchange: string | null;
  placement_ids: number[];
  price_kind: string;
  price: number;
  start_on: string | null;
  end_on: string | null;
};
const hasPlacements = ({ exchange, placement_ids }: Checked) => (exchange === null) === placement_ids.length > 0;
const hasPrice = ({ price_kind, price }: Checked) => price_kind === "floor" || price > 0;
const hasPeriod = ({ start_on, end_on }: Checked) => start_on === null || end_on === null || start_on <= end_on;
const placementIssue = { path: ["placement_ids"], ...say("deals.source") };
const priceIssue = { path: ["price"], ...say("deals.price") };
const periodIssue = { path: ["end_on"], ...say("campaign.period") };

export const newDealSchema = z
  .strictObject(settings)
  .refine(hasPlacements, placementIssue)
  .refine(hasPrice, priceIssue)
  .refine(hasPeriod, periodIssue);
export type DealSettings = z.output<typeof newDealSchema>;
const version = z.int().positive();
/** A change names the version it is based on, so that two people do not overwrite each other. */
export const dealChangeSchema = z
  .strictObject({ version, ...settings })
  .refine(hasPlacements, placementIssue)
  .refine(hasPrice, priceIssue)
  .refine(hasPeriod, periodIssue);

const placementRef = z.object({ id: z.int(), name: z.string(), site: z.string(), publisher: z.string() });
export type DealPlacement = z.infer<typeof placementRef>;
const money = z.object({ currency: currencySchema, amount: amountSchema });

const counts = { impressions: z.int().nonnegative(), clicks: z.int().nonnegative() };
/** What campaigns bought through a deal: `spend` is what advertisers paid, `media_cost` what it cost the operator. */
const figures = z.object({ ...counts, spend: z.array(money), media_cost: z.array(money) });
export type DealFigures = z.infer<typeof figures>;

const dealSchema = z.object({
  id: z.int(),
  version,
  ...settings,
  status: z.enum(dealStatuses),
  state: z.enum(dealStates),
  /** The chosen placements by name. */
  placements: z.array(placementRef),
  /** The accounts within the caller's reach. */
  accounts: z.array(z.object({ uid: uidSchema, name: z.string() })),
  /** Campaigns within the caller's reach that buy through it and have not ended. */
  campaigns: z.int().nonnegative(),
  created_at: instantSchema,
  changed_at: instantSchema,
});
export type DealRecord = z.infer<typeof dealSchema>;

const params = z.object({ deal: idSchema });

/** A deal as advertisers choose it: what the operator pays is not theirs to know. */
const dealOption = z.object({
  id: z.int(),
  name: z.string(),
  deal_id: z.string(),
  start_on: daySchema.nullable(),
  end_on: daySchema.nullable(),
});
export type DealOption = z.infer<typeof dealOption>;

export const dealEndpoints = {
  listDeals: endpoint({
    method: "GET",
    path: "/deals",
    tag,
    summary: "The deals with exchanges and publishers and what was bought through them in 30 days, newest first",
    who: readers,
    query: pageQuery(["name", "exchange", "price", "end_on", "created_at"]).extend({
      state: z.enum(dealStates).optional(),
    }),
    output: pageOf(dealSchema.extend({ figures })),
  }),
  showDeal: endpoint({
    method: "GET",
    path: "/deals/:deal",
    tag,
    summary: "A deal with its placements and accounts",
    who: readers,
    params,
    output: dealSchema,
    errors: ["not_found"],
  }),
  showDealReport: endpoint({
    method: "GET",
    path: "/deals/:deal/report",
    tag,
    summary: "What campaigns within the caller's reach bought through a deal, by day and by campaign",
    who: readers,
    params,
    query: z.object({ from: daySchema.optional(), to: daySchema.optional() }),
    output: z.object({
      from: daySchema,
      to: daySchema,
      total: figures,
      days: z.array(figures.extend({ day: daySchema })),
      /** Those with the most impressions, at most 100. */
      campaigns: z.array(figures.extend({ id: z.int(), name: z.string(), owner_name: z.string() })),
    }),
    errors: ["not_found"],
  }),
  createDeal: endpoint({
    method: "POST",
    path: "/deals",
    tag,
    summary: "Adds a deal that campaigns can buy through",
    who: operators,
    body: newDealSchema,
    output: dealSchema,
    status: 201,
    errors: ["conflict"],
  }),
  updateDeal: endpoint({
    method: "PUT",
    path: "/deals/:deal",
    tag,
    summary: "Changes a deal; running campaigns that buy through it follow within seconds",
    who: operators,
    params,
    body: dealChangeSchema,
    output: dealSchema,
    errors: ["not_found", "conflict"],
  }),
  setDealStatus: endpoint({
    method: "POST",
    path: "/deals/:deal/status",
    tag,
    summary: "Ends a deal or takes it up again; campaigns that buy only through ended deals do not bid",
    who: operators,
    params,
    body: z.strictObject({ version, status: z.enum(dealStatuses) }),
    output: dealSchema,
    errors: ["not_found", "conflict"],
  }),
  listDealPlacements: endpoint({
    method: "GET",
    path: "/deals/placements",
    tag,
    summary: "Placements of all publishers by name, site or publisher, for a deal",
    who: operators,
    query: z.object({ search: line({ min: 0, max: 100 }).optional() }),
    output: z.array(placementRef),
  }),
  listOpenDeals: endpoint({
    method: "GET",
    path: "/user-campaigns/settings/deals/:user",
    tag: "Campaign settings",
    summary: "The deals that a user's campaigns can buy through: active or upcoming ones open to the account",
    who: campaignEditors,
    params: z.object({ user: uidSchema }),
    output: z.array(dealOption),
    errors: ["not_found"],
  }),
};
