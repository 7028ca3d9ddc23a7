import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { percentBetween } from "../kernel/percent.ts";
import { line } from "../kernel/text.ts";
import { daySchema, idSchema, instantSchema, say, uidSchema } from "../kernel/validation.ts";
import { admins, byRole, signedIn } from "../kernel/who.ts";
import { maxDiscountPercent } from "../settings/plan-discounts.ts";
import { approvalIdSchema } from "./staff-fields.ts";
import { vatTreatments } from "./vat-treatment.ts";

/** Those who credit budget also agree on discounts; account managers see those of their customers. */
const agreers = byRole(admins);
const readers = byRole({ ...admins, accountant: "all", sales: "assigned" });

const percent = percentBetween(0, maxDiscountPercent).meta({ examples: [10] });
const maxDays = 731;
const dayMs = 86_400_000;

/** Discounts on the list price that are agreed with one customer for a time. */
const termsShape = {
  /** On the price of a thousand impressions. */
  cpm_percent: percent,
  /** On plans. */
  plan_percent: percent,
  /** Days in Zurich, both inclusive. */
  first_on: daySchema,
  last_on: daySchema,
};

export const newCustomerPriceSchema = z
  .strictObject({ ...termsShape, reason: line({ max: 200 }) })
  .refine(({ cpm_percent, plan_percent }) => cpm_percent + plan_percent > 0, {
    path: ["cpm_percent"],
    ...say("customer_price.nothing"),
  })
  .refine(({ first_on, last_on }) => first_on <= last_on, { path: ["last_on"], ...say("campaign.period") })
  .refine(({ first_on, last_on }) => Date.parse(last_on) - Date.parse(first_on) < maxDays * dayMs, {
    path: ["last_on"],
    ...say("customer_price.too_long"),
  });
export type NewCustomerPrice = z.output<typeof newCustomerPriceSchema>;

/** `scheduled`: before its first day. `expired`: after its last day. `ended`: by staff. */
export const customerPriceStates = ["active", "scheduled", "expired", "ended"] as const;
export const customerPriceSchema = z.object({
  id: z.int(),
  user: uidSchema,
  state: z.enum(customerPriceStates),
  ...termsShape,
  reason: z.string(),
  created_at: instantSchema,
  created_by_name: z.string(),
  /** The second person, above the limit. */
  approved_by_name: z.string().nullable(),
  ended_at: instantSchema.nullable(),
});
export type CustomerPrice = z.infer<typeof customerPriceSchema>;

/** What a customer may know of an agreement. */
export const agreedPriceSchema = z.object({ ...termsShape });

const tag = "Billing administration";
const params = z.object({ user: uidSchema });

export const customerPriceEndpoints = {
  showPrices: endpoint({
    method: "GET",
    path: "/billing/prices",
    tag: "Billing",
    summary: "The prices that apply to the caller today: of a thousand impressions, and the bonus on payments by card",
    who: signedIn,
    account: "any",
    output: z.object({
      currency: currencySchema,
      cpm: amountSchema,
      /** Without a discount that is agreed with the customer. */
      list_cpm: amountSchema,
      minimum_top_up: amountSchema,
      /** VAT that is added to the caller's purchases today, in percent. */
      vat_percent: z.number(),
      /** Why they have VAT or none, as the invoice will say. */
      vat_treatment: z.enum(vatTreatments),
      volume_bonus: z.array(z.object({ at_least: amountSchema, percent: z.number() })),
      /** The customer's agreement; null: the price list applies. */
      agreed: agreedPriceSchema.nullable(),
    }),
  }),
  listCustomerPrices: endpoint({
    method: "GET",
    path: "/users/:user/customer-prices",
    tag,
    summary: "Discounts that are or were agreed with a customer, the newest first",
    who: readers,
    params,
    query: pageQuery(["created_at"], 15).omit({ search: true, sort: true, direction: true }),
    output: pageOf(customerPriceSchema),
    errors: ["not_found"],
  }),
  createCustomerPrice: endpoint({
    method: "POST",
    path: "/users/:user/customer-prices",
    tag,
    summary:
      "Agrees on discounts with a customer, for what is sold on these days. Above the limit, a second person approves",
    who: agreers,
    params,
    body: newCustomerPriceSchema,
    /** `approval`: the request for a second person; nothing is agreed until then. */
    output: z.object({ price: customerPriceSchema.nullable(), approval: approvalIdSchema }),
    status: 201,
    movesMoney: true,
    errors: ["not_found"],
  }),
  endCustomerPrice: endpoint({
    method: "POST",
    path: "/users/:user/customer-prices/:customerPrice/end",
    tag,
    summary: "Ends an agreement now; what was sold keeps its price",
    who: agreers,
    params: params.extend({ customerPrice: idSchema }),
    output: customerPriceSchema,
    errors: ["not_found"],
  }),
};
