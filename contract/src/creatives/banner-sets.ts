import { z } from "zod";
import { optionSchema } from "../campaigns/campaign-options.ts";
import { endpoint } from "../kernel/endpoint.ts";
import type { Format } from "../kernel/formats.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { line, multiline } from "../kernel/text.ts";
import { idSchema, instantSchema, uidSchema, uuidSchema } from "../kernel/validation.ts";
import { advertisers, byRole } from "../kernel/who.ts";
import type { CurrencyPrices } from "../settings/price-list.ts";

/** The formats of a custom banner set (CONST-018). */
export const bannerSetFormats = ["994x250", "300x600", "300x250", "728x90"] as const satisfies readonly Format[];

/**
 * The first set is included in the first Advanced booking, each further one is paid (CONST-017, CONST-018). In minor units
 * of the customer's currency, without VAT.
 */
export const priceOfBannerSet = (setsBefore: number, { banner_set }: Pick<CurrencyPrices, "banner_set">): number =>
  setsBefore === 0 ? 0 : banner_set;

export const bannerSetStatuses = ["ordered", "in_work", "delivered", "cancelled"] as const;
export type BannerSetStatus = (typeof bannerSetStatuses)[number];

export const bannerSetSchema = z.object({
  id: z.number().int(),
  user: uidSchema,
  user_name: z.string(),
  status: z.enum(bannerSetStatuses),
  brief: z.string(),
  formats: z.array(z.string()),
  /** Without VAT; 0 for the included set. */
  price: amountSchema,
  price_formatted: z.string(),
  currency: currencySchema,
  /** Number and PDF of the invoice; null for the included set. */
  invoice: z.string().nullable(),
  pdf: z.string().nullable(),
  /** The delivered banners, selectable in campaigns. */
  creative_group: uuidSchema.nullable(),
  ordered_at: instantSchema,
  updated_at: instantSchema,
});
export type BannerSet = z.infer<typeof bannerSetSchema>;

const tag = "Banner sets";
/** Advertisers see their own sets, banner staff see all. */
const readers = byRole({ super_admin: "all", tech_admin: "all", ...advertisers });
const designers = byRole({ super_admin: "all", tech_admin: "all" });

export const bannerSetEndpoints = {
  showBannerSetOffer: endpoint({
    method: "GET",
    path: "/banner-sets/offer",
    tag,
    summary:
      "What the next custom banner set costs the caller, and whether it is offered: with the Advanced package only",
    who: byRole(advertisers),
    output: z.object({
      is_offered: z.boolean(),
      /** The set is included in the plan. */
      is_included: z.boolean(),
      price: amountSchema,
      price_formatted: z.string(),
      /** The price of every set after the included one. */
      further_price_formatted: z.string(),
      currency: currencySchema,
      formats: z.array(z.string()),
    }),
  }),
  listBannerSets: endpoint({
    method: "GET",
    path: "/banner-sets",
    tag,
    summary: "Ordered custom banner sets, newest first",
    who: readers,
    query: pageQuery(["id"], 30).extend({
      status: z.enum(bannerSetStatuses).optional(),
      /** Only this customer's orders. */
      user: uidSchema.optional(),
    }),
    output: pageOf(bannerSetSchema),
  }),
  listBannerSetOwners: endpoint({
    method: "GET",
    path: "/banner-sets/owners",
    tag,
    summary: "The customers who ordered custom banner sets, by name, to filter the list by",
    who: designers,
    query: z.object({
      search: line({ min: 0, max: 100 }).optional(),
      /** This one first, whatever is searched, so that a list filtered by it can name it. */
      owner: uidSchema.optional(),
    }),
    output: z.array(optionSchema),
  }),
  orderBannerSet: endpoint({
    method: "POST",
    path: "/banner-sets",
    tag,
    summary: "Orders a set of four custom banners; a set that is not included is invoiced at once",
    who: byRole(advertisers),
    body: z.strictObject({ brief: multiline({ max: 2000 }) }),
    output: bannerSetSchema,
    status: 201,
    movesMoney: true,
  }),
  changeBannerSet: endpoint({
    method: "PUT",
    path: "/banner-sets/:bannerSet",
    tag,
    summary:
      "Takes an order up, cancels it, or delivers it: a group of finished files in the four formats goes to the customer",
    who: designers,
    params: z.object({ bannerSet: idSchema }),
    body: z
      .strictObject({ status: z.enum(["in_work", "delivered", "cancelled"]), creative_group: uuidSchema.optional() })
      .superRefine((body, context) => {
        if (body.status === "delivered" && !body.creative_group) {
          context.addIssue({ code: "custom", path: ["creative_group"], message: "rule.required" });
        }
      }),
    output: bannerSetSchema,
    errors: ["not_found", "conflict"],
  }),
};
